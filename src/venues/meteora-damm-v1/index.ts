import type { Address } from '#lib/address.ts';
import type { AccountBytes, Pair, Pool, Refused, Venue } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { DAMM_V1_PROGRAM, poolAddresses, tokenVaultAddress, VAULT_PROGRAM, vaultLpMintAddress } from './addresses.ts';
import { type PoolState, readPool } from './layout.ts';
import { openPool } from './open.ts';
import { priceAccountOf } from './virtual-price.ts';

/**
 * Meteora's first dynamic AMM. Pools keep their tokens in vaults that they share with others and that lend out a part, so
 * that a reserve is a share of a vault. Constant product and stable curve.
 */
export const meteoraDammV1: Venue = {
  id: 'meteora_damm_v1',
  name: 'Meteora DAMM v1',
  program: DAMM_V1_PROGRAM,
  authority: null,
  custodian: VAULT_PROGRAM,
  // A pool copies its fees from its configuration.
  configurations: [],
  candidates: ({ mint, other }: Pair) => poolAddresses(mint, other),
  recognise,
};

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const state = readPool(account);
  if (isRefused(state)) return state;
  const { a, b } = state;
  if ((a.mint !== mint && b.mint !== mint) || a.mint === b.mint || a.vault === b.vault) {
    return refuse('inconsistent', `a pool of ${a.mint} and ${b.mint}`);
  }
  const mintIsA = a.mint === mint;
  const [own, other] = mintIsA ? [a, b] : [b, a];
  const vaults = { mint: tokenVaultAddress(own.vault), other: tokenVaultAddress(other.vault) };
  return {
    venue: 'meteora_damm_v1',
    address: account.address,
    mint,
    other: other.mint,
    vaults,
    liquidity: { mint: state.lpMint },
    needs: needsOf(state, vaults),
    open: (accounts, clock) => openPool({ address: account.address, known: state, mintIsA, vaults }, accounts, clock),
  };
}

function needsOf(state: PoolState, vaults: { readonly mint: Address; readonly other: Address }): readonly Address[] {
  const { a, b, lpMint } = state;
  const priceAccount = priceAccountOf(state);
  return [
    a.vault,
    b.vault,
    vaults.mint,
    vaults.other,
    vaultLpMintAddress(a.vault),
    vaultLpMintAddress(b.vault),
    a.shares,
    b.shares,
    lpMint,
    ...(priceAccount === null ? [] : [priceAccount]),
  ];
}
