import { clear, notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { linkedSales } from '../makers.ts';
import { UNBOUGHT_MINTS_MIN } from '../policy.ts';
import { found } from '../reason.ts';

/** Are tokens of several mints sold within an hour of being received? Only with a link to their makers is that a proof. */
export const sellsWithoutBuys = ruleFor<JudgedEvidence>()({
  id: 'sells-without-buys',
  needs: ['book', 'figures', 'seenMakers'],
  codes: ['SELLS_WITHOUT_BUYS'],
  judge({ book, figures, seenMakers }) {
    if (!book || !figures) return notApplicable;
    const { mints, proceedsBps } = figures.behaviour.soldUnbought;
    if (mints < UNBOUGHT_MINTS_MIN) return clear;
    const linked = linkedSales(book, seenMakers);
    const said = { proving_events: linked.length, mints, linked_mint: linked[0]?.mint ?? null };
    return found(missed('SELLS_WITHOUT_BUYS', proceedsBps, said));
  },
});
