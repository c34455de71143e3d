import { type Address, addressBytes } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { LiquidityPosition, PositionLayout } from '../liquidity-position.ts';
import { isRefused } from '../venue.ts';
import { PROGRAM, readPool } from './layout.ts';

/**
 * `PositionV2` of MeteoraAg/dlmm-sdk, `idls/dlmm.json`: pool 8, owner 40, the shares of 70 bins from 72, then rewards, fees
 * and the range, and at 7992 the point from which it can be withdrawn. A wider position goes on behind it with 112 bytes a bin, the
 * share first (`PositionBinData`).
 */
const POSITION = { bytes: 8_120, poolAt: 8, ownerAt: 40, sharesAt: 72, bins: 70, shareBytes: 16, binBytes: 112 };
const DISCRIMINATOR = new Uint8Array([0x75, 0xb0, 0xd4, 0xc7, 0xf5, 0xb4, 0x85, 0xb6]);
const HEAD_BYTES = POSITION.sharesAt + POSITION.bins * POSITION.shareBytes;

/**
 * Positions of DLMM pools. The share of a bin stands for what was put in, in units of Y by the price of the bin, so that the
 * sum compares positions wherever they lie. Positions of the first version, which the program no longer makes, are not
 * among them.
 */
export const dlmmPositions: PositionLayout = {
  venue: 'meteora_dlmm',
  program: PROGRAM,
  filters: (pool: Address) => [
    { at: 0, bytes: DISCRIMINATOR },
    { at: POSITION.poolAt, bytes: addressBytes(pool) },
  ],
  headBytes: HEAD_BYTES,
  plainBytes: POSITION.bytes,
  read,
  activeIndex: () => null,
  timing(pool) {
    const state = readPool(pool);
    return isRefused(state) ? null : state.activatesByTime ? 'seconds' : 'slots';
  },
  releasePointAt: 7_992,
  worth: ({ liquidity }) => liquidity,
  frozenIsLocked: false,
};

function read(data: Uint8Array): LiquidityPosition | null {
  const bytes = new Bytes(data);
  if (bytes.length < HEAD_BYTES || DISCRIMINATOR.some((byte, at) => bytes.u8(at) !== byte)) return null;
  const wide = Math.max(0, Math.floor((bytes.length - POSITION.bytes) / POSITION.binBytes));
  const shares = [
    ...Array.from({ length: POSITION.bins }, (_, bin) => POSITION.sharesAt + bin * POSITION.shareBytes),
    ...Array.from({ length: wide }, (_, bin) => POSITION.bytes + bin * POSITION.binBytes),
  ];
  return {
    pool: bytes.key(POSITION.poolAt),
    liquidity: shares.reduce((sum, at) => sum + bytes.u128(at), 0n),
    lockedLiquidity: 0n,
    holder: { owner: bytes.key(POSITION.ownerAt) },
    range: null,
  };
}
