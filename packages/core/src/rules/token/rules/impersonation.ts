import type { Address } from '#solana/address.ts';
import { extensionOf } from '#solana/token/decoded-mint.ts';
import { clear, raised, reason } from '../../rule.ts';
import { copiedAsset } from '../canonical-names.ts';
import type { TokenMintFacts } from '../evidence.ts';
import { reviewedClass } from '../issuer.ts';
import { listedNames, resemblance } from '../names/listed-names.ts';
import { tokenRule } from '../policy.ts';

/**
 * Does the token bear the name of a known asset or of a listed token without being it? Worse where its maker can still act against
 * holders. A ticker or a short name alone is met by chance as well and weighs less.
 */
export const impersonation = tokenRule({
  id: 'impersonation',
  needs: ['mint', 'metadata'],
  codes: {
    IMPERSONATES_CANONICAL: {
      severity: 'high',
      category: 'entity',
      certainty: 'inferred',
      meaning:
        'The name or symbol looks like that of a known asset or a listed token, or spells its address, and the mint is another one.',
      action:
        'Compare the mint address with that of the asset that is named in the evidence, if it has one; do not buy this one for it.',
    },
  },
  judge({ mint, metadata }, evidence) {
    const records = metadata.alsoCalled === null ? [metadata] : [metadata, metadata.alsoCalled];
    const index = listedNames();
    const { subject } = evidence;
    const known = records.map((one) => copiedAsset(index, subject, one)).find((one) => one !== null);
    // An asset of a reviewed issuer is named after its underlying, such as a stock.
    const isReviewed = reviewedClass(evidence) !== null;
    const listed = isReviewed ? [] : records.flatMap((one) => resemblance(index, subject, one) ?? []);
    const found = known ?? listed.find(({ isCopy }) => isCopy) ?? listed[0];
    if (!found) return clear;
    const { of, by, isCopy } = found;
    const powers = livePowers(mint);
    // The message leaves out the token's own name, because a stranger wrote it.
    const alike = by === 'name and symbol' ? 'look like those' : 'looks like that';
    const which = of.mint === null ? 'of which no list knows a mint on Solana' : `which is the mint ${of.mint}`;
    const message =
      by === 'address'
        ? `The name or symbol of the token spells the address of ${of.symbol}, ${which}.`
        : `The ${by} of the token ${alike} of ${of.symbol}, ${which}.`;
    const facts = {
      canonical_mint: of.mint ?? '',
      canonical_symbol: of.symbol,
      looks_alike: by,
      live_powers: powers.join(', '),
    };
    const severity = powers.length > 0 ? 'critical' : 'high';
    return raised([reason('IMPERSONATES_CANONICAL', facts, message, isCopy ? severity : 'medium')]);
  },
});

/** The maker's powers over the holders who trusted the name. */
function livePowers(mint: TokenMintFacts): readonly string[] {
  const holders: readonly (readonly [string, Address | null])[] = [
    ['mint', mint.mintAuthority],
    ['freeze', mint.freezeAuthority],
    ['permanent_delegate', extensionOf(mint, 'permanent_delegate')?.delegate ?? null],
    ['pause', extensionOf(mint, 'pausable')?.authority ?? null],
  ];
  return holders.flatMap(([power, holder]) => (holder === null ? [] : [power]));
}
