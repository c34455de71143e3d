import { expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import type { Hop } from '#venues/routing/path.ts';
import type { Market } from '#venues/venue.ts';
import { refuse } from '#venues/venue.ts';
import { plainHop } from '../../../test/support/plain-market.ts';
import { costFacts } from './cost.ts';

const SOL = 1_000_000_000n;
const [MINT, STABLE] = [201, 202].map((byte) => addressOf(new Uint8Array(32).fill(byte)));
const NETWORK = { signatureLamports: 5_000n, priorityMicroLamports: 0n, unitsPerSwap: 200_000n };
const routingOf = (...hops: readonly Hop[]) => ({
  paths: [{ hops }],
  toll: { fee: null, epoch: 0n },
  network: NETWORK,
});

it('names what about each market of the route is a bound, that of a pool against a stable coin included', async () => {
  const hub = plainHop(1, { tokens: 10n ** 15n, others: 10n ** 6n * SOL }, STABLE!);
  const last = plainHop(2, { tokens: 10n ** 14n, others: 10n ** 14n }, MINT!, STABLE);
  const bounded = { ...hub, market: { ...hub.market, bounds: ['may pay more'] } };
  const { facts } = await costFacts(routingOf(bounded, last), SOL, [300]);
  expect(facts.trip?.route.map(({ hops }) => hops.map(({ bounds }) => bounds))).toEqual([[['may pay more'], []]]);
});

it('says which largest sizes end where nothing further was read', async () => {
  const { pool, market } = plainHop(1, { tokens: 10n ** 15n, others: 1_000n * SOL }, MINT!);
  const quote: Market['quote'] = (side, amount) =>
    side === 'buy' && amount > 40n * SOL ? refuse('not_read', 'further away') : market.quote(side, amount);
  const { facts } = await costFacts(routingOf({ pool, market: { ...market, quote } }), SOL, [300, 1_000, 3_500]);
  expect(facts.largest.map(({ endsUnread }) => endsUnread)).toEqual([false, true, true]);
  const [low, middle] = facts.largest.map(({ lamports }) => Number(lamports) / Number(SOL));
  expect(low).toBeLessThan(20);
  expect(middle).toBeGreaterThan(39);
});
