import { describe, expect, it } from 'vitest';
import { book, figures, judged, mintOf, NOW, SOL } from '../../../test/support/wallet-evidence.ts';
import { metricsOf } from './answer-metrics.ts';
import { bookMetrics, salesWithoutBasis } from './book-metrics.ts';

describe('the books of an answer', () => {
  it('are those of the currencies that were traded, the main one marked', () => {
    const dollars = figures({ currency: 'usd', realizedPnl: 5n });
    const none = figures({ currency: 'eur', trades: 0 });
    const books = bookMetrics(book(), [dollars, figures(), none], 'usd');
    expect(books).toMatchObject([
      { currency: 'usd', decimals: 6, main: true, realized_pnl: '5' },
      { currency: 'sol', decimals: 9, main: false, realized_pnl: `${12n * SOL}`, change: `${12n * SOL}` },
    ]);
    expect(bookMetrics(book(), [none], 'eur')).toMatchObject([{ currency: 'eur', main: true, trades: 0 }]);
  });

  it('follow from their own sums: what is left in the worst case, and where proceeds without a basis came from', () => {
    const sale = { mint: mintOf(0), currency: 'sol' as const, amount: 3n, receivedAt: 0, soldAt: NOW };
    const kept = book({ unmatchedProceeds: 10n, transferredOut: 4n, unmatchedSales: [sale] });
    const [one] = bookMetrics(kept, [figures({ uncountedLosses: 2n, overhead: 1n })], 'sol');
    expect(one).toMatchObject({ before_window_proceeds: '3', received_proceeds: '7', transferred_out: '4' });
    expect(one).toMatchObject({ uncounted_losses: '2', overhead: '1' });
  });

  it('stand beside the figures in SOL, whichever currency the verdict is taken from', () => {
    const evidence = judged({}, { currency: 'usd', closed: 7 }, [figures({ closed: 3 })]);
    const metrics = metricsOf(evidence, []);
    expect(metrics).toMatchObject({ closed: 3, books: [{ currency: 'usd', closed: 7 }, { currency: 'sol' }] });
  });
});

it('lists the newest twenty sales without a basis, and where the tokens came from', () => {
  const unmatchedSales = Array.from({ length: 25 }, (_, n) => ({
    mint: mintOf(n),
    currency: 'usd' as const,
    amount: BigInt(n),
    receivedAt: n % 2 === 0 ? 0 : NOW - 9,
    soldAt: NOW + n,
  }));
  const listed = salesWithoutBasis(book({ unmatchedSales }));
  expect(listed).toHaveLength(20);
  expect(listed.slice(0, 2)).toEqual([
    {
      mint: mintOf(24),
      kind: 'before_window',
      currency: 'usd',
      amount: '24',
      received_at_unix: null,
      sold_at_unix: NOW + 24,
    },
    {
      mint: mintOf(23),
      kind: 'received',
      currency: 'usd',
      amount: '23',
      received_at_unix: NOW - 9,
      sold_at_unix: NOW + 23,
    },
  ]);
});
