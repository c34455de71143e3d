import type { StateReader } from '#chain/chain-reader.ts';
import type { FirstRound } from '#gather/market/first-round.ts';
import { followHolders, heldBeyond, NO_POOLS_BEHIND, openBehind, unexplainedHolders } from '#gather/market/holders.ts';
import { type FoundMarket, pricedPools } from '#gather/market/opened-pools.ts';
import { inSlices } from '#gather/market/time-slices.ts';
import type { ListReader } from '#gather/sources/list-beginning.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { type Fact, factsOf } from '../fact.ts';
import type { MarketInput, marketFacts } from './market.ts';

/** The input of a check of the market of one mint. */
export interface MintMarketInput extends MarketInput {
  readonly subject: Address;
  readonly reader: StateReader & ListReader;
}

/** The market of one mint, and which of its large holders are followed. */
interface Found<I extends MarketInput> extends ReturnType<typeof marketFacts<I>> {
  readonly first: Fact<I, Reading<FirstRound>>;
  /**
   * A holder that no pool explains and that has at least this amount starts the search for pools behind holders. 0: any holder does;
   * null: none does. The search waits for everything that this fact needs.
   */
  readonly followedFrom: Fact<I, Reading<bigint | null>>;
}

/** The pools behind large holders, which address derivation missed, and the whole market with them. */
export function poolsBehind<I extends MintMarketInput>(market: Found<I>) {
  const { first, chosen, round, opening, opened, hubs, followedFrom } = market;
  const { fact, reading } = factsOf<I>();

  const unexplained = reading('unexplained', { first, round, opened }, (given, { input }) =>
    unexplainedHolders(input.subject, given.first.markets.large, given.round.accounts, given.opened),
  );

  /** Without a search, only those authorities are known that the round read for another reason. */
  const followed = reading('followed', { unexplained, followedFrom, round, opened }, (given, { input }) => {
    const { unexplained: found, followedFrom: from, round: read } = given;
    const isFollowed = from !== null && found.some(({ tokens }) => tokens >= from);
    if (!isFollowed) return known({ pools: [], unread: [], accounts: read.accounts });
    return followHolders(input.subject, found, given.opened, input.reader);
  });

  const openedBehind = reading('opened_behind', { followed, first, hubs, opening }, (given, { input }) => {
    const hubsLeft = given.first.markets.hubs.filter(({ stable }) => !given.hubs.has(stable));
    return openBehind(given.followed, {
      question: input,
      hubsLeft,
      opening: given.opening,
      memory: input.options.memory,
    });
  });

  /** The pools behind holders; none if they could not be read. `held` is missing then, for the same cause. */
  const behind = fact('behind', { openedBehind }, (given) =>
    given.openedBehind.known ? given.openedBehind.value : NO_POOLS_BEHIND,
  );

  /** The large holders that none of these pools explains. */
  const held = reading('holders', { unexplained, followed, openedBehind, opened }, (given, { input }) => {
    const all = [...given.opened, ...given.openedBehind.opened];
    return known(heldBeyond(input.subject, given.unexplained, all, given.followed.accounts));
  });

  /** All pools, those behind holders last. */
  const pools = reading('pools', { first, chosen, opened, hubs, behind }, async (given) => {
    const all = [...given.opened, ...given.behind.opened];
    const hubs = new Map([...given.hubs, ...given.behind.hubs]);
    const unread = [...given.first.markets.found.unread, ...given.behind.unread, ...given.chosen.leftOut];
    return known<FoundMarket>({ opened: all, unread, priced: await inSlices(pricedPools(all, hubs)) });
  });

  return { unexplained, followed, behind, held, pools };
}
