import type { SignatureEntry } from '#chain/chain-reader.ts';
import { curveAuthorities, poolAuthorities } from '#derive/token/roles.ts';
import { allKnown, known, type Reading, renamed } from '#lib/reading.ts';
import type { MarketTrader, PoolPrices, TradeFacts } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { Priced } from '../../market/opened-pools.ts';
import { CROWDED_PAGES, openBodies, readBack, readChanges } from '../../sources/listing.ts';
import type { IsMarket } from '../insiders/token-way.ts';
import { marketAccounts } from '../market-filling.ts';
import { enoughLamports, isReviewed, mainPool, priceReadingOf } from '../market-history.ts';
import { deepPools, type MarketList, type PoolLists } from '../market-opening.ts';
import type { RoundContext, SecondRound } from '../second-round.ts';
import { heldIn, moves, type PoolTrade, type PriceReading, pricesIn, tradeIn, unitPrice } from './pool-trade.ts';

/** Transactions of the newest page that are read: the newest ones in a row, and some that are spread over the rest by number. */
const NEWEST_MAX = 18;
const SPREAD_MAX = 6;
/**
 * The distance of the transactions that are read of a crowded list whatever the balance shows, because a price may rise and fall back
 * between two, and their maximum number.
 */
const APART_PAST_NOISE = 40;
const READ_PAST_NOISE = 320;
/** Newest entries that the list calls failed and that are read as well, so that no list hides a sale. */
const FAILED_PROVEN_MAX = 4;
/** The same of other deep pools, of which only prices are asked. */
const NEWEST_BESIDE = 6;

/** What the newest transactions of the deepest pool show, or null where there is no market, or that of a reviewed asset. */
interface Question {
  readonly work: RoundContext;
  readonly main: Priced;
  readonly pricing: PriceReading;
  readonly isMarket: IsMarket;
}

/**
 * Reads the newest transactions of the deepest pool in one round after its page, and whether their buyers are frozen in one more where
 * accounts can be frozen. The spread ones show prices of busier days, which trades with dust cannot push away. Prices of other deep pools
 * count as well, because liquidity that moves to another pool after a fall would leave them behind.
 */
export async function readTrades(
  work: RoundContext,
  second: Pick<SecondRound, 'opened' | 'round' | 'hubs'>,
  priced: readonly Priced[],
  lists: PoolLists,
): Promise<Reading<TradeFacts | null>> {
  const main = mainPool(priced, enoughLamports(work, second.hubs, priced));
  const pricing = main && priceReadingOf(main);
  if (main === null || pricing === null || isReviewed(work)) return known(null);
  const list = await lists.own(main.pool);
  const { of, page } = list;
  if (!page.known) return renamed('trades', page.gap);
  const isOwnMarket = marketAccounts(second);
  // An arbitrage goes through pools of other pairs, too.
  const isMarket: IsMarket = (owner, account) =>
    isOwnMarket(owner, account) || poolAuthorities.has(owner) || curveAuthorities.has(owner);
  const question = { work, main, pricing, isMarket };
  const listed = page.value.filter((entry) => !entry.failed);
  const failed = page.value.filter((entry) => entry.failed);
  const bodies = openBodies(work.reader);
  const [newest, spread, disputed, ...beside] = await Promise.all([
    newestOf(of, listed, work),
    bodies.load(spreadOver(listed.slice(NEWEST_MAX))).then(allOf),
    bodies.prove(failed.slice(0, FAILED_PROVEN_MAX)),
    ...deepPools(main, priced)
      .slice(1)
      .map((other) => readBeside(other, question, lists)),
  ]);
  if (disputed) return renamed('trades', disputed);
  if (!newest.known) return newest;
  if (!spread.known) return spread;
  const others = allKnown(beside);
  if (!others.known) return others;
  const past = await pastNoise(list, newest.value, question);
  if (!past.known) return past;
  const tradesOf = (some: readonly Transaction[]) =>
    some.flatMap((body) => tradeIn(body, main.pool, question.isMarket) ?? []);
  const moved = past.value.bodies.filter((body) => moves(body, main.pool)).slice(0, NEWEST_MAX);
  const latest = past.value.bodies.length > newest.value.length ? moved : newest.value;
  const trades = tradesOf(latest);
  const frozenBuyers = await readFrozen([...trades, ...tradesOf(spread.value)], work);
  if (!frozenBuyers.known) return frozenBuyers;
  const read = new Map([...spread.value, ...past.value.bodies].map((body) => [body.signature, body]));
  const mains = shownBy([...read.values()], past.value.entries, { main, pricing });
  return known({
    ...factsOf(latest, trades, question),
    ...mains,
    whole: past.value.whole,
    beside: others.value.map(({ pool, prices, lamportsPerTrillion }) => ({ pool, prices, lamportsPerTrillion })),
    frozenBuyers: frozenBuyers.value,
  });
}

