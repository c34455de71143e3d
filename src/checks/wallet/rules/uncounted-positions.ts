import { notApplicable, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Are there positions that do not count because of what cannot be seen in them? */
export const uncountedPositions = ruleFor<JudgedEvidence>()({
  id: 'uncounted-positions',
  needs: ['book'],
  codes: [],
  flags: ['CONFIDENTIAL_MINT', 'UNCLEAR_POSITIONS'],
  judge({ book }) {
    if (!book) return notApplicable;
    const taints = new Set(book.positions.map(({ taint }) => taint));
    return found(
      [],
      [
        ...(taints.has('confidential') ? ['CONFIDENTIAL_MINT'] : []),
        ...(taints.has('unclear') ? ['UNCLEAR_POSITIONS'] : []),
      ],
    );
  },
});
