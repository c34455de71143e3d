import { type Codes, found, notApplicable } from '../../rule.ts';
import { missed, most, neutral, unverifiable } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

/** The share of cost paid in stable coins from which a flag says so. */
const STABLE_QUOTED_BPS = 2_000;

const codes = {
  UNPRICED_STABLE: {
    severity: 'medium',
    bound: most('bps', neutral(1_000n), unverifiable(2_000n)),
    meaning: 'Too many trades were paid in stable coins at times for which no price in SOL was seen.',
    action:
      'The profit in SOL cannot be told. Only how much has no price is estimated: by the nearest price, else by number of trades.',
  },
} as const satisfies Codes<WalletWeight>;

/** Are trades in stable coins priced, and are there many? */
export const stableTrades = walletRule({
  id: 'stable-trades',
  needs: ['book', 'figures'],
  codes,
  flags: {
    STABLE_QUOTED: 'More than 20 percent of the cost was paid in stable coins and converted at prices seen on chain.',
    UNPRICED_TRADES: 'Some trades in stable coins have no price in SOL; their positions do not count.',
  },
  judge({ book, figures }) {
    if (!book || !figures) return notApplicable;
    const trades = book.counts.unpricedTrades;
    const lamports = book.unpricedLamports?.toString() ?? null;
    return found(missed(codes, 'UNPRICED_STABLE', figures.unpricedBps, { trades, lamports }), [
      ...(figures.stableCostBps > STABLE_QUOTED_BPS ? ['STABLE_QUOTED'] : []),
      ...(trades > 0 ? ['UNPRICED_TRADES'] : []),
    ]);
  },
});
