import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { gapFacts } from 'assay-core/lib/reading.ts';
import { type Kind, severities } from 'assay-core/rules/check.ts';
import { z } from 'zod';
import { refusedPaymentStates, retryActions } from '#lib/fault-catalogue.ts';
import { SCHEMA_VERSION } from '#lib/schema-version.ts';
import { type JsonSchema, metricsSchema, type NamedSchemas } from '#schema/metrics.ts';
import { usdcShape } from '../../rest/credits/answers.ts';

const code = z.string().regex(/^[A-Z][A-Z0-9_]*$/);
const reason = z
  .object({
    code,
    severity: z.enum(severities),
    message: z.string(),
    evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: 'Reason', description: 'A reason code with the words and the chain evidence for this subject.' });

const gap = z
  .object({
    reading: z.string(),
    cause: z.enum(Object.keys(gapFacts)),
    retryable: z.boolean(),
    about: z.string().optional(),
  })
  .meta({ id: 'Gap', description: 'A fact that could not be read, and why.' });

const asOf = z
  .object({
    slot: z.int(),
    commitment: z.enum(['confirmed', 'finalized']),
    time: z
      .union([z.string(), z.null()])
      .meta({ description: 'RFC 3339 in UTC; null when the block has no time.', example: '2026-11-20T12:00:00Z' }),
  })
  .meta({ id: 'AsOf', description: 'The moment on chain that the answer is pinned to.' });

const billing = z
  .object({
    route: z.enum(['credit', 'pass', 'x402', 'free', 'none']),
    charged_usdc: usdcShape,
    balance_usdc: usdcShape.optional(),
    pass: z
      .object({ tier: z.string(), calls_left: z.int(), expires_at: z.string() })
      .optional()
      .meta({ description: 'The pass of route pass.' }),
    free_remaining: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'How many free calls are left today; on route free only.' }),
    transaction: z.string().optional().meta({ description: 'The settled transaction of route x402.' }),
    replayed: z.literal(true).optional().meta({ description: 'The answer was stored by an earlier call.' }),
  })
  .meta({ id: 'Billing', description: 'What the call cost and how it was paid. Not charged is route none and 0.00.' });

/** The metrics of a free answer. */
const noMetrics: JsonSchema = { type: 'object', maxProperties: 0 };

/** The schemas of a kind's metrics by name, with all schemas they use; none for a kind that does not run yet. */
export function metricsComponents({ name }: Kind): NamedSchemas {
  const named: NamedSchemas = new Map();
  metricsSchema(name, named);
  return named;
}

function metricsOf({ name }: Kind): z.ZodType {
  const description = 'The figures behind the verdict; they differ by kind, and there are none in a free answer.';
  const metrics = metricsSchema(name, new Map());
  const figures = z.record(z.string(), z.unknown());
  // The document replaces this schema, which must be a union: a value of any type would count as optional.
  return metrics
    ? figures.or(figures).meta({ description, anyOf: [metrics, noMetrics] })
    : figures.meta({ description });
}

/** The answer of one kind, as the specification and the signature fix it. */
export function answerSchema(kind: Kind): z.ZodType {
  const title = kind.name.charAt(0).toUpperCase() + kind.name.slice(1);
  const verdicts = Object.entries(kind.verdicts).map(([name, meaning]) => `${name}: ${meaning}`);
  return z
    .object({
      schema_version: z.literal(SCHEMA_VERSION),
      kind: z.literal(kind.name),
      subject: z.string(),
      network: z.string().meta({ description: 'CAIP-2 id of the network.' }),
      sandbox: z.literal(true).optional().meta({
        description: 'The chain is the embedded sample world, and the answer says nothing about the real one.',
      }),
      verdict: z.enum(Object.keys(kind.verdicts)).meta({ description: verdicts.join(' ') }),
      reason_codes: z.array(code).meta({ description: 'Never empty; worst first, then by name.' }),
      confidence: z.number().min(0).max(1).meta({
        description: 'Two decimals: how well what the verdict rests on was read and proven. It is no probability.',
      }),
      flags: z.array(code),
      reasons: z.array(reason),
      metrics: metricsOf(kind),
      as_of: z.union([asOf, z.null()]),
      gaps: z.array(gap),
      attestation: z.string().optional().meta({
        description:
          'Detached EdDSA JWS over the RFC 8785 form of this object without attestation and billing. Absent from a free answer.',
      }),
      billing,
    })
    .meta({ id: `${title}Answer`, description: kind.summary });
}

