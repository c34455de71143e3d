import type { HistoryReader, SignatureEntry, StateReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { InsiderFacts, LaunchBuyer, LaunchFacts, UntracedHolder } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { clustersOf, type Gift, type Handed, type Link, type Person } from './clusters.ts';
import {
  funderClusters,
  fundingLinks,
  isService,
  type MoneySource,
  readSources,
  sharingWith,
  type Traced,
  traceFunder,
  untracedBy,
} from './funding.ts';
import {
  isTipped,
  type KeptTokens,
  type LaunchReading,
  type Makers,
  type MarketOpening,
  readKept,
  readLaunch,
  roleIn,
} from './launch.ts';
import { readSinks } from './sinks.ts';
import { type Receiver, readArrival, readMade, type TokenArrival } from './token-way.ts';

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
  /** True where the market is not proven to be older than 30 days. */
  readonly isYoung: Promise<boolean>;
  /** Whether lists already show that it will hardly be proven, so that what a young market needs is asked at once. */
  readonly beganLately: boolean;
  /** True for an owner that is a market, a curve or a burn address. */
  readonly isMarket: (owner: Address) => boolean;
  /** How the market opened; null where there is none. */
  readonly opening: Promise<Reading<MarketOpening | null>>;
  readonly reader: HistoryReader & Pick<StateReader, 'snapshot'>;
  readonly labels: LabelTable;
}

interface Holder {
  readonly owner: Address;
  readonly account: Address;
  readonly tokens: bigint;
}

/** The answers about a token's launch and its holders. */
export interface Insiders {
  readonly launch: Reading<LaunchFacts | null>;
  readonly insiders: Reading<InsiderFacts>;
}

/**
 * Reads who stands behind the largest holders and the buyers of the launch, in four rounds. The first reads the newest pages of
 * wallets and of their token accounts; the second first funders, how tokens arrived, and late payments; the third what funders and
 * givers are; the fourth who funded and supplied those. The launch and its buyers are read beside that, in three rounds.
 */
export async function readInsiders(question: InsiderQuestion): Promise<Insiders> {
  const [holders, launch, isYoung] = await Promise.all([readHolders(question), readBuyers(question), question.isYoung]);
  const receivers = launch.known ? (launch.value?.receivers ?? []) : [];
  const buyers = launch.known ? (launch.value?.traced ?? []) : [];
  const traced = [...holders.traced, ...buyers.filter(({ wallet }) => !isTraced(holders, wallet))];
  const creatorFunder = traced.find(({ wallet }) => wallet === question.creator)?.funder ?? null;
  const kept = launch.known ? (launch.value?.kept ?? []) : [];
  const persons = personsOf(holders, kept);
  const links = [...fundingLinks(traced, holders.sources, question.labels), ...holders.links, ...holders.sinks];
  const insiders: InsiderFacts = {
    isYoung,
    walletsAsked: holders.traced.length,
    walletsTraced: holders.traced.filter(({ why }) => why === null).length,
    untraced: holders.untraced,
    clusters: clustersOf(persons, links, holders.gifts, [...holders.handed, ...handedBy(kept)]),
    funderClusters: funderClusters(traced, holders.sources),
    creatorFunder: creatorFunder?.source ?? null,
    sharesCreatorFunder: sharingWith(question.creator, traced, holders.sources),
    creatorOtherMints: creatorFunder?.mints.filter((other) => other !== question.mint) ?? null,
  };
  if (!launch.known || launch.value === null)
    return { launch: launch.known ? known(null) : launch, insiders: known(insiders) };
  const makers = makersOf(question, holders, traced);
  return {
    launch: known(launchFacts(launch.value.launch, { receivers, kept, makers, labels: question.labels })),
    insiders: known(insiders),
  };
}

function isTraced({ traced }: HolderReadings, wallet: Address): boolean {
  return traced.some((one) => one.wallet === wallet);
}

/** Holders and launch buyers, each once. A launch buyer counts for what it kept, also where that lies with others. */
function personsOf({ traced, handed }: HolderReadings, kept: readonly KeptTokens[]): readonly Person[] {
  const tokens = new Map<Address, bigint>(handed.map(({ wallet }) => [wallet, 0n]));
  for (const one of traced) tokens.set(one.wallet, one.tokens);
  for (const { owner, tokensKept } of kept) {
    const held = tokens.get(owner) ?? 0n;
    tokens.set(owner, tokensKept > held ? tokensKept : held);
  }
  return [...tokens].map(([wallet, amount]) => ({ wallet, tokens: amount }));
}

