import { powerMeanings } from '../../mint-codes.ts';
import { clear, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { TokenMintFacts } from '../evidence.ts';
import { tokenRule } from '../policy.ts';
import { isCounted } from '../shares.ts';

/** Are ordinary holders frozen, by somebody who can still do it? */
export const holdersFrozen = tokenRule({
  id: 'holders-frozen',
  needs: ['mint', 'holders'],
  codes: {
    HOLDERS_FROZEN: {
      severity: 'critical',
      category: 'control',
      certainty: 'state',
      meaning: powerMeanings.HOLDERS_FROZEN,
      action: 'Do not buy: holders of this token have already been kept from selling.',
    },
  },
  judge({ mint, holders }) {
    const powers = powersOf(mint);
    if (powers === null) return clear;
    const frozen = holders.accounts.filter(({ role, tokens, frozen }) => frozen && tokens > 0n && isCounted(role));
    if (frozen.length === 0) return clear;
    const tokens = frozen.reduce((sum, one) => sum + one.tokens, 0n);
    const evidence = { frozen_accounts: frozen.length, tokens: tokens.toString(), ...powers };
    const seen = counted(holders.accounts.length, 'account');
    const message = `Of the ${seen} that were read, ${frozen.length} of ordinary holders ${frozen.length === 1 ? 'is' : 'are'} frozen.`;
    return raised([reason('HOLDERS_FROZEN', evidence, message)]);
  },
});

/** The keys that may freeze, or move frozen tokens; null if there are none. */
function powersOf({ freezeAuthority, extensions }: TokenMintFacts): Readonly<Record<string, string>> | null {
  const delegate = extensions.find(({ type }) => type === 'permanent_delegate');
  const permanent = delegate?.type === 'permanent_delegate' ? delegate.delegate : null;
  if (freezeAuthority === null && permanent === null) return null;
  return {
    ...(freezeAuthority === null ? {} : { freeze_authority: freezeAuthority }),
    ...(permanent === null ? {} : { permanent_delegate: permanent }),
  };
}
