import { type Address, addressBytes } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { type Release, releaseAt } from '#solana/token/release.ts';
import type { LiquidityPosition, PositionLayout, Vesting } from '../liquidity-position.ts';
import { isRefused } from '../venue.ts';
import { PROGRAM, readPool } from './layout.ts';

/**
 * `Position` of MeteoraAg/damm-v2, `programs/cp-amm/src/state/position.rs`: pool 8, mint 40, then fees; liquidity that is
 * free 152, that vests 168, that is locked for good 184; a schedule of its own 312 (zero in accounts of older versions).
 */
const POSITION = { discriminator: 'aabc8fe47a40f7d0', bytes: 408, headBytes: 378, poolAt: 8, scheduleAt: 312 };

/** `Vesting` of `state/vesting.rs`: position 8, then the schedule. A key pair's account, which only the position in it leads to. */
const VESTING = { bytes: 184, positionAt: 8, scheduleAt: 40 };
const VESTING_MARK = Uint8Array.of(0x64, 0x95, 0x42, 0x8a, 0x5f, 0xc8, 0x80, 0xf1);

/** Positions of DAMM v2 pools, each over the whole range of its pool. */
export const dammV2Positions: PositionLayout = {
  venue: 'meteora_damm_v2',
  program: PROGRAM,
  filters: (pool: Address) => [{ dataSize: POSITION.bytes }, { at: POSITION.poolAt, bytes: addressBytes(pool) }],
  headBytes: POSITION.headBytes,
  plainBytes: POSITION.bytes,
  read,
  activeIndex: () => null,
  timing(pool) {
    const state = readPool(pool);
    return isRefused(state) ? null : state.activationType === 1 ? 'seconds' : 'slots';
  },
  vestings: {
    filters: (position) => [
      { dataSize: VESTING.bytes },
      { at: VESTING.positionAt, bytes: addressBytes(position) },
      { at: 0, bytes: VESTING_MARK },
    ],
    bytes: VESTING.bytes,
    read: readVesting,
  },
  worth: ({ liquidity }) => liquidity,
  frozenIsLocked: false,
};

function read(data: Uint8Array): LiquidityPosition | null {
  const bytes = new Bytes(data);
  if (bytes.length < POSITION.headBytes || !bytes.spells(0, POSITION.discriminator)) return null;
  const [vested, lockedLiquidity] = [bytes.u128(168), bytes.u128(184)];
  return {
    pool: bytes.key(POSITION.poolAt),
    liquidity: bytes.u128(152) + vested + lockedLiquidity,
    lockedLiquidity,
    ...(vested > 0n && { vesting: { ...scheduleAt(bytes, POSITION.scheduleAt), liquidity: vested } }),
    holder: { nftMint: bytes.key(40) },
    range: null,
  };
}

function readVesting(data: Uint8Array, position: Address): Vesting | null {
  const bytes = new Bytes(data);
  const fits = bytes.length === VESTING.bytes && VESTING_MARK.every((byte, at) => bytes.u8(at) === byte);
  return fits && bytes.key(VESTING.positionAt) === position ? scheduleAt(bytes, VESTING.scheduleAt) : null;
}

/**
 * A schedule (`InnerVesting` and `Vesting` have the same one): cliff point 0, period 8, released at the cliff 16, per period 32,
 * released so far 48, periods 64.
 */
function scheduleAt(bytes: Bytes, at: number): Vesting {
  const [cliff, every, periods] = [bytes.u64(at), bytes.u64(at + 8), BigInt(bytes.u16(at + 64))];
  const releases: readonly Release[] = [
    releaseAt(cliff, bytes.u128(at + 16)),
    { at: cliff + every, amount: bytes.u128(at + 32) * periods, steps: periods, every },
  ];
  const left = releases.reduce((sum, { amount }) => sum + amount, 0n) - bytes.u128(at + 48);
  return { liquidity: left, releases, explained: left };
}
