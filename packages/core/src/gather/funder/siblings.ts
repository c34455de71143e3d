import type { SignatureEntry } from '#chain/chain-reader.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import {
  type Cohort,
  type Funding,
  isHub,
  type Mechanism,
  mainCredits,
  type Siblings,
  type Source,
} from '#rules/funder/evidence.ts';
import { type Address, parseAddress, parseSignature, SYSTEM_PROGRAM } from '#solana/address.ts';
import { nativeBalances } from '#solana/decode/balances.ts';
import type { Transaction } from '#solana/transaction.ts';
import { creditedLamports, signable } from '../sources/account-facts.ts';
import { lamportCredits } from '../sources/lamport-credits.ts';
import { PAGE_SIGNATURES } from '../sources/listing.ts';
import { pageBefore, readActivity, readSecondsBetween, type SecondsBetween } from '../sources/source.ts';
import type { SourceTools } from './hop.ts';

/** The largest distance of a payment from the funding, and the nearest transactions that are read on each side. */
interface Bounds {
  readonly secondsMax: number;
  readonly eachSideMax: number;
}

/** Which payments are alike. An account counts when it held at most this share of the amount before, in basis points. */
interface Likeness {
  readonly amountBpsMax: bigint;
  readonly heldBpsMax: bigint;
}

/** A payment of at least 80 percent of an account's balance is its main source, so that money sent ahead hides no sender. */
const MAIN_HELD_BPS_MAX = 2_500n;

const SIBLINGS: Bounds = { secondsMax: 600, eachSideMax: 10 };
const SIBLING: Likeness = { amountBpsMax: 500n, heldBpsMax: MAIN_HELD_BPS_MAX };

/** An exchange pays several accounts a second: the minute around the funding. */
const COHORT: Bounds = { secondsMax: 60, eachSideMax: 50 };

/** Amounts that differ by no more than rounding, and accounts that are new but for a speck of lamports. */
const EQUAL_NEW: Likeness = { amountBpsMax: 100n, heldBpsMax: 100n };
const EQUAL: Likeness = { amountBpsMax: 100n, heldBpsMax: MAIN_HELD_BPS_MAX };
const NEAR_NEW: Likeness = { amountBpsMax: 500n, heldBpsMax: 100n };

const isDirect: ReadonlySet<Mechanism> = new Set(['transfer', 'create_account']);

/** The funding for which siblings are searched. */
export interface AskedFunding {
  readonly subject: Address;
  readonly funding: Funding;
  readonly source: Source;
  /** The subject's oldest entries, ascending: later ones tell an endpoint where the time after the funding ends. */
  readonly oldest: readonly SignatureEntry[];
}

type Page = Promise<Reading<readonly SignatureEntry[]>>;

/**
 * Other recipients of a source of plain transfers at about the time of the funding, from its page before the funding, which the hub
 * test needs anyway, and the newest page after it. Null for a hub, and for lamports that came by other means than a transfer. The
 * transactions load as soon as their pages arrive, at the same time as those of a hop.
 */
export async function readSiblings(
  asked: AskedFunding,
  before: Page,
  tools: Pick<SourceTools, 'reader' | 'bodies'>,
): Promise<Reading<Siblings | null>> {
  const place = placeIn(asked);
  if (!place) return known(null);
  const after = tools.reader.signatures(place.source, { until: place.funded.signature });
  const page = await before;
  const busy = page.known ? await readActivity(page.value, tools.reader) : page;
  if (!busy.known) return renamed('siblings', busy.gap);
  if (isHub(busy.value)) return known(null);
  const nearest = place.funded.signature === asked.source.transaction ? before : pageOf(place, tools);
  const payments = await readPayments('siblings', place, { before: nearest, after }, SIBLINGS, tools);
  if (!payments.known) return payments;
  const { seen, transactions } = payments.value;
  const fresh = new Set(transactions.flatMap((one) => fundedAlike(one, place, SIBLING))).add(asked.subject);
  return known({ seen, fresh: fresh.size, transactionsRead: transactions.length });
}

/**
 * The same for a labelled source, busy or not, in the minute around the funding. Null for lamports that came by other means than a
 * transfer. Where the newest page ends long after the funding, the page before the subject's next transaction is read.
 */
export async function readCohort(
  asked: AskedFunding,
  tools: Pick<SourceTools, 'reader' | 'bodies'>,
): Promise<Reading<Cohort | null>> {
  const place = placeIn(asked);
  if (!place) return known(null);
  const before = pageOf(place, tools);
  const after = pageAfter(place, asked.oldest, tools);
  const payments = await readPayments('cohort', place, { before, after }, COHORT, tools);
  if (!payments.known) return payments;
  const { seen, transactions, whole } = payments.value;
  const funding = transactions.filter(({ signature }) => signature === place.funded.signature);
  const count = (bodies: readonly Transaction[], likeness: Likeness) =>
    new Set(bodies.flatMap((one) => fundedAlike(one, place, likeness))).add(asked.subject).size;
  return known({
    lamports: place.amount,
    alike: count(transactions, EQUAL_NEW),
    inTransaction: count(funding, EQUAL_NEW),
    funded: count(transactions, EQUAL),
    fundedInTransaction: count(funding, EQUAL),
    near: count(transactions, NEAR_NEW),
    seen,
    transactionsRead: transactions.length,
    whole,
  });
}

/** The funding as the source's history lists it. `amount`: what it gave the subject, in lamports. */
interface Place {
  readonly source: Address;
  readonly funded: SignatureEntry;
  readonly amount: bigint;
}

