import type { LabelTable } from '#chain/labels/label.ts';
import { buyersIn, type SoldMint, soldMint } from '#derive/market/sale-trials.ts';
import { networkFacts } from '#derive/trade/network.ts';
import { readTradeSubject } from '#derive/trade/subject.ts';
import { readFirstRound } from '#gather/market/first-round.ts';
import type { MarketOptions, MarketQuestion, MarketReader } from '#gather/market/market-question.ts';
import { choosePools } from '#gather/market/opened-pools.ts';
import { RENT } from '#gather/market/rounds.ts';
import { proveSale } from '#gather/market/sale.ts';
import { costFacts, isSettled, listPools, routingOf } from '#gather/trade/cost.ts';
import { largeHolders } from '#gather/trade/large-holders.ts';
import { ifKnown, known, mapReading, missing, type Reading } from '#lib/reading.ts';
import type { CostFacts, LargeHolders, TradeEvidence, TradeMintFacts } from '#rules/trade/evidence.ts';
import type { Address } from '#solana/address.ts';
import type { FullMint } from '#solana/token/decoded-mint.ts';
import type { Toll } from '#venues/routing/path.ts';
import { allFacts, type Fact, factsOf, openFacts } from '../fact.ts';
import { marketFacts } from '../market/market.ts';
import { poolsBehind } from '../market/pools-behind.ts';

/** The options of trade evidence. */
export interface TradeOptions extends MarketOptions {
  readonly labels: LabelTable;
  /** When a mint was reviewed with exactly these authorities, in Unix seconds; null where it was not. */
  readonly reviewedUnix: (subject: Address, mint: FullMint) => number | null;
  /** Cost limits of the verdicts in basis points, best first. The largest size within each is computed. */
  readonly costBoundsBps: readonly number[];
  /** The maximum priority fee that counts, and the default where recent fees cannot be read. */
  readonly highestPriorityMicroLamports: bigint;
}

interface TradeInput extends MarketQuestion {
  readonly reader: MarketReader;
  readonly options: TradeOptions;
}

const { fact, reading } = factsOf<TradeInput>();

/** The first round: the mint, the rent, every possible pool address and the largest holders. */
const first = reading('first_round', {}, (_, { input: { subject, reader, options } }) =>
  readFirstRound(subject, reader, options, [RENT]),
);

const asOf = reading('as_of', { first }, (given) => known(given.first.markets.moment.asOf));

const subject = reading('mint', { first }, ({ first: { markets } }, { input: { subject: address, options } }) => {
  const isReviewed = (mint: FullMint) => options.reviewedUnix(address, mint) !== null;
  return readTradeSubject(markets.accounts.get(address) ?? null, markets.moment.clock.epoch, isReviewed);
});

const mint = reading('mint', { subject }, (given) => known(given.subject.subject));

/** A mint that can be traded, with its transfer fee and the input of trial sales. */
interface Traded {
  readonly mint: TradeMintFacts;
  readonly toll: Toll;
  readonly sold: SoldMint;
}

const traded = reading('traded', { first, subject }, ({ first: { markets }, subject: read }, { input }) => {
  if (read.subject.is !== 'mint') return missing('traded', 'not_found', 'the account is no mint');
  const { mint: facts } = read.subject;
  const toll = { fee: read.terms?.fee ?? null, epoch: markets.moment.clock.epoch };
  return known<Traded>({ mint: facts, toll, sold: soldMint(input.subject, facts, facts.hookProgram) });
});

const chosen = reading('chosen', { first }, ({ first: { markets } }) =>
  known(choosePools([markets.found], markets.hubs, [])),
);

/** The largest holders, and the list of the hook's accounts. */
const beside = reading('beside', { first, traded }, ({ first: { markets }, traded: { sold } }) => {
  const large = markets.large.known ? markets.large.value.map(({ account }) => account) : [];
  return known([sold.hook ? [...large, sold.hook.list] : large]);
});

const market = marketFacts<TradeInput>({ first, chosen, beside });
const { round, priced } = market;

const PRIORITY_ACCOUNTS_MAX = 8;