/** The entries of the pool's list, and the bodies that were read of these, newest first. `whole`: no other transaction moved the pool. */
interface PastNoise {
  readonly entries: readonly SignatureEntry[];
  readonly bodies: readonly Transaction[];
  readonly whole: boolean;
}

/**
 * The newest bodies. Where most of them leave the pool alone, or failed ones fill the page, those further back that changed the pool's
 * balance: noise hides no trade.
 */
async function pastNoise(
  { of, page, ended }: MarketList,
  newest: readonly Transaction[],
  { main: { pool }, work }: Question,
): Promise<Reading<PastNoise>> {
  const entries = page.known ? page.value : [];
  const listed = entries.filter(({ failed }) => !failed);
  const isQuiet = newest.filter((body) => moves(body, pool)).length * 2 < newest.length;
  const isFilled = !ended && listed.length < NEWEST_MAX;
  if (!isFilled && (!isQuiet || newest.length >= listed.length)) {
    return known({ entries, bodies: newest, whole: ended && newest.length >= listed.length });
  }
  const back = ended ? known({ entries, whole: true }) : await readBack(of, work.reader, CROWDED_PAGES);
  if (!back.known) return renamed('trades', back.gap);
  const succeeded = back.value.entries.filter((entry) => !entry.failed).toReversed();
  const changes = await readChanges(
    {
      entries: succeeded,
      ends: NEWEST_MAX,
      spread: Math.ceil(succeeded.length / APART_PAST_NOISE),
      most: READ_PAST_NOISE,
      heldIn: (body) => heldIn(body, pool),
      isQuiet: (change) => change === 0n,
    },
    work.reader,
  );
  if (!changes.known) return renamed('trades', changes.gap);
  const { bodies, whole } = changes.value;
  return known({ entries: back.value.entries, bodies: bodies.toReversed(), whole: whole && back.value.whole });
}

/** What transactions of a pool show of its prices, and how many of them leave it alone. */
type Shown = Pick<TradeFacts, 'seen' | 'prices'>;

function shownBy(
  read: readonly Transaction[],
  listed: readonly SignatureEntry[],
  { main, pricing }: Pick<Question, 'main' | 'pricing'>,
): Shown {
  const idle = read.filter((body) => !moves(body, main.pool)).length;
  return {
    seen: { listed: listed.length, failed: listed.filter(({ failed }) => failed).length, read: read.length, idle },
    prices: read.flatMap((body) => pricesIn(body, main.pool, pricing)).sort((a, b) => a.time - b.time),
  };
}

type ShownBeside = Shown & PoolPrices;

/** Prices of another deep pool; none where its other side has no price. */
async function readBeside(main: Priced, { work }: Question, lists: PoolLists): Promise<Reading<ShownBeside>> {
  const pricing = priceReadingOf(main);
  const now = { pool: main.pool.address, lamportsPerTrillion: pricing ? presentPrice(main, pricing) : 0n };
  if (pricing === null) return known({ ...now, seen: { listed: 0, failed: 0, read: 0, idle: 0 }, prices: [] });
  const { page } = await lists.own(main.pool);
  if (!page.known) return renamed('trades', page.gap);
  const listed = page.value.filter(({ failed }) => !failed);
  const asked = [...listed.slice(0, NEWEST_BESIDE), ...spreadOver(listed.slice(NEWEST_BESIDE))];
  const read = allOf(await openBodies(work.reader).load(asked));
  return read.known ? known({ ...now, ...shownBy(read.value, page.value, { main, pricing }) }) : read;
}

/** The newest bodies. Those of a long list come in one call where an endpoint offers that; a short list is read whole for its age. */
async function newestOf(
  of: Address,
  listed: readonly SignatureEntry[],
  { reader }: RoundContext,
): Promise<Reading<readonly Transaction[]>> {
  const isLong = listed.length > NEWEST_MAX + SPREAD_MAX;
  const page = isLong ? await reader.bodies?.(of, { order: 'newest', limit: NEWEST_MAX }) : undefined;
  if (!page?.known) return allOf(await openBodies(reader).load(listed.slice(0, NEWEST_MAX)));
  return allOf(page.value.entries.filter(({ failed }) => !failed).map((entry) => entry.body()));
}

