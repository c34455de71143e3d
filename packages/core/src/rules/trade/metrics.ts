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
  orNull,
  sol,
  text,
  tokens,
  unixTime,
  type Values,
} from '../metric.ts';
import { listed, refusals, venueNames } from '../venue-words.ts';

const CostPart = group('CostPart', 'A part of what a round trip costs.', {
  lamports: member(lamports, 'How much.'),
  bps: member(bps, 'Of the size, in basis points, rounded down.'),
});

const CostParts = group(
  'CostParts',
  'Where the lamports of a round trip go, both ways together. They add up to the cost.',
  {
    price_impact: member(objectOf(CostPart), 'The trade moves the price against itself.'),
    lp_fees: member(objectOf(CostPart), 'Fees that stay with the liquidity of pools.'),
    protocol_fees: member(objectOf(CostPart), 'Fees of venues and platforms.'),
    creator_fees: member(objectOf(CostPart), 'Fees of the creators of coins and pools.'),
    transfer_fees: member(objectOf(CostPart), 'What the mint takes of its transfers.'),
    network_base: member(objectOf(CostPart), 'Signatures of both transactions.'),
    network_priority: member(objectOf(CostPart), 'Priority of both transactions.'),
  },
);

const RouteHop = group('RouteHop', 'A pool that a purchase goes through.', {
  venue: member(text, listed('The venue.', venueNames)),
  pool: member(addressType, 'The pool.'),
});

const RoutePart = group(
  'RoutePart',
  'A part of the route. Several parts: the size is split, because that is cheaper.',
  {
    size_sol: member(sol, 'Its share of the size.'),
    hops: member(listOf(objectOf(RouteHop)), 'Its pools in the order of the purchase.'),
  },
);

const SizeCost = group('SizeCost', 'What a round trip of a size costs.', {
  size_sol: member(sol, 'The size.'),
  cost_bps: member(orNull(bps), 'In basis points of the size; null where it cannot be made.'),
});

const MaxSize = group(
  'MaxSize',
  'The largest size that still gets each verdict along one route; null: no size does, or it was not read.',
  {
    acceptable_cost: member(orNull(sol), 'For ACCEPTABLE_COST.'),
    elevated_cost: member(orNull(sol), 'For ELEVATED_COST.'),
    high_cost: member(orNull(sol), 'For HIGH_COST.'),
  },
);

const TradePool = group(
  'TradePool',
  'A pool that was found, and why it was not used. Null: not read, or not applicable.',
  {
    venue: member(text, listed('The venue.', venueNames)),
    address: member(addressType, 'The pool.'),
    used: member(flag, 'Whether the cheapest route goes through it.'),
    other_mint: member(orNull(addressType), 'What it trades the mint against.'),
    cost_bps: member(orNull(bps), 'The round trip of the whole size through it alone.'),
    depth_lamports: member(
      orNull(lamports),
      'The other side that trades until the price has fallen by a tenth, as the balance of a constant product that pays as much, in lamports.',
    ),
    depth_tokens: member(orNull(tokens), 'Tokens that it holds.'),
    price_lamports_per_million: member(
      orNull(lamports),
      'Lamports for a million atomic units of the mint at the margin.',
    ),
    refused: member(
      orNull(text),
      listed('Why it has no cost; null where it has one, or its price is not known.', refusals),
    ),
    refused_detail: member(orNull(text), 'The same in words.'),
    refused_leg: member(orNull(text), 'The leg that it refuses: `buy` or `sell`.'),
    creator: member(orNull(addressType), 'Who created the pool or gets the fee of the creator.'),
    opened_at_unix: member(orNull(unixTime), 'When trading opened.'),
    locked_liquidity_bps: member(
      orNull(bps),
      'Share of the liquidity that was burned or that the venue itself locks for good, in basis points; other lockers are not read.',
    ),
    bounds: member(listOf(text), 'What about its quote is a bound and not exact.'),
  },
);

const UnpricedHolder = group('UnpricedHolder', 'A large holder that proves liquidity which has no part in the price.', {
  account: member(addressType, 'The token account.'),
  authority: member(addressType, 'Who may move it.'),
  venue: member(text, listed('The venue that the authority belongs to.', venueNames)),
  tokens: member(tokens, 'How much it holds.'),
});

