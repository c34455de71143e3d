import { STOP_MS_MAX } from '#config/stop-times.ts';
import type { Closers } from '#lib/process/closers.ts';
import type { Logger } from '#lib/process/log.ts';
import type { ShownService } from './banner.ts';
import type { Leaving } from './drain.ts';

/** The running service. */
export interface App extends Leaving, Omit<ShownService, 'workers'> {
  /** Finishes requests in flight, then closes everything. */
  stop(): Promise<void>;
  /** Begins to find out what the endpoints allow, for the log and `/health`. Nothing waits for it. */
  examineEndpoints(): void;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** The terminal sends Ctrl-C to the service, and npm sends it again. A signal so soon after the first is that copy. */
export const ONE_SIGNAL_MS = 1_000;

/** The first signal stops; one that comes more than a second later cuts what is in flight. */
export function stopOnSignals(stop: (signal: NodeJS.Signals) => void, cut: () => void): void {
  let begunAt: number | null = null;
  const obey = (signal: NodeJS.Signals): void => {
    if (begunAt === null) stop(signal);
    else if (performance.now() - begunAt > ONE_SIGNAL_MS) cut();
    begunAt ??= performance.now();
  };
  for (const signal of SIGNALS) process.on(signal, obey);
}

/**
 * Returns a function that stops a service and ends its process with exit code 0. Only its first call has an effect. `drained`: requests are
 * still accepted for a while, so that no client's next request is refused.
 */
export function onceStopping(app: App, log: Logger): (drained: boolean) => Promise<void> {
  let stopping = false;
  return async (drained) => {
    if (stopping) return;
    stopping = true;
    log.info({ drained }, 'stopping: requests in flight finish first');
    if (drained) await app.drain();
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    await app.stop();
    process.exit(0);
  };
}

/**
 * Closes what is open so far and ends the process when a signal comes before the service has started. Without it the process would end at
 * once and leave its database server running. Call the function that it returns once the service handles signals itself; after a signal
 * its promise never resolves, because a start that then fails is no error to report.
 */
export function abandonOnSignal(starting: Promise<{ readonly closers: Closers }>): () => Promise<void> {
  let leaving = false;
  const leave = (): void => {
    // A second signal is ignored: the parts are closing, and without this handler the signal would end the process.
    if (leaving) return;
    leaving = true;
    // The driver throws outside of promises when its connection closes during a write, which must not end the process midway.
    process.on('uncaughtException', () => undefined);
    starting
      .then(({ closers }) => closers.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of SIGNALS) process.on(signal, leave);
  return async () => {
    if (leaving) await new Promise(() => undefined);
    for (const signal of SIGNALS) process.off(signal, leave);
  };
}
