import type { Address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { PROGRAM, type Whirlpool } from './layout.ts';
import { ARRAY_TICKS } from './tick-array.ts';
import { MAX_TICK, MIN_TICK } from './tick-math.ts';

/**
 * How the fee of a pool adapts. Periods in seconds, `reductionFactor` in parts of 10,000, `controlFactor` in parts of
 * 100,000, `groupSize` and `majorSwapTicks` in ticks; an accumulator counts crossed groups of ticks times 10,000.
 */
export interface FeeConstants {
  readonly filterPeriod: bigint;
  readonly decayPeriod: bigint;
  readonly reductionFactor: number;
  readonly controlFactor: number;
  readonly maxAccumulator: number;
  readonly groupSize: number;
  readonly majorSwapTicks: number;
}

/** How volatile the pool was lately. Times in Unix seconds. */
export interface FeeVariables {
  readonly referenceUpdatedAt: bigint;
  readonly majorSwapAt: bigint;
  readonly reference: number;
  readonly groupReference: number;
  readonly accumulator: number;
}

/** The account beside a pool with an adaptive fee. `tradeEnabledAt` in Unix seconds, 0 where trading was open at once. */
export interface Oracle {
  readonly tradeEnabledAt: bigint;
  readonly constants: FeeConstants;
  readonly variables: FeeVariables;
}

const DISCRIMINATOR = '8bc283b38cb3e5f4';
const BYTES = 254;

/** An oracle account of `pool` at `address`: `state/oracle.rs` of orca-so/whirlpools. */
export function readOracle(account: AccountBytes, address: Address, pool: Whirlpool): Oracle | Refused {
  if (account.owner !== PROGRAM) return refuse('foreign_owner', `oracle owned by ${account.owner}`);
  const bytes = new Bytes(account.data);
  if (!bytes.spells(0, DISCRIMINATOR)) return refuse('wrong_layout', 'no oracle discriminator');
  if (bytes.length !== BYTES) return refuse('wrong_layout', `oracle of ${bytes.length} bytes`);
  if (bytes.key(8) !== address) return refuse('inconsistent', 'oracle of another pool');
  const constants: FeeConstants = {
    filterPeriod: BigInt(bytes.u16(48)),
    decayPeriod: BigInt(bytes.u16(50)),
    reductionFactor: bytes.u16(52),
    controlFactor: bytes.u32(54),
    maxAccumulator: bytes.u32(58),
    groupSize: bytes.u16(62),
    majorSwapTicks: bytes.u16(64),
  };
  const variables: FeeVariables = {
    referenceUpdatedAt: bytes.u64(82),
    majorSwapAt: bytes.u64(90),
    reference: bytes.u32(98),
    groupReference: bytes.i32(102),
    accumulator: bytes.u32(106),
  };
  if (!areValid(constants, pool.tickSpacing))
    return refuse('wrong_layout', 'oracle constants that the program refuses');
  if (!areReachable(variables, constants)) return refuse('wrong_layout', 'oracle variables beyond their limits');
  return { tradeEnabledAt: bytes.u64(40), constants, variables };
}

/** The program's conditions on constants before it stores them: `AdaptiveFeeConstants::validate_constants`. */
function areValid(constants: FeeConstants, tickSpacing: number): boolean {
  const { filterPeriod, decayPeriod, groupSize, majorSwapTicks } = constants;
  const periods = filterPeriod > 0n && decayPeriod > filterPeriod;
  const factors = constants.reductionFactor < 10_000 && constants.controlFactor < 100_000;
  const group = groupSize > 0 && tickSpacing % groupSize === 0 && constants.maxAccumulator * groupSize <= 0xffff_ffff;
  return periods && factors && group && majorSwapTicks > 0 && majorSwapTicks <= tickSpacing * ARRAY_TICKS;
}

/** Values that the program can have stored: a reference and an accumulator up to the maximum, a group that holds a tick. */
function areReachable(variables: FeeVariables, { maxAccumulator, groupSize }: FeeConstants): boolean {
  const { reference, accumulator, groupReference } = variables;
  const lowest = Math.floor((MIN_TICK - 1) / groupSize);
  const inRange = groupReference >= lowest && groupReference <= Math.floor(MAX_TICK / groupSize);
  return inRange && reference <= maxAccumulator && accumulator <= maxAccumulator;
}
