import type { AccountState, At, TokenHolding } from '#chain/chain-reader.ts';
import type { Effect } from '#derive/effects/effect-type.ts';
import { changesNothing, NATIVE, nativeState, type State, same, touchesOf } from '#derive/wallet/balance-state.ts';
import type { ContinuityResult, Jump, LeftBalance, OpeningBalance } from '#derive/wallet/continuity.ts';
import { carriesOn, checkContinuity } from '#derive/wallet/continuity.ts';
import { inOrder, type TimelineStep } from '#derive/wallet/timeline.ts';
import { type Gap, missing } from '#lib/reading.ts';
import type { Signature } from '#solana/address.ts';
import type { EffectQueue } from './bodies.ts';
import type { OwnList, TimedEntry } from './listing.ts';

/** What the wallet holds at the end, as it was last read. */
export interface Closing {
  readonly account: At<AccountState | null>;
  readonly holdings: At<readonly TokenHolding[]>;
}

/** What is known so far, in order, compared from step to step and with the present. */
export interface View {
  readonly steps: readonly TimelineStep[];
  readonly walked: ContinuityResult;
  /** Balances at the end that do not follow from the last transactions. */
  readonly closing: readonly Jump[];
}

/** What has been gathered of a wallet's past, as it grows. */
export class WalletPast {
  readonly queue: EffectQueue;
  readonly windowFrom: number;
  /** Ranks of transactions of the wallet's own list, and of those that only its token accounts' lists name. */
  readonly listed = new Map<Signature, number>();
  readonly unlisted = new Map<Signature, number>();
  /** The last transaction before the window of each token account whose own list was read so far; null: there is none. */
  readonly olderOfAccounts = new Map<string, TimedEntry | null>();
  /** Token accounts that nothing touched inside the window. */
  readonly untouched = new Set<string>();
  /** Token accounts whose lists could not be read because there are too many. */
  readonly unproven = new Set<string>();
  /** The last transaction before the window of the wallet's own list; null: there is none. */
  older: TimedEntry | null;
  /** What the wallet's own list names before a shortened window. */
  readonly beyond: ReadonlySet<Signature>;
  readonly shortenedBy: OwnList['shortenedBy'];
  closing: Closing;
  #rank = 0;

  constructor(queue: EffectQueue, { windowFrom, older, beyond, shortenedBy }: OwnList, closing: Closing) {
    this.queue = queue;
    this.windowFrom = windowFrom;
    this.older = older;
    this.beyond = new Set(beyond.map(({ signature }) => signature));
    this.shortenedBy = shortenedBy;
    this.closing = closing;
  }

  /** The slot that every reading of the present reaches. */
  get slot(): number {
    return Math.min(this.closing.account.slot, this.closing.holdings.slot);
  }

