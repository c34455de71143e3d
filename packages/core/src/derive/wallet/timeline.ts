import type { Effect } from '../effects/effect-type.ts';
import { type State, same, touchesOf } from './balance-state.ts';

/**
 * One transaction of a wallet and its place in a list. Where the endpoint does not order two transactions of a slot, the list
 * says that the one with the lower rank ran first. `listed`: the wallet's own list names it.
 */
export interface TimelineStep {
  readonly effect: Effect;
  readonly listed: boolean;
  readonly rank: number;
}

/**
 * Bounds of the search for an order: how many transactions are tried in all slots together, and how many a slot may have to be searched.
 * They exist because anybody can fill a slot with transactions that name a wallet. Beyond them the first one that fits is taken.
 */
const TRIES_MAX = 20_000;
const SEARCHED_GROUP_MAX = 24;

/**
 * The order of execution: by slot, then by the endpoint's index, or by the list where there is none. Balances correct it, because
 * a transaction finds what the one before it left. `start`: the balances before the first transaction, by place.
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
 * Puts transactions of token accounts' lists behind those of the wallet's own list, by signature. The order in which token accounts' lists
 * were read says nothing, since it depends on the stored effects.
 */
function withinSlot(a: TimelineStep, b: TimelineStep): number {
  if (a.effect.index !== null && b.effect.index !== null) return a.effect.index - b.effect.index;
  if (a.listed !== b.listed) return a.listed ? -1 : 1;
  return a.listed ? a.rank - b.rank : a.effect.signature < b.effect.signature ? -1 : 1;
}

function apply(effect: Effect, states: Map<string, State>): void {
  for (const { key, after } of touchesOf(effect)) states.set(key, after);
}

/** True when the transaction found every balance as it stands now. A balance that was never seen before always matches. */
function fits(effect: Effect, states: ReadonlyMap<string, State>): boolean {
  return touchesOf(effect).every(({ key, before }) => {
    const state = states.get(key);
    return state === undefined || same(state, before);
  });
}

/** The balances that transactions of a slot find or leave. They are few, so that copies are cheap. */
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
 * Finds an order in which every transaction fits. Of several orders it takes the first by signature, because the store does not
 * remember the order of lists. Where there is none, each place goes to the first transaction that fits, if any does.
 */
function arrange(
  group: readonly TimelineStep[],
  states: ReadonlyMap<string, State>,
  tries: { left: number },
): readonly TimelineStep[] {
  const found = group.length > SEARCHED_GROUP_MAX ? null : matchingOrder(searchOrder(group), states, tries);
  return found ?? greedy(group, states);
}

/** The order in which transactions are tried: the endpoint's, or by signature where the endpoint does not order all of them. */
function searchOrder(group: readonly TimelineStep[]): readonly TimelineStep[] {
  if (group.every(({ effect }) => effect.index !== null)) return group;
  return [...group].sort((a, b) => (a.effect.signature < b.effect.signature ? -1 : 1));
}

function matchingOrder(
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
    const rest = matchingOrder(without(left, step), next, tries);
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
