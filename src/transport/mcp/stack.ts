import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type * as node from '@modelcontextprotocol/node';
import type * as server from '@modelcontextprotocol/server';
import type { McpHandlerRequestOptions, McpHttpHandler, Server } from '@modelcontextprotocol/server';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { accepts } from '#http/accept.ts';
import { isDeeper, readJson } from '#http/media.ts';
import { noteRefusal } from '#http/notes.ts';
import { faultOf } from '#http/problems/refusal.ts';
import { sendJson } from '#http/reply.ts';
import { Fault, type FaultCode } from '#lib/fault.ts';
import { currentVisit, duringVisit, type Visit } from './tool.ts';

/** Messages of one JSON array, which revisions before 2025-06-18 may send. */
const MESSAGES_MAX = 10;

/** Maximum nesting of a message, above that of any payment or list of checks, because the library recurses. */
const DEPTH_MAX = 64;

/** Methods that may repeat in one array; lists and reads are long, and always the same. */
const REPEATABLE = new Set(['tools/call', 'ping']);

/** The library never answers a request that another message of its array cancelled, and would wait for ever. */
const CANCELLED = 'notifications/cancelled';

/** The codes of JSON-RPC 2.0 (section 5.1), and what the protocol's library says of an Accept header without JSON. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  notAcceptable: -32_000,
} as const;

/** The options of the HTTP side. */
export interface StackOptions {
  /** Makes the server that answers one request. */
  readonly build: (visit: Visit) => Server;
  /** Reads who asks. Throws faults. */
  readonly visit: (...parameters: Parameters<RequestHandler>) => Visit;
  /** Host names, without ports, for the Host and Origin headers. */
  readonly hostnames: readonly string[];
  /** Called with an error that is not the caller's mistake. */
  readonly report: (error: unknown, requestId: string) => void;
}

/** Longer than any check and any settlement. */
const ANSWER_MS_MAX = 90_000;

const JSON_ALONE = ['application/json'];

const WANTED = 'application/json, text/event-stream';

/**
 * Streamable HTTP without sessions, for both eras of the protocol, as handlers of one POST route: the caller's permission, the
 * body, then the message. Every refusal is JSON-RPC. Replicas are interchangeable, because nothing outlives a request.
 */
export function mcpStack(sdk: Sdk, options: StackOptions): readonly (RequestHandler | ErrorRequestHandler)[] {
  const { hostnames, visit, report } = options;
  const { hostHeaderValidation, originValidation, toNodeHandler } = sdk.node;
  const answer = toNodeHandler(bothEras(sdk, options), { onerror: (error) => report(error, '') });
  const [checkHost, checkOrigin] = [hostHeaderValidation([...hostnames]), originValidation([...hostnames])];
  const guard: RequestHandler = (request, response, next) => {
    response.setHeader('cache-control', 'no-store');
    if (checkHost(request, response) && checkOrigin(request, response)) next();
  };
  const serve: RequestHandler = async (request, response, next) => {
    request.body = admittedMessages(request.headers['content-length'] === '0' ? undefined : request.body);
    admitJson(request);
    await duringVisit(visit(request, response, next), () => answer(request, response, request.body));
  };
  // Express recognises an error handler by its four parameters.
  const refuseInJson: ErrorRequestHandler = (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const fault = faultOf(error);
    noteRefusal(response.req, fault.code);
    if (fault.code === 'internal_error') report(error, String(response.getHeader('x-request-id')));
    refuseRpc(response, fault);
  };
  return [guard, ...readJson, serve, refuseInJson];
}

/** Codes that the status does not determine. */
const numbers: Partial<Record<FaultCode, number>> = {
  body_not_json: rpcCodes.parseError,
  not_acceptable: rpcCodes.notAcceptable,
};

/** Refuses a request whose messages were not read. */
export function refuseRpc(response: ServerResponse, { code, status, message }: Fault): void {
  const number = numbers[code] ?? (status < 500 ? rpcCodes.invalidRequest : rpcCodes.internalError);
  const error = { code: number, message, data: { code } };
  sendJson(response, status, { jsonrpc: '2.0', error, id: null }, { 'cache-control': 'no-store' });
}

/**
 * Every caller that accepts JSON gets JSON, and others are refused first. The library differs by era: one refuses callers that do
 * not name both media types, such as curl; the other sends JSON regardless of the header.
 */
