import type { Kind } from 'assay-core/rules/check.ts';
import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
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

/** Scalars of ours as REST sends them. */
const scalarForms: Readonly<Record<string, JsonSchema>> = {
  Address: { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' },
  TransactionSignature: { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{64,88}$' },
  Code: { type: 'string', pattern: '^[A-Z][A-Z0-9_]{0,63}$' },
  Lamports: wholeNumber,
  SignedLamports: { type: 'string', pattern: '^(0|-?[1-9]\\d{0,38})$' },
  TokenAmount: wholeNumber,
  Sol: { type: 'string', pattern: '^\\d+(\\.\\d{1,9})?$' },
  Slot: { type: 'integer', minimum: 0 },
  UnixTime: { type: 'integer', minimum: 0 },
};

/** Scalars that GraphQL brings along. They need no name. */
const builtIn: Readonly<Record<string, JsonSchema>> = {
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  String: { type: 'string' },
};

/**
 * The metrics of a kind as REST sends them, derived from the GraphQL type: the same members under their names in an answer, with the same
 * descriptions, and null where GraphQL allows it. `named` receives every named type; the result refers to it. Null for a kind without such
 * a type.
 */
export function metricsSchema(kind: Kind['name'], named: NamedSchemas): JsonSchema | null {
  const check = schema.getType(checkTypeName(kind));
  const metrics = isObjectType(check) ? check.getFields().metrics : undefined;
  if (!metrics) return null;
  return present(isNonNullType(metrics.type) ? metrics.type.ofType : metrics.type, named);
}

/** A value of an output type, where it is not null. Throws for a type or scalar that has no form in REST. */
export function present(type: GraphQLOutputType, named: NamedSchemas): JsonSchema {
  if (isNonNullType(type)) return present(type.ofType, named);
  if (isListType(type)) return { type: 'array', items: orNull(type.ofType, named) };
  if (!isObjectType(type) && !isScalarType(type) && !isEnumType(type))
    throw new Error(`${type.name} has no form in REST`);
  const plain = builtIn[type.name];
  if (plain) return { ...plain };
  if (!named.has(type.name)) {
    // The name is entered first, so that a recursive type ends.
    named.set(type.name, {});
    named.set(type.name, describedForm(type, named));
  }
  return { $ref: `#/components/schemas/${type.name}` };
}

/** A value of an output type where it stands: with null, unless GraphQL rules it out. */
function orNull(type: GraphQLOutputType, named: NamedSchemas): JsonSchema {
  const value = present(type, named);
  if (isNonNullType(type)) return value;
  return typeof value.type === 'string'
    ? { ...value, type: [value.type, 'null'] }
    : { anyOf: [value, { type: 'null' }] };
}

type Named = GraphQLObjectType | GraphQLScalarType | GraphQLEnumType;

function describedForm(type: Named, named: NamedSchemas): JsonSchema {
  return { ...formOf(type, named), ...(type.description && { description: type.description }) };
}

function formOf(type: Named, named: NamedSchemas): JsonSchema {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ value }) => String(value)) };
  if (isObjectType(type)) return objectForm(type, named);
  const form = scalarForms[type.name];
  if (!form) throw new Error(`${type.name} has no form in REST`);
  return form;
}

/** Every member is present in every answer. More may be added, so that nothing forbids others. */
function objectForm(type: GraphQLObjectType, named: NamedSchemas): JsonSchema {
  const members = Object.values(type.getFields()).map((field) => {
    const { description } = field;
    const value = orNull(field.type, named);
    return [memberName(type, field), { ...value, ...(description && { description }) }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(members), required: members.map(([name]) => name) };
}

/** A field's name in REST is the name of the member that it exposes, as the builder notes it. */
function memberName(type: GraphQLObjectType, { name, extensions }: GraphQLField<unknown, unknown>): string {
  const { pothosExposedField } = extensions;
  if (typeof pothosExposedField !== 'string') throw new Error(`${type.name}.${name} exposes no member of the answer`);
  return pothosExposedField;
}
