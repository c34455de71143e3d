import {
  addressType,
  bps,
  flag,
  group,
  integer,
  lamports,
  listOf,
  member,
  metric,
  objectOf,
  openWordOf,
  orNull,
  orNullWhere,
  sol,
  text,
  tokens,
  unixTime,
  type Values,
} from '../metric.ts';
import { poolRefusal, venue } from '../venue-words.ts';

const ofMint = orNullWhere('the subject is no mint, or the mint was not read');
const ofTrip = orNullWhere('no pool carries the size, or the pools were not read');
const ofPools = orNullWhere('the subject is no mint, or the pools were not read');
const ofHolders = orNullWhere('the subject is no mint, or the holders were not read');
const ofSize = orNullWhere('no size gets it, or the pools were not read');

const TradeLeg = openWordOf('TradeLeg', 'Leg of a round trip.', {
  buy: 'The purchase of the token.',
  sell: 'The sale of the token.',
});

const CostPart = group('CostPart', 'Part of the cost of a round trip.', {
  lamports: member(lamports, 'Amount of the part.'),
  bps: member(bps, 'Share of the part in the size, rounded down.'),
});

const CostParts = group(
  'CostParts',
  'Parts of the cost of a round trip, both legs together. They add up to the cost.',
  {
    price_impact: member(objectOf(CostPart), 'Loss by the trade moving the price against itself.'),
    lp_fees: member(objectOf(CostPart), 'Fees that stay with the liquidity of pools.'),
    protocol_fees: member(objectOf(CostPart), 'Fees of venues and platforms.'),
    creator_fees: member(objectOf(CostPart), 'Fees of the creators of coins and pools.'),
    transfer_fees: member(objectOf(CostPart), 'Fees that the mint keeps of transfers.'),
    network_base: member(objectOf(CostPart), 'Signature fees of both transactions.'),
    network_priority: member(objectOf(CostPart), 'Priority fees of both transactions.'),
  },
);

const RouteHop = group('RouteHop', 'Pool that a purchase goes through.', {
  venue: member(venue, 'Venue of the pool.'),
  pool: member(addressType, 'Address of the pool.'),
});

const RoutePart = group('RoutePart', 'Part of the route. Several parts mean that splitting the size is cheaper.', {
  size_sol: member(sol, 'Share of the size that the part carries.'),
  hops: member(listOf(objectOf(RouteHop)), 'Pools of the part in the order of the purchase.'),
});

const SizeCost = group('SizeCost', 'Cost of a round trip of one size.', {
  size_sol: member(sol, 'Size of the round trip.'),
  cost_bps: member(orNull(bps, 'the round trip cannot be made'), 'Cost as a share of the size.'),
});

const MaxSize = group('MaxSize', 'Largest size that still gets each verdict along one route.', {
  acceptable_cost: member(ofSize(sol), 'Largest size for ACCEPTABLE_COST.'),
  elevated_cost: member(ofSize(sol), 'Largest size for ELEVATED_COST.'),
  high_cost: member(ofSize(sol), 'Largest size for HIGH_COST.'),
});

const TradePool = group(
  'TradePool',
  'Pool that was found, used or not.',
  {
    venue: member(venue, 'Venue of the pool.'),
    address: member(addressType, 'Address of the pool.'),
    used: member(flag, 'Whether the cheapest route goes through the pool.'),
    other_mint: member(orNull(addressType, 'the pool was not read'), 'Mint on the other side of the pool.'),
    cost_bps: member(
      orNull(bps, 'the pool does not carry the size'),
      'Cost of the round trip of the whole size through the pool alone.',
    ),
    depth_lamports: member(
      orNull(lamports, 'the pool has no price'),
      'Depth of the pool: the balance of a constant product that pays as much until the price has fallen by a tenth.',
    ),
    depth_tokens: member(orNull(tokens, 'the pool was not read'), 'Tokens in the pool.'),
    price_lamports_per_million: member(
      orNull(lamports, 'the pool has no price'),
      'Price of a million atomic units of the mint at the margin, in lamports.',
    ),
    refused: member(
      orNull(poolRefusal, 'the pool has a cost, or its price is not known'),
      'Reason for which the pool has no cost.',
    ),
    refused_detail: member(orNull(text, 'the pool is not refused'), 'Explanation of the refusal.'),
    refused_leg: member(
      orNull(TradeLeg, 'the pool refuses neither leg, or cannot be quoted at all'),
      'Leg that the pool refuses.',
    ),
    creator: member(
      orNull(addressType, 'the venue names none, or the pool was not read'),
      "Address that created the pool, or gets the creator's fee.",
    ),
    opened_at_unix: member(
      orNull(unixTime, 'the venue records none, or the pool was not read'),
      'Moment at which trading opened.',
    ),
    locked_liquidity_bps: member(
      orNull(bps, 'it is not known'),
      'Share of the liquidity that was burned or that the venue itself locks for good. Other lockers are not read.',
    ),
    bounds: member(listOf(text), "Parts of the pool's quote that are bounds and not exact, in words."),
  },
  { fields: { used: 'isUsed', depth_tokens: 'depthAmount' } },
);

