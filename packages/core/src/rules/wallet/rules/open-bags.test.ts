import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { book, figures, foundBy, judged, position, SOL } from '../../../../test/support/wallet-evidence.ts';
import type { Book } from '../evidence/book.ts';
import { openBags } from './open-bags.ts';

it('allows three tenths of the cost to lie in open positions, and no more', () => {
  expect(foundBy(openBags, judged({}, { openBasisBps: 3000 }))).toBe('clear');
  expect(foundBy(openBags, judged({}, { openBasisBps: 3001 }))).toEqual(['OPEN_BAGS']);
  expect(foundBy(openBags, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});

it('adds bags of other currencies at the rate that makes them largest, and takes them for too many without one', () => {
  const usd = 1_000_000n;
  const bag = position({ currency: 'usd', state: 'open', counted: false, openBasis: 1_201n * usd });
  const rate = { lamports: SOL, amount: 100n * usd };
  const holding = (openBasis: bigint, rateBounds: Book['rateBounds']) =>
    judged({ book: known(book({ positions: [{ ...bag, openBasis }], rateBounds })) }, {}, [
      figures({ currency: 'usd' }),
    ]);
  const rated = { usd: { least: rate, most: rate }, eur: null };
  // 12 of 40 SOL are three tenths.
  expect(foundBy(openBags, holding(1_200n * usd, rated))).toBe('clear');
  expect(foundBy(openBags, holding(1_201n * usd, rated))).toEqual(['OPEN_BAGS']);
  expect(foundBy(openBags, holding(1n, { usd: null, eur: null }))).toEqual(['OPEN_BAGS']);
});
