import type { IncomingMessage, ServerResponse } from 'node:http';
import { kinds } from 'assay-core/rules/index.ts';
import type { ErrorRequestHandler, Express, Request } from 'express';
import type { HttpDeps } from '#http/http-deps.ts';
import type { ConcurrencyLimit } from '#http/limits/concurrency-limit.ts';
import { readJson } from '#http/media.ts';
import { noteRefusal } from '#http/notes.ts';
import { requestIdOf } from '#http/preface.ts';
import { problemOf } from '#http/problems/problem.ts';
import { faultOf } from '#http/problems/refusal.ts';
import { sendJson, sendText } from '#http/reply.ts';
import { Fault, type FaultCode } from '#lib/fault.ts';
import type { AnsweringContext } from './answering.ts';
import { openRecentTasks } from './answering.ts';
import { openConversation } from './conversation.ts';
import { x402Extensions } from './extension.ts';
import { exampleQuestion } from './guide.ts';
import { type Protocol, protocol } from './replies.ts';

export const A2A_PATH = '/a2a';

/** The supported protocol versions, as in the version header. */
export const versions = { modern: '1.0', legacy: '0.3' } as const;

/** Codes of JSON-RPC 2.0 and, below -32000, of the protocol (A2A 1.0, section 5.4). */
const codes = {
  parse: -32700,
  request: -32600,
  params: -32602,
  internal: -32603,
  busy: -32000,
  media: -32005,
  version: -32009,
};

/** A JSON-RPC response; only `error` is read here. */
interface Envelope {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error?: { readonly code: number; readonly message: string };
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Mounts the agent-to-agent endpoint: JSON-RPC over POST, for clients of protocol 1.0 and 0.3. Errors are JSON-RPC errors; an
 * unreadable request also gets an HTTP error status.
 */
export function mountA2a(app: Express, deps: HttpDeps, concurrencyLimit: ConcurrencyLimit): void {
  const memory = { recent: openRecentTasks(), cancelled: openRecentTasks(), running: new Set<string>() };
  const route = app.route(A2A_PATH);
  route.post(...readJson, async (request, response) => {
    const { status, envelope } = await answer({ deps, concurrencyLimit, ...memory, request, response }, request);
    send(response, status, envelope);
  });
  route.all((_request, response) => refuseMethod(deps, response));
  // Express recognises an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, request, response, next) => {
    if (request.method !== 'POST' || response.headersSent) return next(error);
    const fault = faultOf(error);
    noteRefusal(response.req, fault.code);
    if (fault.code === 'internal_error') {
      deps.log.error({ request_id: requestIdOf(response), err: error }, 'request failed');
    }
    send(response, fault.status, errorOf(null, unreadable[fault.code] ?? codes.internal, fault.message));
  };
  app.use(A2A_PATH, onError);
}

/** Codes for requests that are no readable JSON-RPC. */
const unreadable: Partial<Record<FaultCode, number>> = {
  body_not_json: codes.parse,
  body_too_large: codes.request,
  bad_request: codes.request,
  unsupported_media_type: codes.media,
};

/** Refuses a request that was not read. JSON-RPC leaves the codes from -32000 on to servers. */
export function refuseMessage(response: ServerResponse, fault: Fault, baseUrl: string): void {
  const data = problemOf(fault, baseUrl, requestIdOf(response));
  const error = { code: codes.busy, message: fault.message, data };
  send(response, fault.status, { jsonrpc: '2.0', id: null, error });
}

