import { least, U64_MAX, U128_MAX } from '../arithmetic.ts';
import { baseFee } from '../meteora-fees/base-fee.ts';
import { feeOn } from '../meteora-fees/rate.ts';
import { remembered, variableFee } from '../meteora-fees/volatility.ts';
import type { Fee, Refused } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { COMPOUNDING, type PoolAccount, type Sides } from './layout.ts';
import { moveOf, sqrtPriceOf } from './movement.ts';

/** What a swap depends on and changes, at one moment. */
export interface PoolState {
  readonly pool: PoolAccount;
  readonly reserves: Sides;
  readonly vaults: Sides;
  /** Slot or Unix seconds, as the pool counts; the volatility always takes seconds. */
  readonly point: bigint;
  readonly now: bigint;
}

/** A swap with its fee split, and the state that it leaves. */
export interface Swap {
  readonly received: bigint;
  readonly fees: readonly Fee[];
  readonly next: PoolState;
}

interface FeeSplit {
  readonly total: bigint;
  readonly protocol: bigint;
  readonly compounded: bigint;
}

/**
 * The swap of exactly `amountIn`: `get_swap_result_from_exact_input` and `apply_swap_result` in `state/pool.rs`, without a
 * referral. `aIn` when A is paid. The fee is taken in B, save where a pool that collects both gives out A.
 */
export function swap(state: PoolState, aIn: boolean, amountIn: bigint): Swap | Refused {
  const { pool } = state;
  const rate = feeRate(state, aIn, amountIn);
  if (rate === null) return refuse('overflow', 'the fee cannot be computed');
  const onInput = !aIn && pool.collectMode !== 0;
  const inputFee = onInput ? feeOn(amountIn, rate) : 0n;
  const moved = moveOf(state, aIn, amountIn - inputFee);
  if (isRefused(moved)) return moved;
  const total = onInput ? inputFee : feeOn(moved.output, rate);
  const received = onInput ? moved.output : moved.output - total;
  if (received <= 0n) return refuse('amount_too_small', `${amountIn} buys nothing`);
  const split = splitFee(pool, total);
  const next = nextState(state, {
    aIn,
    amountIn,
    inputFee,
    output: moved.output,
    received,
    split,
    sqrtPrice: moved.sqrtPrice,
  });
  if (isRefused(next)) return next;
  return { received, fees: feesOf(split, onInput ? 'input' : 'output'), next };
}

/** Base fee and variable fee, capped by the pool's fee version. Null where the program fails. */
function feeRate({ pool, point }: PoolState, aIn: boolean, amountIn: bigint): bigint | null {
  const { activation, sqrtPrice, fees, volatility } = pool;
  const base = baseFee(fees.base, { point, activation, sqrtPrice, quoteIn: !aIn, amountIn });
  const variable = variableFee(fees.dynamic, volatility);
  if (base === null || variable === null || base + variable > U64_MAX) return null;
  return least(base + variable, fees.highest);
}

function splitFee({ fees }: PoolAccount, total: bigint): FeeSplit {
  const protocol = (total * fees.protocolPercent) / 100n;
  return { total, protocol, compounded: ((total - protocol) * fees.compoundingBps) / 10_000n };
}

/** What compounds and what positions claim both stay with the liquidity. */
function feesOf({ total, protocol }: FeeSplit, of: Fee['of']): readonly Fee[] {
  const fees: Fee[] = [
    { share: 'lp', of, amount: total - protocol },
    { share: 'protocol', of, amount: protocol },
  ];
  return fees.filter(({ amount }) => amount > 0n);
}

interface Change {
  readonly aIn: boolean;
  readonly amountIn: bigint;
  readonly inputFee: bigint;
  readonly output: bigint;
  readonly received: bigint;
  readonly split: FeeSplit;
  readonly sqrtPrice: bigint;
}

function nextState(state: PoolState, change: Change): PoolState | Refused {
  const { pool, now } = state;
  const reserves = exchanged(state.reserves, change.aIn, change.amountIn - change.inputFee, change.output);
  const vaults = exchanged(state.vaults, change.aIn, change.amountIn, change.received);
  if (least(least(reserves.a, reserves.b), least(vaults.a, vaults.b)) < 0n) {
    return refuse('insufficient_liquidity', 'more than the pool holds');
  }
  const compounded = { a: reserves.a, b: reserves.b + change.split.compounded };
  if ([compounded.a, compounded.b, vaults.a, vaults.b].some((amount) => amount > U64_MAX)) {
    return refuse('overflow', 'more than a vault can hold');
  }
  const sqrtPrice = pool.collectMode === COMPOUNDING ? sqrtPriceOf(compounded) : change.sqrtPrice;
  if (sqrtPrice === null || sqrtPrice > U128_MAX) return refuse('overflow', 'the price cannot be computed');
  const { dynamic } = pool.fees;
  const moment = { before: pool.sqrtPrice, after: sqrtPrice, now };
  const volatility = dynamic ? remembered(dynamic, pool.volatility, moment) : pool.volatility;
  if (!volatility) return refuse('overflow', 'the volatility cannot be computed');
  const feeInA = pool.collectMode === 0 && !change.aIn;
  const owed = {
    a: pool.owed.a + (feeInA ? change.split.protocol : 0n),
    b: pool.owed.b + (feeInA ? 0n : change.split.protocol),
  };
  return { ...state, reserves: compounded, vaults, pool: { ...pool, sqrtPrice, volatility, owed } };
}

function exchanged(sides: Sides, aIn: boolean, paid: bigint, taken: bigint): Sides {
  return aIn ? { a: sides.a + paid, b: sides.b - taken } : { a: sides.a - taken, b: sides.b + paid };
}
