import { holderOf } from '#solana/token/powers/program-power.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/**
 * Can somebody mint more? A program with fixed rules that is proven to hold the authority is no person; it is one again where a
 * single key can change the program. Where the proof could not be read, the gap of `programs` decides.
 */
export const mintAuthority = tokenRule({
  id: 'mint-authority',
  needs: ['mint'],
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
  judge({ mint }, { programs }) {
    const { mintAuthority: authority, freezeAuthority } = mint;
    if (authority === null) return clear;
    const holder = holderOf(programs, 'mint', authority);
    if (!holder.known) return clear;
    const power = holder.value;
    if (power === null) return raised([reason('MINT_AUTHORITY_LIVE', { mint_authority: authority })]);
    if (power.kind !== 'staking') return clear;
    // With a freeze authority beside it the token is no plain receipt of stake, and the proof counts for nothing.
    if (freezeAuthority !== null) return raised([reason('MINT_AUTHORITY_LIVE', { mint_authority: authority })]);
    return raised([], ['LST_PROVEN', ...(power.upgrade.by === 'nobody' ? [] : ['STAKE_PROGRAM_UPGRADEABLE'])]);
  },
});
