import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Is there any supply? The mint of wrapped SOL counts nothing, however much is wrapped. */
export const zeroSupply = notForWrappedSol(
  tokenRule({
    id: 'zero-supply',
    needs: ['mint'],
    codes: {
      ZERO_SUPPLY: {
        severity: 'medium',
        category: 'entity',
        certainty: 'state',
        meaning: 'The supply of the mint is zero.',
        action: 'There is nothing to buy; whoever may mint decides what there will be.',
      },
    },
    judge({ mint }) {
      const { supply, mintAuthority } = mint;
      return supply > 0n ? clear : raised([reason('ZERO_SUPPLY', { mint_authority: mintAuthority })]);
    },
  }),
);
