import type { Address } from '#lib/address.ts';
import type { AccountBytes, Accounts, Pair, Pool, Refused, Venue } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { extensionAddress, PROGRAM, poolAddress, tickArrayAddress } from './addresses.ts';
import { CONFIGURATIONS } from './configurations.ts';
import { readPool, readRates } from './layout.ts';
import { openPool, type Recognised } from './open.ts';
import { arraysToRead, outgrowsBitmap, startOf } from './tick-arrays.ts';

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
