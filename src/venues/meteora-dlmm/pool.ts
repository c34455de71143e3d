import type { Address } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#lib/token/programs.ts';
import type { AccountBytes, Accounts, Clock, OpenPool, Pool, PoolFacts, Refused } from '../model.ts';
import { needed, vaultBalance } from '../needed.ts';
import { isRefused, refuse } from '../refusal.ts';
import { binArrayAddress, extensionAddress } from './addresses.ts';
import { arrayOf, type BinArray, Bins, readBinArray } from './bins.ts';
import { Bitmap, nearbyArrays } from './bitmap.ts';
import { CUSTOMIZABLE, PERMISSIONED, type PoolState, PROGRAM, readPool } from './layout.ts';
import { marketOf } from './market.ts';

/** `BinArrayBitmapExtension`: the pool behind the discriminator, then 24 times 512 bits. */
const EXTENSION_DISCRIMINATOR = '506f7c7137ed1205';
const EXTENSION_BYTES = 1_576;

const OLD_ARRAYS = 'limit orders in bin arrays of an old version are left out: the pool may pay more';

/** Where the parts of a pool are. */
interface Parts {
  readonly extension: Address;
  readonly arrays: ReadonlyMap<number, Address>;
}

/** The pool that an account holds, as `Venue.recognise` promises. */
export function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const state = readPool(account);
  if (isRefused(state)) return state;
  if (mint !== state.mintX && mint !== state.mintY) return refuse('inconsistent', `a pool of other mints than ${mint}`);
  const mintIsX = mint === state.mintX;
  const nearby = nearbyArrays(state.bitmap, arrayOf(state.activeId));
  const arrays = new Map(nearby.map((index) => [index, binArrayAddress(account.address, index)]));
  const extension = extensionAddress(account.address);
  return {
    venue: 'meteora_dlmm',
    address: account.address,
    mint,
    other: mintIsX ? state.mintY : state.mintX,
    vaults: mintIsX ? { mint: state.vaultX, other: state.vaultY } : { mint: state.vaultY, other: state.vaultX },
    needs: [state.vaultX, state.vaultY, extension, ...arrays.values()],
    open: (accounts, clock) => open(accounts, clock, account.address, state, mintIsX, { extension, arrays }),
  };
}

function open(
  accounts: Accounts,
  clock: Clock,
  address: Address,
  known: PoolState,
  mintIsX: boolean,
  parts: Parts,
): OpenPool | Refused {
  const account = needed(accounts, address, 'account');
  if (isRefused(account)) return account;
  const state = readPool(account);
  if (isRefused(state)) return state;
  const same = ['mintX', 'mintY', 'vaultX', 'vaultY'] as const;
  if (same.some((field) => state[field] !== known[field])) return refuse('inconsistent', 'the pool was replaced');
  const closed = gate(state, clock);
  if (closed) return closed;
  const held = vaultsOf(address, state, accounts);
  if (isRefused(held)) return held;
  const { x, y } = held;
  if (x < state.owed.x || y < state.owed.y) return refuse('inconsistent', 'a vault holds less than it owes');
  const bitmap = readBitmap(accounts, address, state, parts.extension);
  if (isRefused(bitmap)) return bitmap;
  const arrays = readArrays(accounts, { pool: address, bitmap, wanted: parts.arrays, priced: arrayOf(state.activeId) });
  if (isRefused(arrays)) return arrays;
  const bins = new Bins(arrays, state.fees.binStep);
  const price = bins.price(state.activeId);
  if (price === null) return refuse('overflow', `price of bin ${state.activeId}`);
  const { fees, hasOrders, activeId, volatility, owed } = state;
  const swap = { fees, hasOrders, bitmap, now: clock.unixTime, activeId, volatility, bins };
  const bounds = hasOrders && [...arrays.values()].some((array) => array.ignoresOrders) ? [OLD_ARRAYS] : [];
  const market = marketOf({ swap, mintIsX, price, vaults: { x, y }, owed, bounds });
  return { market, facts: factsOf(state) };
}

/** Whether swaps are on (MeteoraAg/dlmm-sdk, `commons/src/quote.rs`, `validate_swap_activation`). */
function gate(state: PoolState, clock: Clock): Refused | null {
  if (state.status !== 0) return refuse('disabled', `status ${state.status}`);
  if (!hasActivation(state)) return null;
  const point = state.activatesByTime ? clock.unixTime : clock.slot;
  return point < state.activationPoint ? refuse('not_open', `opens at ${state.activationPoint}`) : null;
}

function hasActivation({ pairType }: PoolState): boolean {
  return pairType === PERMISSIONED || pairType === CUSTOMIZABLE;
}

function factsOf(state: PoolState): PoolFacts {
  const isKnown = hasActivation(state) && state.activatesByTime && state.activationPoint > 0n;
  return {
    creator: state.creator,
    openedAt: isKnown ? state.activationPoint : null,
    lockedLiquidityBps: null,
  };
}

function vaultsOf(authority: Address, state: PoolState, accounts: Accounts): { x: bigint; y: bigint } | Refused {
  const program = (isNewer: boolean): Address => (isNewer ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM);
  const { vaultX, vaultY, mintX, mintY } = state;
  const x = vaultBalance(accounts, { address: vaultX, mint: mintX, authority, program: program(state.newProgramX) });
  if (isRefused(x)) return x;
  const y = vaultBalance(accounts, { address: vaultY, mint: mintY, authority, program: program(state.newProgramY) });
  return isRefused(y) ? y : { x: x.amount, y: y.amount };
}

function readBitmap(accounts: Accounts, pool: Address, state: PoolState, address: Address): Bitmap | Refused {
  const account = accounts.get(address);
  if (account === undefined) return refuse('not_read', address);
  // Pools that never left their own bits have no extension.
  if (account === null) return new Bitmap(state.bitmap, null);
  if (account.owner !== PROGRAM) return refuse('foreign_owner', `extension of owner ${account.owner}`);
  const bytes = new Bytes(account.data);
  if (account.data.length !== EXTENSION_BYTES || !bytes.spells(0, EXTENSION_DISCRIMINATOR)) {
    return refuse('wrong_layout', 'not a bitmap extension');
  }
  if (bytes.key(8) !== pool) return refuse('inconsistent', `extension of pool ${bytes.key(8)}`);
  return new Bitmap(state.bitmap, account.data);
}

interface ArraysOf {
  readonly pool: Address;
  readonly bitmap: Bitmap;
  readonly wanted: ReadonlyMap<number, Address>;
  /** The array that holds the price. */
  readonly priced: number;
}

/**
 * The arrays that exist now among those that were asked for. A swap that reaches one which is not here is refused there;
 * only the one that holds the price is needed by all.
 */
function readArrays(
  accounts: Accounts,
  { pool, bitmap, wanted, priced }: ArraysOf,
): ReadonlyMap<number, BinArray> | Refused {
  const found = new Map<number, BinArray>();
  for (const [index, address] of wanted) {
    const account = bitmap.has(index) && accounts.get(address);
    if (!account) continue;
    const array = readBinArray(account, pool, index);
    if (isRefused(array)) return array;
    found.set(index, array);
  }
  if (!bitmap.has(priced) || found.has(priced)) return found;
  const address = wanted.get(priced);
  const isGone = address !== undefined && accounts.get(address) === null;
  return refuse(isGone ? 'account_missing' : 'not_read', `bin array ${priced}, which holds the price`);
}
