import { least, U64_MAX } from '../arithmetic.ts';
import { baseFee } from '../meteora-fees/base-fee.ts';
import { feeOn } from '../meteora-fees/rate.ts';
import { remembered, variableFee } from '../meteora-fees/volatility.ts';
import type { Fee, Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { type ConfigAccount, HIGHEST_FEE } from './config.ts';
import { walkDown, walkUp } from './curve.ts';
import type { PoolAccount, Sides } from './layout.ts';

/** The protocol's share of the fee: `PROTOCOL_FEE_PERCENT` in `constants.rs`. */
const PROTOCOL_PERCENT = 20n;

/** What a swap depends on and changes, at one moment. */
export interface PoolState {
  readonly config: ConfigAccount;
  readonly pool: PoolAccount;
  readonly vaults: Sides;
  /** Slot or Unix seconds, as the configuration counts; the volatility always takes seconds. */
  readonly point: bigint;
  readonly now: bigint;
}

/** A swap with its fee split, and the state that it leaves. */
export interface Swap {
  readonly received: bigint;
  readonly fees: readonly Fee[];
  readonly next: PoolState;
}

/** True when the curve has taken what it was to take, or is closed: then the program refuses every swap. */
export function isComplete({ config, pool }: PoolState): boolean {
  return pool.finished || pool.reserves.quote >= config.threshold;
}

/**
 * The swap of exactly `amountIn`: `get_swap_result_from_exact_input` and `apply_swap_result` in `state/virtual_pool.rs`,
 * without a referral. The lower fee of a first swap is open only to the transaction that makes the pool, so never to ours.
 */
export function swap(state: PoolState, baseIn: boolean, amountIn: bigint): Swap | Refused {
  if (isComplete(state)) return refuse('completed', 'the curve is complete');
  const { config, pool } = state;
  const rate = feeRate(state, baseIn, amountIn);
  if (rate === null) return refuse('overflow', 'the fee cannot be computed');
  const onInput = !baseIn && config.feeInQuote;
  const inputFee = onInput ? feeOn(amountIn, rate) : 0n;
  const net = amountIn - inputFee;
  const walk = baseIn ? walkDown(config, pool.sqrtPrice, net) : walkUp(config, pool.sqrtPrice, net);
  if (isRefused(walk)) return walk;
  const fee = onInput ? inputFee : feeOn(walk.output, rate);
  const received = onInput ? walk.output : walk.output - fee;
  if (received <= 0n) return refuse('amount_too_small', `${amountIn} buys nothing`);
  const next = nextState(state, {
    baseIn,
    amountIn,
    inputFee,
    output: walk.output,
    received,
    fee,
    sqrtPrice: walk.sqrtPrice,
  });
  if (isRefused(next)) return next;
  return { received, fees: feesOf(config, fee, onInput ? 'input' : 'output'), next };
}

/** Base fee and variable fee, at most 99 %. Null where the program fails. */
function feeRate({ config, pool, point }: PoolState, baseIn: boolean, amountIn: bigint): bigint | null {
  const { activation, sqrtPrice, volatility } = pool;
  const base = baseFee(config.base, { point, activation, sqrtPrice, quoteIn: !baseIn, amountIn });
  const variable = variableFee(config.dynamic, volatility);
  return base === null || variable === null ? null : least(base + variable, HIGHEST_FEE);
}

/**
 * The protocol's part, then the creator's part of the rest. What remains is the launchpad's: it stands with the protocol,
 * since it leaves the pool as the protocol's does. A curve has no liquidity providers.
 */
function feesOf(config: ConfigAccount, fee: bigint, of: Fee['of']): readonly Fee[] {
  const protocol = (fee * PROTOCOL_PERCENT) / 100n;
  const creator = ((fee - protocol) * config.creatorPercent) / 100n;
  const fees: Fee[] = [
    { share: 'protocol', of, amount: fee - creator },
    { share: 'creator', of, amount: creator },
  ];
  return fees.filter(({ amount }) => amount > 0n);
}

interface Change {
  readonly baseIn: boolean;
  readonly amountIn: bigint;
  readonly inputFee: bigint;
  readonly output: bigint;
  readonly received: bigint;
  readonly fee: bigint;
  readonly sqrtPrice: bigint;
}

function nextState(state: PoolState, change: Change): PoolState | Refused {
  const { config, pool, now } = state;
  const reserves = exchanged(pool.reserves, change.baseIn, change.amountIn - change.inputFee, change.output);
  const vaults = exchanged(state.vaults, change.baseIn, change.amountIn, change.received);
  const all = [reserves.base, reserves.quote, vaults.base, vaults.quote];
  if (all.some((amount) => amount < 0n)) return refuse('insufficient_liquidity', 'more than the pool holds');
  if (all.some((amount) => amount > U64_MAX)) return refuse('overflow', 'more than a vault can hold');
  const moment = { before: pool.sqrtPrice, after: change.sqrtPrice, now };
  const volatility = config.dynamic ? remembered(config.dynamic, pool.volatility, moment) : pool.volatility;
  if (!volatility) return refuse('overflow', 'the volatility cannot be computed');
  const feeInBase = !config.feeInQuote && !change.baseIn;
  const owed = {
    base: pool.owed.base + (feeInBase ? change.fee : 0n),
    quote: pool.owed.quote + (feeInBase ? 0n : change.fee),
  };
  const next = { ...state, vaults, pool: { ...pool, reserves, owed, volatility, sqrtPrice: change.sqrtPrice } };
  const missing = isComplete(next) && vaults.base < config.keptBase + owed.base;
  return missing ? refuse('insufficient_liquidity', 'the vault would not hold what the migration takes') : next;
}

function exchanged(sides: Sides, baseIn: boolean, paid: bigint, taken: bigint): Sides {
  return baseIn
    ? { base: sides.base + paid, quote: sides.quote - taken }
    : { base: sides.base - taken, quote: sides.quote + paid };
}
