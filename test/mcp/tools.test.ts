import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeNames } from '#pages/reason-codes/document.ts';
import { KEY, PUBLIC, type Service, SUBJECT, startService } from '../rest/service.ts';
import { message, post, postModern } from './rpc.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read members of answers whose shape is what they assert.
type Json = any;

const RESETS_AT = new Date('2026-11-21T00:00:00Z');
let service: Service;
let tools: readonly Json[];
beforeAll(async () => {
  service = await startService({
    freeCalls: async () => ({ limit: 5, remaining: 3, resetsAt: RESETS_AT }),
    freeCallsPerDay: 5,
  });
  tools = (await post(service, message('tools/list'))).body.result.tools;
});
afterAll(() => service.close(0));

const strict = () => new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
const PRICES = { check_wallet: '0.10', check_token: '0.02', check_trade: '0.02', check_funder: '0.05' } as const;
const NAMES = [...Object.keys(PRICES), 'check_batch', 'explain_reason', 'balance'];

function tool(name: string): Json {
  return tools.find((one) => one.name === name);
}

const outputs = new Map<string, ValidateFunction>();

/** What the schema of a tool's result makes of a result; compiled once for each tool. */
function outputOf(name: string): ValidateFunction {
  const validate = outputs.get(name) ?? strict().compile(tool(name).outputSchema);
  outputs.set(name, validate);
  return validate;
}

async function call(
  name: string,
  args: unknown,
  headers: Record<string, string> = { 'x-api-key': KEY },
): Promise<Json> {
  const { status, body } = await post(service, message('tools/call', { name, arguments: args }), headers);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.result;
}

