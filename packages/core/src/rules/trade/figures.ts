import { formatSol } from '#lib/money.ts';
import { ifKnown, type Reading } from '#lib/reading.ts';
import type {
  CostFacts,
  LargeHolders,
  NetworkFacts,
  RoundTripFacts,
  SaleProof,
  TradedPool,
  TradeEvidence,
  TradeMintFacts,
  TripCostParts,
} from './evidence.ts';
import { isUnsellable } from './evidence.ts';
import type { CostPartMetrics, CostPartsMetrics, MaxSizeMetrics, PoolMetrics, TradeMetrics } from './metrics.ts';
import { type CostVerdict, costBounds } from './policy.ts';
import { poolsIn } from './pools.ts';

/** The largest integer that every reader of JSON and GraphQL accepts. */
const INTEGER_MAX = 2_147_483_647;
const BASIS_POINTS = 10_000n;

/** The figures of the evidence, every member present. */
export function metricsOf(evidence: TradeEvidence): TradeMetrics {
  const subject = ifKnown(evidence.mint);
  // Only a mint has pools, holders or a cost.
  const figureOf = <T>(reading: Reading<T>): T | null => (subject && subject.is !== 'mint' ? null : ifKnown(reading));
  const cost = figureOf(evidence.cost);
  return {
    size_sol: formatSol(evidence.sizeLamports),
    ...tripMetrics(cost?.trip ?? null),
    ...costMetrics(cost),
    recommended_max_size_sol: maxSizes(isUnsellable(evidence) ? null : cost),
    ...poolsMetrics(figureOf(evidence.pools), cost?.trip ?? null),
    ...holderMetrics(figureOf(evidence.holders)),
    ...mintMetrics(subject?.is === 'mint' ? subject.mint : null),
    ...networkMetrics(figureOf(evidence.network)),
    ...saleMetrics(ifKnown(evidence.sale)),
  };
}

function integer(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.min(value, INTEGER_MAX);
}

function text(value: bigint | null | undefined): string | null {
  return value?.toString() ?? null;
}

function tripMetrics(trip: RoundTripFacts | null) {
  return {
    cost_bps: integer(trip?.costBps),
    cost_lamports: text(trip?.cost),
    tokens_bought: text(trip?.tokens),
    lamports_back: text(trip?.back),
    floor_bps: integer(trip?.floorBps),
    break_even_bps: integer(trip?.breakEvenBps),
    cost_parts: trip && partsMetrics(trip.parts, trip.size),
    route:
      trip?.route.map(({ lamports, hops }) => ({
        size_sol: formatSol(lamports),
        hops: hops.map(({ venue, pool }) => ({ venue, pool })),
      })) ?? null,
  };
}

function partsMetrics(parts: TripCostParts, size: bigint): CostPartsMetrics {
  const part = (lamports: bigint): CostPartMetrics => ({
    lamports: lamports.toString(),
    bps: Math.min(Number(size > 0n ? (lamports * BASIS_POINTS) / size : 0n), INTEGER_MAX),
  });
  return {
    price_impact: part(parts.priceImpact),
    lp_fees: part(parts.lpFees),
    protocol_fees: part(parts.protocolFees),
    creator_fees: part(parts.creatorFees),
    transfer_fees: part(parts.transferFees),
    network_base: part(parts.networkBase),
    network_priority: part(parts.networkPriority),
  };
}

function costMetrics(cost: CostFacts | null) {
  return {
    sizes: cost?.sizes.map(({ size, costBps }) => ({ size_sol: formatSol(size), cost_bps: integer(costBps) })) ?? null,
    price_disagreement_bps: integer(cost?.disagreementBps),
  };
}

function maxSizes(cost: CostFacts | null): MaxSizeMetrics {
  const within = (verdict: CostVerdict): string | null => {
    const bound = costBounds.find((one) => one.verdict === verdict)?.bps;
    const lamports = cost?.largest.find(({ bps }) => bps === bound)?.lamports ?? null;
    return lamports === null ? null : formatSol(lamports);
  };
  return {
    acceptable_cost: within('ACCEPTABLE_COST'),
    elevated_cost: within('ELEVATED_COST'),
    high_cost: within('HIGH_COST'),
  };
}

function poolsMetrics(pools: readonly TradedPool[] | null, trip: RoundTripFacts | null) {
  const used = new Set(trip?.route.flatMap(({ hops }) => hops.map(({ pool }) => pool)));
  return {
    pools_found: pools?.length ?? null,
    pools_usable: pools && poolsIn(pools, 'open').length,
    pools: pools?.map((pool) => poolMetrics(pool, used.has(pool.address))) ?? null,
  };
}

function poolMetrics(pool: TradedPool, used: boolean): PoolMetrics {
  const opened = pool.openedAtUnix;
  return {
    venue: pool.venue,
    address: pool.address,
    used,
    other_mint: pool.other,
    cost_bps: integer(pool.costBps),
    depth_lamports: text(pool.depthLamports),
    depth_tokens: text(pool.depthTokens),
    price_lamports_per_million: text(pool.priceLamportsPerMillion),
    refused: pool.refusal?.refused ?? null,
    refused_detail: pool.refusal?.detail ?? null,
    refused_leg: pool.refusal?.leg ?? null,
    creator: pool.creator,
    // A pool may have any 64 bits as its time, so impossible times are left out.
    opened_at_unix: opened !== null && Number.isSafeInteger(opened) && opened >= 0 ? opened : null,
    locked_liquidity_bps: integer(pool.lockedLiquidityBps),
    bounds: [...pool.bounds],
  };
}

function holderMetrics(holders: LargeHolders | null) {
  return {
    holders_seen: holders?.seen ?? null,
    unpriced_holders:
      holders?.unpriced.map(({ account, authority, venue, tokens }) => {
        return { account, authority, venue, tokens: tokens.toString() };
      }) ?? null,
    frozen_holders: holders?.frozen.length ?? null,
  };
}

function mintMetrics(mint: TradeMintFacts | null) {
  return {
    token_program: mint?.program ?? null,
    decimals: mint?.decimals ?? null,
    supply: text(mint?.supply),
    transfer_fee_bps: mint?.transferFee?.bps ?? null,
    transfer_fee_maximum: text(mint?.transferFee?.maximum),
    transfer_hook_program: mint?.hookProgram ?? null,
    freeze_authority: mint?.freezeAuthority ?? null,
  };
}

function networkMetrics(network: NetworkFacts | null) {
  return {
    priority_micro_lamports: text(network?.priorityMicroLamports),
    priority_is_assumed: network?.priorityIsAssumed ?? null,
    account_rent_lamports: text(network?.accountRentLamports),
  };
}

function saleMetrics(sale: SaleProof) {
  return { sale_proven: sale?.sold ?? null, sale_error: sale?.error ?? null };
}
