import type { PoolMetrics, UnpricedHolderMetrics } from '#checks/trade/metrics.ts';
import { builder } from '../builder.ts';
import { account, amount, bps, lamports } from './nullable.ts';
import { listed, refusals, venueNames } from './trade-words.ts';

/** A pool of an answer as a type. */
export const TradePool = builder.objectRef<PoolMetrics>('TradePool').implement({
  description: 'A pool that was found, and why it was not used. Null: not read, or not applicable.',
  fields: (t) => ({
    venue: t.exposeString('venue', { description: listed('The venue.', venueNames) }),
    address: t.expose('address', { type: 'Address', description: 'The pool.' }),
    used: t.exposeBoolean('used', { description: 'Whether the cheapest route goes through it.' }),
    otherMint: t.expose('other_mint', { ...account, description: 'What it trades the mint against.' }),
    costBps: t.expose('cost_bps', { ...bps, description: 'The round trip of the whole size through it alone.' }),
    depthLamports: t.expose('depth_lamports', {
      ...lamports,
      description: 'The other side that it holds, in lamports.',
    }),
    depthTokens: t.expose('depth_tokens', { ...amount, description: 'Tokens that it holds.' }),
    priceLamportsPerMillion: t.expose('price_lamports_per_million', {
      ...lamports,
      description: 'Lamports for a million atomic units of the mint at the margin.',
    }),
    refused: t.exposeString('refused', {
      nullable: true,
      description: listed('Why it has no cost; null where it has one, or its price is not known.', refusals),
    }),
    refusedDetail: t.exposeString('refused_detail', { nullable: true, description: 'The same in words.' }),
    refusedLeg: t.exposeString('refused_leg', {
      nullable: true,
      description: 'The leg that it refuses: `buy` or `sell`.',
    }),
    creator: t.expose('creator', { ...account, description: 'Who created the pool or gets the fee of the creator.' }),
    openedAtUnix: t.expose('opened_at_unix', { type: 'UnixTime', nullable: true, description: 'When trading opened.' }),
    lockedLiquidityBps: t.expose('locked_liquidity_bps', {
      ...bps,
      description: 'Share of the liquidity that nobody can withdraw for good, in basis points.',
    }),
    bounds: t.exposeStringList('bounds', { description: 'What about its quote is a bound and not exact.' }),
  }),
});

/** A holder of liquidity without a price as a type. */
export const UnpricedHolder = builder.objectRef<UnpricedHolderMetrics>('UnpricedHolder').implement({
  description: 'A large holder that proves liquidity which has no part in the price.',
  fields: (t) => ({
    account: t.expose('account', { type: 'Address', description: 'The token account.' }),
    authority: t.expose('authority', { type: 'Address', description: 'Who may move it.' }),
    venue: t.exposeString('venue', {
      description: listed('The venue that the authority belongs to.', venueNames),
    }),
    tokens: t.expose('tokens', { type: 'TokenAmount', description: 'How much it holds.' }),
  }),
});