/** Every schema inside of a schema that points somewhere or has a name of its own. */
function members(schema: unknown, name: string): string[] {
  const found: string[] = [];
  JSON.stringify(schema, (key, value) => {
    if (key === name && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

describe('the list of tools', () => {
  it('is complete, and the same in both eras', async () => {
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    expect((await postModern(service, 'tools/list')).body.result.tools).toEqual(tools);
  });

  it('is short enough for a model to read', () => {
    expect(JSON.stringify(tools).length).toBeLessThan(60 * 1024);
  });

  it.each(NAMES)('tells what %s is for, what it costs and that it changes nothing', (name) => {
    const { title, description, annotations, _meta } = tool(name);
    expect(title.length).toBeGreaterThan(5);
    expect(description.length).toBeGreaterThan(80);
    expect(description.length).toBeLessThan(1_200);
    expect(description).toMatch(/Use it|Ask /);
    expect(annotations).toMatchObject({
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    });
    const price = PRICES[name as keyof typeof PRICES];
    if (price) expect(description).toContain(`Costs ${price} USDC after 5 free calls a day`);
    if (name === 'check_batch') for (const one of Object.values(PRICES)) expect(description).toContain(one);
    if (!name.startsWith('check_')) expect(description).toMatch(/\bFree\b/);
    expect(_meta?.['agents-x402/paymentRequired'] ?? false).toBe(name.startsWith('check_'));
    expect(_meta?.['agents-x402/priceUSD']).toBe(price === undefined ? undefined : Number(price));
  });

  it('has schemas that one validator takes together, and that point nowhere else', () => {
    const ajv = strict();
    for (const { inputSchema, outputSchema } of tools) {
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
        expect(schema.type).toBe('object');
        expect(members(schema, '$ref').filter((ref) => !ref.startsWith('#/$defs/'))).toEqual([]);
        expect(members(schema, '$id')).toEqual([]);
        expect(() => ajv.compile(schema)).not.toThrow();
      }
    }
  });

  it('has an example for what must be given, which its own schema takes', () => {
    for (const { inputSchema } of tools) {
      const validate = strict().compile(inputSchema);
      const { properties, required } = inputSchema;
      for (const name of required) expect(properties[name].examples.length).toBeGreaterThan(0);
      const first = required.map((name: string) => [name, properties[name].examples[0]]);
      for (const [name, { examples = [] }] of Object.entries<Json>(properties)) {
        for (const example of examples) {
          expect(validate({ ...Object.fromEntries(first), [name]: example }), JSON.stringify(validate.errors)).toBe(
            true,
          );
        }
      }
    }
  });
});

describe('arguments', () => {
  it('hand the call on as REST would', async () => {
    const args = { mint: SUBJECT, size_sol: 0.000_000_001, idempotency_key: 'one question' };
    await call('check_trade', args);
    const { kind, args: asked, caller } = service.runs.at(-1) ?? {};
    expect([kind, asked]).toEqual(['trade', { mint: SUBJECT, size_sol: '0.000000001' }]);
    expect(caller?.credentials).toMatchObject({ apiKey: KEY, idempotencyKey: 'one question', freeCalls: true });
    expect(caller?.resourceUrl).toBe(`${PUBLIC}/check/trade/${SUBJECT}?size_sol=0.000000001`);
    await call('check_trade', { mint: SUBJECT });
    expect(service.runs.at(-1)?.args).toEqual({ mint: SUBJECT, size_sol: '0.5' });
  });

  it.each<[string, unknown]>([
    ['none', {}],
    ['no list', { checks: 'x' }],
    ['an empty list', { checks: [] }],
    ['101 checks', { checks: Array.from({ length: 101 }, () => ({ kind: 'token', subject: SUBJECT })) }],
    ['another argument', { checks: [{ kind: 'token', subject: SUBJECT }], pay: true }],
  ])('of check_batch are refused: %s', async (_, args) => {
    const { isError, structuredContent } = await call('check_batch', args);
    expect([isError, structuredContent.code]).toEqual([true, 'invalid_request']);
    expect(structuredContent.invalid.length).toBeGreaterThan(0);
    expect(outputOf('check_batch')(structuredContent)).toBe(true);
  });

  it.each<[string, { readonly checks: readonly unknown[] }]>([
    ['an unknown kind', { checks: [{ kind: 'nft', subject: SUBJECT }] }],
    ['no kind', { checks: [{ subject: SUBJECT }] }],
    ['a size where there is none', { checks: [{ kind: 'token', subject: SUBJECT, size_sol: 1 }] }],
    ['an unknown member', { checks: [{ kind: 'token', subject: SUBJECT, mint: SUBJECT }] }],
    ['checks that are none', { checks: [null, 7, 'token'] }],
    ['no subject', { checks: [{ kind: 'token' }] }],
    ['members of other types', { checks: [{ kind: { toString: 1 }, subject: { toString: 1 } }] }],
  ])('of check_batch fail one by one, and all of them are a failure: %s', async (_, args) => {
    const { isError, structuredContent, content } = await call('check_batch', args);
    expect([isError, structuredContent.bill.charged_usdc]).toEqual([true, '0.00']);
    expect(structuredContent.results).toHaveLength(args.checks.length);
    for (const { code, invalid } of structuredContent.results) {
      expect([code, invalid.length > 0]).toEqual(['invalid_request', true]);
    }
    expect(content[0].text).toContain(`0 of ${args.checks.length} checks were answered`);
    expect(outputOf('check_batch')(structuredContent)).toBe(true);
  });
});

describe('a refusal', () => {
  it.each<[string, Record<string, string>, string, string]>([
    ['without payment', {}, 'payment_required', 'check_token'],
    ['by an unknown key', { 'x-api-key': 'assay_nobody' }, 'api_key_unknown', 'check_token'],
    ['by an unknown key', { 'x-api-key': 'assay_nobody' }, 'api_key_unknown', 'balance'],
  ])('%s is a result that the schema has: %j %s %s', async (_, headers, code, name) => {
    const args = name === 'balance' ? {} : { mint: SUBJECT };
    const { isError, structuredContent, content } = await call(name, args, headers);
    expect([isError, structuredContent.code]).toEqual([true, code]);
    const validate = outputOf(name);
    expect(validate(structuredContent), JSON.stringify(validate.errors)).toBe(true);
    expect(content.at(-1).text).toContain('This is no verdict about the subject.');
  });

  it('that is a mistake of ours tells nothing of it', async () => {
    const broken = await startService({
      run: async () => {
        throw new Error('secret of the house');
      },
    });
    const payment = Buffer.from(JSON.stringify({ x402Version: 2 })).toString('base64');
    const reply = await post(broken, message('tools/call', { name: 'check_token', arguments: { mint: SUBJECT } }), {
      'payment-signature': payment,
    });
    expect(reply.text).not.toContain('secret of the house');
    await broken.close(0);
  });
});

describe('explain_reason', () => {
  it('explains every code of the registry, with a text that fits', async () => {
    const codes = codeNames(PUBLIC);
    expect(codes.length).toBeGreaterThan(100);
    const validate = outputOf('explain_reason');
    for (let from = 0; from < codes.length; from += 10) {
      const asked = codes.slice(from, from + 10);
      const calls = asked.map((code, n) => message('tools/call', { name: 'explain_reason', arguments: { code } }, n));
      // One answer comes alone.
      const answers: readonly Json[] = [(await post(service, calls)).body].flat();
      const byId = new Map(answers.map(({ id, result }) => [id, result]));
      asked.forEach((code, n) => {
        const { structuredContent, content, isError } = byId.get(n);
        expect([isError, structuredContent.code]).toEqual([undefined, code]);
        expect(validate(structuredContent)).toBe(true);
        expect(structuredContent.meaning.length).toBeGreaterThan(15);
        expect(content[0].text).toContain(structuredContent.meaning);
        expect(content[0].text.length).toBeLessThan(1_500);
      });
    }
  });

  it.each<[unknown, string]>([
    [{ code: 'NO_SUCH_CODE' }, 'not_found'],
    [{ code: 'no code' }, 'invalid_request'],
    [{ code: 7 }, 'invalid_request'],
    [{}, 'invalid_request'],
    [{ code: 'LP_BURNED', more: 1 }, 'invalid_request'],
  ])('refuses %j', async (args, code) => {
    const { isError, structuredContent } = await call('explain_reason', args);
    expect(isError).toBe(true);
    if (code === 'invalid_request') expect(structuredContent.code).toBe(code);
    expect(structuredContent.status).toBeGreaterThanOrEqual(404);
  });
});

describe('balance', () => {
  it('of a key is its money', async () => {
    const { structuredContent, content } = await call('balance', {});
    expect(structuredContent).toMatchObject({ key: true, balance_usdc: expect.stringMatching(/^\d+\.\d\d/) });
    expect(structuredContent.prices_usdc).toEqual({ wallet: '0.10', token: '0.02', trade: '0.02', funder: '0.05' });
    expect(content[0].text).toContain(structuredContent.balance_usdc);
    expect(outputOf('balance')(structuredContent)).toBe(true);
  });

  it('without a key is what is left of the free calls', async () => {
    const reply = await post(service, message('tools/call', { name: 'balance', arguments: {} }));
    const { structuredContent, content } = reply.body.result;
    expect(structuredContent).toMatchObject({
      key: false,
      free_calls: { limit: 5, remaining: 3, resets_at: '2026-11-21T00:00:00Z' },
      how_to_pay: expect.stringContaining(PUBLIC),
    });
    expect(content[0].text).toMatch(/^3 of 5 free calls/);
    expect(reply.headers['x-ratelimit-remaining']).toBe('3');
    expect(reply.headers['ratelimit-policy']).toBe('"free";q=5;w=86400');
  });
});
