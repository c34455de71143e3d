import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import { ifKnown } from 'assay-core/lib/reading.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import { WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { describe, expect, it, vi } from 'vitest';
import { optionsOf } from '../../packages/core/test/support/moves/base-accounts.ts';
import { chainOf } from '../../packages/core/test/support/moves/build.ts';
import { MovesChain, NOW_SLOT, named, SLOTS_PER_HOUR, SOL } from '../../packages/core/test/support/moves/chain.ts';
import type { MarketFacts, TokenFacts } from '../../packages/core/test/support/moves/facts.ts';
import { MovesReader } from '../../packages/core/test/support/moves/reader.ts';
import type { StrangerAct } from '../../packages/core/test/support/moves/strangers/facts.ts';

/*
 * Strangers name the accounts of a market in transactions that leave it alone, for 5,000 lamports each. 24 of them made any market
 * look hours old.
 */

const DAY_HOURS = 24;
const market = (more: Partial<MarketFacts>): MarketFacts => ({
  venue: 'pumpswap',
  hours: 60 * DAY_HOURS,
  index: 1,
  sol: 400,
  bps: 2_000,
  parkedSol: 0,
  complete: false,
  liquidity: [{ keeper: 'kept', bps: 10_000 }],
  ...more,
});
const curve = market({
  venue: 'pump_curve',
  hours: 61 * DAY_HOURS,
  index: 0,
  sol: 0,
  bps: 0,
  complete: true,
  liquidity: [],
});
const buyers = Array.from({ length: 6 }, (_, n): TokenFacts['holders'][number] => ({
  keeper: { is: 'wallet', n },
  bps: 100 + n,
  got: 'later',
  through: null,
  frozen: false,
  funding: { by: 'exchange', helper: 0, hops: 0, milliSol: 900, minutesBefore: 9_000 },
}));
const token = (...markets: readonly MarketFacts[]): TokenFacts => ({
  program: 'classic',
  powers: [],
  madeHours: 62 * DAY_HOURS,
  markets,
  holders: buyers,
  crowds: [],
  creator: { launches: 0, dumped: 0, soldThem: false, soldBps: 0, soldThrough: null, admin: null },
  washTrades: 0,
  endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 },
});

/** Transactions of strangers: how many, when the last one is and how far they lie apart, in hours. */
interface Noise {
  readonly count: number;
  readonly last: number;
  readonly apart: number;
}

/** The answer about a token whose market's accounts these strangers name: pools, vaults, LP mints, curves, the mint. */
async function judged(facts: TokenFacts, ...noises: readonly Noise[]) {
  const { chain, mint } = chainOf(facts);
  const held = [...chain.accounts.values()].map((account) => ({ account, token: readTokenAccount(account) }));
  const pools = new Set(held.flatMap(({ token }) => (token?.mint === WRAPPED_SOL ? [token.authority] : [])));
  const own = held.filter(
    ({ account, token }) => account.address !== mint && (!token || token.mint !== mint || pools.has(token.authority)),
  );
  for (const { count, last, apart } of noises) {
    for (const { account } of own) {
      chain.crowd(account.address, count, NOW_SLOT - last * SLOTS_PER_HOUR, apart * SLOTS_PER_HOUR);
    }
  }
  const reader = new MovesReader(chain, facts.endpoint);
  const evidence = await gatherToken(mint, reader, optionsOf());
  const { verdict, reasons, gaps } = judgeToken(evidence);
  const since = ifKnown(evidence.market)?.provenSince ?? null;
  return { verdict, codes: reasons.map(({ code }) => code), gaps: gaps.map(({ reading }) => reading), since };
}

