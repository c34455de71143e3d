import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import {
  type Activity,
  type Credit,
  type FunderEvidence,
  mainCredits,
  SMALL_CREDIT_LAMPORTS,
  type Source,
} from '#checks/funder/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { openBodies, type PartOfList, readPast } from '../sources/listing.ts';
import { readSoundly, soundnessOfAll } from '../sources/sound-list.ts';
import { pageBefore, readActivity } from '../sources/source.ts';
import { followHop, type SourceTools } from './hop.ts';

/** Senders of small credits whose activity is read. */
const SENDERS_MAX = 3;

/** What a source did before it paid, and who gave it its first money. */
interface SourcePast {
  readonly list: Reading<PartOfList>;
  readonly hop: FunderEvidence['hop'];
}

/**
 * Reads the past of a source from the page before it paid. A first page that was cut short cannot show a hub, so the page is completed.
 * The lamports of a source of tokens or fees are unrelated to the funding, so they are not followed.
 */
export async function readSourcePast(
  { address: of, basis, transaction }: Source & { readonly address: Address },
  before: Promise<Reading<readonly SignatureEntry[]>>,
  { reader, bodies, labels }: SourceTools,
): Promise<SourcePast> {
  const nothing = known(null);
  if (basis !== 'lamports') return { list: await readPast(of, before, reader, null), hop: nothing };
  return readSoundly(
    of,
    reader,
    async (from) => {
      const own = from === reader ? bodies : openBodies(from);
      const page = from === reader ? before : pageBefore(of, transaction, from);
      const list = await readPast(of, page, from, own);
      return { list, hop: list.known ? await followHop('hop', of, list.value, own, labels) : nothing };
    },
    (read) => soundnessOfAll([read.list, read.hop]),
  );
}

/** Adds the activity of small senders to the credits; null where it cannot be read. */
export async function withSenders(credits: readonly Credit[], reader: HistoryReader): Promise<readonly Credit[]> {
  const main = mainCredits(credits)[0]?.source ?? null;
  const small = credits.filter(
    ({ lamports, source }) => lamports < SMALL_CREDIT_LAMPORTS && source !== null && source !== main,
  );
  const senders = [...new Map(small.map((credit) => [credit.source, credit])).values()].slice(0, SENDERS_MAX);
  const activities = new Map<string | null, Activity>();
  await Promise.all(
    senders.map(async ({ source, transaction }) => {
      const page = await pageBefore(source, transaction, reader);
      const activity = page.known ? await readActivity(page.value, reader) : page;
      if (activity.known) activities.set(source, activity.value);
    }),
  );
  return credits.map((credit) =>
    small.includes(credit) ? { ...credit, senderActivity: activities.get(credit.source) ?? null } : credit,
  );
}
