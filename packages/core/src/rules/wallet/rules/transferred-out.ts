import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { sumsIn } from '../evidence/book.ts';
import { amountsIn } from '../measured.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  TRANSFERRED_OUT: {
    severity: 'medium',
    bound: most('bps', neutral(1_500n)),
    meaning: 'Too much of what was bought left for other addresses without a sale.',
    action: 'Losers can be hidden that way. Look at the wallet that received them.',
  },
} as const satisfies Codes<WalletWeight>;

/** Did too much of the bought tokens leave without a sale? */
export const transferredOut = walletRule({
  id: 'transferred-out',
  needs: ['book', 'figures'],
  codes,
  judge({ book, figures }) {
    const { currency, transferredOutBps } = figures;
    const out = amountsIn(currency, { transferred_out: sumsIn(book, currency).transferredOut });
    return found(missed(codes, 'TRANSFERRED_OUT', transferredOutBps, out));
  },
});
