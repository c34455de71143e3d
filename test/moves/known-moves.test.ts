import { expect, it } from 'vitest';
import {
  type FundingFacts,
  type HolderFacts,
  type MarketFacts,
  signers,
  type TokenFacts,
} from '../../packages/core/test/support/moves/facts.ts';
import { judged } from '../../packages/core/test/support/moves/judge.ts';
import { improvement, tokenMoves } from '../../packages/core/test/support/moves/kinds.ts';
import type { MadeMove } from '../../packages/core/test/support/moves/moves.ts';

/* Worlds in which a move once made the answer better. */

const market = (more: Partial<MarketFacts>): MarketFacts => ({
  venue: 'pumpswap',
  hours: 400,
  index: 0,
  sol: 400,
  bps: 2_000,
  parkedSol: 0,
  complete: false,
  liquidity: [{ keeper: 'kept', bps: 10_000 }],
  ...more,
});

const holder = (more: Partial<HolderFacts>, funding: Partial<FundingFacts> = {}): HolderFacts => ({
  keeper: { is: 'wallet', n: 0 },
  bps: 400,
  got: 'later',
  through: null,
  frozen: false,
  funding: { by: 'exchange', helper: 0, hops: 0, milliSol: 900, minutesBefore: 9_000, ...funding },
  ...more,
});

const token = (more: Partial<TokenFacts>): TokenFacts => ({
  program: 'classic',
  powers: [],
  madeHours: 400,
  markets: [market({})],
  holders: [],
  crowds: [],
  creator: { launches: 0, dumped: 0, soldThem: false, soldBps: 0, soldThrough: null, admin: null },
  washTrades: 0,
  endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 },
  ...more,
});

const after = (facts: TokenFacts, ...moves: readonly MadeMove[]) => improvement(tokenMoves, facts, [moves]);
const codesOf = async (facts: TokenFacts) => (await judged(facts)).token.reasons.map(({ code }) => code);

it('counts a cluster once, whether its money is found or hidden by dust', async () => {
  const curve = market({ venue: 'raydium_launchlab', sol: 70, bps: 3_000, liquidity: [] });
  const holders = Array.from({ length: 9 }, (_, n) =>
    holder({ keeper: { is: 'wallet', n }, bps: 133 }, { by: 1, milliSol: 500, minutesBefore: 60 }),
  );
  const facts = token({ markets: [curve], holders });
  expect(await codesOf(facts)).toEqual(['BONDING_CURVE_PHASE', 'COMMON_FUNDER_CLUSTER']);
  expect(await after(facts, { move: 'sends dust to holders before', a: 3, b: 11 })).toBeNull();
});

it('counts buyers of the launch whose money is hidden by dust as one who may matter', async () => {
  const markets = [
    market({ venue: 'pump_curve', hours: 100, sol: 0, bps: 0, complete: true, liquidity: [] }),
    market({ hours: 90 }),
  ];
  const holders = Array.from({ length: 11 }, (_, n) =>
    holder({ keeper: { is: 'wallet', n }, bps: 109, got: 'launch' }, { milliSol: 500, minutesBefore: 600 }),
  );
  const facts = token({ madeHours: 4_800, markets, holders });
  expect(await codesOf(facts)).toEqual(['FUNDED_TOGETHER', 'LAUNCH_BUNDLE_HELD', 'MARKET_NEW']);
  expect(await after(facts, { move: 'sends dust to holders before', a: 4, b: 7 })).toBeNull();
});

it('counts what the creator supplied to the market neither as handed on nor for a cluster of its own wallets', async () => {
  const holders = Array.from({ length: 7 }, (_, n) =>
    holder(
      { keeper: { is: 'wallet', n }, bps: 171, got: 'launch' },
      { by: 'creator', milliSol: 500, minutesBefore: 60 },
    ),
  );
  const facts = token({ markets: [market({ venue: 'raydium_amm_v4' })], holders });
  expect(await codesOf(facts)).toEqual(['COMMON_FUNDER_CLUSTER', 'LAUNCH_BUNDLE_HELD']);
  const dust: MadeMove = { move: 'sends dust to holders', a: 0, b: 0 };
  expect(await after(facts, dust, { move: 'routes funding', a: 0, b: 0 })).toBeNull();
});

it('asks about the maker of an old mint whose market has an address that does not follow from it', async () => {
  const { creator } = token({});
  const facts = token({
    madeHours: 2,
    markets: [market({ venue: 'raydium_amm_v4', hours: 2 })],
    creator: { ...creator, launches: 20, dumped: 20, soldThem: true, soldBps: 500 },
  });
  expect(await codesOf(facts)).toEqual(['DEV_DUMPED_BEFORE', 'TOKEN_VERY_NEW']);
  expect(await after(facts, { move: 'ages the mint', a: 19, b: 2 })).toBeNull();
});

it('sees the fall of a price in a pool from which half of the liquidity moved on', async () => {
  const [old, main] = (['meteora_damm_v2', 'raydium_amm_v4'] as const).map((venue) =>
    market({ venue, sol: 200, bps: 1_000 }),
  );
  const { creator } = token({});
  const facts = token({ markets: [old, main].flatMap((one) => one ?? []), creator: { ...creator, soldBps: 950 } });
  expect(await codesOf(facts)).toEqual(expect.arrayContaining(['DUMPED_BY_CREATOR', 'PRICE_COLLAPSED']));
});

