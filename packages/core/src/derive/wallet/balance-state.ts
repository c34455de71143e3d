import type { Effect, HeldAccount, HeldBalance } from '../effects/effect-type.ts';
import { WRAPPED_SOL_MINT } from '../effects/effect-type.ts';

/** The key of the wallet's own lamports among those of its token accounts. */
export const NATIVE = 'native';

/** The balance of one place at one moment; null where the wallet owned nothing there. The amount of native lamports is 0. */
export type State = (HeldBalance & { readonly mint: string | null }) | null;

/** What one transaction found and left in one place: the wallet's own lamports (`NATIVE`) or a token account. */
export interface Touch {
  readonly key: string;
  readonly mint: string | null;
  readonly before: State;
  readonly after: State;
}

/** The state of an account with these native lamports; null without any, since such an account does not exist. */
export function nativeState(lamports: bigint): State {
  return lamports === 0n ? null : { mint: null, amount: 0n, lamports };
}

const known = new WeakMap<Effect, readonly Touch[]>();

/** Every place that a transaction names, once each. The result is cached, because each comparison asks for it again. */
export function touchesOf(effect: Effect): readonly Touch[] {
  const touches = known.get(effect) ?? readTouches(effect);
  known.set(effect, touches);
  return touches;
}

function readTouches({ native, accounts }: Effect): readonly Touch[] {
  const touches = new Map<string, Touch>();
  if (native) {
    const [before, after] = [nativeState(native.before), nativeState(native.after)];
    touches.set(NATIVE, { key: NATIVE, mint: null, before, after });
  }
  for (const account of accounts) touches.set(account.account, merged(touches.get(account.account), touchOf(account)));
  return [...touches.values()];
}

function touchOf({ account, mint, before, after }: HeldAccount): Touch {
  return { key: account, mint, before: before && { ...before, mint }, after: after && { ...after, mint } };
}

/** An account that was closed and opened again for another mint in one transaction comes in two parts. */
function merged(one: Touch | undefined, other: Touch): Touch {
  if (!one) return other;
  const { key } = other;
  const after = other.after ?? one.after;
  return { key, mint: after?.mint ?? other.mint, before: one.before ?? other.before, after };
}

/** True when the two states are the same, so that nothing visible happened between them. */
export function same(a: State, b: State): boolean {
  if (!a || !b) return a === b;
  return a.amount === b.amount && a.lamports === b.lamports && a.mint === b.mint;
}

/** True for a transaction that changed no balance of the wallet. */
export function changesNothing(effect: Effect): boolean {
  return touchesOf(effect).every(({ before, after }) => same(before, after));
}

/** The difference of two states: in lamports (wrapped SOL and rent included) and in units of the mint. */
export function apart(a: State, b: State): { readonly lamports: bigint; readonly units: bigint } {
  const units = amountsApart(a, b);
  return { lamports: distance(a?.lamports ?? 0n, b?.lamports ?? 0n), units };
}

/** Wrapped lamports count as lamports. Where the mint of an account changed, the units of both mints count. */
function amountsApart(a: State, b: State): bigint {
  const unitsOf = (state: State) => (state === null || state.mint === WRAPPED_SOL_MINT ? 0n : state.amount);
  if (a && b && a.mint !== b.mint) return unitsOf(a) + unitsOf(b);
  return distance(unitsOf(a), unitsOf(b));
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}
