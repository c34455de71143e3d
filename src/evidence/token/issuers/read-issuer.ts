import type { HistoryReader, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import type { Address } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { FullMint } from '#lib/token/decoded-mint.ts';
import type { IssuerFacts } from '#lib/token/issuers.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';
import type { IssuerTable } from './issuer-table.ts';
import { linkCandidates, signedLink } from './signed-link.ts';

/** A mint with the newest page of its list, and the transaction that made it where that is read anyway. */
export interface IssuerQuestion {
  readonly subject: Address;
  readonly mint: FullMint;
  readonly page: Reading<readonly SignatureEntry[]>;
  readonly creation: Promise<Reading<Transaction | null>>;
}

/**
 * The reviewed issuer of a mint. A listed mint needs no reading. For another one that names the keys of an issuer and no others, up to
 * thirty transactions are read, until one shows a signature of the issuer for this mint. The gap is that of what could not be read
 * where nothing else shows one: a short list without the transaction that made the mint lacks its older part, with any signature in it.
 */
export async function readIssuer(
  { subject, mint, page, creation }: IssuerQuestion,
  issuers: IssuerTable,
  reader: Pick<HistoryReader, 'transaction'>,
): Promise<Reading<IssuerFacts | null>> {
  const asset = issuers.find(subject);
  if (asset) return known({ how: 'listed', profile: asset.profile, asset, transaction: null });
  const profile = issuers.named(mint);
  if (profile === null) return known(null);
  const entries = page.known ? linkCandidates(page.value) : [];
  const [made, ...bodies] = await Promise.all([
    creation,
    ...entries.map(({ signature }) => reader.transaction(signature)),
  ]);
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
