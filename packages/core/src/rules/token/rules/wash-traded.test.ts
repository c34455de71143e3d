import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { isOnCurve } from '#solana/address.ts';
import {
  age,
  creator,
  foundBy,
  key,
  liquidity,
  NOW,
  reasonOf,
  tokenEvidence,
  tokenPool,
  trader,
  trades,
} from '../../../../test/support/token-evidence.ts';
import type { MarketTrader, TokenEvidence, TradeFacts } from '../evidence.ts';
import { washTraded } from './wash-traded.ts';

const numbers = Array.from({ length: 250 }, (_, n) => n + 1);
const [WASHER = 0, OTHER = 0] = numbers.filter((n) => isOnCurve(key(n)));
const [VAULT = 0] = numbers.filter((n) => !isOnCurve(key(n)));

const washer = (changes: Partial<MarketTrader> = {}) => trader(WASHER, { buys: 3, sells: 3, turns: 5, ...changes });
const young = known(age({ provenSince: NOW - 10 * 86_400 }));
const of = (
  traders: readonly MarketTrader[],
  facts: Partial<TradeFacts> = {},
  changes: Partial<TokenEvidence> = {},
): TokenEvidence =>
  tokenEvidence({
    age: young,
    creator: known(creator({ address: key(WASHER) })),
    trades: known(trades({ traders, ...facts })),
    ...changes,
  });
const found = (...input: Parameters<typeof of>) => foundBy(washTraded, of(...input));

it('is half of the volume with wallets that bought and sold back the same', () => {
  expect([6, 7].map((buys) => found([washer(), trader(OTHER, { buys })]))).toEqual([['WASH_TRADED'], 'clear']);
  expect(reasonOf(washTraded, of([washer()]))).toMatchObject({
    message: 'Of the latest 10 transactions, 1 wallet that bought and sold back the same made 100 % of the volume.',
    evidence: { wash_bps: 10_000, wallets: 1, volume_lamports: '30000000', largest_wallet: key(WASHER) },
  });
});

it('is no one who keeps something, and nobody who sold once', () => {
  expect(found([washer({ tokensSold: 2_600_000_000_000n })])).toBe('clear');
  expect(found([washer({ turns: 2 })])).toBe('clear');
});

it('is neither arbitrage nor another market', () => {
  expect(found([washer()], { arbitrageLamports: 31_000_000n })).toBe('clear');
  expect(found([trader(VAULT, { buys: 3, sells: 3, turns: 5 })])).toBe('clear');
});

it('is told by a flag in an old or deep market, where bots trade like that', () => {
  expect(found([washer()], {}, { age: known(age()) })).toEqual(['WASH_TURNOVER']);
  const deep = tokenPool({ depthUsdMicros: 100_000_000_000n });
  expect(found([washer()], {}, { liquidity: known(liquidity({ pools: [deep] })) })).toEqual(['WASH_TURNOVER']);
});

it('is told by a flag where the creator does not, because anybody may trade like that in any market', () => {
  expect(found([washer()], {}, { creator: known(creator({ address: key(OTHER) })) })).toEqual(['WASH_TURNOVER']);
  expect(found([washer()], {}, { creator: missing('creator', 'deadline') })).toEqual(['WASH_TURNOVER']);
});

it('needs enough transactions', () => {
  expect(found([washer()], { transactions: 7 })).toBe('clear');
  expect(found([])).toBe('clear');
  expect(found([], {}, { trades: missing('trades', 'deadline') })).toBe('unknown');
});
