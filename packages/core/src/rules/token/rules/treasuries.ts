import { found } from '../../rule.ts';
import type { TreasuryFacts } from '../holdings/evidence.ts';
import { tokenRule } from '../policy.ts';

/** Is a large holder the vault of a multisig or a governance? Whoever controls it can sell, so that it counts as one holder. */
export const treasuries = tokenRule({
  id: 'treasuries',
  needs: ['mint', 'holders'],
  flags: {
    TREASURY_AMONG_HOLDERS:
      'A large holder is proven to be the vault of a multisig or of a governance. It counts as one holder: its keys may be of one person.',
    TREASURY_OF_ONE_KEY: 'One key decides about such a vault: it signs alone, or it can change who signs.',
  },
  judge({ holders }) {
    const all = holders.accounts.flatMap(({ treasury, tokens }) => (treasury && tokens > 0n ? [treasury] : []));
    return found(
      [],
      [...(all.length > 0 ? ['TREASURY_AMONG_HOLDERS'] : []), ...(all.some(isOfOneKey) ? ['TREASURY_OF_ONE_KEY'] : [])],
    );
  },
});

function isOfOneKey({ threshold, members, configAuthority }: TreasuryFacts): boolean {
  return configAuthority !== null || threshold === 1 || members === 1;
}