/** Refuses another method, with an example request. */
function refuseMethod(deps: HttpDeps, response: ServerResponse): void {
  const { baseUrl } = deps.settings;
  const card = `${baseUrl}/.well-known/agent-card.json`;
  const words = `Send a JSON-RPC request by POST; ${card} says what can be asked.`;
  const problem = problemOf(new Fault('method_not_allowed', words), baseUrl, requestIdOf(response));
  const message = { messageId: 'message-1', role: 'ROLE_USER', parts: [{ data: exampleQuestion(kinds.token, deps) }] };
  const hint = {
    method: 'POST',
    url: baseUrl + A2A_PATH,
    headers: { 'Content-Type': 'application/json', 'A2A-Version': versions.modern },
    body: { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
  };
  const text = JSON.stringify({ ...problem, hint });
  const headers = { 'cache-control': 'no-store', allow: 'POST, OPTIONS' };
  sendText(response, problem.status, 'application/problem+json', text, headers);
}

function send(response: ServerResponse, status: number, envelope: object): void {
  sendJson(response, status, envelope, { 'cache-control': 'private, no-store' });
}

function errorOf(id: Envelope['id'], code: number, message: string): Envelope {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

async function answer(
  service: AnsweringContext,
  request: Request,
): Promise<{ readonly status: number; readonly envelope: object }> {
  const body: unknown = request.body;
  if (!isRequest(body)) return unanswerable('A single JSON-RPC 2.0 request is expected.');
  if (!Object.hasOwn(body, 'id')) return unanswerable(NO_ID);
  if (!isId(body.id)) return unanswerable(BAD_ID);
  const { id } = body;
  const version = versionOf(request, String(body.method));
  if (version === null) {
    const spoken = Object.values(versions).join(', ');
    return { status: 200, envelope: errorOf(id, codes.version, `A2A-Version must be one of: ${spoken}.`) };
  }
  if (service.deps.settings.enabled) activate(request, service.response, version);
  const loaded = await protocol();
  const conversation = openConversation(service, loaded);
  const said = await dispatch(loaded, conversation.handler, version, body);
  if (said.error?.code !== codes.internal) return { status: 200, envelope: said };
  // The package reports unreadable parameters as an internal error with the runtime's message.
  return conversation.broke()
    ? { status: 500, envelope: errorOf(id, codes.internal, 'Internal error. Nothing was charged.') }
    : { status: 200, envelope: errorOf(id, codes.params, 'The params do not have the shape of the method.') };
}

async function dispatch(
  { JsonRpcTransportHandler, LegacyJsonRpcTransportHandler, ServerCallContext }: Protocol,
  handler: ReturnType<typeof openConversation>['handler'],
  version: string,
  body: Body,
): Promise<Envelope> {
  const Transport = version === versions.legacy ? LegacyJsonRpcTransportHandler : JsonRpcTransportHandler;
  const context = new ServerCallContext({ requestedVersion: version });
  // Params are optional, but the package reads them before the method.
  const said = await new Transport(handler).handle({ ...body, params: body.params ?? {} }, context);
  if (Symbol.asyncIterator in said) throw new Fault('internal_error');
  return said as Envelope;
}

/** JSON-RPC 2.0 (section 4.1) allows no answer without an id, so a paid answer would be lost. */
const NO_ID =
  'A request needs an id, by which its answer is found: one without is a notification. Nothing was run and nothing was charged.';

const BAD_ID = `The id must be a string, null or an integer from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}. Nothing was run and nothing was charged.`;

function unanswerable(why: string): { readonly status: number; readonly envelope: Envelope } {
  return { status: 400, envelope: errorOf(null, codes.request, why) };
}

function isRequest(body: unknown): body is Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { jsonrpc, method } = body as Body;
  return jsonrpc === '2.0' && typeof method === 'string' && method !== '';
}

/** True for an id that an answer can repeat exactly; other numbers change when they are parsed. */
function isId(id: unknown): id is Envelope['id'] {
  return id === null || typeof id === 'string' || Number.isSafeInteger(id);
}

/**
 * The protocol version of a call, or null for an unsupported one. Without the header or its query parameter it is 0.3 by the
 * protocol's rule; but method names of 1.0 do not exist in 0.3, so those calls count as 1.0.
 */
function versionOf(request: IncomingMessage, method: string): string | null {
  const header = request.headers['a2a-version'];
  const asked = typeof header === 'string' && header !== '' ? header : inQuery(request);
  if (asked === null) return /^[A-Z]/.test(method) ? versions.modern : versions.legacy;
  const [, minor] = /^(\d+\.\d+)(?:\.\d+)?$/.exec(asked.trim()) ?? [];
  return Object.values(versions).find((version) => version === minor) ?? null;
}

function inQuery({ url }: IncomingMessage): string | null {
  return new URLSearchParams(url?.split('?')[1]).get('A2A-Version') || null;
}

/** Names the active extensions of the ones that the client requested. */
function activate(request: IncomingMessage, response: ServerResponse, version: string): void {
  const names = ['a2a-extensions', 'x-a2a-extensions'];
  const asked = names.flatMap((name) => String(request.headers[name] ?? '').split(','));
  const active = x402Extensions.filter((uri) => asked.some((one) => one.trim() === uri));
  if (active.length === 0) return;
  response.setHeader(version === versions.legacy ? 'X-A2A-Extensions' : 'A2A-Extensions', active.join(', '));
}
