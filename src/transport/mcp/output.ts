import type { Kind } from '#checks/check.ts';
import { JSON_SCHEMA_DRAFT } from '#lib/json-schema.ts';
import type { SchemaDocument } from '../discovery/json-schemas/document.ts';
import { paymentRequiredSchema, problemSchema, verdictSchema, verdictUrl } from '../discovery/schemas.ts';

/** A JSON Schema as clients get it. */
export type ToolSchema = { readonly type: 'object'; readonly [member: string]: unknown };

type Definitions = Readonly<Record<string, unknown>>;

/**
 * What a paid tool returns: its answer, the terms of payment, or a problem. Clients validate structured content against the
 * schema even when the result is an error, so that a schema of the answer alone would hide a 402 behind a failure of theirs.
 * All in one document without identifiers, because clients compile the schemas of all tools together.
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
 * The answer of a kind under the name that is given, with what it points at. The types of its figures stand in the schema
 * that the description names: with them the list of tools would be five times as long, and models read it whole.
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
 * The definitions without a keyword of theirs: lists of known codes and descriptions of refusals are for readers of the
 * published schemas, and here they would be most of the text.
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
