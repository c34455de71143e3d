import type { Address } from '#lib/address.ts';
import { hookListAddress } from '#lib/token/transfer-hook.ts';
import type { Pool } from '#venues/model.ts';
import type { Trade } from '#venues/routing/trade.ts';

/** A mint whose tokens are to be sold; `hook` decides about transfers and keeps a list of the accounts that it wants. */
export interface SoldMint {
  readonly mint: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
  readonly hook: { readonly program: Address; readonly list: Address } | null;
}

/** The hook of a mint, with where it keeps its list; null for no program. */
export function hookOf(mint: Address, program: Address | null): SoldMint['hook'] {
  return program && { program, list: hookListAddress(mint, program) };
}

/** A pool that tokens would be sold to, and how many, in atomic units. */
export interface Buyer {
  readonly pool: Pool;
  readonly tokens: bigint;
}

/** The pools that a trade sells to: the last one of each of its paths. */
export function buyersIn({ trips }: Trade): readonly Buyer[] {
  return trips.flatMap(({ path, tokens }) => {
    const pool = path.hops.at(-1)?.pool;
    return pool ? [{ pool, tokens }] : [];
  });
}
