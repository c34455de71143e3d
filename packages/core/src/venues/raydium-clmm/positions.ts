import { type Address, addressBytes } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { positionWorth } from '../concentrated/worth.ts';
import type { LiquidityPosition, PositionLayout } from '../liquidity-position.ts';
import { isRefused } from '../venue.ts';
import { PROGRAM } from './addresses.ts';
import { readPool } from './layout.ts';
import { MAX_TICK, MIN_TICK, sqrtPriceAt } from './tick-price.ts';

/**
 * `PersonalPositionState` of raydium-io/raydium-clmm, `states/personal_position.rs`: bump 8, mint 9, pool 41, ticks 73 and
 * 77, liquidity 81, then fees and rewards.
 */
const POSITION = { discriminator: '466f967ee60f1975', bytes: 281, headBytes: 97, poolAt: 41 };

/** Positions of CLMM pools. The holder of the token of a position's mint can withdraw. */
export const clmmPositions: PositionLayout = {
  venue: 'raydium_clmm',
  program: PROGRAM,
  filters: (pool: Address) => [{ dataSize: POSITION.bytes }, { at: POSITION.poolAt, bytes: addressBytes(pool) }],
  headBytes: POSITION.headBytes,
  plainBytes: POSITION.bytes,
  read,
  activeIndex(pool) {
    const state = readPool(pool);
    return isRefused(state) ? null : state.tick;
  },
  timing: () => null,
  worth,
  frozenIsLocked: false,
};

function read(data: Uint8Array): LiquidityPosition | null {
  const bytes = new Bytes(data);
  if (bytes.length < POSITION.headBytes || !bytes.spells(0, POSITION.discriminator)) return null;
  const range = { lower: bytes.i32(73), upper: bytes.i32(77) };
  if (range.lower < MIN_TICK || range.lower >= range.upper || range.upper > MAX_TICK) return null;
  return {
    pool: bytes.key(POSITION.poolAt),
    liquidity: bytes.u128(81),
    lockedLiquidity: 0n,
    holder: { nftMint: bytes.key(9) },
    range,
  };
}

function worth({ liquidity, range }: LiquidityPosition, index: number): bigint {
  if (range === null) return 0n;
  const [lower, upper, now] = [range.lower, range.upper, index].map(sqrtPriceAt) as [bigint, bigint, bigint];
  return positionWorth(liquidity, { lower, upper, now });
}
