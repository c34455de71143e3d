import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestSpan, tracing } from 'assay-core/lib/tracing.ts';
import { hasCredential } from '#http/caller.ts';
import { clientAddress } from '#http/client-address.ts';
import { headersOfEveryAnswer } from '#http/every-answer.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { openConcurrencyLimit } from '#http/limits/concurrency-limit.ts';
import { chargeTo, measureTurn } from '#http/limits/processor-time.ts';
import type { HttpHandler } from '#http/listen.ts';
import { beginNotes, type Notes, noteRefusal, notesOf, routeOf } from '#http/notes.ts';
import { answerOptions, keyOf, PROBES, preface, prefaceSocket } from '#http/preface.ts';
import { faultOf, sendRefusal } from '#http/problems/refusal.ts';
import { pathTemplate } from '#http/questions/calls.ts';
import { type CheckCall, parseCheckCall } from '#http/questions/check-call.ts';
import { Fault } from '#lib/fault.ts';
import { A2A_PATH, refuseMessage } from './a2a/endpoint.ts';
import { refuseOperation } from './graphql/handler.ts';
import { refuseRpc } from './mcp/stack.ts';
import { checkHandler } from './rest/check.ts';
import { router } from './router.ts';

const GRAPHQL_PATH = '/graphql';

const CALLER_CHECKS_IN_FLIGHT_MAX = 1_000;

/**
 * The whole HTTP side as one listener. Checks and GraphQL are answered in front of the framework, whose routing costs several times what
 * a check from a warm cache does; documents go through it.
 */
export function createHttp(deps: HttpDeps): HttpHandler {
  const concurrencyLimit = openConcurrencyLimit(deps.callerChecksInFlightMax ?? CALLER_CHECKS_IN_FLIGHT_MAX);
  const app = router(deps, concurrencyLimit);
  const check = checkHandler(deps, concurrencyLimit);
  const gate = { concurrencyLimit, rateLimit: deps.rateLimit };
  const headers = Object.entries(headersOfEveryAnswer(deps.settings.baseUrl));
  const answer = (request: IncomingMessage, response: ServerResponse, notes: Notes): void => {
    const isPreflight = request.method === 'OPTIONS';
    const [path = '/', query = ''] = splitOnce(request.url ?? '/');
    const call = isPreflight ? null : parseCheckCall(path, query);
    const refuse = (waitMs: number): void => refuseForTime(deps, path, response, waitMs);
    const waitMs = spend(deps, request, response, isAlwaysServed(request, path, call), refuse);
    if (isPreflight) {
      notes.route = 'preflight';
      answerOptions(request, response);
      return;
    }
    notes.route = routeOfPath(path, call);
    if (waitMs > 0) refuse(waitMs);
    else if (call) void check(call, request, response);
    else if (notes.route === GRAPHQL_PATH) void deps.graphql(request, response, gate);
    else if (isDecodable(path)) app(request, response);
    else sendRefusal(deps, response, new Fault('bad_request'));
  };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    preface(request, response, headers, deps.log);
    const notes = beginNotes(request, deps.watch ?? null);
    deps.watch?.began();
    if (tracing.on) handleInSpan(request, response, () => answer(request, response, notes));
    else answer(request, response, notes);
  };
  const upgrade: NonNullable<HttpHandler['upgrade']> = (request, connection, head) => {
    const answered = prefaceSocket(request, connection, deps.log);
    beginNotes(request, deps.watch ?? null).route = GRAPHQL_PATH;
    deps.watch?.began();
    try {
      const waitMs = spend(deps, request, connection, false, () => undefined);
      if (waitMs > 0) throw new Fault('rate_limited', OUT_OF_TIME, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      if (!deps.graphql.upgrade) throw new Fault('not_found');
      return deps.graphql.upgrade(request, connection, head, gate);
    } catch (error) {
      const fault = faultOf(error);
      noteRefusal(request, fault.code);
      answered.statusCode = fault.status;
      throw fault;
    }
  };
  return Object.assign(handle, { upgrade, socketPath: GRAPHQL_PATH });
}

