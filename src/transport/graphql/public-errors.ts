import type { OutgoingHttpHeaders } from 'node:http';
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { problemOf } from '#http/problems/problem.ts';
import { Fault } from '#lib/fault.ts';
import { camelCased, invalidWords, publicInvalid } from '#schema/questions.ts';
import type { OperationOutcome } from './billing.ts';
import type { ErrorContext } from './server-context.ts';

/** The engine's messages repeat the input, which may be the whole body, in each error. */
const MESSAGE_CHARS_MAX = 1_000;

/** An answer that can be sent. */
export interface PublicResult {
  /** The members of the answer, or their text where it is known already. */
  readonly body: object | string;
  readonly headers: OutgoingHttpHeaders;
  /** The status for the media type of GraphQL over HTTP. */
  readonly status: number;
  /** The status for plain JSON, and for a stream of events. */
  readonly plainStatus: number;
  /** Whether there are errors and no data, so that no stream begins. */
  readonly isRefusal: boolean;
}

/** What an error says about the response over HTTP. `spec`: plain JSON is not affected by its status. */
interface OverHttp {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly spec?: boolean;
}

/** The public form of an outcome: with every error public, of the request, the document, its execution, or an event. */
export function publicResult(
  { result, status = 0, headers = {} }: OperationOutcome,
  context: ErrorContext,
): PublicResult {
  if (!result.errors)
    return { body: result, headers, status: status || 200, plainStatus: status || 200, isRefusal: false };
  const isWhole = !('data' in result);
  const errors = result.errors
    .map((error) => publicError(error, context))
    .map((one) => (isWhole ? ofWholeRequest(one) : one));
  const overHttp = errors.map(({ extensions }) => (extensions.http ?? {}) as OverHttp);
  const highest = (all: readonly OverHttp[]): number => Math.max(status, ...all.map((one) => one.status ?? 0)) || 200;
  return {
    body: { ...result, errors: errors.map(formatted) },
    headers: Object.assign({}, headers, ...overHttp.map((one) => one.headers)),
    status: highest(overHttp),
    plainStatus: highest(overHttp.filter(({ spec }) => spec !== true)),
    isRefusal: !result.data,
  };
}

/** An error as it is sent. */
function formatted(error: GraphQLError): object {
  const { extensions, ...told } = error.toJSON();
  const { http: _, ...others } = extensions ?? {};
  return { ...told, extensions: others };
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
  const message = invalid && invalid.length > 0 ? invalidWords(invalid) : fault.message;
  return new GraphQLError(message, { ...where, extensions });
}
