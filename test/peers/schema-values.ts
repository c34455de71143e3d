import bs58 from 'bs58';
import fc from 'fast-check';
import type { OpenApi, Schema } from './generated-readers.ts';

/*
 * What a schema cannot say in words of JSON Schema, and its description says instead: that base58 spells 32 or 64 bytes, that a size has
 * whole lamports, that a pass has its price, that a resource is a check, and that a batch of MCP may repeat only `tools/call` and `ping`.
 * Values that fit a schema keep these rules too.
 */

const base58 = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((spelled) => bs58.encode(spelled));

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** Values of a schema of the document, drawn from its keywords. */
export function fitting(document: OpenApi, schema: Schema): fc.Arbitrary<unknown> {
  const drawn = (one: unknown) => fitting(document, one as Schema);
  if (typeof schema.$ref === 'string') return drawn(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(drawn));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => drawn({ ...schema, type })));
  const { minimum = -MAX_SAFE, maximum = MAX_SAFE } = schema as { minimum?: number; maximum?: number };
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.integer({ min: 1, max: maximum * 1e9 }).map((lamports) => lamports / 1e9);
    case 'string':
      return fittingText(schema);
    case 'array':
      return fc.uniqueArray(drawn(schema.items), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 3,
        selector: (one) => (one as { method?: unknown } | null)?.method ?? one,
      });
    case 'object':
      return fittingObject(schema, drawn);
    default:
      return fc.jsonValue();
  }
}

function fittingText({ minLength = 0, maxLength = 40, pattern }: Schema): fc.Arbitrary<string> {
  if (pattern === '^[1-9A-HJ-NP-Za-km-z]+$') return base58(Number(minLength));
  if (typeof pattern === 'string' && pattern.includes('/check/'))
    return fc.tuple(fc.constantFrom('wallet', 'token', 'trade', 'funder'), base58(32)).map(([kind, subject]) => {
      return `/check/${kind}/${subject}`;
    });
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength: Number(minLength), maxLength: Number(maxLength) });
}

function fittingObject(schema: Schema, drawn: (schema: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
  const members = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, drawn(one)]));
  return fc.record(members, { requiredKeys: required }).map(priced);
}

const PASS_ATOMIC = 19_000_000;

/** A body that buys a pass has the price of one, if it has an amount that could be paid. */
function priced<T extends object>(body: T): T {
  const { pass, amount_atomic: amount } = body as { pass?: unknown; amount_atomic?: unknown };
  const isPayable = Number.isInteger(amount) && Number(amount) >= 500_000 && Number(amount) <= 10_000_000_000;
  return pass === true && isPayable ? { ...body, amount_atomic: PASS_ATOMIC } : body;
}

const TEXTS = ['', ' ', 'x', 'wallet ', 'Wallet', '0', 'null', 'é', '1'.repeat(31), '1'.repeat(45), 'l'.repeat(32)];
const NUMBERS = [0, -1, 0.5, 1, 499_999, 500_000.5, 10_000.000_001, 10_000_000_001, -0.000_001, 1e300];

/** Values of any type, with those that are just outside of what schemas allow. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, 'a'.repeat(256), 'a'.repeat(257), 'x'.repeat(600), `/check/${'x'.repeat(9)}`),
  fc.constantFrom<unknown>(...NUMBERS, null, true, [], {}),
  fc.string(),
);

/** Texts for a place that holds only text. */
export const anyText = fc.oneof(
  fc.constantFrom(...TEXTS, 'a'.repeat(256), 'A b', 'a'.repeat(255)),
  fc.string({ maxLength: 300 }),
);

/** Numbers for a place that holds numbers as text. */
export const anyNumber = fc.constantFrom(...NUMBERS);

/** Values around those that fit: a fitting value with one member replaced or left out, or something else altogether. */
export function around(document: OpenApi, schema: Schema): fc.Arbitrary<unknown> {
  const changed = fc.tuple(fitting(document, schema), fc.nat(), fc.option(anything, { nil: undefined }));
  const replaced = changed.map(([value, at, other]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return other ?? null;
    const names = Object.keys(value);
    const name = names[at % Math.max(1, names.length)];
    return name === undefined ? value : priced(JSON.parse(JSON.stringify({ ...value, [name]: other })));
  });
  return fc.oneof({ weight: 3, arbitrary: replaced }, { weight: 1, arbitrary: anything });
}
