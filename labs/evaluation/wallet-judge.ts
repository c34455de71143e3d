import { known } from 'assay-core/lib/reading.ts';
import type { Figures } from 'assay-core/rules/wallet/book-figures.ts';
import type { Book, Position } from 'assay-core/rules/wallet/evidence/book.ts';
import { carryingMints } from 'assay-core/rules/wallet/evidence/carriers.ts';
import type { WalletEvidence } from 'assay-core/rules/wallet/evidence.ts';
import { figuresOf } from 'assay-core/rules/wallet/figures.ts';
import { expectancyOf } from 'assay-core/rules/wallet/statistics/expectancy.ts';
import { judgeFigures } from 'assay-core/rules/wallet/verdict.ts';
import { maker, walletEvidence } from '../../packages/core/test/support/wallet-evidence.ts';
import { bookOf, DAY } from '../../packages/core/test/support/wallet-positions.ts';
import { NOW } from './wallet-population.ts';

/** The verdicts of the reference's rules and of the service about one wallet. */
export interface Passed {
  readonly profit: boolean;
  readonly lower95: boolean;
  readonly lower99: boolean;
  readonly trusted: boolean;
  readonly upper95: boolean;
  readonly untrusted: boolean;
}

/** All rules over the round trips of a wallet about which everything else is known and clean. */
export function passedBy(positions: readonly Position[]): Passed {
  const book = bookOf(positions);
  const figures = figuresOf(book);
  const { verdict } = judgeFigures(evidenceOf(book, figures), figures);
  const outcomes = figures.sample.map(({ cost, pnl, closedAt }) => ({
    cost: Number(cost),
    pnl: Number(pnl),
    day: Math.floor((closedAt ?? 0) / DAY),
  }));
  const loose = expectancyOf(outcomes, outcomes, 0.05);
  return {
    profit: figures.realizedPnl > 0n,
    lower95: (loose?.lowerBps ?? 0) > 0,
    lower99: (figures.expectancy?.lowerBps ?? 0) > 0,
    trusted: verdict === 'TRUSTED',
    upper95: (loose?.upperBps ?? 0) < 0 && figures.pessimisticPnl < 0n,
    untrusted: verdict === 'UNTRUSTED',
  };
}

/** The makers of what carries the profit are known, and strangers, like those who paid for it. */
function evidenceOf(book: Book, { sample }: Figures): WalletEvidence {
  const best = carryingMints(sample).map((mint) => maker({ mint }));
  return walletEvidence({
    asOf: known({ slot: 1, commitment: 'finalized', time: NOW }),
    book: known(book),
    makers: known(best),
  });
}
