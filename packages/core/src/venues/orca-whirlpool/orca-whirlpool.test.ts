import { Layout } from 'assay-sandbox/pools/layout.ts';
import * as written from 'assay-sandbox/pools/orca-whirlpool.ts';
import { describe, expect, it } from 'vitest';
import { type Address, address, addressOf } from '#solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { AccountBytes, Clock, Market, OpenPool, Pool, Quote, RefusalCode, Refused, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { orcaWhirlpool } from './index.ts';
import { PROGRAM } from './layout.ts';
import type { FeeConstants, FeeVariables } from './oracle.ts';
import { swap, type WhirlpoolState } from './quote.ts';
import type { WhirlpoolTick } from './tick-array.ts';
import { sqrtPriceAt, tickAt } from './tick-math.ts';

const MEME = address('7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr');
const NOW = 1_785_000_000n;
const CLOCK: Clock = { slot: 1n, unixTime: NOW, epoch: 1n };
const SPACING = 64;
const WIDTH = 88 * SPACING;
const U64 = (1n << 64n) - 1n;
/** 3, 6, 11 and so on up to 10^11, each 1.75 times the one before. */
const RISING = Array.from({ length: 43 }, (_, i) => (3n * 7n ** BigInt(i)) / 4n ** BigInt(i));
const SIDES: readonly Side[] = ['buy', 'sell'];

const CONSTANTS: FeeConstants = {
  filterPeriod: 30n,
  decayPeriod: 600n,
  reductionFactor: 5_000,
  controlFactor: 4_000,
  maxAccumulator: 350_000,
  groupSize: 64,
  majorSwapTicks: 64,
};
const VARIABLES: FeeVariables = {
  referenceUpdatedAt: NOW - 100n,
  majorSwapAt: NOW - 50n,
  reference: 20_000,
  groupReference: -310,
  accumulator: 60_000,
};

/** Positions of the standard pool: the whole range, and two narrow ones around and below the price. */
const POSITIONS = [
  [-443_584, 443_584, 40_000_000_000n],
  [-20_992, -19_008, 900_000_000_000n],
  [-26_048, -21_120, 300_000_000_000n],
] as const;

const STANDARD: WhirlpoolState = {
  tickSpacing: SPACING,
  feeRate: 3_000n,
  protocolFeeRate: 1_300n,
  liquidity: 940_000_000_000n,
  sqrtPrice: sqrtPriceAt(-20_000) + 1_234_567_891_011n,
  tick: -20_000,
  arrays: arraysOf(POSITIONS),
  adaptive: null,
};
const ADAPTIVE: WhirlpoolState = { ...STANDARD, adaptive: { constants: CONSTANTS, variables: VARIABLES, now: NOW } };

/** What `swapQuoteByInputToken` of @orca-so/whirlpools-core 3.1.0 answers for the two pools. */
const GOLDEN = {
  staticA: [134n, 134_942n, 134_890_184n, 34_209_943_561n],
  staticB: [7_366n, 7_366_128n, 7_344_974_313n, 122_716_339_003n],
  adaptiveA: [134n, 134_743n, 134_690_700n, 32_511_263_987n],
  adaptiveB: [7_351n, 7_355_230n, 7_330_399_336n, 120_167_227_863n],
};

function arraysOf(positions: readonly (readonly [number, number, bigint])[]): Map<number, WhirlpoolTick[]> {
  const nets = new Map<number, bigint>();
  for (const [lower, upper, liquidity] of positions) {
    nets.set(lower, (nets.get(lower) ?? 0n) + liquidity);
    nets.set(upper, (nets.get(upper) ?? 0n) - liquidity);
  }
  const arrays = new Map<number, WhirlpoolTick[]>();
  for (const [index, net] of [...nets].sort(([a], [b]) => a - b)) {
    const start = Math.floor(index / WIDTH) * WIDTH;
    arrays.set(start, [...(arrays.get(start) ?? []), { index, net }]);
  }
  return arrays;
}

interface World {
  readonly pool: AccountBytes & { readonly mints: readonly [Address, Address] };
  readonly accounts: Map<Address, AccountBytes | null>;
}

