import type { HistoryReader, SignatureEntry, StateReader, Transaction } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { isHub } from '#checks/funder/evidence.ts';
import type { FunderCluster, InsiderFacts } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { type FirstFunder, firstFunder } from '../sources/first-funder.ts';
import { openBodies, PAGE_SIGNATURES } from '../sources/listing.ts';
import { pageBefore, readActivity } from '../sources/source.ts';

/** Wallets of one source that form a cluster. */
const CLUSTER_WALLETS_MIN = 3;

/** Maximum number of sources that are examined. */
const SOURCES_MAX = 3;

/** Payments are similar if they are within this time, and if each amount reaches this share of the largest. */
const ALIKE_SECONDS_MAX = 21_600;

const ALIKE_AMOUNT_PERCENT_MIN = 85n;

/** The launch: the slot of the creation and this many slots after it, and the maximum number of its transactions that are read. */
const LAUNCH_SLOTS_AFTER = 2;

const LAUNCH_TRANSACTIONS_MAX = 25;

/** Accounts of one snapshot. */
const ACCOUNTS_MAX = 100;

/** Maximum number of wallets whose first funder is searched, the creator included. */
const WALLETS_MAX = 10;

/** The input: a token's creation, its early history and its holders. */
export interface InsiderQuestion {
  readonly mint: Address;
  /** The transaction that created the mint; null where it was not read. */
  readonly creation: Transaction | null;
  /** The oldest entries of the mint's complete history, ascending; null where that was not read. */
  readonly oldest: readonly SignatureEntry[] | null;
  readonly creator: Address | null;
  /** Accounts of wallets, largest first. `tokens` in atomic units. */
  readonly holders: readonly { readonly owner: Address; readonly account: Address; readonly tokens: bigint }[];
  /** True for an owner that is a market or a curve. */
  readonly isPool: (owner: Address) => boolean;
  readonly reader: HistoryReader & Pick<StateReader, 'snapshot'>;
  readonly labels: LabelTable;
}

interface Wallet {
  readonly wallet: Address;
  readonly tokens: bigint;
}

/**
 * Examines the launch and the first funders of the creator and the largest holders, in three rounds: the launch transactions with
 * the wallets' newest pages; the first funders with the launch buyers' present balances; and whether shared sources are public
 * services. `walletsTraced` leaves out wallets that cannot be traced or whose shared source may be a service. The creator's tokens
 * count in a cluster only if it is among the holders. Gaps: `limit_reached` where `oldest` lacks the launch, else the cause of the
 * unreadable part.
 */
export async function readInsiders(question: InsiderQuestion): Promise<Reading<InsiderFacts>> {
  const { mint, creation, oldest, creator, isPool, reader, labels } = question;
  const entries = creation && oldest ? launchEntries(creation, oldest) : null;
  if (!creation || !entries)
    return missing('insiders', 'limit_reached', 'the launch is beyond the history that was read');
  const wallets = walletsOf(question);
  const [bodies, pages] = await Promise.all([
    readLaunch(question, creation, entries),
    Promise.all(wallets.map(({ wallet }) => reader.signatures(wallet))),
  ]);
  if (!bodies.known) return bodies;
  const [buyers, funders] = await Promise.all([
    tokensLeft(mint, launchBuyers(mint, bodies.value, isPool), reader),
    Promise.all(wallets.map(({ wallet }, index) => traced(wallet, pages[index], reader))),
  ]);
  if (!buyers.known) return buyers;
  const funded = wallets.flatMap((one, index): readonly FundedWallet[] => {
    const funder = funders[index];
    return funder ? [{ ...one, funder }] : [];
  });
  const sources = await sharedSources(funded, creator, labels, reader);
  const untold = sources.filter(({ person }) => person === null).flatMap((source) => source.wallets);
  const made = funded.find(({ wallet }) => wallet === creator)?.funder ?? null;
  return known({
    launchBuyers: buyers.value,
    launchTransactions: bodies.value.length,
    tippedTransactions: bodies.value.filter((transaction) => isTipped(transaction, labels)).length,
    walletsAsked: wallets.length,
    walletsTraced: funded.length - untold.length,
    clusters: clustersOf(sources),
    creatorFunder: made?.source ?? null,
    sharesCreatorFunder: sharingWith(creator, sources),
    creatorOtherMints: made?.mints.filter((other) => other !== mint) ?? null,
  });
}

/** The creator and the largest holders, each once with all its tokens. Addresses off the curve have no first funder. */
function walletsOf({ creator, holders, isPool }: InsiderQuestion): readonly Wallet[] {
  const tokens = new Map<Address, bigint>(creator ? [[creator, 0n]] : []);
  for (const { owner, tokens: amount } of holders) tokens.set(owner, (tokens.get(owner) ?? 0n) + amount);
  return [...tokens]
    .filter(([owner]) => isOnCurve(owner) && !isPool(owner))
    .slice(0, WALLETS_MAX)
    .map(([wallet, amount]) => ({ wallet, tokens: amount }));
}