describe.each([
  ['a pool behind its curve', token(curve, market({ venue: 'pumpswap', index: 0 }))],
  ['a pool of a constant product', token(market({ venue: 'raydium_cpmm' }))],
  ['a pool with an order book', token(market({ venue: 'raydium_amm_v4' }))],
  ['a pool of positions', token(market({ venue: 'meteora_damm_v2' }))],
  ['a pool whose vaults others use', token(market({ venue: 'meteora_damm_v1' }))],
])('%s', (_, facts) => {
  it.each<readonly [string, readonly Noise[]]>([
    ['a day of noise', [{ count: 24, last: 0, apart: 0.01 }]],
    ['noise between its trades', [{ count: 200, last: 2, apart: 7 }]],
    ['noise before it was opened', [{ count: 120, last: 61.5 * DAY_HOURS, apart: 20 }]],
    ['noise while it was opened', [{ count: 20, last: 60 * DAY_HOURS - 0.01, apart: 0.001 }]],
    ['more noise than a list has', [{ count: 1_100, last: 0, apart: 0.02 }]],
    [
      'noise at all times',
      [
        { count: 2_100, last: 0, apart: 0.01 },
        { count: 100, last: 30, apart: 10 },
        { count: 30, last: 62 * DAY_HOURS, apart: 10 },
      ],
    ],
  ])('is as old for %s', async (__, noises) => {
    const before = await judged(facts);
    expect([before.verdict, before.since !== null]).toEqual(['LOW_RISK', true]);
    expect(await judged(facts, ...noises)).toEqual(before);
  });
});

it('is no older for noise of its owner', async () => {
  const young = { ...token(market({ venue: 'raydium_cpmm', hours: 3 })), madeHours: 90 * DAY_HOURS };
  const before = await judged(young);
  expect(before.codes).toContain('MARKET_VERY_NEW');
  for (const count of [24, 1_100, 3_000]) {
    for (const last of [0, 200]) {
      expect((await judged(young, { count, last, apart: 0.3 })).codes).toContain('MARKET_VERY_NEW');
    }
  }
});

/** Few trades, so that noise outnumbers them. */
const quiet = token(curve, market({ venue: 'pumpswap', index: 0, hours: 15 * DAY_HOURS }));
const act = (does: StrangerAct['does'], on: StrangerAct['on'], when: StrangerAct['when'], count: number) => ({
  does,
  on,
  when,
  count,
});

describe.each<readonly [string, TokenFacts['endpoint']['refuses']]>([
  ['an endpoint', []],
  ['one without pages of bodies', ['bodies']],
])('the launch, read from %s', (_, refuses) => {
  it.each<readonly [string, StrangerAct]>([
    ['lamports sent to the pool before it is there', act('sends lamports to', 'pool', 'first', 12)],
    ['lamports sent to the vaults in its slots', act('sends lamports to', 'vaults', 'launch', 12)],
    ['tokens sent to the vaults in its slots', act('sends tokens to', 'vaults', 'launch', 5)],
    ['names of the vaults between its trades', act('names', 'vaults', 'between', 60)],
    ['names of the vaults before they are there', act('names', 'vaults', 'early', 300)],
    ['names of the vaults in its slots', act('names', 'vaults', 'launch', 200)],
    ['failures with the vaults before they are there', act('fails to use', 'vaults', 'first', 900)],
    ['failures with the vaults in its slots', act('fails to use', 'vaults', 'launch', 200)],
    ['failures with the pool, more than a list has', act('fails to use', 'pool', 'early', 1_100)],
  ])('is as well known for %s', async (__, one) => {
    for (const facts of [quiet, token(market({ venue: 'raydium_cpmm', hours: 15 * DAY_HOURS }))]) {
      const asked = { ...facts, endpoint: { ...facts.endpoint, refuses } };
      const before = await judged(asked);
      expect([before.verdict, before.gaps]).toEqual(['LOW_RISK', []]);
      expect(await judged({ ...asked, strangers: [one] })).toEqual(before);
    }
  });
});

it.each<readonly [string, StrangerAct]>([
  ['names of the mint', act('names', 'mint', 'now', 3_500)],
  ['names of the mint before it is there', act('names', 'mint', 'early', 60)],
  ['failures with the mint', act('fails to use', 'mint', 'now', 3_500)],
])('knows who made a token behind %s', async (_, one) => {
  const facts = token(market({ venue: 'raydium_cpmm', hours: 15 * DAY_HOURS }));
  expect(await judged({ ...facts, strangers: [one] })).toEqual(await judged(facts));
});

it.each([
  ['meteora_dlmm', 200],
  ['raydium_clmm', 60],
  ['orca_whirlpool', 60],
] as const)('takes a pool of %s for as old beside %i small swaps of strangers', async (venue, count) => {
  const facts = token(market({ venue }));
  const [before, after] = [
    await judged(facts),
    await judged({ ...facts, strangers: [act('trades beside', 'pool', 'between', count)] }),
  ];
  expect(before.verdict).toBe('LOW_RISK');
  expect([after.verdict, after.codes]).toEqual([before.verdict, before.codes]);
});