interface Changes {
  readonly vaults?: readonly [bigint, bigint];
  readonly owed?: readonly [bigint, bigint];
  readonly tradeEnabledAt?: bigint;
  readonly form?: typeof written.fixedTickArray;
  readonly vaultState?: number;
  readonly vaultAuthority?: Address;
}

/** The pool as accounts, with all that its price takes; `null` for tick arrays that do not exist. */
function worldOf(state: WhirlpoolState, changes: Changes = {}): World {
  const { vaults = [500_000_000_000n, 500_000_000_000n], form = written.fixedTickArray } = changes;
  const { tickSpacing, sqrtPrice, liquidity, tick } = state;
  const account = written.whirlpool({
    mints: [WRAPPED_SOL, MEME],
    tickSpacing,
    sqrtPrice,
    liquidity,
    tick,
    feeRate: Number(state.feeRate),
    protocolFeeRate: Number(state.protocolFeeRate),
    owed: changes.owed ?? [7n, 9n],
    ...(state.adaptive ? { feeTierIndex: 1025 } : {}),
  });
  const beside = [...state.arrays].map(([start, ticks]) => form({ pool: account.address, start, tickSpacing, ticks }));
  if (state.adaptive) {
    const { constants, variables } = state.adaptive;
    beside.push(written.oracle(account.address, constants, variables, changes.tradeEnabledAt));
  }
  const tokens = account.vaults.map((at, i) => ({
    address: at,
    owner: TOKEN_PROGRAM,
    data: new Layout(165)
      .key(0, account.mints[i] ?? MEME)
      .key(32, changes.vaultAuthority ?? account.address)
      .u64(64, vaults[i] ?? 0n)
      .u8(108, changes.vaultState ?? 1)
      .bytes(),
  }));
  const pool = { ...account, lamports: 1n };
  const recognised = orcaWhirlpool.recognise(pool, MEME);
  const accounts = new Map<Address, AccountBytes | null>();
  if (!isRefused(recognised)) for (const need of recognised.needs) accounts.set(need, null);
  for (const one of [pool, ...beside, ...tokens]) accounts.set(one.address, { ...one, lamports: 1n });
  return { pool, accounts };
}

function recognised({ pool }: World, mint = WRAPPED_SOL): Pool {
  const found = orcaWhirlpool.recognise(pool, mint);
  if (isRefused(found)) throw new Error(`${found.refused}: ${found.detail}`);
  return found;
}

function opened(world: World, mint = WRAPPED_SOL, clock = CLOCK): OpenPool {
  const result = recognised(world, mint).open(world.accounts, clock);
  if (isRefused(result)) throw new Error(`${result.refused}: ${result.detail}`);
  return result;
}

function marketOf(state: WhirlpoolState, changes: Changes = {}, mint = WRAPPED_SOL): Market {
  return opened(worldOf(state, changes), mint).market;
}

function taken(quote: Quote | Refused): Quote {
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}

function code(result: object | Refused): RefusalCode | null {
  return isRefused(result) ? result.refused : null;
}

function openCode(world: World, clock = CLOCK): RefusalCode | null {
  return code(recognised(world).open(world.accounts, clock));
}

/** The account with some bytes written over. */
function patched(account: AccountBytes | null | undefined, at: number, ...bytes: readonly number[]): AccountBytes {
  if (!account) throw new Error('nothing to patch');
  const data = account.data.slice();
  data.set(bytes, at);
  return { ...account, data };
}

/** The account with one byte turned over. */
function flipped(account: AccountBytes | null | undefined, at: number): AccountBytes {
  return patched(account, at, (account?.data[at] ?? 0) ^ 0xff);
}

