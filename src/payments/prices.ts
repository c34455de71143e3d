import type { Kind } from 'assay-core/rules/check.ts';

/** The price of a check of each kind, in atomic USDC. Core sells nothing and knows none. */
export const pricesAtomic: Readonly<Record<Kind['name'], bigint>> = {
  wallet: 100_000n,
  token: 20_000n,
  trade: 20_000n,
  funder: 50_000n,
};
