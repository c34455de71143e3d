import type { Break, HistoryFacts } from '#checks/wallet/evidence.ts';
import { breakOf, type Jump } from './continuity.ts';
import { PAGE_SIGNATURES } from './listing.ts';
import type { Past, View } from './past.ts';

/**
 * What can be said of a past that was read, up to the pinned slot. Every figure is one of the past itself and not of how it was
 * read: `pages` is what the wallet's list takes up, not what was asked for.
 */
export function factsOf(past: Past, view: View, window: Pick<HistoryFacts, 'windowFrom' | 'windowTo'>): HistoryFacts {
  const { steps, walked } = past.pinned(view.steps);
  const unusable = [...past.queue.unusable].sort(([a], [b]) => (a < b ? -1 : 1));
  const lost = (where: ReadonlyMap<string, number>) => unusable.filter(([signature]) => where.has(signature)).length;
  const repaired = steps.filter(({ listed }) => !listed).length;
  const signatures = steps.length - repaired + lost(past.listed);
  const newest = steps.at(-1)?.effect;
  return {
    ...window,
    bornInside: past.older === null && bornFromNothing(view),
    signatures,
    tokenSignatures: repaired + lost(past.unlisted),
    pages: Math.floor(signatures / PAGE_SIGNATURES) + 1,
    transactions: steps.length,
    unusable: unusable.map(([signature, cause]) => ({ signature, cause })),
    nativeLinks: walked.nativeLinks,
    tokenLinks: walked.tokenLinks,
    repaired,
    breaks: sorted(walked.jumps, past.unproven),
    mismatches: sorted(view.closing, past.unproven),
    unprovenAccounts: past.unproven.size,
    oldestTime: steps[0]?.effect.time ?? null,
    newestTime: newest?.time ?? null,
    newestSignature: newest?.signature ?? null,
  };
}

function bornFromNothing({ steps }: View): boolean {
  const first = steps.find(({ effect }) => effect.native !== null)?.effect.native;
  return first?.before === 0n;
}

/** In the order of accounts, so that the same breaks read the same. */
function sorted(jumps: readonly Jump[], unproven: ReadonlySet<string>): readonly Break[] {
  return [...jumps]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map((jump) => breakOf(jump, unproven.has(jump.key)));
}