/** The priority fees of recent blocks for the pools; null if they could not be read, empty if the account is no mint. */
const fees = fact('fees', { chosen, traded }, async (given, { input }) => {
  if (!given.chosen.known || !given.traded.known) return [];
  const writable = given.chosen.value.pools.slice(0, PRIORITY_ACCOUNTS_MAX).map(({ address }) => address);
  return ifKnown(await input.reader.priorityFees(writable));
});

const network = reading('network', { first, subject, fees }, (given, { input: { options } }) => {
  const rent = given.first.markets.accounts.get(RENT);
  return known(networkFacts(given.fees, rent, given.subject, options.highestPriorityMicroLamports));
});

/** More pools change nothing if the found ones already allow the best verdict. */
const followedFrom = reading('followed_from', { traded, network, priced }, (given, { input }) => {
  const routing = routingOf(input.subject, given.traded.toll, given.priced, given.network);
  return known(isSettled(routing, input.sizeLamports, input.options.costBoundsBps) ? null : 0n);
});

const { pools, held } = poolsBehind<TradeInput>({ ...market, first, followedFrom });

const costed = reading('costed', { traded, network, pools }, async (given, { input }) => {
  const routing = routingOf(input.subject, given.traded.toll, given.pools.priced, given.network);
  return known(await costFacts(routing, input.sizeLamports, input.options.costBoundsBps));
});

const cost = reading('cost', { costed }, (given) => known(given.costed.facts));

const listed = reading('pools', { pools, costed }, (given) => known(listPools(given.pools, given.costed)));

const large = reading('large', { first }, (given) => given.first.markets.large);

const holders = reading('holders', { traded, round, pools, held, large }, (given, { input }) =>
  largeHolders(input.subject, given.traded.mint, input.options.labels, input.reader, {
    large: given.large,
    accounts: given.round.accounts,
    held: given.held,
    opened: given.pools.opened,
  }),
);

/** One round of simulated transfers into the pools of the route, and one before it where the hook needs other accounts' data. */
const trial = reading('sale', { first, traded, round, pools, costed }, (given, { input: { reader } }) =>
  proveSale({
    sold: given.traded.sold,
    buyers: buyersIn(given.costed.best.trade),
    large: given.first.markets.large,
    accounts: new Map([...given.first.markets.accounts, ...given.round.accounts]),
    creators: given.pools.priced.flatMap(({ open }) => open.facts.creator ?? []),
    reader,
  }),
);

/** Sales are tried only for a mint with a transfer hook. */
const sale = fact('sale', { traded }, async (given, { get }) => {
  if (!given.traded.known || given.traded.value.sold.hook === null) return known(null);
  return mapReading(await get(trial), (one) => one && { sold: one.sold, error: one.error });
});

const NO_HOLDERS: LargeHolders = { seen: 0, unpriced: [], strangers: [], frozen: [] };
const NO_COST: CostFacts = { trip: null, sizes: [], largest: [], disagreementBps: null };

/** A reading that only mints have. For any other account it is `otherwise`, and nothing more is read. */
function ofMint<T>(of: Fact<TradeInput, Reading<T>>, otherwise: T): Fact<TradeInput, Reading<T>> {
  return fact(of.name, { subject }, async (given, { get }) =>
    given.subject.known && given.subject.value.subject.is !== 'mint' ? known(otherwise) : get(of),
  );
}

const evidence = {
  asOf,
  mint,
  pools: ofMint(listed, []),
  holders: ofMint(holders, NO_HOLDERS),
  network,
  cost: ofMint(cost, NO_COST),
  sale,
};

/**
 * Reads the evidence of the trade check. The first round, with cached configurations, reads the mint and every possible pool
 * address; the second reads each pool's accounts at one slot, and the largest holders. If holders show pools that address
 * derivation missed, and these could improve the verdict, two or more rounds read them, and their addresses are remembered. A mint
 * with a transfer hook takes one more round for trial sales, and one before it where the hook needs other accounts' data.
 */
export async function gatherTrade(
  question: MarketQuestion,
  reader: MarketReader,
  options: TradeOptions,
): Promise<TradeEvidence> {
  const check = openFacts<TradeInput>({ ...question, reader, options }, () => reader.closed ?? false);
  return { ...question, ...(await allFacts(check, evidence)) };
}
