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
  foreign_owner: 'its account belongs to another program than the one of the venue',
  wrong_layout: 'its bytes contradict the layout of the venue',
  unknown_variant: 'its version, curve or mode is not known here, and so its price is not',
  inconsistent: 'its accounts contradict each other, or it trades other mints',
  account_missing: 'an account that its price needs does not exist',
  not_read: 'the size needs accounts of it that were not read, such as price ranges further away',
  disabled: 'swaps are switched off',
  vault_frozen: 'a vault of it is frozen, so that nothing leaves it',
  not_open: 'trading begins later',
  completed: 'the bonding curve is complete, and its coin trades elsewhere now or soon',
  insufficient_liquidity: 'it holds less than the size takes',
  amount_too_small: 'so little goes in that nothing comes out',
  fee_takes_all: 'the mint keeps everything that a transfer of it moves, as its fee',
  overflow: 'the size is beyond what its program can compute',
  no_way_to_sol: 'it trades the mint against a token that no pool of ours leads from to SOL',
} as const;

/** The description of a field, and below it the list of its values. More may be added. */
export function listed(what: string, values: Readonly<Record<string, string>>): string {
  return `${what}\n\n${Object.entries(values)
    .map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
    .join('\n')}`;
}
