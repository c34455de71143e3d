import { z } from 'zod';
import { JSON_SCHEMA_DRAFT } from '#lib/json-schema.ts';
import type { JsonSchema, NamedSchemas } from '#schema/metrics.ts';
import { withWords } from './words.ts';

/** A JSON Schema (2020-12) that needs no other document: what it points at stands in `$defs`. */
export interface SchemaDocument extends JsonSchema {
  readonly $schema: string;
  readonly $id: string;
  readonly title: string;
  readonly description: string;
  readonly type: 'object';
  readonly properties: Record<string, JsonSchema>;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/** How a document names itself. `id` is the address that it is served at. */
export interface SchemaName {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** Why no document forbids members that it does not name. */
const OPEN = 'Members are added without a new schema_version, so a reader leaves aside those that it does not know.';

/**
 * The document of an object that other documents describe as well: the same source, under a name of its own. `named` are
 * schemas that it points at as components of OpenAPI.
 */
export function schemaDocument(
  source: z.ZodType,
  { id, title, description }: SchemaName,
  named: NamedSchemas = new Map(),
): SchemaDocument {
  // As input: of an output the library says that nothing else is allowed.
  const made = z.toJSONSchema(source, { io: 'input', override: ({ jsonSchema }) => plain(jsonSchema) });
  const { $ref, $defs = {} } = inside(made);
  const { [nameIn($ref)]: root = {}, ...parts } = $defs;
  const described = withWords(root, { ...parts, ...inside(Object.fromEntries(named)) });
  return {
    $schema: JSON_SCHEMA_DRAFT,
    $id: id,
    title,
    description: `${description} ${OPEN}`,
    type: 'object',
    properties: described.root.properties ?? {},
    required: described.root.required ?? [],
    $defs: described.parts,
  };
}

/** Takes out what OpenAPI knows and JSON Schema does not, and bounds that are only those of JavaScript. */
function plain(schema: z.core.JSONSchema.BaseSchema): void {
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

type Made = JsonSchema & { readonly $defs?: Readonly<Record<string, JsonSchema>> };

/** The same schemas with pointers into the document that they stand in. */
function inside(schemas: object): Made & Readonly<Record<string, JsonSchema>> {
  return JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/'));
}

function nameIn(pointer: string | undefined): string {
  const name = pointer?.split('/').at(-1);
  if (!name) throw new Error('a schema that is published needs an id');
  return name;
}
