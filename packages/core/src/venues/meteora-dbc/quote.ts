import { larger, smaller, U64_MAX } from '../arithmetic.ts';
import { baseFee } from '../meteora-fees/base-fee.ts';
import { feeOn } from '../meteora-fees/rate.ts';
import { updatedVolatility, type Volatility, variableFee } from '../meteora-fees/volatility.ts';
import type { Fee, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { type ConfigAccount, HIGHEST_FEE } from './config.ts';
import { type CurveOutput, type CurveTraversal, downwardTraversal, traverseCurve, upwardTraversal } from './curve.ts';
import type { DbcAmounts, DbcPoolAccount } from './layout.ts';

/** The protocol's share of the fee: `PROTOCOL_FEE_PERCENT` in `constants.rs`. */
const PROTOCOL_PERCENT = 20n;

/** The state that a swap depends on and changes, at one moment. */
export interface DbcState {
  readonly config: ConfigAccount;
  readonly pool: DbcPoolAccount;
  readonly vaults: DbcAmounts;
  /** Slot or Unix seconds, as the configuration counts; the volatility always takes seconds. */
  readonly point: bigint;
  readonly now: bigint;
}

/** One direction of a pool at one moment: all of a swap that does not depend on its size. */
export interface DbcDirection {
  readonly state: DbcState;
  readonly baseIn: boolean;
  /** Sales, and purchases where the launchpad says so, pay their fee in what they give out. */
  readonly feeOnInput: boolean;
  /** The fee in parts of 10^9; null where the program fails, undefined where it depends on the size. */
  readonly rate: bigint | null | undefined;
  readonly complete: boolean;
  readonly traversal: CurveTraversal;
  /**
   * Amounts up to which reserves and vaults stay within their bounds and the curve is not completed: most swaps need no more
   * than two comparisons to be sure of that.
   */
  readonly safeIn: bigint;
  readonly safeOut: bigint;
}

/** Input and output: `spent` and `received` at the vaults, `net` and `output` along the curve. */
interface Exchange {
  readonly spent: bigint;
  readonly received: bigint;
  readonly net: bigint;
  readonly output: bigint;
}

/** A swap. `fee` is all of it. */
export interface DbcSwap extends Exchange, CurveOutput {
  readonly fee: bigint;
  /** The pool's record of its price's movements after the swap. */
  readonly volatility: Volatility;
}

/** True when the curve has taken what it was to take, or is closed: then the program refuses every swap. */
export function isComplete({ config, pool }: DbcState): boolean {
  return pool.finished || pool.reserves.quote >= config.threshold;
}

/** The direction of who pays base (`baseIn`), or quote. */
export function directionOf(state: DbcState, baseIn: boolean): DbcDirection {
  const { config, pool, vaults } = state;
  const missing = config.threshold - pool.reserves.quote;
  const [paid, given] = baseIn ? (['base', 'quote'] as const) : (['quote', 'base'] as const);
  return {
    state,
    baseIn,
    feeOnInput: !baseIn && config.feeInQuote,
    rate: config.base.kind === 'limiter' ? undefined : feeRate(state, baseIn, 0n),
    traversal: baseIn ? downwardTraversal(config, pool.sqrtPrice) : upwardTraversal(config, pool.sqrtPrice),
    complete: isComplete(state),
    safeIn: smaller(U64_MAX - larger(pool.reserves[paid], vaults[paid]), baseIn ? U64_MAX : missing - 1n),
    safeOut: smaller(pool.reserves[given], vaults[given]),
  };
}

/**
 * The swap of exactly `amountIn`: `get_swap_result_from_exact_input` and `apply_swap_result` in `state/virtual_pool.rs`,
 * without a referral. The lower fee of a first swap is open only to the transaction that makes the pool, so never to ours.
 */
export function swap(direction: DbcDirection, amountIn: bigint): DbcSwap | Refused {
  if (direction.complete) return refuse('completed', 'the curve is complete');
  const { state, feeOnInput } = direction;
  const rate = rateFor(direction, amountIn);
  if (rate === null) return refuse('overflow', 'the fee cannot be computed');
  const inputFee = feeOnInput ? feeOn(amountIn, rate) : 0n;
  const net = amountIn - inputFee;
  const moved = traverseCurve(direction.traversal, net);
  if ('refused' in moved) return moved;
  const { output, sqrtPrice } = moved;
  const fee = feeOnInput ? inputFee : feeOn(output, rate);
  const received = feeOnInput ? output : output - fee;
  if (received <= 0n) return refuse('amount_too_small', `${amountIn} buys nothing`);
  const isSafe = amountIn <= direction.safeIn && output <= direction.safeOut;
  const overrun = isSafe ? null : overrunOf(direction, { spent: amountIn, received, net, output });
  if (overrun) return overrun;
  const volatility = volatilityAfter(state, sqrtPrice);
  if (!volatility) return refuse('overflow', 'the volatility cannot be computed');
  const swapped = { spent: amountIn, received, fee, net, output, sqrtPrice, volatility };
  return isSafe || canMigrate(direction, swapped)
    ? swapped
    : refuse('insufficient_liquidity', 'the vault would not hold what the migration takes');
}

/** Why reserves and vaults cannot take such a swap, or null. */
function overrunOf({ state, baseIn }: DbcDirection, swapped: Exchange): Refused | null {
  const reserves = exchanged(state.pool.reserves, baseIn, swapped.net, swapped.output);
  const vaults = exchanged(state.vaults, baseIn, swapped.spent, swapped.received);
  const all = [reserves.base, reserves.quote, vaults.base, vaults.quote];
  if (all.some((amount) => amount < 0n)) return refuse('insufficient_liquidity', 'more than the pool holds');
  return all.some((amount) => amount > U64_MAX) ? refuse('overflow', 'more than a vault can hold') : null;
}

/** Whether the vault holds what the migration takes, should the swap complete the curve. */
function canMigrate(direction: DbcDirection, swapped: DbcSwap): boolean {
  const next = stateAfter(direction, swapped);
  return !isComplete(next) || next.vaults.base >= next.config.keptBase + next.pool.owed.base;
}

function volatilityAfter({ config, pool, now }: DbcState, after: bigint): Volatility | null {
  const { dynamic } = config;
  return dynamic
    ? updatedVolatility(dynamic, pool.volatility, { before: pool.sqrtPrice, after, now })
    : pool.volatility;
}

function rateFor({ rate, state, baseIn }: DbcDirection, amountIn: bigint): bigint | null {
  return rate === undefined ? feeRate(state, baseIn, amountIn) : rate;
}

/** Base fee and variable fee, at most 99 %. Null where the program fails. */
function feeRate({ config, pool, point }: DbcState, baseIn: boolean, amountIn: bigint): bigint | null {
  const { activation, sqrtPrice, volatility } = pool;
  const base = baseFee(config.base, { point, activation, sqrtPrice, quoteIn: !baseIn, amountIn });
  const variable = variableFee(config.dynamic, volatility);
  return base === null || variable === null ? null : smaller(base + variable, HIGHEST_FEE);
}

/**
 * The fee as a quote lists it: the protocol's part, then the creator's part of the rest. The remainder is the launchpad's; it is listed
 * with the protocol, because it leaves the pool as the protocol's does. A curve has no liquidity providers.
 */
export function feesOf({ state, feeOnInput }: DbcDirection, { fee }: DbcSwap): readonly Fee[] {
  const of = feeOnInput ? 'input' : 'output';
  const protocol = (fee * PROTOCOL_PERCENT) / 100n;
  const creator = ((fee - protocol) * state.config.creatorPercent) / 100n;
  const fees: Fee[] = [
    { share: 'protocol', of, amount: fee - creator },
    { share: 'creator', of, amount: creator },
  ];
  return fees.filter(({ amount }) => amount > 0n);
}

/** The state that a swap leaves. */
export function stateAfter({ state, baseIn, feeOnInput }: DbcDirection, swapped: DbcSwap): DbcState {
  const { pool, vaults } = state;
  const { spent, received, fee, net, output, sqrtPrice, volatility } = swapped;
  const feeInBase = !baseIn && !feeOnInput;
  const owed = {
    base: pool.owed.base + (feeInBase ? fee : 0n),
    quote: pool.owed.quote + (feeInBase ? 0n : fee),
  };
  return {
    ...state,
    vaults: exchanged(vaults, baseIn, spent, received),
    pool: { ...pool, reserves: exchanged(pool.reserves, baseIn, net, output), owed, volatility, sqrtPrice },
  };
}

function exchanged({ base, quote }: DbcAmounts, baseIn: boolean, paid: bigint, given: bigint): DbcAmounts {
  return baseIn ? { base: base + paid, quote: quote - given } : { base: base - given, quote: quote + paid };
}
