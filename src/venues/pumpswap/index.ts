import type { Address } from '#lib/address.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { AccountBytes, Pair, Pool, Refused, Venue } from '../model.ts';
import { PUMPSWAP_PROGRAM } from '../pump-fees/programs.ts';
import { isRefused, refuse } from '../refusal.ts';
import { canonicalPool, GLOBAL_CONFIG, readPool } from './layout.ts';
import { FEE_CONFIG, openPool } from './open.ts';

/** PumpSwap: pools of completed pump.fun coins, and others that anyone may open. */
export const pumpswap: Venue = {
  id: 'pumpswap',
  name: 'PumpSwap',
  program: PUMPSWAP_PROGRAM,
  // Each pool holds its own tokens.
  authority: null,
  configurations: [GLOBAL_CONFIG, FEE_CONFIG],
  candidates,
  recognise,
};

/** The pool that the coin's curve became, and that of a coin that is quoted in this one. Others do not follow from mints. */
function candidates({ mint, other }: Pair): readonly Address[] {
  // SOL is never the coin of a curve.
  const asCoin = mint === WRAPPED_SOL ? [] : [canonicalPool(mint, other)];
  const asQuote = other === WRAPPED_SOL ? [] : [canonicalPool(other, mint)];
  return [...asCoin, ...asQuote];
}

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const pool = readPool(account);
  if (isRefused(pool)) return pool;
  const isBase = pool.base === mint;
  if (!isBase && pool.quote !== mint) return refuse('inconsistent', 'a pool of other mints');
  if (pool.base === pool.quote) return refuse('wrong_layout', 'both mints are the same');
  const { address } = account;
  return {
    venue: 'pumpswap',
    address,
    mint,
    other: isBase ? pool.quote : pool.base,
    vaults: isBase
      ? { mint: pool.baseVault, other: pool.quoteVault }
      : { mint: pool.quoteVault, other: pool.baseVault },
    liquidity: { mint: pool.lpMint },
    // The LP mint is no part of the price: it tells how much of the liquidity was burned.
    needs: [pool.baseVault, pool.quoteVault, pool.lpMint],
    open: (accounts) => openPool(address, mint, pool, accounts),
  };
}
