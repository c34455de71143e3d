import { type Address, addressBytes } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import type { LiquidityPosition, PositionLayout } from '../liquidity-position.ts';
import { PROGRAM } from './layout.ts';

/**
 * `LiquidityPosition` of MeteoraAg/damm-v2, `programs/cp-amm/src/state/position.rs`: pool 8, mint 40, then fees; liquidity that is
 * free 152, that vests 168, that is locked for good 184.
 */
const POSITION = { discriminator: 'aabc8fe47a40f7d0', bytes: 408, headBytes: 200, poolAt: 8 };

/** Positions of DAMM v2 pools, each over the whole range of its pool. What vests is free sooner or later, and counts as such. */
export const dammV2Positions: PositionLayout = {
  venue: 'meteora_damm_v2',
  program: PROGRAM,
  filters: (pool: Address) => [{ dataSize: POSITION.bytes }, { at: POSITION.poolAt, bytes: addressBytes(pool) }],
  headBytes: POSITION.headBytes,
  plainBytes: POSITION.bytes,
  read,
  activeIndex: () => null,
  worth: ({ liquidity }) => liquidity,
  frozenIsLocked: false,
};

function read(data: Uint8Array): LiquidityPosition | null {
  const bytes = new Bytes(data);
  if (bytes.length < POSITION.headBytes || !bytes.spells(0, POSITION.discriminator)) return null;
  const lockedLiquidity = bytes.u128(184);
  return {
    pool: bytes.key(POSITION.poolAt),
    liquidity: bytes.u128(152) + bytes.u128(168) + lockedLiquidity,
    lockedLiquidity,
    holder: { nftMint: bytes.key(40) },
    range: null,
  };
}
