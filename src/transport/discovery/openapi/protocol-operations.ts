import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { kinds } from 'assay-core/rules/index.ts';
import { z } from 'zod';
import type { HttpDeps } from '#http/http-deps.ts';
import { exampleSubject, toolCall, toolName } from '#http/questions/calls.ts';
import { a2aPayment, mcpPayment, offeredBy } from '#pages/words.ts';
import { everywhere, problem, type Responses, refusalResponse } from './schemas.ts';

type ProtocolDeps = Pick<HttpDeps, 'mcpBaseUrl' | 'examples' | 'settings' | 'freeCallsPerDay'>;

/** An object that another protocol describes. */
const anything = z.record(z.string(), z.unknown());

const HASH = '[0-9A-Fa-f]{64}';

/** The name of a document as Apollo clients send it, with a version that the endpoint does not read. */
const persistedQuery = z.looseObject({ sha256Hash: z.string().regex(new RegExp(`^${HASH}$`)) });

const documentId = z.string().regex(new RegExp(`^(sha256:)?${HASH}$`));

const body = z.strictObject({
  query: z.string().nullish(),
  documentId: documentId.optional(),
  variables: anything.nullish(),
  operationName: z.string().nullish(),
  extensions: z.looseObject({ persistedQuery: persistedQuery.optional() }).nullish(),
});

/**
 * A request of GraphQL over HTTP: a document by its text, by its hash in one of two forms, or by both, which registers it. Each variant
 * requires another member, so one of them is always present. The endpoint refuses any other member, and ignores `persistedQuery` beside
 * `documentId`.
 */
const graphqlBody = z.union([
  body.extend({ query: z.string() }),
  body.extend({ documentId, extensions: anything.nullish() }),
  body.extend({ extensions: z.looseObject({ persistedQuery }) }),
]);

const version = z.literal('2.0');

/** An id that every reader of JSON repeats exactly. */
const wholeId = z.int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const id = z.union([z.string(), wholeId]);

/** A message of JSON-RPC as MCP takes it: a request, a notification, which has no id, or a client's answer. */
const mcpMessage = z.union([
  z.strictObject({ jsonrpc: version, id: id.optional(), method: z.string(), params: anything.optional() }),
  z.strictObject({ jsonrpc: version, id, result: anything }),
  z.strictObject({
    jsonrpc: version,
    id: id.optional(),
    error: z.object({ code: wholeId, message: z.string(), data: z.unknown().optional() }),
  }),
]);

/** One message, or a batch as revision 2025-03-26 has it. */
const mcpBody = z.union([mcpMessage, z.array(mcpMessage).min(1)]);

/** A request of JSON-RPC as A2A takes it. It needs an id, by which its answer is found. */
const a2aBody = z.object({
  jsonrpc: version,
  id: z.union([z.string(), wholeId, z.null()]),
  method: z.string().min(1),
  params: z.unknown().optional(),
});

/** A key is optional, so it is a parameter: crawlers take a security requirement for a price. */
const keyHeader = z.object({
  'X-API-Key': z.string().optional().meta({ description: 'The key of a prepaid balance or a pass.' }),
});

/** A request with a JSON body, and perhaps a key. */
function requestOf(schema: z.ZodType, example: unknown): NonNullable<RouteConfig['request']> {
  return { headers: keyHeader, body: { required: true, content: { 'application/json': { schema, example } } } };
}

/** A JSON response that another protocol describes. */
function json(description: string, mediaType = 'application/json'): Responses[string] {
  return { description, content: { [mediaType]: { schema: anything } } };
}

const bodyRefusals: Responses = {
  ...everywhere,
  413: refusalResponse('The body is too large.'),
  415: refusalResponse('The body is not application/json.'),
};

/** The operations of GraphQL, MCP and A2A, which have descriptions of their own. */
export function protocolOperations(deps: ProtocolDeps): readonly RouteConfig[] {
  return [graphqlOperation(deps), aboutMcp, mcpOperation(deps), a2aOperation(deps)];
}

function graphqlOperation({ settings }: ProtocolDeps): RouteConfig {
  const unpaid = settings.enabled ? 'a key or a payment' : 'a key';
  return {
    method: 'post',
    path: '/graphql',
    operationId: 'graphql',
    summary: 'Run a GraphQL operation (GraphQL over HTTP)',
    description:
      'Charges depend on what the operation selects. Introspection, prices and catalogues are free. A hash names a document that came with it once: query with documentId or extensions.persistedQuery.',
    tags: ['GraphQL'],
    security: [],
    request: requestOf(graphqlBody, { query: '{ prices { kind priceUsdc } }' }),
    responses: {
      ...bodyRefusals,
      200: json('The result of the operation.'),
      400: {
        description: 'The body is not JSON, or not a GraphQL request.',
        content: { 'application/problem+json': { schema: problem }, 'application/json': { schema: anything } },
      },
      402: json(`The operation is paid and came without ${unpaid} that covers it.`),
    },
  };
}

const aboutMcp: RouteConfig = {
  method: 'get',
  path: '/mcp',
  operationId: 'aboutMcp',
  summary: 'What the MCP endpoint is: tools, prices, protocol versions and a call to copy',
  description: 'Who asks for text/event-stream gets 405, because there is no stream to open.',
  tags: ['MCP'],
  security: [],
  responses: {
    ...everywhere,
    200: json('The endpoint in words.'),
    405: { description: 'A stream was asked for.', content: { 'application/json': { schema: anything } } },
  },
};

function mcpOperation(deps: ProtocolDeps): RouteConfig {
  return {
    method: 'post',
    path: '/mcp',
    operationId: 'mcp',
    summary: 'Send a message of the Model Context Protocol (streamable HTTP, no sessions)',
    description: `Tools ${Object.values(kinds).map(toolName).join(', ')} and more. ${mcpPayment(offeredBy(deps))} In one batch only tools/call and ping may stand more than once.`,
    tags: ['MCP'],
    security: [],
    request: requestOf(mcpBody, toolCall(kinds.token, deps).body),
    responses: {
      200: json('The response to the request.'),
      202: { description: 'The message was a notification.' },
      400: json('The body is no message, or its headers contradict it.'),
      403: json('The Host or Origin is not one of this service.'),
      404: json('The method is unknown.'),
      406: json('The Accept header allows no JSON.'),
      413: json('The body is too large.'),
      415: json('The body is not application/json.'),
    },
  };
}

function a2aOperation({ examples, settings }: ProtocolDeps): RouteConfig {
  const question = { kind: 'token', mint: exampleSubject('token', examples) };
  const message = { messageId: 'message-1', role: 'ROLE_USER', parts: [{ data: question }] };
  return {
    method: 'post',
    path: '/a2a',
    operationId: 'a2a',
    summary: 'Send a message of the Agent2Agent protocol (JSON-RPC, versions 1.0 and 0.3)',
    description: `One check a message. ${a2aPayment(settings)} The agent card says more.`,
    tags: ['A2A'],
    security: [],
    request: requestOf(a2aBody, { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
    responses: {
      200: json('The response to the request; errors of JSON-RPC included.'),
      400: json('The body is not JSON, or no request of JSON-RPC.'),
      413: json('The body is too large.'),
      415: json('The body is not application/json.'),
    },
  };
}
