import { profileDrift } from '#solana/token/issuers.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Is it an asset of a reviewed issuer, and is its mint as it was reviewed? */
export const canonicalProfile = tokenRule({
  id: 'canonical-profile',
  needs: ['mint'],
  mayBeNull: ['issuer'],
  codes: {
    CANONICAL_PROFILE_DRIFT: {
      severity: 'medium',
      category: 'entity',
      certainty: 'state',
      meaning:
        "The mint is that of a known asset, but its powers are not those that were reviewed: changed, or not the issuer's.",
      action: 'Treat it as an unknown token until its issuer explains the change.',
    },
    ISSUER_NOT_PROVEN: {
      severity: 'medium',
      category: 'entity',
      certainty: 'derived',
      meaning:
        'The mint names the keys of a reviewed issuer, as any mint can, and no transaction that was read is signed by one of them for it.',
      action: "Look for the mint address in the issuer's own list; until it is there, treat it as a stranger's token.",
    },
  },
  flags: {
    CANONICAL_ASSET: 'The mint is that of a known asset, and its powers are those that were reviewed.',
    ISSUER_PROVEN:
      'No list has the mint, but a reviewed issuer has all powers over it and signed for it; the metrics name the issuer.',
  },
  judge({ mint, issuer }) {
    if (issuer === null) return clear;
    const { name, reviewed, source } = issuer.profile;
    if (issuer.how === 'not_signed') return raised([reason('ISSUER_NOT_PROVEN', { issuer: name, reviewed, source })]);
    const drift = profileDrift(issuer.profile, mint);
    if (drift.length === 0) return raised([], [issuer.how === 'listed' ? 'CANONICAL_ASSET' : 'ISSUER_PROVEN']);
    const asset = issuer.asset?.symbol ?? name;
    return raised([reason('CANONICAL_PROFILE_DRIFT', { asset, drift: drift.join(', '), reviewed, source })]);
  },
});