const UnpricedHolder = group(
  'UnpricedHolder',
  'Large holder that proves liquidity which has no part in the price.',
  {
    account: member(addressType, 'Address of the token account.'),
    authority: member(addressType, 'Address that can move the tokens.'),
    venue: member(venue, 'Venue of the authority.'),
    tokens: member(tokens, 'Tokens in the account.'),
  },
  { fields: { tokens: 'amount' } },
);

export const tradeMetrics = group(
  'TradeMetrics',
  'Figures behind a trade verdict, in groups of one subject.',
  {
    size_sol: metric(sol, 'Size of the trade that was asked about.', '0.5'),
    cost_bps: metric(
      ofTrip(bps),
      'Cost of the round trip by the cheapest route, both legs at the present state, as a share of the size, rounded up.',
      584,
    ),
    cost_lamports: metric(
      ofTrip(lamports),
      'Cost of the round trip by the cheapest route, both legs at the present state.',
      '29172851',
    ),
    tokens_bought: metric(ofTrip(tokens), 'Tokens that the size buys.', '11184717534698'),
    lamports_back: metric(ofTrip(lamports), 'Proceeds of selling the bought tokens.', '470837549'),
    floor_bps: metric(
      ofTrip(bps, 'it cannot be made'),
      'Cost of the round trip where the sale follows the purchase at once.',
      248,
    ),
    break_even_bps: metric(
      ofTrip(bps, 'no rise brings everything back'),
      "Rise of the sale's proceeds over the present ones after which everything comes back. The price in a pool has to rise by more.",
      620,
    ),
    cost_parts: metric(ofTrip(objectOf(CostParts)), 'Parts of the cost.', {
      price_impact: { lamports: '17029640', bps: 340 },
      lp_fees: { lamports: '194126', bps: 3 },
      protocol_fees: { lamports: '9026810', bps: 180 },
      creator_fees: { lamports: '2911875', bps: 58 },
      transfer_fees: { lamports: '0', bps: 0 },
      network_base: { lamports: '10000', bps: 0 },
      network_priority: { lamports: '400', bps: 0 },
    }),
    route: metric(ofTrip(listOf(objectOf(RoutePart))), 'Parts of the cheapest route.', [
      { size_sol: '0.5', hops: [{ venue: 'pumpswap', pool: 'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3' }] },
    ]),
    sizes: metric(
      ofPools(listOf(objectOf(SizeCost))),
      'Costs of some sizes along one route, smallest first. Only the size that was asked about may be split over two routes.',
      [
        { size_sol: '0.1', cost_bps: 318 },
        { size_sol: '0.5', cost_bps: 584 },
        { size_sol: '1', cost_bps: 898 },
        { size_sol: '5', cost_bps: 2814 },
        { size_sol: '10', cost_bps: 4311 },
      ],
    ),
    recommended_max_size_sol: metric(objectOf(MaxSize), 'Largest size for each verdict along one route.', {
      acceptable_cost: '0.07458031',
      elevated_cost: '1.171231268',
      high_cost: '7.004737852',
    }),
    price_disagreement_bps: metric(
      orNull(bps, 'fewer than two pools have a price, or the pools were not read'),
      'Distance of the highest price of two pools from the lowest.',
      null,
    ),
    pools_found: metric(ofPools(integer), 'Number of pools that were found.', 2),
    pools_usable: metric(ofPools(integer), 'Number of pools that carry the size.', 1),
    pools: metric(ofPools(listOf(objectOf(TradePool))), 'Every pool that was found, cheapest first.', [
      {
        venue: 'pumpswap',
        address: 'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3',
        used: true,
        other_mint: 'So11111111111111111111111111111111111111112',
        cost_bps: 584,
        depth_lamports: '10067938230',
        depth_tokens: '637486385438484',
        price_lamports_per_million: '43',
        refused: null,
        refused_detail: null,
        refused_leg: null,
        creator: '7N9iwD3uRyxU1xZHn8SPgjU7uBa9tTPaou2Q21WMtwaR',
        opened_at_unix: null,
        locked_liquidity_bps: null,
        bounds: [],
      },
      {
        venue: 'pump_curve',
        address: 'GnWf1qMe4fc5VKcTPPcBcr9seyJxVfUnV1qhJU3SCDdu',
        used: false,
        other_mint: 'So11111111111111111111111111111111111111112',
        cost_bps: null,
        depth_lamports: null,
        depth_tokens: null,
        price_lamports_per_million: null,
        refused: 'completed',
        refused_detail: 'the coin trades on PumpSwap, or soon will',
        refused_leg: null,
        creator: null,
        opened_at_unix: null,
        locked_liquidity_bps: null,
        bounds: [],
      },
    ]),
    holders_seen: metric(ofHolders(integer), 'Number of large holders that were examined.', 1),
    unpriced_holders: metric(
      ofHolders(listOf(objectOf(UnpricedHolder))),
      'Large holders that prove liquidity without a price.',
      [],
    ),
    frozen_holders: metric(ofHolders(integer), 'Number of ordinary large holders that are frozen.', 0),
    token_program: metric(
      ofMint(addressType),
      'Token program that owns the mint account.',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    ),
    decimals: metric(ofMint(integer), 'Number of decimals of the mint.', 6),
    supply: metric(ofMint(tokens), 'Supply of the mint.', '1000000000000000'),
    transfer_fee_bps: metric(
      orNull(bps, 'the mint has no transfer fee, or was not read'),
      'Present fee of each transfer, as a share of the amount.',
      null,
    ),
    transfer_fee_maximum: metric(
      orNull(tokens, 'the mint has no transfer fee, or was not read'),
      'Largest fee of one transfer.',
      null,
    ),
    transfer_hook_program: metric(
      orNull(addressType, 'the mint has none, or was not read'),
      'Program that decides about each transfer.',
      null,
    ),
    freeze_authority: metric(
      orNull(addressType, 'nobody can, or the mint was not read'),
      'Address that can freeze the accounts of holders.',
      null,
    ),
    priority_micro_lamports: metric(
      orNull(text, 'the subject is no mint, or the fees were not read'),
      'Priority fee that is counted, in millionths of a lamport for each compute unit.',
      '1000',
    ),
    priority_is_assumed: metric(
      orNull(flag, 'the subject is no mint, or the fees were not read'),
      'Whether the highest counted priority fee was assumed, because recent blocks could not be read.',
      false,
    ),
    account_rent_lamports: metric(
      orNull(lamports, 'the rent of token accounts is not known'),
      'Rent that the new token account binds until it is closed. It is no part of the cost.',
      '2074080',
    ),
    sale_proven: metric(
      orNull(flag, 'the mint has no hook, or nothing was shown'),
      "Whether simulated transfers of real holders' tokens into the pool passed the hook of the mint.",
      null,
    ),
    sale_error: metric(
      orNull(text, 'they were not refused, or none could be simulated'),
      'Refusal of the simulated transfers: the error number and its program.',
      null,
    ),
  },
  { placedAfter: { recommended_max_size_sol: 'price_disagreement_bps' } },
);

export type CostPartMetrics = Values<typeof CostPart>;
export type CostPartsMetrics = Values<typeof CostParts>;
export type MaxSizeMetrics = Values<typeof MaxSize>;
export type PoolMetrics = Values<typeof TradePool>;
/**
 * The figures of a trade answer. Lamports and token amounts are decimal strings, sizes decimal strings in SOL, shares
 * integer basis points (at most 2,147,483,647, which stands for anything above), times Unix seconds; null: not applicable
 * or not read.
 */
export type TradeMetrics = Values<typeof tradeMetrics>;