it('takes what a creator puts into the market for no sale of what it bought there', async () => {
  const facts = token({
    madeHours: 100,
    markets: [market({ venue: 'raydium_clmm', hours: 100 })],
    holders: [holder({ keeper: { is: 'creator' }, bps: 600, got: 'launch' })],
  });
  expect(await codesOf(facts)).toContain('LAUNCH_BUNDLE_HELD');
  expect(await after(facts, { move: 'passes launch purchases on', a: 4, b: 3 })).toBeNull();
});

it('knows no record where somebody administrates the creator and who paid is hidden', async () => {
  const { creator } = token({});
  const facts = token({ creator: { ...creator, launches: 20, dumped: 20, soldThem: true, soldBps: 500 } });
  expect(await codesOf(facts)).toEqual(['DEV_DUMPED_BEFORE']);
  const moves: readonly MadeMove[] = [
    { move: 'names another creator', a: 19, b: 1 },
    { move: 'names the mint before it is there', a: 11, b: 7 },
  ];
  expect(await after(facts, ...moves)).toBeNull();
});

it('proves the age of a pool by its own transactions, whoever names its LP mint after them', async () => {
  const markets = [
    market({ venue: 'pump_curve', hours: 960, sol: 0, bps: 0, complete: true, liquidity: [] }),
    market({
      hours: 864,
      liquidity: [{ keeper: { is: 'locker', n: 50 }, bps: 10_000 }],
    }),
  ];
  const facts = token({ madeHours: 960, markets, endpoint: { refuses: [], pageMax: 1_000, largestMax: 20 } });
  expect(await codesOf(facts)).toEqual(['LP_NOT_UNDERSTOOD']);
  expect(await after(facts, { move: 'splits a market', a: 6, b: 20 })).toBeNull();
});

it('reads the launch on a curve whose pool was left for a deeper one', async () => {
  const markets = [
    market({ venue: 'raydium_launchlab', hours: 30, sol: 0, bps: 0, complete: true, liquidity: [] }),
    market({ venue: 'raydium_cpmm', hours: 27 }),
  ];
  const holders = [0, 1, 2, 3, 4, 5].map((n) => holder({ keeper: { is: 'wallet', n }, got: 'launch' }));
  const facts = token({ madeHours: 30, markets, holders });
  expect(await codesOf(facts)).toEqual(['LAUNCH_BUNDLE_LARGE', 'TOKEN_NEW']);
  expect(await after(facts, { move: 'splits a market', a: 4, b: 20 })).toBeNull();
});

it.each(['raydium_clmm', 'orca_whirlpool', 'meteora_dlmm'] as const)(
  'believes the age of a pool of %s where it traded, and not where its SOL lay far away',
  async (venue) => {
    const marketFor = (hours: number) =>
      token({
        madeHours: hours,
        markets: [market({ venue, hours, liquidity: [{ keeper: { is: 'wallet', n: 3 }, bps: 10_000 }] })],
      });
    expect(await codesOf(marketFor(960))).toEqual(['LP_MOSTLY_FREE']);
    expect(await codesOf(marketFor(30))).toEqual(['LP_WITHDRAWABLE', 'TOKEN_NEW']);
    expect(await after(marketFor(30), { move: 'parks SOL before', a: 0, b: 0 })).toBeNull();
  },
);

it.each([
  ['mint', 'MINT_AUTHORITY_LIVE'],
  ['freeze', 'FREEZE_AUTHORITY_LIVE'],
] as const)('takes the power to %s for that of a person, whatever program its maker names', async (power, code) => {
  const facts = token({ powers: [power], endpoint: { refuses: [], pageMax: 1_000, largestMax: 20 } });
  for (const [a, signer] of signers.entries()) {
    expect(await codesOf({ ...facts, signer }), signer).toContain(code);
    expect(await after(facts, { move: 'names the authority of a program', a, b: 0 }), signer).toBeNull();
  }
});

it.each(['junk_pool', 'junk_curve', 'multisig', 'dao', 'vault'] as const)(
  'counts a third of the supply as held that lies in a %s',
  async (is) => {
    const facts = token({ holders: [holder({ keeper: { is, n: 40 }, bps: 3_300 })] });
    expect(await codesOf(facts)).toContain('TOP1_HOLDER_DOMINANT');
  },
);

it('knows who can withdraw the liquidity of a market beside a pool that a holder led to', async () => {
  // The vesting makes the check look behind holders, where the pool of another lies.
  const vesting = holder({ keeper: { is: 'long_lock', n: 0 }, bps: 3_500 });
  const own = market({ venue: 'raydium_cpmm', hours: 4_800 });
  const other = market({
    venue: 'pumpswap',
    index: 21,
    hours: 96,
    sol: 20,
    bps: 100,
    of: 'stranger',
    liquidity: [{ keeper: { is: 'wallet', n: 2_001 }, bps: 10_000 }],
  });
  const facts = token({ madeHours: 4_800, markets: [own], holders: [vesting] });
  expect(await codesOf(facts)).toEqual(['NO_ADVERSE_FACT']);
  expect(await codesOf({ ...facts, markets: [own, other] })).toEqual(['NO_ADVERSE_FACT']);
});
