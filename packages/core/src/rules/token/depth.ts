import { formatSol, LAMPORTS_PER_SOL } from '#lib/money.ts';
import type { LiquidityFacts, TokenPool } from './evidence.ts';

/** Depth from which a pool is no longer low, in millionths of a US dollar: RiskRadar warns below 10,000 dollars. */
export const DEPTH_LOW_USD_MICROS = 10_000_000_000n;
/** The price of one SOL where the chain shows none, so that the bounds are 10 and 100 SOL. Own choice. */
const USD_MICROS_PER_SOL_ASSUMED = 100_000_000n;

/** The same for reading: with the fallback price of SOL where the chain shows none. */
export const enoughDepth = { usdMicros: DEPTH_LOW_USD_MICROS, usdMicrosPerSol: USD_MICROS_PER_SOL_ASSUMED } as const;

/** Refusals caused by this service and not by the pool, whose balance is unknown. */
const unreadBy: readonly string[] = ['not_read', 'unknown_variant', 'account_missing', 'wrong_layout', 'inconsistent'];

const MICROS_PER_DOLLAR = 1_000_000n;

/** How much trades near the price of a pool. */
export interface Depth {
  readonly pool: TokenPool;
  /** Millionths of a US dollar, at the assumed price where the chain shows no price of SOL. */
  readonly usdMicros: bigint;
  /** True at the assumed price: then the dollars are only compared and not shown. */
  readonly isAssumed: boolean;
}

/** Pools that have a price. */
export function poolsWithPrice({ pools }: LiquidityFacts): readonly TokenPool[] {
  return pools.filter(({ refused }) => refused === null);
}

/** The known depths of the pools with a price, deepest first. Equal ones keep their order. */
export function depthsOf(liquidity: LiquidityFacts): readonly Depth[] {
  return poolsWithPrice(liquidity)
    .flatMap((pool) => depthOf(pool, liquidity.usdMicrosPerSol) ?? [])
    .sort((a, b) => (a.usdMicros === b.usdMicros ? 0 : a.usdMicros < b.usdMicros ? 1 : -1));
}

/** The deepest pool with a price, through which a holder would sell. Null where no depth is known. */
export function deepestOf(liquidity: LiquidityFacts): Depth | null {
  return depthsOf(liquidity)[0] ?? null;
}

function depthOf(pool: TokenPool, usdMicrosPerSol: bigint | null): Depth | null {
  if (pool.depthUsdMicros !== null) return { pool, usdMicros: pool.depthUsdMicros, isAssumed: false };
  if (pool.depthLamports === null) return null;
  const rate = usdMicrosPerSol ?? USD_MICROS_PER_SOL_ASSUMED;
  return { pool, usdMicros: (pool.depthLamports * rate) / LAMPORTS_PER_SOL, isAssumed: usdMicrosPerSol === null };
}

/** Whether some liquidity could not be measured, so that the measured one is a lower bound. */
export function isUnmeasured({ pools, unmeasured }: LiquidityFacts): boolean {
  return unmeasured.length > 0 || pools.some(({ refused }) => refused !== null && unreadBy.includes(refused));
}

/** A depth as text: whole dollars rounded down, or SOL where no dollars are known. */
export function depthInWords({ pool, usdMicros, isAssumed }: Depth): string {
  if (isAssumed && pool.depthLamports !== null) return `${formatSol(pool.depthLamports)} SOL`;
  return `${usdMicros / MICROS_PER_DOLLAR} US dollars`;
}

/** A depth as evidence of a reason. Dollars at the assumed price are left out. */
export function depthFacts({ pool, usdMicros, isAssumed }: Depth): Readonly<Record<string, string>> {
  return {
    pool: pool.address,
    venue: pool.venue,
    ...(pool.depthLamports === null ? {} : { depth_lamports: pool.depthLamports.toString() }),
    ...(isAssumed ? {} : { depth_usd_micros: usdMicros.toString() }),
  };
}
