import { soldMint } from '#derive/market/sale-trials.ts';
import { authorityFacts, hookFacts, hookProgramOf } from '#derive/token/authorities.ts';
import { creatorAccounts, creatorOf } from '#derive/token/creator-and-metadata.ts';
import { choosePools } from '#gather/market/opened-pools.ts';
import { readApart } from '#gather/market/rounds.ts';
import { runSale } from '#gather/market/sale.ts';
import { inSlices } from '#gather/market/time-slices.ts';
import { isShort, withMarketProof } from '#gather/token/age.ts';
import { LP_MINTS_MAX, lpHoldersOf, readControl, readControlBehind } from '#gather/token/control.ts';
import { searchLocks, withLaunches } from '#gather/token/locks/find-locks.ts';
import { haveSameMarket, readMarketHistory } from '#gather/token/market-history.ts';
import {
  allLiquidity,
  heldAccounts,
  isLiquiditySure,
  largestHolders,
  leastFollowed,
  prepareTrialSale,
  quoteSale,
  readTreasuries,
  tollOf,
  withLocks,
} from '#gather/token/market-readings.ts';
import {
  accountsOf,
  addressesBeside,
  creatorsIn,
  namedCreators,
  nowOf,
  type SecondRound,
} from '#gather/token/second-round.ts';
import { readTrades } from '#gather/token/trades/read-trades.ts';
import { ifKnown, known, type Reading } from '#lib/reading.ts';
import { factsOf } from '../fact.ts';
import { marketFacts } from '../market/market.ts';
import { poolsBehind } from '../market/pools-behind.ts';
import { first, histories, lists, mintOrigin, type TokenInput, work } from './start.ts';

const { fact, reading, tolerated } = factsOf<TokenInput>();

const chosen = reading('chosen', { first }, ({ first: { markets } }, { input: { options } }) =>
  known(choosePools([markets.found], markets.hubs, [options.dollarMint])),
);

const named = reading('named', { work, chosen }, (given) => known(namedCreators(given.chosen.pools, given.work)));

const sold = reading('sold', { work }, ({ work: { question, mint } }) =>
  known(soldMint(question.subject, mint, hookProgramOf(mint))),
);

const beside = reading('beside', { work, named, sold }, (given) =>
  known(addressesBeside(given.work, given.named, given.sold)),
);

const market = marketFacts<TokenInput>({ first, chosen, beside });

const lpHolders = reading('lp_holders', { work, chosen }, async (given, { input: { reader } }) =>
  known(await lpHoldersOf(given.chosen.pools, reader, LP_MINTS_MAX)),
);

/** Barrier: the second round, read and opened. It is one fact, so that no fact combines parts of two snapshots. */
export const second = reading('second', { work, ...market, named, sold, lpHolders }, (given) => {
  const { round, opened, hubs, priced } = given;
  const creators = [...new Set([...given.named, ...creatorsIn(opened)])];
  return known<SecondRound>({ round, opened, hubs, priced, creators, sold: given.sold, lpHolders: given.lpHolders });
});

export const authorities = reading('authorities', { work, second }, (given) =>
  known(authorityFacts(given.work.mint, accountsOf(given.work, given.second))),
);

export const hook = reading('hook', { work, second }, (given) =>
  hookFacts(given.work.mint, accountsOf(given.work, given.second)),
);

/** The origin where it is known as early as the third round; else null. */
export const earlyOrigin = reading('early_origin', { work, histories }, (given, { get }) =>
  isShort(given.histories) ? get(mintOrigin) : known(null),
);

/** The creator as far as it is known then. */
export const earlyMaker = reading('early_maker', { second, earlyOrigin }, (given) =>
  known(ifKnown(creatorOf(given.second.creators, given.earlyOrigin?.creation ?? known(null)))),
);

const firstQuote = reading('first_quote', { work, second }, async (given) =>
  known(await inSlices(quoteSale(given.second.priced, tollOf(given.work)))),
);

const trials = reading('trials', { work, second, firstQuote }, async (given) =>
  known(await prepareTrialSale(given.work, given.second, given.firstQuote)),
);

/**
 * Barrier: the third round can leave. Its trials are built and the creator is as known as it will be. Owners, trials, control, programs
 * and people then share their requests, even where they use none of these.
 */
export const third = reading('third', { trials, earlyMaker }, () => known(null));

/** The owners of large accounts, and what the creator holds. */
const owners = reading('owners', { work, second, earlyMaker, third }, (given) => {
  const { question, mint, reader } = given.work;
  const maker = given.earlyMaker;
  const held = maker ? creatorAccounts(maker.address, question.subject, mint.program) : [];
  return readApart(reader, [...heldAccounts(given.work, given.second).map(({ owner }) => owner), ...held]);
});

