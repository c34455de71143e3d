import type { LiquidityFacts, LiquidityPart, TokenPool } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { OpenPool, Pool } from '#venues/model.ts';
import { isRefused } from '#venues/refusal.ts';
import type { Unread } from '../market/found.ts';
import type { Opened } from '../market/opened.ts';
import { depthLamportsOf, type Hubs, type Priced } from '../market/paths.ts';
import { isCurveVenue } from './known-owners.ts';

const LAMPORTS_PER_SOL = 1_000_000_000n;

/** What liquidity is told from. */
export interface Market {
  readonly mint: Address;
  readonly opened: readonly Opened[];
  readonly priced: readonly Priced[];
  readonly unread: readonly Unread[];
  readonly hubs: Hubs;
  readonly stableMints: readonly Address[];
  readonly dollarMint: Address;
  /** Who can take the liquidity of a pool; null where that was not read. */
  readonly partsOf: (pool: Pool, open: OpenPool) => readonly LiquidityPart[] | null;
  readonly unmeasured: LiquidityFacts['unmeasured'];
}

/** Every pool of the mint with what it holds on its other side, deepest first, then those without a price. */
export function liquidityFacts(market: Market): LiquidityFacts {
  const usdMicrosPerSol = dollarsPerSol(market);
  const open = market.priced.map((one) => openPool(one, market, usdMicrosPerSol)).sort(deeperFirst);
  const closed = market.opened.flatMap((one) => closedPool(one) ?? []);
  const unread = market.unread.map(({ venue, address, why }) => bare(venue, address, null, why.refused));
  return { pools: [...open, ...closed, ...unread], unmeasured: market.unmeasured, usdMicrosPerSol };
}

/** Millionths of a dollar for one SOL by the pool of the dollar coin, which is the mint's own where it is that coin. */
function dollarsPerSol({ mint, dollarMint, hubs, priced }: Market): bigint | null {
  const own = mint === dollarMint ? deepestAgainstSol(priced)?.open.market : undefined;
  const price = (own ?? hubs.get(dollarMint)?.market)?.price;
  return price && price.numerator > 0n ? (LAMPORTS_PER_SOL * price.denominator) / price.numerator : null;
}

function deepestAgainstSol(priced: readonly Priced[]): Priced | undefined {
  return priced
    .filter(({ pool }) => pool.other === WRAPPED_SOL)
    .sort((a, b) => (a.open.market.depth.other < b.open.market.depth.other ? 1 : -1))[0];
}

function openPool(one: Priced, market: Market, usdMicrosPerSol: bigint | null): TokenPool {
  const { pool, open, path } = one;
  const held = open.market.depth.other;
  const depthLamports = path && depthLamportsOf(one);
  const isStable = market.stableMints.includes(pool.other);
  const bySol = depthLamports !== null && usdMicrosPerSol !== null;
  const depthUsdMicros = isStable ? held : bySol ? (depthLamports * usdMicrosPerSol) / LAMPORTS_PER_SOL : null;
  return {
    ...bare(pool.venue, pool.address, pool.other, null),
    depthLamports,
    depthUsdMicros,
    isCurve: isCurveVenue(pool.venue),
    creator: open.facts.creator,
    openedAtUnix: open.facts.openedAt === null ? null : Number(open.facts.openedAt),
    parts: market.partsOf(pool, open),
  };
}

function closedPool({ pool, result }: Opened): TokenPool | null {
  if (!isRefused(result)) return null;
  return { ...bare(pool.venue, pool.address, pool.other, result.refused), isCurve: isCurveVenue(pool.venue) };
}

function bare(venue: TokenPool['venue'], address: Address, other: Address | null, refused: string | null): TokenPool {
  return {
    ...{ venue, address, other, refused, depthLamports: null, depthUsdMicros: null },
    ...{ isCurve: false, creator: null, openedAtUnix: null, parts: null },
  };
}

function deeperFirst(a: TokenPool, b: TokenPool): number {
  const [x, y] = [a, b].map(({ depthUsdMicros, depthLamports }) => depthUsdMicros ?? depthLamports ?? -1n);
  return x === y || x === undefined || y === undefined ? 0 : x < y ? 1 : -1;
}
