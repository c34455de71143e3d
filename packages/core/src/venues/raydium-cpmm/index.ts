import type { Address } from '#solana/address.ts';
import { inByteOrder } from '#solana/address.ts';
import { readMint } from '#solana/token/mint.ts';
import { U64_MAX } from '../arithmetic.ts';
import { needed, vaultBalance } from '../needed.ts';
import type {
  AccountBytes,
  Accounts,
  Clock,
  Fee,
  Market,
  OpenPool,
  Pair,
  Pool,
  Quote,
  Refused,
  Venue,
} from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import {
  AUTHORITY,
  burnedBps,
  type CpmmFeeRates,
  type CpmmPoolAccount,
  type CreatorFeeOn,
  configAddress,
  PROGRAM,
  poolAddress,
  readCpmmConfig,
  readPool,
  type Two,
} from './layout.ts';
import { type CpmmReserves, type CpmmSwap, type CreatorFeeFrom, swap } from './quote.ts';

/** Indexes of fee configurations to search. The chain has the existing ones and their rates. */
const CONFIGS = 32;
/** LP tokens that `initialize.rs` counts as issued and never mints. */
const LP_WITHHELD = 100n;

/**
 * Raydium CPMM: constant product, fees by a shared configuration. The formulas and layouts are those of
 * raydium-io/raydium-cp-swap, `programs/cp-swap/src`.
 */
export const raydiumCpmm: Venue = {
  id: 'raydium_cpmm',
  name: 'Raydium CPMM',
  program: PROGRAM,
  authority: AUTHORITY,
  configurations: Array.from({ length: CONFIGS }, (_, index) => configAddress(index)),
  candidates,
  recognise,
};

function candidates({ mint, other }: Pair, configurations: Accounts): readonly Address[] {
  if (mint === other) return [];
  const mints = inByteOrder(mint, other);
  return raydiumCpmm.configurations.flatMap((config) => {
    const account = configurations.get(config);
    if (!account || isRefused(readCpmmConfig(account))) return [];
    return [poolAddress(config, mints)];
  });
}

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const state = readPool(account);
  if (isRefused(state)) return state;
  const [zero, one] = state.mints;
  if (zero === one || (mint !== zero && mint !== one)) return refuse('inconsistent', `the pool does not trade ${mint}`);
  const index = mint === zero ? 0 : 1;
  const against = index === 0 ? 1 : 0;
  return {
    venue: 'raydium_cpmm',
    address: account.address,
    mint,
    other: state.mints[against],
    vaults: { mint: state.vaults[index], other: state.vaults[against] },
    liquidity: { mint: state.lpMint },
    needs: [...state.vaults, state.config, state.lpMint],
    open: (accounts, clock) => open(account.address, state, index, accounts, clock),
  };
}

function open(at: Address, known: CpmmPoolAccount, mint: 0 | 1, accounts: Accounts, clock: Clock): OpenPool | Refused {
  const state = poolNow(at, known, accounts);
  if (isRefused(state)) return state;
  if (state.swapsDisabled) return refuse('disabled', 'the status of the pool switches swaps off');
  if (clock.unixTime < state.openTime) return refuse('not_open', `trading opens at ${state.openTime}`);
  const rates = ratesOf(state, accounts);
  if (isRefused(rates)) return rates;
  const balances = vaultBalances(state, accounts);
  if (isRefused(balances)) return balances;
  const market = marketOf({
    vaults: balances.amounts,
    owed: state.owed,
    rates,
    creatorFeeOn: state.creatorFeeOn,
    mint,
  });
  if (isRefused(market)) return market;
  const locked = lockedBps(state, accounts.get(state.lpMint));
  const facts = { creator: state.creator, openedAt: state.openTime, lockedLiquidityBps: locked };
  return { market, facts };
}

/** The pool as it stands in `accounts`, which must be the one that was recognised. */
function poolNow(at: Address, known: CpmmPoolAccount, accounts: Accounts): CpmmPoolAccount | Refused {
  const account = needed(accounts, at, 'pool');
  if (isRefused(account)) return account;
  const now = readPool(account);
  if (isRefused(now)) return now;
  const identity = ({ mints, programs, vaults, config, lpMint }: CpmmPoolAccount) =>
    [...mints, ...programs, ...vaults, config, lpMint].join();
  if (identity(now) !== identity(known)) return refuse('inconsistent', 'the pool is not the one that was recognised');
  return now;
}

function ratesOf(state: CpmmPoolAccount, accounts: Accounts): CpmmFeeRates | Refused {
  const account = needed(accounts, state.config, 'configuration');
  if (isRefused(account)) return account;
  const rates = readCpmmConfig(account);
  return isRefused(rates) || state.creatorFeeEnabled ? rates : { ...rates, creator: 0n };
}

