import { ceilDiv } from '../arithmetic.ts';
import type { FeeConstants, FeeVariables } from './oracle.ts';
import { MAX_TICK, MIN_TICK, sqrtPriceAt, tickAt } from './tick-math.ts';

/** The initial state of an adaptive fee in a swap. `now` in Unix seconds. */
export interface AdaptiveState {
  readonly constants: FeeConstants;
  readonly variables: FeeVariables;
  readonly now: bigint;
}

/** Where the fee of a stretch ends. `skipped` when the fee does not change on the way, so that groups are not counted. */
export interface RangeEnd {
  readonly sqrtPrice: bigint;
  readonly skipped: boolean;
}

/** An initialised tick, or an end of what the swap may reach. */
export interface Landmark {
  readonly index: number;
  readonly sqrtPrice: bigint;
}

const SCALE = 10_000;
const RATE_PARTS = 100_000n * 10_000n * 10_000n;
const MAX_RATE = 100_000n;
const MAX_REFERENCE_AGE = 3_600n;

/**
 * The fee of one swap in a pool with adaptive fee, in parts of a million: `manager/fee_rate_manager.rs` and
 * `state/oracle.rs` of orca-so/whirlpools. Ticks stand in groups, and each group that the price enters raises the fee.
 */
export class AdaptiveFee {
  readonly #constants: FeeConstants;
  readonly #now: bigint;
  readonly #zeroForOne: boolean;
  /** The groups within which the fee still changes; outside of them it is at its maximum. Null where they end nowhere. */
  readonly #low: Landmark | null;
  readonly #high: Landmark | null;
  #variables: FeeVariables;
  #group: number;

  constructor({ constants, variables, now }: AdaptiveState, tick: number, zeroForOne: boolean) {
    const { groupSize, maxAccumulator } = constants;
    this.#constants = constants;
    this.#now = now;
    this.#zeroForOne = zeroForOne;
    this.#group = Math.floor(tick / groupSize);
    this.#variables = referenced(variables, this.#group, now, constants);
    const { reference, groupReference } = this.#variables;
    const reach = Math.ceil((maxAccumulator - reference) / SCALE);
    this.#low = edge(groupReference - reach, 0, groupSize);
    this.#high = edge(groupReference + reach, 1, groupSize);
  }

  /** The rate of the next stretch on top of `base`, at most 10%. */
  rate(base: bigint): bigint {
    this.#accumulate();
    const { controlFactor, groupSize } = this.#constants;
    const crossed = BigInt(this.#variables.accumulator * groupSize);
    const total = base + ceilDiv(BigInt(controlFactor) * crossed * crossed, RATE_PARTS);
    return total > MAX_RATE ? MAX_RATE : total;
  }

  /** How far towards `target` the rate holds. */
  bound(target: bigint, liquidity: bigint): RangeEnd {
    if (this.#constants.controlFactor === 0 || liquidity === 0n) return { sqrtPrice: target, skipped: true };
    const outer = this.#outside();
    if (outer) return { sqrtPrice: outer.ahead === null ? target : this.#nearer(target, outer.ahead), skipped: true };
    const boundary = (this.#group + (this.#zeroForOne ? 0 : 1)) * this.#constants.groupSize;
    const end = sqrtPriceAt(Math.min(Math.max(boundary, MIN_TICK), MAX_TICK));
    return { sqrtPrice: this.#nearer(target, end), skipped: false };
  }

  /** Call it after each stretch, with the price at its end and the landmark that the swap moves towards. */
  advance(skipped: boolean, sqrtPrice: bigint, landmark: Landmark): void {
    if (skipped) {
      const traversed = this.#traversed(sqrtPrice, landmark);
      if (this.#zeroForOne ? traversed < this.#group : traversed > this.#group) {
        this.#group = traversed;
        this.#accumulate();
      }
    }
    this.#group += this.#zeroForOne ? -1 : 1;
  }

  /** The oracle after a swap between two square-root prices; a large swap keeps the fee from falling. */
  settled(before: bigint, after: bigint): FeeVariables {
    const [low, high] = before < after ? [before, after] : [after, before];
    const isMajor = high >= (low * sqrtPriceAt(this.#constants.majorSwapTicks)) >> 64n;
    return isMajor ? { ...this.#variables, majorSwapAt: this.#now } : this.#variables;
  }

  #accumulate(): void {
    const { reference, groupReference } = this.#variables;
    const accumulator = reference + Math.abs(groupReference - this.#group) * SCALE;
    this.#variables = { ...this.#variables, accumulator: Math.min(accumulator, this.#constants.maxAccumulator) };
  }

  /** Null within the groups where the fee changes; otherwise their edge, if the swap moves towards it. */
  #outside(): { readonly ahead: bigint | null } | null {
    if (this.#low && this.#group < this.#low.index) return { ahead: this.#zeroForOne ? null : this.#low.sqrtPrice };
    if (this.#high && this.#group > this.#high.index) return { ahead: this.#zeroForOne ? this.#high.sqrtPrice : null };
    return null;
  }

  #nearer(target: bigint, other: bigint): bigint {
    return target > other === this.#zeroForOne ? target : other;
  }

  /** The group that the price was in last before it came to `sqrtPrice`. */
  #traversed(sqrtPrice: bigint, landmark: Landmark): number {
    const { groupSize } = this.#constants;
    const arrived = sqrtPrice === landmark.sqrtPrice;
    const tick = arrived ? landmark.index : tickAt(sqrtPrice);
    const onBoundary = tick % groupSize === 0 && (arrived || sqrtPrice === sqrtPriceAt(tick));
    return onBoundary && !this.#zeroForOne ? tick / groupSize - 1 : Math.floor(tick / groupSize);
  }
}

/** The outer side of the group at the edge; null beyond the range of ticks. */
function edge(group: number, width: 0 | 1, groupSize: number): Landmark | null {
  const tick = (group + width) * groupSize;
  const inRange = width === 0 ? tick > MIN_TICK : tick < MAX_TICK;
  return inRange ? { index: group, sqrtPrice: sqrtPriceAt(tick) } : null;
}

/** The variables at the start of a swap: their reference moves along once it is old enough. */
function referenced(variables: FeeVariables, group: number, now: bigint, constants: FeeConstants): FeeVariables {
  const { referenceUpdatedAt, majorSwapAt, accumulator } = variables;
  const renewed = { ...variables, groupReference: group, referenceUpdatedAt: now };
  if (now - referenceUpdatedAt > MAX_REFERENCE_AGE) return { ...renewed, reference: 0 };
  const elapsed = now - (referenceUpdatedAt > majorSwapAt ? referenceUpdatedAt : majorSwapAt);
  if (elapsed < constants.filterPeriod) return variables;
  if (elapsed >= constants.decayPeriod) return { ...renewed, reference: 0 };
  return { ...renewed, reference: Math.floor((accumulator * constants.reductionFactor) / SCALE) };
}