/** Reads the whole launch or returns a gap, because a missing transaction could hide a buyer. */
async function readLaunch(
  { mint, oldest, reader }: InsiderQuestion,
  creation: Transaction,
  { succeeded, failed }: LaunchEntries,
): Promise<Reading<readonly Transaction[]>> {
  const others = succeeded.filter(({ signature }) => signature !== creation.signature);
  const launch = [creation];
  // Some endpoints return the beginning of a history in one request, and the launch is that.
  const last = others.at(-1);
  if (last && oldest) await reader.oldestAhead?.(mint, oldest.slice(0, oldest.indexOf(last) + 1));
  const bodies = openBodies(reader);
  const [read, disputed] = await Promise.all([bodies.load(others), bodies.prove(failed)]);
  if (disputed) return renamed('insiders', disputed);
  for (const body of read) {
    if (!body.known) return renamed('insiders', body.gap);
    launch.push(body.value);
  }
  return known(launch);
}

/** The first funder of the wallet; null where it was not found. Only the newest page is read. */
async function traced(
  wallet: Address,
  page: Reading<readonly SignatureEntry[]> | undefined,
  reader: HistoryReader,
): Promise<FirstFunder | null> {
  if (!page?.known || page.value.length >= PAGE_SIGNATURES) return null;
  const funder = await firstFunder(wallet, reader, page);
  return funder.known ? funder.value : null;
}

/** True where the transaction tips a block builder for bundles. */
function isTipped({ moves }: Transaction, labels: LabelTable): boolean {
  return moves.some((move) => {
    const category = move.kind === 'transfer' ? labels.find(move.to)?.category : undefined;
    return category === 'jito_tip' || category === 'tip_account';
  });
}

/** An owner that received tokens in the launch, with the accounts that received them. */
interface LaunchBuyer {
  readonly owner: Address;
  readonly tokens: bigint;
  readonly accounts: readonly Address[];
}

/** The listed transactions of the launch, oldest first. */
interface LaunchEntries {
  readonly succeeded: readonly SignatureEntry[];
  readonly failed: readonly SignatureEntry[];
}

/** The launch transactions to read; null where the listed history does not contain the creation. */
function launchEntries(creation: Transaction, oldest: readonly SignatureEntry[]): LaunchEntries | null {
  if (!oldest.some(({ signature }) => signature === creation.signature)) return null;
  const launch = oldest.filter(({ slot }) => slot >= creation.slot && slot <= creation.slot + LAUNCH_SLOTS_AFTER);
  return {
    succeeded: launch.filter(({ failed }) => !failed).slice(0, LAUNCH_TRANSACTIONS_MAX),
    failed: launch.filter(({ failed }) => failed).slice(0, LAUNCH_TRANSACTIONS_MAX),
  };
}

/** Owners whose balance of the mint rose in a transaction, largest first, without those in `leaveOut` and addresses off the curve. */
function launchBuyers(
  mint: Address,
  launch: readonly Transaction[],
  leaveOut: (owner: Address) => boolean,
): readonly LaunchBuyer[] {
  const buyers = new Map<Address, LaunchBuyer>();
  for (const { owner, tokens, accounts } of launch.flatMap((transaction) => rises(transaction, mint))) {
    const before = buyers.get(owner) ?? { tokens: 0n, accounts: [] };
    const all = new Set([...before.accounts, ...accounts]);
    buyers.set(owner, { owner, tokens: before.tokens + tokens, accounts: [...all] });
  }
  return [...buyers.values()]
    .filter(({ owner }) => isOnCurve(owner) && !leaveOut(owner))
    .sort((a, b) => (a.tokens < b.tokens ? 1 : a.tokens > b.tokens ? -1 : 0));
}

function rises({ preTokens, postTokens }: Transaction, mint: Address): readonly LaunchBuyer[] {
  const after = postTokens.filter((balance) => balance.mint === mint);
  const owners = new Set(after.flatMap(({ owner }) => owner ?? []));
  return [...owners].flatMap((owner) => {
    const balances = after.filter((balance) => balance.owner === owner);
    const before = preTokens.filter((balance) => balance.mint === mint && balance.owner === owner);
    const tokens = sum(balances) - sum(before);
    return tokens > 0n ? [{ owner, tokens, accounts: balances.map(({ account }) => account) }] : [];
  });
}

function sum(balances: readonly { readonly amount: bigint }[]): bigint {
  return balances.reduce((total, { amount }) => total + amount, 0n);
}

/**
 * The buyers' present balances in the accounts of the launch, all at one slot. Tokens moved to other accounts are not seen. Reads
 * the largest buyers whose accounts fit into one call of 100.
 */
