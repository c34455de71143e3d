/**
 * Metaplex Genesis opens a pool with what a launch earned and keeps its LP tokens under the signer of a bucket. A schedule that the launcher
 * chose says when they can be claimed: never, from a moment on, or at once. Tokens of the launch lie under its account, for whoever the
 * buckets name. And of lockers that nobody can read nothing is known, neither that they keep the liquidity nor that they give it back.
 * What such a schedule says: https://github.com/metaplex-foundation/developer-hub/pull/518
 */

import { type Address, address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  poolOf,
  putAccount,
  putTokens,
  type Recorded,
  type TokenWorld,
  tokenMethods,
  tokenWorld,
  WORLD_TIME,
} from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTokens, type TokenAsking } from '../support/token-service.ts';

const GENESIS = address('GNS1S5J5AspKXgpjz6SvKL66kPaKWAhaGRhCqPRxii2B');
const [SUPPLY, LP] = [10n ** 15n, 1_000_000_000n];
const [AUTHORITY, TEAM] = [key('who claims for the launch'), key('the team of the launch')];
const DAY = 86_400n;
const NOW = BigInt(WORLD_TIME);

const seeded = (word: string, ...parts: readonly Uint8Array[]) =>
  derivedAddress([new TextEncoder().encode(word), ...parts], GENESIS);
const launchOf = (mint: Address) => seeded('genesis_v2', addressBytes(mint), Uint8Array.of(0, 0));
const bucketOf = (word: string, mint: Address, index: number) =>
  seeded(word, addressBytes(launchOf(mint)), Uint8Array.of(index));

/** A condition: never (4), always (5), by another bucket (2), or from a moment on. */
type Condition = 'never' | 'always' | 'relative' | bigint;
const KINDS = { never: 4, always: 5, relative: 2 } as const;

function condition(layout: Layout, at: number, of: Condition): Layout {
  if (typeof of === 'bigint') layout.u8(at, 1).i64(at + 48, of);
  else layout.u8(at, KINDS[of]);
  return layout.i64(at + 56, (1n << 63n) - 1n);
}

interface Schedule {
  readonly start: Condition;
  readonly cliff: Condition;
  readonly duration?: bigint;
  readonly period?: bigint;
  readonly cliffBps?: number;
}

interface LpBucket {
  readonly schedule?: Schedule;
  readonly authority?: Address;
  readonly index?: number;
  readonly pool?: Address;
  /** What stands of its launch: a final one unless told. */
  readonly launched?: 'draft' | 'closed';
}

/** What all buckets of the second version have. */
function base(layout: Layout, at: number, mint: Address, index: number, tokens: bigint): Layout {
  layout.u8(at + 1, index).key(at + 8, launchOf(mint));
  return layout
    .u64(at + 40, tokens)
    .u64(at + 48, tokens)
    .key(at + 72, mint);
}

/** The bucket that opened the pool of a mint, and its signer. */
function lpBucket(mint: Recorded, { schedule, authority, index = 0, pool = poolOf(mint).address }: LpBucket) {
  const at = bucketOf('raydium_cpmm_v2', mint.address, index);
  const signer = seeded('bucket_signer', addressBytes(at));
  const layout = base(new Layout(1_024).u8(0, 22), 8, mint.address, index, 0n).key(208, signer).u64(272, LP);
  if (authority) layout.key(280, authority);
  layout.key(448, pool);
  if (schedule) {
    const { start, cliff, duration = 1n, period = 1n, cliffBps = 0 } = schedule;
    condition(condition(layout, 616, start), 696, cliff);
    layout.u64(680, duration).u64(688, period).u16(760, cliffBps);
  }
  return { signer, bucket: { address: at, owner: GENESIS, data: layout.bytes() } };
}

/** A launch, final or not, with a count of buckets. */
function launch(mint: Address, isFinal = true): Recorded {
  const layout = new Layout(136)
    .u8(0, 18)
    .u8(4, isFinal ? 1 : 0)
    .key(8, AUTHORITY)
    .key(40, mint);
  return { address: launchOf(mint), owner: GENESIS, data: layout.u32(132, 3).bytes() };
}

