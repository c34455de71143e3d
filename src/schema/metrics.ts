import type { Kind } from 'assay-core/rules/check.ts';
import { describedOrNull, type Group, type Member, type Type, type Words } from 'assay-core/rules/metric.ts';
import { isObjectType } from 'graphql';
import { checkTypeName } from './check.ts';
import { schema } from './schema.ts';

type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'object' | 'string';

/** A JSON Schema (2020-12), with the words that are used here. */
export interface JsonSchema {
  $ref?: string;
  type?: JsonType | JsonType[];
  description?: string;
  pattern?: string;
  minimum?: number;
  enum?: string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  maxProperties?: number;
  anyOf?: JsonSchema[];
}

/** Schemas by name. One points at another by `#/components/schemas/` and its name, as in OpenAPI. */
export type NamedSchemas = Map<string, JsonSchema>;

const wholeNumber: JsonSchema = { type: 'string', pattern: '^\\d{1,39}$' };

/** Scalars of ours as REST sends them. A description that is absent is that of GraphQL. */
const scalarForms: Readonly<Partial<Record<string, JsonSchema>>> = {
  Address: { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' },
  TransactionSignature: { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{64,88}$' },
  Code: { type: 'string', pattern: '^[A-Z][A-Z0-9_]{0,63}$' },
  Lamports: wholeNumber,
  SignedLamports: { type: 'string', pattern: '^(0|-?[1-9]\\d{0,38})$' },
  TokenAmount: wholeNumber,
  SOL: { type: 'string', pattern: '^\\d+(\\.\\d{1,9})?$' },
  Slot: { type: 'integer', minimum: 0 },
  UnixTime: { type: 'integer', minimum: 0, description: 'A moment as whole seconds since 1970-01-01T00:00:00Z.' },
};

/** Scalars that REST has without a name of their own. */
const unnamed: Readonly<Partial<Record<string, JsonSchema>>> = {
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  String: { type: 'string' },
  SignedAmount: { type: 'string' },
  USD: { type: 'string' },
};

/**
 * The metrics of a kind as REST sends them, of the declaration that makes the GraphQL types: members under their names in an answer, with
 * the same descriptions. `named` receives every named type; the result refers to it. Null for a kind without metrics.
 */
export function metricsSchema(kind: Kind['name'], named: NamedSchemas): JsonSchema | null {
  const check = schema.getType(checkTypeName(kind));
  const declared = isObjectType(check) ? check.getFields().metrics?.extensions.declared : undefined;
  return declared ? objectSchema(declared as Group, named) : null;
}

/** An object of a group, by its name. Every member is present in every answer. More may be added, so that nothing forbids others. */
export function objectSchema({ name, description, members }: Group, named: NamedSchemas): JsonSchema {
  return byName(name, named, () => {
    const properties = Object.entries(members).map(([member, declared]) => [member, memberSchema(declared, named)]);
    return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(members), description };
  });
}

/** A reference to a named schema. The name is entered first, so that a recursive type ends. */
function byName(name: string, named: NamedSchemas, made: () => JsonSchema): JsonSchema {
  if (!named.has(name)) {
    named.set(name, {});
    named.set(name, made());
  }
  return { $ref: `#/components/schemas/${name}` };
}

function memberSchema(declared: Member, named: NamedSchemas): JsonSchema {
  const { type } = declared;
  const single = singleSchema(type, named);
  const value: JsonSchema = type.isList ? { type: 'array', items: single } : single;
  return { ...(type.isNullable ? orNull(value) : value), description: descriptionOf(declared) };
}

/** The description of a text with known values lists them. More may be added. */
function descriptionOf(declared: Member): string {
  const { of } = declared.type;
  const description = describedOrNull(declared);
  if (typeof of === 'string' || 'members' in of || !of.isText) return description;
  const values = Object.entries(of.words).map(([value, meaning]) => `- \`${value}\`: ${meaning}`);
  return `${description}\n\n${values.join('\n')}`;
}

function orNull(value: JsonSchema): JsonSchema {
  return typeof value.type === 'string'
    ? { ...value, type: [value.type, 'null'] }
    : { anyOf: [value, { type: 'null' }] };
}

function singleSchema({ of }: Type, named: NamedSchemas): JsonSchema {
  if (typeof of !== 'string') return 'members' in of ? objectSchema(of, named) : wordsSchema(of, named);
  const plain = unnamed[of];
  if (plain) return { ...plain };
  const form = scalarForms[of];
  if (!form) throw new Error(`${of} has no form in REST`);
  return byName(of, named, () => ({ ...form, description: form.description ?? schema.getType(of)?.description ?? '' }));
}

function wordsSchema({ name, description, words, isText }: Words, named: NamedSchemas): JsonSchema {
  if (isText) return { type: 'string' };
  return byName(name, named, () => ({ type: 'string', enum: Object.keys(words), description }));
}