it('takes a young pool for no older beside small swaps of its owner', async () => {
  const young = { ...token(market({ venue: 'meteora_dlmm', hours: 3 })), madeHours: 90 * DAY_HOURS };
  const facts = { ...young, strangers: [act('trades beside', 'pool', 'between', 60)] };
  expect((await judged(facts)).codes).toContain('MARKET_VERY_NEW');
});

/** Verdicts of a coin before and after what strangers do to it, over an endpoint without pages of bodies. */
async function around(facts: TokenFacts, ...strangers: readonly StrangerAct[]) {
  const asked = { ...facts, endpoint: { ...facts.endpoint, refuses: ['bodies'] as const } };
  return { was: await judged(asked), now: await judged({ ...asked, strangers }) };
}

describe('more names than are read, in one act', () => {
  const days15 = 15 * DAY_HOURS;
  it.each<readonly [string, TokenFacts, StrangerAct]>([
    ['the vaults before they are there', quiet, act('names', 'vaults', 'early', 3_500)],
    ['the mint before it is made', quiet, act('names', 'mint', 'early', 1_100)],
    ['the mint now', token(market({ venue: 'raydium_cpmm', hours: days15 })), act('names', 'mint', 'now', 9_000)],
    [
      'the mint in vain',
      token(market({ venue: 'raydium_cpmm', hours: days15 })),
      act('fails to use', 'mint', 'between', 9_000),
    ],
    [
      'vaults with an order book',
      token(market({ venue: 'raydium_amm_v4', hours: days15 })),
      act('names', 'vaults', 'early', 9_000),
    ],
  ])('change nothing: %s', async (_, facts, one) => {
    const { was, now } = await around(facts, one);
    expect(now).toEqual(was);
  });

  it.each<readonly [string, TokenFacts, StrangerAct]>([
    ['a day', quiet, act('names', 'vaults', 'now', 9_000)],
    ['its life', token(market({ venue: 'raydium_cpmm', hours: days15 })), act('names', 'vaults', 'between', 9_000)],
    [
      'a day, with an order book',
      token(market({ venue: 'raydium_amm_v4', hours: days15 })),
      act('names', 'vaults', 'now', 30_000),
    ],
  ])('leave prices of a young market untold, and no more: %s', async (_, facts, one) => {
    const { was, now } = await around(facts, one);
    expect([was.verdict, now.verdict]).toEqual(['LOW_RISK', 'ELEVATED']);
    expect(now).toMatchObject({ codes: ['PRICE_HISTORY_CROWDED'], gaps: [] });
  });
});

it.each([20, 300, 1_500])('SOL in a vault before it is there, and %i names of it, hide no launch', async (count) => {
  for (const venue of ['raydium_cpmm', 'meteora_dlmm'] as const) {
    const facts = token(market({ venue, index: 0, hours: 15 * DAY_HOURS }));
    const { was, now } = await around(
      facts,
      act('gives SOL to', 'vaults', 'first', 1),
      act('names', 'vaults', 'early', count),
    );
    expect([was.verdict, was.gaps]).toEqual(['LOW_RISK', []]);
    expect([now.verdict, now.gaps]).toEqual(['LOW_RISK', []]);
  }
});

describe('names in the newest page', () => {
  it('hide no trade of a young market', async () => {
    const young = token(market({ venue: 'raydium_cpmm', hours: 8 * DAY_HOURS }));
    for (const does of ['names', 'fails to use'] as const) {
      const { was, now } = await around(young, act(does, 'vaults', 'now', 1_100));
      expect(now).toEqual(was);
    }
  });

  it('hide no collapse of a price', async () => {
    const sold = { ...token(market({ venue: 'raydium_cpmm', hours: 8 * DAY_HOURS })), washTrades: 0 };
    const creator = { ...sold.creator, soldBps: 1_500 };
    const { was, now } = await around({ ...sold, creator }, act('names', 'vaults', 'now', 1_100));
    expect(was.verdict).toBe('HIGH_RISK');
    expect(now.verdict).toBe('HIGH_RISK');
  });
});