function handedBy(kept: readonly KeptTokens[]): readonly Handed[] {
  return kept.map(({ owner, tokensKept }) => ({ wallet: owner, tokens: tokensKept }));
}

/** What was read of the largest holders and the creator. */
interface HolderReadings {
  readonly traced: readonly Traced[];
  readonly sources: ReadonlyMap<Address, MoneySource>;
  readonly links: readonly Link[];
  readonly sinks: readonly Link[];
  readonly gifts: readonly Gift[];
  readonly handed: readonly Handed[];
  readonly untraced: readonly UntracedHolder[];
}

async function readHolders(question: InsiderQuestion): Promise<HolderReadings> {
  const { reader, labels, isYoung, beganLately } = question;
  const wallets = walletsOf(question);
  const pages = wallets.map(({ wallet }) => reader.signatures(wallet));
  const readAccounts = () => wallets.map(({ account }) => (account ? reader.signatures(account) : null));
  // Early, they share the round of the wallets' pages.
  const early = beganLately ? readAccounts() : null;
  const [traces, ways, sinks] = await Promise.all([
    Promise.all(wallets.map(async (one, index) => traceFunder(one, await pageAt(pages, index), reader))).then(
      async (traced) => ({ traced, sources: await readSources(traced, labels, reader) }),
    ),
    isYoung.then((young) => (young ? readWays(wallets, early ?? readAccounts(), question) : NO_WAYS)),
    Promise.all([isYoung, ...pages]).then(([young, ...read]) =>
      young
        ? readSinks(
            read.flatMap((page, index) => (wallets[index] ? [{ wallet: wallets[index].wallet, page }] : [])),
            labels,
            reader,
          )
        : [],
    ),
  ]);
  const untraced = [...untracedBy(traces.traced, traces.sources, labels), ...ways.untraced];
  return {
    ...traces,
    ...{ links: ways.links, gifts: ways.gifts, handed: ways.handed, sinks },
    untraced: [...new Map(untraced.map((one) => [one.wallet, one])).values()].filter(({ tokens }) => tokens > 0n),
  };
}

async function pageAt(
  pages: readonly Promise<Reading<readonly SignatureEntry[]>>[],
  index: number,
): Promise<Reading<readonly SignatureEntry[]>> {
  return pages[index] ?? known([]);
}

/** A holder with all its tokens, and its largest account; the creator may have none. */
interface Wallet extends Person {
  readonly account: Address | null;
}

/** The creator and the largest holders, each once. Addresses off the curve have no first funder. */
function walletsOf({ creator, holders, isMarket }: InsiderQuestion): readonly Wallet[] {
  const wallets = new Map<Address, Wallet>();
  for (const { owner, account, tokens } of holders) {
    const before = wallets.get(owner);
    wallets.set(owner, { wallet: owner, account: before?.account ?? account, tokens: (before?.tokens ?? 0n) + tokens });
  }
  const people = [...wallets.values()]
    .filter(({ wallet }) => isOnCurve(wallet) && !isMarket(wallet))
    .slice(0, HOLDERS_MAX);
  const isListed = people.some(({ wallet }) => wallet === creator);
  return creator && isOnCurve(creator) && !isListed
    ? [{ wallet: creator, account: null, tokens: 0n }, ...people]
    : people;
}

const NO_WAYS: Ways = { links: [], gifts: [], handed: [], untraced: [] };

type Ways = Pick<HolderReadings, 'links' | 'gifts' | 'handed' | 'untraced'>;

/** A holder whose tokens somebody gave. */
interface Given {
  readonly holder: Wallet;
  readonly arrival: TokenArrival & { readonly giver: Address };
}

