import type { LiquidityPartMetrics, TokenPoolMetrics, UnmeasuredMetrics } from '#checks/token/metric-parts.ts';
import { builder } from '../builder.ts';
import { account, amount, bps, lamports, sol } from './nullable.ts';
import { TokenMetricsType } from './token-metrics.ts';
import { LiquidityHow, TrialSale } from './token-words.ts';
import { listed, refusals, venueNames } from './trade-words.ts';

const dollars = 'in US dollars as a decimal string with two decimals';

const LiquidityPart = builder.objectRef<LiquidityPartMetrics>('TokenLiquidityPart').implement({
  description: "A part of a pool's liquidity and who can take it away. What is missing to 10,000 was not read.",
  fields: (t) => ({
    how: t.expose('how', { type: LiquidityHow, description: 'What can become of it.' }),
    owner: t.expose('owner', { ...account, description: 'Whose it is.' }),
    bps: t.exposeInt('bps', { description: 'Its share in basis points.' }),
  }),
});

const Pool = builder.objectRef<TokenPoolMetrics>('TokenPool').implement({
  description: 'A pool that trades the mint. Null: not read, or not applicable.',
  fields: (t) => ({
    venue: t.exposeString('venue', { description: listed('The venue.', venueNames) }),
    address: t.expose('address', { type: 'Address', description: 'The pool.' }),
    otherMint: t.expose('other_mint', { ...account, description: 'What it trades the mint against.' }),
    depthLamports: t.expose('depth_lamports', {
      ...lamports,
      description: 'The other side that it holds, in lamports.',
    }),
    depthUsd: t.exposeString('depth_usd', { nullable: true, description: `The same ${dollars}.` }),
    refused: t.exposeString('refused', {
      nullable: true,
      description: listed('Why it has no price; null where it has one.', refusals),
    }),
    isCurve: t.exposeBoolean('is_curve', { description: 'Whether it is a launch curve.' }),
    creator: t.expose('creator', { ...account, description: 'Who created the pool or gets the fee of the creator.' }),
    openedAtUnix: t.expose('opened_at_unix', { type: 'UnixTime', nullable: true, description: 'When trading opened.' }),
    liquidityParts: t.expose('liquidity_parts', {
      type: [LiquidityPart],
      nullable: true,
      description: 'Who can take its liquidity, largest part first, at most twenty; null where that was not read.',
    }),
  }),
});

const Unmeasured = builder.objectRef<UnmeasuredMetrics>('UnmeasuredLiquidity').implement({
  description: 'A large account under an authority of a venue that no pool explains.',
  fields: (t) => ({
    account: t.expose('account', { type: 'Address', description: 'The token account.' }),
    venue: t.exposeString('venue', { description: listed('The venue.', venueNames) }),
    tokens: t.expose('tokens', { type: 'TokenAmount', description: 'How much it holds.' }),
  }),
});

builder.objectFields(TokenMetricsType, (t) => ({
  depthLamports: t.expose('depth_lamports', {
    ...lamports,
    description: 'The other side that the deepest pool with a price holds, in lamports.',
  }),
  depthUsd: t.exposeString('depth_usd', { nullable: true, description: `The same ${dollars}, rounded down.` }),
  usdPerSol: t.exposeString('usd_per_sol', {
    nullable: true,
    description: `The price of one SOL ${dollars}, by the pool of SOL and USDC.`,
  }),
  pools: t.expose('pools', {
    type: [Pool],
    nullable: true,
    description: 'Pools that trade the mint, deepest first, then those without a price, at most twenty.',
  }),
  unmeasuredLiquidity: t.expose('unmeasured_liquidity', {
    type: [Unmeasured],
    nullable: true,
    description: 'Liquidity that was seen and not measured, at most twenty accounts.',
  }),
  saleSizeSol: t.expose('sale_size_sol', { ...sol, description: 'The size of the sale that was computed, in SOL.' }),
  saleTokens: t.expose('sale_tokens', { ...amount, description: 'The tokens that are worth it at the margin.' }),
  saleLamportsBack: t.expose('sale_lamports_back', {
    ...lamports,
    description: 'What they bring through the best pool; null where no pool takes them.',
  }),
  saleCostBps: t.expose('sale_cost_bps', {
    ...bps,
    description: 'What is lost of the size, in basis points, rounded up.',
  }),
  saleVenue: t.exposeString('sale_venue', {
    nullable: true,
    description: listed('The venue of that pool.', venueNames),
  }),
  salePool: t.expose('sale_pool', { ...account, description: 'That pool.' }),
  trialSale: t.expose('trial_sale', {
    type: TrialSale,
    nullable: true,
    description: 'What simulated transfers of real holders into a pool came to; null where none could be run.',
  }),
  trialSaleError: t.exposeString('trial_sale_error', {
    nullable: true,
    description: 'What refused them: the error number and its program.',
  }),
}));
