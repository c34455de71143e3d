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
import { accountFacts, creditedLamports } from '../sources/facts.ts';
import { type PriorEntries, readPast } from '../sources/listing.ts';
import { needsHubTest, pageBefore, readActivity, sourceOf } from '../sources/source.ts';
import type { SourceTools } from './hop.ts';
import { followFurther, followHop, isPlainAccount } from './hop.ts';
import { readSiblings } from './siblings.ts';

/** Senders of small credits whose activity is looked at. */
const SENDERS_MAX = 3;

type Behind = Pick<FunderEvidence, 'sourceActivity' | 'hop' | 'siblings'>;
type SourceReadings = Pick<FunderEvidence, 'funding' | 'source' | 'sourceAccount' | 'hop3'> & Behind;

/**
 * Looks at the main source: its account, how busy it was, who sent the small credits beside it, whom else it paid, its own
 * funder and the one behind that.
 */
export async function gatherSource(subject: Address, funding: Funding, tools: SourceTools): Promise<SourceReadings> {
  const source = sourceOf(funding, tools.labels);
  const [sourceAccount, behind, credits] = await Promise.all([
    readAccount(source, tools.reader),
    readBehind(subject, funding, source, tools),
    withSenders(funding.credits, tools.reader),
  ]);
  return {
    funding: known({ ...funding, credits }),
    source: known(source),
    sourceAccount,
    ...behind,
    hop3: await readFurther(funding, source, sourceAccount, behind.hop, tools),
  };
}

async function readAccount(source: Source | null, reader: HistoryReader): Promise<Reading<AccountFacts | null>> {
  const address = parseAddress(source?.address);
  if (!address) return known(null);
  const state = await reader.account(address);
  return state.known ? known(accountFacts(state.value.value)) : renamed('source_account', state.gap);
}

/** The hub test of an unlabelled source, and what its history tells beyond that. */
async function readBehind(
  subject: Address,
  funding: Funding,
  source: Source | null,
  tools: SourceTools,
): Promise<Behind> {
  const nothing = known(null);
  const address = source && needsHubTest(source) ? parseAddress(source.address) : null;
  if (!source || !address) return { sourceActivity: nothing, hop: nothing, siblings: nothing };
  const { reader, bodies, labels } = tools;
  const before = pageBefore(address, source.transaction, reader);
  // A source of tokens or fees is not followed: how it got its lamports says nothing of what it gave.
  if (source.basis !== 'lamports') {
    const past = await readPast(address, before, reader, null);
    return { sourceActivity: await activityReading(past, reader), hop: nothing, siblings: nothing };
  }
  const siblings = readSiblings({ subject, funding, source }, before, tools);
  const past = await readPast(address, before, reader, bodies);
  const hop = past.known ? await followHop('hop', address, past.value, bodies, labels) : nothing;
  // Where the first page was cut short, only the whole one tells that the source is a hub.
  const sourceActivity = await activityReading(past, reader);
  const hub = sourceActivity.known && sourceActivity.value !== null && isHub(sourceActivity.value);
  return { sourceActivity, hop, siblings: hub ? nothing : await siblings };
}

async function activityReading(
  past: Reading<PriorEntries>,
  reader: HistoryReader,
): Promise<FunderEvidence['sourceActivity']> {
  const activity = past.known ? await readActivity(past.value.entries, reader) : past;
  return activity.known ? activity : renamed('source_activity', activity.gap);
}

/** One hop behind the funder of a source that is itself a plain wallet. */
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

/** The credits with the activity of those that sent little beside the main source; what cannot be read stays null. */
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
