import type { SignatureEntry } from '#chain/chain-reader.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import {
  type FunderEvidence,
  isOfSource,
  isUnexplained,
  type Source,
  type WeekSource,
  weekWorth,
} from '#rules/funder/evidence.ts';
import { type Address, parseSignature } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';
import { labelFact } from '../sources/account-facts.ts';
import { netInflows } from '../sources/inflows.ts';
import { readSecondsBetween, type SecondsBetween } from '../sources/source.ts';
import { isBalanceOf, isMoney } from '../sources/token-credit.ts';
import type { SourceTools } from './hop.ts';

/** How long after the first money later money counts: seven days. */
const WEEK_SECONDS = 604_800;

/** Maximum number of the address's money accounts whose histories are read, and of transactions that only these list. */
const ACCOUNTS_MAX = 4;
const ACCOUNT_BODIES_MAX = 100;

/** The oldest entries of an address, the number of all, and the lamports that it has now. */
export interface Listed {
  readonly oldest: readonly SignatureEntry[];
  readonly signatures: number;
  readonly balance: bigint;
}

/**
 * The money of the seven days from the first money: the oldest transactions of the address, which are mostly read already, and those
 * that name only a token account which was open at the end of them. The transactions load beside the readings of the source; a money
 * account adds two rounds. What does not fit into the bounds is not read, and `whole` says so.
 */
export async function gatherFirstWeek(
  subject: Address,
  source: Source | null,
  { oldest, signatures, balance }: Listed,
  tools: SourceTools,
): Promise<FunderEvidence['firstWeek']> {
  const signature = source && parseSignature(source.transaction);
  if (!source || !signature) return known(null);
  const funded: SignatureEntry = { signature, slot: source.slot, blockTime: source.time, failed: false };
  const seconds = await readSecondsBetween([funded, ...oldest], tools.reader);
  if (!seconds.known) return renamed('first_week', seconds.gap);
  const isWithin = (entry: SignatureEntry) => seconds.value(funded, entry) <= WEEK_SECONDS;
  const listed = oldest.filter(isWithin);
  const read = await readBodies(listed, tools);
  if (!read.known) return read;
  const behind = await readAccounts(subject, funded, read.value, tools);
  if (!behind.known) return behind;
  const transactions = inOrder([...read.value, ...behind.value.transactions]);
  const sources = netInflows(subject, transactions).map(
    ({ party, lamports, dollars }): WeekSource => ({
      source: party,
      label: labelFact(tools.labels, party),
      lamports,
      dollars,
    }),
  );
  const giving = sources.filter((one) => weekWorth(one) > 0n).sort(byWorth);
  const rest = oldest.slice(listed.length);
  const isAsked = signatures <= oldest.length && isUnexplained(balance, sum(giving));
  return known({
    sources: giving,
    laterLamports: isAsked ? await laterDeposits(subject, source, { transactions, rest }, tools) : 0n,
    transactionsRead: transactions.length,
    whole: behind.value.whole && (listed.length < oldest.length || signatures <= oldest.length),
  });
}

/**
 * Lamports that the source and exchanges gave after the seven days, where the rest of the history is short: they explain a balance.
 * 0 where not all of it can be read.
 */
async function laterDeposits(
  subject: Address,
  source: Source,
  { transactions, rest }: { readonly transactions: readonly Transaction[]; readonly rest: readonly SignatureEntry[] },
  tools: SourceTools,
): Promise<bigint> {
  const read = await readBodies(rest, tools);
  if (!read.known) return 0n;
  const isOwn = (party: Address | null) =>
    party !== null && isOfSource({ source: party, label: labelFact(tools.labels, party) }, source);
  const given = (all: readonly Transaction[]) =>
    netInflows(subject, inOrder(all)).reduce(
      (total, { party, lamports }) => (isOwn(party) ? total + lamports : total),
      0n,
    );
  return given([...transactions, ...read.value]) - given(transactions);
}

function sum(sources: readonly WeekSource[]): bigint {
  return sources.reduce((total, one) => total + weekWorth(one), 0n);
}

function byWorth(a: WeekSource, b: WeekSource): number {
  const apart = weekWorth(b) - weekWorth(a);
  return apart > 0n ? 1 : apart < 0n ? -1 : 0;
}

/** The bodies of what succeeded; a failed transaction moves nothing but its fee. */
async function readBodies(
  entries: readonly SignatureEntry[],
  { bodies }: SourceTools,
): Promise<Reading<readonly Transaction[]>> {
  const transactions: Transaction[] = [];
  for (const body of await bodies.load(entries.filter(({ failed }) => !failed))) {
    if (!body.known) return renamed('first_week', body.gap);
    transactions.push(body.value);
  }
  return known(transactions);
}

/** Oldest first; the order within a slot is that of the block where it is known. */
function inOrder(transactions: readonly Transaction[]): readonly Transaction[] {
  return [...transactions].sort((a, b) => a.slot - b.slot || (a.index ?? 0) - (b.index ?? 0));
}

/** What only the histories of money accounts list. */
interface Behind {
  readonly transactions: readonly Transaction[];
  readonly whole: boolean;
}

/** Reads the histories of the money accounts that stayed open: a transfer to a token account does not name its owner. */
async function readAccounts(
  subject: Address,
  funded: SignatureEntry,
  read: readonly Transaction[],
  tools: SourceTools,
): Promise<Reading<Behind>> {
  const open = openAccounts(subject, read);
  if (open.length === 0) return known({ transactions: [], whole: true });
  const asked = open.slice(0, ACCOUNTS_MAX);
  const pages = await Promise.all(asked.map((account) => tools.reader.signatures(account)));
  const seen = new Set<string>(read.map(({ signature }) => signature));
  const found = new Map<string, SignatureEntry>();
  let whole = open.length <= ACCOUNTS_MAX;
  for (const page of pages) {
    if (!page.known) return renamed('first_week', page.gap);
    const seconds = await readSecondsBetween([funded, ...page.value], tools.reader);
    if (!seconds.known) return renamed('first_week', seconds.gap);
    whole &&= reachesBack(page.value, read, seconds.value, funded);
    for (const entry of page.value) {
      if (!seen.has(entry.signature) && seconds.value(funded, entry) <= WEEK_SECONDS) found.set(entry.signature, entry);
    }
  }
  const entries = [...found.values()].sort((a, b) => a.slot - b.slot);
  const bodies = await readBodies(entries.slice(0, ACCOUNT_BODIES_MAX), tools);
  if (!bodies.known) return bodies;
  return known({ transactions: bodies.value, whole: whole && entries.length <= ACCOUNT_BODIES_MAX });
}

/** True where the page goes back to a transaction that was read, or to the time before the first money. */
function reachesBack(
  page: readonly SignatureEntry[],
  read: readonly Transaction[],
  seconds: SecondsBetween,
  funded: SignatureEntry,
): boolean {
  const last = page.at(-1);
  if (!last) return false;
  return seconds(funded, last) <= 0 || read.some(({ signature }) => signature === last.signature);
}

/** Token accounts of money that the address owns after the last of these transactions that names them. */
function openAccounts(subject: Address, transactions: readonly Transaction[]): readonly Address[] {
  const open = new Set<Address>();
  for (const { preTokens, postTokens } of transactions) {
    for (const balance of preTokens) open.delete(balance.account);
    for (const balance of postTokens) {
      if (isMoney(balance.mint) && isBalanceOf(balance, subject)) open.add(balance.account);
    }
  }
  return [...open];
}
