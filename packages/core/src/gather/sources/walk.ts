import type { SignatureEntry } from '#chain/chain-reader.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import {
  type Birth,
  type Continuity,
  type Credit,
  type Funding,
  SMALL_CREDIT_LAMPORTS,
  type Sponsor,
  type TokenCredit,
} from '#rules/funder/evidence.ts';
import type { Address } from '#solana/address.ts';
import { isFeePayer, nativeBalances } from '#solana/decode/balances.ts';
import { VOTE_PROGRAM } from '#solana/decode/moves/index.ts';
import { type HeldAt, isRentBetween } from '#solana/gates/collected-rent.ts';
import type { Transaction } from '#solana/transaction.ts';
import { placeOf } from './account-facts.ts';
import { lamportCredits } from './lamport-credits.ts';
import { type Bodies, OLDEST_PER_ROUND, positionsIn } from './listing.ts';
import { isMoney, tokenCreditOf } from './token-credit.ts';

/** What the oldest transactions prove, starting at a balance of 0. */
export interface FundingWalk {
  readonly birth: Reading<Birth | null>;
  readonly continuity: Reading<Continuity | null>;
  readonly funding: Reading<Funding | null>;
}

/**
 * Reads the oldest bodies, ascending. An unreadable body spoils the funding only where it is older than the first transaction that
 * the subject paid for. `more`: newer entries exist, so that bodies without such a transaction reached the limit.
 */
export function walkFunding(
  subject: Address,
  bodies: readonly Reading<Transaction>[],
  more: boolean,
  resumed: Early['resumed'] = new Set(),
): FundingWalk {
  const readable = leading(bodies);
  const birth = birthOf(subject, readable);
  const continuity = continuityOf(subject, readable, resumed);
  const paid = readable.findIndex((transaction) => isFeePayer(transaction, subject));
  const broken = bodies[readable.length];
  if (paid < 0 && broken && !broken.known) return { birth, continuity, funding: renamed('funding', broken.gap) };
  if (paid < 0 && more) {
    const why = `no self-paid transaction among the oldest ${readable.length}`;
    return { birth, continuity, funding: missing('funding', 'limit_reached', why) };
  }
  const before = paid < 0 ? readable : readable.slice(0, paid);
  return { birth, continuity, funding: known(fundingOf(subject, before, paid >= 0)) };
}

/** True when the transactions reach the first one that the subject paid, or break off before it. */
export function reachesSpending(subject: Address, bodies: readonly Reading<Transaction>[]): boolean {
  return bodies.some((body) => !body.known || isFeePayer(body.value, subject));
}

/**
 * The oldest transactions of an address, ascending, and their entries. `passed`: older entries that were skipped, in runs. `resumed`: the
 * first transaction behind each run. `left`: the newer entries.
 */
interface Early {
  readonly read: readonly Reading<Transaction>[];
  readonly entries: readonly SignatureEntry[];
  readonly passed: readonly SignatureEntry[];
  readonly resumed: ReadonlySet<string>;
  readonly left: readonly SignatureEntry[];
  /** True where unread newer transactions may show its first money. */
  readonly isCut: boolean;
}

/**
 * Reads up to the first transaction that the address paid, in windows of these sizes. Between two windows it skips transactions that leave
 * the address unchanged, because anybody can name it in any number of them.
 */
export async function readEarly(
  of: Address,
  entries: readonly SignatureEntry[],
  bodies: Bodies,
  windows: readonly number[],
): Promise<Early> {
  const read: Reading<Transaction>[] = [];
  const listed: SignatureEntry[] = [];
  const passed: SignatureEntry[] = [];
  const resumed = new Set<string>();
  let left = entries;
  const isOpen = () => left.length > 0 && !reachesSpending(of, read);
  for (const [index, count] of windows.entries()) {
    const quiet = index > 0 ? await quietCount(of, left, read.at(-1), bodies) : 0;
    passed.push(...left.slice(0, quiet));
    left = left.slice(quiet);
    if (quiet > 0 && left[0]) resumed.add(left[0].signature);
    for (const end = read.length + count; read.length < end && isOpen(); ) {
      const some = left.slice(0, Math.min(OLDEST_PER_ROUND, end - read.length));
      listed.push(...some);
      read.push(...(await bodies.load(some)));
      left = left.slice(some.length);
    }
    if (!isOpen()) break;
  }
  return { read, entries: listed, passed, resumed, left, isCut: isOpen() };
}

/**
 * How many entries leave the lamports of an address at the value after the last transaction, but for specks, and are not signed by it; 0
 * where the entries do not show it.
 */
