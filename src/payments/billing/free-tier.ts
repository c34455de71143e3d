import type { FreeDay, FreeNetwork, FreeReservation } from '#ledger/free-calls.ts';
import { Fault } from '#lib/fault.ts';
import { addressRange, networkGroup, widerNetworkOf } from '#lib/network-group.ts';
import {
  type Bill,
  type FreeCalls,
  type Line,
  type Progress,
  type Served,
  type ServedLine,
  totalOf,
  type Work,
  type Worked,
  withIgnored,
} from '../bill.ts';
import type { BillingDeps, FreeTally } from './deps.ts';
import { type UnpaidWork, unpaidCallerOf, WIDER_TIMES } from './unpaid-work.ts';

/** The daily budget of the free tier, in calls of the chain's endpoints, for all callers together. */
export const FREE_RPC_CALLS_MAX = 200_000;

/**
 * The share of one network in the budget: the /24 or /48 around a caller, or the caller's own network without one. A twentieth, so that no
 * single heavy caller uses up the day; it covers the dearest check at its default bounds (of a wallet), or a hundred checks of a hundred
 * calls.
 */
export const NETWORK_RPC_CALLS_MAX = FREE_RPC_CALLS_MAX / 20;

/**
 * The assumed cost of a check until its real cost is known. The common budget assumes the default bounds, so that one bill at most exceeds
 * the day. A network's share assumes the usual upper cost, so that an agent may run a few calls together; several dear ones at once may
 * exceed the share.
 */
const RESERVED: Readonly<Record<string, { readonly amount: number; readonly allAmount: number }>> = {
  wallet: { amount: NETWORK_RPC_CALLS_MAX / 5, allAmount: NETWORK_RPC_CALLS_MAX },
  token: { amount: 100, allAmount: 500 },
  trade: { amount: 60, allAmount: 60 },
  funder: { amount: 100, allAmount: 400 },
};

const RESERVED_OTHERWISE = { amount: 100, allAmount: 500 };

/** How soon a call may come again that found no room because others are under way. */
const BUSY_SECONDS = 3;

const DAY_MS = 86_400_000;

type FreeTierDeps = Pick<BillingDeps, 'facilitator' | 'freeCalls' | 'log'> & { readonly unpaidWork: UnpaidWork };

const BUSY =
  'Free checks are under way that may use up the rest of what free checks may cost today. Nothing was taken: ask again in a moment.';

interface Taken {
  readonly freeRemaining: number;
  readonly reservation: FreeReservation | undefined;
}

type Result<W extends Worked> = ServedLine<W> | { readonly failure: unknown };

/**
 * Serves callers without key and payment, a few checks a day. An attempt counts before its work, whatever its result, because the work is
 * the cost. No answer is stored, so a repeat is a new attempt.
 */
export class FreeTier {
  readonly #deps: FreeTierDeps;
  #taken = 0;
  #refused = 0;
  #rpcCalls = 0;

  constructor(deps: FreeTierDeps) {
    this.#deps = deps;
  }

  /** Whether there are free calls at all. */
  get isOffered(): boolean {
    return this.#perDay > 0;
  }

  get tally(): FreeTally {
    return { taken: this.#taken, refused: this.#refused, rpcCalls: this.#rpcCalls };
  }

  /** The rest of the caller's free calls. Reads only. */
  async today(address: string): Promise<FreeCalls> {
    const limit = this.#perDay;
    const { freeCalls } = this.#deps;
    if (!freeCalls || limit === 0) return { limit: 0, remaining: 0, resetsAt: nextMidnight() };
    const networks = this.#networksOf(address);
    const day = await freeCalls.book.today(networks.map(({ name }) => name));
    return { limit, remaining: leftOf(networks, day), resetsAt: day.resetsAt };
  }

  /** Throws `payment_required` where the free calls that are left do not cover all lines; then none is taken. */
  async serve<W extends Worked>(bill: Bill, work: Work<W>, progress?: Progress<W>): Promise<Served<W>> {
    const unpaid = await this.#deps.unpaidWork.open(unpaidCallerOf(bill.credentials), bill);
    return await unpaid.during(work, (counted) => this.#admitted(bill, counted, unpaid.progress(progress)));
  }

  async #admitted<W extends Worked>(bill: Bill, work: Work<W>, progress?: Progress<W>): Promise<Served<W>> {
    const { address } = bill.credentials;
    const { freeRemaining, reservation } = await this.#take(bill);
    // Nothing lapses: no lease stands behind the work, and its deadline is the operation's.
    const { signal } = new AbortController();
    const serveLine = async (line: Line, n: number): Promise<Result<W>> => {
      const result = await work(line, signal).then(
        (worked) => freeLine(worked, freeRemaining),
        (failure: unknown) => ({ failure }),
      );
      progress?.served(n, result);
      return result;
    };
    progress?.reserved();
    const lines = await Promise.all(bill.lines.map(serveLine));
    await this.#spend(address, bill.rpcCalls?.() ?? 0, reservation);
    return { lines, receipt: null, change: null };
  }

  get #perDay(): number {
    return this.#deps.freeCalls?.perDay ?? 0;
  }