/** So many entries, the same number of others between any two. */
function spreadOver(entries: readonly SignatureEntry[]): readonly SignatureEntry[] {
  if (entries.length <= SPREAD_MAX) return entries;
  return Array.from({ length: SPREAD_MAX }, (_, n) => Math.floor(((n + 0.5) * entries.length) / SPREAD_MAX)).flatMap(
    (at) => entries[at] ?? [],
  );
}

/** All of these bodies. One that is missing may be a sale, so that it makes a gap. */
function allOf(bodies: readonly Reading<Transaction>[]): Reading<readonly Transaction[]> {
  const all = allKnown(bodies);
  return all.known ? all : renamed('trades', all.gap);
}

function factsOf(
  newest: readonly Transaction[],
  trades: readonly PoolTrade[],
  { main, pricing }: Question,
): Omit<TradeFacts, 'seen' | 'whole' | 'prices' | 'frozenBuyers'> {
  const { rate } = pricing;
  const lamportsOf = ({ other }: PoolTrade) => (other * rate.numerator) / rate.denominator;
  return {
    pool: main.pool.address,
    transactions: newest.length,
    since: newest.at(-1)?.blockTime ?? null,
    traders: tradersIn(trades.toReversed(), lamportsOf),
    arbitrageLamports: trades.filter(({ owner }) => owner === null).reduce((sum, one) => sum + lamportsOf(one), 0n),
    lamportsPerTrillion: presentPrice(main, pricing),
  };
}

function presentPrice({ open }: Priced, { rate }: PriceReading): bigint {
  const { numerator, denominator } = open.market.price;
  return unitPrice(denominator, numerator, rate);
}

/** What each owner did, the largest volume first. `trades` oldest first. */
function tradersIn(trades: readonly PoolTrade[], lamportsOf: (trade: PoolTrade) => bigint): readonly MarketTrader[] {
  const traders = new Map<Address, MarketTrader>();
  const last = new Map<Address, PoolTrade['side']>();
  for (const trade of trades) {
    const { owner, side, tokens } = trade;
    if (owner === null) continue;
    const before = traders.get(owner) ?? nothingOf(owner);
    const lamports = lamportsOf(trade);
    const turned = last.has(owner) && last.get(owner) !== side ? 1 : 0;
    const turns = before.turns + turned;
    traders.set(
      owner,
      side === 'buy'
        ? {
            ...before,
            turns,
            buys: before.buys + 1,
            tokensBought: before.tokensBought + tokens,
            lamportsPaid: before.lamportsPaid + lamports,
          }
        : {
            ...before,
            turns,
            sells: before.sells + 1,
            tokensSold: before.tokensSold + tokens,
            lamportsGot: before.lamportsGot + lamports,
          },
    );
    last.set(owner, side);
  }
  const volumeOf = ({ lamportsPaid, lamportsGot }: MarketTrader) => lamportsPaid + lamportsGot;
  return [...traders.values()].sort((a, b) => (volumeOf(a) < volumeOf(b) ? 1 : volumeOf(a) > volumeOf(b) ? -1 : 0));
}

function nothingOf(owner: Address): MarketTrader {
  const none = { tokensBought: 0n, tokensSold: 0n, lamportsPaid: 0n, lamportsGot: 0n };
  return { owner, buys: 0, sells: 0, turns: 0, ...none };
}

/** The buyers whose accounts have tokens and are frozen; null where no authority can freeze. */
async function readFrozen(
  trades: readonly PoolTrade[],
  { mint, question, reader }: RoundContext,
): Promise<Reading<readonly Address[] | null>> {
  if (mint.freezeAuthority === null) return known(null);
  const accounts = [...new Set(trades.flatMap(({ side, account }) => (side === 'buy' ? (account ?? []) : [])))];
  if (accounts.length === 0) return known([]);
  const states = await reader.snapshot(accounts);
  if (!states.known) return renamed('trades', states.gap);
  const frozen = states.value.value.flatMap((state) => {
    const account = state ? readTokenAccount(state) : null;
    return account?.mint === question.subject && account.frozen && account.amount > 0n ? [account.authority] : [];
  });
  return known([...new Set(frozen)]);
}