it('lamports sent to the accounts of holders show no balance, and hide no arrival', async () => {
  const { was, now } = await around(
    quiet,
    act('sends lamports to', 'accounts', 'first', 12),
    act('sends lamports to', 'accounts', 'now', 12),
  );
  expect(now).toEqual(was);
});

it('liquidity that others add to a small market makes it no younger', async () => {
  const small = market({ venue: 'pumpswap', index: 0, hours: 15 * DAY_HOURS, sol: 30, bps: 80 });
  const joined = { part: 1.25, hours: 17, keeper: { is: 'unknown_program', n: 2_001 } } as const;
  const [was, now] = [await judged(token(small)), await judged(token({ ...small, joined }))];
  expect([now.verdict, now.codes.filter((code) => code.startsWith('MARKET'))]).toEqual([was.verdict, []]);
});

/** A pool of SOL alone, and what moves its two sides. */
function poolOf(hours: number) {
  const { chain, mint } = chainOf(token(market({ venue: 'raydium_cpmm', index: 0, hours })));
  const accounts = [...chain.accounts.values()].flatMap((one) => {
    const held = readTokenAccount(one);
    return held && chain.history(one.address).length > 0 ? [{ account: one.address, ...held }] : [];
  });
  const other = accounts.find((one) => one.mint === WRAPPED_SOL);
  const own = accounts.find((one) => one.mint === mint && one.authority === other?.authority);
  if (!other || !own) throw new Error('the pool holds nothing');
  const payer = named('the owner');
  chain.enrich(payer);
  const move = (slot: number, parts: { readonly sol: bigint; readonly tokens: bigint }) =>
    chain.happen({
      slot,
      payer,
      instructions: [],
      tokens: [
        { account: other.account, owner: other.authority, mint: WRAPPED_SOL, by: parts.sol },
        { account: own.account, owner: own.authority, mint, by: parts.tokens },
      ],
    });
  return { chain, mint, other, own, move };
}

async function codesOf({ chain, mint }: Pick<ReturnType<typeof poolOf>, 'chain' | 'mint'>) {
  const reader = new MovesReader(chain, { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 });
  return judgeToken(await gatherToken(mint, reader, optionsOf())).reasons.map(({ code }) => code);
}

it('a price that rose and fell back between names of the vault shows its fall', async () => {
  const { chain, mint, other, own, move } = poolOf(200);
  const [sol, tokens] = [chain.held(other.account), chain.held(own.account)];
  const begun = NOW_SLOT - 48 * SLOTS_PER_HOUR;
  // The price of 400 SOL rises sixteen times in 30 purchases and falls back in as many sales.
  const STEPS = 30n;
  const at = (step: bigint) => {
    const held = sol + (3n * sol * (step > STEPS ? 2n * STEPS - step : step)) / STEPS;
    return { sol: held, tokens: (sol * tokens) / held };
  };
  for (let step = 1n; step <= 2n * STEPS; step += 1n) {
    const [before, after] = [at(step - 1n), at(step)];
    move(begun + Number(step) * 300, { sol: after.sol - before.sol, tokens: after.tokens - before.tokens });
  }
  chain.play();
  chain.crowd(other.account, 3_100, NOW_SLOT - 20, 50);
  chain.crowd(other.account, 1_900, begun - 50, 300);
  expect(await codesOf({ chain, mint })).toContain('PRICE_COLLAPSED');
});

it('what fills a pool that dust opened is a launch, whatever happens to it later', async () => {
  const hours = 5 * DAY_HOURS;
  const bundle = buyers.map((one, n) => ({ ...one, keeper: { is: 'wallet', n: 50 + n } as const, bps: 450 }) as const);
  const facts = token(market({ venue: 'raydium_cpmm', index: 0, hours }));
  const sniped = { ...facts, holders: [...buyers, ...bundle.map((one) => ({ ...one, got: 'launch' as const }))] };
  const { other, own, mint } = poolOf(hours);
  const { play } = MovesChain.prototype;
  vi.spyOn(MovesChain.prototype, 'play').mockImplementationOnce(function (this: MovesChain) {
    const tokens = [
      { account: other.account, owner: other.authority, mint: WRAPPED_SOL, by: 1_000n },
      { account: own.account, owner: own.authority, mint, by: 1_000n },
    ];
    this.happen({ slot: NOW_SLOT - 5 * hours * SLOTS_PER_HOUR, payer: named('the owner'), instructions: [], tokens });
    play.call(this);
  });
  expect(await codesOf(chainOf(sniped))).toContain('LAUNCH_BUNDLE_LARGE');
});

