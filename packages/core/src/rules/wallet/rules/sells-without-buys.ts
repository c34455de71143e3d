import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { linkedSales } from '../makers.ts';
import { type WalletWeight, walletRule } from '../policy.ts';
import { mostProven, staked } from '../record.ts';

/** Mints of which units that were never bought are sold. */
const UNBOUGHT_MINTS_MIN = 3;

const codes = {
  SELLS_WITHOUT_BUYS: {
    severity: 'high',
    bound: most('bps', neutral(999n)),
    provesManipulation: true,
    meaning: 'Tokens of several kinds were sold within an hour of being received without a purchase.',
    action: 'Somebody supplies this wallet with tokens to sell. Where that is the maker, it is a front.',
  },
} as const satisfies Codes<WalletWeight>;

/** Are tokens of several mints sold within an hour of being received? Only with a link to their makers is that a proof. */
export const sellsWithoutBuys = walletRule({
  id: 'sells-without-buys',
  needs: ['book', 'figures', 'others', 'seenMakers'],
  codes,
  judge({ book, figures, others, seenMakers }) {
    const all = staked(figures, others).flatMap(({ currency, behaviour: { soldUnbought } }) => {
      const { mints, proceedsBps } = soldUnbought;
      if (mints < UNBOUGHT_MINTS_MIN) return [];
      const linked = linkedSales(book, seenMakers, currency);
      const said = { proving_events: linked.length, mints, linked_mint: linked[0]?.mint ?? null };
      return missed(codes, 'SELLS_WITHOUT_BUYS', proceedsBps, said);
    });
    return found(mostProven(all));
  },
});
