import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordMetrics } from '#rules/wallet/answer-metrics.ts';
import { figuresOf } from '#rules/wallet/figures.ts';
import { bookOf, staleBookOf } from '../support/wallet-book.ts';
import { SOL } from '../support/wallet-effects.ts';
import { anyPlay, playedWith, type RandomMove } from '../support/wallet-plays.ts';

/** A loss on units of which half were never bought, which counts nowhere else, and a purchase that is given away. */
const losses: RandomMove = (wallet) => {
  wallet.receive('mixed', 50n);
  wallet.buy('mixed', 50n, SOL);
  wallet.sell('mixed', 100n, SOL / 10n);
  wallet.buy('given', 50n, SOL);
  wallet.send('given', 50n);
};

it('whatever a wallet does, its pessimistic profit follows from four other metrics', () => {
  const seen = { uncounted: 0, overhead: 0, transferred: 0 };
  fc.assert(
    fc.property(anyPlay, fc.boolean(), fc.boolean(), (moves, isStale, isMixed) => {
      const wallet = playedWith(isMixed ? [losses, ...moves] : moves);
      const book = isStale ? staleBookOf(wallet) : bookOf(wallet);
      const metrics = recordMetrics(book, figuresOf(book));
      const [uncounted, transferred, overhead] = [
        BigInt(metrics.uncounted_losses_lamports ?? -1),
        BigInt(metrics.transferred_out_lamports ?? -1),
        BigInt(metrics.overhead_lamports ?? -1),
      ];
      expect([uncounted, transferred, overhead].every((one) => one >= 0n)).toBe(true);
      const left = BigInt(metrics.realized_pnl_lamports ?? '') - uncounted - transferred - overhead;
      expect(metrics.pessimistic_pnl_lamports).toBe(left.toString());
      seen.uncounted += uncounted > 0n ? 1 : 0;
      seen.transferred += transferred > 0n ? 1 : 0;
      seen.overhead += overhead > 0n ? 1 : 0;
    }),
    { numRuns: 300 },
  );
  expect(Object.entries(seen).filter(([, times]) => times < 20)).toEqual([]);
});
