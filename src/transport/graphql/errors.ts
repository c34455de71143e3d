import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { problemOf } from '#http/problems/problem.ts';
import { Fault, type FaultCode } from '#lib/fault.ts';

/** What the errors of one request are told with. */
export interface Telling {
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
export function publicError(error: unknown, telling: Telling): GraphQLError {
  const fault = faultBehind(error);
  if (fault) return told(fault, error, telling);
  if (isOwn(error)) return coded(error);
  telling.hidden(error);
  return told(new Fault('internal_error'), error, telling);
}

/** The words of the engine repeat what was sent, which can be the whole body, once for each error. */
const MESSAGE_CHARS_MAX = 1_000;

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
export function ofWholeRequest(error: GraphQLError): GraphQLError {
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

function told(fault: Fault, error: unknown, { baseUrl, requestId, refused }: Telling): GraphQLError {
  refused(fault.code);
  const { code, ...members } = problemOf(fault, baseUrl, requestId);
  const detail = fault.extra.invalid ? { invalid: fault.extra.invalid } : {};
  const extensions = { code: code.toUpperCase(), ...members, ...detail };
  const where = error instanceof GraphQLError ? { nodes: error.nodes ?? null, path: error.path ?? null } : {};
  return new GraphQLError(fault.message, { ...where, extensions });
}
