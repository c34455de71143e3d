import { Ajv2020 } from 'ajv/dist/2020.js';
import { SIZE_SOL_MAX } from 'assay-core/rules/trade/size.ts';
import { addressOf, parseAddress } from 'assay-core/solana/address.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../packages/core/test/support/cases.ts';
import { KEY, type Service, SUBJECT, startService } from '../rest/service.ts';
import { message, post } from './rpc.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read members of answers whose shape is what they assert.
type Json = any;

let service: Service;
let tools: readonly Json[];
beforeAll(async () => {
  service = await startService();
  tools = (await post(service, message('tools/list'))).body.result.tools;
});
afterAll(() => service.close(0));

async function call(name: string, args: unknown): Promise<Json> {
  const { status, body } = await post(service, message('tools/call', { name, arguments: args }), { 'x-api-key': KEY });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.result;
}

describe('arguments', () => {
  const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => String(addressOf(bytes)));
  const size = fc.integer({ min: 1, max: SIZE_SOL_MAX * 1_000_000 }).map((micro) => micro / 1_000_000);
  const wrong = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      0,
      -1,
      true,
      [],
      {},
      '',
      'x',
      `${SUBJECT}x`,
      SUBJECT.slice(0, 31),
      `0${SUBJECT.slice(1)}`,
    ),
    fc.constantFrom<unknown>(SIZE_SOL_MAX + 1, 1e300, 'é', 'x'.repeat(256), `${SUBJECT} `, '1'.repeat(45)),
    fc.string(),
  );
  const key = fc.string({ minLength: 1, maxLength: 255 });

  function argumentsOf(subject: string) {
    const right = fc.record({ [subject]: address, size_sol: size, idempotency_key: key }, { requiredKeys: [] });
    const spoilt = fc.dictionary(
      fc.constantFrom(subject, 'size_sol', 'idempotency_key', 'extra', 'constructor'),
      wrong,
      { maxKeys: 2 },
    );
    return fc.tuple(right, spoilt).map(([one, other]): Record<string, unknown> => ({ ...one, ...other }));
  }

  /** What no schema can say: that base58 spells 32 bytes, and how many decimals a number has. Sizes may be texts as well. */
  function beyondSchema(args: Record<string, unknown>, subject: string): boolean {
    return typeof args.size_sol === 'string' || parseAddress(String(args[subject])) === null;
  }

  it.each(['wallet', 'token', 'trade', 'funder'])(
    'of check_%s are taken and refused as its schema says',
    async (kind) => {
      const { inputSchema } = tools.find(({ name }) => name === `check_${kind}`);
      const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(inputSchema);
      const [subject = ''] = inputSchema.required;
      await fc.assert(
        fc.asyncProperty(argumentsOf(subject), async (args) => {
          // Models that must name every argument write null for those that they leave out.
          const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
          const valid: boolean = validate(given);
          if (valid && beyondSchema(args, subject)) return;
          if (!valid && kind === 'trade' && typeof args.size_sol === 'string') return;
          const worked = service.runs.length;
          const { isError, structuredContent } = await call(`check_${kind}`, args);
          if (valid) {
            expect([isError, structuredContent.verdict]).toEqual([undefined, 'CEX_FUNDED']);
            expect(service.runs[worked]?.kind).toBe(kind);
            return;
          }
          expect([isError, structuredContent.status, structuredContent.code]).toEqual([true, 422, 'invalid_request']);
          expect(structuredContent.invalid.length).toBeGreaterThan(0);
          for (const { loc } of structuredContent.invalid) expect(loc[0]).toBe('arguments');
          expect(service.runs.length).toBe(worked);
        }),
        { numRuns: cases(120) },
      );
    },
  );
});
