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

/** A statement takes milliseconds: one that has not come back by then hangs behind a lock or a frozen server. */
const STATEMENT_MS_MAX = 5_000;
const HUNG = Symbol('hung');

/**
 * The rows of `query`; a database that cannot be reached or does not answer within `msMax` becomes the fault not_ready, any
 * other failure stays what it is. As with a lost connection, a statement that hung may still be carried out.
 */
export async function unlessDown<T>(query: PromiseLike<T>, msMax = STATEMENT_MS_MAX): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof HUNG>((resolve) => {
    timer = setTimeout(resolve, msMax, HUNG);
  });
  try {
    const rows = await Promise.race([query, late]);
    if (rows === HUNG) throw notReady();
    return rows;
  } catch (error) {
    throw isOutage(error) ? notReady() : error;
  } finally {
    clearTimeout(timer);
  }
}

function notReady(): Fault {
  return new Fault('not_ready', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** True when the error says that the database could not be reached, whatever became of the statement. */
export function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return UNREACHABLE.has(code) || UNAVAILABLE.test(code);
}
