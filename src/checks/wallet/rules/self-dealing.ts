import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { linkedGain } from '../makers.ts';
import { found } from '../reason.ts';

/** Does the gain come from tokens that the wallet made, or whose maker it is connected to? */
export const selfDealing = ruleFor<JudgedEvidence>()({
  id: 'self-dealing',
  needs: ['book', 'makers'],
  codes: ['SELF_DEALING'],
  flags: ['CREATOR_LINKED'],
  judge({ book, makers }) {
    if (!book || !makers) return notApplicable;
    const { mints, lamports, shareBps, trades } = linkedGain(book, makers);
    const [mint = null] = mints;
    const said = { proving_events: trades, mints: mints.size, mint, lamports: lamports.toString() };
    return found(missed('SELF_DEALING', shareBps, said), mints.size > 0 ? ['CREATOR_LINKED'] : []);
  },
});
