import { notApplicable, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Did the wallet make tokens of its own? */
export const ownMints = ruleFor<JudgedEvidence>()({
  id: 'own-mints',
  needs: ['book'],
  codes: [],
  flags: ['CREATED_MINTS'],
  judge: ({ book }) => (book ? found([], book.created.length > 0 ? ['CREATED_MINTS'] : []) : notApplicable),
});