export const tradeMetrics = group(
  'TradeMetrics',
  'The figures behind a trade verdict. Null: not applicable, or not read.',
  {
    size_sol: metric(sol, 'The size that was asked about.', '0.5'),
    cost_bps: metric(
      orNull(bps),
      'The round trip by the cheapest route, both legs at the present state, in basis points, rounded up.',
      584,
    ),
    cost_lamports: metric(orNull(lamports), 'The same in lamports.', '29172851'),
    tokens_bought: metric(orNull(tokens), 'Tokens that the size buys.', '11184717534698'),
    lamports_back: metric(orNull(lamports), 'Lamports that their sale brings back.', '470837549'),
    floor_bps: metric(orNull(bps), 'The cost when the sale follows at once.', 248),
    break_even_bps: metric(
      orNull(bps),
      'How much more than now the sale must bring for everything to come back; in a pool the price rises by more.',
      620,
    ),
    cost_parts: metric(orNull(objectOf(CostParts)), 'What the cost is made of.', {
      price_impact: { lamports: '17029640', bps: 340 },
      lp_fees: { lamports: '194126', bps: 3 },
      protocol_fees: { lamports: '9026810', bps: 180 },
      creator_fees: { lamports: '2911875', bps: 58 },
      transfer_fees: { lamports: '0', bps: 0 },
      network_base: { lamports: '10000', bps: 0 },
      network_priority: { lamports: '400', bps: 0 },
    }),
    route: metric(orNull(listOf(objectOf(RoutePart))), 'The cheapest route.', [
      { size_sol: '0.5', hops: [{ venue: 'pumpswap', pool: 'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3' }] },
    ]),
    sizes: metric(
      orNull(listOf(objectOf(SizeCost))),
      'What some sizes cost along one route, smallest first; only the one asked for may be split over two.',
      [
        { size_sol: '0.1', cost_bps: 318 },
        { size_sol: '0.5', cost_bps: 584 },
        { size_sol: '1', cost_bps: 898 },
        { size_sol: '5', cost_bps: 2814 },
        { size_sol: '10', cost_bps: 4311 },
      ],
    ),
    recommended_max_size_sol: metric(objectOf(MaxSize), 'The largest size for each verdict, along one route.', {
      acceptable_cost: '0.07458031',
      elevated_cost: '1.171231268',
      high_cost: '7.004737852',
    }),
    price_disagreement_bps: metric(orNull(bps), 'How far the highest price of two pools is above the lowest.', null),
    pools_found: metric(orNull(integer), 'Pools that were found.', 2),
    pools_usable: metric(orNull(integer), 'Those that carry the size.', 1),
    pools: metric(orNull(listOf(objectOf(TradePool))), 'Every pool that was found, cheapest first.', [
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
    holders_seen: metric(orNull(integer), 'Large holders looked at.', 1),
    unpriced_holders: metric(
      orNull(listOf(objectOf(UnpricedHolder))),
      'Those that prove liquidity without a price.',
      [],
    ),
    frozen_holders: metric(orNull(integer), 'Those of ordinary holders that are frozen.', 0),
    token_program: metric(
      orNull(addressType),
      'The program of the mint.',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    ),
    decimals: metric(orNull(integer), 'Decimals of the mint.', 6),
    supply: metric(orNull(tokens), 'Tokens that exist.', '1000000000000000'),
    transfer_fee_bps: metric(orNull(bps), 'What the mint takes of a transfer now.', null),
    transfer_fee_maximum: metric(orNull(tokens), 'At most this much of each.', null),
    transfer_hook_program: metric(orNull(addressType), 'The program that decides about every transfer.', null),
    freeze_authority: metric(orNull(addressType), 'Who may freeze holders; null where nobody may.', null),
    priority_micro_lamports: metric(
      orNull(text),
      'Priority that is counted, in millionths of a lamport a compute unit.',
      '1000',
    ),
    priority_is_assumed: metric(
      orNull(flag),
      'True where recent blocks could not be read and the highest priority that is counted was taken.',
      false,
    ),
    account_rent_lamports: metric(
      orNull(lamports),
      'What opening the token account binds until it is closed; no part of the cost.',
      '2074080',
    ),
    sale_proven: metric(
      orNull(flag),
      "Whether simulated transfers of real holders' tokens into the pool passed the hook of the mint; null where there is no hook, or nothing was shown.",
      null,
    ),
    sale_error: metric(orNull(text), 'What refused them: the error number and its program.', null),
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
