import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Is there anything of it? The mint of wrapped SOL counts nothing, whatever is wrapped. */
export const zeroSupply = notForWrappedSol(
  ruleFor<TokenEvidence>()({
    id: 'zero-supply',
    needs: ['mint'],
    codes: ['ZERO_SUPPLY'],
    judge({ mint }) {
      if (mint.is !== 'mint') return notApplicable;
      const { supply, mintAuthority } = mint.mint;
      return supply > 0n ? clear : raised([reason('ZERO_SUPPLY', { mint_authority: mintAuthority })]);
    },
  }),
);
