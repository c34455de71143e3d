import type { HistoryReader, SignatureEntry, StateReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { clustersOf, type Gift, type Handed, type Link, type Person } from '#derive/token/insiders/clusters.ts';
import { allKnown, known, mapReading, type Reading } from '#lib/reading.ts';
import type { InsiderFacts, LaunchBuyer, LaunchFacts, UntracedHolder } from '#rules/token/evidence.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import type { MoneySource, Traced } from './funding.ts';
import { funderClusters, fundingLinks, readSources, sharingWith, traceFunder, untracedBy } from './funding.ts';
import type { KeptTokens, LaunchReading, Makers } from './launch.ts';
import { isTipped, roleIn } from './launch.ts';
import { readSharedRecipients } from './shared-recipients.ts';
import { type IsMarket, type Made, type Receiver, readMade } from './token-way.ts';
import { type HolderWallet, handedBy, sourcesOf, type Ways, withoutMarkets } from './ways.ts';

/** Maximum number of holders whose first funder is searched, and of launch buyers beside them. */
const HOLDERS_MAX = 20;
const BUYERS_MAX = 10;

/** The input: the makers of a token, the opening of its market, and its holders. */
export interface InsiderQuestion {
  readonly mint: Address;
  readonly creator: Address | null;
  /** The creator, and who paid for the creation, with the accounts in which they would hold the mint. */
  readonly developers: readonly { readonly owner: Address; readonly accounts: readonly Address[] }[];
  /** Accounts of wallets without a label, largest first. `tokens` in atomic units. */
  readonly holders: readonly Holder[];
  /** Accounts of owners without a key. */
  readonly programs: readonly Holder[];
  /** False where only the ways of these holders' tokens are asked. */
  readonly isWhole: boolean;
  readonly isMarket: IsMarket;
  readonly reader: HistoryReader & Pick<StateReader, 'snapshot'>;
  readonly labels: LabelTable;
}

type Page = Reading<readonly SignatureEntry[]>;

/** An account with its owner. */
export interface Holder {
  readonly owner: Address;
  readonly account: Address;
  readonly tokens: bigint;
}

/** The answers about a token's launch and its holders. */
export interface Insiders {
  readonly launch: Reading<LaunchFacts | null>;
  readonly insiders: Reading<InsiderFacts>;
  /** The tokens that holders have from the developers, in atomic units, and holders of whom that is unknown. */
  readonly handed: bigint;
  readonly unfollowed: readonly UntracedHolder[];
  /** The wallets that holders got their tokens from, where several did. */
  readonly tokenSources: ReadonlyMap<Address, Address>;
}

/** The facts that the launch, the holders and those who traded with them show together. */
export function insidersFrom(
  question: InsiderQuestion,
  holders: HolderReadings,
  buyers: Reading<Buyers | null>,
): Insiders {
  const bought = buyers.known ? buyers.value : null;
  const { receivers, kept, traced: others } = bought ?? { receivers: [], kept: [], traced: [] };
  const isTraced = new Set(holders.traced.map(({ wallet }) => wallet));
  const traced = [...holders.traced, ...others.filter(({ wallet }) => !isTraced.has(wallet))];
  const creatorFunder = traced.find(({ wallet }) => wallet === question.creator)?.funder ?? null;
  const persons = personsOf(holders, kept);
  const handed = [...holders.handed, ...kept.map(({ owner: wallet, tokensKept: tokens }) => ({ wallet, tokens }))];
  const links = [...fundingLinks(traced, holders.sources, question.labels), ...holders.links, ...holders.recipients];
  const insiders: InsiderFacts = {
    walletsAsked: holders.asked.length,
    walletsTraced: holders.asked.filter(({ why }) => why === null).length,
    untraced: [...holders.untraced, ...untracedBuyers(traced, holders, kept)],
    clusters: clustersOf(persons, links, holders.gifts, handed),
    funderClusters: funderClusters(traced, holders.sources),
    creatorFunder: creatorFunder?.source ?? null,
    sharesCreatorFunder: sharingWith(question.creator, traced, holders.sources),
    creatorOtherMints: creatorFunder?.mints.filter((other) => other !== question.mint) ?? null,
  };
  const makers = makersOf(question, holders, traced);
  const context = { receivers, kept, makers, labels: question.labels };
  return {
    launch: mapReading(buyers, (some) => some && launchFacts(some.launch, context)),
    insiders: known(insiders),
    handed: handedBy(makers.developers, holders.persons, holders.gifts),
    unfollowed: holders.unfollowed,
    tokenSources: sourcesOf(makers.developers, holders.persons, holders.gifts.filter(holders.isShown)),
  };
}

/** Holders and launch buyers, each once. A launch buyer counts for the tokens that it kept, also where others hold them. */
function personsOf({ persons, handed }: HolderReadings, kept: readonly KeptTokens[]): readonly Person[] {
  const tokens = new Map<Address, bigint>(handed.map(({ wallet }) => [wallet, 0n]));
  for (const one of persons) tokens.set(one.wallet, one.tokens);
  for (const { owner, tokensKept } of kept) {
    const held = tokens.get(owner) ?? 0n;
    tokens.set(owner, tokensKept > held ? tokensKept : held);
  }
  return [...tokens].map(([wallet, amount]) => ({ wallet, tokens: amount }));
}

/** Launch buyers that could not be traced and are not traced as holders, with the tokens that they kept. */
function untracedBuyers(
  traced: readonly Traced[],
  { asked, untraced }: HolderReadings,
  kept: readonly KeptTokens[],
): readonly UntracedHolder[] {
  const holders = new Set([...asked, ...untraced].map(({ wallet }) => wallet));
  return traced.flatMap(({ wallet, why }): readonly UntracedHolder[] => {
    const tokens = kept.find(({ owner }) => owner === wallet)?.tokensKept ?? 0n;
    return why === null || tokens === 0n || holders.has(wallet) ? [] : [{ wallet, tokens, why }];
  });
}

/** The readings of the largest holders and the creator. `asked`: whose first money was searched; `traced`: givers beside them. */
export interface HolderReadings {
  readonly persons: readonly Person[];
  readonly asked: readonly Traced[];
  readonly traced: readonly Traced[];
  readonly sources: ReadonlyMap<Address, MoneySource>;
  readonly links: readonly Link[];
  readonly recipients: readonly Link[];
  readonly gifts: readonly Gift[];
  /** Whether tokens that were handed like this show the person behind their holders. */
  readonly isShown: (given: Pick<Gift, 'hand'>) => boolean;
  readonly handed: readonly Handed[];
  readonly untraced: readonly UntracedHolder[];
  /** Holders whose tokens arrived in an unknown way. */
  readonly unfollowed: readonly UntracedHolder[];
}

/** Whose ways are followed: wallets, the creator's among them, and owners without a key. */
export interface AskedHolders {
  readonly wallets: readonly HolderWallet[];
  readonly programs: readonly HolderWallet[];
}

export function askedHolders(question: InsiderQuestion): AskedHolders {
  return { wallets: walletsOf(question), programs: mergedByOwner(question.programs) };
}

/** The readings of holders. `givers`: the first money of the givers of their tokens; `held`: the held amount of each account. */
interface HolderReads {
  readonly asked: AskedHolders;
  readonly money: TracedMoney;
  readonly ways: Ways;
  readonly givers: TracedMoney;
  readonly recipients: readonly Link[];
  readonly held: Reading<ReadonlyMap<Address, bigint>>;
  readonly isProvenYoung: boolean;
}

/** The holders as people, without accounts that proved to be markets. */
export function holderReadings(
  { isWhole, programs: accounts }: InsiderQuestion,
  { asked: { wallets, programs }, money, ways, givers, recipients, held, isProvenYoung: young }: HolderReads,
): HolderReadings {
  const persons = [...wallets, ...programs.flatMap((one) => heldOf(one, accounts, held))];
  const counted = new Set(persons.map(({ wallet }) => wallet));
  const markets = programs.filter(({ wallet }) => !counted.has(wallet));
  const read = withoutMarkets(ways, new Set(markets.map(({ wallet }) => wallet)));
  const untraced = [...money.untraced, ...doubtsOf(givers.untraced, read, persons), ...read.untraced];
  const tokens = new Map(persons.map((one) => [one.wallet, one.tokens]));
  // A wallet that mints for many while the market is young, or hands out by an unknown program, launches it; later, it serves customers.
  const isShown = ({ hand }: Pick<Gift, 'hand'>) => hand === 'wallet' || (young && hand !== 'program');
  return {
    isShown,
    persons,
    asked: money.traced,
    traced: [...money.traced, ...givers.traced],
    sources: new Map([...givers.sources, ...money.sources]),
    gifts: read.gifts.filter(({ hand }) => young || hand !== 'unknown_sale'),
    recipients,
    links: read.links.filter(isShown),
    // In an older market, the tokens that a giver had before a gift may be sold.
    handed: young ? read.handed : [],
    untraced: eachOnce(untraced, tokens).filter((one) => isWhole || one.why !== 'limit_reached'),
    unfollowed: eachOnce(read.untraced, tokens),
  };
}

/** Those who have tokens, each once, with all of them. */
function eachOnce(
  untraced: readonly UntracedHolder[],
  tokens: ReadonlyMap<Address, bigint>,
): readonly UntracedHolder[] {
  return [...new Map(untraced.map((one) => [one.wallet, one])).values()]
    .map((one) => ({ ...one, tokens: tokens.get(one.wallet) ?? 0n }))
    .filter((one) => one.tokens > 0n);
}

/** A wallet of which no tokens are counted. */
export const nobody = (wallet: Address): Person => ({ wallet, tokens: 0n });

type TracedMoney = Pick<HolderReadings, 'traced' | 'sources' | 'untraced'>;

/** The first money of wallets, and the facts known of its giver. `pages`: their newest pages where these are read already. */
export async function traceAll(
  wallets: readonly Person[],
  pages: readonly Page[],
  { reader, labels }: InsiderQuestion,
): Promise<TracedMoney> {
  const traced = await Promise.all(
    wallets.map(async (one, index) => traceFunder(one, pages[index] ?? (await reader.signatures(one.wallet)), reader)),
  );
  const sources = await readSources(traced, labels, reader);
  return { traced, sources, untraced: untracedBy(traced, sources, labels) };
}

/** Holders whose tokens came from wallets that were not traced. */
function doubtsOf(
  givers: readonly UntracedHolder[],
  { gifts }: Ways,
  persons: readonly Person[],
): readonly UntracedHolder[] {
  return givers.flatMap(({ wallet, why }) =>
    persons
      .filter((one) => gifts.some(({ giver, receiver }) => giver === wallet && receiver === one.wallet))
      .map((one) => ({ wallet: one.wallet, tokens: one.tokens, why })),
  );
}

/** Wallets that pay to the same place. `pages`: their newest pages. */
export async function sharedRecipientsOf(
  wallets: readonly HolderWallet[],
  pages: readonly Page[],
  { labels, reader }: InsiderQuestion,
): Promise<readonly Link[]> {
  const paying = pages.flatMap((page, index) => (wallets[index] ? [{ wallet: wallets[index].wallet, page }] : []));
  return readSharedRecipients(paying, labels, reader);
}

/** An owner with the held amounts of its accounts; empty where none counts. */
function heldOf(
  { wallet, account, tokens }: HolderWallet,
  accounts: readonly Holder[],
  held: Reading<ReadonlyMap<Address, bigint>>,
): readonly HolderWallet[] {
  if (!held.known) return [{ wallet, account, tokens }];
  const sum = accounts
    .filter(({ owner }) => owner === wallet)
    .reduce((total, one) => total + (held.value.get(one.account) ?? 0n), 0n);
  return sum > 0n ? [{ wallet, account, tokens: sum }] : [];
}

/** The creator and the largest holders, each once. Addresses off the curve have no first funder. */
function walletsOf({ creator, holders }: InsiderQuestion): readonly HolderWallet[] {
  const people = mergedByOwner(holders).slice(0, HOLDERS_MAX);
  const isListed = people.some(({ wallet }) => wallet === creator);
  return creator && isOnCurve(creator) && !isListed
    ? [{ wallet: creator, account: null, tokens: 0n }, ...people]
    : people;
}

function mergedByOwner(holders: readonly Holder[]): readonly HolderWallet[] {
  const wallets = new Map<Address, HolderWallet>();
  for (const { owner, account, tokens } of holders) {
    const before = wallets.get(owner);
    wallets.set(owner, { wallet: owner, account: before?.account ?? account, tokens: (before?.tokens ?? 0n) + tokens });
  }
  return [...wallets.values()];
}

/** The launch with the tokens that its buyers kept, and their first funders. */
export interface Buyers {
  readonly launch: LaunchReading;
  readonly receivers: readonly Receiver[];
  readonly kept: readonly KeptTokens[];
  readonly traced: readonly Traced[];
}

/** The first money of buyers of the launch, those with most first. */
export function traceBuyers(receivers: readonly Receiver[], { reader }: InsiderQuestion): Promise<readonly Traced[]> {
  const asked = receivers.slice(0, BUYERS_MAX).map(({ owner }) => nobody(owner));
  return Promise.all(asked.map(async (one) => traceFunder(one, await reader.signatures(one.wallet), reader)));
}

/** The tokens that the developers made or were given, and their remaining part; a gap where one of them could not be read. */
export async function readAllMade(question: InsiderQuestion): Promise<Reading<readonly Made[]>> {
  return allKnown(await Promise.all(question.developers.map((developer) => readMade(developer, question))));
}

/** Who made the token, and whom they paid or supplied. */
function makersOf(
  { developers, creator }: InsiderQuestion,
  { gifts, sources }: HolderReadings,
  traced: readonly Traced[],
): Makers {
  const makers = new Set(developers.map(({ owner }) => owner));
  const source = traced.find(({ wallet }) => wallet === creator)?.funder?.source ?? null;
  const funder = source !== null && sources.get(source)?.person === true ? source : null;
  const isTheirs = (of: Address) => makers.has(of) || of === funder;
  return {
    developers: makers,
    funder,
    theirs: new Set([
      ...traced.filter((one) => one.funder && isTheirs(one.funder.source)).map(({ wallet }) => wallet),
      ...gifts.filter(({ giver }) => isTheirs(giver)).map(({ receiver }) => receiver),
    ]),
  };
}

interface BuyerContext {
  readonly receivers: readonly Receiver[];
  readonly kept: readonly KeptTokens[];
  readonly makers: Makers;
  readonly labels: LabelTable;
}

function launchFacts(launch: LaunchReading, { receivers, kept, makers, labels }: BuyerContext): LaunchFacts {
  const buyers = kept.flatMap((one): readonly LaunchBuyer[] => {
    const receiver = receivers.find(({ owner }) => owner === one.owner);
    return receiver ? [{ ...one, role: roleIn(launch, receiver, makers, labels) }] : [];
  });
  return {
    account: launch.opening.account,
    buyers,
    transactions: launch.bodies.length,
    tippedTransactions: launch.bodies.filter((body) => isTipped(body, labels)).length,
  };
}
