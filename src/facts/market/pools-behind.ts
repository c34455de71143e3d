import type { StateReader } from '#chain/chain-reader.ts';
import {
  followHolders,
  heldBeyond,
  NO_POOLS_BEHIND,
  openBehind,
  unexplainedHolders,
} from '#evidence/market/holders.ts';
import type { FirstLook } from '#evidence/market/look.ts';
import { type FoundMarket, pricedPools } from '#evidence/market/opened.ts';
import { inSlices } from '#evidence/market/time-slices.ts';
import type { ListReader } from '#evidence/sources/list-beginning.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { type Fact, factsOf } from '../fact.ts';
import type { MarketInput, marketOf } from './market.ts';

/** What a check of the market of one mint is given. */
export interface MintMarketInput extends MarketInput {
  readonly subject: Address;
  readonly reader: StateReader & ListReader;
}

/** The market of one mint, and from which large holder on it is followed. */
interface Found<I extends MarketInput> extends ReturnType<typeof marketOf<I>> {
  readonly look: Fact<I, Reading<FirstLook>>;
  /**
   * The least amount with which a holder that no pool explains makes the check look for pools behind all of them: 0 for any amount,
   * null for none. What this fact waits for, the reads wait for.
   */
  readonly followedFrom: Fact<I, Reading<bigint | null>>;
}

/** The pools that large holders lead to and address derivation missed, and all pools with these. */
export function poolsBehind<I extends MintMarketInput>(market: Found<I>) {
  const { look, chosen, round, opening, opened, hubs, followedFrom } = market;
  const { fact, reading } = factsOf<I>();

  const unexplained = reading('unexplained', { look, round, opened }, (given, { input }) =>
    unexplainedHolders(input.subject, given.look.sight.large, given.round.accounts, given.opened),
  );

  /** Where nobody is followed, what is known of the holders' authorities is what the round happens to have of them. */
  const followed = reading('followed', { unexplained, followedFrom, round, opened }, (given, { input }) => {
    const { unexplained: found, followedFrom: from, round: read } = given;
    const isFollowed = from !== null && found.some(({ tokens }) => tokens >= from);
    if (!isFollowed) return known({ pools: [], unread: [], accounts: read.accounts });
    return followHolders(input.subject, found, given.opened, input.reader);
  });

  const openedBehind = reading('opened_behind', { followed, look, hubs, opening }, (given, { input }) => {
    const hubsLeft = given.look.sight.hubs.filter(({ stable }) => !given.hubs.has(stable));
    return openBehind(given.followed, {
      question: input,
      hubsLeft,
      opening: given.opening,
      memory: input.options.memory,
    });
  });

  /** The pools behind holders. Where they could not be read, there are none here, and `held` says why. */
  const behind = fact('behind', { openedBehind }, (given) =>
    given.openedBehind.known ? given.openedBehind.value : NO_POOLS_BEHIND,
  );

  /** What holders show that belong to none of all these pools. */
  const held = reading('holders', { unexplained, followed, openedBehind, opened }, (given, { input }) => {
    const all = [...given.opened, ...given.openedBehind.opened];
    return known(heldBeyond(input.subject, given.unexplained, all, given.followed.accounts));
  });

  /** All pools that were found, those behind holders last: opened, unreadable, and with a price. */
  const pools = reading('pools', { look, chosen, opened, hubs, behind }, async (given) => {
    const all = [...given.opened, ...given.behind.opened];
    const hubs = new Map([...given.hubs, ...given.behind.hubs]);
    const unread = [...given.look.sight.found.unread, ...given.behind.unread, ...given.chosen.leftOut];
    return known<FoundMarket>({ opened: all, unread, priced: await inSlices(pricedPools(all, hubs)) });
  });

  return { unexplained, followed, behind, held, pools };
}
