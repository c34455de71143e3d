import type { StateReader } from '#chain/chain-reader.ts';
import type { Markets, WithConfigurations } from '#gather/market/first-round.ts';
import { openHubs } from '#gather/market/hubs.ts';
import type { MarketOptions } from '#gather/market/market-question.ts';
import { type Chosen, groupsOf, type Opening, openPools, pricedPools } from '#gather/market/opened-pools.ts';
import { readTogether } from '#gather/market/rounds.ts';
import { inSlices } from '#gather/market/time-slices.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { type Fact, factsOf } from '../fact.ts';

/** The input of a check of markets. `sizeLamports`: the trade for which the best hub of each stable coin is chosen. */
export interface MarketInput {
  readonly reader: StateReader;
  readonly options: MarketOptions;
  readonly sizeLamports: bigint;
}

/** The facts in which kinds of checks differ: the first round, the pools that are opened, and other accounts of the second round. */
interface MarketNeeds<I> {
  readonly first: Fact<I, Reading<WithConfigurations<Omit<Markets, 'found'>>>>;
  readonly chosen: Fact<I, Reading<Chosen>>;
  /** Groups of accounts that the round reads along with the pools. The round waits for everything that this fact needs. */
  readonly beside: Fact<I, Reading<readonly (readonly Address[])[]>>;
}

/** The pools and hubs of the mints of a check, read in one round and opened. */
export function marketFacts<I extends MarketInput>({ first, chosen, beside }: MarketNeeds<I>) {
  const { reading } = factsOf<I>();

  /** One snapshot for all pools: no two facts read parts of it, so that prices and balances are of one slot. */
  const round = reading('round', { chosen, beside }, (given, { input }) =>
    readTogether(input.reader, [...groupsOf(given.chosen.pools, given.chosen.hubs), ...given.beside]),
  );

  const opening = reading('opening', { first }, ({ first: { markets, configurations } }, { input }) =>
    known<Opening>({
      reader: input.reader,
      known: new Map([...configurations, ...markets.accounts]),
      clock: markets.moment.clock,
    }),
  );

  const opened = reading('opened', { chosen, round, opening }, (given) =>
    openPools(given.chosen.pools, given.round, given.opening),
  );

  /** The best pool between SOL and each stable coin. It follows the pools, since computations side by side take turns at each step. */
  const hubs = reading('hubs', { chosen, round, opening, opened }, async (given, { input }) =>
    known(
      await openHubs(
        { hubs: given.chosen.hubs, round: given.round, opening: given.opening, size: input.sizeLamports },
        input.options.memory,
      ),
    ),
  );

  const priced = reading('priced', { opened, hubs }, async (given) =>
    known(await inSlices(pricedPools(given.opened, given.hubs))),
  );

  return { chosen, round, opening, opened, hubs, priced };
}
