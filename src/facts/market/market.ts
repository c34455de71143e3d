import type { StateReader } from '#chain/chain-reader.ts';
import { openHubs } from '#evidence/market/hubs.ts';
import type { Looked, Markets } from '#evidence/market/look.ts';
import type { MarketOptions } from '#evidence/market/market-question.ts';
import { type Chosen, groupsOf, type Opening, openPools, pricedPools } from '#evidence/market/opened.ts';
import { readTogether } from '#evidence/market/rounds.ts';
import { inSlices } from '#evidence/market/time-slices.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { type Fact, factsOf } from '../fact.ts';

/** What a check of markets is given. `sizeLamports`: the trade that chooses between pools. */
export interface MarketInput {
  readonly reader: StateReader;
  readonly options: MarketOptions;
  readonly sizeLamports: bigint;
}

/** What each kind of check says of its markets: where it looks, which of the found pools it opens, and what it reads along with them. */
interface MarketNeeds<I> {
  readonly look: Fact<I, Reading<Looked<Omit<Markets, 'found'>>>>;
  readonly chosen: Fact<I, Reading<Chosen>>;
  /** Groups of other accounts of the round that reads the pools. What this fact waits for, the round waits for. */
  readonly beside: Fact<I, Reading<readonly (readonly Address[])[]>>;
}

/** The pools and hubs of some mints, read in one round and opened. */
export function marketOf<I extends MarketInput>({ look, chosen, beside }: MarketNeeds<I>) {
  const { reading } = factsOf<I>();

  /** One round, so that each pool is of one slot, and of the same one as what is read along. */
  const round = reading('round', { chosen, beside }, (given, { input }) =>
    readTogether(input.reader, [...groupsOf(given.chosen.pools, given.chosen.hubs), ...given.beside]),
  );

  const opening = reading('opening', { look }, ({ look: { sight, configurations } }, { input }) =>
    known<Opening>({
      reader: input.reader,
      known: new Map([...configurations, ...sight.accounts]),
      clock: sight.moment.clock,
    }),
  );

  const opened = reading('opened', { chosen, round, opening }, (given) =>
    openPools(given.chosen.pools, given.round, given.opening),
  );

  /** The best pool between SOL and each stable coin. */
  const hubs = reading('hubs', { chosen, round, opening }, async (given, { input }) =>
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
