import { Ajv2020 } from 'ajv/dist/2020.js';
import { createClient } from 'assay-client';
import { kinds } from 'assay-core/rules/index.ts';
import { parseSize } from 'assay-core/rules/trade/size.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { message, post } from '../mcp/rpc.ts';
import { ask, KEY, type Service, SUBJECT, startService } from '../rest/service.ts';

/**
 * A schema has a keyword beside a type that it says nothing about, a pattern beside a number for instance, and a generated client does not
 * load: https://github.com/orval-labs/orval/issues/2562. And a service refuses what its schema allows, a number that a language prints
 * with an exponent.
 */
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

type Schema = Readonly<Record<string, unknown>>;

/** What each keyword of JSON Schema is about. */
const FITS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['pattern', 'minLength', 'maxLength', 'contentEncoding'].map((name) => [name, ['string']])),
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((name) => [
      name,
      ['number', 'integer'],
    ]),
  ),
  ...Object.fromEntries(
    ['properties', 'required', 'additionalProperties', 'maxProperties', 'propertyNames'].map((name) => [
      name,
      ['object'],
    ]),
  ),
  ...Object.fromEntries(
    ['items', 'minItems', 'maxItems', 'uniqueItems', 'prefixItems'].map((name) => [name, ['array']]),
  ),
  format: ['string', 'integer', 'number'],
};

/** Every place of a document where a keyword stands beside a type that it says nothing about. */
function misfits(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one, at) => misfits(one, `${path}/${at}`));
  const schema = value as Schema;
  const types = typeof schema.type === 'string' ? [schema.type] : Array.isArray(schema.type) ? schema.type : null;
  const found = Object.keys(schema).filter(
    (name) => types && FITS[name] && !FITS[name].some((type) => types.includes(type)),
  );
  return [
    ...found.map((name) => `${path}: ${name} beside ${types}`),
    // What stands there are values, and names of members that are no keywords.
    ...Object.entries(schema).flatMap(([name, one]) =>
      ['example', 'examples', 'enum', 'const', 'default'].includes(name) ? [] : misfits(one, `${path}/${name}`),
    ),
  ];
}

const published = async (): Promise<Readonly<Record<string, unknown>>> => {
  const paths = ['/openapi.json', ...Object.keys(kinds).map((kind) => `/schemas/verdict-${kind}.json`)];
  const others = ['/schemas/problem.json', '/schemas/payment-required.json'];
  const read = await Promise.all([...paths, ...others].map(async (path) => [path, (await ask(service, path)).body]));
  const { body } = await post(service, message('tools/list'));
  return { ...Object.fromEntries(read), tools: body.result.tools };
};

describe('every published schema', () => {
  it('has no keyword beside a type that it says nothing about', async () => {
    for (const [name, document] of Object.entries(await published()))
      expect([name, misfits(document)]).toEqual([name, []]);
    expect(misfits({ type: 'number', pattern: 'x' })).toHaveLength(1);
  });

  it('is loaded by the strictest reader', async () => {
    const documents = await published();
    const { paths, components } = documents['/openapi.json'] as { paths: object; components: { schemas: object } };
    const local = JSON.parse(JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/'));
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { binary: true } });
    ajv.addVocabulary(['example']);
    for (const name of Object.keys(local)) ajv.compile({ $ref: `#/$defs/${name}`, $defs: local });
    for (const [, schema] of parametersIn(paths)) ajv.compile(schema);
    for (const { inputSchema } of documents.tools as readonly { inputSchema: object }[]) ajv.compile(inputSchema);
  });
});

function parametersIn(paths: object): readonly (readonly [string, Schema])[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations as Record<string, { parameters?: readonly { name: string; schema: Schema }[] }>).flatMap(
      ({ parameters = [] }) => parameters.map(({ name, schema }) => [`${path} ${name}`, schema] as const),
    ),
  );
}

