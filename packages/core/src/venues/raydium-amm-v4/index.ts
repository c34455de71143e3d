import type { Address } from '#solana/address.ts';
import { readMint } from '#solana/token/mint.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { U64_MAX } from '../arithmetic.ts';
import { needed, vaultBalance } from '../needed.ts';
import { burnedBps } from '../raydium-cpmm/layout.ts';
import type {
  AccountBytes,
  Accounts,
  Clock,
  Fee,
  Market,
  OpenPool,
  Pool,
  Quote,
  Refused,
  Side,
  Venue,
} from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { type AmmInfo, type AmmSide, AUTHORITY, PROGRAM, readPool, STATUS } from './layout.ts';

/**
 * Raydium AMM v4: constant product over two vaults of the classic token program. The formulas and layouts are those of
 * raydium-io/raydium-amm, `program/src`, since its release that left OpenBook. A pool's address follows from an order book's
 * market and not from its mints, so that pools are found elsewhere.
 */
export const raydiumAmmV4: Venue = {
  id: 'raydium_amm_v4',
  name: 'Raydium AMM v4',
  program: PROGRAM,
  authority: AUTHORITY,
  configurations: [],
  candidates: () => [],
  recognise,
};

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const info = readPool(account);
  if (isRefused(info)) return info;
  const { coin, pc } = info;
  if (coin.mint === pc.mint || (mint !== coin.mint && mint !== pc.mint)) {
    return refuse('inconsistent', `the pool does not trade ${mint}`);
  }
  const [own, other] = mint === coin.mint ? [coin, pc] : [pc, coin];
  return {
    venue: 'raydium_amm_v4',
    address: account.address,
    mint,
    other: other.mint,
    vaults: { mint: own.vault, other: other.vault },
    liquidity: { mint: info.lpMint },
    needs: [own.vault, other.vault, info.lpMint],
    open: (accounts, clock) => open({ at: account.address, known: info, mint }, accounts, clock),
  };
}

interface Recognised {
  readonly at: Address;
  readonly known: AmmInfo;
  readonly mint: Address;
}

function open({ at, known, mint }: Recognised, accounts: Accounts, clock: Clock): OpenPool | Refused {
  const info = poolNow(at, known, accounts);
  if (isRefused(info)) return info;
  const barred = closedTo(info, clock);
  if (barred) return barred;
  const coin = holding(info.coin, accounts);
  if (isRefused(coin)) return coin;
  const pc = holding(info.pc, accounts);
  if (isRefused(pc)) return pc;
  const [own, other] = mint === info.coin.mint ? [coin, pc] : [pc, coin];
  const market = marketOf({ mint: own, other, fee: info.fee, bounds: boundsOf(info) });
  if (isRefused(market)) return market;
  const openedAt = info.openTime > 0n ? info.openTime : null;
  return { market, facts: { creator: null, openedAt, lockedLiquidityBps: lockedBps(info, accounts.get(info.lpMint)) } };
}

/** The pool as it stands in `accounts`, which must be the one that was recognised. */
function poolNow(at: Address, known: AmmInfo, accounts: Accounts): AmmInfo | Refused {
  const account = needed(accounts, at, 'pool');
  if (isRefused(account)) return account;
  const now = readPool(account);
  if (isRefused(now)) return now;
  const identity = ({ coin, pc, lpMint }: AmmInfo) => [coin.mint, coin.vault, pc.mint, pc.vault, lpMint].join();
  if (identity(now) !== identity(known)) return refuse('inconsistent', 'the pool is not the one that was recognised');
  return now;
}

/** The reason why nobody can swap now, or null: `AmmStatus::swap_permission`, and the opening time while the pool waits for it. */
function closedTo({ status, openTime }: AmmInfo, { unixTime }: Clock): Refused | null {
  if (status === STATUS.initialized || status === STATUS.swapOnly) return null;
  if (status !== STATUS.waiting) return refuse('disabled', `the status of the pool, ${status}, allows no swaps`);
  return unixTime < openTime ? refuse('not_open', `trading opens at ${openTime}`) : null;
}

/**
 * Pools of the first status could keep funds in an order book until the program's release of July 2026; it counts the vaults
 * alone, and Raydium says that no pool has orders any more.
 */
function boundsOf({ status }: AmmInfo): readonly string[] {
  return status === STATUS.initialized ? ['what the pool may still have in an order book is not counted'] : [];
}

