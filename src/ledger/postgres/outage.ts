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

/**
 * SQLSTATE classes and codes of a server that is up but refuses work: shutting down, starting, full, read-only, locked for long, or
 * after a transaction timeout. Also of a changed server behind a pooler: an unknown prepared statement (26000), or another one of
 * that name (42P05).
 */
const UNAVAILABLE = /^(?:08...|57P0[1-5]|53[0-4]..|25006|25P03|55P03|26000|42P05)$/;

/** What a read beyond the end of a message is called. */
const BEYOND = new Set(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS']);

/** What this service itself calls a commit that no standby confirmed: whether it lasts is as open as after a lost connection. */
const UNCONFIRMED = 'COMMIT_UNCONFIRMED';

/** A statement takes milliseconds: one that has not come back by then hangs behind a lock or a frozen server. */
export const STATEMENT_MS_MAX = 5_000;

/**
 * The rows of `query`; a database that cannot be reached or does not answer within `msMax` becomes the fault not_ready, any
 * other failure stays what it is. As with a lost connection, a statement that hung may still take effect: `onLate` takes its
 * rows then.
 */
export function unlessDown<T>(query: PromiseLike<T>, msMax = STATEMENT_MS_MAX, onLate?: (rows: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (): void => {
      isOver = true;
      reject(notReady());
    };
    // After a stall of this process its timers fire before its sockets are read, so an answer that has arrived is read first.
    const timer = setTimeout(() => setImmediate(end), msMax);
    query.then(
      (rows) => {
        clearTimeout(timer);
        if (isOver) onLate?.(rows);
        else resolve(rows);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(isDatabaseOutage(error) ? notReady(error) : error);
      },
    );
  });
}

/** The fault of a result that belongs to another statement, as from a pooler, or a driver, that mixed results up. */
export function mixedUp(): Fault {
  return notReady(new Error('the database answered another statement'));
}

/** Throws that fault unless a row returned the value that its statement was sent with. */
export function checkEcho(returned: unknown, sent: unknown): void {
  if (returned !== sent) throw mixedUp();
}

/** The fault with what the database itself said, which is for operators. */
function notReady(cause?: unknown): Fault {
  const fault = new Fault('not_ready', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  fault.cause = cause;
  return fault;
}

/** True when the error says that the database could not be reached or not be understood, whatever became of the statement. */
export function isDatabaseOutage(error: unknown): boolean {
  const code = codeOf(error);
  return code === UNCONFIRMED || isUnreadable(error) || isUnreachable(error) || UNAVAILABLE.test(code);
}

/**
 * True when the driver failed at a result, which then is not of the statement that it was asked: the driver adds the statement
 * to errors, and those of its own and of the server have codes.
 */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'query' in error && (!('code' in error) || BEYOND.has(codeOf(error)));
}

/** True when the server that answered takes no writes. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** True when a row stayed locked by another transaction for too long: what the database said, or the fault that it became. */
export function isLocked(error: unknown): boolean {
  return codeBehind(error) === '55P03';
}

/** True when no server answered: there is no connection, or it got lost. */
export function isUnreachable(error: unknown): boolean {
  return UNREACHABLE.has(codeOf(error));
}

/** The code of an error, such as its SQLSTATE; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** That of what a fault was made of, or of any other error. */
export function codeBehind(error: unknown): string {
  return codeOf(error instanceof Fault ? error.cause : error);
}
