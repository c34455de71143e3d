import type { SignatureEntry } from '#chain/chain-reader.ts';
import { linkCandidates, signedLink } from '#derive/token/issuers/signed-link.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { IssuerFacts } from '#solana/token/issuers.ts';
import type { Transaction } from '#solana/transaction.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';
import type { RoundContext } from '../second-round.ts';

type Page = Reading<readonly SignatureEntry[]>;

/** Up to thirty transactions of a mint's newest page of which one may show its issuer's signature. None where a list names the issuer. */
export async function readLinkBodies(
  { question: { subject }, mint, options: { issuers }, reader }: RoundContext,
  page: Page,
): Promise<readonly Reading<Transaction>[]> {
  if (issuers.find(subject) || issuers.named(mint) === null || !page.known) return [];
  return Promise.all(linkCandidates(page.value).map(({ signature }) => reader.transaction(signature)));
}

/**
 * The reviewed issuer of a mint. A listed mint needs no transaction. Another mint that names only the keys of one issuer has to show a
 * signature of that issuer in one of `bodies`, the first of which made the mint. Where no body shows one, the gap is that of an unreadable
 * part: a short list without the transaction that made the mint lacks its older part, and any signature in it.
 */
export function readIssuer(
  { question: { subject }, mint, options: { issuers } }: RoundContext,
  page: Page,
  [made, ...bodies]: readonly [Reading<Transaction | null>, ...Reading<Transaction>[]],
): Reading<IssuerFacts | null> {
  const asset = issuers.find(subject);
  if (asset) return known({ how: 'listed', profile: asset.profile, asset, transaction: null });
  const profile = issuers.named(mint);
  if (profile === null) return known(null);
  const read = [made, ...bodies].flatMap((body) => (body.known && body.value ? [body.value] : []));
  const proof = signedLink(profile, subject, read);
  if (proof) return known({ how: 'signed', profile, asset: null, transaction: proof.signature });
  const unread = [page, ...bodies].find((body) => !body.known);
  if (unread && !unread.known) return renamed('issuer', unread.gap);
  const isMade = made.known && made.value !== null;
  if (page.known && page.value.length < PAGE_SIGNATURES && !isMade)
    return missing('issuer', 'history_missing', 'the transaction that made the mint is not listed');
  return known({ how: 'not_signed', profile, asset: null, transaction: null });
}
