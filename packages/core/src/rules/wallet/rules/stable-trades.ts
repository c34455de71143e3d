import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral, unverifiable } from '../bounds.ts';
import { sumsIn } from '../evidence/book.ts';
import { amountsIn } from '../measured.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

/** The share of cost paid in another currency from which a flag says so. */
const STABLE_QUOTED_BPS = 2_000;

const codes = {
  UNPRICED_STABLE: {
    severity: 'medium',
    bound: most('bps', neutral(1_000n), unverifiable(2_000n)),
    meaning:
      'Too many tokens were bought in one currency and sold in another without a rate between the two being seen.',
    action:
      'Their profit cannot be told in either. What was paid counts as lost; the evidence says how many trades there were.',
  },
  CONVERTED_RECORD: {
    severity: 'low',
    bound: most('bps', neutral(2_000n)),
    meaning:
      'Much of the record was bought in one currency and sold in another, at rates of pools that anybody can make.',
    action: 'What such round trips brought rests on these rates: metrics.rates has them.',
  },
} as const satisfies Codes<WalletWeight>;

/** Is there a rate for trades that were paid in another currency than their position is kept in, and are there many? */
export const stableTrades = walletRule({
  id: 'stable-trades',
  needs: ['book', 'figures'],
  codes,
  flags: {
    STABLE_QUOTED:
      'More than 20 percent of the cost was paid in another currency than that of the book and converted at prices seen on chain.',
    UNPRICED_TRADES:
      'Some trades were paid in another currency than their tokens, without a rate; those positions do not count.',
  },
  judge({ book, figures }) {
    const { currency, unpricedBps, convertedCostBps, convertedBps } = figures;
    const trades = book.counts.unpricedTrades;
    const said = { trades, ...amountsIn(currency, { unpriced: sumsIn(book, currency).unpriced }) };
    const limits = [
      ...missed(codes, 'UNPRICED_STABLE', unpricedBps, said),
      ...missed(codes, 'CONVERTED_RECORD', convertedBps),
    ];
    return found(limits, [
      ...(convertedCostBps > STABLE_QUOTED_BPS ? ['STABLE_QUOTED'] : []),
      ...(trades > 0 ? ['UNPRICED_TRADES'] : []),
    ]);
  },
});
