import { type Address, address } from '#solana/address.ts';
import type { AccountBytes, Accounts, Pair, Pool, Refused, Venue } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { extensionAddress, PROGRAM, poolAddress, tickArrayAddress } from './addresses.ts';
import { readPool, readRates } from './layout.ts';
import { openPool, type Recognised } from './open.ts';
import { arraysToRead, outgrowsBitmap, startOf } from './tick-arrays.ts';

/**
 * Where the fee configurations 0 to 31 of the program stand, by index: derived from the seeds `amm_config` and the index as
 * big-endian u16. Not all of them exist.
 */
export const CONFIGURATIONS = [
  '4BLNHtVe942GSs4teSZqGX24xwKNkqU7bGgNn3iUiUpw',
  'E64NGkDLLCdQ2yFNPcavaKptrEgmiQaNykUuLC1Qgwyp',
  'HfERMT5DRA6C1TAqecrJQFpmkf3wsWTMncqnj3RDg5aw',
  'A1BBtTYJd4i3xU8D6Tc2FzU6ZN4oXZWXKZnCxwbHXr8x',
  '9iFER3bpjf1PTTCQCfTRu17EJgvsxo9pVyA9QWwEuX4x',
  '3XCQJQryqpDvvZBfGxR7CLAw5dpGJ9aa7kt1jRLdyxuZ',
  'EdPxg8QaeFSrTYqdWJn6Kezwy9McWncTYueD9eMGCuzR',
  '9EeWRCL8CJnikDFCDzG8rtmBs5KQR1jEYKCR5rRZ2NEi',
  '3h2e43PunVA5K34vwKCLHWhZF4aZpyaC9RmxvshGAQpL',
  'Gex2NJRS3jVLPfbzSFM5d5DRsNoL5ynnwT1TXoDEhanz',
  'DrdecJVzkaRsf1TQu1g7iFncaokikVTHqpzPjenjRySY',
  'J8u7HvA1g1p2CdhBFdsnTxDzGkekRpdw4GrL9MKU2D3U',
  'RPxHtdN5V7ajwkoG6NnwSBAeaX5k9giY37dpp98xTjD',
  '9WjDVMHWCirG9jkchbetHTnSzdXbAPnD9bsoGRcz1xUw',
  'FMrUDGjEe1izXPbn8SZPNjMfB5JvvhVq5ymmpZDebB5R',
  'Y6YhgJbt9FRk3JVjwdZtsioVCJwCKhy1hum8HMDYyB1',
  '47Nq74YtwjVeTQF6KFKRKU4cY1Vd5AXBHpYRkubkDLZi',
  'DQeN7dZyQvXKT7YwmgqyuC7AYFkwMoP7RwtucsDEdfYZ',
  'CDpiwv9eLsRvvuzZEJ8CBtK14wdvkSnkub4vmGtzzdK8',
  '6tBc3ABLaYTTWu94DiRD5PWi92HML34UpAQ8pPTYgudw',
  'HH4gP3a2edTL8hwTcN5qjxkPbGKNpKSHkCbmWpzH5HTT',
  '4ry6BAkPz9Eum8MEub98bQR1bJRwAdfuTdSWwo58D39x',
  '8UBcf735UuY1k3KMMwwxnTyuGNykQizt91bm5U9xmdHP',
  'DCwvBTJ5p9FBPnEeLkbGbwKWpm1x5WWXymM9kd9LTJJM',
  'FtMkSsjmvU1WrActkBfXc72CkorN5F1ttnLCBYEmYugi',
  'GcCX6PFiXqQAQoT3B4FsMso67ZH8H4LqQcb1oPX1bLAu',
  '5twhVsKGrRyq5V1xPPovsiSwdGsABcYCkmNM87v7BfZK',
  'FenEyyoBKFXj1z5uKDpZGmgTj4EvaWPubzRt3eoK79JM',
  'BdeUL2CM7cbfwhcq1udLjoRJQQMJFUtD3FPG5fUdZSTm',
  'BXHWALaiDbDpjojfpTJmPfbCzmJE3dvNxgvT4uYtJvLz',
  'HR7yrHmaov7f7RNZjrXnNX5zvqpQmbNxRtmcRrS4z6ZF',
  '8ZwBocXHkPTsWc2B9d2AC5Rktsm426Y22x63z1EaB5Ca',
].map(address);

/** Raydium's concentrated liquidity. Each pool is the authority of its own vaults. */
export const raydiumClmm: Venue = {
  id: 'raydium_clmm',
  name: 'Raydium CLMM',
  program: PROGRAM,
  authority: null,
  configurations: CONFIGURATIONS,
  candidates,
  recognise,
};

/** One pool for each fee configuration that exists. */
function candidates({ mint, other }: Pair, configurations: Accounts): readonly Address[] {
  return CONFIGURATIONS.filter((address) => {
    const account = configurations.get(address);
    return account && !isRefused(readRates(account));
  }).map((configuration) => poolAddress(configuration, mint, other));
}

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const state = readPool(account);
  if (isRefused(state)) return state;
  const [mint0, mint1] = state.mints;
  if (mint !== mint0 && mint !== mint1) return refuse('inconsistent', `${account.address} does not trade ${mint}`);
  const { address } = account;
  const spacing = state.tickSpacing;
  const arrays = arraysToRead(state).map((n) => [n, tickArrayAddress(address, startOf(n, spacing))] as const);
  const extension = outgrowsBitmap(spacing) ? extensionAddress(address) : null;
  const mintIsZero = mint === mint0;
  const recognised: Recognised = { address, state, mintIsZero, extension, arrays: new Map(arrays) };
  const beside = [state.configuration, ...state.vaults, ...(extension ? [extension] : [])];
  const [vault0, vault1] = state.vaults;
  return {
    venue: 'raydium_clmm',
    address,
    mint,
    other: mintIsZero ? mint1 : mint0,
    vaults: mintIsZero ? { mint: vault0, other: vault1 } : { mint: vault1, other: vault0 },
    needs: [...beside, ...arrays.map(([, array]) => array)],
    open: (accounts, clock) => openPool(recognised, accounts, clock),
  };
}
