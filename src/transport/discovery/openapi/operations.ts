import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { Kind } from 'assay-core/rules/check.ts';
import { z } from 'zod';
import type { Examples } from '#http/http-deps.ts';
import type { Page } from '#http/page.ts';
import { exampleSubject, pathTemplate } from '#http/questions/calls.ts';
import { queryParameters, subjectSchema } from '#http/questions/parameters.ts';
import { answerExamples } from '#pages/answer-examples.ts';
import { pricesUsdc } from '#payments/prices.ts';
import {
  answerSchema,
  everywhere,
  paymentRequired,
  type Responses,
  refusalResponse,
  unprocessableResponse,
} from './schemas.ts';

const text = { schema: { type: 'string' } } as const;

/** Refusals that do not depend on the payment methods. */
const checkRefusals: Responses = {
  ...everywhere,
  422: unprocessableResponse('A parameter or the Idempotency-Key is malformed. Comes before any payment.'),
  500: refusalResponse('A failure of the service. Nothing was charged.'),
  501: refusalResponse('The kind does not run yet. It is never charged.'),
};

const unpaid = { 'application/json': { schema: paymentRequired } };

/** Refusals where payment per call is offered. */
const payableRefusals: Responses = {
  402: {
    description:
      'No key and no payment, an unknown key, too little balance, or a payment that was not accepted. Nothing was charged.',
    headers: { 'PAYMENT-REQUIRED': { ...text, description: 'x402 v2: base64 of the JSON object PaymentRequired.' } },
    content: unpaid,
  },
  403: refusalResponse('Payments of this token account failed too often: prepaid credit only for a day.'),
  409: refusalResponse(
    'The payment or the Idempotency-Key belongs to another call, or a call of the same key is under way.',
  ),
  429: refusalResponse(
    'Too many checks or unsettled payments at once, or what ended free before once free answers cost too much.',
  ),
  503: refusalResponse(
    'The answer could not be stored, so nothing was charged or delivered; or the outcome of a payment is not known yet (payment_state in_flight): repeat with the same header.',
  ),
};

/** Refusals where a key is the only way to pay. */
const keyedRefusals: Responses = {
  402: { description: 'No key, an unknown key, or too little balance. Nothing was charged.', content: unpaid },
  409: refusalResponse('The Idempotency-Key belongs to another call, or a call of the same key is under way.'),
  429: refusalResponse('Too many checks at once, or what ended free before once free answers cost too much.'),
  503: refusalResponse('The answer could not be stored, so nothing was charged or delivered.'),
};

const receiptHeader = {
  'PAYMENT-RESPONSE': { ...text, description: 'x402 v2: base64 of the settlement response (v1: X-PAYMENT-RESPONSE).' },
};

const checkHeaders = {
  'X-Verdict': { ...text, description: 'The verdict.' },
  'X-Request-Id': { ...text, description: 'The id to quote.' },
  'RateLimit-Policy': { ...text, description: 'How many checks a caller may have under way at once.' },
  RateLimit: { ...text, description: 'How many more may be started now.' },
  'Idempotent-Replayed': { ...text, description: '`true` when the answer was stored by an earlier call and is free.' },
};

/** HTTP takes the spaces off both ends of a value, so a key begins and ends with another character. */
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/)
  .optional()
  .meta({ description: 'Names the request: repeated with the same value within 24 hours it is never charged twice.' });

/** Options of the paid operations. `payable`: payment per call is offered. */
interface CheckOptions {
  readonly examples?: Partial<Examples> | undefined;
  readonly deprecated?: boolean;
  readonly payable?: boolean;
}

/** The paid operation of a kind. The empty security requirement stands for payment per call, which needs no key. */
export function checkOperation(kind: Kind, options: CheckOptions = {}): RouteConfig {
  const { examples, deprecated = false, payable = true } = options;
  const price = pricesUsdc[kind.name];
  const shown = exampleSubject(kind.name, examples);
  const subject = subjectSchema.meta({ ...subjectSchema.meta(), example: shown });
  const query = Object.entries(queryParameters(kind)).map(([name, { schema }]) => [name, schema.optional()]);
  const state = kind.state === 'planned' ? ' Listed with its price and verdicts; answers 501 until it runs.' : '';
  return {
    method: 'get',
    path: pathTemplate(kind),
    operationId: `check${kind.name.charAt(0).toUpperCase()}${kind.name.slice(1)}`,
    summary: kind.summary,
    description: `Costs ${price} USDC. Free when a failure of the service decided the verdict.${state}`,
    tags: ['Checks'],
    ...(deprecated && { deprecated }),
    security: [...(payable ? [{}] : []), { ApiKey: [] }, { Bearer: [] }],
    request: {
      params: z.object({ [kind.subject]: subject }),
      headers: z.object({ 'Idempotency-Key': idempotencyKey }),
      ...(query.length > 0 && { query: z.object(Object.fromEntries(query)) }),
    },
    responses: {
      200: {
        description: 'A verdict with its evidence.',
        headers: { ...checkHeaders, ...(payable && receiptHeader) },
        content: { 'application/json': { schema: answerSchema(kind), examples: answerExamples(kind, shown) } },
      },
      ...checkRefusals,
      ...(payable ? payableRefusals : keyedRefusals),
    },
    // Crawlers of paid APIs read the nested price; they call the flat one legacy.
    ...(payable && {
      'x-payment-info': { price: { mode: 'fixed', currency: 'USD', amount: price }, protocols: [{ x402: {} }] },
    }),
    'x-state': kind.state,
  };
}

/** The operation of a free page. */
export function pageOperation(page: Page): RouteConfig {
  const parameters = page.parameters ?? [];
  const refusals = Object.entries(page.refusals ?? {}).map(([status, description]) => {
    return [status, status === '422' ? unprocessableResponse(description) : refusalResponse(description)] as const;
  });
  return {
    method: 'get',
    path: page.path,
    operationId: page.operationId,
    summary: page.summary,
    tags: [page.tag],
    security: [],
    ...(page.deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { request: parameterSchemas(parameters) }),
    responses: {
      200: {
        description: page.summary,
        content: Object.fromEntries(
          [page, page.alternative ?? []].flat().map(({ mediaType }) => [mediaType, { schema: bodySchema(mediaType) }]),
        ),
      },
      ...everywhere,
      ...Object.fromEntries(refusals),
    },
  };
}

function bodySchema(mediaType: string): { type: 'object' | 'string'; format?: 'binary' } {
  if (/json\b/.test(mediaType)) return { type: 'object' };
  return /^image\/(png|x-icon)$/.test(mediaType) ? { type: 'string', format: 'binary' } : { type: 'string' };
}

function parameterSchemas(parameters: NonNullable<Page['parameters']>): NonNullable<RouteConfig['request']> {
  const shape = (where: 'path' | 'query') => {
    const wanted = parameters.filter((parameter) => parameter.in === where);
    return wanted.map(({ name, values, description, example }) => {
      // An empty query parameter is the same as none.
      const listed = where === 'query' ? ['', ...values] : values;
      const schema = (values.length > 0 ? z.enum(listed) : z.string()).meta({ description, example });
      return [name, where === 'query' ? schema.optional().meta({ default: '' }) : schema] as const;
    });
  };
  const [path, query] = [shape('path'), shape('query')];
  return {
    ...(path.length > 0 && { params: z.object(Object.fromEntries(path)) }),
    ...(query.length > 0 && { query: z.object(Object.fromEntries(query)) }),
  };
}
