import type { IncomingMessage } from 'node:http';
import { type ExecutionResult, GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga';
import { accepts } from '#http/accept.ts';
import { noteRefusal } from '#http/notes.ts';
import { problemOf } from '#http/problems/problem.ts';
import { Fault, type FaultCode } from '#lib/fault.ts';
import { camelCased, publicInvalid } from '#schema/questions.ts';
import type { GraphqlDeps, ServerContext } from './server-context.ts';
import { JSON_TYPES } from './server-context.ts';

/** The engine's messages repeat the input, which may be the whole body, in each error. */
const MESSAGE_CHARS_MAX = 1_000;

type Result = ExecutionResult & Record<string, unknown>;

/** Makes every error public: of the request, the document, its execution, or an event. */
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
      // Arrays of operations and deferred results are not supported, so anything but a stream of events is one result.
      const whole = result as Result;
      setResult(withPublicErrors(whole, serverContext.req));
      // A stream that does not start is a plain refusal, for clients that read its status and JSON.
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

/** The engine's type of a context leaves out what the server added. */
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

/** The context of one request's errors. */
interface ErrorContext {
  readonly baseUrl: string;
  readonly requestId: string;
  /** Called with an error that is masked. */
  readonly hidden: (error: unknown) => void;
  /** Called with the code of each refusal. */
  readonly refused: (code: FaultCode) => void;
}

/** The fault behind an error, at any depth; null for GraphQL's own errors and for bugs. */
function faultBehind(error: unknown): Fault | null {
  if (error instanceof Fault) return error;
  return error instanceof GraphQLError && error.originalError ? faultBehind(error.originalError) : null;
}

/**
 * The public form of an error: a fault with its problem members in camelCase and its code in upper case, GraphQL's own errors with their
 * message, anything else as `INTERNAL_ERROR` without its message. Each has a code.
 */
function publicError(error: unknown, context: ErrorContext): GraphQLError {
  const fault = faultBehind(error);
  if (fault) return errorOf(fault, error, context);
  if (isOwn(error)) return coded(error);
  context.hidden(error);
  return errorOf(new Fault('internal_error'), error, context);
}

/** The engine gives no code to invalid variables and to operation kinds that the schema lacks. */
function coded(error: GraphQLError): GraphQLError {
  const { message, extensions } = error;
  if (extensions.code !== undefined && message.length <= MESSAGE_CHARS_MAX) return error;
  const words = message.length > MESSAGE_CHARS_MAX ? `${message.slice(0, MESSAGE_CHARS_MAX)}…` : message;
  return changed(error, words, { ...extensions, code: extensions.code ?? 'INVALID_REQUEST' });
}

/**
 * An error of a request without any execution. The media type of GraphQL over HTTP (6.4.2) gets an error status; plain JSON gets
 * 200, unless a status was set or the fault is the service's own.
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

/** True for errors of the GraphQL engine itself, without another error behind them. */
function isOwn(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false;
  return error.originalError ? isOwn(error.originalError) : true;
}

function errorOf(fault: Fault, error: unknown, { baseUrl, requestId, refused }: ErrorContext): GraphQLError {
  refused(fault.code);
  const { code, ...members } = problemOf(fault, baseUrl, requestId);
  const named = Object.entries(members).map(([name, value]) => [camelCased(name), value]);
  const { invalid } = fault.extra;
  const detail = invalid && { invalid: publicInvalid(invalid) };
  const extensions = { code: code.toUpperCase(), ...Object.fromEntries(named), ...detail };
  const where = error instanceof GraphQLError ? { nodes: error.nodes ?? null, path: error.path ?? null } : {};
  return new GraphQLError(fault.message, { ...where, extensions });
}
