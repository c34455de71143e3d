import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { age, foundBy, market, NOW, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { isYoungMarket, marketAgeSeconds } from '../market-age.ts';
import { marketAge } from './market-age.ts';
import { tokenAge } from './token-age.ts';

const DAY = 86_400;

it('lets the younger of mint and market decide, and counts what began together once', () => {
  const both = (mint: number, pool: number, exact = true) => {
    const evidence = tokenEvidence({
      age: known(age({ provenSince: NOW - mint, exact })),
      market: known(market({ provenSince: NOW - pool })),
    });
    return [tokenAge, marketAge].map((rule) => foundBy(rule, evidence));
  };
  expect(both(365 * DAY, 3_600)).toEqual(['clear', ['MARKET_VERY_NEW']]);
  expect(both(365 * DAY, 3 * DAY)).toEqual(['clear', ['MARKET_NEW']]);
  expect(both(3 * DAY, 3_600)).toEqual(['clear', ['MARKET_VERY_NEW']]);
  expect(both(3 * DAY, 2 * DAY)).toEqual([['TOKEN_NEW'], 'clear']);
  expect(both(3_600, 3_000)).toEqual([['TOKEN_VERY_NEW'], 'clear']);
  expect(both(365 * DAY, 3_600, false)).toEqual([['AGE_AT_LEAST'], ['MARKET_VERY_NEW']]);
  expect(both(3_600, 3_000, false)).toEqual([['AGE_UNAVAILABLE'], 'clear']);
  expect(both(365 * DAY, 7 * DAY)).toEqual(['clear', 'clear']);
});

it('names what proves the depth, and where the market began', () => {
  expect(reasonOf(marketAge, tokenEvidence({ market: known(market({ provenSince: NOW - 7_300 })) }))).toMatchObject({
    message: 'The market is proven to be as deep for 2 full hours only.',
    evidence: { market_age_seconds: 7_300, account: market().account, proof_transaction: 'sample-opening' },
  });
});

it('judges the market where the age of the mint is missing, and none that could not be read', () => {
  const gap = missing('age', 'deadline');
  const fresh = known(market({ provenSince: NOW }));
  expect(foundBy(marketAge, tokenEvidence({ age: gap, market: fresh }))).toEqual(['MARKET_VERY_NEW']);
  expect(foundBy(marketAge, tokenEvidence({ age: gap }))).toBe('clear');
  expect(foundBy(marketAge, tokenEvidence({ market: missing('market', 'deadline') }))).toBe('unknown');
  expect(marketAgeSeconds(tokenEvidence({ market: missing('market', 'deadline') }))).toBe(0);
  expect(marketAgeSeconds(tokenEvidence({ market: known(null) }))).toBeNull();
});

it('calls a market young unless it and its mint are proven to be 30 days old', () => {
  const young = (mint: number | null, pool: number | null | 'none', exact = true) =>
    isYoungMarket(
      tokenEvidence({
        age: mint === null ? missing('age', 'deadline') : known(age({ provenSince: NOW - mint * DAY, exact })),
        market:
          pool === 'none'
            ? known(null)
            : pool === null
              ? missing('market', 'rpc_unavailable')
              : known(market({ provenSince: NOW - pool * DAY })),
      }),
    );
  expect([young(30, 30), young(29, 30), young(30, 29)]).toEqual([false, true, true]);
  expect([young(1, 30, false), young(null, 30), young(30, null), young(null, null)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect([young(30, 'none'), young(29, 'none'), young(null, 'none')]).toEqual([false, true, true]);
  const timeless = known({ slot: 1, commitment: 'confirmed' as const, time: null });
  expect(isYoungMarket(tokenEvidence({ asOf: timeless }))).toBe(true);
});
