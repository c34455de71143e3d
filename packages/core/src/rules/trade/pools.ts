import type { CostFacts, RoundTripFacts, TradedPool } from './evidence.ts';

/**
 * The pool's result for the trade when no route carries it. `open`: it would carry it; `closed`: switched off, not open or completed;
 * `short`: it holds or computes too little for the size; `unpriced`: its price is not known.
 */
export type PoolState = 'open' | 'closed' | 'short' | 'unpriced';

const POOLS_NAMED_MAX = 10;

const closedBy: readonly string[] = ['disabled', 'vault_frozen', 'not_open', 'completed'];
const shortBy: readonly string[] = [
  'insufficient_liquidity',
  'not_read',
  'overflow',
  'amount_too_small',
  'fee_takes_all',
];

/**
 * The state of a pool. A refusal without a leg concerns the pool and not the size, under any name; an empty pool is too small for every
 * size.
 */
function stateOf({ refusal, costBps }: TradedPool): PoolState {
  if (refusal === null) return costBps === null ? 'unpriced' : 'open';
  if (closedBy.includes(refusal.refused)) return 'closed';
  if (refusal.refused === 'insufficient_liquidity') return 'short';
  return refusal.leg !== null && shortBy.includes(refusal.refused) ? 'short' : 'unpriced';
}

/** The pools in a state. */
export function poolsIn(pools: readonly TradedPool[], state: PoolState): readonly TradedPool[] {
  return pools.filter((pool) => stateOf(pool) === state);
}

/**
 * The pools that would trade the mint if no vault were frozen, if these are all: without pools that are closed for another reason, and
 * without pools that lead to no SOL. None if another pool may trade.
 */
export function frozenPools(pools: readonly TradedPool[]): readonly TradedPool[] {
  const isFrozen = ({ refusal }: TradedPool) => refusal?.refused === 'vault_frozen';
  const closed = poolsIn(pools, 'closed').filter((pool) => !isFrozen(pool));
  const usable = pools.filter((pool) => !closed.includes(pool) && !leadsElsewhere(pool));
  return usable.every(isFrozen) ? usable : [];
}

/** True for a pool against a token that leads to no SOL: it was read, and is not priced. */
export function leadsElsewhere({ refusal }: TradedPool): boolean {
  return refusal?.refused === 'no_way_to_sol';
}

/**
 * The pools without a price that could carry what the others do not: all but those that are known to hold fewer tokens than
 * a pool that is too small itself.
 */
export function decidingUnpriced(pools: readonly TradedPool[]): readonly TradedPool[] {
  const most = poolsIn(pools, 'short').reduce(
    (max, { depthTokens }) => (depthTokens !== null && depthTokens > max ? depthTokens : max),
    0n,
  );
  return poolsIn(pools, 'unpriced').filter(({ depthTokens }) => depthTokens === null || depthTokens >= most);
}

/** The pools that were found among those of the route, each once. Pools between SOL and a stable coin are no pools of the mint. */
export function routePools(pools: readonly TradedPool[], trip: RoundTripFacts): readonly TradedPool[] {
  const used = new Set(trip.route.flatMap(({ hops }) => hops.map(({ pool }) => pool)));
  return pools.filter(({ address }) => used.has(address));
}

/** Whether the quote of any pool of the route is a bound and not exact, those between SOL and a stable coin included. */
export function isBounded({ route }: RoundTripFacts): boolean {
  return route.some(({ hops }) => hops.some(({ bounds }) => bounds.length > 0));
}

/** The pool of the route that holds most, by the lamports of its other side; the first of equals. Null for a route without. */
export function largestPool(pools: readonly TradedPool[], trip: RoundTripFacts): TradedPool | null {
  return routePools(pools, trip).reduce<TradedPool | null>(
    (most, pool) => (most === null || (pool.depthLamports ?? -1n) > (most.depthLamports ?? -1n) ? pool : most),
    null,
  );
}

/**
 * Why no route carries the trade, where every pool is known: `fee` when the mint keeps all that a purchase of any size would
 * bring, `leg` when the pools do not let it be made at any size, `size` when it is too large or too small. Null where there is
 * a route, no pool, or a pool whose price is not known.
 */
export function obstacleOf(pools: readonly TradedPool[], cost: CostFacts): 'fee' | 'leg' | 'size' | null {
  if (cost.trip !== null || decidingUnpriced(pools).length > 0) return null;
  const short = poolsIn(pools, 'short');
  if (short.length === 0) return poolsIn(pools, 'closed').length > 0 ? 'leg' : null;
  if (short.some(({ refusal }) => refusal?.refused === 'fee_takes_all') && !someSizeFits(cost)) return 'fee';
  const unsellable = short.every(
    ({ refusal }) => refusal?.leg === 'sell' && refusal.refused === 'insufficient_liquidity',
  );
  return unsellable && !someSizeFits(cost) ? 'leg' : 'size';
}

/** Whether any size at all can be bought and sold again. */
function someSizeFits({ sizes, largest }: CostFacts): boolean {
  return sizes.some(({ costBps }) => costBps !== null) || largest.some(({ lamports }) => lamports !== null);
}

/** True where nothing that trades the mint was found, not even a way without a pool, as SOL itself has. */
export function nothingFound(pools: readonly TradedPool[], { trip }: CostFacts): boolean {
  return pools.length === 0 && trip === null;
}

/** Pools as a reason's evidence names them, at most ten. */
export function poolNames(pools: readonly { readonly venue: string; readonly address: string }[]): string {
  return pools
    .slice(0, POOLS_NAMED_MAX)
    .map(({ venue, address }) => `${venue} ${address}`)
    .join(', ');
}