describe('a pool that was filled three hours ago', () => {
  const HOURS = { opened: 15 * DAY_HOURS, emptied: 12 * DAY_HOURS, filled: 3 };
  const SHARED_SLOTS = 2 * SLOTS_PER_HOUR;

  /** The owner empties it for days, makes it deep for a slot every two hours, fills it, and names it behind a crowd. */
  function flashing() {
    const { chain, mint, other, own, move } = poolOf(HOURS.opened);
    const [sol, tokens] = [399n * SOL, (chain.held(own.account) * 399n) / 400n];
    const small = (slot: number, n: number) =>
      move(slot, n % 2 === 0 ? { sol: 10_000_000n, tokens: -5_000_000n } : { sol: -10_000_000n, tokens: 5_000_000n });
    const [emptied, filled] = [NOW_SLOT - HOURS.emptied * SLOTS_PER_HOUR, NOW_SLOT - HOURS.filled * SLOTS_PER_HOUR];
    move(emptied, { sol: -sol, tokens: -tokens });
    const first = emptied + SHARED_SLOTS - (emptied % SHARED_SLOTS);
    for (let slot = first; slot < filled; slot += SHARED_SLOTS) {
      move(slot - 1, { sol, tokens });
      for (let n = 0; n < 4; n += 1) small(slot, n);
      move(slot + 1, { sol: -sol, tokens: -tokens });
    }
    move(filled, { sol, tokens });
    for (let n = 0; n < 30; n += 1) small(NOW_SLOT - 90 + 3 * n, n);
    chain.play();
    chain.crowd(other.account, 7_000, NOW_SLOT - 100, 3);
    return { chain, mint };
  }

  it('is not as old as the moments for which it was deep', async () => {
    expect(await codesOf(flashing())).toContain('MARKET_VERY_NEW');
  });
});

/** A token check makes at most so many calls. */
const CALLS_MAX = 1_000;

it.each([400, 1_100])('%i names of the vaults of four pools leave calls for all else that is read', async (count) => {
  const facts = token(
    market({ venue: 'raydium_cpmm', index: 0, hours: 15 * DAY_HOURS }),
    ...(['meteora_dlmm', 'raydium_clmm', 'orca_whirlpool'] as const).map((venue) =>
      market({ venue, sol: 60, bps: 300, hours: 14 * DAY_HOURS }),
    ),
  );
  const strangers = [act('names', 'vaults', 'between', count)];
  const { chain, mint } = chainOf({ ...facts, strangers });
  const reader = new MovesReader(chain, facts.endpoint);
  expect(judgeToken(await gatherToken(mint, reader, optionsOf())).verdict).toBe('LOW_RISK');
  expect(reader.calls).toBeLessThan(CALLS_MAX);
});

describe('many small trades', () => {
  const busy = (venue: MarketFacts['venue'], hours: number) => ({
    ...token(market({ venue, hours })),
    madeHours: hours,
  });

  it.each<readonly [MarketFacts['venue'], number, number]>([
    ['raydium_clmm', 400, 300],
    ['raydium_clmm', 1_200, 1_500],
    ['raydium_cpmm', 400, 1_500],
    ['raydium_cpmm', 400, 5_000],
    ['pumpswap', 400, 5_000],
    ['raydium_amm_v4', 400, 5_000],
  ])('leave a market of %s as it is: %i hours, %i of them', async (venue, hours, count) => {
    const { was, now } = await around(busy(venue, hours), act('trades beside', 'pool', 'between', count));
    expect([was.verdict, now.verdict, now.codes, now.gaps]).toEqual(['LOW_RISK', 'LOW_RISK', was.codes, []]);
  });

  it('and failures leave an old market as it is', async () => {
    const old = token({ ...market({ venue: 'raydium_cpmm', hours: 4_800, bps: 80 }) });
    const { was, now } = await around(
      { ...old, madeHours: 4_800, holders: [] },
      act('trades beside', 'pool', 'now', 200),
      act('fails to use', 'vaults', 'between', 3_500),
    );
    expect(now).toEqual(was);
  });
});
