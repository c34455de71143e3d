import { isInterfaceType, isObjectType } from 'graphql';
import type { JsonSchema } from '#schema/metrics.ts';
import { schema } from '#schema/schema.ts';

/** The GraphQL type that describes what a whole answer has in common with those of other kinds. */
const ROOT = 'Check';

/**
 * The same schemas, in which a member without a description has the words that GraphQL says of it: `root` those of a check,
 * and each part those of the type of its name. GraphQL's names become those of REST.
 */
export function withWords(
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
