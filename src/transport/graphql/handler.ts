import { randomUUID } from 'node:crypto';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { GraphQLError } from 'graphql';
import { accepts, prefersPage, takenOf } from '#http/accept.ts';
import { type CallerTerms, callerOf } from '#http/caller.ts';
import type { CallLimits, GraphqlRoute } from '#http/http-deps.ts';
import { jsonBodyOf } from '#http/media.ts';
import { noteRefusal } from '#http/notes.ts';
import { requestIdOf } from '#http/preface.ts';
import { problemOf, retryAfterOf } from '#http/problems/problem.ts';
import { faultOf, sendRefusal } from '#http/problems/refusal.ts';
import { refuseRaw } from '#http/raw-refusals.ts';
import { sendText } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';
import { GRAPHIQL_POLICY, graphiqlPage } from '#pages/graphiql/view.tsx';
import type { Caller } from '#schema/contract.ts';
import { type MaybePromise, whenKnown } from '#schema/operation/field-run.ts';
import type { Engine, OperationAnswer } from './engine.ts';
import { STREAM_END, sendEvents, whenLeft } from './events.ts';
import { type PublicResult, publicResult } from './public-errors.ts';
import { registered } from './registered.ts';
import { membersOfBody, membersOfQuery, openPersisted, type PersistedDocuments, requestOfMembers } from './request.ts';
import {
  type Asking,
  type ErrorContext,
  EVENT_STREAM,
  type GraphqlDeps,
  type GraphqlRequest,
  JSON_TYPES,
} from './server-context.ts';
import type { TakeSocket } from './sockets.ts';

const LAST_EVENT = new RegExp(`^(stream-[0-9a-f-]{36})(${STREAM_END})?$`);

const PAGE = 'text/html';

const ALLOW = ['GET', 'POST', 'OPTIONS'] as const;

type Members = Readonly<Record<string, unknown>>;

/** A request, where its answer goes, and the limits of callers. */
interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly gate: CallLimits;
}

/** The parts of the endpoint that are loaded at its first request, because they take a fifth of the service's load time. */
interface Loaded {
  readonly engine: Engine;
  readonly persisted: PersistedDocuments;
  readonly sockets: TakeSocket;
}

/**
 * Serves `/graphql`: GraphQL over HTTP and over sockets, and its page. A request already has `x-request-id`. Answering it never rejects; a
 * refused socket throws its fault.
 */
export function graphqlHandler(deps: GraphqlDeps): GraphqlRoute {
  const endpoint = new Endpoint(deps);
  const answer: GraphqlRoute = (request, response, gate) => endpoint.answer({ request, response, gate });
  const upgrade: GraphqlRoute['upgrade'] = (...arrived) => endpoint.upgrade(...arrived);
  return Object.assign(answer, { upgrade });
}

class Endpoint {
  readonly #deps: GraphqlDeps;
  readonly #terms: CallerTerms;
  #loaded: MaybePromise<Loaded> | null = null;
  #page: string | null = null;

  constructor(deps: GraphqlDeps) {
    this.#deps = deps;
    this.#terms = { resourceUrl: `${deps.settings.baseUrl}/graphql`, trustProxyHops: deps.trustProxyHops };
  }

