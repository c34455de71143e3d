import { formatSol } from '#lib/money.ts';
import type { LiquidityFacts, TokenPool } from './evidence.ts';

/** Depth from which a pool is no longer low, in millionths of a US dollar: RiskRadar warns below 10,000 dollars. */
export const DEPTH_LOW_USD_MICROS = 10_000_000_000n;
/** What one SOL counts for where the chain shows no price of it, so that the bounds are 10 and 100 SOL. Own choice. */
const USD_MICROS_PER_SOL_ASSUMED = 100_000_000n;

/** Refusals that are about this service and not about the pool: it may hold anything. */
const unreadBy: readonly string[] = ['not_read', 'unknown_variant', 'account_missing', 'wrong_layout', 'inconsistent'];

const LAMPORTS_PER_SOL = 1_000_000_000n;
const MICROS_PER_DOLLAR = 1_000_000n;

/** What a pool with a price holds on its other side. */
export interface Depth {
  readonly pool: TokenPool;
  /** Millionths of a US dollar; where the chain shows no price of SOL, at the one that is assumed for the bounds. */
  readonly usdMicros: bigint;
  /** True where the dollars rest on the assumed price: then they are for comparing, and are not shown. */
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

/** Whether liquidity was seen that could not be measured, so that what was measured is a lower bound. */
export function isUnmeasured({ pools, unmeasured }: LiquidityFacts): boolean {
  return unmeasured.length > 0 || pools.some(({ refused }) => refused !== null && unreadBy.includes(refused));
}

/** A depth for people, in whole dollars rounded down, or in SOL where no dollars are known. */
export function depthInWords({ pool, usdMicros, isAssumed }: Depth): string {
  if (isAssumed && pool.depthLamports !== null) return `${formatSol(pool.depthLamports)} SOL`;
  return `${usdMicros / MICROS_PER_DOLLAR} US dollars`;
}

/** A depth as the evidence of a reason. Dollars are left out where they rest on the assumed price. */
export function depthFacts({ pool, usdMicros, isAssumed }: Depth): Readonly<Record<string, string>> {
  return {
    pool: pool.address,
    venue: pool.venue,
    ...(pool.depthLamports === null ? {} : { depth_lamports: pool.depthLamports.toString() }),
    ...(isAssumed ? {} : { depth_usd_micros: usdMicros.toString() }),
  };
}
