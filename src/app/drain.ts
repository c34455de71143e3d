import { setTimeout as pause } from 'node:timers/promises';
import type { Readiness } from '#http/http-deps.ts';
import type { Listening } from '#http/listen.ts';

/** The steps by which a running service stops answering before it closes. */
export interface Leaving {
  /** Makes `/health/ready` report the stop, so that load balancers send no more callers. */
  announceStop(): void;
  /** Serves for the configured time, and asks every caller to use another connection. */
  drain(): Promise<void>;
  /** Aborts requests in flight, and the drain. */
  cut(): void;
}

/** The state of the stop, and its steps. */
export interface Drain {
  /** Adds the stop to the readiness of the parts: a stopping service is not ready. */
  reported(readiness: Readiness): Readiness;
  of(listening: Pick<Listening, 'drain' | 'close'>): Leaving;
}

export function openDrain(drainMs: number): Drain {
  let announced = false;
  const cut = new AbortController();
  const untilCut = (ms: number): Promise<void> => pause(ms, undefined, { signal: cut.signal }).catch(() => undefined);
  return {
    reported(readiness) {
      if (!announced) return readiness;
      const stopping = { ok: false, code: 'stopping', detail: 'the service stops; what is in flight is finished' };
      return { ...readiness, ready: false, checks: { ...readiness.checks, stopping } };
    },
    of: (listening) => ({
      announceStop() {
        announced = true;
      },
      async drain() {
        // Waits the whole time even without connections, because a load balancer may still send callers.
        listening.drain();
        await untilCut(drainMs);
      },
      cut() {
        cut.abort();
        void listening.close(0);
      },
    }),
  };
}