/** The same with launches of owners that keep tokens until these end. */
export const ownerAccounts = reading('owner_accounts', { work, second, owners }, (given) =>
  withLaunches(heldAccounts(given.work, given.second), given.owners.accounts, given.work.reader),
);

/** Takes three more rounds, beside the questions about holders. */
export const ownerTreasuries = reading('treasuries', { work, second, owners }, async (given) =>
  known(await readTreasuries(given.work, given.second, given.owners.accounts)),
);

const control = reading('control', { work, second, third }, async (given) =>
  known(await readControl(given.work, given.second)),
);

const locks = reading('locks', { work, second }, async (given) =>
  known(await searchLocks(heldAccounts(given.work, given.second), given.work.reader)),
);

export const triedSale = reading('trial_sale', { trials, third }, (given) => runSale(given.trials));

const followedFrom = reading('followed_from', { work, second, third }, (given) =>
  known(leastFollowed(given.work, given.second.priced)),
);

const behindHolders = poolsBehind<TokenInput>({ ...market, first, followedFrom });
const { followed, behind, held: heldBehind } = behindHolders;
export const { pools } = behindHolders;

/** Requested when the pools are recognised. There are no pools where they, or their liquidity, could not be read. */
const lpHoldersBehind = fact('lp_holders_behind', { followed }, (given, { input: { reader } }) =>
  lpHoldersOf(given.followed.known ? given.followed.value.pools : [], reader),
);

const controlBehind = reading('control_behind', { work, behind, pools, lpHoldersBehind }, async (given) =>
  known(await readControlBehind(given.work, given.behind, given.pools.priced, given.lpHoldersBehind)),
);

/** A gap where pools behind holders are unknown and liquidity is proven only with them. */
const sure = reading('sure', { work, pools }, async (given, { get }): Promise<Reading<unknown>> => {
  if (isLiquiditySure(given.work, given.pools.priced)) return known(null);
  const [accounts, held] = await Promise.all([get(ownerAccounts), get(heldBehind)]);
  return accounts.known ? held : accounts;
});

export const liquidity = reading(
  'liquidity',
  { work, second, pools, sure, control, controlBehind, owners: tolerated(ownerAccounts) },
  ({ work: context, second: round, owners: { read }, ...given }) =>
    known(allLiquidity(context, round, { ...given, owners: ifKnown(read), behind: given.controlBehind })),
);

export const quotedSale = reading('sale_quote', { work, pools, behind, firstQuote, sure }, async (given) => {
  if (given.behind.opened.length === 0) return known(given.firstQuote);
  return known(await inSlices(quoteSale(given.pools.priced, tollOf(given.work))));
});

const large = reading('large', { first }, (given) => given.first.markets.large);

/** The largest holders, before people and treasuries are known. */
export const holdersAlone = reading(
  'holders',
  { work, second, large, ownerAccounts, pools, locks },
  ({ work: context, second: round, ownerAccounts: accounts, ...given }) => {
    const holders = largestHolders(context, round, given.large, accounts, given.pools);
    return holders.known ? withLocks(context, round, holders.value, accounts, given.locks) : holders;
  },
);

type ReadPast<T> = (...asked: Parameters<typeof readTrades>) => Promise<Reading<T>>;

/** What is read of the past of the pools that were found first, and of all pools. Mostly these have the same market. */
function pastOf<T>(name: string, read: ReadPast<T>) {
  const early = reading(name, { work, second, lists }, (given) =>
    read(given.work, given.second, given.second.priced, given.lists),
  );
  const whole = reading(name, { work, second, lists }, async (given, { get }) => {
    // Asked for at once, before it is known whether it is the same.
    const [guess, all] = [get(early), await get(pools)];
    if (!all.known) return all;
    const { priced } = all.value;
    const isSame = haveSameMarket(given.work, given.second, priced);
    return isSame ? guess : read(given.work, given.second, priced, given.lists);
  });
  return { early, whole };
}

export const { early: firstHistory, whole: history } = pastOf('history', async (...asked) =>
  known(await readMarketHistory(...asked)),
);

export const { whole: trades } = pastOf('trades', readTrades);

export const agedMarket = reading('market', { history }, (given) => given.history.market);

/** The age of the mint, with the proofs of its market where they are known. */
export const age = reading('age', { work, origin: mintOrigin }, async (given, { get, input: { subject } }) => {
  const past = await get(history);
  return past.known ? withMarketProof(subject, given.origin, past.value, nowOf(given.work)) : given.origin.age;
});
