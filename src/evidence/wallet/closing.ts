import type { AccountState, At, TokenHolding } from '#chain/chain-reader.ts';
import type { Signature } from '#lib/address.ts';
import { NATIVE, nativeState, type State, same, touchesOf } from './balance-state.ts';
import type { Jump, OpeningBalance } from './continuity.ts';
import type { TimelineStep } from './timeline.ts';

interface Last {
  readonly state: State;
  readonly signature: Signature | null;
}

/**
 * What the present holds that the last transactions did not leave. Each place is compared at the slot at which it was read:
 * what ran later does not count for it. `untouched`: accounts whose own lists show nothing inside the window.
 */
export function closingJumps(
  steps: readonly TimelineStep[],
  starts: ReadonlyMap<string, OpeningBalance>,
  present: { readonly account: At<AccountState | null>; readonly holdings: At<readonly TokenHolding[]> },
  untouched: ReadonlySet<string>,
): readonly Jump[] {
  const { account, holdings } = present;
  const lamports = nativeState(account.value?.lamports ?? 0n);
  const native = lastAt(steps, account.slot).get(NATIVE) ?? starts.get(NATIVE);
  const own = native && same(native.state, lamports) ? [] : [jumpOf(NATIVE, native, lamports)];
  return [...own, ...tokenJumps(lastAt(steps, holdings.slot), holdings.value, untouched)];
}

function tokenJumps(
  left: Map<string, Last>,
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

function jumpOf(key: string, last: Last | undefined, found: State): Jump {
  const expected = last?.state ?? null;
  const mint = found?.mint ?? expected?.mint ?? null;
  return { key, mint, after: last?.signature ?? null, before: null, expected, found, unproven: !last };
}

/** What the last transaction up to a slot left in each place. */
function lastAt(steps: readonly TimelineStep[], slot: number): Map<string, Last> {
  const last = new Map<string, Last>();
  for (const { effect } of steps) {
    if (effect.slot > slot) break;
    for (const { key, after } of touchesOf(effect))
      last.set(key, { state: after, signature: effect.signature as Signature });
  }
  return last;
}
