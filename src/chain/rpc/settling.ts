import { now } from './limits.ts';
import type { Outcome } from './outcome.ts';
import type { Item } from './queue.ts';

/** So many calls are told of their answers in the first turn of the event loop. */
const GROUP = 8;
/** What follows from the answers of one turn should take no longer, in milliseconds. */
const GROUP_MS_MAX = 4;

/**
 * Tells calls what became of them: the first at once, and the others in turns, of as many as fit into a few milliseconds by
 * what the turn before took. Everything that follows from an answer without another one happens in its turn, and a hundred
 * answers would hold the event loop for all checks of an operation together. Those of which little follows are told at once.
 */
export async function settleInTurns(items: readonly Item[], outcomes: readonly Outcome[]): Promise<void> {
  let told = 0;
  for (let group = isMuch(items, outcomes) ? GROUP : items.length; told < items.length; ) {
    const since = now();
    for (const item of items.slice(told, told + group)) {
      item.settle(outcomes[told] ?? { kind: 'returned' });
      told += 1;
    }
    if (told < items.length) await new Promise(setImmediate);
    group = now() - since > GROUP_MS_MAX ? Math.ceil(group / 2) : group * 2;
  }
}

/**
 * Much follows from the present state. A history that is read is asked on for, and those questions belong together as well as
 * calls that go back to a queue.
 */
function isMuch([first]: readonly Item[], outcomes: readonly Outcome[]): boolean {
  return first?.batch === 'state' && outcomes.some(({ kind }) => kind === 'result');
}
