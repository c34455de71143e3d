import type { Book } from '#checks/wallet/book/model.ts';

/** Mints whose makers are looked for. */
const MINTS_MAX = 5;

/**
 * The mints that brought most, most first: by profit, and by what units without a known basis were sold for, which may all be
 * profit of their makers. Mints that brought nothing are none.
 */
export function mostProfitable({ positions }: Book): readonly string[] {
  const profits = new Map<string, bigint>();
  for (const { mint, pnl, unmatchedProceeds } of positions) {
    profits.set(mint, (profits.get(mint) ?? 0n) + pnl + unmatchedProceeds);
  }
  return [...profits]
    .filter(([, brought]) => brought > 0n)
    .sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x < y ? 1 : -1))
    .slice(0, MINTS_MAX)
    .map(([mint]) => mint);
}
