import { openWordOf } from './metric.ts';

/**
 * The venues by the names that answers use, with the names that people use. The registry of venues is below what this layer
 * may see, so the list stands here again; the test beside it holds both together.
 */
export const venueNames = {
  pump_curve: 'pump.fun bonding curve',
  pumpswap: 'PumpSwap',
  raydium_amm_v4: 'Raydium AMM v4',
  raydium_cpmm: 'Raydium CPMM',
  raydium_clmm: 'Raydium CLMM',
  raydium_launchlab: 'Raydium LaunchLab',
  orca_whirlpool: 'Orca Whirlpool',
  meteora_dlmm: 'Meteora DLMM',
  meteora_damm_v1: 'Meteora DAMM v1',
  meteora_damm_v2: 'Meteora DAMM v2',
  meteora_dbc: 'Meteora DBC',
} as const;

/** The name that people use for a venue; one that is not listed stays as it is. */
export function venueName(venue: string): string {
  return Object.entries(venueNames).find(([id]) => id === venue)?.[1] ?? venue;
}

/** The reasons why a pool has no cost, in the words of answers: refusals of venues, and of a route. */
export const refusals = {
  foreign_owner: 'The account belongs to another program than that of the venue.',
  wrong_layout: 'The bytes of the pool contradict the layout of the venue.',
  unknown_variant: 'The version, curve or mode of the pool is not known to this service.',
  inconsistent: 'The accounts of the pool contradict each other, or the pool trades other mints.',
  account_missing: 'An account that the price needs does not exist.',
  not_read: 'The size needs accounts that were not read, such as price ranges further away.',
  disabled: 'Swaps are switched off.',
  vault_frozen: 'A vault of the pool is frozen, so that nothing leaves it.',
  not_open: 'Trading begins later.',
  completed: 'The bonding curve is complete, and its coin trades elsewhere now or soon.',
  insufficient_liquidity: 'The pool holds less than the size takes.',
  amount_too_small: 'The amount is so small that nothing comes out.',
  fee_takes_all: 'The mint keeps everything of a transfer as its fee.',
  overflow: 'The size is beyond what the program can compute.',
  no_way_to_sol: 'The pool trades the mint against a token that no known pool trades for SOL.',
} as const;

export const venue = openWordOf(
  'Venue',
  'Trading program that a pool belongs to.',
  Object.fromEntries(Object.entries(venueNames).map(([id, name]) => [id, `Pools of ${name}.`])),
);

export const poolRefusal = openWordOf('PoolRefusal', 'Reason for which a pool has no price.', refusals);
