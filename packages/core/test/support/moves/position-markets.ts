import { Layout } from 'assay-sandbox/pools/layout.ts';
import { dammV2Pool, dammV2PoolAccount, dammV2Vaults, vaultAccount } from 'assay-sandbox/pools/meteora-damm-v2.ts';
import { type DlmmBin, dlmmAccounts, dlmmPreset } from 'assay-sandbox/pools/meteora-dlmm.ts';
import { feeTier, fullRange, fullRangeTickArrays, whirlpool } from 'assay-sandbox/pools/orca-whirlpool.ts';
import { clmmAccounts } from 'assay-sandbox/pools/raydium-clmm.ts';
import { type Address, inByteOrder } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { customizablePool as dammV2Address } from '#venues/meteora-damm-v2/addresses.ts';
import { AUTHORITY as DAMM_V2_AUTHORITY } from '#venues/meteora-damm-v2/layout.ts';
import { vaultAddress as dlmmVault, presetAddress, presetPool } from '#venues/meteora-dlmm/addresses.ts';
import { PROGRAM as DLMM_PROGRAM } from '#venues/meteora-dlmm/layout.ts';
import { sqrtPriceAt, tickAt } from '#venues/raydium-clmm/tick-price.ts';
import { both, type MarketSpec, sidesOf, type WritePosition, type WrittenMarket } from './written-market.ts';

/* Markets whose liquidity lies in positions. Their fee is one percent, as that of all others. */

const CLMM_SPACING = 60;
export const CLMM_CONFIG = { index: 0, tickSpacing: CLMM_SPACING, trade: 10_000 };
/** Positions that reach everywhere end here, which both spacings divide. */
const CLMM_END = 443_580;
/** A full-range pool of a Whirlpool has no other ticks than its ends. */
const WHIRLPOOL_SPACING = 32_896;
export const WHIRLPOOL_TIER = feeTier(WHIRLPOOL_SPACING, 10_000);
const WHIRLPOOL_END = Math.floor(443_636 / WHIRLPOOL_SPACING) * WHIRLPOOL_SPACING;
/** SOL that is parked lies where the price would be a thousand times lower. */
const PARKED_TICKS = 69_000;
const DLMM_STEP = 100;
/** Bins on each side of the price: from a fifth of it to five times of it. */
const BINS_ASIDE = 160;
const PARKED_BINS = 690;
export const DLMM_PRESET = { address: presetAddress(0), owner: DLMM_PROGRAM, data: dlmmPreset(0, DLMM_STEP) };

export function dammV2({ mint, tokens, lamports, creator, openedAtUnix, lockedBps }: MarketSpec): WrittenMarket {
  const pool = dammV2Address(mint, WRAPPED_SOL);
  const { liquidity: plain, sqrtPrice } = fullRange([tokens, lamports]);
  const liquidity = plain << 64n;
  const lockedLiquidity = (liquidity * BigInt(lockedBps)) / 10_000n;
  const made = dammV2Pool({
    address: pool,
    mint,
    creator,
    liquidity,
    sqrtPrice,
    lockedLiquidity,
    activation: BigInt(openedAtUnix),
    activationType: 1,
  });
  const { owner: program, data } = dammV2PoolAccount(pool, made);
  return {
    accounts: [{ address: pool, owner: program, data }, ...dammV2Vaults(made, { a: tokens, b: lamports })],
    pool,
    program,
    vaultOwners: both(DAMM_V2_AUTHORITY),
    vaults: { mint: made.vaults.a, other: made.vaults.b },
    shares: {
      by: 'position',
      liquidity,
      write: ({ at, nftMint, liquidity: own, isKept }) => ({
        address: at,
        owner: program,
        data: new Layout(408)
          .hex(0, 'aabc8fe47a40f7d0')
          .key(8, pool)
          .key(40, nftMint)
          .u128(isKept ? 184 : 152, own)
          .bytes(),
      }),
    },
  };
}

export function clmm(spec: MarketSpec): WrittenMarket {
  const { mint, tokens, lamports, parkedLamports, creator, openedAtUnix } = spec;
  const isFirst = inByteOrder(mint, WRAPPED_SOL)[0] === mint;
  const { liquidity, sqrtPrice } = fullRange(isFirst ? [tokens, lamports] : [lamports, tokens]);
  const whole = { lower: -CLMM_END, upper: CLMM_END, liquidity };
  const positions = parkedLamports > 0n ? [whole, parkedAt(tickAt(sqrtPrice), isFirst, parkedLamports)] : [whole];
  const made = clmmAccounts({
    mints: [mint, WRAPPED_SOL],
    configuration: CLMM_CONFIG,
    creator,
    sqrtPrice,
    positions,
    openTime: BigInt(openedAtUnix),
  });
  const { pool } = made;
  const vaults = made.vaults.map((vault) => vaultAccount({ ...vault, authority: pool.address }));
  const positionOf = (at: Address, nftMint: Address, own: bigint, { lower, upper }: typeof whole) => ({
    address: at,
    owner: pool.owner,
    data: new Layout(281)
      .hex(0, '466f967ee60f1975')
      .key(9, nftMint)
      .key(41, pool.address)
      .i32(73, lower)
      .i32(77, upper)
      .u128(81, own)
      .bytes(),
  });
  return {
    accounts: [pool, made.configuration, made.extension, ...made.arrays, ...vaults],
    pool: pool.address,
    program: pool.owner,
    vaultOwners: both(pool.address),
    vaults: sidesOf(mint, made.vaults),
    shares: {
      by: 'position',
      liquidity,
      write: ({ at, nftMint, liquidity: own }) => positionOf(at, nftMint, own, whole),
    },
    ...(positions[1] && {
      parked: { liquidity: positions[1].liquidity, write: parkedWriter(positionOf, positions[1]) },
    }),
  };
}

