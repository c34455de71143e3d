import { type Codes, found } from '../../rule.ts';
import type { Figures } from '../book-figures.ts';
import { missed, most, neutral } from '../bounds.ts';
import { type Book, openBasisOf } from '../evidence/book.ts';
import { roundedBps } from '../figures/ratio.ts';
import { othersInMain } from '../in-main-currency.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  OPEN_BAGS: {
    severity: 'medium',
    bound: most('bps', neutral(3_000n)),
    meaning: 'Too much of the cost still lies in open positions, whose losses have not been taken yet.',
    action: 'Closed trades look better while losers are kept. Ask again in a week, when they count.',
  },
} as const satisfies Codes<WalletWeight>;

/** Does too much of the cost still lie in open positions, of any currency? */
export const openBags = walletRule({
  id: 'open-bags',
  needs: ['book', 'figures', 'others'],
  codes,
  judge({ book, figures, others }) {
    return found(missed(codes, 'OPEN_BAGS', openBpsOf(book, figures, others)));
  },
});

/** Bags of other currencies are added at the worst rate; without a rate their size is unknown. */
function openBpsOf(book: Book, figures: Figures, others: readonly Figures[]): number {
  const more = othersInMain(book, figures, others).map(({ openInMain }) => openInMain);
  if (more.includes(null)) return 10_000;
  const sum = more.reduce<bigint>((total, open) => total + (open ?? 0n), 0n);
  if (sum === 0n) return figures.openBasisBps;
  return roundedBps(openBasisOf(book, figures.currency) + sum, figures.cost, 'up');
}
