import { span, tracing, underWay } from 'assay-core/lib/tracing.ts';
import type { Registry } from 'prom-client';
import { Fault } from '#lib/fault.ts';
import { gauge, LabelCounter, register, Times } from './tallies.ts';

/** From a read by key to a statement that waits for others, and to the time after which it counts as lost. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Measures the statements that are sent to the database. */
export interface StatementWatch {
  /** The same book, whose methods are timed and counted by name; with traces on, each call is a span. */
  watched<B extends object>(name: string, book: B): B;
  /** When a write was last refused because the disk is full, on the process's own clock; null where it never was. */
  readonly fullAt: number | null;
  /** When a statement last found all connections taken, on the same clock; null where none ever did. */
  readonly crowdedAt: number | null;
}

type Method = (...args: unknown[]) => unknown;

/**
 * Measures the books from outside: each method is one statement or one transaction. More than `poolMax` at the same time wait for a
 * connection.
 */
export function watchStatements(registry: Registry, poolMax: number): StatementWatch {
  const times = new Times(
    'assay_sql_seconds',
    'Time of a statement or transaction, waits included.',
    ['statement'],
    SECONDS,
  );
  const failures = new LabelCounter('assay_sql_failures_total', 'Statements and transactions that failed, by cause.', [
    'statement',
    'cause',
  ]);
  let inFlight = 0;
  let fullAt: number | null = null;
  let crowdedAt: number | null = null;
  register(
    registry,
    times,
    failures,
    gauge('assay_sql_in_flight', 'Statements and transactions under way, those that wait included.', () => inFlight),
    gauge('assay_sql_pool_max', 'Connections to the database that this process may have.', () => poolMax),
    gauge('assay_sql_waiting', 'Statements that have no connection yet, at least.', () =>
      Math.max(0, inFlight - poolMax),
    ),
  );
  const settle = async (statement: string, work: Promise<unknown>): Promise<unknown> => {
    const start = performance.now();
    inFlight += 1;
    if (inFlight > poolMax) crowdedAt = start;
    try {
      return await work;
    } catch (error) {
      if (isRefusal(error)) throw error;
      if (isDiskFull(error)) fullAt = performance.now();
      failures.add([statement, causeOf(error)]);
      throw error;
    } finally {
      inFlight -= 1;
      times.observe([statement], (performance.now() - start) / 1000);
    }
  };
  const settled = (statement: string, made: unknown): unknown =>
    made instanceof Promise ? settle(statement, made) : made;
  return {
    watched: (name, book) =>
      withMethods(book, (method, call) => {
        const statement = `${name}.${method}`;
        return (...args) => {
          // A sweep is no part of a request: each would be a trace of its own.
          if (!tracing.on || underWay() === undefined) return settled(statement, call(...args));
          const attributes = { 'db.system.name': 'postgresql' };
          return span(statement, attributes, async () => settled(statement, call(...args)), { role: 'client' });
        };
      }),
    get fullAt() {
      return fullAt;
    },
    get crowdedAt() {
      return crowdedAt;
    },
  };
}

/** A view of the books in which `wrap` wraps each method once. */
function withMethods<B extends object>(book: B, wrap: (name: string, method: Method) => Method): B {
  const made = new Map<PropertyKey, Method>();
  return new Proxy(book, {
    get(target, name) {
      const before = made.get(name);
      if (before) return before;
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const method = wrap(String(name), (value as Method).bind(target));
      made.set(name, method);
      return method;
    },
  });
}

/** A refusal on purpose, such as of an unknown key, is no failure of the database. */
function isRefusal(error: unknown): boolean {
  return error instanceof Fault && error.code !== 'not_ready';
}

function causeOf(error: unknown): string {
  if (error instanceof Fault) return 'unavailable';
  const code = codeOf(error);
  // The class of the state is enough to act on, and there are only so many.
  return code === null ? 'error' : code.slice(0, 2);
}

function isDiskFull(error: unknown): boolean {
  return [error, error instanceof Error ? error.cause : null].some((one) => codeOf(one) === '53100');
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}