type PositionOf = (
  at: Address,
  nftMint: Address,
  own: bigint,
  range: ReturnType<typeof parkedAt>,
) => ReturnType<WritePosition>;

function parkedWriter(positionOf: PositionOf, range: ReturnType<typeof parkedAt>): WritePosition {
  return ({ at, nftMint, liquidity }) => positionOf(at, nftMint, liquidity, range);
}

/** A position of SOL alone, far from the price. */
function parkedAt(tick: number, solIsSecond: boolean, lamports: bigint) {
  const aligned = Math.floor(tick / CLMM_SPACING) * CLMM_SPACING;
  const lower = aligned + (solIsSecond ? -PARKED_TICKS : PARKED_TICKS - CLMM_SPACING);
  const upper = lower + CLMM_SPACING;
  const [low, high] = [sqrtPriceAt(lower), sqrtPriceAt(upper)];
  const liquidity = solIsSecond
    ? (lamports << 64n) / (high - low)
    : (lamports * low * high) / (high - low) / (1n << 64n);
  return { lower, upper, liquidity };
}

export function orca({ mint, tokens, lamports }: MarketSpec): WrittenMarket {
  const isFirst = inByteOrder(mint, WRAPPED_SOL)[0] === mint;
  const { liquidity, sqrtPrice } = fullRange(isFirst ? [tokens, lamports] : [lamports, tokens]);
  const pool = whirlpool({
    mints: [mint, WRAPPED_SOL],
    tickSpacing: WHIRLPOOL_SPACING,
    sqrtPrice,
    liquidity,
    feeRate: 10_000,
  });
  const vaults = pool.vaults.map((address, at) => ({ address, mint: pool.mints[at] ?? mint }));
  const held = vaults.map((vault) =>
    vaultAccount({ ...vault, authority: pool.address, amount: vault.mint === mint ? tokens : lamports }),
  );
  return {
    accounts: [pool, ...fullRangeTickArrays(pool.address, WHIRLPOOL_SPACING, liquidity), ...held],
    pool: pool.address,
    program: pool.owner,
    vaultOwners: both(pool.address),
    vaults: sidesOf(mint, vaults),
    shares: {
      by: 'position',
      liquidity,
      write: ({ at, nftMint, liquidity: own }) => ({
        address: at,
        owner: pool.owner,
        data: new Layout(216)
          .hex(0, 'aabc8fe47a40f7d0')
          .key(8, pool.address)
          .key(40, nftMint)
          .u128(72, own)
          .i32(88, -WHIRLPOOL_END)
          .i32(92, WHIRLPOOL_END)
          .bytes(),
      }),
    },
  };
}

export function dlmm({ mint, tokens, lamports, parkedLamports, creator }: MarketSpec): WrittenMarket {
  const pool = presetPool(DLMM_PRESET.address, mint, WRAPPED_SOL);
  const activeId = Math.round(Math.log(Number(lamports) / Number(tokens)) / Math.log1p(DLMM_STEP / 10_000));
  const [x, y] = [tokens / BigInt(BINS_ASIDE + 1), lamports / BigInt(BINS_ASIDE + 1)];
  const bins: readonly DlmmBin[] = Array.from({ length: 2 * BINS_ASIDE + 1 }, (_, place) => {
    const aside = place - BINS_ASIDE;
    return { id: activeId + aside, ...(aside >= 0 && { x }), ...(aside <= 0 && { y }) };
  });
  const parked = parkedLamports > 0n ? [{ id: activeId - PARKED_BINS, y: parkedLamports }] : [];
  const [account, ...others] = dlmmAccounts({
    address: pool,
    mintX: mint,
    mintY: WRAPPED_SOL,
    baseKey: DLMM_PRESET.address,
    binStep: DLMM_STEP,
    activeId,
    indexReference: activeId,
    creator,
    bins: [...parked, ...bins],
  });
  const write: WritePosition = ({ at, owner, liquidity }) => ({
    address: at,
    owner: account.owner,
    data: new Layout(8_120).hex(0, '75b0d4c7f5b485b6').key(8, pool).key(40, owner).u128(72, liquidity).bytes(),
  });
  return {
    accounts: [account, ...others],
    pool,
    program: account.owner,
    vaultOwners: both(pool),
    vaults: { mint: dlmmVault(pool, mint), other: dlmmVault(pool, WRAPPED_SOL) },
    shares: { by: 'position', liquidity: lamports << 64n, write },
    ...(parkedLamports > 0n && { parked: { liquidity: parkedLamports << 64n, write } }),
  };
}
