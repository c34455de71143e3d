import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { ifKnown, isFailure, known, mapReading, type Reading } from '#lib/reading.ts';
import { isHub } from '#rules/funder/evidence.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import { earlyFunder, type FirstFunder } from '../sources/first-funder.ts';
import { PAGE_SIGNATURES, readPast } from '../sources/listing.ts';
import { pageBefore, readActivity } from '../sources/source.ts';

/** The wallet whose first money is searched, and the tools. */
export interface Tracing {
  readonly reader: HistoryReader;
  readonly labels: LabelTable;
}

/** Pages of the wallet's own history, which anybody can make long. */
const OWN_PAGES_MAX = 20;
/** Creators whose first money is searched. */
const CREATORS_MAX = 10;

/**
 * The link between the wallet and each creator; a creator is absent without a link, or where it cannot be found. The gap is that of a
 * failed call.
 */
export type FirstMoney = (creators: readonly Address[]) => Promise<Reading<ReadonlyMap<Address, Address>>>;

/** Null for a history that is gone or too long to read, which leaves the question open. The gap is that of a call that failed. */
export function orOpen<T>(reading: Reading<T>): Reading<T | null> {
  return reading.known || isFailure(reading.gap) ? reading : known(null);
}

/**
 * Starts the search for the wallet's first money, which takes three rounds. The returned function takes two rounds more for the first ten
 * creators. A creator is linked where one address gave first money to both, or where one of the two gave it to the other. That needs an
 * address with a key, a history of less than one page, and a giver without a label that is less busy than a public service. The wallet's
 * own history is read back over 20 pages.
 */
export function openFirstMoney(wallet: Address, tracing: Tracing): FirstMoney {
  const { reader } = tracing;
  const page = reader.signatures(wallet);
  const own = ownFunder(wallet, page, tracing);
  return async (creators) => {
    const asked = [...new Set(creators)].filter((one) => one !== wallet && isOnCurve(one)).slice(0, CREATORS_MAX);
    if (asked.length === 0) return known(new Map());
    const newest = await page;
    if (!newest.known) return newest;
    const theirs = Promise.all(asked.map((creator) => traced(creator, reader.signatures(creator), reader)));
    const [mine, funders] = await Promise.all([own, theirs]);
    if (!mine.known) return mine;
    const failed = funders.find((funder) => !funder.known);
    if (failed && !failed.known) return failed;
    const links = asked.flatMap((creator, place): readonly [Address, Address][] => {
      const source = ifKnown(funders[place] ?? known(null))?.source ?? null;
      const link = linkOf({ wallet, creator, mine: mine.value, theirs: source });
      return link ? [[creator, link]] : [];
    });
    return known(new Map(links));
  };
}

/** The giver of first money to both, or the one of them that gave it to the other. */
function linkOf(of: {
  readonly wallet: Address;
  readonly creator: Address;
  readonly mine: Address | null;
  readonly theirs: Address | null;
}): Address | null {
  const { wallet, creator, mine, theirs } = of;
  if (mine !== null && (mine === creator || mine === theirs)) return mine;
  return theirs === wallet ? wallet : null;
}

type Page = Reading<readonly SignatureEntry[]>;

function isShort(page: Page): boolean {
  return page.known && page.value.length < PAGE_SIGNATURES;
}

/** The giver of the wallet's first lamports; null where the history has more than one page or does not show it. */
async function traced(
  wallet: Address,
  first: Promise<Page>,
  reader: HistoryReader,
): Promise<Reading<FirstFunder | null>> {
  const page = await first;
  if (!page.known) return orOpen(page);
  if (!isShort(page)) return known(null);
  return orOpen(await earlyFunder(wallet, reader, page));
}

/** The giver of the first lamports, unless it is a public service. */
async function ownFunder(
  wallet: Address,
  first: Promise<Page>,
  { reader, labels }: Tracing,
): Promise<Reading<Address | null>> {
  const found = orOpen(await earlyFunder(wallet, reader, await first, OWN_PAGES_MAX));
  return found.known ? personalSource(found.value, { reader, labels }) : found;
}

/** The giver of first money, in one or two rounds; null where it has no key, a label, or is as busy as a public service. */
export async function personalSource(
  funder: FirstFunder | null,
  { reader, labels }: Tracing,
): Promise<Reading<Address | null>> {
  if (!funder || !isOnCurve(funder.source)) return known(null);
  const label = labels.find(funder.source);
  if (label && label.grade !== 'weak') return known(null);
  const page = pageBefore(funder.source, funder.transaction, reader);
  const past = orOpen(await readPast(funder.source, page, reader, null));
  if (!past.known) return past;
  if (!past.value) return known(null);
  return mapReading(await readActivity(past.value.entries, reader), (busy) => (isHub(busy) ? null : funder.source));
}
