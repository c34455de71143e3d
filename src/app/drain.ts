import { setTimeout as pause } from 'node:timers/promises';
import type { Readiness } from '#http/http-deps.ts';
import type { Listening } from '#http/listen.ts';

/** The steps by which a running service stops answering, before it is closed. */
export interface Leaving {
  /** From now on `/health/ready` says that the service stops, for balancers to turn away. */
  announceStop(): void;
  /** Goes on serving for the configured time, and asks every caller to come back on another connection. */
  drain(): Promise<void>;
  /** Cuts what is in flight, and a drain short. */
  cut(): void;
}

/** Whether the service has announced its stop, and how it stops. */
export interface Drain {
  /** The readiness of the parts, and of a service that stops: not ready. */
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
        // The whole time, also while nobody is connected: a balancer that has not looked yet sends its next caller here.
        void listening.drain(drainMs);
        await untilCut(drainMs);
      },
      cut() {
        cut.abort();
        void listening.close(0);
      },
    }),
  };
}