  /** The number of the caller's calls left after this bill, and the reservation in the budgets for it. */
  async #take({ lines, credentials }: Bill): Promise<Taken> {
    const { freeCalls } = this.#deps;
    if (!freeCalls) throw new Error('free calls that are not offered');
    const networks = this.#networksOf(credentials.address);
    const request = { networks, calls: lines.length, rpcCallsMax: FREE_RPC_CALLS_MAX, reserve: reservedFor(lines) };
    const taking = await freeCalls.book.take(request);
    if (taking.taken) {
      this.#taken += lines.length;
      return { freeRemaining: leftIn(networks, taking.calls), reservation: taking.reservation };
    }
    this.#refused += lines.length;
    if (taking.busy) throw new Fault('too_many_requests', BUSY, { retryAfterSeconds: BUSY_SECONDS });
    const { day } = taking;
    const left = { limit: this.#perDay, remaining: leftOf(networks, day), resetsAt: day.resetsAt };
    const words = `${whyNot(left, lines.length, day)} ${this.#goOn(day.resetsAt)}`;
    throw new Fault('payment_required', withIgnored(words, credentials), {
      priceAtomic: totalOf(lines),
      freeCalls: left,
    });
  }

  /** Of the wider network behind the caller's own, so that the rows are locked in one order everywhere. */
  #networksOf(address: string): readonly FreeNetwork[] {
    const own = { name: networkGroup(address), callsMax: this.#perDay };
    const wider = widerNetworkOf(address);
    const rpcCallsMax = NETWORK_RPC_CALLS_MAX;
    if (wider === null) return [{ ...own, rpcCallsMax }];
    return [own, { name: wider, callsMax: WIDER_TIMES * this.#perDay, rpcCallsMax }];
  }

  #goOn(resetsAt: Date): string {
    const means = this.#deps.facilitator === null ? 'an API key' : 'an API key or a payment per call';
    return `Free calls come again at ${resetsAt.toISOString().replace('.000Z', 'Z')}; with ${means} it goes on at once.`;
  }

  /** The answers have left by now, or leave all the same. A sum without some calls does no harm. */
  async #spend(address: string, rpcCalls: number, reservation: FreeReservation | undefined): Promise<void> {
    this.#rpcCalls += rpcCalls;
    await this.#deps.freeCalls?.book.spend(addressRange(address), rpcCalls, reservation).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'what free calls cost could not be noted');
    });
  }
}

/** Names the limit that refuses: everybody's, then the network's, then the caller's own. */
function whyNot({ limit, remaining }: FreeCalls, asked: number, day: FreeDay): string {
  if (day.rpcCalls >= FREE_RPC_CALLS_MAX) return "Today's free budget of the service is used up.";
  if (isShareSpent(day)) return "Free checks from your network used up its share of today's free budget.";
  const [own = 0] = day.calls;
  const checks = asked === 1 ? 'one is asked for' : `${asked} are asked for at once`;
  const left = `${remaining} of ${limit} free calls are left today, and ${checks}.`;
  return own + asked <= limit ? `${left} Others of the same network used what it may take in a day.` : left;
}

/** No caller has free calls left when the day's budget is spent, and no caller of a network when its share is spent. */
function leftOf(networks: readonly FreeNetwork[], day: FreeDay): number {
  return day.rpcCalls >= FREE_RPC_CALLS_MAX || isShareSpent(day) ? 0 : leftIn(networks, day.calls);
}

function isShareSpent({ networkRpcCalls }: FreeDay): boolean {
  return (networkRpcCalls.at(-1) ?? 0) >= NETWORK_RPC_CALLS_MAX;
}

function leftIn(networks: readonly FreeNetwork[], calls: readonly number[]): number {
  return Math.max(0, Math.min(...networks.map(({ callsMax }, n) => callsMax - (calls[n] ?? 0))));
}

function freeLine<W extends Worked>(worked: W, freeRemaining: number): ServedLine<W> {
  const billing = { route: 'free', chargedAtomic: 0n, freeRemaining, replayed: false } as const;
  return { answer: worked.answer, worked, billing };
}

function nextMidnight(): Date {
  return new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS);
}

/** The reservations in the budgets while the checks run. */
function reservedFor(lines: Bill['lines']): { readonly amount: number; readonly allAmount: number } {
  const each = lines.map(({ kind }) => RESERVED[kind] ?? RESERVED_OTHERWISE);
  return {
    amount: each.reduce((sum, { amount }) => sum + amount, 0),
    allAmount: each.reduce((sum, { allAmount }) => sum + allAmount, 0),
  };
}