async function quietCount(
  of: Address,
  entries: readonly SignatureEntry[],
  last: Reading<Transaction> | undefined,
  bodies: Bodies,
): Promise<number> {
  const held = last?.known ? nativeBalances(last.value, of)?.after : undefined;
  if (held === undefined) return 0;
  const succeeded = entries.flatMap(({ failed }, at) => (failed ? [] : [at]));
  let quiet = { at: -1, after: held };
  let change = { at: succeeded.length, before: held };
  while (change.at - quiet.at > 1) {
    const positions = positionsIn({ after: quiet.at, count: change.at - quiet.at - 1 });
    const probes = await bodies.load(positions.flatMap((at) => entries[succeeded[at] ?? -1] ?? []));
    const seen = probes.flatMap((body, index) => probed(of, body, positions[index] ?? -1, held) ?? []);
    if (seen.length < positions.length) return 0;
    change = seen.find(({ isQuiet }) => !isQuiet) ?? change;
    quiet = seen.findLast(({ at }) => at < change.at) ?? quiet;
  }
  const next = succeeded[change.at];
  if (next === undefined) return quiet.after === held ? entries.length : 0;
  // A failed transaction that the address paid changes what it has.
  return change.before === held ? next : (succeeded[quiet.at] ?? -1) + 1;
}

/** What a transaction did to the lamports of an address; null where that cannot be read. */
function probed(of: Address, body: Reading<Transaction>, at: number, held: bigint) {
  const had = body.known ? nativeBalances(body.value, of) : null;
  if (!body.known || !had) return null;
  const isSpeck = (apart: bigint) => apart < SMALL_CREDIT_LAMPORTS && -apart < SMALL_CREDIT_LAMPORTS;
  const isQuiet = isSpeck(had.before - held) && isSpeck(had.after - held) && !body.value.signers.includes(of);
  return { ...had, at, isQuiet };
}

function leading(bodies: readonly Reading<Transaction>[]): readonly Transaction[] {
  const transactions: Transaction[] = [];
  for (const body of bodies) {
    if (!body.known) break;
    transactions.push(body.value);
  }
  return transactions;
}

function birthOf(subject: Address, [oldest]: readonly Transaction[]): Reading<Birth | null> {
  if (!oldest) return known(null);
  const before = nativeBalances(oldest, subject)?.before ?? 0n;
  if (before > 0n) return missing('birth', 'history_missing', `held ${before} lamports before the oldest transaction`);
  return known({ place: placeOf(oldest) });
}

function continuityOf(
  subject: Address,
  transactions: readonly Transaction[],
  resumed: Early['resumed'],
): Reading<Continuity | null> {
  if (transactions.length === 0) return known(null);
  const validates = transactions.some((one) => isFeePayer(one, subject) && runsVote(one));
  let left: HeldAt | null = null;
  let rewardLamports = 0n;
  for (const transaction of transactions) {
    const balances = nativeBalances(transaction, subject);
    if (!balances) continue;
    const { slot, signature } = transaction;
    const jump: bigint = left === null || resumed.has(signature) ? 0n : balances.before - left.lamports;
    const isRent = left !== null && isRentBetween(left, { slot, lamports: balances.before });
    if (jump !== 0n && !isRent && !(validates && jump > 0n)) {
      return missing('continuity', 'history_missing', `${jump} lamports appear before ${signature}`);
    }
    if (jump > 0n) rewardLamports += jump;
    left = { slot, lamports: balances.after };
  }
  return known({ transactions: transactions.length, rewardLamports });
}

function runsVote({ instructions }: Transaction): boolean {
  return instructions.some(({ program }) => program === VOTE_PROGRAM);
}

function fundingOf(subject: Address, transactions: readonly Transaction[], spent: boolean): Funding {
  const found = transactions.map((transaction) => lamportCredits(transaction, subject));
  const tokenCredit = firstTokens(subject, transactions);
  return {
    credits: found.flatMap(({ credits }) => credits).map((credit) => withTokenSource(credit, tokenCredit)),
    tokenCredit,
    sponsor: firstSponsor(subject, transactions),
    spent,
    unexplainedLamports: found.reduce((total, { unexplained }) => total + unexplained, 0n),
  };
}

/** The first tokens that are money, else the first tokens of any kind. */
function firstTokens(subject: Address, transactions: readonly Transaction[]): TokenCredit | null {
  const credits = transactions.flatMap((transaction) => tokenCreditOf(transaction, subject) ?? []);
  return credits.find(({ mint }) => isMoney(mint)) ?? credits[0] ?? null;
}

/** The source of lamports that the subject got for its tokens is the source of the tokens. */
function withTokenSource(credit: Credit, tokens: TokenCredit | null): Credit {
  return credit.mechanism === 'own_swap' ? { ...credit, source: tokens?.source ?? null } : credit;
}

function firstSponsor(subject: Address, transactions: readonly Transaction[]): Sponsor | null {
  const signed = transactions.find((one) => one.signers.includes(subject) && !isFeePayer(one, subject));
  return signed ? { ...placeOf(signed), payer: signed.feePayer } : null;
}
