import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonical } from '#lib/signing/canonical-json.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { openService, type Service } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read members of answers whose shape is what they assert.
type Json = any;

/** A sample of the sandbox's world: what is asked about, and what the answer is. */
interface Subject {
  readonly kind: 'wallet' | 'token' | 'trade' | 'funder';
  readonly verdict: string;
  readonly address: string;
  readonly what: string;
}

const TEXT_MAX = 1_500;
const HOSTILE = /ignore previous|SYSTEM:/i;

let service: Service;
let apiKey: string;
let subjects: readonly Subject[];
/** By tool, all made by one validator, as clients do that compile the schemas of a list. */
const schemas = new Map<string, ValidateFunction>();

beforeAll(async () => {
  service = await openService({ FREE_CALLS_PER_DAY: '0', SLOT_CACHE_MS: '2000' });
  apiKey = printed(/API key +(\S+)/);
  subjects = await rpc<Subject[]>(printed(/sandbox RPC +(\S+)/), 'sandbox_subjects');
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  for (const { name, outputSchema } of (await sent('tools/list')).result.tools)
    schemas.set(name, ajv.compile(outputSchema));
});
afterAll(() => service?.end());

function printed(pattern: RegExp): string {
  const [, found] = pattern.exec(service.output()) ?? [];
  if (found === undefined) throw new Error('the service has not printed its sandbox');
  return found;
}

async function sent(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<Json> {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return response.json();
}

/** The result of a tool, once it is certain that it is what the list of tools promises. */
async function call(
  name: string,
  args: object,
  headers: Record<string, string> = { 'x-api-key': apiKey },
): Promise<Json> {
  const { result } = await sent('tools/call', { name, arguments: args }, headers);
  const validate = schemas.get(name);
  expect(validate?.(result.structuredContent), JSON.stringify(validate?.errors)).toBe(true);
  return result;
}

const argumentOf = { wallet: 'address', token: 'mint', trade: 'mint', funder: 'address' } as const;

async function overRest({ kind, address }: Subject): Promise<Json> {
  return (await fetch(`${service.url}/check/${kind}/${address}`, { headers: { 'x-api-key': apiKey } })).json();
}

/** The same check over both transports at the same slot: the chain goes on in between, so it is asked until it did not. */
async function overBothTransports(subject: Subject): Promise<readonly [Json, Json]> {
  for (;;) {
    const [rest, result] = await Promise.all([
      overRest(subject),
      call(`check_${subject.kind}`, { [argumentOf[subject.kind]]: subject.address }),
    ]);
    if (rest.as_of?.slot === result.structuredContent.as_of?.slot) return [rest, result];
  }
}

function unbilled({ billing: _billing, ...rest }: Json): string {
  return canonical(rest);
}

/** What a model reads of a result. */
function textOf({ content }: Json): string {
  return content.map(({ text }: Json) => text).join('\n');
}

const KINDS = ['wallet', 'token', 'trade', 'funder'] as const;

describe('an answer', () => {
  it.each(KINDS)('of check_%s is the body that REST sends, with a short text, for every verdict', async (kind) => {
    const ofKind = subjects.filter((subject) => subject.kind === kind);
    const verdicts = [...new Set(ofKind.map(({ verdict }) => verdict))];
    expect(verdicts.length).toBeGreaterThan(3);
    for (const verdict of verdicts) {
      const subject = ofKind.find((one) => one.verdict === verdict) as Subject;
      const [rest, result] = await overBothTransports(subject);
      expect(unbilled(result.structuredContent)).toBe(unbilled(rest));
      expect([result.isError, result.structuredContent.verdict]).toEqual([undefined, verdict]);
      const text = textOf(result);
      expect(text).toContain(`${subject.address}: ${verdict}`);
      for (const code of rest.reason_codes) expect(text).toContain(code);
      expect(text.length).toBeLessThan(TEXT_MAX);
    }
  });

  it('has no word of what strangers wrote on the chain outside of metrics', async () => {
    const hostile = subjects.find(({ what }) => what.includes('ten thousand bytes'));
    expect(hostile).toBeDefined();
    const mint = hostile?.address;
    const one = await call('check_token', { mint });
    const many = await call('check_batch', {
      checks: [
        { kind: 'token', subject: mint },
        { kind: 'trade', subject: mint },
      ],
    });
    expect(JSON.stringify(one.structuredContent.metrics)).toMatch(HOSTILE);
    for (const result of [one, many]) expect(textOf(result)).not.toMatch(HOSTILE);
    const answers = [one.structuredContent, ...many.structuredContent.results];
    for (const { metrics: _metrics, ...rest } of answers) expect(JSON.stringify(rest)).not.toMatch(HOSTILE);
    for (const result of [one, many]) expect(textOf(result).length).toBeLessThan(TEXT_MAX);
    expect(textOf(many)).toContain(String(mint));
  });

  it('of many checks has each in its place, and the bad one as its own failure', async () => {
    const asked = KINDS.map((kind) => subjects.find((subject) => subject.kind === kind) as Subject);
    const checks = [
      ...asked.map(({ kind, address }) => ({ kind, subject: address })),
      { kind: 'wallet', subject: 'no address' },
    ];
    const result = await call('check_batch', { checks });
    const { results, bill } = result.structuredContent;
    expect(results.map(({ verdict, code }: Json) => verdict ?? code)).toEqual([
      ...asked.map(({ verdict }) => verdict),
      'invalid_request',
    ]);
    expect(bill.delivered).toBe(4);
    const lines = textOf(result).split('\n');
    expect(lines[0]).toMatch(/^4 of 5 checks were answered, for 0\.19 USDC\./);
    expect(lines).toHaveLength(6);
    asked.forEach(({ address, verdict }, n) => {
      expect(lines[n + 1]).toContain(`${n + 1}. ${KINDS[n]} ${address}: ${verdict} (`);
    });
    expect(lines[5]).toBe('5. wallet: no answer (invalid_request).');
    expect(textOf(result).length).toBeLessThan(TEXT_MAX);
  });
});

describe('without free calls and without a key', () => {
  it.each([...KINDS.map((kind) => `check_${kind}`), 'check_batch'])(
    '%s says what to pay, as its schema has it',
    async (name) => {
      const kind = name.slice(6);
      const address = subjects.find((subject) => subject.kind === kind)?.address ?? subjects[0]?.address;
      const args =
        kind === 'batch'
          ? { checks: [{ kind: 'funder', subject: address }] }
          : { [argumentOf[kind as Subject['kind']]]: address };
      const result = await call(name, args, {});
      expect([result.isError, result.structuredContent.code]).toEqual([true, 'payment_required']);
      expect(result.structuredContent.accepts).toHaveLength(1);
      expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
      expect(result._meta['x402/error']).toEqual(result.structuredContent);
    },
  );

  it('a mistake comes before the bill', async () => {
    const { structuredContent } = await call('check_token', { mint: 'no address' }, {});
    expect([structuredContent.status, structuredContent.code]).toEqual([422, 'invalid_request']);
  });
});
