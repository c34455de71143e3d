import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/**
 * Can somebody mint more? A staking program that is proven to hold the authority limits it by what was staked; with a freeze
 * authority beside it the token is no plain receipt of stake, and the proof counts for nothing.
 */
export const mintAuthority = ruleFor<TokenEvidence>()({
  id: 'mint-authority',
  needs: ['mint', 'stake'],
  codes: ['MINT_AUTHORITY_LIVE'],
  flags: ['LST_PROVEN', 'STAKE_PROGRAM_UPGRADEABLE'],
  judge({ mint, stake }) {
    if (mint.is !== 'mint') return notApplicable;
    const { mintAuthority: authority, freezeAuthority } = mint.mint;
    if (authority === null) return clear;
    if (stake !== null && freezeAuthority === null) return raised([], ['LST_PROVEN', 'STAKE_PROGRAM_UPGRADEABLE']);
    return raised([reason('MINT_AUTHORITY_LIVE', { mint_authority: authority })]);
  },
});
