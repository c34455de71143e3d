import type { IncomingMessage } from 'node:http';
import { type ExecutionResult, GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga';
import { accepts } from '#http/accept.ts';
import { noteRefusal } from '#http/notes.ts';
import { problemOf } from '#http/problems/problem.ts';
import { Fault, type FaultCode } from '#lib/fault.ts';
import type { GraphqlDeps, ServerContext } from './server-context.ts';
import { JSON_TYPES } from './server-context.ts';

/** The words of the engine repeat what was sent, which can be the whole body, once for each error. */
const MESSAGE_CHARS_MAX = 1_000;

type Result = ExecutionResult & Record<string, unknown>;

/** Makes every error public: of the request, the document, its execution or an event. */
export function publicErrors(deps: GraphqlDeps): Plugin<object, ServerContext> {
  const withPublicErrors = (result: Result, request: IncomingMessage): Result => {
    if (!result.errors) return result;
    const context = errorContextOf(deps, request);
    const errors = result.errors.map((error) => publicError(error, context));
    return { ...result, errors: 'data' in result ? errors : errors.map(ofWholeRequest) };
  };
  return {
    onResultProcess: ({ result, setResult, setResultProcessor, serverContext }) => {
      if (isAsyncIterable(result)) return;
      // Arrays of operations are refused, and nothing is deferred: what is no stream of events comes in one piece.
      const whole = result as Result;
      setResult(withPublicErrors(whole, serverContext.req));
      // A stream that does not begin is a refusal like any other, for clients that read its status and its JSON.
      if (whole.errors && !whole.data) refusedAsJson(serverContext.req, setResultProcessor);
    },
    onSubscribe: ({ args }) => ({
      onSubscribeResult: () => ({
        onNext: ({ result, setResult }) => setResult(withPublicErrors(result as Result, reqOf(args.contextValue))),
      }),
    }),
  };
}

function refusedAsJson(
  { headers }: IncomingMessage,
  setResultProcessor: (process: typeof processRegularResult, mediaType: string) => void,
): void {
  if (!accepts(headers.accept, JSON_TYPES)) setResultProcessor(processRegularResult, JSON_TYPES[0]);
}

/** The engine types a context by what plugins add to it, and leaves out what the server put in. */
function reqOf(context: object): IncomingMessage {
  return (context as ServerContext).req;
}

function errorContextOf({ settings, log }: GraphqlDeps, request: IncomingMessage): ErrorContext {
  const requestId = String(request.headers['x-request-id'] ?? '');
  return {
    baseUrl: settings.baseUrl,
    requestId,
    hidden: (err) => log.error({ request_id: requestId, err }, 'graphql operation failed'),
    refused: (code) => noteRefusal(request, code),
  };
}

/** What the errors of one request need besides themselves. */
interface ErrorContext {
  readonly baseUrl: string;
  readonly requestId: string;
  /** Called with what may not leave. */
  readonly hidden: (error: unknown) => void;
  /** Called with why the request, or a part of it, was refused. */
  readonly refused: (code: FaultCode) => void;
}

/** The fault behind an error, wherever the executor wrapped it; null for GraphQL's own and for accidents. */
function faultBehind(error: unknown): Fault | null {
  if (error instanceof Fault) return error;
  return error instanceof GraphQLError && error.originalError ? faultBehind(error.originalError) : null;
}

/**
 * An error as it may leave: a fault with its problem members and its code in upper case, GraphQL's own errors in their
 * own words, anything else as `INTERNAL_ERROR` without a word of its own. Each carries a code.
 */
function publicError(error: unknown, context: ErrorContext): GraphQLError {
  const fault = faultBehind(error);
  if (fault) return errorOf(fault, error, context);
  if (isOwn(error)) return coded(error);
  context.hidden(error);
  return errorOf(new Fault('internal_error'), error, context);
}

/** The engine gives no code to variables that do not fit and to kinds of operation that the schema lacks. */
function coded(error: GraphQLError): GraphQLError {
  const { message, extensions } = error;
  if (extensions.code !== undefined && message.length <= MESSAGE_CHARS_MAX) return error;
  const words = message.length > MESSAGE_CHARS_MAX ? `${message.slice(0, MESSAGE_CHARS_MAX)}…` : message;
  return changed(error, words, { ...extensions, code: extensions.code ?? 'INVALID_REQUEST' });
}

/**
 * An error of a request of which nothing was executed: its status refuses it as well, where the media type is that of GraphQL
 * over HTTP (6.4.2). Plain JSON comes with 200, unless a status was given or the fault is ours.
 */
function ofWholeRequest(error: GraphQLError): GraphQLError {
  const { message, extensions } = error;
  if (extensions.http !== undefined) return error;
  const status = typeof extensions.status === 'number' ? extensions.status : 400;
  return changed(error, message, { ...extensions, http: { status, spec: status < 500 } });
}

function changed(error: GraphQLError, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes, source, positions, path } = error;
  const where = { nodes: nodes ?? null, source: source ?? null, positions: positions ?? null, path: path ?? null };
  return new GraphQLError(message, { ...where, extensions });
}

/** True for what the GraphQL engine itself reports: no foreign error lies behind it. */
function isOwn(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false;
  return error.originalError ? isOwn(error.originalError) : true;
}

function errorOf(fault: Fault, error: unknown, { baseUrl, requestId, refused }: ErrorContext): GraphQLError {
  refused(fault.code);
  const { code, ...members } = problemOf(fault, baseUrl, requestId);
  const detail = fault.extra.invalid ? { invalid: fault.extra.invalid } : {};
  const extensions = { code: code.toUpperCase(), ...members, ...detail };
  const where = error instanceof GraphQLError ? { nodes: error.nodes ?? null, path: error.path ?? null } : {};
  return new GraphQLError(fault.message, { ...where, extensions });
}
