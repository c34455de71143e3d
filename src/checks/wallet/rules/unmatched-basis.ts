import { type Codes, found, notApplicable } from '../../rule.ts';
import { missed, most, neutral, unverifiable } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  UNMATCHED_BASIS: {
    severity: 'medium',
    bound: most('bps', neutral(1_000n), unverifiable(2_000n)),
    meaning: 'Too much of the proceeds came from tokens of which no purchase is known.',
    action: 'What they cost is not on chain in this wallet: look at where they came from.',
  },
} as const satisfies Codes<WalletWeight>;

/** Does too much of the proceeds come from tokens that were never bought? */
export const unmatchedBasis = walletRule({
  id: 'unmatched-basis',
  needs: ['book', 'figures'],
  codes,
  judge({ book, figures }) {
    if (!book || !figures) return notApplicable;
    return found(
      missed(codes, 'UNMATCHED_BASIS', figures.unmatchedBps, { lamports: book.unmatchedProceeds.toString() }),
    );
  },
});
