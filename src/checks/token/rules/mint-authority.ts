import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/**
 * Can somebody mint more? A staking program that is proven to hold the authority limits it by what was staked; with a freeze
 * authority beside it the token is no plain receipt of stake, and the proof counts for nothing.
 */
export const mintAuthority = tokenRule({
  id: 'mint-authority',
  needs: ['mint', 'stake'],
  codes: {
    MINT_AUTHORITY_LIVE: {
      severity: 'high',
      category: 'control',
      certainty: 'state',
      meaning: 'Somebody can mint more of the token, without any program proven to limit it.',
      action: 'Expect dilution at the will of the authority; prefer tokens whose authority was given up.',
    },
  },
  flags: {
    LST_PROVEN:
      'Supply grows only through a staking program: its state names the mint and its derived address may mint.',
    STAKE_PROGRAM_UPGRADEABLE: 'The staking program that may mint can be changed by those who may upgrade it.',
  },
  judge({ mint, stake }) {
    if (mint.is !== 'mint') return notApplicable;
    const { mintAuthority: authority, freezeAuthority } = mint.mint;
    if (authority === null) return clear;
    if (stake !== null && freezeAuthority === null) return raised([], ['LST_PROVEN', 'STAKE_PROGRAM_UPGRADEABLE']);
    return raised([reason('MINT_AUTHORITY_LIVE', { mint_authority: authority })]);
  },
});
