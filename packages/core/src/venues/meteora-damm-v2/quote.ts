import { smaller, U64_MAX } from '../arithmetic.ts';
import { baseFee } from '../meteora-fees/base-fee.ts';
import { feeOn } from '../meteora-fees/rate.ts';
import { updatedVolatility, type Volatility, variableFee } from '../meteora-fees/volatility.ts';
import type { Fee, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { COMPOUNDING, type DammV2Amounts, type DammV2PoolAccount } from './layout.ts';
import { type MovementInput, movementInput, moveOf, sqrtPriceOf } from './movement.ts';

/** The state that a swap depends on and changes, at one moment. */
export interface DammV2State {
  readonly pool: DammV2PoolAccount;
  readonly reserves: DammV2Amounts;
  readonly vaults: DammV2Amounts;
  /** Slot or Unix seconds, as the pool counts; the volatility always takes seconds. */
  readonly point: bigint;
  readonly now: bigint;
}

/** One direction of a pool at one moment: all of a swap that does not depend on its size. */
export interface DammV2Direction {
  readonly state: DammV2State;
  readonly aIn: boolean;
  readonly holding: MovementInput;
  /** The fee is taken in B, save where a pool that collects both gives out A. */
  readonly feeOnInput: boolean;
  /** The fee in parts of 10^9; null where the program fails, undefined where it depends on the size. */
  readonly rate: bigint | null | undefined;
  /** The room of 64 bits for the input, and the reserve of the output. */
  readonly room: Counted;
  readonly available: Counted;
}

/** An amount by what the pool counts, and by what the vault holds. */
interface Counted {
  readonly reserves: bigint;
  readonly vault: bigint;
}

/** A swap. `fee` is all of it; `net` and `output` are what moves through the reserves. */
export interface DammV2Swap {
  readonly spent: bigint;
  readonly received: bigint;
  readonly fee: bigint;
  readonly net: bigint;
  readonly output: bigint;
  /** Where liquidity moved the price to; see `moveOf`. */
  readonly sqrtPrice: bigint;
  /** The pool's record of its price's movements after the swap. */
  readonly volatility: Volatility;
}

/** The direction of who pays A (`aIn`), or B. */
export function directionOf(state: DammV2State, aIn: boolean): DammV2Direction {
  const { pool, reserves, vaults } = state;
  const [paid, given] = aIn ? (['a', 'b'] as const) : (['b', 'a'] as const);
  return {
    state,
    aIn,
    holding: movementInput(pool, reserves, aIn),
    feeOnInput: !aIn && pool.collectMode !== 0,
    rate: pool.fees.base.kind === 'limiter' ? undefined : feeRate(state, aIn, 0n),
    room: { reserves: U64_MAX - reserves[paid], vault: U64_MAX - vaults[paid] },
    available: { reserves: reserves[given], vault: vaults[given] },
  };
}

/**
 * The swap of exactly `amountIn`: `get_swap_result_from_exact_input` and `apply_swap_result` in `state/pool.rs`, without a
 * referral.
 */
export function swap(direction: DammV2Direction, amountIn: bigint): DammV2Swap | Refused {
  const { state, aIn, feeOnInput, room, available } = direction;
  const { pool } = state;
  const rate = direction.rate === undefined ? feeRate(state, aIn, amountIn) : direction.rate;
  if (rate === null) return refuse('overflow', 'the fee cannot be computed');
  const inputFee = feeOnInput ? feeOn(amountIn, rate) : 0n;
  const net = amountIn - inputFee;
  const moved = moveOf(direction.holding, net);
  if ('refused' in moved) return moved;
  const { output, sqrtPrice } = moved;
  const fee = feeOnInput ? inputFee : feeOn(output, rate);
  const received = feeOnInput ? output : output - fee;
  if (received <= 0n) return refuse('amount_too_small', `${amountIn} buys nothing`);
  if (output > available.reserves || received > available.vault) {
    return refuse('insufficient_liquidity', 'more than the pool holds');
  }
  const kept = aIn ? net : net + compounded(pool, fee);
  if (kept > room.reserves || amountIn > room.vault) return refuse('overflow', 'more than a vault can hold');
  const swapped = { spent: amountIn, received, fee, net, output, sqrtPrice, volatility: pool.volatility };
  return pool.fees.dynamic ? withMemory(direction, swapped) : swapped;
}

/** The swap with the pool's record after it. */
function withMemory(direction: DammV2Direction, swapped: DammV2Swap): DammV2Swap | Refused {
  const { pool, now } = direction.state;
  const { dynamic } = pool.fees;
  const moment = { before: pool.sqrtPrice, after: priceAfter(direction, swapped), now };
  const volatility = dynamic ? updatedVolatility(dynamic, pool.volatility, moment) : pool.volatility;
  return volatility ? { ...swapped, volatility } : refuse('overflow', 'the volatility cannot be computed');
}

/** Base fee and variable fee, capped by the pool's fee version. Null where the program fails. */
function feeRate({ pool, point }: DammV2State, aIn: boolean, amountIn: bigint): bigint | null {
  const { activation, sqrtPrice, fees, volatility } = pool;
  const base = baseFee(fees.base, { point, activation, sqrtPrice, quoteIn: !aIn, amountIn });
  const variable = variableFee(fees.dynamic, volatility);
  if (base === null || variable === null || base + variable > U64_MAX) return null;
  return smaller(base + variable, fees.highest);
}

function ofProtocol({ fees }: DammV2PoolAccount, fee: bigint): bigint {
  return (fee * fees.protocolPercent) / 100n;
}

/** The part of a fee that joins the reserves of B. */
function compounded(pool: DammV2PoolAccount, fee: bigint): bigint {
  const { compoundingBps } = pool.fees;
  return compoundingBps === 0n ? 0n : ((fee - ofProtocol(pool, fee)) * compoundingBps) / 10_000n;
}

/** The fee as a quote lists it. The compounding part and the claimable part both stay with the liquidity. */
export function feesOf({ state, feeOnInput }: DammV2Direction, { fee }: DammV2Swap): readonly Fee[] {
  const of = feeOnInput ? 'input' : 'output';
  const protocol = ofProtocol(state.pool, fee);
  const fees: Fee[] = [
    { share: 'lp', of, amount: fee - protocol },
    { share: 'protocol', of, amount: protocol },
  ];
  return fees.filter(({ amount }) => amount > 0n);
}

function reservesAfter({ state, aIn }: DammV2Direction, { net, output, fee }: DammV2Swap): DammV2Amounts {
  const { a, b } = exchanged(state.reserves, aIn, net, output);
  return { a, b: b + compounded(state.pool, fee) };
}

function exchanged({ a, b }: DammV2Amounts, aIn: boolean, paid: bigint, given: bigint): DammV2Amounts {
  return aIn ? { a: a + paid, b: b - given } : { a: a - given, b: b + paid };
}

/** The square-root price after a swap. In a pool that compounds it follows from the reserves. */
function priceAfter(direction: DammV2Direction, swapped: DammV2Swap): bigint {
  const { collectMode } = direction.state.pool;
  return collectMode === COMPOUNDING ? sqrtPriceOf(reservesAfter(direction, swapped)) : swapped.sqrtPrice;
}

/** The state that a swap leaves. */
export function stateAfter(direction: DammV2Direction, swapped: DammV2Swap): DammV2State {
  const { state, aIn } = direction;
  const { pool } = state;
  const { spent, received, fee, volatility } = swapped;
  const protocol = ofProtocol(pool, fee);
  const feeInA = pool.collectMode === 0 && !aIn;
  const owed = { a: pool.owed.a + (feeInA ? protocol : 0n), b: pool.owed.b + (feeInA ? 0n : protocol) };
  return {
    ...state,
    reserves: reservesAfter(direction, swapped),
    vaults: exchanged(state.vaults, aIn, spent, received),
    pool: { ...pool, sqrtPrice: priceAfter(direction, swapped), volatility, owed },
  };
}
