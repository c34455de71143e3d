import type { HistoryReader, SignatureEntry, StateReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { InsiderFacts, LaunchBuyer, LaunchFacts, UntracedHolder } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import { clustersOf, type Gift, type Handed, type Link, type Person } from './clusters.ts';
import type { MoneySource, Traced } from './funding.ts';
import { funderClusters, fundingLinks, readSources, sharingWith, traceFunder, untracedBy } from './funding.ts';
import type { KeptTokens, LaunchReading, Makers, MarketOpening } from './launch.ts';
import { isTipped, readKept, readLaunch, roleIn, withMade } from './launch.ts';
import { readSinks } from './sinks.ts';
import { type IsMarket, type Made, type Receiver, readMade } from './token-way.ts';
import { type HolderWallet, handedBy, readWays, sourcesOf, type Ways, withoutMarkets } from './ways.ts';

/** Maximum number of holders whose first funder is searched, and of launch buyers beside them. */
const HOLDERS_MAX = 20;
const BUYERS_MAX = 10;

/** The input: who made a token, how its market opened, and who holds it. */
export interface InsiderQuestion {
  readonly mint: Address;
  readonly creator: Address | null;
  /** The creator, and who paid for the creation, with the accounts in which they would hold the mint. */
  readonly developers: readonly { readonly owner: Address; readonly accounts: readonly Address[] }[];
  /** Accounts of wallets without a label, largest first. `tokens` in atomic units. */
  readonly holders: readonly Holder[];
  /** Accounts of owners that nobody signs for, and what of each counts as held when the whole market is known. */
  readonly programs: readonly Holder[];
  readonly held: Promise<Reading<ReadonlyMap<Address, bigint>>>;
  /** True where the market is not proven to be older than 30 days; a gap where that could not be read. */
  readonly isYoung: Promise<Reading<boolean>>;
  /** Whether lists already show that it will hardly be proven, so that what a young market needs is asked at once. */
  readonly beganLately: boolean;
  /** False where only the ways of these holders' tokens are asked. */
  readonly isWhole: boolean;
  readonly isMarket: IsMarket;
  /** How the market opened; null where there is none. */
  readonly opening: Promise<Reading<MarketOpening | null>>;
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
  /** What holders have from the developers, in atomic units, and holders of whom that is not known. */
  readonly handed: bigint;
  readonly unfollowed: readonly UntracedHolder[];
  /** The wallets that holders got their tokens from, where several did. */
  readonly tokenSources: ReadonlyMap<Address, Address>;
}

/**
 * Reads who stands behind the largest holders and the buyers of the launch, in four rounds. The first reads the newest pages of
 * wallets and of their token accounts; the second first funders, how tokens arrived, and late payments; the third what funders and
 * givers are; the fourth who funded and supplied those. The launch and its buyers are read beside that, in three rounds.
 */
export async function readInsiders(question: InsiderQuestion): Promise<Insiders> {
  const [holders, launch] = await Promise.all([readHolders(question), readBuyers(question)]);
  const bought = launch.known ? launch.value : null;
  const { receivers, kept, traced: buyers } = bought ?? { receivers: [], kept: [], traced: [] };
  const isTraced = new Set(holders.traced.map(({ wallet }) => wallet));
  const traced = [...holders.traced, ...buyers.filter(({ wallet }) => !isTraced.has(wallet))];
  const creatorFunder = traced.find(({ wallet }) => wallet === question.creator)?.funder ?? null;
  const persons = personsOf(holders, kept);
  const handed = [...holders.handed, ...kept.map(({ owner: wallet, tokensKept: tokens }) => ({ wallet, tokens }))];
  const links = [...fundingLinks(traced, holders.sources, question.labels), ...holders.links, ...holders.sinks];
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
    launch: launch.known
      ? known(launch.value && launchFacts(launch.value.launch, context))
      : renamed('launch', launch.gap),
    insiders: known(insiders),
    handed: handedBy(makers.developers, holders.persons, holders.gifts),
    unfollowed: holders.unfollowed,
    tokenSources: sourcesOf(makers.developers, holders.persons, holders.gifts.filter(holders.isShown)),
  };
}

/** Holders and launch buyers, each once. A launch buyer counts for what it kept, also where that lies with others. */
function personsOf({ persons, handed }: HolderReadings, kept: readonly KeptTokens[]): readonly Person[] {
  const tokens = new Map<Address, bigint>(handed.map(({ wallet }) => [wallet, 0n]));
  for (const one of persons) tokens.set(one.wallet, one.tokens);
  for (const { owner, tokensKept } of kept) {
    const held = tokens.get(owner) ?? 0n;
    tokens.set(owner, tokensKept > held ? tokensKept : held);
  }
  return [...tokens].map(([wallet, amount]) => ({ wallet, tokens: amount }));
}

/** Launch buyers that are not asked as holders and could not be traced, with what they kept. */
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

/** What was read of the largest holders and the creator. `asked`: whose first money was searched; `traced`: givers beside them. */
interface HolderReadings {
  readonly persons: readonly Person[];
  readonly asked: readonly Traced[];
  readonly traced: readonly Traced[];
  readonly sources: ReadonlyMap<Address, MoneySource>;
  readonly links: readonly Link[];
  readonly sinks: readonly Link[];
  readonly gifts: readonly Gift[];
  /** Whether what was handed like this says who stands behind those who have it. */
  readonly isShown: (given: Pick<Gift, 'hand'>) => boolean;
  readonly handed: readonly Handed[];
  readonly untraced: readonly UntracedHolder[];
  /** Holders of whom it is not known how their tokens came to them. */
  readonly unfollowed: readonly UntracedHolder[];
}

