import { Fault } from '#lib/fault.ts';

const RETRY_AFTER_SECONDS = 2;

/** What the driver and the operating system call a database that cannot be talked to. */
const UNREACHABLE = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** SQLSTATE classes and codes of a server that is up but takes no work: shutting down, starting, full, read-only. */
const UNAVAILABLE = /^(?:08...|57P0[1-5]|53[0-4]..|25006)$/;

/** The rows of `query`; an unreachable database becomes the fault not_ready, any other failure stays what it is. */
export async function unlessDown<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (isOutage(error)) throw new Fault('not_ready', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    throw error;
  }
}

/** True when the error says that the database could not be reached, whatever became of the statement. */
export function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return UNREACHABLE.has(code) || UNAVAILABLE.test(code);
}
