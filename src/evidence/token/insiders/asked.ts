import type { HolderFacts, HolderRole, TokenEvidence, UntracedHolder } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { type Gap, gapFacts, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import type { Priced } from '../../market/opened.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';
import type { Histories, TokenOrigin } from '../age.ts';
import {
  type CreatorPerson,
  creatorAccounts,
  creatorOf,
  launchIn,
  type Maker,
  PAYER_UNREAD,
} from '../creator-and-metadata.ts';
import { reviewedUnix } from '../issuers/issuer-table.ts';
import { heldTokens } from '../liquidity.ts';
import { withdraws } from '../market-filling.ts';
import { enoughLamports, type MarketHistory, rankedPools } from '../market-history.ts';
import type { MarketPages } from '../market-opening.ts';
import { YOUNG_SECONDS } from '../mint-history.ts';
import { burnOwners, curveAuthorities, isForeignCurve, launchSystems, poolAuthorities } from '../roles.ts';
import type { RoundContext, SecondRound } from '../second-round.ts';
import { type DeveloperQuestion, readDeveloper, worseRecord } from './developer.ts';
import { isService } from './funding.ts';
import { type Holder, type InsiderQuestion, readInsiders } from './read-insiders.ts';
import type { IsMarket } from './token-way.ts';

/**
 * The part of what circulates, in percent, from which the largest holders of an older market matter as a cluster. The rules count
 * clusters from 20 percent on, but between these bounds lie most plain tokens. To ask about their holders takes six rounds in place of
 * three, and finds busy wallets and those that got their tokens from the issuer, as many as one person makes of one holder. So less than
 * this, in parts that are not large alone, is not seen to be one holder's once the market is 30 days old.
 */
const CONCENTRATED_PERCENT = 40n;

/** The part of what circulates, in percent, from which one holder of an older market matters: who split much has several such parts. */
const LARGE_PERCENT = 2n;

/** An endpoint lists this many of the largest accounts of a mint, or all where there are fewer. */
const HOLDERS_LISTED_MAX = 20;

/** The input about a token's creator and first buyers. `now` in Unix seconds. */
export interface InsidersQuestion {
  readonly work: RoundContext;
  readonly second: SecondRound;
  readonly histories: Histories;
  readonly pages: MarketPages;
  readonly history: Promise<MarketHistory>;
  /** The same, and the pools with a price, when the whole market is known: its main pool may have no address that follows from the mint. */
  readonly whole: Promise<MarketHistory>;
  readonly found: Promise<readonly Priced[]>;
  /** The origin where it is known already; null while `begun` is read. */
  readonly early: TokenOrigin | null;
  readonly begun: Promise<TokenOrigin>;
  readonly maker: Maker | null;
  /** Who administrates the creator where nobody signs for it. */
  readonly person: Promise<Reading<CreatorPerson | null>>;
  readonly now: number;
  /** The largest holders, when the whole market is known. */
  readonly held: Promise<TokenEvidence['holders']>;
  /** Whether the answer is free whatever the launch and the insiders show; asked where holders could not be listed. */
  readonly isFree: (unread: People) => Promise<boolean>;
}

/** The readings. `handed`, `unfollowed`: as in `CreatorFacts`. `tokenSources`: see `Insiders`. */
export interface People extends Pick<TokenEvidence, 'launch' | 'insiders' | 'developer'> {
  readonly handed: bigint;
  readonly unfollowed: readonly UntracedHolder[];
  readonly tokenSources: ReadonlyMap<Address, Address>;
}

const NOTHING: People = {
  ...{ launch: known(null), insiders: known(null), developer: known(null) },
  ...{ handed: 0n, unfollowed: [], tokenSources: new Map() },
};

/**
 * Examines the launch of a young market, and the largest holders of one that is young or concentrated. Of another market only those
 * who have much are asked, and only how their tokens came to them. Where holders could not be listed, the developer is read first, and
 * the launch only where it can still change the answer. Starts at once where lists or holders call for it, else when the
 * age of the market is known. Where that is not, no more is asked than of an old market, since the holders of one are not judged.
 */
export async function readInsidersOf(question: InsidersQuestion): Promise<People> {
  const { work, second, early, begun, maker, now } = question;
  // The holders of a reviewed asset are not judged.
  if (reviewedUnix(work.options.issuers, work.question.subject, work.mint) !== null) return NOTHING;
  const isElsewhere = mayBeElsewhere(holdersIn(work, second, marketAccounts(second)), work);
  const beyond = isElsewhere ? await question.found : [];
  const isMarket = marketAccounts({ opened: [...second.opened, ...beyond], round: second.round });
  const all = holdersIn(work, second, isMarket);
  const history = settledHistory(question, isElsewhere);
  const isYoung = Promise.all([history, begun]).then(([{ market }, { age }]) => isNotOld(market, age, now));
  const isRecent = await beganLately(question, isElsewhere);
  const held = question.held.then((reading) => mapReading(reading, countedTokens));
  const young = isRecent || (await areConcentrated(all, held)) ? known(true) : await isYoung;
  const isWhole = young.known && young.value;
  if (!isWhole && all.large.length === 0) return young.known ? NOTHING : unreadPeople(young.gap);
  const origin = early ?? (maker ? null : await begun);
  const started = { all, held, isMarket, isYoung, beganLately: isRecent, isWhole, origin };
  const people = await readPeople({ ...question, history }, started);
  return young.known ? people : withUnasked(people, all, young.gap);
}

function unreadPeople(gap: Gap): People {
  const [launch, insiders] = [renamed('launch', gap), renamed('insiders', gap)];
  return { ...NOTHING, launch, insiders, developer: renamed('developer', gap) };
}

/** The same with holders that would be asked if the market were known to be young. */
function withUnasked(people: People, { accounts, large }: LargestHolders, { cause }: Gap): People {
  const unasked = accounts
    .filter((one) => !large.includes(one))
    .map(({ owner, tokens }) => ({ wallet: owner, tokens, why: cause }));
  const insiders = mapReading(
    people.insiders,
    (facts) => facts && { ...facts, untraced: [...facts.untraced, ...unasked] },
  );
  return { ...people, insiders };
}

interface Started extends Pick<InsiderQuestion, 'held' | 'isMarket' | 'isYoung' | 'beganLately' | 'isWhole'> {
  readonly all: LargestHolders;
  readonly origin: TokenOrigin | null;
}

async function readPeople(
  { work, second, history, begun, maker, person, isFree }: InsidersQuestion,
  { all, origin, ...started }: Started,
): Promise<People> {
  const { reader, mint: facts, options } = work;
  const mint = work.question.subject;
  const creation = origin?.creation ?? known(null);
  const payer = creation.known ? (creation.value?.feePayer ?? null) : null;
  const behind = await person;
  const admin = behind.known ? behind.value : null;
  const made = maker ? known(maker) : creatorOf([], creation);
  const creator = admin?.address ?? (made.known ? (made.value?.address ?? null) : null);
  const people = [creator, payer].filter((one) => one !== null);
  const record = async () => {
    const asking = { mint, launchpad: launchpadOf(second) };
    const named = admin ? null : readDeveloper({ ...asking, wallet: creator }, reader);
    const made = launchIn((origin ?? (await begun)).creation, (await history).launch);
    const paid = made?.feePayer ?? null;
    // An administrator can be anybody, whom the payer of the creation names.
    if (!named) {
      if (paid === null) return missing('developer', 'limit_reached', PAYER_UNREAD);
      return await readDeveloper({ ...asking, wallet: paid }, reader);
    }
    // So can a creator who did not sign: whoever paid launched the token, too.
    const isSigner = made === null || creator === null || made.signers.includes(creator);
    if (isSigner || paid === null || isService(paid, options.labels)) return await named;
    return worseRecord(await named, await readDeveloper({ ...asking, wallet: paid }, reader));
  };
  const early = started.beganLately ? record() : null;
  const developer = started.isYoung.then(async (young): Promise<People['developer']> => {
    if (!young.known) return renamed('developer', young.gap);
    if (!young.value) return known(null);
    return made.known ? await (early ?? record()) : renamed('developer', made.gap);
  });
  const { large } = work.look.sight;
  if (!large.known) {
    const unread = { ...unreadPeople(large.gap), developer: await developer };
    if (await isFree(unread)) return unread;
  }
  const asked = started.isWhole ? all.accounts : all.large;
  const insiders = await readInsiders({
    ...{ mint, creator, ...started },
    holders: asked.filter(({ owner }) => isOnCurve(owner)),
    programs: asked.filter(({ owner }) => !isOnCurve(owner)),
    developers: [...new Set(people)].map((owner) => ({ owner, accounts: creatorAccounts(owner, mint, facts.program) })),
    opening: history.then(({ launch }) => launch),
    ...{ reader, labels: options.labels },
  });
  return { ...insiders, developer: await developer };
}

/** The past of the market that is known first where that is young, else of the whole one. */
async function settledHistory({ history, whole, now }: InsidersQuestion, isElsewhere: boolean): Promise<MarketHistory> {
  if (isElsewhere) return await whole;
  const { pool, market, ...first } = await history;
  const isYoung = pool !== null && !(market.known && market.value && now - market.value.provenSince > YOUNG_SECONDS);
  return isYoung ? { pool, market, ...first } : await whole;
}

/** Whoever has this part of the supply without a key may be a pool that is found later, beside which others can be opened. Own choice. */
const ELSEWHERE_PARTS = 100n;

/** Whether the market may be another one than is found so far. */
function mayBeElsewhere({ accounts }: LargestHolders, { mint }: RoundContext): boolean {
  return accounts.some(({ owner, tokens }) => !isOnCurve(owner) && tokens * ELSEWHERE_PARTS >= mint.supply);
}

/** Roles of accounts whose tokens nobody holds. */
const UNHELD: readonly HolderRole[] = ['burn', 'pool', 'curve', 'launch_system'];

/** What counts as held of each account: what is no market's, and what no lock keeps. */
function countedTokens(holders: HolderFacts | null): ReadonlyMap<Address, bigint> {
  const counted = (holders?.accounts ?? []).filter(({ role }) => !UNHELD.includes(role));
  return new Map(counted.map(({ account, tokens, lock }) => [account, tokens - (lock?.tokens ?? 0n)]));
}

/**
 * Whether the market is not proven to be older than 30 days; the mint where there is no market. A gap where a failure of ours hides
 * that: what accuses a young token must not be held against an old one. No market is older than a mint that was made lately.
 */
function isNotOld(market: TokenEvidence['market'], age: TokenEvidence['age'], now: number): Reading<boolean> {
  const since = market.known && market.value === null ? age : market;
  const isOld = (at: number) => now - at > YOUNG_SECONDS;
  if (since.known) return known(!since.value || !isOld(since.value.provenSince));
  const made = age.known && age.value?.proof.what === 'creation' ? age.value.provenSince : null;
  const isMadeLately = made !== null && !isOld(made);
  return gapFacts[since.gap.cause].ours && !isMadeLately ? since : known(true);
}

/** Whether a complete list of the mint, its metadata, its curve or its deepest pool begins in the last 30 days. */
async function beganLately(
  { work, histories, pages, second, now }: InsidersQuestion,
  isElsewhere: boolean,
): Promise<boolean> {
  const ranked = rankedPools(second.priced, enoughLamports(work, second.hubs, second.priced));
  // Beside another pool, one that was opened lately says nothing of the market.
  const [main] = ranked.length === 1 && !isElsewhere ? ranked : [];
  const own = main && (await pages.get(main.pool.address)?.own);
  const lists = [histories.mint, ...histories.quiet.map(({ page }) => page), ...(own ? [own.page] : [])];
  return lists.some((page) => {
    const oldest = page.known && page.value.length < PAGE_SIGNATURES ? page.value.at(-1) : undefined;
    return oldest?.blockTime != null && now - oldest.blockTime <= YOUNG_SECONDS;
  });
}

/** The launchpad of the mint, else the largest one. */
function launchpadOf({ opened }: SecondRound): DeveloperQuestion['launchpad'] {
  const venues = opened.map(({ pool }) => pool.venue);
  return (['raydium_launchlab', 'meteora_dbc'] as const).find((venue) => venues.includes(venue)) ?? 'pump_curve';
}

const sharedAuthorities = new Set([...poolAuthorities.keys(), ...curveAuthorities.keys()]);

/** What is a market of the mint. A venue's authority owns the vaults of other pools as well, which anybody may open. */
export function marketAccounts({
  opened,
  round,
}: Pick<SecondRound, 'round'> & { readonly opened: readonly Pick<Priced, 'pool'>[] }): IsMarket {
  const own = opened.flatMap(({ pool }) => {
    if (isForeignCurve(pool)) return [];
    const vault = round.accounts.get(pool.vaults.mint);
    // The vaults of some venues have an owner for each token, which gets nothing of the other side.
    const owner = vault ? readTokenAccount(vault)?.authority : null;
    return [
      { pool, at: [pool.address, pool.vaults.mint, owner && !sharedAuthorities.has(owner) ? owner : pool.address] },
    ];
  });
  const systems = [launchSystems, burnOwners];
  return (owner, account, body) => {
    const named = own.filter(({ at }) => at.includes(owner) || at.includes(account));
    const isMarket = named.length > 0 || systems.some((some) => some.has(owner));
    return isMarket && !(body && named.some(({ pool }) => withdraws(body, pool)));
  };
}

/** The accounts of the mint that may be held by people without a label, largest first, and those of them that are large alone. */
interface LargestHolders {
  readonly accounts: readonly Holder[];
  readonly large: readonly Holder[];
  readonly circulating: bigint;
  /** What holders could have whose places vaults and others take on a full list: each as much as the smallest one there. */
  displaced(held: readonly Holder[]): bigint;
}

function holdersIn(work: RoundContext, second: SecondRound, isMarket: IsMarket): LargestHolders {
  const isKept = ({ owner, account }: Holder) => isMarket(owner, account);
  const { large: found } = work.look.sight;
  const listed = heldTokens(work.question.subject, found.known ? found.value : [], second.round.accounts);
  const circulating = work.mint.supply - sumOf(listed.filter(isKept));
  const accounts = listed.filter(
    (one) => one.tokens > 0n && !isKept(one) && !(isOnCurve(one.owner) && work.options.labels.find(one.owner)),
  );
  const large = accounts.filter(({ tokens }) => tokens * 100n >= circulating * LARGE_PERCENT);
  const places = (held: readonly Holder[]) => (listed.length < HOLDERS_LISTED_MAX ? 0 : listed.length - held.length);
  const displaced = (held: readonly Holder[]) => (listed.at(-1)?.tokens ?? 0n) * BigInt(places(held));
  return { accounts, large, circulating, displaced };
}

/** Whether these holders together could be a cluster that matters. What programs keep may be locked, or a market that is not found yet. */
async function areConcentrated(
  { accounts, circulating, displaced }: LargestHolders,
  held: InsiderQuestion['held'],
): Promise<boolean> {
  const isMuch = (some: readonly Holder[], of: bigint) =>
    (sumOf(some) + displaced(some)) * 100n >= of * CONCENTRATED_PERCENT;
  const wallets = accounts.filter(({ owner }) => isOnCurve(owner));
  if (isMuch(wallets, circulating)) return true;
  if (!isMuch(accounts, circulating)) return false;
  const reading = await held;
  if (!reading.known) return true;
  const counted = accounts.map((one) => ({ ...one, tokens: reading.value.get(one.account) ?? 0n }));
  return isMuch(counted, circulating - sumOf(accounts) + sumOf(counted));
}

function sumOf(some: readonly Holder[]): bigint {
  return some.reduce((total, { tokens }) => total + tokens, 0n);
}