/** The 422 body, exactly as in the specification. */
export const validationError = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.string(),
        input: z.unknown().optional(),
        ctx: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  })
  .meta({ id: 'ValidationError', description: 'Each place of the request that failed validation.' });

const hint = z
  .object({
    method: z.enum(['GET', 'POST']).meta({ description: 'The method.' }),
    url: z.string().meta({ description: 'The whole URL.' }),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Headers by name; <PLACEHOLDERS> stand for what only the caller has.' }),
    body: z.unknown().optional().meta({ description: 'The JSON body, with placeholders alike; null for none.' }),
  })
  .meta({ id: 'Hint', description: 'The exact next call.' });

/** A glossary as one text: the meaning of each value. */
function meanings(glossary: Readonly<Record<string, string>>): string {
  return Object.entries(glossary)
    .map(([value, meaning]) => `${value}: ${meaning}`)
    .join(' ');
}

const problemMembers = {
  type: z.string().meta({ description: 'Where the code is explained.' }),
  title: z.string().meta({ description: 'The code in words.' }),
  status: z.int().meta({ description: 'The HTTP status.' }),
  detail: z.string().meta({ description: 'What was the matter with this call.' }),
  code: z.string().meta({ description: 'Stable, to branch on: codes are added, never renamed.' }),
  request_id: z.string().meta({ description: 'The id to quote.' }),
  retryable: z.boolean().meta({ description: 'Whether the call may succeed later.' }),
  retry_action: z
    .string()
    .optional()
    .meta({ description: `How to go on. ${meanings(retryActions)}` }),
  retry_after_seconds: z.int().optional().meta({ description: 'How long to wait first, as Retry-After says.' }),
  payment_state: z
    .enum(Object.keys(refusedPaymentStates))
    .optional()
    .meta({ description: `What is known of the payment that came with the call. ${meanings(refusedPaymentStates)}` }),
};

/** Every refusal but 402 and 422 (RFC 9457). */
export const problem = z
  .object({
    ...problemMembers,
    mismatch: z
      .enum(['recipient', 'token', 'amount', 'payer', 'success', 'ticket'])
      .optional()
      .meta({ description: 'What differs of a transfer that does not match its ticket.' }),
    hint: hint.optional(),
  })
  .meta({ id: 'Problem', description: 'A refusal by RFC 9457.' });

/** The 402 body: an x402 v1 object and a problem in one. */
export const paymentRequired = z
  .object({
    x402Version: z.literal(1),
    error: z.string(),
    accepts: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'Payment requirements of x402 v1; empty where payment per call is off.' }),
    ...problemMembers,
    price_usdc: usdcShape,
    balance_usdc: usdcShape.optional(),
    hint,
    sandbox: z.literal(true).optional(),
  })
  .meta({ id: 'PaymentRequired', description: 'What the call costs and how to pay for it.' });

/** Responses that every path may give. */
export const everywhere: Responses = {
  400: refusalResponse('The request could not be understood, as with broken percent-encoding.'),
};

/** Responses by status. */
export type Responses = RouteConfig['responses'];

/** A refusal as a problem document. */
export function refusalResponse(description: string): Responses[string] {
  return { description, content: { 'application/problem+json': { schema: problem } } };
}

/** A refusal in the shape that the specification gives to 422. */
export function unprocessableResponse(description: string): Responses[string] {
  return { description, content: { 'application/json': { schema: validationError } } };
}