/** How the tokens of each holder arrived, and where those who gave them had them from. */
async function readWays(
  wallets: readonly Wallet[],
  pages: readonly (Promise<Reading<readonly SignatureEntry[]>> | null)[],
  question: InsiderQuestion,
): Promise<Ways> {
  const { labels } = question;
  const read = await Promise.all(
    wallets.map(async (holder, index) => {
      const { wallet, account, tokens } = holder;
      const page = await pages[index];
      if (account === null || !page) return null;
      return {
        holder,
        way: await readArrival({ account, owner: wallet, tokens }, page, question),
      };
    }),
  );
  const given: Given[] = [];
  const untraced: UntracedHolder[] = [];
  for (const one of read) {
    if (one && 'why' in one.way)
      untraced.push({ wallet: one.holder.wallet, tokens: one.holder.tokens, why: one.way.why });
    else if (
      one &&
      'arrival' in one.way &&
      one.way.arrival.giver !== null &&
      !isService(one.way.arrival.giver, labels)
    ) {
      given.push({ holder: one.holder, arrival: { ...one.way.arrival, giver: one.way.arrival.giver } });
    }
  }
  const givers = await followGivers(given, wallets, question);
  return {
    links: [...linksOf(given), ...givers.links],
    gifts: [
      ...given.map(({ holder, arrival }) => ({
        giver: arrival.giver,
        receiver: holder.wallet,
        tokens: arrival.tokens,
      })),
      ...givers.gifts,
    ],
    handed: given.flatMap(({ arrival: { giver, giverHad } }) =>
      giverHad > 0n ? [{ wallet: giver, tokens: giverHad }] : [],
    ),
    untraced: [...untraced, ...givers.untraced],
  };
}

function linksOf(given: readonly Given[]): readonly Link[] {
  const receivers = new Map<Address, Address[]>();
  for (const { holder, arrival } of given) {
    receivers.set(arrival.giver, [...(receivers.get(arrival.giver) ?? []), holder.wallet]);
  }
  return [...receivers].map(([source, wallets]) => ({ by: 'token_source', source, wallets: [source, ...wallets] }));
}

/** Where givers that are no holders had their tokens from, one step back, in two rounds. */
async function followGivers(
  given: readonly Given[],
  wallets: readonly Wallet[],
  question: InsiderQuestion,
): Promise<Pick<Ways, 'links' | 'gifts' | 'untraced'>> {
  const listed = new Set(wallets.flatMap(({ wallet, account }) => (account ? [wallet] : [])));
  const accounts = new Map<Address, TokenArrival & { readonly giver: Address }>();
  for (const { arrival } of given) {
    if (arrival.giverAccount && !listed.has(arrival.giver)) accounts.set(arrival.giverAccount, arrival);
  }
  const read = await Promise.all(
    [...accounts].map(async ([account, { giver, giverHad }]) => {
      const page = await question.reader.signatures(account);
      return { giver, way: await readArrival({ account, owner: giver, tokens: giverHad }, page, question) };
    }),
  );
  const links: Link[] = [];
  const gifts: Gift[] = [];
  const untraced: UntracedHolder[] = [];
  for (const { giver, way } of read) {
    const receivers = given.filter(({ arrival }) => arrival.giver === giver).map(({ holder }) => holder);
    if ('why' in way) {
      if (way.why === 'unread')
        untraced.push(...receivers.map(({ wallet, tokens }) => ({ wallet, tokens, why: way.why })));
    } else if (way.arrival.giver !== null && !isService(way.arrival.giver, question.labels)) {
      const source = way.arrival.giver;
      links.push({ by: 'token_source', source, wallets: [giver, ...receivers.map(({ wallet }) => wallet)] });
      gifts.push({ giver: source, receiver: giver, tokens: way.arrival.tokens });
    }
  }
  return { links, gifts, untraced };
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
  if (!isYoung) return known(null);
  if (!opening.known) return opening;
  if (opening.value === null) return known(null);
  const launch = await readLaunch(opening.value, question);
  if (!launch.known) return launch;
  const bought = launch.value.receivers;
  // The developer may have had its tokens before the market opened.
  const before = (await (early ?? readAllMade())).filter(
    ({ owner, tokens }) => tokens > 0n && !bought.some((one) => one.owner === owner),
  );
  const receivers = [...bought, ...before].sort((a, b) => (a.tokens < b.tokens ? 1 : a.tokens > b.tokens ? -1 : 0));
  const [kept, traced] = await Promise.all([
    readKept(receivers, question),
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
