import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Did too much of what was bought leave without a sale? */
export const transferredOut = ruleFor<JudgedEvidence>()({
  id: 'transferred-out',
  needs: ['book', 'figures'],
  codes: ['TRANSFERRED_OUT'],
  judge({ book, figures }) {
    if (!book || !figures) return notApplicable;
    return found(missed('TRANSFERRED_OUT', figures.transferredOutBps, { lamports: book.transferredOut.toString() }));
  },
});
