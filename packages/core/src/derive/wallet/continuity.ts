import type { Break } from '#rules/wallet/evidence.ts';
import type { Signature } from '#solana/address.ts';
import { isRentBetween } from '#solana/gates/collected-rent.ts';
import { apart, NATIVE, type State, same, type Touch, touchesOf } from './balance-state.ts';
import type { TimelineStep } from './timeline.ts';

/** What a transaction left in one place; `signature` is null, and the slot 0, where no transaction touched the place. */
export interface LeftBalance {
  readonly state: State;
  readonly slot: number;
  readonly signature: Signature | null;
}

/**
 * The balance of one place before the window. `proven`: the list of that place says that `signature` is the last transaction
 * before the window (null: there is none). An unproven balance can confirm a later one, but cannot refute it.
 */
export interface OpeningBalance extends LeftBalance {
  readonly proven: boolean;
}

/** A balance that does not follow from the one before. `unproven`: the list before it was not read yet. */
export interface Jump {
  readonly key: string;
  readonly mint: string | null;
  readonly after: Signature | null;
  readonly before: Signature | null;
  readonly expected: State;
  readonly found: State;
  readonly unproven: boolean;
}

/** How many balances follow from the one before, and which do not. */
export interface ContinuityResult {
  readonly nativeLinks: number;
  readonly tokenLinks: number;
  readonly jumps: readonly Jump[];
}

/** Compares every balance that a transaction found with the balance that the one before it left. `steps` in the order of execution. */
export function checkContinuity(
  steps: readonly TimelineStep[],
  starts: ReadonlyMap<string, OpeningBalance>,
): ContinuityResult {
  const last = new Map<string, LeftBalance>();
  const jumps: Jump[] = [];
  const whole = { native: 0, token: 0 };
  const meet = ({ key, mint, before, after }: Touch, signature: Signature, slot: number) => {
    const previous = last.get(key);
    const link = previous ? linkTo(previous, before, slot) : openingOf({ key, before, slot }, starts.get(key));
    if (link === 'whole') whole[key === NATIVE ? 'native' : 'token'] += 1;
    else if (link) jumps.push({ key, mint, before: signature, found: before, ...link });
    last.set(key, { state: after, signature, slot });
  };
  for (const { effect } of steps) {
    for (const touch of touchesOf(effect)) meet(touch, effect.signature as Signature, effect.slot);
  }
  return { nativeLinks: whole.native, tokenLinks: whole.token, jumps };
}

type Link = 'whole' | Pick<Jump, 'after' | 'expected' | 'unproven'>;

/**
 * Whether a place may hold `found` at `slot` after the balance that was left there: the same, or the wallet's lamports less the rent of
 * the years in which accounts paid it outside of transactions.
 */
export function carriesOn({ state, slot: from }: LeftBalance, found: State, slot: number): boolean {
  if (same(state, found)) return true;
  if (!state || state.mint !== null || (found && found.mint !== null)) return false;
  return isRentBetween({ slot: from, lamports: state.lamports }, { slot, lamports: found?.lamports ?? 0n });
}

function linkTo(previous: LeftBalance, before: State, slot: number): Link {
  if (carriesOn(previous, before, slot)) return 'whole';
  return { after: previous.signature, expected: previous.state, unproven: false };
}

/** The link to the first balance of an account. An empty token account needs no past (null); a balance does. */
function openingOf(
  { key, before, slot }: Pick<Touch, 'key' | 'before'> & { readonly slot: number },
  start: OpeningBalance | undefined,
): Link | null {
  const needsPast = key === NATIVE || (before?.amount ?? 0n) > 0n;
  if (start && carriesOn(start, before, slot)) return needsPast ? 'whole' : null;
  if (start?.proven) return { after: start.signature, expected: start.state, unproven: false };
  return needsPast ? { after: null, expected: null, unproven: true } : null;
}

/** A jump in the form of the facts. */
export function breakOf({ key, mint, after, before, expected, found }: Jump, unread: boolean): Break {
  const isNative = key === NATIVE;
  const place = { mint: isNative ? null : mint, account: isNative ? null : key };
  return { ...place, ...apart(expected, found), after, before, unread };
}
