import type { Address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { U64_MAX } from '../arithmetic.ts';
import { needed, vaultBalance } from '../needed.ts';
import type {
  AccountBytes,
  Accounts,
  Clock,
  Fee,
  Market,
  OpenPool,
  Pool,
  PoolFacts,
  Quote,
  Refused,
} from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { binArrayAddress, extensionAddress } from './addresses.ts';
import { BinTraversal, type DlmmSwap, type SwapState, stateAfter, swap } from './bin-traversal.ts';
import { type BinArray, Bins, Bitmap, binArrayOf, nearbyArrays, readBinArray, SCALE } from './bins.ts';
import { referenced } from './fees.ts';
import { CUSTOMIZABLE, type LbPair, PERMISSIONED, PROGRAM, readPool } from './layout.ts';

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
  const nearby = nearbyArrays(state.bitmap, binArrayOf(state.activeId));
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
  known: LbPair,
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
  const vaults = vaultsOf(address, state, accounts);
  if (isRefused(vaults)) return vaults;
  const { x, y } = vaults;
  if (x < state.owed.x || y < state.owed.y) return refuse('inconsistent', 'a vault holds less than it owes');
  const bitmap = readBitmap(accounts, address, state, parts.extension);
  if (isRefused(bitmap)) return bitmap;
  const arrays = readArrays(accounts, {
    pool: address,
    bitmap,
    wanted: parts.arrays,
    priced: binArrayOf(state.activeId),
  });
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
function gate(state: LbPair, clock: Clock): Refused | null {
  if (state.status !== 0) return refuse('disabled', `status ${state.status}`);
  if (!hasActivation(state)) return null;
  const point = state.activatesByTime ? clock.unixTime : clock.slot;
  return point < state.activationPoint ? refuse('not_open', `opens at ${state.activationPoint}`) : null;
}

function hasActivation({ pairType }: LbPair): boolean {
  return pairType === PERMISSIONED || pairType === CUSTOMIZABLE;
}

function factsOf(state: LbPair): PoolFacts {
  const isKnown = hasActivation(state) && state.activatesByTime && state.activationPoint > 0n;
  return {
    creator: state.creator,
    openedAt: isKnown ? state.activationPoint : null,
    lockedLiquidityBps: null,
  };
}

function vaultsOf(authority: Address, state: LbPair, accounts: Accounts): { x: bigint; y: bigint } | Refused {
  const program = (isNewer: boolean): Address => (isNewer ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM);
  const { vaultX, vaultY, mintX, mintY } = state;
  const x = vaultBalance(accounts, { address: vaultX, mint: mintX, authority, program: program(state.newProgramX) });
  if (isRefused(x)) return x;
  const y = vaultBalance(accounts, { address: vaultY, mint: mintY, authority, program: program(state.newProgramY) });
  return isRefused(y) ? y : { x: x.amount, y: y.amount };
}

function readBitmap(accounts: Accounts, pool: Address, state: LbPair, address: Address): Bitmap | Refused {
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

/** Everything that a market of DLMM is, at one moment. */
interface MarketState {
  readonly swap: SwapState;
  /** True when the mint that was asked about is token X. */
  readonly mintIsX: boolean;
  /** The price of the active bin, in atomic Y for one atomic X (Q64.64), more than 0. */
  readonly price: bigint;
  /** The vaults' balances, and the protocol's part of them: no more than the balance. */
  readonly vaults: Sides;
  readonly owed: Sides;
  readonly bounds: readonly string[];
}

interface Sides {
  readonly x: bigint;
  readonly y: bigint;
}

/** One direction of a market. */
interface Direction {
  readonly state: MarketState;
  /** Refused where the volatility is more than the program can compute. */
  readonly traversal: BinTraversal | Refused;
  /** The payable balance of the output vault, and the room of 64 bits in the other one. */
  readonly payable: bigint;
  readonly room: bigint;
}

/** The market of a state. */
function marketOf(state: MarketState): Market {
  const { mintIsX, price, vaults, owed } = state;
  const one = 1n << SCALE;
  const [x, y] = [vaults.x - owed.x, vaults.y - owed.y];
  let sells: Direction | null = null;
  let buys: Direction | null = null;
  return {
    price: mintIsX ? { numerator: price, denominator: one } : { numerator: one, denominator: price },
    depth: mintIsX ? { mint: x, other: y } : { mint: y, other: x },
    bounds: state.bounds,
    quote(side, amountIn) {
      if (side === 'sell') {
        sells ??= directionOf(state, mintIsX);
        return quote(sells, amountIn);
      }
      buys ??= directionOf(state, !mintIsX);
      return quote(buys, amountIn);
    },
  };
}

function directionOf(state: MarketState, sellsX: boolean): Direction {
  const { swap, vaults, owed } = state;
  const volatility = referenced(swap.volatility, swap.fees, swap.activeId, swap.now);
  const [paid, given] = sellsX ? (['x', 'y'] as const) : (['y', 'x'] as const);
  return {
    state,
    traversal: isRefused(volatility) ? volatility : new BinTraversal(swap, volatility, sellsX),
    payable: vaults[given] - owed[given],
    room: U64_MAX - vaults[paid],
  };
}

function quote({ state, traversal, payable, room }: Direction, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', `${amountIn}`);
  if (amountIn > U64_MAX) return refuse('overflow', `${amountIn}`);
  if ('refused' in traversal) return traversal;
  const swapped = swap(traversal, amountIn);
  if ('refused' in swapped) return swapped;
  const { received, protocolFee } = swapped.totals;
  if (received === 0n) return refuse('amount_too_small', `nothing for ${amountIn}`);
  const leaves = traversal.feeOnInput ? received : received + protocolFee;
  if (leaves > payable) return refuse('insufficient_liquidity', 'the vault holds less');
  if (amountIn > room) return refuse('overflow', 'a vault');
  return {
    spent: amountIn,
    received,
    fees() {
      return feesOf(traversal, swapped);
    },
    afterwards() {
      return marketOf(after(state, traversal, swapped));
    },
  };
}

function feesOf({ feeOnInput }: BinTraversal, { totals }: DlmmSwap): readonly Fee[] {
  const of = feeOnInput ? 'input' : 'output';
  return [
    { share: 'lp', of, amount: totals.fee - totals.protocolFee },
    { share: 'protocol', of, amount: totals.protocolFee },
  ];
}

function after(state: MarketState, traversal: BinTraversal, swapped: DlmmSwap): MarketState {
  const { spent, received, protocolFee } = swapped.totals;
  const { vaults, owed } = state;
  const [x, y] = traversal.sellsX ? [spent, -received] : [-received, spent];
  const feeInX = traversal.sellsX === traversal.feeOnInput;
  return {
    ...state,
    swap: stateAfter(traversal, swapped),
    price: swapped.stop.bin.price,
    vaults: { x: vaults.x + x, y: vaults.y + y },
    owed: { x: owed.x + (feeInX ? protocolFee : 0n), y: owed.y + (feeInX ? 0n : protocolFee) },
  };
}