async function readHolders(question: InsiderQuestion): Promise<HolderReadings> {
  const { reader, isYoung, isWhole } = question;
  const wallets = walletsOf(question);
  const programs = mergedByOwner(question.programs);
  const accounts = [...wallets, ...programs].map(({ account }) => (account ? reader.signatures(account) : null));
  const pages = isWhole ? wallets.map(({ wallet }) => reader.signatures(wallet)) : [];
  const ways = readWays([...wallets, ...programs], accounts, question);
  const isProvenYoung = isYoung.then((young) => young.known && young.value);
  const [money, given, all, sinks, held, young] = await Promise.all([
    traceAll(isWhole ? wallets : [], pages, question),
    ways.then(({ givers }) => traceAll(isWhole ? givers.map(nobody) : [], [], question)),
    ways,
    isProvenYoung.then((young) => (young ? sinksOf(wallets, pages, question) : [])),
    question.held,
    isProvenYoung,
  ]);
  const persons = [...wallets, ...programs.flatMap((one) => heldOf(one, question.programs, held))];
  const counted = new Set(persons.map(({ wallet }) => wallet));
  const markets = programs.filter(({ wallet }) => !counted.has(wallet));
  const read = withoutMarkets(all, new Set(markets.map(({ wallet }) => wallet)));
  const untraced = [...money.untraced, ...doubtsOf(given.untraced, read, persons), ...read.untraced];
  const tokens = new Map(persons.map((one) => [one.wallet, one.tokens]));
  // Who mints for many wallets while the market is young, or hands out by an unknown program, launches it; later, it serves customers.
  const isShown = ({ hand }: Pick<Gift, 'hand'>) => hand === 'wallet' || (young && hand !== 'program');
  return {
    isShown,
    ...{ persons, asked: money.traced, traced: [...money.traced, ...given.traced] },
    sources: new Map([...given.sources, ...money.sources]),
    gifts: read.gifts.filter(({ hand }) => young || hand !== 'unknown_sale'),
    sinks,
    links: read.links.filter(isShown),
    // In an older market, what somebody had before he gave some away may be sold.
    handed: young ? read.handed : [],
    untraced: eachOnce(untraced, tokens).filter((one) => isWhole || one.why !== 'limit_reached'),
    unfollowed: eachOnce(read.untraced, tokens),
  };
}

/** Those who have tokens, each once, with all that it has. */
function eachOnce(
  untraced: readonly UntracedHolder[],
  tokens: ReadonlyMap<Address, bigint>,
): readonly UntracedHolder[] {
  return [...new Map(untraced.map((one) => [one.wallet, one])).values()]
    .map((one) => ({ ...one, tokens: tokens.get(one.wallet) ?? 0n }))
    .filter((one) => one.tokens > 0n);
}

const nobody = (wallet: Address): Person => ({ wallet, tokens: 0n });

/** The first money of wallets, and what is known of who gave it. `pages`: their newest pages where these are asked already. */
async function traceAll(
  wallets: readonly Person[],
  pages: readonly Promise<Page>[],
  { reader, labels }: InsiderQuestion,
): Promise<Pick<HolderReadings, 'traced' | 'sources' | 'untraced'>> {
  const traced = await Promise.all(
    wallets.map(async (one, index) => traceFunder(one, await (pages[index] ?? reader.signatures(one.wallet)), reader)),
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

async function sinksOf(
  wallets: readonly HolderWallet[],
  pages: readonly Promise<Page>[],
  { labels, reader }: InsiderQuestion,
): Promise<readonly Link[]> {
  const read = await Promise.all(pages);
  const paying = read.flatMap((page, index) => (wallets[index] ? [{ wallet: wallets[index].wallet, page }] : []));
  return readSinks(paying, labels, reader);
}

/** An owner with what counts as held of its accounts; nobody where nothing does. */
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

/** The launch with what its buyers kept, and their first funders. */
interface Buyers {
  readonly launch: LaunchReading;
  readonly receivers: readonly Receiver[];
  readonly kept: readonly KeptTokens[];
  readonly traced: readonly Traced[];
}

async function readBuyers(question: InsiderQuestion): Promise<Reading<Buyers | null>> {
  const { developers, reader, beganLately } = question;
  const readAllMade = () => Promise.all(developers.map((developer) => readMade(developer, question)));
  const early = beganLately ? readAllMade() : null;
  const [opening, isYoung] = await Promise.all([question.opening, question.isYoung]);
  if (!isYoung.known) return isYoung;
  if (!isYoung.value) return known(null);
  if (!opening.known) return opening;
  if (opening.value === null) return known(null);
  const launch = await readLaunch(opening.value, question);
  if (!launch.known) return launch;
  const made: Made[] = [];
  for (const one of await (early ?? readAllMade())) {
    if (!one.known) return one;
    made.push(one.value);
  }
  const receivers = withMade(launch.value, made, question);
  const [kept, traced] = await Promise.all([
    readKept(launch.value, receivers, question),
    Promise.all(
      receivers
        .slice(0, BUYERS_MAX)
        .map(async ({ owner }) => traceFunder({ wallet: owner, tokens: 0n }, await reader.signatures(owner), reader)),
    ),
  ]);
  return kept.known ? known({ launch: launch.value, receivers, kept: kept.value, traced }) : kept;
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
    ...{ developers: makers, funder },
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
