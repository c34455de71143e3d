import type { HistoryReader, SignatureEntry, StateReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { curveAuthorities } from '#derive/token/roles.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { LaunchBuyer, LaunchRole } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import type { TokenBalance, Transaction } from '#solana/transaction.ts';
import { openBodies } from '../../sources/listing.ts';
import { type Made, type Receiver, readSold, soldIn, type WayQuestion } from './token-way.ts';

/** The launch: the slot of the opening and this many slots after it, and the maximum number of its transactions that are read. */
export const LAUNCH_SLOTS_AFTER = 2;
const LAUNCH_TRANSACTIONS_MAX = 256;
/** As many of the oldest entries are listed. */
export const ENTRIES_MAX = 264;

/** Maximum number of buyers whose way is read, the largest ones. */
const BUYERS_MAX = 16;

/** Where and how the market opened. */
export interface MarketOpening {
  /** The account whose history shows it. */
  readonly account: Address;
  /** The transaction that opened it. */
  readonly opening: Transaction;
  /** The oldest entries of its history, ascending, at most 264: the opening and some failed ones are among them. */
  readonly oldest: readonly SignatureEntry[];
  /** The openings of other pools that are about as deep: whoever bought there bought at the launch, too. */
  readonly also?: readonly Pick<MarketOpening, 'opening' | 'oldest'>[];
}

/** The launch as it was read: its transactions, oldest first, and who received tokens in them, largest first. */
export interface LaunchReading {
  readonly opening: MarketOpening;
  readonly bodies: readonly Transaction[];
  readonly receivers: readonly Receiver[];
}

/** What the launch is read with. */
export interface LaunchQuestion extends WayQuestion {
  readonly reader: HistoryReader & Pick<StateReader, 'snapshot'>;
}

/**
 * Reads the transactions of the launch, in one round. Gaps: `limit_reached` where it has more than are read, because purchases may be
 * hidden behind others, or where the entries end before it does; else the cause of the unreadable part.
 */
export async function readLaunch(opening: MarketOpening, question: LaunchQuestion): Promise<Reading<LaunchReading>> {
  const { reader } = question;
  const parts = [opening, ...(opening.also ?? [])].map(partOf);
  const launch = [...new Map(parts.flatMap(({ entries }) => entries).map((one) => [one.signature, one])).values()];
  if (parts.some(({ isCut }) => isCut) || launch.length > LAUNCH_TRANSACTIONS_MAX) {
    return missing('launch', 'limit_reached', 'the launch has more transactions than are read');
  }
  const openings = new Map(parts.map(({ transaction }) => [transaction.signature, transaction]));
  const others = launch.filter(({ failed, signature }) => !failed && !openings.has(signature));
  const bodies = openBodies(reader);
  const [read, disputed] = await Promise.all([
    bodies.load(others),
    bodies.prove(launch.filter(({ failed }) => failed)),
  ]);
  if (disputed) return renamed('launch', disputed);
  const all: Transaction[] = [...openings.values()];
  for (const body of read) {
    if (!body.known) return renamed('launch', body.gap);
    all.push(body.value);
  }
  return known({ opening, bodies: all, receivers: receiversIn(all, question) });
}

/** The entries of an opening and the slots after it. `isCut`: there may be more of them than are listed. */
function partOf({ opening: transaction, oldest }: Pick<MarketOpening, 'opening' | 'oldest'>) {
  const last = transaction.slot + LAUNCH_SLOTS_AFTER;
  const newest = oldest.at(-1);
  return {
    transaction,
    entries: oldest.filter(({ slot }) => slot >= transaction.slot && slot <= last),
    isCut: oldest.length >= ENTRIES_MAX && newest !== undefined && newest.slot <= last,
  };
}

function openingsOf(opening: MarketOpening): readonly Transaction[] {
  return [opening, ...(opening.also ?? [])].map((one) => one.opening);
}

/**
 * The receivers of tokens in the launch, with the tokens that developers had before it and did not put into the market at its opening.
 * Largest first. A developer may have most of its tokens from before, and buy a few.
 */
export function withMade(
  { opening, bodies, receivers }: LaunchReading,
  made: readonly Made[],
  question: WayQuestion,
): readonly Receiver[] {
  const launch = new Set<string>(bodies.map(({ signature }) => signature));
  const all = new Map(receivers.map((one) => [one.owner, one]));
  for (const { owner, accounts, arrivals } of made) {
    const before = arrivals.reduce((sum, one) => (launch.has(one.transaction) ? sum : sum + one.tokens), 0n);
    const put = openingsOf(opening).reduce((sum, body) => sum + soldIn(body, owner, question), 0n);
    if (before <= put) continue;
    const bought = all.get(owner);
    all.set(owner, {
      owner,
      tokens: before - put + (bought?.tokens ?? 0n),
      accounts: [...new Set([...accounts, ...(bought?.accounts ?? [])])],
    });
  }
  return [...all.values()].sort((a, b) => (a.tokens < b.tokens ? 1 : a.tokens > b.tokens ? -1 : 0));
}

/** Owners whose balance of the mint rose in a transaction, largest first, without markets. */
function receiversIn(
  launch: readonly Transaction[],
  { mint, isMarket }: Pick<LaunchQuestion, 'mint' | 'isMarket'>,
): readonly Receiver[] {
  const receivers = new Map<Address, Receiver>();
  const isCounted = (one: TokenBalance) =>
    one.mint === mint && !(one.owner && (isMarket(one.owner, one.account) || curveAuthorities.has(one.owner)));
  for (const { owner, tokens, accounts } of launch.flatMap((transaction) => rises(transaction, isCounted))) {
    const before = receivers.get(owner) ?? { tokens: 0n, accounts: [] };
    const all = new Set([...before.accounts, ...accounts]);
    receivers.set(owner, { owner, tokens: before.tokens + tokens, accounts: [...all] });
  }
  return [...receivers.values()].sort((a, b) => (a.tokens < b.tokens ? 1 : a.tokens > b.tokens ? -1 : 0));
}

function rises(
  { preTokens, postTokens }: Transaction,
  isCounted: (balance: TokenBalance) => boolean,
): readonly Receiver[] {
  const after = postTokens.filter(isCounted);
  const owners = new Set(after.flatMap(({ owner }) => owner ?? []));
  return [...owners].flatMap((owner) => {
    const balances = after.filter((balance) => balance.owner === owner);
    const before = preTokens.filter((balance) => isCounted(balance) && balance.owner === owner);
    const tokens = sum(balances) - sum(before);
    return tokens > 0n ? [{ owner, tokens, accounts: balances.map(({ account }) => account) }] : [];
  });
}

function sum(balances: readonly { readonly amount: bigint }[]): bigint {
  return balances.reduce((total, { amount }) => total + amount, 0n);
}

/** A receiver with what it holds now, and what it has not sold. */
export type KeptTokens = Omit<LaunchBuyer, 'role'>;

/**
 * Finds the tokens that receivers kept, in two rounds: the pages of their accounts, then their transactions with their present balances.
 * Receivers beyond the largest are not traced: they count as if they had sold nothing. A gap where endpoints fail to show the sales of a
 * receiver who has less now.
 */
export async function readKept(
  { opening }: LaunchReading,
  receivers: readonly Receiver[],
  question: LaunchQuestion,
): Promise<Reading<readonly KeptTokens[]>> {
  const openings = new Set(openingsOf(opening).map(({ signature }) => signature));
  if (receivers.length === 0) return known([]);
  const followed = receivers.slice(0, BUYERS_MAX);
  const pages = await Promise.all(
    followed.map(({ accounts }) => Promise.all(accounts.map((account) => question.reader.signatures(account)))),
  );
  const [balances, sold] = await Promise.all([
    readBalances(followed, question),
    Promise.all(followed.map((receiver, index) => readSold(receiver, pages[index] ?? [], openings, question))),
  ]);
  if (!balances.known) return balances;
  const kept: KeptTokens[] = [];
  for (const [index, { owner, tokens }] of receivers.entries()) {
    const tokensNow = balances.value.get(owner) ?? 0n;
    const sales = sold[index] ?? known(0n);
    if (!sales.known && tokensNow < tokens) return renamed('launch', sales.gap);
    const left = tokens - (sales.known ? sales.value : 0n);
    kept.push({ owner, tokens, tokensNow, tokensKept: left > tokensNow ? left : tokensNow });
  }
  return known(kept);
}

/** The present balance of each receiver in the accounts of the launch, all at one slot. */
async function readBalances(
  receivers: readonly Receiver[],
  { mint, reader }: LaunchQuestion,
): Promise<Reading<ReadonlyMap<Address, bigint>>> {
  const addresses = receivers.flatMap(({ accounts }) => accounts).slice(0, 100);
  const snapshot = await reader.snapshot(addresses);
  if (!snapshot.known) return renamed('launch', snapshot.gap);
  const balances = new Map<Address, bigint>();
  for (const state of snapshot.value.value) {
    const account = state ? readTokenAccount(state) : null;
    if (account?.mint !== mint) continue;
    balances.set(account.authority, (balances.get(account.authority) ?? 0n) + account.amount);
  }
  return known(balances);
}

/** The people behind a launch: the maker of the token or its payer, and the giver of that one's first money, if a person. */
export interface Makers {
  readonly developers: ReadonlySet<Address>;
  readonly funder: Address | null;
  /** Receivers whom a developer or the funder gave first money or tokens. */
  readonly theirs: ReadonlySet<Address>;
}

/** How a receiver belongs to the launch. */
export function roleIn(
  { opening, bodies }: LaunchReading,
  { owner, accounts }: Receiver,
  makers: Makers,
  labels: LabelTable,
): LaunchRole {
  if (makers.developers.has(owner)) return 'developer';
  if (makers.theirs.has(owner) || makers.funder === owner) return 'insider';
  const bought = bodies.filter(({ postTokens }) => postTokens.some(({ account }) => accounts.includes(account)));
  const slots = new Set(openingsOf(opening).map(({ slot }) => slot));
  const isBundled = bought.some((body) => slots.has(body.slot) || isTipped(body, labels));
  return isBundled ? 'bundle' : 'sniper';
}

/** True where the transaction tips a block builder for bundles. */
export function isTipped({ moves }: Transaction, labels: LabelTable): boolean {
  return moves.some((move) => {
    const category = move.kind === 'transfer' ? labels.find(move.to)?.category : undefined;
    return category === 'jito_tip' || category === 'tip_account';
  });
}
