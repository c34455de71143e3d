import { type Codes, found } from '../../rule.ts';
import { least, missed, neutral } from '../bounds.ts';
import { unitOf } from '../measured.ts';
import { type WalletWeight, walletRule } from '../policy.ts';
import { sizeBounds } from '../record.ts';

const codes = {
  TOO_FEW_CLOSED_TRADES: {
    severity: 'low',
    bound: sizeBounds.closed,
    meaning: 'There are too few closed round trips to tell skill from luck.',
    action: 'Ask again when the wallet has traded more; the bound is in the evidence.',
  },
  SIZES_TOO_UNEVEN: {
    severity: 'low',
    // Half of the round trips that are asked for: uneven sizes are usual, a handful with dust beside it is not.
    bound: least('count', neutral(15n)),
    meaning: 'A few large round trips carry the record; the others are too small to add to it.',
    action: 'Count the large ones only. The figure says how many round trips of one size would weigh as much.',
  },
  TOO_FEW_MINTS: {
    severity: 'low',
    bound: sizeBounds.mints,
    meaning: 'The round trips are of too few different tokens.',
    action: 'One good token proves little. The bound is in the evidence.',
  },
  TOO_FEW_ACTIVE_DAYS: {
    severity: 'low',
    bound: sizeBounds.days,
    meaning: 'The trades lie on too few different days.',
    action: 'A few days share one mood of the market. The bound is in the evidence.',
  },
  LOW_TURNOVER: {
    severity: 'low',
    bound: sizeBounds.cost,
    meaning: 'Too little money was put into the round trips.',
    action: 'Small sums are cheap to arrange. The bound is in the evidence.',
  },
} as const satisfies Codes<WalletWeight>;

/** Are there enough round trips, of enough tokens, on enough days, with enough at stake in most of them? */
export const sampleSize = walletRule({
  id: 'sample-size',
  needs: ['figures'],
  codes,
  judge({ figures }) {
    const few = missed(codes, 'TOO_FEW_CLOSED_TRADES', figures.closed);
    return found([
      // Too few weigh too little in any case.
      ...(few.length > 0 ? few : missed(codes, 'SIZES_TOO_UNEVEN', figures.evenTrips)),
      ...missed(codes, 'TOO_FEW_MINTS', figures.mints),
      ...missed(codes, 'TOO_FEW_ACTIVE_DAYS', figures.activeDays),
      ...missed(codes, 'LOW_TURNOVER', figures.cost, {}, unitOf[figures.currency]),
    ]);
  },
});
