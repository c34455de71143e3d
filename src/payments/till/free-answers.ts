import { FREE_ANSWERS_MAX, FREE_WINDOW_SECONDS } from '#ledger/holds/limits.ts';
import type { RateWindows } from '#ledger/rate-windows-model.ts';
import { Fault } from '#lib/fault.ts';
import type { TillLog } from './model.ts';
import { networkOf } from './network.ts';
import type { Counted, OpenOutcomes } from './open-outcomes.ts';

interface FreeAnswersDeps {
  readonly windows: RateWindows;
  readonly outcomes: OpenOutcomes;
  readonly log: TillLog;
}

/**
 * Counts the free answers of payments per call, and of free calls, by the caller's address, IPv6 by /64, over a sliding
 * hour and for all replicas. The ledger does the same for keys. An unspent payment costs its holder nothing, so without
 * this it would buy any amount of work that ends free.
 */
export class FreeAnswers {
  readonly #deps: FreeAnswersDeps;

  constructor(deps: FreeAnswersDeps) {
    this.#deps = deps;
  }

  /**
   * Admits the checks of a bill until what is returned is called. Throws `too_many_free_answers`, with the seconds until
   * the next one is allowed, and `too_many_requests` while too many checks are under way that may end free.
   */
  async admit(address: string, checks: number): Promise<() => void> {
    const label = labelOf(address);
    const noted = await this.#deps.windows.noted(label);
    const given = noted.reduce((sum, { amount }) => sum + amount, 0);
    if (given >= FREE_ANSWERS_MAX) throw tooMany(noted, given);
    return this.#deps.outcomes.enter(label, checks, given);
  }

  /** Notes what became of checks. Never throws: the answers leave all the same. */
  async count(address: string, counted: Counted): Promise<void> {
    const label = labelOf(address);
    this.#deps.outcomes.count(label, counted);
    if (counted.free === 0) return;
    await this.#deps.windows.note(label, counted.free, FREE_WINDOW_SECONDS).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'free answers could not be noted');
    });
  }
}

function labelOf(address: string): string {
  return `free answers to ${networkOf(address)}`;
}

/** What ends first makes room first, as soon as fewer are left than are allowed. */
function tooMany(noted: Awaited<ReturnType<RateWindows['noted']>>, given: number): Fault {
  let left = given;
  let msLeft = 0;
  for (const each of noted) {
    if (left < FREE_ANSWERS_MAX) break;
    left -= each.amount;
    msLeft = each.msLeft;
  }
  return new Fault('too_many_free_answers', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1_000)) });
}
