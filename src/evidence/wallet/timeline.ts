import type { Effect } from '#checks/wallet/effect.ts';
import { type State, same, touchesOf } from './balance-state.ts';

/**
 * One transaction of a wallet with its place in a list: of two in a slot that the endpoint does not order, the one of the lower
 * rank ran first as far as the list tells. `listed`: the wallet's own list names it.
 */
export interface TimelineStep {
  readonly effect: Effect;
  readonly listed: boolean;
  readonly rank: number;
}

/**
 * So many transactions are tried for a place, in all slots together, before whichever fits first has to do; and slots with more
 * than so many are not searched at all. Anybody can fill a slot with transactions that name a wallet.
 */
const TRIES_MAX = 20_000;
const SEARCHED_GROUP_MAX = 24;

/**
 * The order of execution: by slot, inside a slot by the endpoint's index or else by the list, and corrected by balances, for a
 * transaction can only have found what the one before it left. `start`: what stood where before the first.
 */
export function inOrder(steps: readonly TimelineStep[], start: ReadonlyMap<string, State>): readonly TimelineStep[] {
  const sorted = [...steps].sort((a, b) => a.effect.slot - b.effect.slot || withinSlot(a, b));
  const states = new Map(start);
  const tries = { left: TRIES_MAX };
  const ordered: TimelineStep[] = [];
  for (let from = 0; from < sorted.length; ) {
    const slot = sorted[from]?.effect.slot;
    let to = from + 1;
    while (sorted[to]?.effect.slot === slot) to += 1;
    const group = sorted.slice(from, to);
    const arranged = group.length === 1 ? group : arrange(group, touched(group, states), tries);
    for (const { effect } of arranged) apply(effect, states);
    ordered.push(...arranged);
    from = to;
  }
  return ordered;
}

/**
 * Those of token accounts' lists come after those of the wallet's own, by signature: which of these lists was read first, or whether any
 * was, depends on what is remembered.
 */
function withinSlot(a: TimelineStep, b: TimelineStep): number {
  if (a.effect.index !== null && b.effect.index !== null) return a.effect.index - b.effect.index;
  if (a.listed !== b.listed) return a.listed ? -1 : 1;
  return a.listed ? a.rank - b.rank : a.effect.signature < b.effect.signature ? -1 : 1;
}

function apply(effect: Effect, states: Map<string, State>): void {
  for (const { key, after } of touchesOf(effect)) states.set(key, after);
}

/** True when the transaction found everything as it stands; what was never seen stands as it was found. */
function fits(effect: Effect, states: ReadonlyMap<string, State>): boolean {
  return touchesOf(effect).every(({ key, before }) => {
    const state = states.get(key);
    return state === undefined || same(state, before);
  });
}

/** What the transactions of a slot find and leave, which is little of all there is. */
function touched(group: readonly TimelineStep[], states: ReadonlyMap<string, State>): ReadonlyMap<string, State> {
  const some = new Map<string, State>();
  for (const { effect } of group) {
    for (const { key } of touchesOf(effect)) {
      const state = states.get(key);
      if (state !== undefined) some.set(key, state);
    }
  }
  return some;
}

/**
 * An order in which every transaction fits, and of several the first by signature, because the order of lists is not remembered; where
 * there is none, each place is taken by the first that fits, if any does.
 */
function arrange(
  group: readonly TimelineStep[],
  states: ReadonlyMap<string, State>,
  tries: { left: number },
): readonly TimelineStep[] {
  const found = group.length > SEARCHED_GROUP_MAX ? null : seamless(searchOrder(group), states, tries);
  return found ?? greedy(group, states);
}

/** In which order transactions are tried for a place: the endpoint's, or by signature where it does not order all of them. */
function searchOrder(group: readonly TimelineStep[]): readonly TimelineStep[] {
  if (group.every(({ effect }) => effect.index !== null)) return group;
  return [...group].sort((a, b) => (a.effect.signature < b.effect.signature ? -1 : 1));
}

function seamless(
  left: readonly TimelineStep[],
  states: ReadonlyMap<string, State>,
  tries: { left: number },
): readonly TimelineStep[] | null {
  if (left.length === 0) return [];
  for (const step of left) {
    tries.left -= 1;
    if (tries.left < 0) return null;
    if (!fits(step.effect, states)) continue;
    const next = new Map(states);
    apply(step.effect, next);
    const rest = seamless(without(left, step), next, tries);
    if (rest) return [step, ...rest];
  }
  return null;
}

function greedy(group: readonly TimelineStep[], start: ReadonlyMap<string, State>): readonly TimelineStep[] {
  const states = new Map(start);
  const ordered: TimelineStep[] = [];
  for (let left = group; left.length > 0; ) {
    const next = left.find(({ effect }) => fits(effect, states)) ?? left[0];
    if (!next) break;
    apply(next.effect, states);
    ordered.push(next);
    left = without(left, next);
  }
  return ordered;
}

function without(steps: readonly TimelineStep[], gone: TimelineStep): readonly TimelineStep[] {
  return steps.filter((step) => step !== gone);
}