/** The route of what is answered in front of the framework; null for what goes through it. */
function routeOfPath(path: string, call: CheckCall | null): string | null {
  if (call) return pathTemplate(call.kind);
  return path === GRAPHQL_PATH || path === `${GRAPHQL_PATH}/` ? GRAPHQL_PATH : null;
}

/** True for a request that costs hardly more than its refusal: a payer learns the price of a check under any load. */
function isAlwaysServed(request: IncomingMessage, path: string, call: CheckCall | null): boolean {
  return request.method === 'OPTIONS' || PROBES.has(path) || (call !== null && !hasCredential(request));
}

/** Charges the processor time of a request to its caller. The milliseconds that the caller has to wait before it is worked on. */
function spend(
  { processorTime: time, trustProxyHops = 0 }: HttpDeps,
  request: IncomingMessage,
  answer: Pick<EventEmitter, 'once'>,
  isServed: boolean,
  refuse: (waitMs: number) => void,
): number {
  if (!time) return 0;
  const apiKey = keyOf(request.headers);
  const address = clientAddress(request, trustProxyHops);
  const caller = time.callerOf({ apiKey, address, showsPayment: apiKey === null && hasCredential(request) });
  let spentMs = 0;
  const charge = (ms: number): void => {
    spentMs += ms;
    time.charge(caller, ms, isServed);
  };
  const waitMs = (): number => (isServed ? 0 : time.waitMs(caller, spentMs));
  const mayGoOn = (): boolean => {
    const ms = waitMs();
    if (ms > 0) refuse(ms);
    return ms === 0;
  };
  chargeTo(request, { charge, mayGoOn });
  measureTurn(request);
  const end = (): void => {
    // A stored answer is no charge: its repeats would give back what anything else uses.
    const paid = notesOf(request)?.checks.filter(({ route, replayed }) => !replayed && PAID.has(route)).length ?? 0;
    time.end(caller, spentMs, paid);
  };
  // The turn that ends the response is charged when it is over.
  answer.once('close', () => setImmediate(end));
  return waitMs();
}

const PAID: ReadonlySet<string> = new Set(['credit', 'pass', 'x402']);

const OUT_OF_TIME =
  'Requests of this key or address, or of all callers without a key together, used more processor time than they may within a minute. Nothing was done and nothing was charged.';

/** Refuses a request before anything of it is worked on, in the form of its protocol. */
function refuseForTime(deps: HttpDeps, path: string, response: ServerResponse, waitMs: number): void {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  const fault = new Fault('rate_limited', OUT_OF_TIME, { retryAfterSeconds });
  const refuse = refusals.get(path);
  response.setHeader('retry-after', retryAfterSeconds);
  noteRefusal(response.req, fault.code);
  if (refuse) refuse(response, fault, deps.settings.baseUrl);
  else sendRefusal(deps, response, fault);
}

type Refuse = (response: ServerResponse, fault: Fault, baseUrl: string) => void;

const refusals: ReadonlyMap<string, Refuse> = new Map<string, Refuse>([
  [GRAPHQL_PATH, refuseOperation],
  ['/mcp', refuseRpc],
  [A2A_PATH, refuseMessage],
]);

function splitOnce(url: string): readonly string[] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Handles a request as a span of its own, named by its route, which continues the trace that the caller began. */
function handleInSpan(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
  const span = requestSpan(request.headers);
  if (span === null) {
    handle();
    return;
  }
  response.once('close', () => {
    const noted = notesOf(request);
    const [method = 'GET', route] = [request.method, routeOf(request, noted)];
    const status = response.statusCode;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'assay.request_id': String(response.getHeader('x-request-id') ?? ''),
      ...(noted && noted.refusals.length > 0 && { 'assay.refusals': [...noted.refusals] }),
    };
    span.end(`${method} ${route}`, attributes, status >= 500);
  });
  span.within(handle);
}
