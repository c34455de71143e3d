import type { HistoryReader } from '#chain/chain-reader.ts';
import type { AccountFacts } from '#checks/address-facts.ts';
import {
  type Activity,
  type Credit,
  type FunderEvidence,
  type Funding,
  isHub,
  mainCredits,
  SMALL_CREDIT_LAMPORTS,
  type Source,
} from '#checks/funder/evidence.ts';
import { type Address, parseAddress } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import { accountFacts, creditedLamports, isPlainAccount } from '../sources/facts.ts';
import { openBodies, type PartOfList, readPast } from '../sources/listing.ts';
import { readSoundly, soundnessOfAll } from '../sources/sound-list.ts';
import { needsHubTest, pageBefore, readActivity, sourceOf } from '../sources/source.ts';
import { gatherFirstWeek, type Listed } from './first-week.ts';
import { followFurther, followHop, type SourceTools } from './hop.ts';
import { type AskedFunding, readCohort, readSiblings } from './siblings.ts';

/** Senders of small credits whose activity is read. */
const SENDERS_MAX = 3;

type Behind = Pick<FunderEvidence, 'sourceActivity' | 'hop' | 'siblings' | 'cohort'>;
type SourceReadings = Pick<FunderEvidence, 'funding' | 'source' | 'sourceAccount' | 'hop3' | 'firstWeek'> & Behind;

/**
 * Reads the main source: its account, how busy it was, the senders of the small credits, its other recipients, its own funder and
 * the funder of that one. Beside them it reads what else arrived in the seven days from the first money.
 */
export async function gatherSource(
  subject: Address,
  funding: Funding,
  listed: Listed,
  tools: SourceTools,
): Promise<SourceReadings> {
  const source = sourceOf(funding, tools.labels);
  const [sourceAccount, behind, credits, firstWeek] = await Promise.all([
    readAccount(source, tools.reader),
    source ? readBehind({ subject, funding, source, oldest: listed.oldest }, tools) : nothingBehind,
    withSenders(funding.credits, tools.reader),
    gatherFirstWeek(subject, source, listed, tools),
  ]);
  return {
    funding: known({ ...funding, credits }),
    source: known(source),
    sourceAccount,
    ...behind,
    firstWeek,
    hop3: await readFurther(funding, source, sourceAccount, behind.hop, tools),
  };
}

const nothingBehind: Behind = {
  sourceActivity: known(null),
  hop: known(null),
  siblings: known(null),
  cohort: known(null),
};

async function readAccount(source: Source | null, reader: HistoryReader): Promise<Reading<AccountFacts | null>> {
  const address = parseAddress(source?.address);
  if (!address) return known(null);
  const state = await reader.account(address);
  return state.known ? known(accountFacts(state.value.value)) : renamed('source_account', state.gap);
}

/** The hub test of an unlabelled source, and other readings of its history. */
async function readBehind(asked: AskedFunding, tools: SourceTools): Promise<Behind> {
  const { source } = asked;
  const nothing = known(null);
  if (source.label) return { ...nothingBehind, cohort: await readCohort(asked, tools) };
  const address = needsHubTest(source) ? parseAddress(source.address) : null;
  if (!address) return nothingBehind;
  const { reader, bodies, labels } = tools;
  const before = pageBefore(address, source.transaction, reader);
  // The lamports of a source of tokens or fees are unrelated to the funding, so they are not followed.
  if (source.basis !== 'lamports') {
    const past = await readPast(address, before, reader, null);
    return { ...nothingBehind, sourceActivity: await activityReading(past, reader) };
  }
  const siblings = readSiblings(asked, before, tools);
  const { past, hop } = await readSoundly(
    address,
    reader,
    async (from) => {
      const own = from === reader ? bodies : openBodies(from);
      const page = from === reader ? before : pageBefore(address, source.transaction, from);
      const past = await readPast(address, page, from, own);
      return { past, hop: past.known ? await followHop('hop', address, past.value, own, labels) : nothing };
    },
    (read) => soundnessOfAll([read.past, read.hop]),
  );
  // A first page that was cut short cannot show a hub, so the page is completed.
  const sourceActivity = await activityReading(past, reader);
  const hub = sourceActivity.known && sourceActivity.value !== null && isHub(sourceActivity.value);
  return { ...nothingBehind, sourceActivity, hop, siblings: hub ? nothing : await siblings };
}

async function activityReading(
  past: Reading<PartOfList>,
  reader: HistoryReader,
): Promise<FunderEvidence['sourceActivity']> {
  const activity = past.known ? await readActivity(past.value.entries, reader) : past;
  return activity.known ? activity : renamed('source_activity', activity.gap);
}

/** Reads one hop behind the funder of a source that is itself a plain wallet. */
async function readFurther(
  funding: Funding,
  source: Source | null,
  account: Reading<AccountFacts | null>,
  hop: FunderEvidence['hop'],
  tools: SourceTools,
): Promise<FunderEvidence['hop3']> {
  const plain = account.known && account.value !== null && isPlainAccount(account.value);
  if (!source || !plain || !hop.known || !hop.value) return known(null);
  const passedOn = { lamports: creditedLamports(mainCredits(funding.credits)), time: source.time };
  return followFurther(hop.value, passedOn, tools);
}

/** Adds the activity of small senders to the credits; null where it cannot be read. */
async function withSenders(credits: readonly Credit[], reader: HistoryReader): Promise<readonly Credit[]> {
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
