import type { Bill } from '../bill.ts';

/** What the free tier may cost a day: calls of the chain's endpoints, for everybody together. */
export const FREE_RPC_CALLS_MAX = 200_000;

/**
 * What one network may cost of that: the /24 or /48 around a caller, or the caller's own where nothing is around it. A
 * twentieth, so that no single heavy caller uses up the day; it holds the dearest check at its default bounds (of a
 * wallet), or a hundred checks of a hundred calls.
 */
export const NETWORK_RPC_CALLS_MAX = FREE_RPC_CALLS_MAX / 20;

/**
 * What a check is reckoned at until it is known what it cost. For everybody at its default bounds, so that the day's budget
 * is exceeded by one bill at most; for its network at what it mostly costs at most, so that an agent's few calls may be
 * under way together: there some dear ones at once go beyond the share.
 */
const RESERVED: Readonly<Record<string, { readonly amount: number; readonly allAmount: number }>> = {
  wallet: { amount: NETWORK_RPC_CALLS_MAX / 5, allAmount: NETWORK_RPC_CALLS_MAX },
  token: { amount: 100, allAmount: 500 },
  trade: { amount: 60, allAmount: 60 },
  funder: { amount: 100, allAmount: 400 },
};
const RESERVED_OTHERWISE = { amount: 100, allAmount: 500 };

/** What is kept of the budgets while the checks are under way. */
export function reservedFor(lines: Bill['lines']): { readonly amount: number; readonly allAmount: number } {
  const each = lines.map(({ kind }) => RESERVED[kind] ?? RESERVED_OTHERWISE);
  return {
    amount: each.reduce((sum, { amount }) => sum + amount, 0),
    allAmount: each.reduce((sum, { allAmount }) => sum + allAmount, 0),
  };
}