function admitJson({ headers }: IncomingMessage): void {
  if (!accepts(headers.accept, JSON_ALONE)) throw new Fault('not_acceptable');
  headers.accept = WANTED;
}

/** The library's own rule recognises requests of 2025-11-25 and before, and its own transport answers them. */
function bothEras(sdk: Sdk, { build, report }: StackOptions): Pick<McpHttpHandler, 'fetch'> {
  const { createMcpHandler, isLegacyRequest } = sdk.server;
  const modern = createMcpHandler(() => build(currentVisit()), {
    legacy: 'reject',
    // Nothing changes while a client listens.
    maxSubscriptions: 0,
    onerror: () => undefined,
  });
  const fetch = async (request: Request, handed: McpHandlerRequestOptions = {}): Promise<Response> => {
    if (!(await isLegacyRequest(request))) return notOffered(handed.parsedBody, await modern.fetch(request, handed));
    return await answerLegacy(sdk, build(currentVisit()), request, handed).catch((error: unknown) => {
      report(error, currentVisit().caller.requestId);
      throw error;
    });
  };
  return { fetch };
}

/**
 * The library cannot run without subscriptions: with none allowed it reports too many. The service announces none, so this answers
 * like any unknown method.
 */
function notOffered(body: unknown, response: Response): Response {
  const { method, id = null } = (body ?? {}) as { readonly method?: unknown; readonly id?: unknown };
  if (method !== 'subscriptions/listen' || response.status !== 200) return response;
  const error = { code: rpcCodes.methodNotFound, message: 'Method not found' };
  return Response.json({ jsonrpc: '2.0', error, id }, { status: 404 });
}

async function answerLegacy(
  { server: sdk }: Sdk,
  server: Server,
  request: Request,
  { parsedBody }: McpHandlerRequestOptions,
) {
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const timer = new AbortController();
  try {
    const late = wait(ANSWER_MS_MAX, undefined, { signal: timer.signal, ref: false }).then(() => {
      throw new Fault('not_ready', 'There was no answer in time.');
    });
    late.catch(() => undefined);
    return await Promise.race([transport.handleRequest(request, { parsedBody }), late]);
  } finally {
    timer.abort();
    await server.close();
  }
}

/** The parsed body for the library. Throws `body_not_json` and `bad_request`. */
function admittedMessages(body: unknown): unknown {
  if (body === undefined) throw new Fault('body_not_json');
  if (isDeeper(body, DEPTH_MAX)) throw new Fault('bad_request', `Nested more than ${DEPTH_MAX} levels deep.`);
  return Array.isArray(body) ? admittedArray(body) : body;
}

function admittedArray(messages: readonly unknown[]): readonly unknown[] {
  if (messages.length > MESSAGES_MAX)
    throw new Fault('bad_request', `More than ${MESSAGES_MAX} messages in one request.`);
  const waits = messages.some((message) => memberOf(message, 'id') !== undefined);
  const kept = waits ? messages.filter((message) => memberOf(message, 'method') !== CANCELLED) : messages;
  const ids = kept.map((message) => memberOf(message, 'id')).filter((id) => id !== undefined);
  if (new Set(ids).size < ids.length) {
    throw new Fault('bad_request', 'Two requests of one array have the same id, so that only one could be answered.');
  }
  const others = kept.map((message) => memberOf(message, 'method')).filter((method) => isOnce(method));
  if (new Set(others).size < others.length) {
    throw new Fault('bad_request', `In one array only ${[...REPEATABLE].join(' and ')} may stand more than once.`);
  }
  return kept;
}

function isOnce(method: unknown): boolean {
  return typeof method === 'string' && !REPEATABLE.has(method) && !method.startsWith('notifications/');
}

function memberOf(message: unknown, name: 'id' | 'method'): unknown {
  return typeof message === 'object' && message !== null ? (message as Record<string, unknown>)[name] : undefined;
}

/** The protocol's library. */
export interface Sdk {
  readonly server: typeof server;
  readonly node: typeof node;
}

/** Loads the MCP package at the first request: it takes a quarter of a second, which no start should wait for. */
export async function loadSdk(): Promise<Sdk> {
  const [first, second] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
  ]);
  return { server: first, node: second };
}
