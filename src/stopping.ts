import type { App } from './app.ts';
import type { Foundations } from './foundations.ts';
import type { Logger } from './log.ts';

/** How a service leaves. */
export interface Manner {
  /** Readiness says so from the first moment, for balancers to turn away. */
  readonly announced: boolean;
  /** Requests are taken for a while still, so that nobody's next one finds a closed door. */
  readonly drained: boolean;
}

/** A stop that takes longer than a check may take is stuck; the operator's supervisor must not have to find out. */
const STOP_MS_MAX = 40_000;

/** Stops a service and ends its process with 0; only the first call does. */
export function onceStopping(app: App, log: Logger): (manner: Manner) => Promise<void> {
  let stopping = false;
  return async ({ announced, drained }) => {
    if (announced) app.announceStop();
    if (stopping) return;
    stopping = true;
    log.info({ announced, drained }, 'stopping: requests in flight finish first');
    if (drained) await app.drain();
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    await app.stop();
    process.exit(0);
  };
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Ends the process with what was laid so far when a signal comes before the service has started: by itself the process would
 * end at once and leave its database server running. What is returned gives the signals back, for whoever serves by then.
 */
export function abandonOnSignal(foundations: Pick<Foundations, 'abandon'>): () => void {
  const leave = (): void => {
    foundations.abandon().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of SIGNALS) process.once(signal, leave);
  return () => {
    for (const signal of SIGNALS) process.off(signal, leave);
  };
}
