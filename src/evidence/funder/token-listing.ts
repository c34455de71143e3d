import type { ChainReader, SignatureEntry, TokenHolding } from '#chain/model.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { type Listing, OLDEST_MAX, PAGE_SIGNATURES } from './listing.ts';

/** Token accounts whose histories are read, one page each. */
const ACCOUNTS_MAX = 8;

/**
 * The history of an address that no transaction names, through the token accounts that it holds: a transfer into an
 * existing token account lists the account and not its owner. Complete or a gap, as for the address itself.
 */
export async function readTokenListing(
  reader: ChainReader,
  holdings: readonly TokenHolding[],
): Promise<Reading<Listing>> {
  if (holdings.length > ACCOUNTS_MAX)
    return missing('history', 'limit_reached', `more than ${ACCOUNTS_MAX} token accounts`);
  const pages = await Promise.all(holdings.map((holding) => readWhole(reader, holding)));
  const bySignature = new Map<string, SignatureEntry>();
  for (const page of pages) {
    if (!page.known) return renamed('history', page.gap);
    for (const entry of page.value) bySignature.set(entry.signature, entry);
  }
  if (bySignature.size === 0) return missing('history', 'history_missing', 'token accounts without a transaction');
  const ascending = [...bySignature.values()].reverse().sort((a, b) => a.slot - b.slot);
  return known({ oldest: ascending.slice(0, OLDEST_MAX), signatures: bySignature.size, pages: holdings.length });
}

async function readWhole(reader: ChainReader, { account }: TokenHolding): Promise<Reading<readonly SignatureEntry[]>> {
  const page = await reader.signatures(account);
  if (!page.known) return page;
  const last = page.value.at(-1);
  if (!last) return page;
  if (page.value.length >= PAGE_SIGNATURES)
    return missing('history', 'limit_reached', 'a token account with a full page');
  const end = await reader.signatures(account, { before: last.signature });
  if (!end.known || end.value.length === 0) return end.known ? page : end;
  return missing('history', 'limit_reached', 'a token account with more than one page');
}
