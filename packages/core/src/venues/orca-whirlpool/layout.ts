import { type Address, address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { MAX_SQRT_PRICE, MAX_TICK, MIN_SQRT_PRICE, MIN_TICK, sqrtPriceAt } from './tick-math.ts';

export const PROGRAM = address('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc');

/** One of the pool's two sides. `owed` to the protocol lies in the vault and is not the pool's. */
interface PoolSide {
  readonly mint: Address;
  readonly vault: Address;
  readonly owed: bigint;
}

/**
 * A Whirlpool. `feeRate` in parts of a million of the input, `protocolFeeRate` in parts of 10,000 of that fee, `sqrtPrice`
 * (of token B for one of token A) in Q64.64. `feeTierIndex` other than `tickSpacing` means an adaptive fee.
 */
export interface Whirlpool {
  readonly config: Address;
  readonly tickSpacing: number;
  readonly feeTierIndex: number;
  readonly feeRate: bigint;
  readonly protocolFeeRate: bigint;
  readonly liquidity: bigint;
  readonly sqrtPrice: bigint;
  readonly tick: number;
  readonly a: PoolSide;
  readonly b: PoolSide;
}

const DISCRIMINATOR = '3f95d10ce1806309';
const BYTES = 653;
const RATE_PARTS = 10_000n;

/** A Whirlpool account: `state/whirlpool.rs` of orca-so/whirlpools. The bytes behind 245 are rewards of liquidity. */
export function readWhirlpool(account: AccountBytes): Whirlpool | Refused {
  if (account.owner !== PROGRAM) return refuse('foreign_owner', `owner ${account.owner}`);
  const bytes = new Bytes(account.data);
  if (!bytes.spells(0, DISCRIMINATOR)) return refuse('wrong_layout', 'no whirlpool discriminator');
  if (bytes.length !== BYTES) return refuse('wrong_layout', `${bytes.length} bytes, a whirlpool has ${BYTES}`);
  const pool: Whirlpool = {
    config: bytes.key(8),
    tickSpacing: bytes.u16(41),
    feeTierIndex: bytes.u16(43),
    feeRate: BigInt(bytes.u16(45)),
    protocolFeeRate: BigInt(bytes.u16(47)),
    liquidity: bytes.u128(49),
    sqrtPrice: bytes.u128(65),
    tick: bytes.i32(81),
    a: { mint: bytes.key(101), vault: bytes.key(133), owed: bytes.u64(85) },
    b: { mint: bytes.key(181), vault: bytes.key(213), owed: bytes.u64(93) },
  };
  return contradiction(pool) ?? pool;
}

/** True when the program keeps an oracle for the pool, whose state its fee depends on. */
export function isAdaptive(pool: Whirlpool): boolean {
  return pool.feeTierIndex !== pool.tickSpacing;
}

function contradiction(pool: Whirlpool): Refused | null {
  if (pool.tickSpacing === 0) return refuse('wrong_layout', 'tick spacing of 0');
  if (pool.protocolFeeRate > RATE_PARTS) return refuse('wrong_layout', `protocol fee rate ${pool.protocolFeeRate}`);
  if (pool.sqrtPrice < MIN_SQRT_PRICE || pool.sqrtPrice > MAX_SQRT_PRICE) {
    return refuse('wrong_layout', `square-root price ${pool.sqrtPrice}`);
  }
  if (!holdsPrice(pool.tick, pool.sqrtPrice))
    return refuse('wrong_layout', `tick ${pool.tick} is not that of the price`);
  if (pool.a.mint === pool.b.mint) return refuse('wrong_layout', 'one mint on both sides');
  return null;
}

/**
 * A tick reaches from its own price to the next tick's, both included: a swap that lowers the price onto an initialised tick leaves the
 * pool one tick below it. So one below the lowest tick occurs as well.
 */
function holdsPrice(tick: number, sqrtPrice: bigint): boolean {
  if (tick < MIN_TICK - 1 || tick > MAX_TICK) return false;
  return sqrtPriceAt(Math.max(tick, MIN_TICK)) <= sqrtPrice && sqrtPrice <= sqrtPriceAt(Math.min(tick + 1, MAX_TICK));
}
