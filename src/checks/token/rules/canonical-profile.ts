import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { curationOf } from '../curated.ts';
import { tokenRule } from '../policy.ts';

/** Is it a known asset, and is its mint as it was reviewed? */
export const canonicalProfile = tokenRule({
  id: 'canonical-profile',
  needs: ['mint'],
  codes: {
    CANONICAL_PROFILE_DRIFT: {
      severity: 'medium',
      category: 'entity',
      certainty: 'state',
      meaning: 'The mint is that of a known asset, but its powers are not those that were reviewed.',
      action: 'Treat it as an unknown token until its issuer explains the change.',
    },
  },
  flags: {
    CANONICAL_ASSET: 'The mint is that of a known asset, and its powers are those that were reviewed.',
  },
  judge({ mint }, { subject }) {
    if (mint.is !== 'mint') return notApplicable;
    const curation = curationOf(subject, mint.mint);
    if (curation === null) return clear;
    const { asset, drift } = curation;
    if (drift.length === 0) return raised([], ['CANONICAL_ASSET']);
    const evidence = { asset: asset.symbol, drift: drift.join(', '), reviewed: asset.reviewed, source: asset.source };
    return raised([reason('CANONICAL_PROFILE_DRIFT', evidence)]);
  },
});
