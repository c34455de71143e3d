import type { ChainReader, HistoryReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { knownPrograms } from '#derive/effects/effect-scene.ts';
import { gatherFirstWeek } from '#gather/funder/first-week.ts';
import { followFurther, readSourcePast } from '#gather/funder/hop.ts';
import { type OwnHistory, readOwnHistory, soundnessOfOwn } from '#gather/funder/own-history.ts';
import { readCohort, readSiblings } from '#gather/funder/siblings.ts';
import {
  accountFacts,
  asOfReading,
  blockTime,
  creditedLamports,
  isPlainAccount,
} from '#gather/sources/account-facts.ts';
import { openBodies } from '#gather/sources/listing.ts';
import { readSoundly } from '#gather/sources/sound-list.ts';
import { needsHubTest, pageBefore, readActivity, sourceOf, withSenders } from '#gather/sources/source.ts';
import { ifKnown, known, mapReading } from '#lib/reading.ts';
import type { Identity } from '#rules/address-facts.ts';
import { type FunderEvidence, isHub, isListedPerson, mainCredits } from '#rules/funder/evidence.ts';
import { type Address, parseAddress } from '#solana/address.ts';
import { type AddressInput, addressFacts } from '../address.ts';
import { allFacts, factsOf, openFacts } from '../fact.ts';

/** The options of funder evidence. */
export interface FunderOptions {
  readonly labels: LabelTable;
  /** Pages of the subject's history that are read, 20 when absent, never more than 100. */
  readonly signaturePagesMax?: number;
}

type FunderInput = AddressInput & FunderOptions;

const { fact, reading, further } = factsOf<FunderInput>();
const { identity, state, account } = addressFacts;

/** The newest page of the history. Null for an address without a private key and for a known service, which need none. */
const page = fact('page', { identity }, (given, { input: { subject, reader } }) =>
  isWorthReading(given.identity.value) ? reader.signatures(subject) : null,
);

/** The same; null for what is no wallet, too. */
const newest = fact('newest', { account, page }, (given) => {
  const found = ifKnown(given.account);
  return found && isPlainAccount(found) ? given.page : null;
});

/** What is known of programs and of rent, for the first trade. */
const world = reading('world', { state }, async (given, { input: { reader, labels } }) =>
  mapReading(await reader.schedule(given.state.slot), (schedule) => ({ ...knownPrograms(labels, []), schedule })),
);

/** Waits for the page and the schedule, so that it leaves together with the questions that follow them. */
const time = fact('time', { state, newest }, async (given, { input: { reader }, get }) => {
  if (given.newest) await get(world);
  return blockTime(given.state, reader);
});

/** What the own history proves, read again from other endpoints where its list is torn. */
const own = fact('own', { account, newest }, async (given, { input, get }) => {
  const [found, first] = [ifKnown(given.account), given.newest];
  if (!found || !first) return null;
  const { subject, reader, labels, signaturePagesMax } = input;
  const question = { subject, signaturePagesMax, world: await get(world), balance: found.lamports };
  const read = async (from: HistoryReader) => {
    const tools = { reader: from, bodies: openBodies(from), labels };
    const page = from === reader ? first : await from.signatures(subject);
    return { tools, ...(await readOwnHistory({ ...question, tools }, page)) };
  };
  return readSoundly(subject, reader, read, soundnessOfOwn);
});

/** One reading of the own history. */
function ofOwn<K extends Exclude<keyof OwnHistory, 'listed'>>(field: K) {
  return fact(`own ${field}`, { own }, (given) => given.own?.[field] ?? known(null));
}

/** The first money, with the facts that its source is read with. Null where no money came, or none is proven to be the first. */
const money = fact('money', { own }, ({ own: found }) => {
  if (!found?.listed || !found.birth?.known || !found.continuity?.known || !found.funding?.known) return null;
  return found.funding.value && { funding: found.funding.value, tools: found.tools, ...found.listed };
});

/** With the activity of the senders of small credits. */
const funding = fact('funding', { money, walked: ofOwn('funding') }, async (given) => {
  if (!given.money) return given.walked;
  const credits = await withSenders(given.money.funding.credits, given.money.tools.reader);
  return known({ ...given.money.funding, credits });
});

/** The main source of the money. */
const source = further('source', { money }, (given, { input: { labels } }) =>
  known(sourceOf(given.money.funding, labels)),
);

type SourceAccount = FunderEvidence['sourceAccount'];

const sourceAccount = further('source_account', { money, source }, async (given): Promise<SourceAccount> => {
  const of = parseAddress(given.source.address);
  return of ? mapReading(await given.money.tools.reader.account(of), ({ value }) => accountFacts(value)) : known(null);
});

/** The source where only the hub test tells a wallet from a service. */
const unknownSource = further('unknown_source', { source }, (given) => {
  const of = needsHubTest(given.source) ? parseAddress(given.source.address) : null;
  return known(of && { ...given.source, address: of });
});

/** The page of its history before it paid. */
const pageOfSource = fact('page_of_source', { money, unknownSource }, (given) => {
  const asked = ifKnown(given.unknownSource);
  return given.money && asked ? pageBefore(asked.address, asked.transaction, given.money.tools.reader) : known([]);
});

const past = further('past', { money, unknownSource }, async (given, { get }) =>
  known(await readSourcePast(given.unknownSource, get(pageOfSource), given.money.tools)),
);

const sourceActivity = further('source_activity', { money, past }, (given) => {
  const { list } = given.past;
  return list.known ? readActivity(list.value.entries, given.money.tools.reader) : list;
});

const hop = further('hop', { past }, (given) => given.past.hop);

/** The funder of the hop's funder, where the source is a plain wallet. */
const hop3 = further('hop_3', { money, source, sourceAccount, hop }, (given) => {
  if (!isPlainAccount(given.sourceAccount)) return known(null);
  const lamports = creditedLamports(mainCredits(given.money.funding.credits));
  return followFurther(given.hop, { lamports, time: given.source.time }, given.money.tools);
});

/** Other recipients of an unknown source, which are asked for beside its past. A hub has too many. */
const siblings = further('siblings', { money, unknownSource }, async (given, { input: { subject }, get }) => {
  if (given.unknownSource.basis !== 'lamports') return known(null);
  const found = readSiblings(
    { subject, source: given.unknownSource, ...given.money },
    get(pageOfSource),
    given.money.tools,
  );
  const activity = ifKnown(await get(sourceActivity));
  return activity && isHub(activity) ? known(null) : found;
});

/** Other recipients of a labelled source. */
const cohort = further('cohort', { money, source }, (given, { input: { subject } }) =>
  given.source.label ? readCohort({ subject, source: given.source, ...given.money }, given.money.tools) : known(null),
);

const firstWeek = further('first_week', { money, source }, (given, { input: { subject } }) =>
  gatherFirstWeek(subject, given.source, given.money, given.money.tools),
);

const evidence = {
  identity,
  asOf: fact('as_of', { state, time, newest }, (given) => asOfReading(given.state, given.time, given.newest)),
  account,
  trace: ofOwn('trace'),
  history: ofOwn('history'),
  birth: ofOwn('birth'),
  continuity: ofOwn('continuity'),
  funding,
  firstTouch: ofOwn('firstTouch'),
  firstTrade: ofOwn('firstTrade'),
  source,
  sourceAccount,
  sourceActivity,
  hop,
  hop3,
  siblings,
  cohort,
  firstWeek,
};

/**
 * Reads the evidence of the funder check, in at most four rounds for a young wallet: the account with the newest page; the empty
 * page with the oldest transactions and the present time; the source's account with its page for the hub test; and the proof that
 * nothing is older, with the source's own funder and other recipients. Up to three more rounds follow the funder one hop further,
 * and one more serves an address that only its token accounts show. It stops early when the verdict is certain.
 */
export async function gatherFunder(
  subject: Address,
  reader: HistoryReader & Pick<ChainReader, 'closed'>,
  options: FunderOptions,
): Promise<FunderEvidence> {
  const check = openFacts<FunderInput>({ ...options, subject, reader }, () => reader.closed ?? false);
  return { subject, ...(await allFacts(check, evidence)) };
}

/** Addresses without a private key and known services are answered without their history. */
function isWorthReading({ onCurve, label }: Identity): boolean {
  return onCurve && (!label || label.grade === 'weak' || isListedPerson(label));
}