/** How each of three readers takes the schema of the size: whether it finds a value valid. */
async function readers(): Promise<readonly ((value: unknown) => boolean)[]> {
  const { body } = await ask(service, '/openapi.json');
  const schema = new Map(parametersIn(body.paths)).get('/check/trade/{mint} size_sol') ?? {};
  const { body: listed } = await post(service, message('tools/list'));
  const tool = listed.result.tools.find(({ name }: { name: string }) => name === 'check_trade').inputSchema;
  const strict = new Ajv2020({ strict: true }).compile(schema);
  const ofTool = new Ajv2020({ strict: true }).compile(tool);
  const parsed = z.fromJSONSchema(schema);
  return [strict, (size) => ofTool({ mint: SUBJECT, size_sol: size }), (size) => parsed.safeParse(size).success];
}

const statusOf = async (text: string) =>
  (await ask(service, `/check/trade/${SUBJECT}?size_sol=${encodeURIComponent(text)}`)).status;

/** How languages print a number. */
const spellings = (size: number): readonly string[] => [
  String(size),
  JSON.stringify(size),
  size.toExponential(),
  size
    .toExponential()
    .replace('e', 'E')
    .replace(/([-+])(\d)$/, '$10$2'),
  size.toFixed(9),
];

describe('the size of a trade', () => {
  it('is taken however a language prints a number of whole lamports that the schemas allow', async () => {
    const all = await readers();
    const size = fc.oneof(
      fc.constantFrom(1, 2, 100, 1_500, 500_000_000, 10_000_000_000_000),
      fc.integer({ min: 1, max: 99_999 }),
      fc.integer({ min: 1, max: 10_000_000_000_000 }),
    );
    await fc.assert(
      fc.asyncProperty(size, async (lamports) => {
        const sol = lamports / 1e9;
        for (const reads of all) expect(reads(sol)).toBe(true);
        for (const text of spellings(sol)) {
          const { status } = await ask(service, `/check/trade/${SUBJECT}?size_sol=${encodeURIComponent(text)}`, {
            headers: { 'X-API-Key': KEY },
          });
          expect([text, status]).toEqual([text, 200]);
          expect([text, parseSize(String(service.runs.pop()?.args.size_sol))]).toEqual([text, BigInt(lamports)]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is refused where the schemas refuse it', async () => {
    const all = await readers();
    const outside = fc.oneof(fc.double({ max: 0, noNaN: true }), fc.double({ min: 10_000.000_001, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(outside, async (size) => {
        for (const reads of all) expect(reads(size)).toBe(false);
        expect([size, await statusOf(String(size))]).toEqual([size, 422]);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '-0',
    '1.',
    '.5',
    '1e',
    'e1',
    '1e1.5',
    '0x10',
    '1_000',
    '1,5',
    '١',
    'NaN',
    'Infinity',
    '1e-10',
    '1e400',
    '0e0',
    '0.0000000001',
  ])('%j spells no size', async (text) => expect(await statusOf(text)).toBe(422));

  it.each(['1e-7', '1E-7', '1e-07', '1.5e-7', '1e+3', '1e3', '12.5e-1', '0.50', '0.5000000000000', '10000.0', '1e4'])(
    '%j spells one',
    async (text) => expect(await statusOf(text)).toBe(402),
  );

  it('has one address for its payment, whatever it is written with', async () => {
    const { body } = await ask(service, `/check/trade/${SUBJECT}?size_sol=1e-7`);
    expect(body.accepts[0].resource).toContain('size_sol=0.0000001');
  });

  it('is what a client sends of a small number', async () => {
    const sizes: unknown[] = [];
    const keepSize = async (url: string) => {
      sizes.push(new URL(url).searchParams.get('size_sol'));
      return new Response('{}', { status: 422, headers: { 'content-type': 'application/json' } });
    };
    const assay = createClient({ url: 'http://assay.test', verify: false, fetch: keepSize });
    for (const sizeSol of [1e-7, 0.000_002_5, 0.5, '0.25']) await assay.trade(SUBJECT, { sizeSol }).catch(() => null);
    expect(sizes).toEqual(['0.0000001', '0.0000025', '0.5', '0.25']);
    for (const sizeSol of [1e-10, 1.5e-9, 0, -1, Number.NaN, 1e21])
      await expect(assay.trade(SUBJECT, { sizeSol })).rejects.toThrow(RangeError);
  });
});
