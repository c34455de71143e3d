import { hash } from 'node:crypto';

/** Draws `count` of the items, in their order. The draw follows from `seed` and the names alone. */
export function drawn<T>(items: readonly T[], count: number, seed: string, nameOf: (item: T) => string): readonly T[] {
  if (items.length <= count) return items;
  const ranked = items.map((item, at) => ({ at, item, rank: rankOf(`${seed} ${nameOf(item)}`) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function rankOf(text: string): string {
  return hash('sha256', text, 'hex');
}
