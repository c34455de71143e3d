import { type Codes, found } from '../../rule.ts';
import type { Figures } from '../book-figures.ts';
import { missed, most, neutral, unverifiable } from '../bounds.ts';
import { type Book, beforeWindowOf, currencies, sumsIn } from '../evidence/book.ts';
import { weighedAgainst } from '../evidence/main-currency.ts';
import { roundedBps } from '../figures/ratio.ts';
import { amountsIn } from '../measured.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  UNMATCHED_BASIS: {
    severity: 'medium',
    bound: most('bps', unverifiable(5_000n)),
    meaning: 'Most of the proceeds came from tokens of which no purchase is known.',
    action:
      'What the wallet does is not to trade. What the tokens cost is not in this window: look at where they came from.',
  },
  BASIS_BEFORE_WINDOW: {
    severity: 'medium',
    bound: most('bps', neutral(2_000n)),
    meaning: 'Too much of the proceeds came from tokens that were held before the window.',
    action: 'They count as no profit, but a loss on them is not seen either. Ask again when they are sold.',
  },
} as const satisfies Codes<WalletWeight>;

/** Does too much of the proceeds come from tokens that were never bought, or before the window? */
export const unmatchedBasis = walletRule({
  id: 'unmatched-basis',
  needs: ['book', 'figures'],
  codes,
  flags: {
    SOLD_WITHOUT_BASIS: 'Tokens were sold of which no purchase is known. They are listed and count as no profit.',
  },
  judge({ book, figures }) {
    const { currency, unmatchedBps } = figures;
    const said = amountsIn(currency, { proceeds: sumsIn(book, currency).unmatchedProceeds });
    return found(
      [
        ...missed(codes, 'UNMATCHED_BASIS', unmatchedBps, said),
        ...missed(codes, 'BASIS_BEFORE_WINDOW', beforeWindowBps(book, figures), said),
      ],
      book.unmatchedSales.length > 0 ? ['SOLD_WITHOUT_BASIS'] : [],
    );
  },
});

/** The share in all proceeds, with sales in other currencies at the price that makes it largest. */
function beforeWindowBps(book: Book, figures: Figures): number {
  const more = currencies
    .filter((currency) => currency !== figures.currency)
    .reduce((sum, of) => sum + weighedAgainst(book, beforeWindowOf(book, of), of, figures.currency), 0n);
  if (more === 0n) return figures.beforeWindowBps;
  const own = beforeWindowOf(book, figures.currency);
  return roundedBps(own + more, sumsIn(book, figures.currency).proceeds + more, 'up');
}
