import { larger, smaller, U128_MAX } from '../arithmetic.ts';
import { ONE } from './liquidity.ts';

const BASIS_POINTS = 10_000n;
const SCALE = 100_000_000_000n;

/** How a pool turns movements of its price into a fee. Periods in seconds. */
export interface DynamicFee {
  readonly maxAccumulator: bigint;
  readonly control: bigint;
  readonly binStep: bigint;
  /** The step as Q64.64. */
  readonly binStepQ64: bigint;
  readonly filterPeriod: bigint;
  readonly decayPeriod: bigint;
  /** Basis points of the accumulator that stay when it decays. */
  readonly reduction: bigint;
}

/** The pool's record of its price's movements. */
export interface Volatility {
  /** Unix seconds of the last swap that crossed a bin. */
  readonly updatedAt: bigint;
  readonly sqrtPriceReference: bigint;
  readonly accumulator: bigint;
  readonly reference: bigint;
}

/**
 * The fee on top of the base fee, in parts of 10^9: rounded up, from the accumulator as the last swap left it. A pool does not
 * let it decay before it takes the fee (`get_variable_fee`, `get_variable_fee_numerator`). Null where the programs overflow.
 */
export function variableFee(fee: DynamicFee | null, { accumulator }: Volatility): bigint | null {
  if (!fee) return 0n;
  const scaled = (accumulator * fee.binStep) ** 2n * fee.control + SCALE - 1n;
  return scaled > U128_MAX ? null : scaled / SCALE;
}

/**
 * The memory after a swap that moved the square-root price from `before` to `after` at `now` (Unix seconds):
 * `update_references` ahead of the swap, `update_volatility_accumulator` behind it. Null where the programs fail.
 */
export function updatedVolatility(
  fee: DynamicFee,
  memory: Volatility,
  { before, after, now }: { readonly before: bigint; readonly after: bigint; readonly now: bigint },
): Volatility | null {
  const referenced = withReferences(fee, memory, before, now);
  const moved = bins(fee, after, referenced.sqrtPriceReference);
  const crossed = bins(fee, before, after);
  if (moved === null || crossed === null) return null;
  const accumulator = referenced.reference + moved * BASIS_POINTS;
  if (accumulator > U128_MAX) return null;
  return {
    ...referenced,
    accumulator: smaller(accumulator, fee.maxAccumulator),
    updatedAt: crossed > 0n ? now : memory.updatedAt,
  };
}

function withReferences(fee: DynamicFee, memory: Volatility, sqrtPrice: bigint, now: bigint): Volatility {
  const elapsed = larger(now - memory.updatedAt, 0n);
  if (elapsed < fee.filterPeriod) return memory;
  const decays = elapsed < fee.decayPeriod;
  const reference = decays ? (memory.accumulator * fee.reduction) / BASIS_POINTS : 0n;
  return { ...memory, sqrtPriceReference: sqrtPrice, reference };
}

/** Bins between two square-root prices: twice the steps between the roots, which is near enough for small steps. */
function bins(fee: DynamicFee, a: bigint, b: bigint): bigint | null {
  const [low, high] = a < b ? [a, b] : [b, a];
  if (low === 0n || fee.binStepQ64 === 0n) return null;
  const ratio = (high << 64n) / low;
  return ratio > U128_MAX ? null : ((ratio - ONE) / fee.binStepQ64) * 2n;
}