function vaultBalances(state: CpmmPoolAccount, accounts: Accounts): { readonly amounts: Two<bigint> } | Refused {
  const vault = (index: 0 | 1) => ({
    address: state.vaults[index],
    mint: state.mints[index],
    program: state.programs[index],
    authority: AUTHORITY,
  });
  const zero = vaultBalance(accounts, vault(0));
  if (isRefused(zero)) return zero;
  const one = vaultBalance(accounts, vault(1));
  return isRefused(one) ? one : { amounts: [zero.amount, one.amount] };
}

/**
 * LP tokens that were burned, of those that the pool counts as issued. The LP mint moves no price: without it only this share
 * is unknown.
 */
function lockedBps({ lpIssued }: CpmmPoolAccount, account: AccountBytes | null | undefined): number | null {
  const mint = account && readMint(account);
  return mint?.mintAuthority === AUTHORITY ? burnedBps(lpIssued, mint.supply, LP_WITHHELD) : null;
}

/** All that the price of a pool depends on, token 0 first. `mint` is the index of the mint that was asked about. */
interface State {
  readonly vaults: Two<bigint>;
  readonly owed: Two<bigint>;
  /** With a creator's rate of 0 where the pool has no creator's fee. */
  readonly rates: CpmmFeeRates;
  readonly creatorFeeOn: CreatorFeeOn;
  readonly mint: 0 | 1;
}

/** One of the two directions through a pool: the common state of all swaps of the token `input`. */
interface Direction {
  readonly input: 0 | 1;
  readonly reserves: CpmmReserves;
  readonly creatorFeeOn: CreatorFeeFrom;
  /** The room of the input's vault. */
  readonly room: bigint;
}

/** The market of a pool whose vaults hold more than is owed from them; `insufficient_liquidity` for an empty pool. */
function marketOf(state: State): Market | Refused {
  const market = marketOn(state);
  const { mint, other } = market.depth;
  return mint > 0n && other > 0n
    ? market
    : refuse('insufficient_liquidity', 'a vault holds nothing beyond what is owed as fees');
}

function marketOn(state: State): Market {
  const mint = state.vaults[state.mint] - state.owed[state.mint];
  const opposite = state.mint === 0 ? 1 : 0;
  const other = state.vaults[opposite] - state.owed[opposite];
  const selling = directionOf(state, state.mint, { input: mint, output: other });
  const buying = directionOf(state, opposite, { input: other, output: mint });
  return {
    price: { numerator: other, denominator: mint },
    depth: { mint, other },
    constantProduct: true,
    bounds: [],
    quote: (side, amountIn) => quote(state, side === 'sell' ? selling : buying, amountIn),
  };
}

function directionOf({ creatorFeeOn, vaults }: State, input: 0 | 1, reserves: CpmmReserves): Direction {
  const onInput = creatorFeeOn === 'input' || creatorFeeOn === input;
  return { input, reserves, creatorFeeOn: onInput ? 'input' : 'output', room: U64_MAX - vaults[input] };
}

function quote(state: State, direction: Direction, amountIn: bigint): Quote | Refused {
  const done = swap(direction.reserves, state.rates, direction.creatorFeeOn, amountIn);
  if (isRefused(done)) return done;
  if (amountIn > direction.room) return refuse('overflow', 'the vault cannot hold it');
  return {
    spent: amountIn,
    received: done.received,
    fees() {
      return feesOf(done, direction.creatorFeeOn);
    },
    afterwards() {
      return marketOn(stateAfter(state, direction, amountIn, done));
    },
  };
}

/**
 * The state after `update_fees` and the two transfers. No side of it is empty: fees are less than the input, and the amount taken from the
 * output is less than its reserve.
 */
function stateAfter(state: State, { input, creatorFeeOn }: Direction, spent: bigint, done: CpmmSwap): State {
  const owedIn = done.protocol + (creatorFeeOn === 'input' ? done.creator : 0n);
  const owedOut = creatorFeeOn === 'output' ? done.creator : 0n;
  const token = (index: 0 | 1) => ({
    vault: state.vaults[index] + (index === input ? spent : -done.received),
    owed: state.owed[index] + (index === input ? owedIn : owedOut),
  });
  const [zero, one] = [token(0), token(1)];
  return { ...state, vaults: [zero.vault, one.vault], owed: [zero.owed, one.owed] };
}

function feesOf(done: CpmmSwap, creatorFeeOn: CreatorFeeFrom): readonly Fee[] {
  const fees: readonly Fee[] = [
    { share: 'lp', of: 'input', amount: done.lp },
    { share: 'protocol', of: 'input', amount: done.protocol },
    { share: 'creator', of: creatorFeeOn, amount: done.creator },
  ];
  return fees.filter(({ amount }) => amount > 0n);
}