function holding({ vault, mint, owed }: AmmSide, accounts: Accounts): Holding | Refused {
  const balance = vaultBalance(accounts, { address: vault, mint, program: TOKEN_PROGRAM, authority: AUTHORITY });
  return isRefused(balance) ? balance : { vault: balance.amount, owed };
}

/**
 * LP tokens that were burned, of those that the pool counts as issued, less the whole one that the program withholds when a
 * pool is made (`process_initialize2`). The LP mint moves no price: without it only this share is unknown.
 */
function lockedBps({ lpIssued }: AmmInfo, account: AccountBytes | null | undefined): number | null {
  const mint = account && readMint(account);
  return mint?.mintAuthority === AUTHORITY ? burnedBps(lpIssued, mint.supply, 10n ** BigInt(mint.decimals)) : null;
}

/** One side of the market: the balance of its vault, and what of it belongs to the protocol. */
interface Holding {
  readonly vault: bigint;
  readonly owed: bigint;
}

/** All that the price of a pool depends on. */
interface State {
  readonly mint: Holding;
  readonly other: Holding;
  readonly fee: { readonly numerator: bigint; readonly denominator: bigint };
  readonly bounds: readonly string[];
}

/** The market of a pool whose vaults hold more than is owed from them; `insufficient_liquidity` for an empty pool. */
function marketOf(state: State): Market | Refused {
  const market = marketOn(state);
  const { mint, other } = market.depth;
  return mint > 0n && other > 0n
    ? market
    : refuse('insufficient_liquidity', 'a vault holds nothing beyond what is owed to the protocol');
}

function marketOn(state: State): Market {
  const mint = reserve(state.mint);
  const other = reserve(state.other);
  const selling = { input: mint, output: other };
  const buying = { input: other, output: mint };
  return {
    price: { numerator: other, denominator: mint },
    depth: { mint, other },
    constantProduct: true,
    bounds: state.bounds,
    quote(side, amountIn) {
      const done = swap(side === 'sell' ? selling : buying, state.fee, amountIn);
      return isRefused(done) ? done : quoteOf(state, side, amountIn, done);
    },
  };
}

function reserve({ vault, owed }: Holding): bigint {
  return vault - owed;
}

function quoteOf(state: State, side: Side, spent: bigint, done: Swap): Quote | Refused {
  const { vault } = side === 'sell' ? state.mint : state.other;
  if (vault + spent > U64_MAX) return refuse('overflow', 'the vault cannot hold it');
  const { received, net } = done;
  return {
    spent,
    received,
    fees() {
      return feesOf(spent - net);
    },
    afterwards() {
      return marketOn(stateAfter(state, side, spent, received));
    },
  };
}

function feesOf(fee: bigint): readonly Fee[] {
  return fee > 0n ? [{ share: 'lp', of: 'input', amount: fee }] : [];
}

/** Neither side of it is empty: one has gained, the other pays less than it has. */
function stateAfter(state: State, side: Side, spent: bigint, received: bigint): State {
  const moved = ({ vault, owed }: Holding, change: bigint): Holding => ({ vault: vault + change, owed });
  const selling = side === 'sell';
  return {
    ...state,
    mint: moved(state.mint, selling ? spent : -received),
    other: moved(state.other, selling ? -received : spent),
  };
}

/** The vaults of a pool without what is owed from them, both more than 0. */
interface Reserves {
  readonly input: bigint;
  readonly output: bigint;
}

/** The amounts of a swap, in atomic units. `net` is the input without the fee, and all of the input stays in the pool. */
interface Swap {
  readonly received: bigint;
  readonly net: bigint;
}

/**
 * The swap of exactly `amountIn` (`processor.rs`: `process_swap_base_in_v2`; `math.rs`: `swap_token_amount_base_in`). The
 * program rounds the fee up, which is to round down what is left. Less comes out than the pool holds.
 */
function swap(
  reserves: Reserves,
  rate: { readonly numerator: bigint; readonly denominator: bigint },
  amountIn: bigint,
): Swap | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'more than 64 bits go in');
  const net = (amountIn * (rate.denominator - rate.numerator)) / rate.denominator;
  const received = (reserves.output * net) / (reserves.input + net);
  return received > 0n ? { received, net } : refuse('amount_too_small', 'nothing comes out');
}