/** Bytes that look random and are the same in every run. */
function noise(seed: number, length: number): Uint8Array {
  let state = seed * 2_654_435_761;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

/** The account with a few bytes written over at places that the seed says, and every fifth time cut off. */
function mutated(account: AccountBytes | undefined, seed: number): AccountBytes {
  if (!account) throw new Error('nothing to change');
  const [random, size] = [noise(seed, 40), account.data.length];
  const pick = (i: number, below: number) => ((random[i] ?? 0) * 256 + (random[i + 1] ?? 0)) % below;
  const data = account.data.slice(0, seed % 5 === 0 ? pick(0, size) : size);
  for (let i = 2; i < 2 + pick(36, 4) * 8 && data.length > 0; i += 4) data[pick(i, data.length)] = random[i + 2] ?? 0;
  return { ...account, data };
}

/** The largest input that `fits`, if larger ones do not. */
function largest(fits: (amount: bigint) => boolean): bigint {
  let [low, high] = [1_000_000n, U64];
  while (low + 1n < high) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

describe('recognising a Whirlpool', () => {
  const world = worldOf(STANDARD);

  it('a pool is recognised for either of its mints, oriented to the one that was asked about', () => {
    const [a, b] = world.pool.mints;
    const [forA, forB] = [recognised(world, a), recognised(world, b)];
    expect([forA.mint, forA.other, forB.mint, forB.other]).toEqual([a, b, b, a]);
    expect([forB.vaults.mint, forB.vaults.other]).toEqual([forA.vaults.other, forA.vaults.mint]);
    expect(forA.needs).toHaveLength(2 + 7);
  });

  it('an adaptive pool needs its oracle as well, a full-range pool only the two arrays there are', () => {
    expect(recognised(worldOf(ADAPTIVE)).needs).toHaveLength(2 + 7 + 1);
    expect(recognised(worldOf({ ...STANDARD, tickSpacing: 32_896, arrays: new Map() })).needs).toHaveLength(2 + 2);
  });

  it('pools of another configuration than Orca’s are recognised too', () => {
    const config = addressOf(new Uint8Array(32).fill(5));
    const spec = {
      mints: [MEME, WRAPPED_SOL] as const,
      tickSpacing: 64,
      sqrtPrice: 1n << 64n,
      liquidity: 1n,
      feeRate: 1,
    };
    const account = { ...written.whirlpool({ ...spec, config }), lamports: 1n };
    expect(code(orcaWhirlpool.recognise(account, MEME))).toBeNull();
    expect(orcaWhirlpool.candidates({ mint: MEME, other: WRAPPED_SOL }, new Map())).not.toContain(account.address);
  });

  it('a foreign owner comes before anything else, other mints come last', () => {
    expect(code(orcaWhirlpool.recognise({ ...world.pool, owner: TOKEN_PROGRAM }, MEME))).toBe('foreign_owner');
    expect(code(orcaWhirlpool.recognise(patched(world.pool, 0, 1), MEME))).toBe('wrong_layout');
    expect(code(orcaWhirlpool.recognise(world.pool, PROGRAM))).toBe('inconsistent');
  });

  it('a spacing of 0, a share above the whole fee, a price out of range or not of its tick, and twins are refused', () => {
    const mintA = world.pool.data.slice(101, 133);
    for (const [at, ...bytes] of [
      [41, 0, 0],
      [47, 0x11, 0x27],
      [65, ...new Uint8Array(16)],
      [65, ...new Uint8Array(16).fill(255)],
      [81, 0, 0, 0, 0],
      [81, 0, 0, 0, 128],
      [181, ...mintA],
    ]) {
      expect(code(orcaWhirlpool.recognise(patched(world.pool, at ?? 0, ...bytes), WRAPPED_SOL))).toBe('wrong_layout');
    }
  });

  it('a pool that is cut off or too long by any number of bytes is refused', () => {
    for (let length = 0; length < world.pool.data.length; length += 1) {
      const cut = { ...world.pool, data: world.pool.data.subarray(0, length) };
      expect(code(orcaWhirlpool.recognise(cut, MEME))).toBe('wrong_layout');
    }
    const longer = { ...world.pool, data: new Uint8Array([...world.pool.data, 0]) };
    expect(code(orcaWhirlpool.recognise(longer, MEME))).toBe('wrong_layout');
  });

  it('noise never makes a pool, with or without the discriminator', () => {
    for (let seed = 1; seed <= 3_000; seed += 1) {
      const data = noise(seed, seed % 3 === 0 ? seed % 1_000 : 653);
      if (seed % 2 === 0 && data.length >= 8) data.set(world.pool.data.subarray(0, 8));
      expect(code(orcaWhirlpool.recognise({ ...world.pool, data }, MEME))).not.toBeNull();
    }
  });
});

describe('candidates of a pair', () => {
  const pair = { mint: MEME, other: WRAPPED_SOL };

  it('static tiers are always tried, adaptive ones where their account is Orca’s tier of that index', () => {
    const tier = { ...written.adaptiveFeeTier(1030, 64, 3_000, CONSTANTS), lamports: 1n };
    const none = orcaWhirlpool.candidates(pair, new Map());
    expect(none).toHaveLength(12);
    expect(none).toContain(worldOf(STANDARD).pool.address);
    expect(orcaWhirlpool.candidates(pair, new Map([[tier.address, tier]]))).toHaveLength(13);
    for (const wrong of [
      patched(tier, 40, 1),
      patched(tier, 8, 1),
      patched(tier, 0, 1),
      { ...tier, owner: TOKEN_PROGRAM },
    ]) {
      expect(orcaWhirlpool.candidates(pair, new Map([[tier.address, wrong]]))).toHaveLength(12);
    }
  });

  it('both orders of a pair lead to the same pools, and the tiers are among the configuration accounts', () => {
    const turned = { mint: WRAPPED_SOL, other: MEME };
    expect(orcaWhirlpool.candidates(turned, new Map())).toEqual(orcaWhirlpool.candidates(pair, new Map()));
    expect(orcaWhirlpool.configurations).toHaveLength(72);
    expect(orcaWhirlpool.configurations).toContain(written.feeTier(32_896, 10_000).address);
  });
});

describe('opening a Whirlpool', () => {
  it('an account that nobody read is not one that is missing', () => {
    for (const need of recognised(worldOf(ADAPTIVE)).needs) {
      const world = worldOf(ADAPTIVE);
      world.accounts.delete(need);
      expect(openCode(world)).toBe('not_read');
    }
    for (const [i, need] of recognised(worldOf(ADAPTIVE)).needs.entries()) {
      const world = worldOf(ADAPTIVE);
      world.accounts.set(need, null);
      const isArray = i >= 2 && i < 9;
      expect(openCode(world)).toBe(isArray ? null : 'account_missing');
    }
    const world = worldOf(STANDARD);
    world.accounts.delete(world.pool.address);
    expect(openCode(world)).toBe('not_read');
    world.accounts.set(world.pool.address, null);
    expect(openCode(world)).toBe('account_missing');
  });

  it('a frozen vault is told, one of another mint or authority, and other bytes, are inconsistent', () => {
    const vault = recognised(worldOf(STANDARD)).vaults.mint;
    const withVault = (change: (account: AccountBytes) => AccountBytes) => {
      const world = worldOf(STANDARD);
      world.accounts.set(vault, change(patched(world.accounts.get(vault), 0)));
      return openCode(world);
    };
    expect(withVault((account) => patched(account, 108, 2))).toBe('vault_frozen');
    expect(withVault((account) => patched(account, 0, 1, 2, 3))).toBe('inconsistent');
    expect(withVault((account) => patched(account, 32, 1, 2, 3))).toBe('inconsistent');
    expect(withVault((account) => patched(account, 108, 0))).toBe('inconsistent');
    expect(withVault((account) => ({ ...account, owner: PROGRAM }))).toBe('inconsistent');
  });

  it('a pool whose vaults, mints or tier changed since it was recognised is inconsistent', () => {
    for (const at of [8, 43, 101, 133, 181, 213]) {
      const world = worldOf(ADAPTIVE);
      const pool = recognised(world);
      world.accounts.set(world.pool.address, flipped(world.pool, at));
      expect(code(pool.open(world.accounts, CLOCK))).toBe('inconsistent');
    }
  });

  it('the market is of the bytes as they are when it is opened, and what moved out of reach is not read', () => {
    const before = recognised(worldOf(STANDARD));
    const far = {
      ...STANDARD,
      tick: -20_000 + 3 * WIDTH,
      sqrtPrice: sqrtPriceAt(-20_000 + 3 * WIDTH),
      liquidity: 40_000_000_000n,
    };
    const moved = worldOf(far, { vaults: [1n << 60n, 1n << 60n] });
    for (const need of before.needs) if (!moved.accounts.has(need)) moved.accounts.set(need, null);
    const result = before.open(moved.accounts, CLOCK);
    if (isRefused(result)) throw new Error(result.detail);
    expect(result.market.price.numerator).toBe(far.sqrtPrice ** 2n);
    expect(code(result.market.quote('sell', 1_000_000n))).toBeNull();
    expect(code(result.market.quote('buy', 1n << 50n))).toBe('not_read');
  });

  it('tick arrays of another pool or place, cut off, foreign or with stray ticks are refused in both forms', () => {
    for (const form of [written.fixedTickArray, written.dynamicTickArray]) {
      const world = worldOf(STANDARD, { form });
      const [at, account] =
        [...world.accounts].find(([, one]) => one && one.owner === PROGRAM && one.address !== world.pool.address) ?? [];
      if (!at || !account) throw new Error('no tick array');
      const result = (changed: AccountBytes) =>
        openCode({ ...world, accounts: new Map([...world.accounts, [at, changed]]) });
      expect(result(flipped(account, 8))).toBe('inconsistent');
      expect(result(flipped(account, form === written.fixedTickArray ? 9956 : 12))).toBe('inconsistent');
      expect(result(flipped(account, 0))).toBe('wrong_layout');
      expect(result({ ...account, owner: TOKEN_PROGRAM })).toBe('foreign_owner');
      for (const length of [0, 8, 12, 44, 59, 147, account.data.length - 1]) {
        expect(result({ ...account, data: account.data.subarray(0, length) })).toBe('wrong_layout');
      }
    }
  });

  it('an address that somebody only sent lamports to is an array without ticks', () => {
    const world = worldOf({ ...STANDARD, arrays: new Map() });
    const [, , array] = recognised(world).needs;
    if (!array) throw new Error('no tick array');
    const owner = address('11111111111111111111111111111111');
    world.accounts.set(array, { address: array, owner, lamports: 5n, data: new Uint8Array(0) });
    expect(openCode(world)).toBeNull();
  });

  it('trading opens at its time; the facts tell it', () => {
    const world = worldOf(ADAPTIVE, { tradeEnabledAt: NOW + 1n });
    expect(openCode(world)).toBe('not_open');
    expect(opened(world, MEME, { ...CLOCK, unixTime: NOW + 1n }).facts.openedAt).toBe(NOW + 1n);
    expect(opened(worldOf(STANDARD)).facts).toEqual({ creator: null, openedAt: null, lockedLiquidityBps: null });
  });

  it('an oracle that is a moment ahead of the clock sets the time, one that is far ahead is inconsistent', () => {
    const openedLater = (ahead: bigint) =>
      worldOf({
        ...ADAPTIVE,
        adaptive: { constants: CONSTANTS, variables: { ...VARIABLES, majorSwapAt: NOW + ahead }, now: NOW },
      });
    expect(openCode(openedLater(60n))).toBeNull();
    expect(openCode(openedLater(61n))).toBe('inconsistent');
    const atThatTime = opened(openedLater(60n), MEME, { ...CLOCK, unixTime: NOW + 60n }).market.quote(
      'buy',
      1_000_000n,
    );
    expect(taken(opened(openedLater(60n), MEME).market.quote('buy', 1_000_000n)).received).toBe(
      taken(atThatTime).received,
    );
  });

  it('an oracle of another pool, with constants that the program refuses or states it cannot reach is refused', () => {
    const at = recognised(worldOf(ADAPTIVE)).needs.at(-1);
    const changed = (offset: number, ...bytes: readonly number[]) => {
      const world = worldOf(ADAPTIVE);
      if (!at) throw new Error('no oracle');
      world.accounts.set(at, patched(world.accounts.get(at), offset, ...bytes));
      return openCode(world);
    };
    expect(changed(8, 1, 2, 3, 4)).toBe('inconsistent');
    expect(changed(0, 1)).toBe('wrong_layout');
    // In order: filter, decay, reduction, control, maximum, group size, threshold; then reference, group, accumulator.
    for (const [offset, ...bytes] of [
      [48, 0, 0],
      [50, 30, 0],
      [52, 0x10, 0x27],
      [54, 0xa0, 0x86, 1],
      [58, 255, 255, 255, 255],
      [62, 0, 0],
      [62, 63, 0],
      [64, 0, 0],
      [64, 255, 255],
      [98, 255, 255, 255],
      [102, 255, 255, 255, 127],
      [106, 255, 255, 255],
    ] as const) {
      expect([offset, changed(offset, ...bytes)]).toEqual([offset, 'wrong_layout']);
    }
    const world = worldOf(ADAPTIVE);
    for (let length = 0; length < 254; length += 1) {
      if (!at) break;
      const account = patched(world.accounts.get(at), 0);
      const accounts = new Map([...world.accounts, [at, { ...account, data: account.data.subarray(0, length) }]]);
      expect(openCode({ ...world, accounts })).toBe('wrong_layout');
    }
  });

  it('seeded changes of any account never throw, and never pay more than the vaults hold', () => {
    const world = worldOf(ADAPTIVE, { form: written.dynamicTickArray, vaults: [U64, U64] });
    const pool = recognised(world);
    const accounts = [...world.accounts.values()].filter((account) => account !== null);
    for (let seed = 1; seed <= 4_000; seed += 1) {
      const account = mutated(accounts[seed % accounts.length], seed);
      const result = pool.open(new Map([...world.accounts, [account.address, account]]), CLOCK);
      for (const quote of isRefused(result)
        ? []
        : SIDES.map((side) => result.market.quote(side, 10n ** BigInt(seed % 20)))) {
        expect(isRefused(quote) || (quote.received > 0n && quote.received <= U64)).toBe(true);
      }
    }
  });
});

describe('quoting a Whirlpool', () => {
  const [mintA] = worldOf(STANDARD).pool.mints;
  const isSolA = mintA === WRAPPED_SOL;
  const sellsA: Side = isSolA ? 'sell' : 'buy';
  const sellsB: Side = isSolA ? 'buy' : 'sell';

  it('known trades give what Orca’s own package gives', () => {
    const outputs = (state: WhirlpoolState, side: Side, largest: bigint) =>
      [1_000n, 1_000_000n, 1_000_000_000n, largest].map(
        (amount) => taken(marketOf(state).quote(side, amount)).received,
      );
    expect(outputs(STANDARD, sellsA, 300_000_000_000n)).toEqual(GOLDEN.staticA);
    expect(outputs(STANDARD, sellsB, 17_500_000_000n)).toEqual(GOLDEN.staticB);
    expect(outputs(ADAPTIVE, sellsA, 300_000_000_000n)).toEqual(GOLDEN.adaptiveA);
    expect(outputs(ADAPTIVE, sellsB, 17_500_000_000n)).toEqual(GOLDEN.adaptiveB);
  });

  it('the mirrored market of the other mint gives the same, at the reciprocal price', () => {
    const [own, mirrored] = [marketOf(ADAPTIVE), marketOf(ADAPTIVE, {}, MEME)];
    expect(taken(mirrored.quote('buy', 5_000_000n)).received).toBe(taken(own.quote('sell', 5_000_000n)).received);
    expect(mirrored.price).toEqual({ numerator: own.price.denominator, denominator: own.price.numerator });
    expect([mirrored.depth.mint, mirrored.depth.other]).toEqual([own.depth.other, own.depth.mint]);
  });

  it('a full-range pool gives what a constant product of its reserves does, but for what is rounded', () => {
    const reserves = [1_000_000_000_000n, 30_000_000_000n] as const;
    const { liquidity, sqrtPrice } = written.fullRange(reserves);
    const tickSpacing = 32_896;
    const spec = { mints: [MEME, WRAPPED_SOL] as const, tickSpacing, liquidity, sqrtPrice, feeRate: 10_000 };
    const arrays = written.fullRangeTickArrays(written.whirlpool(spec).address, tickSpacing, liquidity);
    const world = worldOf({ ...STANDARD, ...spec, feeRate: 10_000n, arrays: new Map(), tick: tickAt(sqrtPrice) });
    for (const array of arrays) world.accounts.set(array.address, { ...array, lamports: 1n });
    const { market } = opened(world, mintA);
    for (const [side, from, to] of [
      ['sell', 0, 1],
      ['buy', 1, 0],
    ] as const) {
      const net = ((reserves[from] / 3n) * 99n) / 100n;
      const product = (reserves[to] * net) / (reserves[from] + net);
      const { received } = taken(market.quote(side, reserves[from] / 3n));
      expect(received <= product && received >= product - product / 10n ** 6n).toBe(true);
    }
  });

  it('fixed and dynamic tick arrays make the same market', () => {
    for (const side of SIDES) {
      const [fixed, dynamic] = [written.fixedTickArray, written.dynamicTickArray].map((form) =>
        taken(marketOf(STANDARD, { form }).quote(side, 16_000_000_000n)),
      );
      expect(dynamic?.received).toBe(fixed?.received);
    }
  });

  it('the depth is what lies in the vaults less what the protocol is owed', () => {
    const { depth, bounds } = marketOf(STANDARD, { vaults: [100n, 200n], owed: [7n, 300n] });
    expect(isSolA ? depth : { mint: depth.other, other: depth.mint }).toEqual({ mint: 93n, other: 0n });
    expect(bounds).toEqual([]);
  });

  it('the fee is of the input, split between liquidity and protocol without a rest', () => {
    for (const state of [STANDARD, ADAPTIVE]) {
      for (const side of SIDES) {
        const quote = taken(marketOf(state).quote(side, 1_000_000_000n));
        const [lp, protocol] = quote.fees();
        expect([lp?.share, lp?.of, protocol?.share, protocol?.of]).toEqual(['lp', 'input', 'protocol', 'input']);
        const fee = (lp?.amount ?? 0n) + (protocol?.amount ?? 0n);
        expect(fee >= 3_000_000n).toBe(true);
        expect(fee > 3_000_002n).toBe(state === ADAPTIVE);
        expect(quote.spent).toBe(1_000_000_000n);
        expect((protocol?.amount ?? 0n) <= (fee * 1_300n) / 10_000n).toBe(true);
      }
    }
  });

  it('nothing, less than nothing, one unit, and more than 64 bits are refused by their names', () => {
    for (const side of SIDES) {
      const market = marketOf(STANDARD);
      expect(code(market.quote(side, 0n))).toBe('amount_too_small');
      expect(code(market.quote(side, -1n))).toBe('amount_too_small');
      expect(code(market.quote(side, 1n))).toBe('amount_too_small');
      expect(code(market.quote(side, U64))).toBe('insufficient_liquidity');
      expect(code(market.quote(side, U64 + 1n))).toBe('overflow');
    }
  });

  it('a swap passes three tick arrays, of which all can be used up to their end, and no fourth', () => {
    const rich = marketOf(STANDARD, { vaults: [U64, U64] }, mintA);
    for (const [side, end] of [
      ['sell', -33_792],
      ['buy', -5_633],
    ] as const) {
      const most = largest((amount) => !isRefused(rich.quote(side, amount)));
      expect(code(rich.quote(side, most + 1n))).toBe('insufficient_liquidity');
      const [reached, limit] = [taken(rich.quote(side, most)).afterwards().price.numerator, sqrtPriceAt(end) ** 2n];
      const short = side === 'sell' ? reached - limit : limit - reached;
      expect(short >= 0n && short < limit / 10n ** 8n).toBe(true);
    }
  });

  it('an output that the vault does not hold is refused, whatever the ticks say', () => {
    const { received } = taken(marketOf(STANDARD).quote(sellsA, 1_000_000_000n));
    expect(
      code(marketOf(STANDARD, { vaults: [0n, received - 1n], owed: [0n, 0n] }).quote(sellsA, 1_000_000_000n)),
    ).toBe('insufficient_liquidity');
    expect(
      code(marketOf(STANDARD, { vaults: [0n, received], owed: [0n, 0n] }).quote(sellsA, 1_000_000_000n)),
    ).toBeNull();
  });

  it('a pool without any liquidity refuses, and ticks that take more than there is are inconsistent', () => {
    const empty = { ...STANDARD, liquidity: 0n, arrays: new Map() };
    const broken = { ...STANDARD, liquidity: 1n };
    for (const side of SIDES) {
      expect(code(marketOf(empty).quote(side, 1_000n))).toBe('insufficient_liquidity');
      expect(code(marketOf(broken).quote(side, 1n << 50n))).toBe('inconsistent');
    }
  });

  it('more groups of ticks than a transaction has compute units for are refused', () => {
    const constants = { ...CONSTANTS, groupSize: 1, maxAccumulator: 400_000_000, controlFactor: 1 };
    const variables = { ...VARIABLES, groupReference: -20_000 };
    const thin = { ...STANDARD, liquidity: 40_000_000_000n, arrays: arraysOf(POSITIONS.slice(0, 1)) };
    for (const [side, amount] of [
      [sellsA, 20_000_000_000n],
      [sellsB, 4_000_000_000n],
    ] as const) {
      expect(code(marketOf(thin).quote(side, amount))).toBeNull();
      const adaptive = { ...thin, adaptive: { constants, variables, now: NOW } };
      expect(code(marketOf(adaptive).quote(side, amount))).toBe('overflow');
    }
  });

  it('more in never gives less out, and a return trip never gains', () => {
    for (const state of [STANDARD, ADAPTIVE, { ...STANDARD, feeRate: 0n }]) {
      const market = marketOf(state);
      for (const [side, back] of [
        ['buy', 'sell'],
        ['sell', 'buy'],
      ] as const) {
        const quotes = RISING.map((amount) => market.quote(side, amount)).filter(
          (quote): quote is Quote => !isRefused(quote),
        );
        expect(quotes.length).toBeGreaterThan(20);
        for (const [i, { received, spent, afterwards }] of quotes.entries()) {
          expect(received >= (quotes[i - 1]?.received ?? 0n)).toBe(true);
          const returned = afterwards().quote(back, received);
          expect(isRefused(returned) || returned.received <= spent).toBe(true);
        }
      }
    }
  });

  it('the market after a swap is the one of the bytes that the program would have written', () => {
    for (const state of [STANDARD, ADAPTIVE]) {
      for (const [side, zeroForOne] of [
        [sellsA, true],
        [sellsB, false],
      ] as const) {
        for (const amount of [1_000n, 10_000_000n, 1_900_000_000n, 17_000_000_000n]) {
          const after = taken(marketOf(state).quote(side, amount)).afterwards();
          const written = rewritten(state, amount, zeroForOne);
          expect([after.price, after.depth]).toEqual([written.price, written.depth]);
          for (const next of SIDES) {
            const [one, other] = [after.quote(next, 5_000_000n), written.quote(next, 5_000_000n)];
            expect(taken(one).received).toBe(taken(other).received);
            expect(taken(one).fees()).toEqual(taken(other).fees());
          }
        }
      }
    }
  });

  it('an adaptive fee rises with what was just traded, and falls with time', () => {
    const calm = marketOf(ADAPTIVE);
    const feeOf = (quote: Quote | Refused) =>
      taken(quote)
        .fees()
        .reduce((sum, { amount }) => sum + amount, 0n);
    const after = taken(calm.quote(sellsA, 30_000_000_000n)).afterwards();
    expect(feeOf(after.quote(sellsA, 1_000_000n)) > feeOf(calm.quote(sellsA, 1_000_000n))).toBe(true);
    const later = opened(worldOf(ADAPTIVE), WRAPPED_SOL, { ...CLOCK, unixTime: NOW + 3_600n }).market;
    expect(feeOf(later.quote(sellsA, 1_000_000n))).toBe(3_000n);
  });

  /** The market opened from accounts that hold what a swap leaves behind. */
  function rewritten(state: WhirlpoolState, amount: bigint, zeroForOne: boolean): Market {
    const swapped = swap(state, amount, zeroForOne);
    if (isRefused(swapped)) throw new Error(swapped.detail);
    const { received, protocolFee } = swapped;
    const [a, b] = zeroForOne ? [amount, -received] : [-received, amount];
    // The reach of the arrays moves with the price; what both can see is the same.
    return marketOf(swapped.afterwards(), {
      vaults: [500_000_000_000n + a, 500_000_000_000n + b],
      owed: zeroForOne ? [7n + protocolFee, 9n] : [7n, 9n + protocolFee],
    });
  }
});
