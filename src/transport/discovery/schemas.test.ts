import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { catalogue } from 'assay-core/rules/catalogue.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { describe, expect, it } from 'vitest';
import { metricsComponents } from './openapi/schemas.ts';
import { paymentRequiredSchema, problemSchema, verdictSchema } from './schemas.ts';

const BASE = 'https://assay.example';
const verdicts = Object.values(kinds).map(({ name }) => [name, verdictSchema(name, BASE)] as const);
const documents = [
  ...verdicts,
  ['payment-required', paymentRequiredSchema(BASE)] as const,
  ['problem', problemSchema(BASE)] as const,
];

describe.each(documents)('the schema %s', (name, document) => {
  it('is JSON Schema 2020-12 that needs no other document, by the strictest reading', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: true });
    expect(ajv.validateSchema(document)).toBe(true);
    expect(ajv.compile(document)({})).toBe(false);
    expect(document.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(document.$id).toMatch(new RegExp(`^${BASE}/schemas/(verdict-)?${name}\\.json$`));
    expect(JSON.stringify(document)).not.toMatch(/#\/components|"example":/);
  });

  it('has a title, and explains itself and every member', () => {
    expect(document.title.length).toBeGreaterThan(8);
    expect(document.description).toMatch(/Members are added/);
    const unexplained = [[document.title, document] as const, ...Object.entries(document.$defs)].flatMap(
      ([type, { description: words, properties = {} }]) => [
        ...(words ? [] : [type]),
        ...Object.entries(properties).flatMap(([member, { description, $ref }]) =>
          description || $ref ? [] : [`${type}.${member}`],
        ),
      ],
    );
    expect(unexplained).toEqual([]);
  });
});

const free = {
  schema_version: 1,
  kind: 'token',
  subject: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  verdict: 'UNKNOWN',
  reason_codes: ['RPC_UNAVAILABLE'],
  confidence: 0,
  flags: [],
  reasons: [],
  metrics: {},
  as_of: null,
  gaps: [{ reading: 'mint', cause: 'rpc_unavailable', retryable: true }],
  billing: { route: 'none', charged_usdc: '0.00' },
};

describe('the schema of a verdict', () => {
  const document = verdictSchema('token', BASE);
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(document);

  it.each<[string, object]>([
    ['an answer that is free because of us', {}],
    ['one of the sample world', { sandbox: true }],
    ['one of the free tier', { billing: { route: 'free', charged_usdc: '0.00', free_remaining: 4 } }],
    [
      'one that was stored',
      { billing: { route: 'credit', charged_usdc: '0.00', balance_usdc: '4.98', replayed: true } },
    ],
    [
      'one by a pass',
      { billing: { route: 'pass', charged_usdc: '0.00', pass: { tier: 'voyager', calls_left: 1, expires_at: 'x' } } },
    ],
    ['one by a payment', { billing: { route: 'x402', charged_usdc: '0.02', transaction: 'x' } }],
    ['one whose block has no time', { as_of: { slot: 1, commitment: 'confirmed', time: null } }],
    ['codes, flags and members that are added later', { reason_codes: ['NEW_CODE'], flags: ['NEW_FLAG'], more: 1 }],
  ])('takes %s', (_what, change) => {
    expect(validate({ ...free, ...change }), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each<[string, object]>([
    ['a verdict of another kind', { verdict: 'CEX_FUNDED' }],
    ['another version', { schema_version: 2 }],
    ['a code that is none', { reason_codes: ['rpc unavailable'] }],
    ['half of the figures', { metrics: { symbol: 'X' } }],
    ['money as a number', { billing: { route: 'none', charged_usdc: 0 } }],
    ['an answer without billing', { billing: undefined }],
  ])('refuses %s', (_what, change) => {
    expect(validate(JSON.parse(JSON.stringify({ ...free, ...change })))).toBe(false);
  });

  it('names the codes of today without closing the list, and the verdicts as a closed one', () => {
    const { verdict, reason_codes: codes, flags } = document.properties;
    expect(verdict?.enum).toEqual(Object.keys(kinds.token.verdicts));
    expect(codes?.items).toMatchObject({ examples: Object.keys(catalogue.token.codes) });
    expect(flags?.items).toMatchObject({ examples: Object.keys(catalogue.token.flags) });
    expect(JSON.stringify([codes, flags])).not.toContain('enum');
    expect(codes?.description).toContain(`${BASE}/reason-codes`);
  });

  it('describes the metrics as the OpenAPI document does', () => {
    const named = metricsComponents(kinds.token);
    const inside = JSON.parse(JSON.stringify([...named]).replaceAll('#/components/schemas/', '#/$defs/'));
    for (const [name, form] of inside) expect(document.$defs[name]).toMatchObject(form);
    expect(named.size).toBeGreaterThan(5);
  });

  it('is one that the validator of tools takes, which clients use', () => {
    const valid = new AjvJsonSchemaValidator().getValidator(document as never);
    expect([valid(free).valid, valid({ ...free, verdict: 'FINE' }).valid]).toEqual([true, false]);
  });
});
