import type { Figures } from './book-figures.ts';
import { type Book, type Currency, openBasisOf, sumsIn } from './evidence/book.ts';
import { countedAgainst, exchangedAtMost } from './evidence/main-currency.ts';

/** The deduction of another currency's book from the main one. In the main currency; null without a rate. */
export interface OtherCurrency {
  readonly currency: Currency;
  /** The loss in the currency itself; 0 where there is none. */
  readonly loss: bigint;
  readonly lossInMain: bigint | null;
  /** Cost of the open positions. */
  readonly openInMain: bigint | null;
}

/** The losses and the open positions of the other currencies, at the rates that are worst for the wallet. */
export function othersInMain(book: Book, main: Figures, others: readonly Figures[]): readonly OtherCurrency[] {
  return others.map((figures) => {
    const { currency, pessimisticPnl } = figures;
    const loss = pessimisticPnl < 0n ? -pessimisticPnl : 0n;
    const open = openBasisOf(book, currency);
    return {
      currency,
      loss,
      lossInMain: countedAgainst(book, loss, currency, main.currency) ?? costsInMain(book, figures, main.currency),
      openInMain: countedAgainst(book, open, currency, main.currency),
    };
  });
}

/**
 * A wallet that trades only in dollars pays fees, tips and rent in SOL, and no rate may ever be seen. Only such costs count at the highest
 * accepted price.
 */
function costsInMain(book: Book, { currency, pessimisticPnl }: Figures, to: Currency): bigint | null {
  if (currency !== 'sol' || to === 'sol') return null;
  const { failed_fees, other_fees, tips, rent_for_others } = sumsIn(book, 'sol').flows;
  const costs = -(failed_fees + other_fees + tips + rent_for_others);
  return -pessimisticPnl <= costs ? exchangedAtMost(-pessimisticPnl) : null;
}
