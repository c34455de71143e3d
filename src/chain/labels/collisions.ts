import type { Category, FundingClass, Grade } from './label.ts';
import { fundingClasses } from './label.ts';

/** Invented completions of a true address keep its beginning, which is all that people compare. */
const PREFIX_CHARS = 7;

/** Classes whose labels name an account that pays or is paid, where a made-up neighbour would mislead. */
const guarded: readonly FundingClass[] = ['exchange', 'instant_exchange', 'bridge', 'fee_account'];

interface Graded {
  readonly address: string;
  readonly category: Category;
  readonly grade: Grade;
}

/** Groups of guarded labels that begin alike and are not all strong; at most one of each group can be trusted. */
export function collisions<L extends Graded>(labels: Iterable<L>): readonly (readonly L[])[] {
  const groups = new Map<string, L[]>();
  for (const label of labels) {
    if (!guarded.includes(fundingClasses[label.category])) continue;
    const prefix = label.address.slice(0, PREFIX_CHARS);
    groups.set(prefix, [...(groups.get(prefix) ?? []), label]);
  }
  return [...groups.values()].filter((group) => group.length > 1 && group.some((label) => label.grade !== 'strong'));
}
