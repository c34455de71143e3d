import { z } from 'zod';

/** What is read here of an OpenAPI document. */
export interface Published {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** A schema of the document's components as a parser, which refuses members that the schema does not name. */
export function strictSchema({ components }: Published, name: string): z.ZodType {
  const text = JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/');
  const $defs = JSON.parse(text, (_, value) =>
    isObjectSchema(value) ? { ...value, additionalProperties: false } : value,
  );
  return z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs });
}

function isObjectSchema(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'properties' in value && 'type' in value && value.type === 'object'
  );
}
