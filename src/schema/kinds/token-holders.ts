import type { BucketsMetrics, HolderMetrics } from '#checks/token/metric-parts.ts';
import { builder } from '../builder.ts';
import { amount, bps } from './nullable.ts';
import { TokenMetricsType } from './token-metrics.ts';
import { HolderRole } from './token-words.ts';

const Buckets = builder.objectRef<BucketsMetrics>('TokenBuckets').implement({
  description: 'What groups among the largest accounts hold, in basis points of the supply, rounded down.',
  fields: (t) => ({
    pools: t.exposeInt('pools', { description: 'Pools that trade the mint.' }),
    curves: t.exposeInt('curves', { description: 'Launch curves.' }),
    burned: t.exposeInt('burned', { description: 'What nobody can ever move.' }),
    launchSystem: t.exposeInt('launch_system', { description: 'Launch systems that trade in the token.' }),
    lockers: t.exposeInt('lockers', { description: 'Lockers and vesting programs.' }),
    custody: t.exposeInt('custody', { description: 'Bridges, lending markets and other programs that keep for many.' }),
    exchanges: t.exposeInt('exchanges', { description: 'Labelled exchanges.' }),
  }),
});

const Holder = builder.objectRef<HolderMetrics>('TokenHolder').implement({
  description: 'One of the largest accounts of the mint.',
  fields: (t) => ({
    account: t.expose('account', { type: 'Address', description: 'The token account.' }),
    owner: t.expose('owner', { type: 'Address', description: 'Who may move it.' }),
    role: t.expose('role', { type: HolderRole, description: 'Whose it is.' }),
    tokens: t.expose('tokens', { type: 'TokenAmount', description: 'How much it holds.' }),
    shareBps: t.expose('share_bps', {
      ...bps,
      description: 'Of the supply, in basis points, rounded down; null where the supply was not read.',
    }),
    frozen: t.exposeBoolean('frozen', { description: 'Whether it is frozen.' }),
    label: t.exposeString('label', { nullable: true, description: 'Who is known to be behind it, by our labels.' }),
  }),
});

builder.objectFields(TokenMetricsType, (t) => ({
  circulatingSupply: t.expose('circulating_supply', {
    ...amount,
    description:
      'Supply less what is burned or lies in pools, launch curves and launch systems, as far as the largest accounts show.',
  }),
  holdersSeen: t.exposeInt('holders_seen', {
    nullable: true,
    description: 'How many of the largest accounts were read. How many there are is not known.',
  }),
  top1Bps: t.expose('top1_bps', {
    ...bps,
    description: 'Share of the largest holder in what circulates, in basis points; exchanges are left out.',
  }),
  top5Bps: t.expose('top5_bps', { ...bps, description: 'Share of the five largest holders in what circulates.' }),
  top10Bps: t.expose('top10_bps', { ...bps, description: 'Share of the ten largest holders in what circulates.' }),
  top1OfSupplyBps: t.expose('top1_of_supply_bps', {
    ...bps,
    description: 'Share of the largest holder in the whole supply.',
  }),
  top10OfSupplyBps: t.expose('top10_of_supply_bps', {
    ...bps,
    description: 'Share of the ten largest in the whole supply.',
  }),
  hhi: t.exposeInt('hhi', {
    nullable: true,
    description: 'Concentration: squared shares of what circulates summed up, 0 to 10,000. A lower bound.',
  }),
  buckets: t.expose('buckets', { type: Buckets, nullable: true, description: 'What is held by no ordinary holder.' }),
  holders: t.expose('holders', {
    type: [Holder],
    nullable: true,
    description: 'The largest accounts, largest first, at most twenty.',
  }),
  frozenHolders: t.exposeInt('frozen_holders', {
    nullable: true,
    description: 'How many of them belong to ordinary holders, have tokens and are frozen.',
  }),
}));
