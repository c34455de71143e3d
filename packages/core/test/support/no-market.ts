import type { MarketOptions } from '#gather/market/market-question.ts';
import { openPoolMemory } from '#gather/market/pool-memory.ts';
import { missing } from '#lib/reading.ts';

/** No market can be read, so nothing is quoted: for suites that are about something else. */
export const noMarket: MarketOptions = {
  configurations: {
    read: async () => missing('accounts', 'rpc_unavailable'),
    last: () => null,
    slotWithoutClock: () => null,
  },
  memory: openPoolMemory(() => 0),
  stableMints: [],
};
