import { isInterfaceType, isObjectType } from 'graphql';
import { z } from 'zod';
import { JSON_SCHEMA_DRAFT } from '#lib/schema-version.ts';
import type { JsonSchema, NamedSchemas } from '#schema/metrics.ts';
import { schema } from '#schema/schema.ts';

/** The GraphQL type of the members that answers of all kinds have in common. */
const ROOT = 'Check';

/** A JSON Schema (2020-12) that needs no other document: `$defs` has what it references. */
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
  // As input: for an output the library forbids further members.
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

/** Removes the parts of OpenAPI that JSON Schema lacks, and bounds that only JavaScript has. */
function plain(schema: z.core.JSONSchema.BaseSchema): void {
  if ('example' in schema) {
    schema.examples = [schema.example];
    delete schema.example;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

type Made = JsonSchema & { readonly $defs?: Readonly<Record<string, JsonSchema>> };

/** The same schemas with references into their own document. */
function inside(schemas: object): Made & Readonly<Record<string, JsonSchema>> {
  return JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/'));
}

function nameIn(pointer: string | undefined): string {
  const name = pointer?.split('/').at(-1);
  if (!name) throw new Error('a schema that is published needs an id');
  return name;
}

/**
 * The same schemas, with GraphQL's descriptions for members without one: `root` has the descriptions of a check, and each part those of
 * the type of its name. GraphQL's names become REST's names.
 */
function withWords(
  root: JsonSchema,
  parts: Readonly<Record<string, JsonSchema>>,
): { readonly root: JsonSchema; readonly parts: Readonly<Record<string, JsonSchema>> } {
  const described = Object.entries(parts).map(([name, part]) => [name, worded(part, name)] as const);
  return { root: worded(root, ROOT), parts: Object.fromEntries(described) };
}

function worded(form: JsonSchema, typeName: string): JsonSchema {
  if (!form.properties) return form;
  const words = wordsOf(typeName);
  const members = Object.entries(form.properties).map(([name, member]) => {
    const description = member.description ?? words.get(name);
    return [name, description === undefined ? member : { ...member, description }] as const;
  });
  return { ...form, properties: Object.fromEntries(members) };
}

function wordsOf(typeName: string): ReadonlyMap<string, string> {
  const type = schema.getType(typeName);
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  return new Map(
    fields.flatMap(({ name, description }) => (description ? [[inRest(name), description] as const] : [])),
  );
}

function inRest(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
