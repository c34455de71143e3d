import { catalogue } from 'assay-core/rules/catalogue.ts';
import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { z } from 'zod';
import { CACHED, type Page } from '#http/page.ts';
import { isKind } from '#http/questions/check-call.ts';
import { Fault } from '#lib/fault.ts';
import { JSON_SCHEMA_DRAFT, SCHEMA_VERSION } from '#lib/schema-version.ts';
import { verdictUrl } from '#pages/addresses.ts';
import type { JsonSchema } from '#schema/metrics.ts';
import { type SchemaDocument, schemaDocument } from './json-schemas/document.ts';
import { answerSchema, metricsComponents, problem } from './openapi/schemas.ts';

const requirement = z
  .object({
    scheme: z.string().meta({ description: 'How the payment is made.', examples: ['exact'] }),
    network: z.string().meta({ description: 'CAIP-2 id of the network.' }),
    amount: z
      .string()
      .regex(/^\d+$/)
      .meta({ description: 'In atomic units of the asset: 20000 is 0.02 USDC.', examples: ['20000'] }),
    asset: z.string().meta({ description: 'The mint that is paid in.' }),
    payTo: z.string().meta({ description: 'The wallet that is paid: the owner, not its token account.' }),
    maxTimeoutSeconds: z.number().min(0).meta({ description: 'How long the payment may take.' }),
    extra: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the scheme asks for besides: on Solana `feePayer`, who pays the network.' }),
  })
  .meta({ id: 'PaymentRequirements', description: 'One way to pay. A payment repeats it unchanged.' });

const resource = z
  .object({
    url: z.string().meta({ description: 'The call that is paid for, where the same answer is to be had over REST.' }),
    description: z.string().optional().meta({ description: 'What the call is about.' }),
    mimeType: z.string().optional().meta({ description: 'The media type of the answer.' }),
    serviceName: z.string().optional().meta({ description: 'Who sells it.' }),
    iconUrl: z.string().optional().meta({ description: 'The logo of who sells it.' }),
  })
  .meta({ id: 'PaidResource', description: 'What is paid for.' });

/** x402 version 2 `PaymentRequired`: the payload in a message; the header PAYMENT-REQUIRED is its base64. */
const paymentRequiredV2 = z
  .object({
    x402Version: z.literal(2).meta({ description: 'The version of the protocol.' }),
    error: z
      .string()
      .optional()
      .meta({ description: 'Why the call was not served: for a refused payment the reason.' }),
    resource,
    accepts: z.array(requirement).meta({ description: 'The ways to pay; one is enough.' }),
    extensions: z.record(z.string(), z.unknown()).optional().meta({
      description: 'Extensions by name. A client repeats their `info` unchanged in its payment, the nonce above all.',
    }),
  })
  .meta({ id: 'PaymentRequiredV2' });

/**
 * The complete answer of a kind as REST sends it and tools return it, billing included: the same source as the OpenAPI
 * document has. The verdict is a closed list; reason codes and flags are open ones.
 */
export function verdictSchema(name: Kind['name'], baseUrl: string): SchemaDocument {
  const kind = kinds[name];
  const document = schemaDocument(
    answerSchema(kind),
    {
      id: verdictUrl(name, baseUrl),
      title: `Answer of the ${name} check`,
      description: `${kind.summary} The attestation covers everything but itself and billing.`,
    },
    metricsComponents(kind),
  );
  const { reason_codes: reasonCodes, flags } = document.properties;
  return {
    ...document,
    properties: {
      ...document.properties,
      ...(reasonCodes && { reason_codes: openSet(reasonCodes, Object.keys(catalogue[name].codes), baseUrl) }),
      ...(flags && { flags: openSet(flags, Object.keys(catalogue[name].flags), baseUrl) }),
    },
  };
}

/** Today's codes as examples, never as a list that forbids future ones. */
function openSet(codes: JsonSchema, known: readonly string[], baseUrl: string): JsonSchema {
  const added = `An open set: codes are added, never renamed; ${baseUrl}/reason-codes explains each.`;
  return {
    ...codes,
    description: [codes.description, added].filter(Boolean).join(' '),
    items: { ...codes.items, ...(known.length > 0 && { examples: known }) },
  };
}

/** x402 version 2 `PaymentRequired`, as in the result of an unpaid tool call. */
export function paymentRequiredSchema(baseUrl: string): SchemaDocument {
  return schemaDocument(paymentRequiredV2, {
    id: `${baseUrl}/schemas/payment-required.json`,
    title: 'Payment required (x402 version 2)',
    description: 'What a call costs and how it may be paid, in a message or as the base64 of PAYMENT-REQUIRED.',
  });
}

/** Every refusal over HTTP but 402 and 422. */
export function problemSchema(baseUrl: string): SchemaDocument {
  return schemaDocument(problem, {
    id: `${baseUrl}/schemas/problem.json`,
    title: 'Problem (RFC 9457)',
    description: 'A refusal, with whether and how to try again and the exact next call.',
  });
}

const SCHEMA_JSON = 'application/schema+json';
const names = Object.keys(kinds);

/** The pages of the schemas, and the one that lists them. */
export function schemaPages(baseUrl: string): readonly Page[] {
  const shared = { tag: 'Documents', headers: CACHED } as const;
  const listed = index(baseUrl);
  const one = (path: string, operationId: string, schema: SchemaDocument): Page => {
    return { ...shared, path, operationId, summary: schema.title, mediaType: SCHEMA_JSON, read: () => schema };
  };
  // Made when first asked for: the four take some 25 ms, which a start need not wait for.
  const made = new Map<string, SchemaDocument>();
  const verdictOf = (name: Kind['name']): SchemaDocument => {
    const schema = made.get(name) ?? verdictSchema(name, baseUrl);
    made.set(name, schema);
    return schema;
  };
  return [
    {
      ...shared,
      path: '/schemas',
      operationId: 'schemas',
      summary: 'The JSON Schemas of answers and refusals',
      mediaType: 'application/json',
      read: () => listed,
    },
    {
      ...shared,
      path: '/schemas/verdict-{kind}.json',
      operationId: 'verdictSchema',
      summary: 'The JSON Schema (2020-12) of a complete answer of one kind',
      mediaType: SCHEMA_JSON,
      parameters: [{ name: 'kind', in: 'path', description: 'A kind of check.', values: names, example: 'token' }],
      refusals: { 404: 'There is no such kind.' },
      read: ({ kind = '' }) => {
        if (!isKind(kind)) throw new Fault('not_found', 'There is no such schema. GET /schemas lists all.');
        return verdictOf(kind);
      },
    },
    one('/schemas/payment-required.json', 'paymentRequiredSchema', paymentRequiredSchema(baseUrl)),
    one('/schemas/problem.json', 'problemSchema', problemSchema(baseUrl)),
  ];
}

function index(baseUrl: string): object {
  return {
    schema_version: SCHEMA_VERSION,
    policy: `${baseUrl}/schema-version`,
    dialect: JSON_SCHEMA_DRAFT,
    verdicts: Object.fromEntries(names.map((name) => [name, verdictUrl(name, baseUrl)])),
    payment_required: `${baseUrl}/schemas/payment-required.json`,
    problem: `${baseUrl}/schemas/problem.json`,
    openapi: `${baseUrl}/openapi.json`,
  };
}