const unlocked = (mint: Address, tokens: bigint, from: Condition, more: Uint8Array = new Uint8Array()): Recorded => {
  const layout = base(new Layout(672).u8(0, 21), 16, mint, 1, tokens).key(216, TEAM);
  const data = Buffer.concat([condition(condition(layout, 248, from), 312, 'never').bytes(), more]);
  return { address: bucketOf('unlocked_v2', mint, 1), owner: GENESIS, data };
};
interface Sale {
  readonly from: Condition;
  /** The kinds of its end behaviours. */
  readonly ends?: readonly number[];
  readonly schedule?: Condition;
}

/** A presale of which a half was sold. */
const presale = (mint: Address, tokens: bigint, { from, ends = [], schedule }: Sale): Recorded => {
  const layout = base(new Layout(1_264 + 40 * ends.length).u8(0, 19), 48, mint, 2, tokens)
    .u64(24, 50n)
    .u64(248, 100n);
  if (schedule !== undefined) condition(condition(layout, 848, schedule), 928, 'never');
  layout.u32(1_260, ends.length);
  for (const [n, kind] of ends.entries()) layout.u8(1_264 + 40 * n, kind).u16(1_266 + 40 * n, 10_000);
  return { address: bucketOf('presale_v2', mint, 2), owner: GENESIS, data: condition(layout, 384, from).bytes() };
};
/** Tokens that go into a stream: everything at a cliff. */
const streamflow = (mint: Address, tokens: bigint, cliff: bigint, cancelable = 0): Recorded => {
  const layout = base(new Layout(784).u8(0, 28), 8, mint, 0, tokens).key(208, TEAM);
  layout.u64(240, cliff).u64(248, 1n).u64(264, cliff).u64(272, tokens).u8(352, cancelable);
  return { address: bucketOf('streamflow_v2', mint, 0), owner: GENESIS, data: layout.bytes() };
};

/** A launch of version 1 with an unlocked bucket, which owns its tokens. */
const firstLaunch = (mint: Address, isFinal: boolean): Recorded => {
  const layout = new Layout(96)
    .u8(0, 1)
    .u8(2, isFinal ? 1 : 0)
    .key(8, AUTHORITY)
    .key(40, mint);
  return { address: seeded('genesis', addressBytes(mint)), owner: GENESIS, data: layout.bytes() };
};
const firstUnlocked = (mint: Address, tokens: bigint, from: bigint): Recorded => {
  const of = seeded('genesis', addressBytes(mint));
  const layout = new Layout(272).u8(0, 5).key(8, of).u64(40, tokens).u64(56, tokens).i64(64, from).key(72, TEAM);
  return { address: seeded('unlocked', addressBytes(of), Uint8Array.of(0)), owner: GENESIS, data: layout.bytes() };
};

const worlds: TokenWorld[] = [];
let database: TestDatabase;
let asking: TokenAsking & { close(): Promise<void> };

/** A token whose LP tokens somebody holds. */
function lpWorld(name: string, daysAgo: number, holder: (mint: Recorded) => readonly [Address, ...Recorded[]]) {
  const mint = curveMintAccount({ mint: key(name), supply: SUPPLY });
  const world = tokenWorld(mint, { burned: false, daysAgo });
  const [owner, ...accounts] = holder(mint);
  for (const account of accounts) putAccount(world, account);
  putTokens(world, poolOf(mint).lpMint, owner, LP);
  worlds.push(world);
  return mint.address;
}

const underBucket = (name: string, spec: LpBucket, daysAgo = 20) =>
  lpWorld(name, daysAgo, (mint) => {
    const { signer, bucket } = lpBucket(mint, spec);
    return [signer, bucket, ...(spec.launched === 'closed' ? [] : [launch(mint.address, spec.launched === undefined)])];
  });

