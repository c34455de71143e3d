import { sha256 } from '#ledger/accounts/api-key.ts';
import type { RateWindows } from '#ledger/rate-windows.ts';
import { Fault } from '#lib/fault.ts';
import { networkGroup } from '#lib/network-group.ts';
import type { Bill, Credentials, Work, Worked } from '../bill.ts';
import type { BillingLog } from './deps.ts';

/** What the free answers to one caller may cost within an hour, over all replicas: calls of the chain's endpoints. */
export const FREE_ANSWER_CALLS_MAX = 2_000;
const HOUR_SECONDS = 3_600;
const HOUR_MS = HOUR_SECONDS * 1_000;
/** How many callers and requests are remembered; beyond them, the one that came longest ago is forgotten. */
const REMEMBERED_MAX = 10_000;

interface FreeAnswersDeps {
  readonly windows: RateWindows;
  readonly log: BillingLog;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

/**
 * Bounds what free answers cost us by caller: a key, else an address, IPv6 by /64. Nobody is refused because answers to him were
 * free. Once they cost more than the budget of an hour, what ended free within the hour is refused to him, and all else goes on.
 */
export class FreeAnswers {
  readonly #deps: FreeAnswersDeps;
  /** Callers to whom this process gave free answers, and requests that ended free, each with the time until which that counts. */
  readonly #callers = new Map<string, number>();
  readonly #requests = new Map<string, number>();

  constructor(deps: FreeAnswersDeps) {
    this.#deps = deps;
  }

  /**
   * Serves a bill with its work counted. Refused lines fail with `too_many_free_answers`, which is thrown where all of them are. The
   * calls of a bill count as a whole, by the part of its lines that earned nothing.
   */
  async within<W extends Worked, R>(
    caller: string,
    bill: Bill,
    work: Work<W>,
    serve: (work: Work<W>) => Promise<R>,
  ): Promise<R> {
    const refusal = this.#counts(this.#callers, caller) ? await this.#refusal(caller) : null;
    const isRefused = (request: string) => refusal !== null && this.#counts(this.#requests, request);
    if (refusal && bill.lines.every(({ request }) => isRefused(request))) throw refusal;
    const callsBefore = bill.rpcCalls?.() ?? 0;
    let begun = 0;
    let earning = 0;
    try {
      return await serve(async (line, signal) => {
        if (isRefused(line.request)) throw refusal;
        begun += 1;
        const worked = await work(line, signal);
        if (worked.free) this.#remember(this.#requests, line.request);
        else earning += 1;
        return worked;
      });
    } finally {
      const calls = (bill.rpcCalls?.() ?? 0) - callsBefore;
      if (earning < begun) await this.#spend(caller, Math.ceil((calls * (begun - earning)) / begun));
    }
  }

  /** Why nothing more is done for the caller that ended free before; null while the budget holds. */
  async #refusal(caller: string): Promise<Fault | null> {
    const noted = await this.#deps.windows.noted(caller);
    let left = noted.reduce((sum, { amount }) => sum + amount, 0);
    if (left < FREE_ANSWER_CALLS_MAX) return null;
    // What ends first makes room first.
    let msLeft = 0;
    for (const each of noted) {
      if (left < FREE_ANSWER_CALLS_MAX) break;
      left -= each.amount;
      msLeft = each.msLeft;
    }
    return new Fault('too_many_free_answers', undefined, {
      retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1_000)),
    });
  }

  /** Never throws: the answers leave all the same. */
  async #spend(caller: string, calls: number): Promise<void> {
    if (calls === 0) return;
    this.#remember(this.#callers, caller);
    await this.#deps.windows.note(caller, calls, HOUR_SECONDS).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'what free answers cost could not be noted');
    });
  }

  #remember(names: Map<string, number>, name: string): void {
    names.delete(name);
    names.set(name, this.#deps.now() + HOUR_MS);
    const [oldest] = names.keys();
    if (names.size > REMEMBERED_MAX && oldest !== undefined) names.delete(oldest);
  }

  #counts(names: ReadonlyMap<string, number>, name: string): boolean {
    return (names.get(name) ?? 0) > this.#deps.now();
  }
}

/** What the free answers of a caller are counted by. A key is counted wherever it comes from. */
export function freeLabelOf({ apiKey, address }: Pick<Credentials, 'apiKey' | 'address'>): string {
  const caller = apiKey === null ? networkGroup(address) : `key ${Buffer.from(sha256(apiKey)).toString('hex')}`;
  return `free answers to ${caller}`;
}
