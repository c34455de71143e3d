import type { Address } from '#lib/address.ts';
import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { canonicalBearer } from '../canonical-names.ts';
import type { TokenMintFacts } from '../evidence.ts';
import { tokenRule } from '../policy.ts';

/** Does the token bear the name of a known asset without being it? Worse where its maker can still act against holders. */
export const impersonation = tokenRule({
  id: 'impersonation',
  needs: ['mint', 'metadata'],
  codes: {
    IMPERSONATES_CANONICAL: {
      severity: 'high',
      category: 'entity',
      certainty: 'inferred',
      meaning: 'The name or symbol looks like that of a known asset, and the mint is another one.',
      action:
        'Compare the mint address with that of the asset that is named in the evidence; do not buy this one for it.',
    },
  },
  judge({ mint, metadata }, { subject }) {
    if (mint.is !== 'mint' || metadata === null) return notApplicable;
    const names = [metadata, metadata.alsoCalled].flatMap((record) => {
      if (record === null) return [];
      return [
        { by: 'symbol', asset: canonicalBearer(record.symbol) },
        { by: 'name', asset: canonicalBearer(record.name) },
      ];
    });
    const found = names.find(({ asset }) => asset !== null && !asset.mints.includes(subject));
    if (!found?.asset) return clear;
    const { label, mints } = found.asset;
    const powers = livePowers(mint.mint);
    // The message leaves out the token's own name, because a stranger wrote it.
    const message = `The ${found.by} of the token looks like that of ${label}, which is the mint ${mints[0]}.`;
    const evidence = {
      canonical_mint: mints[0] ?? null,
      canonical_symbol: label,
      looks_alike: found.by,
      live_powers: powers.join(', '),
    };
    return raised([reason('IMPERSONATES_CANONICAL', evidence, message, powers.length > 0 ? 'critical' : 'high')]);
  },
});

/** What its maker can still do to those who fell for the name. */
function livePowers(mint: TokenMintFacts): readonly string[] {
  const holders: readonly (readonly [string, Address | null])[] = [
    ['mint', mint.mintAuthority],
    ['freeze', mint.freezeAuthority],
    ['permanent_delegate', extensionOf(mint, 'permanent_delegate')?.delegate ?? null],
    ['pause', extensionOf(mint, 'pausable')?.authority ?? null],
  ];
  return holders.flatMap(([power, holder]) => (holder === null ? [] : [power]));
}
