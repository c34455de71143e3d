import type { Kind } from 'assay-core/rules/check.ts';
import { SIZE_SOL_DEFAULT, SIZE_SOL_MAX } from 'assay-core/rules/trade/size.ts';
import { JSON_SCHEMA_DRAFT } from '#lib/schema-version.ts';
import { verdictUrl } from '#pages/addresses.ts';
import type { SchemaDocument } from '../discovery/json-schemas/document.ts';
import { paymentRequiredSchema, problemSchema, verdictSchema } from '../discovery/schemas.ts';
import type { ToolSchema } from './tool.ts';

const nouns: Readonly<Record<Kind['subject'], string>> = {
  address: 'The address on Solana to ask about',
  mint: 'The mint address of the token on Solana',
};

/** The size of a trade as an argument. */
export const sizeInput = {
  type: 'number',
  exclusiveMinimum: 0,
  maximum: SIZE_SOL_MAX,
  default: Number(SIZE_SOL_DEFAULT),
  description: `Size of the purchase in SOL: more than 0, at most ${SIZE_SOL_MAX}, with up to nine decimals. ${SIZE_SOL_DEFAULT} where it is absent.`,
  examples: [0.5, 2],
} as const;

export const idempotencyInput = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[ -~]+$',
  description:
    'Names this question when a prepaid key pays. Use the same value again when you repeat the same question because no answer came: then it is not charged twice. Another question needs another value.',
} as const;

type Definitions = Readonly<Record<string, unknown>>;

/**
 * The result of a paid tool: its answer, the terms of payment, or a problem. Clients validate structured content against the schema even
 * when the result is an error, so a schema of the answer alone would turn a 402 into a failure of the client. It is one document without
 * identifiers, because clients compile the schemas of all tools together.
 */
export function paidOutput(answers: Definitions, answer: string, baseUrl: string): ToolSchema {
  const terms = { PaymentRequired: paymentRequiredSchema(baseUrl), Problem: problemSchema(baseUrl) };
  const refusals = Object.entries(terms).flatMap(([name, schema]) =>
    Object.entries(without('description', definitionsOf(name, schema))),
  );
  const anyOf = [answer, ...Object.keys(terms)].map((name) => ({ $ref: `#/$defs/${name}` }));
  const named = { ...Object.fromEntries(refusals), ...answers };
  return { $schema: JSON_SCHEMA_DRAFT, type: 'object', anyOf, $defs: without('examples', reachable(anyOf, named)) };
}

/**
 * The answer of a kind under the given name, with its references. The types of its figures stand in the schema that the description names:
 * with them the list of tools would be five times as long, and models read it whole.
 */
export function verdictDefinitions(name: string, kind: Kind['name'], baseUrl: string): Definitions {
  const schema = verdictSchema(kind, baseUrl);
  const description = `The figures behind the verdict. Their types: ${verdictUrl(kind, baseUrl)}.`;
  const lean = { ...schema, properties: { ...schema.properties, metrics: { type: 'object', description } } };
  return definitionsOf(name, lean as SchemaDocument);
}

function definitionsOf(name: string, schema: SchemaDocument): Definitions {
  const { $defs, $id: _id, $schema: _draft, ...rest } = schema;
  return { ...$defs, [name]: rest };
}

/**
 * The definitions without some keywords: lists of known codes and descriptions of refusals are for readers of the published schemas, and
 * here they would be most of the text.
 */
function without(keyword: 'examples' | 'description', definitions: Definitions): Definitions {
  const keep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(keep);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([key, of]) => key !== keyword || isSchema(of));
    return Object.fromEntries(entries.map(([key, of]) => [key, keep(of)]));
  };
  return keep(definitions) as Definitions;
}

/** A property may go by the name of a keyword; then a schema stands there and no text or list. */
function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const POINTER = /"#\/\$defs\/(\w+)"/g;

/** The definitions that `root` points at, directly or by others. */
function reachable(root: unknown, named: Definitions): Definitions {
  const found = new Map<string, unknown>();
  const follow = (schema: unknown): void => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(POINTER)) {
      if (found.has(name)) continue;
      found.set(name, named[name]);
      follow(named[name]);
    }
  };
  follow(root);
  return Object.fromEntries(found);
}

/** The schema of an object of arguments without further members. */
export function objectInput(
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = [],
): ToolSchema {
  return { $schema: JSON_SCHEMA_DRAFT, type: 'object', properties, required, additionalProperties: false };
}

/** A base58 address as an argument. */
function subjectInput({ subject }: Kind, example: string): object {
  return { ...addressInput(nouns[subject]), examples: [example] };
}

/** The schema of a base58 address; `what` it is. */
export function addressInput(what: string): object {
  return {
    type: 'string',
    pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
    description: `${what}: base58 of exactly 32 bytes, with upper and lower case as it was given.`,
  };
}

/** The arguments of a kind's tool. */
export function inputSchema(kind: Kind, example: string): ToolSchema {
  return objectInput(
    {
      [kind.subject]: subjectInput(kind, example),
      ...(kind.sized && { size_sol: sizeInput }),
      idempotency_key: idempotencyInput,
    },
    [kind.subject],
  );
}