async function tokensLeft(
  mint: Address,
  buyers: readonly LaunchBuyer[],
  reader: Pick<StateReader, 'snapshot'>,
): Promise<Reading<InsiderFacts['launchBuyers']>> {
  const asked = withinSnapshot(buyers);
  if (asked.length === 0) return known([]);
  const addresses = asked.flatMap(({ accounts }) => accounts);
  const snapshot = await reader.snapshot(addresses);
  if (!snapshot.known) return renamed('insiders', snapshot.gap);
  const states = new Map(addresses.map((address, index) => [address, snapshot.value.value[index] ?? null]));
  const nowIn = (owner: Address) => (address: Address) => {
    const state = states.get(address);
    const account = state ? readTokenAccount(state) : null;
    return account?.mint === mint && account.authority === owner ? [account] : [];
  };
  return known(
    asked.map(({ owner, tokens, accounts }) => ({ owner, tokens, tokensNow: sum(accounts.flatMap(nowIn(owner))) })),
  );
}

function withinSnapshot(buyers: readonly LaunchBuyer[]): readonly LaunchBuyer[] {
  const asked: LaunchBuyer[] = [];
  let count = 0;
  for (const buyer of buyers) {
    count += buyer.accounts.length;
    if (count > ACCOUNTS_MAX) break;
    asked.push(buyer);
  }
  return asked;
}

/** A wallet with its balance, and its first funder. */
interface FundedWallet {
  readonly wallet: Address;
  readonly tokens: bigint;
  readonly funder: FirstFunder;
}

/** The wallets of one source. `person`: the source is not known to serve the public, as exchanges do; null where that could not be read. */
interface SharedSource {
  readonly source: Address;
  readonly wallets: readonly FundedWallet[];
  readonly person: boolean | null;
}

/**
 * The sources that funded three wallets first, or the creator and another. A label that is not weak marks a public service, and so
 * does a full page of history in a short time before the first payment. Reads one page a source, in one round.
 */
async function sharedSources(
  funded: readonly FundedWallet[],
  creator: Address | null,
  labels: LabelTable,
  reader: HistoryReader,
): Promise<readonly SharedSource[]> {
  const bySource = new Map<Address, readonly FundedWallet[]>();
  for (const one of funded) bySource.set(one.funder.source, [...(bySource.get(one.funder.source) ?? []), one]);
  const shared = [...bySource]
    .map(([source, wallets]) => ({ source, wallets: [...wallets].sort((a, b) => a.funder.slot - b.funder.slot) }))
    .filter(({ wallets }) => wallets.length >= CLUSTER_WALLETS_MIN || (wallets.length > 1 && has(wallets, creator)));
  const labelled = shared.filter(({ source }) => isService(source, labels));
  const asked = shared.filter((one) => !labelled.includes(one));
  const read = asked.map(async (one, index) => ({
    ...one,
    person: index < SOURCES_MAX ? await isPerson(one, reader) : null,
  }));
  return [...labelled.map((one) => ({ ...one, person: false })), ...(await Promise.all(read))];
}

function has(wallets: readonly FundedWallet[], creator: Address | null): boolean {
  return wallets.some(({ wallet }) => wallet === creator);
}

function isService(source: Address, labels: LabelTable): boolean {
  const label = labels.find(source);
  return label !== null && label.grade !== 'weak';
}

/** Looks only at history before the first payment, so that funding these wallets does not itself look like a hub. */
async function isPerson(
  { source, wallets }: Pick<SharedSource, 'source' | 'wallets'>,
  reader: HistoryReader,
): Promise<boolean | null> {
  const page = await pageBefore(source, wallets[0]?.funder.transaction ?? '', reader);
  const busy = page.known ? await readActivity(page.value, reader) : page;
  return busy.known ? !isHub(busy.value) : null;
}

/** The clusters: three or more wallets with one personal source. */
function clustersOf(sources: readonly SharedSource[]): readonly FunderCluster[] {
  return sources
    .filter(({ person, wallets }) => person === true && wallets.length >= CLUSTER_WALLETS_MIN)
    .map(({ source, wallets }) => ({
      funder: source,
      wallets: wallets.map(({ wallet, tokens, funder: { lamports, time } }) => ({ wallet, tokens, lamports, time })),
      alike: alike(wallets),
    }));
}

/** The other wallets that the creator's first funder funded first. */
function sharingWith(creator: Address | null, sources: readonly SharedSource[]): readonly Address[] {
  const own = sources.find(({ person, wallets }) => person === true && has(wallets, creator));
  return (own?.wallets ?? []).map(({ wallet }) => wallet).filter((wallet) => wallet !== creator);
}

function alike(wallets: readonly FundedWallet[]): boolean {
  const times = wallets.flatMap(({ funder }) => funder.time ?? []);
  if (times.length === wallets.length && Math.max(...times) - Math.min(...times) <= ALIKE_SECONDS_MAX) return true;
  const most = wallets.reduce((largest, { funder: { lamports } }) => (lamports > largest ? lamports : largest), 0n);
  return wallets.every(({ funder: { lamports } }) => lamports * 100n >= most * ALIKE_AMOUNT_PERCENT_MIN);
}