/** A reason as REST sends it. */
interface Reason {
  readonly code: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A token of which two fifths lie under its launch. */
function supplyWorld(name: string, buckets: (mint: Address, tokens: bigint) => readonly Recorded[], isFinal = true) {
  const mint = curveMintAccount({ mint: key(name), supply: SUPPLY });
  const world = tokenWorld(mint);
  for (const account of [launch(mint.address, isFinal), ...buckets(mint.address, SUPPLY / 5n)])
    putAccount(world, account);
  putTokens(world, mint.address, launchOf(mint.address), (SUPPLY * 2n) / 5n);
  worlds.push(world);
  return mint.address;
}

/** A token of which two fifths lie under a bucket of version 1. */
function firstWorld(name: string, launched: 'final' | 'draft' | 'closed') {
  const mint = curveMintAccount({ mint: key(name), supply: SUPPLY });
  const world = tokenWorld(mint);
  const bucket = firstUnlocked(mint.address, (SUPPLY * 2n) / 5n, NOW + 365n * DAY);
  putAccount(world, bucket);
  if (launched !== 'closed') putAccount(world, firstLaunch(mint.address, launched === 'final'));
  putTokens(world, mint.address, bucket.address, (SUPPLY * 2n) / 5n);
  worlds.push(world);
  return mint.address;
}

const never: Schedule = { start: 'never', cliff: 'never' };
const from = (days: bigint, cliffBps = 10_000): Schedule => {
  return { start: NOW + days * DAY, cliff: NOW + days * DAY, cliffBps };
};
const mints = {
  never: underBucket('never', { schedule: never, authority: AUTHORITY }, 400),
  neverOfNobody: underBucket('never, of nobody', { schedule: never, index: 3 }, 400),
  year: underBucket('in a year', { schedule: from(365n), authority: AUTHORITY }, 400),
  week: underBucket('in a week', { schedule: from(7n), authority: AUTHORITY }),
  past: underBucket('a year ago', { schedule: from(-365n), authority: AUTHORITY }),
  slowly: underBucket(
    'slowly',
    { schedule: { ...from(60n, 0), duration: 600n * DAY, period: 30n * DAY }, authority: AUTHORITY },
    400,
  ),
  always: underBucket('always', { schedule: { start: 'always', cliff: 'always' }, authority: AUTHORITY }),
  onlyCliff: underBucket('a cliff alone', {
    schedule: { start: 'never', cliff: NOW - DAY, cliffBps: 9_000 },
    authority: AUTHORITY,
  }),
  unscheduled: underBucket('without a schedule', { authority: AUTHORITY }),
  draft: underBucket('of a draft', { schedule: never, authority: TEAM, launched: 'draft' }),
  closed: underBucket('of a closed launch', { schedule: never, launched: 'closed' }, 400),
  lateCliff: underBucket('a cliff that never comes', {
    schedule: { start: NOW - DAY, cliff: 'never', cliffBps: 10_000 },
    authority: AUTHORITY,
  }),
  relative: underBucket('by another bucket', { schedule: { start: 'relative', cliff: 'never' }, authority: AUTHORITY }),
  otherPool: underBucket('of another pool', { schedule: never, pool: key('another pool') }),
  notGenesis: lpWorld('by name alone', 20, (mint) => {
    const { signer, bucket } = lpBucket(mint, { schedule: never });
    return [signer, { ...bucket, owner: key('a program of a scammer') }];
  }),
  strange: lpWorld('under a program', 20, () => {
    const at = derivedAddress([Uint8Array.of(1)], key('a program'));
    return [at, { address: at, owner: key('a program'), data: new Uint8Array(300) }];
  }),
  strangeAndOld: lpWorld('under a program, old', 400, () => [derivedAddress([Uint8Array.of(2)], key('a program'))]),
  wallet: lpWorld('of a wallet', 20, () => [key('who has all LP tokens')]),
};
const held = {
  late: supplyWorld('late', (mint, part) => [
    // Room after a bucket in which nothing stands.
    unlocked(mint, part, NOW + 365n * DAY, new Uint8Array(48)),
    presale(mint, part, { from: NOW - DAY }),
  ]),
  now: supplyWorld('now', (mint, part) => [unlocked(mint, part, NOW - DAY)]),
  stream: supplyWorld('stream', (mint, part) => [streamflow(mint, part * 2n, NOW + 365n * DAY)]),
  cancelable: supplyWorld('cancelable', (mint, part) => [streamflow(mint, part * 2n, NOW + 365n * DAY, 1)]),
  draft: supplyWorld('draft', (mint, part) => [unlocked(mint, part, NOW + 365n * DAY)], false),
  sold: supplyWorld('sold', (mint, part) => [presale(mint, part, { from: 'never', ends: [1, 3] })]),
  rolled: supplyWorld('rolled', (mint, part) => [presale(mint, part, { from: 'never', ends: [1, 2] })]),
  reallocated: supplyWorld('reallocated', (mint, part) => [presale(mint, part, { from: 'never', ends: [4] })]),
  unheard: supplyWorld('unheard', (mint, part) => [presale(mint, part, { from: 'never', ends: [5] })]),
  scheduled: supplyWorld('scheduled', (mint, part) => [presale(mint, part, { from: 'never', schedule: NOW - DAY })]),
  ending: supplyWorld('ending', (mint, part) => [
    unlocked(mint, part * 2n, NOW + 365n * DAY, new Layout(48).u32(0, 1).bytes()),
  ]),
  first: firstWorld('first', 'final'),
  firstDraft: firstWorld('draft of the first version', 'draft'),
  firstClosed: firstWorld('of the first version, closed', 'closed'),
};

beforeAll(async () => {
  database = await openTestDatabase();
  asking = await openTokens(database, [tokenMethods(...worlds)]);
}, 600_000);

afterAll(async () => {
  await asking?.close();
  await database?.stop();
});

const liquidityOf = async (mint: Address) => {
  const { body } = await asking.ask(mint);
  const { liquidity_locked_bps, liquidity_free_bps, liquidity_not_understood_bps } = body.metrics;
  return {
    shares: [liquidity_locked_bps, liquidity_free_bps, liquidity_not_understood_bps],
    until: body.metrics.liquidity_unlocks_at_unix,
    codes: body.reason_codes.filter((code) => code.startsWith('LP_')),
    isLocked: body.flags.includes('LP_LOCKED'),
    said: JSON.stringify([body.reasons, body.metrics.pools]),
  };
};
const KEPT = { shares: [10_000, 0, 0], codes: [], isLocked: true };
const until = (days: bigint) => Number(NOW + days * DAY);

describe('liquidity under the signer of a bucket', () => {
  it('is locked where its schedule never begins, whoever may claim', async () => {
    expect(await liquidityOf(mints.never)).toMatchObject({ ...KEPT, until: null });
    expect(await liquidityOf(mints.neverOfNobody)).toMatchObject({ ...KEPT, until: null });
    expect(await liquidityOf(mints.closed)).toMatchObject({ ...KEPT, until: null });
  });

  it('is locked until the moment that the launcher chose', async () => {
    expect(await liquidityOf(mints.year)).toMatchObject({ ...KEPT, until: until(365n) });
    expect(await liquidityOf(mints.slowly)).toMatchObject({ ...KEPT, until: until(90n) });
    expect(await liquidityOf(mints.week)).toMatchObject({ shares: [0, 10_000, 0], codes: ['LP_WITHDRAWABLE'] });
  });

  it('can be withdrawn by who can change its launch', async () => {
    const { said, ...found } = await liquidityOf(mints.draft);
    expect(found).toMatchObject({ shares: [0, 10_000, 0], codes: ['LP_WITHDRAWABLE'], isLocked: false });
    expect(said).toContain(AUTHORITY);
  });

  it.each(['past', 'always', 'unscheduled', 'lateCliff'] as const)(
    'can be withdrawn by who may claim it now: %s',
    async (name) => {
      const { said, ...found } = await liquidityOf(mints[name]);
      expect(found).toMatchObject({ shares: [0, 10_000, 0], codes: ['LP_WITHDRAWABLE'], isLocked: false });
      expect(said).toContain(AUTHORITY);
    },
  );

  it('is free as far as its cliff gives it, though the rest never begins', async () => {
    expect(await liquidityOf(mints.onlyCliff)).toMatchObject({ shares: [1_000, 9_000, 0], codes: ['LP_WITHDRAWABLE'] });
  });
});

describe('liquidity under what is not understood', () => {
  it.each(['relative', 'otherPool', 'notGenesis', 'strange'] as const)(
    'is called so, and never kept: %s',
    async (name) => {
      const { said, ...found } = await liquidityOf(mints[name]);
      expect(found).toMatchObject({ shares: [0, 10_000, 10_000], codes: ['LP_NOT_UNDERSTOOD'], isLocked: false });
      expect(said).toContain('100 % lies under accounts that are not understood');
      expect(said).not.toMatch(/can be withdrawn|can withdraw/);
    },
  );

  it('weighs as much as what somebody can withdraw', async () => {
    const [strange, wallet] = await Promise.all([asking.ask(mints.strange), asking.ask(mints.wallet)]);
    expect(wallet.body.reason_codes).toContain('LP_WITHDRAWABLE');
    expect([strange.body.verdict, strange.body.confidence]).toEqual([wallet.body.verdict, wallet.body.confidence]);
    expect((await liquidityOf(mints.strangeAndOld)).codes).toEqual(['LP_NOT_UNDERSTOOD']);
  });
});

describe('tokens under a launch', () => {
  const heldOf = async (mint: Address) => {
    const { body } = await asking.ask(mint);
    const vestings = body.metrics.vestings?.map(({ program, recipient, cancelable_by, tokens, ends_unix }) => {
      return [program, recipient, cancelable_by.length, tokens, ends_unix];
    });
    const [reason] = (body.reasons as readonly Reason[]).filter(({ code }) => code === 'TOP1_HOLDER_DOMINANT');
    return { vestings, top: reason?.evidence };
  };
  const part = (SUPPLY / 5n).toString();

  it('count by what each bucket says: who can claim them, and from when on', async () => {
    expect((await heldOf(held.late)).vestings).toEqual([
      ['Metaplex Genesis', TEAM, 0, part, until(365n)],
      ['Metaplex Genesis', null, 0, '0', until(-1n)],
    ]);
    expect((await heldOf(held.stream)).vestings).toEqual([
      ['Metaplex Genesis', TEAM, 0, ((SUPPLY * 2n) / 5n).toString(), until(365n)],
    ]);
  });

  it('are those of who can claim them now, or end the lock, or change the launch', async () => {
    expect((await heldOf(held.now)).top).toMatchObject({ owner: TEAM, tokens: ((SUPPLY * 2n) / 5n).toString() });
    expect((await heldOf(held.cancelable)).top).toMatchObject({ owner: TEAM, tokens: ((SUPPLY * 2n) / 5n).toString() });
    expect((await heldOf(held.draft)).top).toMatchObject({ owner: AUTHORITY, tokens: ((SUPPLY * 2n) / 5n).toString() });
  });

  it('of a presale are kept for their buyers while no end behaviour and no schedule can send them elsewhere', async () => {
    const half = (SUPPLY / 10n).toString();
    expect((await heldOf(held.sold)).vestings).toEqual([['Metaplex Genesis', null, 0, half, null]]);
    for (const name of ['rolled', 'reallocated', 'unheard', 'scheduled', 'ending'] as const) {
      const { vestings, top } = await heldOf(held[name]);
      expect([name, vestings?.map(([, , , tokens]) => tokens)]).toEqual([name, ['0']]);
      expect(top).toMatchObject({ tokens: ((SUPPLY * 2n) / 5n).toString() });
    }
  });

  it('of a launch of the first version are kept once it is final', async () => {
    const all = ((SUPPLY * 2n) / 5n).toString();
    expect((await heldOf(held.first)).vestings).toEqual([['Metaplex Genesis', TEAM, 0, all, until(365n)]]);
    expect((await heldOf(held.firstDraft)).top).toMatchObject({ owner: AUTHORITY, tokens: all });
    // Nobody can sign as the authority of a launch that is closed.
    expect((await heldOf(held.firstClosed)).vestings).toEqual([['Metaplex Genesis', TEAM, 0, all, until(365n)]]);
  });
});
