import type {
  CostPartMetrics,
  CostPartsMetrics,
  HopMetrics,
  MaxSizeMetrics,
  RoutePartMetrics,
  SizeMetrics,
  TradeMetrics,
} from '#checks/trade/metrics.ts';
import { builder } from '../builder.ts';
import { account, amount, bps, lamports, sol } from './nullable.ts';
import { TradePool, UnpricedHolder } from './trade-pools.ts';
import { listed, venueNames } from './trade-words.ts';

const CostPart = builder.objectRef<CostPartMetrics>('CostPart').implement({
  description: 'A part of what a round trip costs.',
  fields: (t) => ({
    lamports: t.expose('lamports', { type: 'Lamports', description: 'How much.' }),
    bps: t.exposeInt('bps', { description: 'Of the size, in basis points, rounded down.' }),
  }),
});

const CostParts = builder.objectRef<CostPartsMetrics>('CostParts').implement({
  description: 'Where the lamports of a round trip go, both ways together. They add up to the cost.',
  fields: (t) => ({
    priceImpact: t.expose('price_impact', { type: CostPart, description: 'The trade moves the price against itself.' }),
    lpFees: t.expose('lp_fees', { type: CostPart, description: 'Fees that stay with the liquidity of pools.' }),
    protocolFees: t.expose('protocol_fees', { type: CostPart, description: 'Fees of venues and platforms.' }),
    creatorFees: t.expose('creator_fees', { type: CostPart, description: 'Fees of the creators of coins and pools.' }),
    transferFees: t.expose('transfer_fees', { type: CostPart, description: 'What the mint takes of its transfers.' }),
    networkBase: t.expose('network_base', { type: CostPart, description: 'Signatures of both transactions.' }),
    networkPriority: t.expose('network_priority', { type: CostPart, description: 'Priority of both transactions.' }),
  }),
});

const Hop = builder.objectRef<HopMetrics>('RouteHop').implement({
  description: 'A pool that a purchase goes through.',
  fields: (t) => ({
    venue: t.exposeString('venue', { description: listed('The venue.', venueNames) }),
    pool: t.expose('pool', { type: 'Address', description: 'The pool.' }),
  }),
});

const RoutePart = builder.objectRef<RoutePartMetrics>('RoutePart').implement({
  description: 'A part of the route. Several parts: the size is split, because that is cheaper.',
  fields: (t) => ({
    sizeSol: t.expose('size_sol', { type: 'Sol', description: 'Its share of the size.' }),
    hops: t.expose('hops', { type: [Hop], description: 'Its pools in the order of the purchase.' }),
  }),
});

const Size = builder.objectRef<SizeMetrics>('SizeCost').implement({
  description: 'What a round trip of a size costs.',
  fields: (t) => ({
    sizeSol: t.expose('size_sol', { type: 'Sol', description: 'The size.' }),
    costBps: t.expose('cost_bps', {
      ...bps,
      description: 'In basis points of the size; null where it cannot be made.',
    }),
  }),
});

const MaxSize = builder.objectRef<MaxSizeMetrics>('MaxSize').implement({
  description: 'The largest size that still gets each verdict along one route; null: no size does, or it was not read.',
  fields: (t) => ({
    acceptableCost: t.expose('acceptable_cost', { ...sol, description: 'For ACCEPTABLE_COST.' }),
    elevatedCost: t.expose('elevated_cost', { ...sol, description: 'For ELEVATED_COST.' }),
    highCost: t.expose('high_cost', { ...sol, description: 'For HIGH_COST.' }),
  }),
});

/** The figures of a trade answer as a type. */
export const TradeMetricsType = builder.objectRef<TradeMetrics>('TradeMetrics').implement({
  description: 'The figures behind a trade verdict. Null: not applicable, or not read.',
  fields: (t) => ({
    sizeSol: t.expose('size_sol', { type: 'Sol', description: 'The size that was asked about.' }),
    costBps: t.expose('cost_bps', {
      ...bps,
      description: 'The round trip by the cheapest route, both legs at the present state, in basis points, rounded up.',
    }),
    costLamports: t.expose('cost_lamports', { ...lamports, description: 'The same in lamports.' }),
    tokensBought: t.expose('tokens_bought', { ...amount, description: 'Tokens that the size buys.' }),
    lamportsBack: t.expose('lamports_back', { ...lamports, description: 'Lamports that their sale brings back.' }),
    floorBps: t.expose('floor_bps', { ...bps, description: 'The cost when the sale follows at once.' }),
    breakEvenBps: t.expose('break_even_bps', {
      ...bps,
      description:
        'How much more than now the sale must bring for everything to come back; in a pool the price rises by more.',
    }),
    costParts: t.expose('cost_parts', { type: CostParts, nullable: true, description: 'What the cost is made of.' }),
    route: t.expose('route', { type: [RoutePart], nullable: true, description: 'The cheapest route.' }),
    sizes: t.expose('sizes', {
      type: [Size],
      nullable: true,
      description:
        'What some sizes cost along one route, smallest first; only the one asked for may be split over two.',
    }),
    recommendedMaxSizeSol: t.expose('recommended_max_size_sol', {
      type: MaxSize,
      description: 'The largest size for each verdict, along one route.',
    }),
    priceDisagreementBps: t.expose('price_disagreement_bps', {
      ...bps,
      description: 'How far the highest price of two pools is above the lowest.',
    }),
    poolsFound: t.expose('pools_found', { type: 'Int', nullable: true, description: 'Pools that were found.' }),
    poolsUsable: t.expose('pools_usable', { type: 'Int', nullable: true, description: 'Those that carry the size.' }),
    pools: t.expose('pools', {
      type: [TradePool],
      nullable: true,
      description: 'Every pool that was found, cheapest first.',
    }),
    holdersSeen: t.expose('holders_seen', { type: 'Int', nullable: true, description: 'Large holders looked at.' }),
    unpricedHolders: t.expose('unpriced_holders', {
      type: [UnpricedHolder],
      nullable: true,
      description: 'Those that prove liquidity without a price.',
    }),
    tokenProgram: t.expose('token_program', { ...account, description: 'The program of the mint.' }),
    decimals: t.expose('decimals', { type: 'Int', nullable: true, description: 'Decimals of the mint.' }),
    supply: t.expose('supply', { ...amount, description: 'Tokens that exist.' }),
    transferFeeBps: t.expose('transfer_fee_bps', { ...bps, description: 'What the mint takes of a transfer now.' }),
    transferFeeMaximum: t.expose('transfer_fee_maximum', { ...amount, description: 'At most this much of each.' }),
    transferHookProgram: t.expose('transfer_hook_program', {
      ...account,
      description: 'The program that decides about every transfer.',
    }),
    priorityMicroLamports: t.exposeString('priority_micro_lamports', {
      nullable: true,
      description: 'Priority that is counted, in millionths of a lamport a compute unit.',
    }),
    priorityIsAssumed: t.exposeBoolean('priority_is_assumed', {
      nullable: true,
      description: 'True where recent blocks could not be read and the highest priority that is counted was taken.',
    }),
    accountRentLamports: t.expose('account_rent_lamports', {
      ...lamports,
      description: 'What opening the token account binds until it is closed; no part of the cost.',
    }),
    saleProven: t.exposeBoolean('sale_proven', {
      nullable: true,
      description:
        "Whether simulated transfers of real holders' tokens into the pool passed the hook of the mint; null where there is no hook, or nothing was shown.",
    }),
    saleError: t.exposeString('sale_error', {
      nullable: true,
      description: 'What refused them: the error number and its program.',
    }),
  }),
});
