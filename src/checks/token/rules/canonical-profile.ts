import { clear, notApplicable, raised } from '../../rule.ts';
import { curationOf } from '../curated.ts';
import { reason } from '../reason.ts';
import { ruleOnSubject } from '../subject-rule.ts';

/** Is it a known asset, and is its mint as it was reviewed? */
export const canonicalProfile = ruleOnSubject({
  id: 'canonical-profile',
  needs: ['mint'],
  codes: ['CANONICAL_PROFILE_DRIFT'],
  flags: ['CANONICAL_ASSET'],
  judge({ mint }, subject) {
    if (mint.is !== 'mint') return notApplicable;
    const curation = curationOf(subject, mint.mint);
    if (curation === null) return clear;
    const { asset, drift } = curation;
    if (drift.length === 0) return raised([], ['CANONICAL_ASSET']);
    const evidence = { asset: asset.symbol, drift: drift.join(', '), reviewed: asset.reviewed, source: asset.source };
    return raised([reason('CANONICAL_PROFILE_DRIFT', evidence)]);
  },
});
