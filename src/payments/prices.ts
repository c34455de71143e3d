import { formatUsdc } from 'assay-core/lib/money.ts';
import type { Kind } from 'assay-core/rules/check.ts';

/** The price of a check of each kind, in atomic USDC. Core sells nothing and knows none. */
export const pricesAtomic: Readonly<Record<Kind['name'], bigint>> = {
  wallet: 100_000n,
  token: 20_000n,
  trade: 20_000n,
  funder: 50_000n,
};

/** The same prices in USDC, as documents and answers show them. */
export const pricesUsdc = Object.fromEntries(
  Object.entries(pricesAtomic).map(([name, price]) => [name, formatUsdc(price)]),
) as Readonly<Record<Kind['name'], string>>;
