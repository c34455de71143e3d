import { type Address, address, addressBytes, derivedAddress, inByteOrder } from '#solana/address.ts';

/** Dynamic AMM, first version (MeteoraAg/damm-v1-sdk, `programs/dynamic-amm`). */
export const DAMM_V1_PROGRAM = address('Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB');
/** The program of the vaults in which its pools keep their tokens (`programs/dynamic-vault`). */
export const VAULT_PROGRAM = address('24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi');

/** The configurations with which Meteora's bonding curve migrates into this program. */
const MIGRATION_CONFIGURATIONS = [
  '8f848CEy8eY6PhJ3VcemtBDzPPSD4Vq7aJczLZ3o8MmX',
  'HBxB8Lf14Yj8pqeJ8C4qDb5ryHL7xwpuykz31BLNYr7S',
  '7v5vBdUQHTNeqk1HnduiXcgbvCyVEZ612HLmYkQoAkik',
  'EkvP7d5yKxovj884d2DwmBQbrHUWRLGK6bympzrkXGja',
  '9EZYAJrcqNWNQzP2trzZesP7XKMHA1jEomHzbRsdX8R2',
  '8cdKo87jZU2R12KY1BUjjRPwyjgdNjLGqSGQyrDshhud',
].map((text) => addressBytes(address(text)));

/** Vaults made before their LP mint was derived (`common/src/dynamic_vault/aux_lp_mint.rs`): vault, LP mint. */
const EARLY_LP_MINTS: ReadonlyMap<Address, Address> = new Map(
  [
    ['FERjPVNEa7Udq8CEv68h6tPL46Tq7ieE49HrE2wea3XT', 'FZN7QZ8ZUUAxMPfxYEYkH3cXUASzH8EqA6B4tyCL8f1j'],
    ['3ESUFCnRNgZ7Mn2mPPUMmXYaKU8jpnV9VtA17M7t2mHQ', '3RpEekjLE5cdcG15YcXJUpxSepemvq2FpmMcgo342BwC'],
    ['5XCP3oD3JAuQyDpfBFFVUxsBxNjPQojpKuL4aVhHsDok', 'EZun6G5514FeqYtUv26cBHWLqXjAEdjGuoX6ThBpBtKj'],
    ['8p1VKP45hhqq5iZG5fNGoi7ucme8nFLeChoDWNy7rWFm', '21bR3D4QR4GzopVco44PVMBXwHFpSYrbrdeNwdKk7umb'],
    ['CGY4XQq8U4VAJpbkaFPHZeXpW3o4KQ5LowVsn6hnMwKe', '28KR3goEditLnzBZShRk2H7xvgzc176EoFwMogjdfSkn'],
    ['mPWBpKzzchEjitz7x4Q2d7cbQ3fHibF2BHWbWk8YGnH', '4nCGSVN8ZGuewX36TznzisceaNYzURWPesxyGtDvA2iP'],
    ['BVJACEffKRHvKbQT9VfEqoxrUWJN2UVdonTKYB2c4MgK', 'FFmYsMk5xQq3zQf1r4A6Yyf3kaKd3LUQokeVa776rKWH'],
    ['2dH3aSpt5aEwhoeSaThKRNtNppEpg2DhGKGa1C5Wecc1', 'Afe5fiLmbKw7aBi1VgWZb9hEY8nRYtib6LNr5RGUJibP'],
    ['671JaLe2zDgBeXK3UtFHBiid7WFCHAKZTmLqAaQxx7cL', '9NywobBSCyntrPSZxEZpUbJXLfgUzKbUF2ZqBBkJLEgB'],
    ['GofttAxULhp5NE9faWNngsnDM1iJiL75AJ2AkSaaC2CC', 'Bma9RZx1AjNGcojNJpstGe9Wcytxz17YA6rd2Lq1UirT'],
    ['GGQfASSnFaqPu83jWrL1DMJBJEzG3rdwsDARDGt6Gxmj', '4da9saTYgDs37wRSuS8mnFoiWzSYeRtvSWaFRe8rtkFc'],
    ['AzrUPWWyT9ZoAuMTgGHxYCnnWD2veh98FsCcMknVjg3Q', '9MSsSzDKq8VzokicRom6ciYPLhhZf65bCCBQLjnC7jUH'],
    ['BFJP6RYDxJa4FmFtBpPDYcrPozjC98CELrXqVL7rGMVW', '5CuhvouXVx6t5XPiyhRkrfgK5omAf8XnqY1ef6CLjw7o'],
  ].map(([vault = '', lpMint = '']) => [address(vault), address(lpMint)]),
);

const VAULT_BASE = addressBytes(address('HWzXGcGHy4tcpYfaRDCyLNzXqBTv3E6BttpCH2vJxArv'));
const seed = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Where pools of two mints would be (`common/src/dynamic_amm/pda.rs`): customizable, permissionless constant product at
 * its default fee, then one a migration configuration. The larger key comes first.
 */
export function poolAddresses(one: Address, two: Address): readonly Address[] {
  const keys = inByteOrder(one, two).map(addressBytes).reverse();
  return [
    [seed('pool'), ...keys],
    [Uint8Array.of(0), ...keys],
    ...MIGRATION_CONFIGURATIONS.map((configuration) => [...keys, configuration]),
  ].map((seeds) => derivedAddress(seeds, DAMM_V1_PROGRAM));
}

/** The vault of a mint (`common/src/dynamic_vault/pda.rs`). */
export function vaultAddress(mint: Address): Address {
  return derivedAddress([seed('vault'), addressBytes(mint), VAULT_BASE], VAULT_PROGRAM);
}

/** The token account of a vault. */
export function tokenVaultAddress(vault: Address): Address {
  return derivedAddress([seed('token_vault'), addressBytes(vault)], VAULT_PROGRAM);
}

/** The mint of a vault's shares. */
export function vaultLpMintAddress(vault: Address): Address {
  return EARLY_LP_MINTS.get(vault) ?? derivedAddress([seed('lp_mint'), addressBytes(vault)], VAULT_PROGRAM);
}

/** The token account with a pool's shares of a vault. */
export function poolSharesAddress(vault: Address, pool: Address): Address {
  return derivedAddress([addressBytes(vault), addressBytes(pool)], DAMM_V1_PROGRAM);
}
