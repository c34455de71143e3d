import { type Address, addressBytes } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { positionWorth } from '../concentrated/worth.ts';
import type { LiquidityPosition, PositionLayout } from '../liquidity-position.ts';
import { isRefused } from '../venue.ts';
import { PROGRAM, readWhirlpool } from './layout.ts';
import { MAX_TICK, MIN_TICK, sqrtPriceAt } from './tick-math.ts';

/** `LiquidityPosition` of orca-so/whirlpools, `state/position.rs`: pool 8, mint 40, liquidity 72, ticks 88 and 92, then fees and rewards. */
const POSITION = { discriminator: 'aabc8fe47a40f7d0', bytes: 216, headBytes: 96, poolAt: 8 };

/**
 * Positions of Whirlpools. The holder of the token of a position's mint can withdraw; a position of a bundle has the bundle's mint. The
 * program locks a position by freezing that token (`instructions/lock_position.rs`).
 */
export const whirlpoolPositions: PositionLayout = {
  venue: 'orca_whirlpool',
  program: PROGRAM,
  filters: (pool: Address) => [{ dataSize: POSITION.bytes }, { at: POSITION.poolAt, bytes: addressBytes(pool) }],
  headBytes: POSITION.headBytes,
  plainBytes: POSITION.bytes,
  read,
  activeIndex(pool) {
    const state = readWhirlpool(pool);
    return isRefused(state) ? null : state.tick;
  },
  timing: () => null,
  worth,
  frozenIsLocked: true,
};

function read(data: Uint8Array): LiquidityPosition | null {
  const bytes = new Bytes(data);
  if (bytes.length < POSITION.headBytes || !bytes.spells(0, POSITION.discriminator)) return null;
  const range = { lower: bytes.i32(88), upper: bytes.i32(92) };
  if (range.lower < MIN_TICK || range.lower >= range.upper || range.upper > MAX_TICK) return null;
  return {
    pool: bytes.key(POSITION.poolAt),
    liquidity: bytes.u128(72),
    lockedLiquidity: 0n,
    holder: { nftMint: bytes.key(40) },
    range,
  };
}

function worth({ liquidity, range }: LiquidityPosition, index: number): bigint {
  if (range === null) return 0n;
  const [lower, upper, now] = [range.lower, range.upper, index].map(sqrtPriceAt) as [bigint, bigint, bigint];
  return positionWorth(liquidity, { lower, upper, now });
}