/** The largest transfer of the main source: a small one ahead of it, at another time, cannot hide it. Null where none is direct. */
function placeIn({ source, funding }: AskedFunding): Place | null {
  const address = parseAddress(source.address);
  if (!address || source.basis !== 'lamports') return null;
  const direct = mainCredits(funding.credits).filter(({ mechanism }) => isDirect.has(mechanism));
  let largest: Place | null = null;
  for (const { transaction, slot, time } of direct) {
    const signature = parseSignature(transaction);
    const amount = creditedLamports(direct.filter((credit) => credit.transaction === transaction));
    if (!signature || amount <= (largest?.amount ?? 0n)) continue;
    largest = { source: address, funded: { signature, slot, blockTime: time, failed: false }, amount };
  }
  return largest;
}

function pageOf({ source, funded }: Place, { reader }: Pick<SourceTools, 'reader'>): Page {
  return pageBefore(source, funded.signature, reader);
}

/**
 * What follows the funding. Histories are read backwards, so a busy source needs a mark behind the minute: any later transaction is
 * one, and the subject's next are known.
 */
async function pageAfter(
  { source, funded }: Place,
  oldest: readonly SignatureEntry[],
  { reader }: Pick<SourceTools, 'reader'>,
): Page {
  const until = funded.signature;
  const newest = await reader.signatures(source, { until });
  if (!newest.known || newest.value.length < PAGE_SIGNATURES) return newest;
  const seconds = await readSecondsBetween([funded, ...oldest], reader);
  const mark = seconds.known && oldest.find((entry) => seconds.value(funded, entry) > COHORT.secondsMax);
  return mark ? reader.signatures(source, { before: mark.signature, until }) : newest;
}

/** The source's successful transactions near the funding. `whole`: none of them is missing. */
interface Payments {
  readonly seen: number;
  readonly transactions: readonly Transaction[];
  readonly whole: boolean;
}

async function readPayments(
  name: 'siblings' | 'cohort',
  { funded }: Place,
  pages: { readonly before: Page; readonly after: Page },
  { secondsMax, eachSideMax }: Bounds,
  { reader, bodies }: Pick<SourceTools, 'reader' | 'bodies'>,
): Promise<Reading<Payments>> {
  const before = await pages.before;
  if (!before.known) return renamed(name, before.gap);
  const earlierSeconds = await readSecondsBetween([funded, ...before.value], reader);
  if (!earlierSeconds.known) return renamed(name, earlierSeconds.gap);
  const earlier = near(funded, before.value, earlierSeconds.value, secondsMax);
  const nearest = earlier.succeeded.slice(0, eachSideMax);
  bodies.ahead(nearest);
  const after = await pages.after;
  if (!after.known) return renamed(name, after.gap);
  const laterSeconds = await readSecondsBetween([funded, ...after.value], reader);
  if (!laterSeconds.known) return renamed(name, laterSeconds.gap);
  const behind = laterThan(funded, after.value, earlier.succeeded);
  const later = near(funded, behind, laterSeconds.value, secondsMax);
  const failed = [...earlier.failed.slice(0, eachSideMax), ...later.failed.slice(-eachSideMax)];
  const [read, disputed] = await Promise.all([
    bodies.load([...nearest, funded, ...later.succeeded.slice(-eachSideMax)]),
    bodies.prove(failed),
  ]);
  if (disputed) return renamed(name, disputed);
  const transactions: Transaction[] = [];
  for (const body of read) {
    if (!body.known) return renamed(name, body.gap);
    transactions.push(body.value);
  }
  const seen = earlier.succeeded.length + 1 + later.succeeded.length;
  const listed = !isCut(before.value, earlier) && !isCut(after.value, later);
  return known({ seen, transactions, whole: listed && seen === transactions.length });
}

/** The entries of a page within the time around the funding. */
interface Near {
  readonly succeeded: readonly SignatureEntry[];
  readonly failed: readonly SignatureEntry[];
}

function near(
  funded: SignatureEntry,
  page: readonly SignatureEntry[],
  secondsBetween: SecondsBetween,
  secondsMax: number,
): Near {
  const close = page.filter((entry) => Math.abs(secondsBetween(entry, funded)) <= secondsMax);
  return { succeeded: close.filter(({ failed }) => !failed), failed: close.filter(({ failed }) => failed) };
}

/** True for a full page that may end within the time that is asked for: its last entry is still near, or none of it is. */
function isCut(page: readonly SignatureEntry[], { succeeded, failed }: Near): boolean {
  const last = page.at(-1);
  if (!last || page.length < PAGE_SIGNATURES) return false;
  return succeeded.length + failed.length === 0 || [...succeeded, ...failed].includes(last);
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

/** Wallets that held little before the transaction and received about the amount from the source. */
function fundedAlike(
  transaction: Transaction,
  { source, amount }: Place,
  { amountBpsMax, heldBpsMax }: Likeness,
): readonly Address[] {
  return transaction.keys.filter((key) => {
    if (key === source || belongsToProgram(transaction, key) || !signable(key)) return false;
    const balances = nativeBalances(transaction, key);
    if (!balances || balances.after <= balances.before) return false;
    if (balances.before * 10_000n > amount * heldBpsMax) return false;
    const given = creditedLamports(
      lamportCredits(transaction, key).credits.filter((credit) => credit.source === source),
    );
    const apart = given > amount ? given - amount : amount - given;
    return apart * 10_000n <= amount * amountBpsMax;
  });
}

/** True for a token account or another program's state: it may have a private key, but is no funded wallet. */
function belongsToProgram({ moves, postTokens }: Transaction, key: Address): boolean {
  if (postTokens.some(({ account }) => account === key)) return true;
  return moves.some((move) => move.kind === 'create_account' && move.to === key && move.owner !== SYSTEM_PROGRAM);
}
