import type { PoolFacts } from '#checks/trade/evidence.ts';
import type { Pool, Price } from '#venues/model.ts';
import { isRefused } from '#venues/refusal.ts';
import type { Ground, Tried } from '#venues/routing/best.ts';
import { pathPrice, priceAt } from '#venues/routing/path.ts';
import { costBps, tradeOf } from '#venues/routing/trade.ts';
import type { Unread } from '../market/found.ts';
import type { Opened } from '../market/opened.ts';
import type { Priced } from '../market/paths.ts';

const MILLION = 1_000_000n;

const UNKNOWN_PRICE = {
  depthLamports: null,
  depthTokens: null,
  depthTokensLamports: null,
  priceLamportsPerMillion: null,
  costBps: null,
  creator: null,
  openedAtUnix: null,
  lockedLiquidityBps: null,
  bounds: [],
} as const;

/** Everything that was found, and what came of it. */
export interface Listing {
  readonly priced: readonly Priced[];
  readonly opened: readonly Opened[];
  readonly unread: readonly Unread[];
  readonly tried: readonly Tried[];
  readonly ground: Ground;
}

/** Every pool that was found: those with a price, cheapest first, then those without. */
export function listPools({ priced, opened, unread, tried, ground }: Listing): readonly PoolFacts[] {
  const byPath = new Map(tried.map((one) => [one.path, one]));
  const open = priced.map((one) => openFacts(one, one.path === null ? undefined : byPath.get(one.path), ground));
  const rank = ({ costBps: bps }: PoolFacts): number => bps ?? Number.POSITIVE_INFINITY;
  return [
    ...open.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))),
    ...opened.flatMap((one) => closedFacts(one) ?? []),
    ...unread.map(unreadFacts),
  ];
}

/** An account of a venue that is no pool which could be read. */
function unreadFacts({ venue, address, why }: Unread): PoolFacts {
  return { ...UNKNOWN_PRICE, venue, address, other: null, refusal: { ...why, leg: null } };
}

/** A pool that was recognised and could not be opened; null for one that was. */
function closedFacts({ pool, result }: Opened): PoolFacts | null {
  if (!isRefused(result)) return null;
  const { venue, address, other } = pool;
  return { ...UNKNOWN_PRICE, venue, address, other, refusal: { ...result, leg: null } };
}

/** A pool with its price, and what the whole size costs through it alone. */
function openFacts({ pool, open, path }: Priced, tried: Tried | undefined, ground: Ground): PoolFacts {
  const { market, facts } = open;
  const known = {
    venue: pool.venue,
    address: pool.address,
    other: pool.other,
    depthTokens: market.depth.mint,
    creator: facts.creator,
    openedAtUnix: facts.openedAt === null ? null : Number(facts.openedAt),
    lockedLiquidityBps: facts.lockedLiquidityBps,
    bounds: market.bounds,
  };
  if (path === null) {
    const refusal = { refused: 'no_way_to_sol', detail: 'no pool between its other mint and SOL', leg: null };
    return { ...UNKNOWN_PRICE, ...known, refusal };
  }
  const before = priceAt(path, path.hops.length - 1);
  const outcome = tried?.outcome;
  const refusal = outcome && isRefused(outcome) ? { ...pick(outcome), leg: outcome.side } : null;
  return {
    ...known,
    depthLamports: times(market.depth.other, before),
    depthTokensLamports: times(market.depth.mint, pathPrice(path)),
    priceLamportsPerMillion: times(MILLION, pathPrice(path)),
    costBps: outcome && !isRefused(outcome) ? Number(costBps(tradeOf([outcome], ground.network))) : null,
    refusal,
  };
}

/** A route may be refused by another pool than the one that it is listed for. */
function pick({ refused, detail, pool }: { refused: string; detail: string; pool: Pool }) {
  return { refused, detail: `${pool.venue} ${pool.address}: ${detail}` };
}

function times(amount: bigint, { numerator, denominator }: Price): bigint {
  return (amount * numerator) / denominator;
}
