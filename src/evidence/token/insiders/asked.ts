import type { TokenEvidence } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';
import type { Histories, TokenOrigin } from '../age.ts';
import { creatorAccounts, creatorOf, type Maker } from '../creator-and-metadata.ts';
import { type MarketHistory, type MarketPages, mainPool } from '../market-history.ts';
import { burnOwners, curveAuthorities, launchSystems, poolAuthorities } from '../roles.ts';
import type { RoundContext, SecondRound } from '../second-round.ts';
import { type DeveloperQuestion, personBehind, readDeveloper } from './developer.ts';
import { type InsiderQuestion, readInsiders } from './read-insiders.ts';

/** Markets that are proven to be older than 30 days are not young. */
const YOUNG_SECONDS = 30 * 86_400;

/** The part of what circulates, in percent, from which the largest holders of an older market matter as a cluster. */
const CONCENTRATED_PERCENT = 40n;

/** An endpoint lists this many of the largest accounts of a mint, or all where there are fewer. */
const HOLDERS_LISTED_MAX = 20;

/** The input about a token's creator and first buyers. `now` in Unix seconds. */
interface Question {
  readonly work: RoundContext;
  readonly second: SecondRound;
  readonly histories: Histories;
  readonly pages: MarketPages;
  readonly history: Promise<MarketHistory>;
  /** The origin where it is known already; null while `begun` is read. */
  readonly early: TokenOrigin | null;
  readonly begun: Promise<TokenOrigin>;
  readonly maker: Maker | null;
  readonly now: number;
}

type Answer = Pick<TokenEvidence, 'launch' | 'insiders' | 'developer'>;

const NOTHING: Answer = { launch: known(null), insiders: known(null), developer: known(null) };

/**
 * Examines the launch of a young market, and the largest holders of one that is young or concentrated. Starts at once where lists
 * or holders call for it, else when the age of the market is known.
 */
export async function readInsidersOf(question: Question): Promise<Answer> {
  const { work, second, early, begun, maker, now, history } = question;
  // The holders of a reviewed asset are not judged.
  if (work.options.reviewedUnix(work.question.subject, work.mint) !== null) return NOTHING;
  const isMarket = marketOwners(second);
  const holders = holdersIn(work, second, isMarket);
  const isYoung = Promise.all([history, begun]).then(([{ market }, { age }]) => isNotOld(market, age, now));
  const isRecent = await beganLately(question);
  const isAsked = isRecent || areConcentrated(holders, work, second, isMarket);
  if (!isAsked && !(await isYoung)) return NOTHING;
  const origin = early ?? (maker ? null : await begun);
  return readPeople(question, { holders, isMarket, isYoung, beganLately: isRecent, origin });
}

interface Started extends Pick<InsiderQuestion, 'holders' | 'isMarket' | 'isYoung' | 'beganLately'> {
  readonly origin: TokenOrigin | null;
}

async function readPeople(
  { work, second, history, maker }: Question,
  { holders, isMarket, isYoung, beganLately, origin }: Started,
): Promise<Answer> {
  const { reader, mint: facts, options } = work;
  const mint = work.question.subject;
  const creation = origin?.creation ?? known(null);
  const made = maker ? known(maker) : creatorOf([], creation);
  const named = made.known ? (made.value?.address ?? null) : null;
  const creator = named === null || isOnCurve(named) ? named : await personBehind(named, mint, reader);
  const people = [creator, creation.known ? creation.value?.feePayer : null].filter((one) => one != null);
  const insiders = readInsiders({
    ...{ mint, creator, isYoung, beganLately, isMarket, holders },
    developers: [...new Set(people)].map((owner) => ({ owner, accounts: creatorAccounts(owner, mint, facts.program) })),
    opening: history.then(({ launch }) => launch),
    ...{ reader, labels: options.labels },
  });
  const developer = isYoung.then(async (young): Promise<Answer['developer']> => {
    if (young && !made.known) return renamed('developer', made.gap);
    if (!young || creator === null || !isOnCurve(creator)) return known(null);
    return await readDeveloper({ wallet: creator, mint, launchpad: launchpadOf(second) }, reader);
  });
  return { ...(await insiders), developer: await developer };
}

/** Whether the market is not proven to be older than 30 days; the mint where there is no market. */
function isNotOld(market: TokenEvidence['market'], age: TokenEvidence['age'], now: number): boolean {
  const since = market.known && market.value === null ? age : market;
  return !(since.known && since.value && now - since.value.provenSince > YOUNG_SECONDS);
}

/** Whether a complete list of the mint, its metadata, its curve or its deepest pool begins in the last 30 days. */
async function beganLately({ histories, pages, second, now }: Question): Promise<boolean> {
  const main = mainPool(second.priced)?.pool.address;
  const own = main && (await pages.get(main)?.own);
  const lists = [histories.mint, ...histories.quiet.map(({ page }) => page), ...(own ? [own] : [])];
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

/** Whether an owner is a market, a curve, a launch system or a burn address. */
function marketOwners({ opened }: SecondRound): (owner: Address) => boolean {
  const pools = new Set(opened.flatMap(({ pool }) => [pool.address, pool.vaults.mint]));
  const all = [pools, poolAuthorities, curveAuthorities, launchSystems, burnOwners];
  return (owner) => all.some((some) => some.has(owner));
}

/** The large accounts of the mint, decoded. */
function largeAccounts({ question, look }: RoundContext, { round }: SecondRound) {
  const { large } = look.sight;
  return (large.known ? large.value : []).flatMap(({ account }) => {
    const state = round.accounts.get(account);
    const decoded = state ? readTokenAccount(state) : null;
    return decoded?.mint === question.subject ? [{ owner: decoded.authority, account, tokens: decoded.amount }] : [];
  });
}

/** The largest accounts of the mint whose owners may be people without a label. */
function holdersIn(
  work: RoundContext,
  second: SecondRound,
  isMarket: (owner: Address) => boolean,
): InsiderQuestion['holders'] {
  return largeAccounts(work, second).filter(
    ({ owner, tokens }) => tokens > 0n && isOnCurve(owner) && !isMarket(owner) && !work.options.labels.find(owner),
  );
}

/** Whether these holders together could be a cluster that matters. */
function areConcentrated(
  holders: InsiderQuestion['holders'],
  work: RoundContext,
  second: SecondRound,
  isMarket: (owner: Address) => boolean,
): boolean {
  const sum = (some: InsiderQuestion['holders']) => some.reduce((total, { tokens }) => total + tokens, 0n);
  const large = largeAccounts(work, second);
  const circulating = work.mint.supply - sum(large.filter(({ owner }) => isMarket(owner)));
  // Vaults take places of a full list, on which a holder could be as large as the smallest one.
  const places = large.length < HOLDERS_LISTED_MAX ? 0 : large.length - holders.length;
  const smallest = large.at(-1)?.tokens ?? 0n;
  return (sum(holders) + smallest * BigInt(places)) * 100n >= circulating * CONCENTRATED_PERCENT;
}
