import type { VenueId } from 'assay-core/venues/venue.ts';
import { expect, it } from 'vitest';
import type { HolderFacts, MarketFacts, TokenFacts } from '../../packages/core/test/support/moves/facts.ts';
import { judged } from '../../packages/core/test/support/moves/judge.ts';
import type { Refusal } from '../../packages/core/test/support/moves/reader.ts';

const HOURS = 20;

const holder = (n: number): HolderFacts => ({
  keeper: { is: 'wallet', n },
  bps: 400,
  got: 'launch',
  through: null,
  frozen: false,
  funding: { by: 'exchange', helper: 0, hops: 0, milliSol: 900, minutesBefore: 9_000 },
});

/** A coin whose curve was bought out by four wallets in its first slots, and became a pool two hours later. */
function migrated(curve: VenueId, pool: VenueId, madeHours: number, refuses: readonly Refusal[]): TokenFacts {
  const market = { index: 0, parkedSol: 0, liquidity: [] };
  const markets: readonly MarketFacts[] = [
    { ...market, venue: curve, hours: HOURS, sol: 0, bps: 0, complete: true },
    {
      ...market,
      venue: pool,
      hours: HOURS - 2,
      sol: 400,
      bps: 2_000,
      complete: false,
      liquidity: [{ keeper: 'kept', bps: 10_000 }],
    },
  ];
  return {
    program: 'classic',
    powers: [],
    madeHours,
    markets,
    holders: [0, 1, 2, 3].map(holder),
    crowds: [],
    creator: { launches: 0, dumped: 0, soldThem: false, soldBps: 0, soldThrough: null, admin: null },
    washTrades: 0,
    endpoint: { refuses, pageMax: 1_000, largestMax: 20 },
  };
}

const codesOf = ({ reasons }: Awaited<ReturnType<typeof judged>>['token']) => reasons.map(({ code }) => code);

it.each([
  ['pump_curve', 'pumpswap', []],
  ['raydium_launchlab', 'raydium_cpmm', []],
  // Who holds the positions of such a pool only a search tells.
  ['meteora_dbc', 'meteora_damm_v2', ['LP_CONTROL_UNREAD']],
] as const)(
  'reads the launch on %s of a coin that trades on %s, however old its mint is',
  async (curve, pool, hidden) => {
    for (const [refuses, unread] of [
      [[], []],
      [
        ['bodies', 'searches'],
        [...hidden, 'PLAN_REFUSES'],
      ],
    ] as const) {
      const aged = (await judged(migrated(curve, pool, 960, refuses))).token;
      expect(new Set(codesOf(aged))).toEqual(new Set(['LAUNCH_BUNDLE_LARGE', 'MARKET_VERY_NEW', ...unread]));
      const fresh = (await judged(migrated(curve, pool, HOURS, refuses))).token;
      expect(new Set(codesOf(fresh))).toEqual(new Set(['LAUNCH_BUNDLE_LARGE', 'TOKEN_VERY_NEW', ...unread]));
    }
  },
);
