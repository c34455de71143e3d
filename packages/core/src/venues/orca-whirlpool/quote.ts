import { U64_MAX, U128_MAX } from '../arithmetic.ts';
import { RATE_DENOMINATOR, step } from '../concentrated/step.ts';
import type { Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { AdaptiveFee, type AdaptiveState } from './adaptive-fee.ts';
import { Sequence, type SwapBoundary, type TickArrays } from './sequence.ts';
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE, tickAt } from './tick-math.ts';

/** The state that a swap depends on. Units as in a Whirlpool; `adaptive` null if the fee is static. */
export interface WhirlpoolState {
  readonly tickSpacing: number;
  readonly feeRate: bigint;
  readonly protocolFeeRate: bigint;
  readonly liquidity: bigint;
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly arrays: TickArrays;
  readonly adaptive: AdaptiveState | null;
}

/** A swap that spends all of its input. `fee` is part of the input and includes what the protocol gets of it. */
export interface WhirlpoolSwap {
  readonly received: bigint;
  readonly fee: bigint;
  readonly protocolFee: bigint;
  /** The pool after it; worked out when asked for. */
  afterwards(): WhirlpoolState;
}

/** Stretches of one swap, more than which no transaction has the compute units for. */
const MAX_STRETCHES = 2_000;
const PROTOCOL_PARTS = 10_000n;

/**
 * The swap of exactly `amount` (1 to 2^64 - 1) of token A (`zeroForOne`) or token B: `manager/swap_manager.rs` of
 * orca-so/whirlpools without a price limit.
 */
export function swap(pool: WhirlpoolState, amount: bigint, zeroForOne: boolean): WhirlpoolSwap | Refused {
  return new Run(pool, amount, zeroForOne).swap();
}

/** A swap on its way. */
class Run {
  readonly #pool: WhirlpoolState;
  readonly #zeroForOne: boolean;
  readonly #sequence: Sequence;
  readonly #adaptive: AdaptiveFee | null;
  #remaining: bigint;
  #received = 0n;
  #fee = 0n;
  #protocolFee = 0n;
  #sqrtPrice: bigint;
  #liquidity: bigint;
  /** The tick as of `#tickPrice`; within a stretch only the price is kept. */
  #tick: number;
  #tickPrice: bigint;
  #stretches = 0;

  constructor(pool: WhirlpoolState, amount: bigint, zeroForOne: boolean) {
    this.#pool = pool;
    this.#zeroForOne = zeroForOne;
    this.#sequence = new Sequence(pool.arrays, pool.tick, pool.tickSpacing, zeroForOne);
    this.#adaptive = pool.adaptive && new AdaptiveFee(pool.adaptive, pool.tick, zeroForOne);
    this.#remaining = amount;
    this.#sqrtPrice = pool.sqrtPrice;
    this.#liquidity = pool.liquidity;
    this.#tick = pool.tick;
    this.#tickPrice = pool.sqrtPrice;
  }

  swap(): WhirlpoolSwap | Refused {
    const limit = this.#zeroForOne ? MIN_SQRT_PRICE : MAX_SQRT_PRICE;
    while (this.#remaining > 0n) {
      if (this.#sqrtPrice === limit) return refuse('insufficient_liquidity', 'the price is at the end of its range');
      const stop = this.#sequence.next(this.#tick);
      if ('refused' in stop) return stop;
      const failure = this.#towards(stop);
      if (failure) return failure;
    }
    return this.#result();
  }

  /** Moves the price up to `stop`, or until all is spent. */
  #towards(stop: SwapBoundary): Refused | null {
    do {
      const failure = this.#stretch(stop);
      if (failure) return failure;
    } while (this.#remaining > 0n && this.#sqrtPrice !== stop.sqrtPrice);
    return this.#sqrtPrice === stop.sqrtPrice ? this.#cross(stop) : null;
  }

  /** One stretch with one fee. */
  #stretch(stop: SwapBoundary): Refused | null {
    this.#stretches += 1;
    if (this.#stretches > MAX_STRETCHES) return refuse('overflow', 'more steps than a transaction can take');
    const feeRate = this.#adaptive ? this.#adaptive.rate(this.#pool.feeRate) : this.#pool.feeRate;
    const bound = this.#adaptive?.bound(stop.sqrtPrice, this.#liquidity);
    const target = bound?.sqrtPrice ?? stop.sqrtPrice;
    const { input, output, fee, sqrtPrice } = step({
      sqrtPrice: this.#sqrtPrice,
      target,
      liquidity: this.#liquidity,
      remaining: this.#remaining,
      feeRate,
      zeroForOne: this.#zeroForOne,
    });
    if (this.#exceedsWords(target, sqrtPrice, feeRate))
      return refuse('overflow', 'liquidity times price exceeds 256 bits');
    this.#remaining -= input + fee;
    this.#received += output;
    if (this.#received > U64_MAX) return refuse('overflow', 'the output exceeds 64 bits');
    this.#fee += fee;
    this.#protocolFee += (fee * this.#pool.protocolFeeRate) / PROTOCOL_PARTS;
    this.#sqrtPrice = sqrtPrice;
    this.#adaptive?.advance(bound?.skipped ?? false, sqrtPrice, stop);
    return null;
  }

  /** The program fails where it cannot shift a product by 64 bits within 256: `math/token_math.rs`. */
  #exceedsWords(target: bigint, reached: bigint, feeRate: bigint): boolean {
    const farthest = this.#zeroForOne ? this.#sqrtPrice - target : reached - this.#sqrtPrice;
    // A price is only searched within the stretch, and only if the fee leaves a part of the input.
    const isSought = this.#zeroForOne && reached !== target;
    const isPaid = this.#remaining * (RATE_DENOMINATOR - feeRate) >= RATE_DENOMINATOR;
    return (this.#liquidity * (isSought && isPaid ? this.#sqrtPrice : farthest)) >> 192n !== 0n;
  }

  #cross(stop: SwapBoundary): Refused | null {
    this.#liquidity += this.#zeroForOne ? -stop.net : stop.net;
    if (this.#liquidity < 0n || this.#liquidity > U128_MAX) {
      return refuse('inconsistent', `tick ${stop.index} takes more liquidity than there is`);
    }
    this.#tick = this.#zeroForOne ? stop.index - 1 : stop.index;
    this.#tickPrice = stop.sqrtPrice;
    return null;
  }

  #result(): WhirlpoolSwap {
    const afterwards = this.#afterwards.bind(this);
    return { received: this.#received, fee: this.#fee, protocolFee: this.#protocolFee, afterwards };
  }

  #afterwards(): WhirlpoolState {
    const [pool, sqrtPrice] = [this.#pool, this.#sqrtPrice];
    const tick = sqrtPrice === this.#tickPrice ? this.#tick : tickAt(sqrtPrice);
    const variables = this.#adaptive?.settled(pool.sqrtPrice, sqrtPrice);
    const adaptive = pool.adaptive && variables ? { ...pool.adaptive, variables } : pool.adaptive;
    return { ...pool, sqrtPrice, tick, liquidity: this.#liquidity, adaptive };
  }
}
