import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { isAtLongWork } from '#lib/long-work.ts';

/** Long enough for what a service puts off for a moment; whatever else is due then has fired as well. */
const STILL_MS = 8;
/** So many turns of the event loop without a request: whatever was sent in this process has arrived. */
const STILL_TURNS = 5;

/**
 * What arrives at an endpoint that runs in the process of its callers. An endpoint that answers when it is calm has got all
 * that was sent together before its first answer, however slow the machine is.
 */
export class Traffic {
  #arrived = 0;
  #underWay = 0;
  #calm: Promise<void> | null = null;

  /** Takes note of a request. The returned function says that it is answered. */
  arrived(): () => void {
    this.#arrived += 1;
    this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
    };
  }

  /** Waits until nobody computes and nothing has arrived for a moment. Those who wait at once go on at once. */
  calm(): Promise<void> {
    this.#calm ??= this.#still().finally(() => {
      this.#calm = null;
    });
    return this.#calm;
  }

  async #still(): Promise<void> {
    for (;;) {
      const before = this.#arrived;
      await pause(STILL_MS);
      for (let turn = 0; turn < STILL_TURNS; turn += 1) await nextTurn();
      if (this.#arrived === before && !isAtLongWork()) return;
    }
  }

  /** Waits until it is calm and every request is answered. */
  async quiet(): Promise<void> {
    for (;;) {
      const before = this.#underWay;
      await this.calm();
      if (before === 0 && this.#underWay === 0) return;
    }
  }
}
