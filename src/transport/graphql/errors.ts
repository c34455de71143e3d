import { GraphQLError } from 'graphql';
import { Fault } from '#lib/fault.ts';
import { problemOf } from '../rest/problem.ts';

/** What the errors of one request are told with. */
export interface Telling {
  readonly baseUrl: string;
  readonly requestId: string;
  /** Called with what may not leave. */
  readonly hidden: (error: unknown) => void;
}

/** The fault behind an error, wherever the executor wrapped it; null for GraphQL's own and for accidents. */
export function faultBehind(error: unknown): Fault | null {
  if (error instanceof Fault) return error;
  return error instanceof GraphQLError && error.originalError ? faultBehind(error.originalError) : null;
}

/**
 * An error as it may leave: a fault with its problem members and its code in upper case, GraphQL's own errors as they
 * are, anything else as `INTERNAL_ERROR` without a word of its own.
 */
export function publicError(error: unknown, telling: Telling): GraphQLError {
  const fault = faultBehind(error);
  if (fault) return told(fault, error, telling);
  if (isOwn(error)) return error;
  telling.hidden(error);
  return told(new Fault('internal_error'), error, telling);
}

/** True for what the GraphQL engine itself reports: no foreign error lies behind it. */
function isOwn(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false;
  return error.originalError ? isOwn(error.originalError) : true;
}

function told(fault: Fault, error: unknown, { baseUrl, requestId }: Telling): GraphQLError {
  const { code, ...members } = problemOf(fault, baseUrl, requestId);
  const detail = fault.extra.invalid ? { invalid: fault.extra.invalid } : {};
  const extensions = { code: code.toUpperCase(), ...members, ...detail };
  const where = error instanceof GraphQLError ? { nodes: error.nodes ?? null, path: error.path ?? null } : {};
  return new GraphQLError(fault.message, { ...where, extensions });
}
