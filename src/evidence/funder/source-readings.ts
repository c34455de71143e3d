import type { HistoryReader, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import { nativeBalances } from '#chain/decode/balances.ts';
import type { AccountFacts } from '#checks/address-facts.ts';
import {
  type Activity,
  type Credit,
  type FunderEvidence,
  type Funding,
  isHub,
  mainCredits,
  type Siblings,
  SMALL_CREDIT_LAMPORTS,
  type Source,
} from '#checks/funder/evidence.ts';
import { type Address, parseAddress, parseSignature, SYSTEM_PROGRAM } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import { accountFacts, creditedLamports, signable } from '../sources/facts.ts';
import { lamportCredits } from '../sources/lamport-credits.ts';
import { type PriorEntries, readPast } from '../sources/listing.ts';
import {
  needsHubTest,
  pageBefore,
  readActivity,
  readSecondsBetween,
  type SecondsBetween,
  sourceOf,
} from '../sources/source.ts';
import { followFurther, followHop, isPlainAccount, type SourceTools } from './hop.ts';

/** Maximum distance of a similar payment from the funding in seconds, and of its amount in basis points of the funding's. */
const APART_SECONDS_MAX = 600;

const AMOUNT_BPS_MAX = 500n;

/** Maximum number of transactions read before the funding, and as many after it: the nearest ones. */
const BODIES_EACH_SIDE_MAX = 10;

/** Senders of small credits whose activity is read. */
const SENDERS_MAX = 3;

type Behind = Pick<FunderEvidence, 'sourceActivity' | 'hop' | 'siblings'>;
type SourceReadings = Pick<FunderEvidence, 'funding' | 'source' | 'sourceAccount' | 'hop3'> & Behind;

/**
 * Reads the main source: its account, how busy it was, the senders of the small credits, its other recipients, its own funder and
 * the funder of that one.
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

/** The hub test of an unlabelled source, and other readings of its history. */
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
  // The lamports of a source of tokens or fees are unrelated to the funding, so they are not followed.
  if (source.basis !== 'lamports') {
    const past = await readPast(address, before, reader, null);
    return { sourceActivity: await activityReading(past, reader), hop: nothing, siblings: nothing };
  }
  const siblings = readSiblings({ subject, funding, source }, before, tools);
  const past = await readPast(address, before, reader, bodies);
  const hop = past.known ? await followHop('hop', address, past.value, bodies, labels) : nothing;
  // A first page that was cut short cannot show a hub, so the page is completed.
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

/** The funding for which siblings are searched. */
interface Asked {
  readonly subject: Address;
  readonly funding: Funding;
  readonly source: Source;
}

/**
 * Other recipients of a source of plain transfers at about the time of the funding, from its page before the funding, which the hub
 * test needs anyway, and the newest page after it. Null for a hub, and for lamports that came by other means than a transfer. The
 * transactions load as soon as their pages arrive, at the same time as those of a hop.
 */
async function readSiblings(
  { subject, funding, source }: Asked,
  pageBefore: Promise<Reading<readonly SignatureEntry[]>>,
  { reader, bodies }: Pick<SourceTools, 'reader' | 'bodies'>,
): Promise<Reading<Siblings | null>> {
  const [address, signature] = [parseAddress(source.address), parseSignature(source.transaction)];
  if (!address || !signature || !isDirect(source)) return known(null);
  const pageAfter = reader.signatures(address, { until: signature });
  const before = await pageBefore;
  if (!before.known) return renamed('siblings', before.gap);
  const busy = await readActivity(before.value, reader);
  if (!busy.known) return renamed('siblings', busy.gap);
  if (isHub(busy.value)) return known(null);
  const funded: SignatureEntry = { signature, slot: source.slot, blockTime: source.time, failed: false };
  const earlierSeconds = await readSecondsBetween([funded, ...before.value], reader);
  if (!earlierSeconds.known) return renamed('siblings', earlierSeconds.gap);
  const [earlier, earlierFailed] = near(funded, before.value, earlierSeconds.value);
  const nearest = earlier.slice(0, BODIES_EACH_SIDE_MAX);
  bodies.ahead(nearest);
  const after = await pageAfter;
  if (!after.known) return renamed('siblings', after.gap);
  const laterSeconds = await readSecondsBetween([funded, ...after.value], reader);
  if (!laterSeconds.known) return renamed('siblings', laterSeconds.gap);
  const [later, laterFailed] = near(funded, laterThan(funded, after.value, earlier), laterSeconds.value);
  const failed = [...earlierFailed.slice(0, BODIES_EACH_SIDE_MAX), ...laterFailed.slice(-BODIES_EACH_SIDE_MAX)];
  const [read, disputed] = await Promise.all([
    bodies.load([...nearest, funded, ...later.slice(-BODIES_EACH_SIDE_MAX)]),
    bodies.prove(failed),
  ]);
  if (disputed) return renamed('siblings', disputed);
  const transactions: Transaction[] = [];
  for (const body of read) {
    if (!body.known) return renamed('siblings', body.gap);
    transactions.push(body.value);
  }
  const amount = creditedLamports(mainCredits(funding.credits).filter(({ transaction }) => transaction === signature));
  const fresh = new Set(transactions.flatMap((one) => fundedAlike(one, address, amount))).add(subject);
  return known({ seen: earlier.length + 1 + later.length, fresh: fresh.size, transactionsRead: transactions.length });
}

function isDirect({ basis, mechanism }: Source): boolean {
  return basis === 'lamports' && (mechanism === 'transfer' || mechanism === 'create_account');
}

/** The successful and the failed entries within ten minutes of the funding. */
function near(
  funded: SignatureEntry,
  page: readonly SignatureEntry[],
  secondsBetween: SecondsBetween,
): readonly [succeeded: readonly SignatureEntry[], failed: readonly SignatureEntry[]] {
  const close = page.filter((entry) => Math.abs(secondsBetween(entry, funded)) <= APART_SECONDS_MAX);
  return [close.filter(({ failed }) => !failed), close.filter(({ failed }) => failed)];
}

/** Some endpoints return entries older than the limit. Those before the funding are counted already. */
function laterThan(
  funded: SignatureEntry,
  page: readonly SignatureEntry[],
  earlier: readonly SignatureEntry[],
): readonly SignatureEntry[] {
  const counted = new Set([funded, ...earlier].map(({ signature }) => signature));
  return page.filter(({ signature, slot }) => slot >= funded.slot && !counted.has(signature));
}

/** Wallets that were empty before the transaction and received about the amount from the source. */
function fundedAlike(transaction: Transaction, source: Address, amount: bigint): readonly Address[] {
  return transaction.keys.filter((key) => {
    if (key === source || !wasBorn(transaction, key) || belongsToProgram(transaction, key) || !signable(key))
      return false;
    const given = creditedLamports(
      lamportCredits(transaction, key).credits.filter((credit) => credit.source === source),
    );
    const apart = given > amount ? given - amount : amount - given;
    return apart * 10_000n <= amount * AMOUNT_BPS_MAX;
  });
}

function wasBorn(transaction: Transaction, key: Address): boolean {
  const balances = nativeBalances(transaction, key);
  return balances !== null && balances.before === 0n && balances.after > 0n;
}

/** True for a token account or another program's state: it may have a private key, but is no funded wallet. */
function belongsToProgram({ moves, postTokens }: Transaction, key: Address): boolean {
  if (postTokens.some(({ account }) => account === key)) return true;
  return moves.some((move) => move.kind === 'create_account' && move.to === key && move.owner !== SYSTEM_PROGRAM);
}
