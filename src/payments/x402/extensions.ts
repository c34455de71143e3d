import { JSON_SCHEMA_DRAFT, SCHEMA_VERSION } from '#lib/schema-version.ts';
import type { ResourceInput } from './offer.ts';

function objectSchema(example: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(example);
  const properties = Object.fromEntries(names.map((name) => [name, { type: jsonType(example[name]) }]));
  return { type: 'object', properties, required: names };
}

function jsonType(value: unknown): string {
  return typeof value === 'string' ? 'string' : 'object';
}

/**
 * The `bazaar` extension: how a catalogue may list and call the resource. `info` is an example call, `schema` the JSON
 * Schema that `info` satisfies, `routeTemplate` folds the calls of one route into one entry.
 */
export function bazaar(input: ResourceInput): object {
  const { method, routeTemplate, pathParams, queryParams, body, output: shown } = input;
  const parts = { ...(pathParams && { pathParams }), ...(queryParams && { queryParams }), ...(body && { body }) };
  const bodyType = body ? { bodyType: 'json' } : {};
  const properties = {
    type: { type: 'string', const: 'http' },
    method: { type: 'string', enum: [method] },
    ...(body && { bodyType: { type: 'string', enum: ['json'] } }),
    ...Object.fromEntries(Object.entries(parts).map(([name, example]) => [name, objectSchema(example)])),
  };
  const required = Object.keys(properties);
  // Catalogues assume a call without a body and without a query schema to be uncallable.
  const query = body || queryParams ? {} : { queryParams: { type: 'object' } };
  const inputSchema = {
    type: 'object',
    properties: { ...properties, ...query },
    required,
    additionalProperties: false,
  };
  const output = { type: 'object', properties: { type: { type: 'string' }, example: { type: 'object' } } };
  return {
    info: {
      input: { type: 'http', method, ...bodyType, ...parts },
      output: { type: 'json', example: { schema_version: SCHEMA_VERSION, ...shown } },
    },
    schema: {
      $schema: JSON_SCHEMA_DRAFT,
      type: 'object',
      properties: { input: inputSchema, output },
      required: ['input'],
    },
    routeTemplate,
  };
}

/** The `payment-identifier` extension: a client may name its payment, so that a repeat is not a second purchase. */
export const paymentIdentifier: object = {
  info: { required: false },
  schema: {
    $schema: JSON_SCHEMA_DRAFT,
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
};

/** The name of our own extension: a nonce that clients echo and that never reaches the chain. */
export const NONCE_EXTENSION = 'assay-nonce';

/** The form of the nonce extension's `info`. It is small, because clients send it back with every payment. */
export const nonceSchema: object = { properties: { nonce: { type: 'string' } } };

/** The nonce extension of one 402. A client that can echo the nonce saw that 402 or the payment's whole header. */
export function nonceExtension(nonce: string): object {
  return { schema: nonceSchema, info: { nonce } };
}
