import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { kinds } from 'assay-core/rules/index.ts';
import { z } from 'zod';
import { paymentRequiredSchema, problemSchema, verdictSchema } from '#transport/discovery/schemas.ts';

/** The members of an OpenAPI document that are read here. */
export interface Published {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** A schema of the document's components as a parser, which refuses members that the schema does not name. */
export function strictSchema({ components }: Published, name: string): z.ZodType {
  const text = JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: closed(JSON.parse(text)) });
}

/** The same schemas, each of which refuses unnamed members, so that undescribed members are found. */
function closed<T extends object>(schemas: T): T {
  return JSON.parse(JSON.stringify(schemas), (_, value) =>
    isObjectSchema(value) ? { ...value, additionalProperties: false } : value,
  );
}

function isObjectSchema(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'properties' in value && 'type' in value && value.type === 'object'
  );
}

const BASE = 'https://published.example';
const documents: Readonly<Record<string, () => object>> = {
  ...Object.fromEntries(Object.values(kinds).map(({ name }) => [name, () => verdictSchema(name, BASE)])),
  'payment-required': () => paymentRequiredSchema(BASE),
  problem: () => problemSchema(BASE),
};
const validators = new Map<string, ValidateFunction>();

/** A validator of one of the documents below `/schemas`, closed, by the strictest reading of JSON Schema. */
function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name);
  if (known) return known;
  const document = documents[name];
  if (!document) throw new Error(`there is no schema ${name}`);
  const made = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(closed(document()));
  validators.set(name, made);
  return made;
}

/** The differences between a body and the document of this name below `/schemas`: none for a body that it describes. */
export function differences(name: string, body: unknown): readonly string[] {
  const validate = validatorOf(name);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}

/** The members of a reply over HTTP that are read here. */
interface Replied {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Hands a reply on that is what its published schema says: an answer of a check, a problem, the terms in a header. Throws for
 * one that differs in any member. Replies that no schema is about pass.
 */
export function asPublished<T extends Replied>(reply: T): T {
  const terms = reply.headers.get('payment-required');
  const found = [
    ...(isAnswer(reply) ? differences(reply.body.kind, reply.body) : []),
    ...(reply.headers.get('content-type') === 'application/problem+json' ? differences('problem', reply.body) : []),
    ...(terms === null ? [] : differences('payment-required', JSON.parse(Buffer.from(terms, 'base64').toString()))),
  ];
  if (found.length > 0) throw new Error(`not as published: ${found.join('; ')}\n${JSON.stringify(reply.body)}`);
  return reply;
}

function isAnswer(reply: Replied): reply is Replied & { readonly body: { readonly kind: string } } {
  const { body } = reply;
  return reply.status === 200 && typeof body === 'object' && body !== null && 'verdict' in body && 'kind' in body;
}
