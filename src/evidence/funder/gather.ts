import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { Identity } from '#checks/address-facts.ts';
import type { FunderEvidence } from '#checks/funder/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import { type EffectWorld, knownPrograms } from '../effects/effect-scene.ts';
import { accountFacts, asOfReading, blockTime, labelFact } from '../sources/facts.ts';
import { type Bodies, OLDEST_PER_ROUND, openBodies, readFullListing } from '../sources/listing.ts';
import { type Oldest, readOldest, readTokenListing, withTokensBehind } from './oldest.ts';
import { gatherSource } from './source-readings.ts';

/** How far a check reads back: 1,000 signatures a page. */
const PAGES_DEFAULT = 20;
const PAGES_MAX = 100;

/** What a funder check is gathered with. */
export interface FunderOptions {
  readonly labels: LabelTable;
  /** Pages of the subject's history that are read, 20 when absent, never more than 100. */
  readonly signaturePagesMax?: number;
}

/** The parts that the steps of one gathering share. */
interface Work {
  readonly subject: Address;
  readonly reader: HistoryReader;
  readonly bodies: Bodies;
  readonly options: FunderOptions;
  readonly world: Reading<EffectWorld>;
}

/**
 * Reads everything that the funder check judges, in at most four rounds for a young wallet: the account with the newest
 * page; the empty page with the oldest bodies and the time of "now"; the source's account with its page for the hub test;
 * and the proof that nothing is older than that page, with the source's own funder and whom else it paid. Three more at
 * most follow the funder one hop further. An address that only its token accounts know takes a round more. What settles
 * the question early ends the reading.
 */
export async function gatherFunder(
  subject: Address,
  reader: HistoryReader,
  options: FunderOptions,
): Promise<FunderEvidence> {
  const identity = { onCurve: isOnCurve(subject), label: labelFact(options.labels, subject) };
  const page = worthReading(identity) ? reader.signatures(subject) : null;
  const state = await reader.account(subject);
  const account = state.known ? known(accountFacts(state.value.value)) : renamed('account', state.gap);
  const start = { ...unasked(subject), identity: known(identity), account };
  if (!state.known || !account.known || !page || !account.value.ownedBySystem || account.value.executable) {
    return { ...start, asOf: asOfReading(state, await blockTime(state, reader), null) };
  }
  const schedule = await reader.schedule(state.value.slot);
  const programs = knownPrograms(options.labels, []);
  const world = mapReading(schedule, (read) => ({ ...programs, schedule: read }));
  const work: Work = { subject, reader, bodies: openBodies(reader), options, world };
  const [first, time] = [await page, blockTime(state, reader)];
  const readings = await readTrace(work, first, account.value.lamports);
  return { ...start, ...readings, asOf: asOfReading(state, await time, first) };
}

/** An address that no person holds, or a service that is known for sure, is answered without its history. */
function worthReading({ onCurve, label }: Identity): boolean {
  return onCurve && (!label || label.grade === 'weak' || label.fundingClass === 'exploiter');
}

/** Evidence of which nothing has been asked. */
function unasked(subject: Address): FunderEvidence {
  const nothing = known(null);
  return {
    subject,
    identity: known({ onCurve: false, label: null }),
    asOf: missing('as_of', 'not_found'),
    account: missing('account', 'not_found'),
    trace: nothing,
    history: nothing,
    birth: nothing,
    continuity: nothing,
    funding: nothing,
    firstTouch: nothing,
    firstTrade: nothing,
    source: nothing,
    sourceAccount: nothing,
    sourceActivity: nothing,
    hop: nothing,
    hop3: nothing,
    siblings: nothing,
  };
}

type Readings = Partial<Omit<FunderEvidence, 'subject' | 'identity' | 'asOf' | 'account'>>;

/** Whether there is anything to judge, and what follows from it. */
async function readTrace(work: Work, first: Reading<readonly SignatureEntry[]>, lamports: bigint): Promise<Readings> {
  if (!first.known) return { trace: renamed('trace', first.gap) };
  if (first.value.length > 0) {
    return { trace: known({ listed: true, tokenAccounts: null }), ...(await readListed(work, first.value)) };
  }
  if (lamports > 0n) {
    const birth = missing('birth', 'history_missing', `holds ${lamports} lamports without a transaction`);
    return { trace: known({ listed: false, tokenAccounts: null }), birth };
  }
  const holdings = await work.reader.tokenHoldings(work.subject);
  if (!holdings.known) return { trace: renamed('trace', holdings.gap) };
  const tokenAccountsNow = holdings.value.value;
  const trace = known({ listed: false, tokenAccounts: tokenAccountsNow.length });
  if (tokenAccountsNow.length === 0) return { trace };
  const listing = await readTokenListing(work.reader, work.bodies, tokenAccountsNow);
  if (!listing.known) return { trace, history: listing };
  const oldest = await readOldest(work.subject, listing.value, work.bodies, work.world, tokenAccountsNow);
  return { trace, ...(await readSource(work, oldest)) };
}

/** The readings of an address that transactions name. */
async function readListed(work: Work, first: readonly SignatureEntry[]): Promise<Readings> {
  const { subject, reader, bodies, options, world } = work;
  const pagesMax = Math.min(Math.max(options.signaturePagesMax ?? PAGES_DEFAULT, 1), PAGES_MAX);
  const reach = { pagesMax, aheadMax: OLDEST_PER_ROUND, together: true };
  const listing = await readFullListing(subject, reader, bodies, first, reach);
  if (!listing.known) return { history: listing };
  const oldest = await readOldest(subject, listing.value, bodies, world);
  if (!oldest.birth.known || !oldest.continuity.known) return oldest;
  return readSource(work, await withTokensBehind(subject, oldest, reader, bodies, world));
}

/** Adds the source's readings to a funding that is proven; without one there is nobody to look at. */
async function readSource(work: Work, oldest: Oldest): Promise<Readings> {
  const { birth, continuity, funding } = oldest;
  if (!birth.known || !continuity.known || !funding.known || !funding.value) return oldest;
  const { subject, reader, bodies, options } = work;
  return { ...oldest, ...(await gatherSource(subject, funding.value, { reader, bodies, labels: options.labels })) };
}