  /** Ranks transactions, oldest first, above those that were noted before, and starts to read them. */
  note(where: Map<Signature, number>, oldestFirst: readonly TimedEntry[]): void {
    for (const { signature } of oldestFirst) {
      this.#rank += 1;
      if (!where.has(signature)) where.set(signature, this.#rank);
      if (where === this.listed) this.unlisted.delete(signature);
    }
    this.queue.add(oldestFirst);
  }

  /** Notes the newest first, as a page holds them. */
  notePage(where: Map<Signature, number>, newestFirst: readonly TimedEntry[]): void {
    this.note(where, [...newestFirst].reverse());
  }

  /** The transaction of the wallet's own list with the highest rank. */
  newestListed(): Signature | null {
    let newest: Signature | null = null;
    for (const [signature, rank] of this.listed) {
      if (newest === null || rank > (this.listed.get(newest) ?? 0)) newest = signature;
    }
    return newest;
  }

  view(): View {
    const starts = this.#starts();
    const proven = new Map<string, State>();
    for (const [key, start] of starts) if (start.proven) proven.set(key, start.state);
    const steps = inOrder(this.#steps(), proven);
    return {
      steps,
      walked: checkContinuity(steps, starts),
      closing: closingJumps(steps, starts, this.closing, this.untouched),
    };
  }

  /** A gap where a list puts a transaction before the window that ran inside it, because such a list hides others. */
  contradiction(): Gap | null {
    for (const older of [this.older, ...this.olderOfAccounts.values()]) {
      const effect = older && this.queue.effects.get(older.signature);
      if (effect && this.#isInside(effect)) {
        return missing('history', 'rpc_disagrees', `${effect.signature} ran later than its list says`).gap;
      }
    }
    return null;
  }

  /** A gap where the wallet has lamports before all that its list names, or without any: an endpoint's ledger begins later. */
  cut({ walked, closing }: View): Gap | null {
    if (this.older !== null) return null;
    const held = ({ key, after, found }: Jump) => key === NATIVE && after === null && found !== null;
    const first = [...walked.jumps, ...closing].find(held);
    const detail = `${first?.found?.lamports} lamports were there before the oldest transaction that is listed`;
    return first ? missing('history', 'history_missing', detail).gap : null;
  }

  /** The steps up to the pinned slot, compared anew. */
  pinned(steps: readonly TimelineStep[]): {
    readonly steps: readonly TimelineStep[];
    readonly walked: ContinuityResult;
  } {
    const until = steps.filter(({ effect }) => effect.slot <= this.slot);
    return { steps: until, walked: checkContinuity(until, this.#starts()) };
  }

  #steps(): TimelineStep[] {
    const steps: TimelineStep[] = [];
    for (const [signature, rank] of this.listed) {
      const effect = this.queue.effects.get(signature);
      if (effect && this.#isInside(effect)) steps.push({ effect, listed: true, rank });
    }
    for (const [signature, rank] of this.unlisted) {
      const effect = this.listed.has(signature) ? undefined : this.queue.effects.get(signature);
      // Whether a list of a token account is read depends on where gaps are. A transaction that changes nothing must not count then.
      if (effect && this.#isInside(effect) && !changesNothing(effect)) steps.push({ effect, listed: false, rank });
    }
    return steps;
  }

  #isInside({ time }: Effect): boolean {
    return (time ?? this.windowFrom) >= this.windowFrom;
  }

  #starts(): ReadonlyMap<string, OpeningBalance> {
    const starts = new Map<string, OpeningBalance>();
    const earlier = [...this.queue.effects.values()].filter((effect) => !this.#isInside(effect));
    for (const effect of earlier.sort((a, b) => a.slot - b.slot)) {
      for (const touch of touchesOf(effect)) starts.set(touch.key, { ...leftBy(effect, touch.after), proven: false });
    }
    starts.delete(NATIVE);
    const native = this.#startOf(NATIVE, this.older);
    if (native) starts.set(NATIVE, native);
    for (const [account, older] of this.olderOfAccounts) {
      const start = this.#startOf(account, older);
      if (start) starts.set(account, start);
    }
    return starts;
  }

  /** Null where the transaction could not be read. */
  #startOf(key: string, older: TimedEntry | null): OpeningBalance | null {
    if (!older) return { state: key === NATIVE ? nativeState(0n) : null, slot: 0, signature: null, proven: true };
    const effect = this.queue.effects.get(older.signature);
    if (!effect) return null;
    const after = touchesOf(effect).find((touch) => touch.key === key)?.after ?? null;
    return { ...leftBy(effect, after), proven: true };
  }
}

function leftBy({ slot, signature }: Effect, state: State): LeftBalance {
  return { state, slot, signature: signature as Signature };
}

/**
 * Balances of the present that differ from what the last transactions left. Each place is compared at the slot at which it was
 * read, so that later transactions do not count. `untouched`: accounts whose own lists show nothing inside the window.
 */
function closingJumps(
  steps: readonly TimelineStep[],
  starts: ReadonlyMap<string, OpeningBalance>,
  present: { readonly account: At<AccountState | null>; readonly holdings: At<readonly TokenHolding[]> },
  untouched: ReadonlySet<string>,
): readonly Jump[] {
  const { account, holdings } = present;
  const lamports = nativeState(account.value?.lamports ?? 0n);
  const native = lastAt(steps, account.slot).get(NATIVE) ?? starts.get(NATIVE);
  const own = native && carriesOn(native, lamports, account.slot) ? [] : [jumpOf(NATIVE, native, lamports)];
  return [...own, ...tokenJumps(lastAt(steps, holdings.slot), holdings.value, untouched)];
}

function tokenJumps(
  left: Map<string, LeftBalance>,
  holdings: readonly TokenHolding[],
  untouched: ReadonlySet<string>,
): readonly Jump[] {
  const jumps: Jump[] = [];
  for (const { account, mint, amount, lamports } of holdings) {
    const balance = { mint, amount, lamports };
    const last = left.get(account);
    left.delete(account);
    if (last ? !same(last.state, balance) : amount > 0n && !untouched.has(account))
      jumps.push(jumpOf(account, last, balance));
  }
  left.delete(NATIVE);
  for (const [account, last] of left) if (last.state) jumps.push(jumpOf(account, last, null));
  return jumps;
}

function jumpOf(key: string, last: LeftBalance | undefined, found: State): Jump {
  const expected = last?.state ?? null;
  const mint = found?.mint ?? expected?.mint ?? null;
  return { key, mint, after: last?.signature ?? null, before: null, expected, found, unproven: !last };
}

/** The balance that the last transaction up to a slot left in each place. */
function lastAt(steps: readonly TimelineStep[], slot: number): Map<string, LeftBalance> {
  const last = new Map<string, LeftBalance>();
  for (const { effect } of steps) {
    if (effect.slot > slot) break;
    for (const { key, after } of touchesOf(effect)) last.set(key, leftBy(effect, after));
  }
  return last;
}