  /** Answers a request: at once where nothing is waited for. */
  answer(arrived: Arrived): MaybePromise<void> {
    const { request, response } = arrived;
    // An answer belongs to its payer, so no shared cache may store it.
    response.setHeader('cache-control', 'no-store');
    try {
      const sent = whenKnown(membersOf(request, response), (members) => this.#admit(arrived, members));
      return sent instanceof Promise ? sent.catch((error) => refuse(this.#deps, response, error)) : sent;
    } catch (error) {
      return refuse(this.#deps, response, error);
    }
  }

  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer, gate: CallLimits): () => void {
    // It is never sent: a caller's identity is read together with where its answer goes.
    const caller = callerOf(request, new ServerResponse(request), this.#terms);
    const requestId = String(request.headers['x-request-id']);
    const errors = errorContextOf(this.#deps, request);
    const leaving = Promise.resolve(this.#parts()).then(({ sockets }) =>
      sockets({ request, connection, head, caller: { ...caller, requestId }, gate, errors }),
    );
    leaving.catch((error) => refuseRaw(connection, faultOf(error), this.#deps.settings.baseUrl));
    return () => void leaving.then((leave) => leave()).catch(() => undefined);
  }

  #admit(arrived: Arrived, members: Members): MaybePromise<void> {
    const { request, response, gate } = arrived;
    const accepted = acceptedTypes(request);
    const caller = callerOf(request, response, this.#terms);
    const admitted = asksSomething(request) ? gate.rateLimit?.admit(caller.credentials, response) : undefined;
    return whenKnown(admitted, () => this.#answerAdmitted(arrived, members, accepted, caller));
  }

  #answerAdmitted(
    { request, response, gate }: Arrived,
    members: Members,
    accepted: Accepted,
    caller: Caller,
  ): MaybePromise<void> {
    const { stream, isOver, resumes } = streamOf(request);
    // Of the answers to a client that connects again by itself, this one makes it stop (WHATWG HTML, 9.2.3).
    if (isOver) return void response.writeHead(204).end();
    if (accepted.isPage) return this.#sendPage(response);
    const asking: Asking = {
      caller,
      concurrencyLimit: gate.concurrencyLimit,
      isSafe: request.method === 'GET',
      takesEvents: accepted.takesEvents,
      prefersEvents: accepted.prefersEvents,
      stream,
      resumes,
      whenLeft: (listener) => whenLeft(response, listener),
      errors: errorContextOf(this.#deps, request),
    };
    return whenKnown(this.#parts(), ({ engine, persisted }) =>
      whenKnown(answerOf(members, persisted, engine, asking), (given) => send(response, accepted, stream, given)),
    );
  }

  #sendPage(response: ServerResponse): void {
    response.setHeader('content-security-policy', GRAPHIQL_POLICY);
    this.#page ??= graphiqlPage(this.#deps.settings, this.#deps.examples);
    sendText(response, 200, `${PAGE}; charset=utf-8`, this.#page);
  }

  #parts(): MaybePromise<Loaded> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  async #load(): Promise<Loaded> {
    const { openEngine } = await import('./engine.ts');
    const { openSockets } = await import('./sockets.ts');
    const [engine, persisted] = [openEngine(this.#deps), openPersisted(registered)];
    const sockets = openSockets((members, asking) => answerOf(members, persisted, engine, asking));
    this.#loaded = { engine, persisted, sockets };
    return this.#loaded;
  }
}

/** The members of a request, of its body or its query string. Throws for a method that has neither. */
function membersOf(request: IncomingMessage, response: ServerResponse): MaybePromise<Members> {
  const { method, url = '' } = request;
  if (method === 'POST') return jsonBodyOf(request, response).then(membersOfBody);
  // HEAD would run the operation of the query string.
  if (method !== 'GET') throw new Fault('method_not_allowed', undefined, { allow: ALLOW });
  const mark = url.indexOf('?');
  return mark < 0 ? {} : membersOfQuery(url.slice(mark + 1));
}

/** What a request takes for an answer. */
interface Accepted {
  /** The type of one result; null where only events are taken. */
  readonly resultType: (typeof JSON_TYPES)[number] | null;
  readonly takesEvents: boolean;
  readonly prefersEvents: boolean;
  /** Whether a person asks for the page. */
  readonly isPage: boolean;
}

/** Accept headers that were read, of which clients send few different ones. */
const readAccepts = new Map<string, Accepted>();
const ACCEPTS_MAX = 256;
const ACCEPT_CHARS_MAX = 256;

/** The media types that a request takes. Throws where it takes none. */
function acceptedTypes(request: IncomingMessage): Accepted {
  const { accept = '*/*' } = request.headers;
  const key = `${request.method} ${accept}`;
  const known = readAccepts.get(key);
  if (known) return known;
  const isRead = request.method === 'GET';
  const types = isRead ? [...JSON_TYPES, EVENT_STREAM, PAGE] : [...JSON_TYPES, EVENT_STREAM];
  if (!accepts(accept, types)) throw new Fault('not_acceptable');
  const taken = takenOf(accept, [...JSON_TYPES, EVENT_STREAM]);
  const isPage = isRead && taken.includes(PAGE) && prefersPage(request);
  const read: Accepted = {
    resultType: resultTypeOf(taken),
    takesEvents: taken.some((type) => EVENT_RANGES.has(type)),
    prefersEvents: taken.find((type) => type !== PAGE) === EVENT_STREAM,
    isPage,
  };
  if (readAccepts.size < ACCEPTS_MAX && key.length <= ACCEPT_CHARS_MAX) readAccepts.set(key, read);
  return read;
}

function resultTypeOf(accepted: readonly string[]): Accepted['resultType'] {
  const [modern, plain] = JSON_TYPES;
  const first = accepted.find((type) => type === modern || PLAIN_RANGES.has(type));
  if (first === undefined) return null;
  return first === modern ? modern : plain;
}

const PLAIN_RANGES: ReadonlySet<string> = new Set([JSON_TYPES[1], 'application/*', '*/*']);

const EVENT_RANGES: ReadonlySet<string> = new Set([EVENT_STREAM, 'text/*', '*/*']);

/** False for the page, which is a plain document. */
function asksSomething({ method, url = '' }: IncomingMessage): boolean {
  return method !== 'GET' || url.includes('?');
}

/** The stream that a request begins, or that a client lost, or has to its end, and asks for again by the id of its last event. */
function streamOf({ headers }: IncomingMessage): Pick<Asking, 'stream' | 'resumes'> & { readonly isOver: boolean } {
  const [, name, end] = LAST_EVENT.exec(String(headers['last-event-id'])) ?? [];
  return { stream: name ?? `stream-${randomUUID()}`, isOver: end !== undefined, resumes: name !== undefined };
}

/** Where the errors of a request's operations are noted. */
function errorContextOf({ settings, log }: GraphqlDeps, request: IncomingMessage): ErrorContext {
  const requestId = String(request.headers['x-request-id'] ?? '');
  return {
    baseUrl: settings.baseUrl,
    requestId,
    hidden: (err) => log.error({ request_id: requestId, err }, 'graphql operation failed'),
    refused: (code) => noteRefusal(request, code),
  };
}

function answerOf(
  members: Members,
  persisted: PersistedDocuments,
  engine: Engine,
  asking: Asking,
): MaybePromise<OperationAnswer> {
  let request: GraphqlRequest;
  try {
    request = requestOfMembers(members, persisted);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return publicResult({ result: { errors: [error] } }, asking.errors);
  }
  return engine(request, asking);
}

function send(
  response: ServerResponse,
  { resultType: type }: Accepted,
  stream: string,
  answer: OperationAnswer,
): MaybePromise<void> {
  if ('results' in answer) return sendEvents(response, stream, 200, answer.results);
  // A stream that does not start is a plain refusal, for clients that read its status and JSON.
  if (type === null && !answer.isRefusal) return sendEvents(response, stream, answer.plainStatus, only(answer));
  const { body, status, plainStatus, headers } = answer;
  const mediaType = type ?? JSON_TYPES[0];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  sendText(response, mediaType === JSON_TYPES[1] ? plainStatus : status, `${mediaType}; charset=utf-8`, text, headers);
}

async function* only(result: PublicResult): AsyncGenerator<PublicResult> {
  yield result;
}

/** Refuses a request before an operation of it is looked at: for its rate in the form of GraphQL, else as every path does. */
function refuse({ settings, log }: GraphqlDeps, response: ServerResponse, error: unknown): void {
  if (error instanceof Fault && error.code === 'rate_limited') {
    noteRefusal(response.req, error.code);
    refuseOperation(response, error, settings.baseUrl);
  } else sendRefusal({ settings, log }, response, error);
}

/** Refuses a request before the engine reads it, in the form of GraphQL. */
export function refuseOperation(response: ServerResponse, fault: Fault, baseUrl: string): void {
  const { code, ...members } = problemOf(fault, baseUrl, requestIdOf(response));
  const retryAfterSeconds = retryAfterOf(fault);
  const [modern, plain] = JSON_TYPES;
  const mediaType = accepts(response.req.headers.accept, [plain]) ? plain : modern;
  const error = { message: fault.message, extensions: { code: code.toUpperCase(), ...members } };
  sendText(response, fault.status, mediaType, JSON.stringify({ errors: [error] }), {
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  });
}
