import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Does too much of the proceeds come from tokens that were never bought? */
export const unmatchedBasis = ruleFor<JudgedEvidence>()({
  id: 'unmatched-basis',
  needs: ['book', 'figures'],
  codes: ['UNMATCHED_BASIS'],
  judge({ book, figures }) {
    if (!book || !figures) return notApplicable;
    return found(missed('UNMATCHED_BASIS', figures.unmatchedBps, { lamports: book.unmatchedProceeds.toString() }));
  },
});
