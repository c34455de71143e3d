import { Layout } from 'assay-sandbox/pools/layout.ts';
import { jupiterEscrow, streamflowStream, UNCX_LOCKERS, uncxTokenLock } from 'assay-sandbox/pools/lockers.ts';
import { describe, expect, it } from 'vitest';
import type { FoundAccount, ScanReader } from '#chain/chain-reader.ts';
import { jupiterLock } from '#derive/token/locks/jupiter-lock.ts';
import {
  controllerOf,
  type Lock,
  type LockAccount,
  secondsHorizon,
  slotsHorizon,
  splitOf,
} from '#derive/token/locks/lock.ts';
import { burnAndEarnLock, dammV1Lock } from '#derive/token/locks/permanent.ts';
import { streamflowLock } from '#derive/token/locks/streamflow.ts';
import { uncxLock } from '#derive/token/locks/uncx.ts';
import { BONFIDA_VESTING, bonfidaLock, launchLabLock, SABLIER, sablierLock } from '#derive/token/locks/vesting.ts';
import { known, missing } from '#lib/reading.ts';
import { LOCK_SECONDS_MIN } from '#rules/token/evidence.ts';
import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { lockedAt } from '#solana/token/release.ts';
import { DAMM_V1_PROGRAM } from '#venues/meteora-damm-v1/addresses.ts';
import { key as person } from '../../../../test/support/transactions.ts';
import { key } from '../../../../test/venues/raydium-world.ts';
import { type HeldTokens, isPlainOwner, ownersLocks, searchLocks } from './find-locks.ts';

const NOW = 1_790_000_000n;
const DAY = 86_400n;
const HORIZON = secondsHorizon({ unixTime: NOW });
const [MINT, MAKER, FRIEND, POOL] = [key(1), key(2), key(3), key(4)];
const seed = (text: string) => new TextEncoder().encode(text);

/** What stays locked of 1,000 units, and what opens soon. */
const split = (lock: Lock | null, balance = 1_000n) => lock && splitOf([lock], balance, HORIZON);
/** The account with one of these changed: its owner, its last byte cut off, its first byte. */
const wrongs = (account: LockAccount): readonly LockAccount[] => [
  { ...account, owner: key(99) },
  { ...account, data: account.data.subarray(0, account.data.length - 1) },
  { ...account, data: account.data.with(0, account.data[0] === 0 ? 1 : 0) },
];

const spec = { mint: MINT, creator: MAKER, recipient: FRIEND, cliff: { at: NOW + 365n * DAY, amount: 1_000n } };
const escrow = (changes: Partial<Parameters<typeof jupiterEscrow>[0]> = {}) =>
  jupiterEscrow({ ...spec, base: key(5), ...changes });

describe('a balance under a lock', () => {
  it('is kept by a cliff in 31 days, opens soon by one in 29, and is free after it', () => {
    const at = (days: bigint) => split(jupiterLock(escrow({ cliff: { at: NOW + days * DAY, amount: 1_000n } })));
    expect(at(31n)).toMatchObject({ kept: 1_000n, keptUntil: Number(NOW + 31n * DAY), soon: 0n, free: 0n });
    expect(at(29n)).toMatchObject({ kept: 0n, soon: 1_000n, soonAt: Number(NOW + 29n * DAY), free: 0n });
    expect(at(0n)).toMatchObject({ kept: 0n, soon: 0n, free: 1_000n });
    const exact = split(jupiterLock(escrow({ cliff: { at: NOW + BigInt(LOCK_SECONDS_MIN), amount: 1_000n } })));
    expect(exact).toMatchObject({ kept: 1_000n });
  });

  it('is divided by periods, and what is missing is missing in what opens last', () => {
    const cliff = { at: NOW - DAY, amount: 100n };
    const lock = jupiterLock(escrow({ cliff, periods: { count: 9n, every: 20n * DAY, each: 100n } }));
    const moments = { keptUntil: Number(NOW + 39n * DAY), soonAt: Number(NOW + 19n * DAY) };
    expect(split(lock)).toEqual({ ...moments, kept: 800n, soon: 100n, free: 100n });
    expect(split(lock, 500n)).toMatchObject({ kept: 400n, soon: 100n, free: 0n });
    expect(split(lock, 50n)).toMatchObject({ kept: 0n, soon: 50n, free: 0n });
  });

  it('stays for good where nothing ever opens it, and belongs to whoever the locks name', () => {
    const forever = burnAndEarnLock(address('3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH'), MINT, 1_000n);
    expect(split(forever)).toMatchObject({ kept: 1_000n, keptUntil: null, soon: 0n, free: 0n });
    expect(burnAndEarnLock(MAKER, MINT, 1_000n)).toBeNull();
    const [one, other] = [jupiterLock(escrow()), jupiterLock(escrow({ recipient: MAKER }))] as [Lock, Lock];
    expect([controllerOf([one]), controllerOf([one, other]), controllerOf([])]).toEqual([FRIEND, null, null]);
  });

  it('is counted in the shortest slots where its lock counts slots', () => {
    const horizon = slotsHorizon({ slot: 1_000n, unixTime: NOW });
    expect(horizon.unixOf(horizon.near + 1n)).toBe(Number(NOW) + LOCK_SECONDS_MIN);
    expect(horizon.now).toBe(1_000n);
  });
});

describe('Jupiter Lock', () => {
  // AudiusProject/api, `solana/indexer/locker/indexer_test.go`; the address there is invented, its base derives this one.
  const RECORDED = `9He3BEl0h8Pma7+K8q1+Y5zeZOJijiDxit+NwzCo6fSDuaAK1rtuUHcaLxqg1AjgXzqUrEhTyula0B3153h+c/pj9a/R+ETB2mNoH3KGvMgGcZ4sK1Ci
    AVckO/yWaLEVILxThD7c2wiAwc02YNTKuGhqgHA0AyospRPz5Pq9NNsMGdSqUKuLgf4CAQAAAAAAwZvyaAAAAACAUQEAAAAAAAAAAAAAAAAADhyqNy35AAAh
    BwAAAAAAAAYAAAAAAAAAwZvyaAAAAAA`;
  const recorded = {
    address: address('FN4jywYdBTks9iMk9dozp5WzY5dHxQ6pmF2H6DH5Gp7V'),
    owner: address('LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn'),
    data: Uint8Array.from(Buffer.concat([Buffer.from(RECORDED, 'base64'), Buffer.alloc(296)]).subarray(0, 296)),
  };

  it('reads a collected escrow of a launch, whose creator is a program that cannot cancel', () => {
    expect(jupiterLock(recorded)).toEqual({
      program: 'Jupiter Lock',
      mint: '91vg3y8HsmcShJARjpEMZBu5z2W5BwY4fdCj46QZCCnk',
      recipient: 'GWU4gnhaGPdhh4mcXudMpBXRUVJxqRPPXaSc8UkU2D3u',
      cancelableBy: [],
      releases: [
        { at: 1_760_730_049n, amount: 0n, steps: 1n, every: 0n },
        { at: 1_760_816_449n, amount: 273_972_602_739_726n * 1_825n, steps: 1_825n, every: 86_400n },
      ],
    });
    const byRecipient = { ...recorded, data: recorded.data.with(138, 3) };
    expect(jupiterLock(byRecipient)?.cancelableBy).toHaveLength(2);
  });

  it('keeps nothing where its creator or recipient can cancel', () => {
    const modes = [0, 1, 2, 3].map((cancelMode) => jupiterLock(escrow({ cancelMode })));
    expect(modes.map((lock) => lock?.cancelableBy)).toEqual([[], [MAKER], [FRIEND], [MAKER, FRIEND]]);
    expect(modes.map((lock) => split(lock)?.kept)).toEqual([1_000n, 0n, 0n, 0n]);
    expect(controllerOf([modes[1]] as Lock[])).toBe(MAKER);
  });

  it('is decided by its creator where he can name another recipient', () => {
    const named = (mode: number) => jupiterLock({ ...escrow(), data: escrow().data.with(137, mode) });
    const controllers = [0, 1, 2, 3].map((mode) => controllerOf([named(mode)] as Lock[]));
    expect(controllers).toEqual([FRIEND, MAKER, FRIEND, MAKER]);
    expect(split(named(1))).toMatchObject({ kept: 1_000n });
  });

  it('is nothing else, nor at another address, nor cancelled', () => {
    for (const wrong of [...wrongs(escrow()), { ...escrow(), address: key(77) }]) expect(jupiterLock(wrong)).toBeNull();
    expect(jupiterLock({ ...escrow(), data: escrow().data.with(200, 1) })).toBeNull();
  });
});

describe('Streamflow', () => {
  const stream = (changes: Partial<Parameters<typeof streamflowStream>[0]> = {}) =>
    streamflowStream({ ...spec, stream: key(6), end: spec.cliff.at + 1n, ...changes });
  const lockIn = (account: ReturnType<typeof stream>) => streamflowLock(account, account.escrow);

  it('keeps a cliff, then parts, and all of it opens at the end', () => {
    expect(split(lockIn(stream()))).toMatchObject({ kept: 1_000n, keptUntil: Number(spec.cliff.at) });
    const parts = stream({
      cliff: { at: NOW, amount: 100n },
      periods: { count: 9n, every: DAY, each: 100n },
      end: NOW + 5n * DAY,
    });
    const releases = lockIn(parts)?.releases ?? [];
    expect([NOW - 1n, NOW, NOW + DAY, NOW + 4n * DAY, NOW + 5n * DAY].map((at) => lockedAt(releases, at))).toEqual([
      1_000n,
      900n,
      800n,
      500n,
      0n,
    ]);
  });

  it('keeps nothing where somebody can cancel or change the rate', () => {
    expect([457, 458, 540].map((at) => lockIn(stream({ flags: [at] }))?.cancelableBy)).toEqual([
      [MAKER],
      [FRIEND],
      [MAKER],
    ]);
    expect(split(lockIn(stream({ flags: [457] })))).toMatchObject({ kept: 0n, free: 1_000n });
  });

  it('is decided by its sender where he can pass it on', () => {
    const locks = [460, 461].map((at) => lockIn(stream({ flags: [at] })));
    expect(locks.map((lock) => controllerOf([lock] as Lock[]))).toEqual([MAKER, FRIEND]);
  });

  it('is nothing without the derived address of its token account, closed or cancelled', () => {
    const good = stream();
    const [foreign, cut] = wrongs(good) as [LockAccount, LockAccount];
    for (const wrong of [foreign, cut, { ...good, address: key(77) }])
      expect(streamflowLock(wrong, good.escrow)).toBeNull();
    expect(streamflowLock(good, key(77))).toBeNull();
    for (const at of [25, 671]) expect(lockIn({ ...good, data: good.data.with(at, 1) })).toBeNull();
  });
});

describe('UNCX', () => {
  const lock = { pool: POOL, lpMint: MINT, id: 7n, owner: FRIEND, unlocks: spec.cliff.at, amount: 1_000n } as const;
  const clmm = () => {
    const layout = new Layout(196).hex(0, '49e490f19a2c5dee').key(9, POOL).key(41, MINT).i64(121, spec.cliff.at);
    const owner = address('UNCXrB8cZXnmtYM1aSo1Wx3pQaeSZYuF2jCTesXvECs');
    return { address: key(8), owner, data: layout.key(162, FRIEND).bytes() };
  };

  it.each(['ammV4', 'cpmm'] as const)('keeps LP tokens until a date (%s)', (locker) => {
    const account = uncxTokenLock({ ...lock, locker });
    expect(split(uncxLock(account))).toMatchObject({ kept: 1_000n, keptUntil: Number(spec.cliff.at) });
    expect(uncxLock(account)).toMatchObject({ mint: MINT, recipient: FRIEND, cancelableBy: [] });
    for (const wrong of wrongs(account)) expect(uncxLock(wrong)).toBeNull();
    expect(split(uncxLock(uncxTokenLock({ ...lock, locker, unlocks: NOW })))).toMatchObject({ free: 1_000n });
  });

  it('keeps the NFT of a position until a date', () => {
    expect(split(uncxLock(clmm()), 1n)).toMatchObject({ kept: 1n, keptUntil: Number(spec.cliff.at) });
    for (const wrong of wrongs(clmm())) expect(uncxLock(wrong)).toBeNull();
  });

  it('has the authorities that its programs derive', () => {
    for (const { program, authority } of Object.values(UNCX_LOCKERS)) {
      expect(derivedAddress([seed('uncx_authority')], program)).toBe(authority);
    }
  });
});

describe('locks that no one cancels', () => {
  const lockEscrow = () => {
    const layout = new Layout(160).hex(0, 'be6a7906c8b6154b').key(8, POOL).key(40, FRIEND).u64(105, 900n);
    const seeds = [seed('lock_escrow'), addressBytes(POOL), addressBytes(FRIEND)];
    return { address: derivedAddress(seeds, DAMM_V1_PROGRAM), owner: DAMM_V1_PROGRAM, data: layout.bytes() };
  };

  it('of DAMM v1 never give back what was put in', () => {
    expect(split(dammV1Lock(lockEscrow(), POOL, MINT))).toMatchObject({ kept: 900n, keptUntil: null, free: 100n });
    const [foreign, , marked] = wrongs(lockEscrow()) as [LockAccount, LockAccount, LockAccount];
    const short = { ...lockEscrow(), data: lockEscrow().data.subarray(0, 152) };
    for (const wrong of [foreign, marked, short, { ...lockEscrow(), address: key(77) }]) {
      expect(dammV1Lock(wrong, POOL, MINT)).toBeNull();
    }
    expect(dammV1Lock(lockEscrow(), key(78), MINT)).toBeNull();
  });

  it('of Bonfida open at dates, without those that were released', () => {
    const layout = new Layout(65 + 3 * 16)
      .key(32, MINT)
      .u8(64, 1)
      .u64(65, NOW - DAY)
      .u64(81, NOW + DAY)
      .u64(89, 300n);
    const account = {
      address: key(8),
      owner: BONFIDA_VESTING,
      data: layout
        .u64(97, NOW + 99n * DAY)
        .u64(105, 700n)
        .bytes(),
    };
    expect(split(bonfidaLock(account))).toMatchObject({ kept: 700n, keptUntil: Number(NOW + 99n * DAY), soon: 300n });
    const [foreign, cut] = wrongs(account) as [LockAccount, LockAccount];
    for (const wrong of [foreign, cut, { ...account, data: account.data.with(64, 0) }]) {
      expect(bonfidaLock(wrong)).toBeNull();
    }
  });

  it('of LaunchLab open evenly after the curve migrated', () => {
    const layout = new Layout(429)
      .hex(0, 'f7ede3f5d7c3de46')
      .u8(17, 2)
      .u64(101, 1_000n)
      .u64(109, 10n * DAY);
    const data = layout
      .u64(117, 100n * DAY)
      .u64(125, NOW)
      .key(205, MINT)
      .bytes();
    const account = { address: POOL, owner: address('LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj'), data };
    expect(split(launchLabLock(account))).toMatchObject({ kept: 801n, soon: 199n, free: 0n });
    for (const wrong of wrongs(account)) expect(launchLabLock(wrong)).toBeNull();
    for (const at of [17, 125]) expect(launchLabLock({ ...account, data: zeroed(data, at) })).toBeNull();
    expect(launchLabLock({ ...account, data: zeroed(data, 101) })).toBeNull();
  });
});

/** The data with eight bytes of zero at an offset; one at the status. */
const zeroed = (data: Uint8Array, at: number) =>
  data.map((byte, n) => (n >= at && n < at + (at === 17 ? 1 : 8) ? 0 : byte));

describe('Sablier', () => {
  const stream = (cancelable = 0) => {
    const layout = new Layout(156).hex(0, '3d59948d9a515671').u64(8, 100n).u64(16, 200n).u64(24, 1_000n).key(48, MINT);
    layout
      .u8(97, cancelable)
      .i64(99, NOW + 40n * DAY)
      .i64(107, NOW + 110n * DAY)
      .i64(115, NOW - DAY)
      .key(123, MAKER);
    return { address: key(8), owner: SABLIER, data: layout.bytes() };
  };

  it('opens at the start, at the cliff, then evenly, unless its sender can cancel', () => {
    expect(split(sablierLock(stream()))).toMatchObject({ kept: 900n, keptUntil: Number(NOW + 40n * DAY), free: 100n });
    expect(lockedAt(sablierLock(stream())?.releases ?? [], NOW + 75n * DAY)).toBe(350n);
    expect(split(sablierLock(stream(1)))).toMatchObject({ kept: 0n, free: 1_000n });
    expect(sablierLock(stream(1))?.cancelableBy).toEqual([MAKER]);
  });

  it('is nothing else, nor depleted, nor cancelled', () => {
    for (const wrong of wrongs(stream())) expect(sablierLock(wrong)).toBeNull();
    for (const at of [98, 155]) expect(sablierLock({ ...stream(), data: stream().data.with(at, 1) })).toBeNull();
  });
});

describe('finding locks', () => {
  const stream = streamflowStream({ ...spec, stream: key(6), end: spec.cliff.at });
  const held = (account: Address, owner: Address, pool?: Address): HeldTokens => {
    return { account, owner, mint: MINT, tokens: 1_000n, ...(pool && { pool }) };
  };
  const readerOf = (...accounts: readonly LockAccount[]) => {
    const asked: string[] = [];
    const reader: ScanReader = {
      async programAccounts(program, filters, { length }) {
        asked.push(program);
        const fits = ({ data }: LockAccount) =>
          filters.every((one) =>
            'dataSize' in one
              ? data.length === one.dataSize
              : Buffer.from(data.subarray(one.at, one.at + one.bytes.length)).equals(one.bytes),
          );
        const found = accounts.filter((account) => account.owner === program && fits(account));
        const rest = { lamports: 1n, executable: false };
        return known(
          found.map(
            (one): FoundAccount => ({ ...one, ...rest, data: one.data.subarray(0, length), bytes: one.data.length }),
          ),
        );
      },
    };
    return { reader, asked };
  };

  it('searches for a stream by its token account, and for LP locks by the pool', async () => {
    const uncx = uncxTokenLock({
      locker: 'cpmm',
      pool: POOL,
      lpMint: MINT,
      id: 1n,
      owner: FRIEND,
      unlocks: spec.cliff.at,
      amount: 600n,
    });
    const { reader, asked } = readerOf(stream, uncx);
    const locks = await searchLocks(
      [held(stream.escrow, stream.escrow), held(uncx.vault, uncx.authority, POOL), held(key(9), uncx.authority)],
      reader,
    );
    expect([...locks.locks].map(([at, found]) => [at, found.map(({ program }) => program)])).toEqual([
      [stream.escrow, ['Streamflow']],
      [uncx.vault, ['UNCX']],
    ]);
    expect(asked).toHaveLength(2);
  });

  it('asks for nobody with a private key, at most four times, and takes a refusal for no lock', async () => {
    const { reader, asked } = readerOf(stream);
    const mine = person('with a key');
    expect(await searchLocks([held(mine, mine), held(key(9), MAKER)], reader)).toEqual({
      locks: new Map(),
      unread: new Map(),
    });
    expect(asked).toEqual([]);
    const many = Array.from({ length: 6 }, (_, n) => derivedAddress([Uint8Array.of(n)], MINT));
    await searchLocks(
      many.map((one) => held(one, one)),
      reader,
    );
    expect(asked).toHaveLength(4);
    const gap = { reading: 'program_accounts', cause: 'plan_refuses' } as const;
    const refusing: ScanReader = { programAccounts: async () => ({ known: false, gap }) };
    const { locks, unread } = await searchLocks([held(stream.escrow, stream.escrow)], refusing);
    expect([locks.size, [...unread]]).toEqual([0, [[stream.escrow, gap]]]);
    const flooded: ScanReader = { programAccounts: async () => missing('program_accounts', 'limit_reached') };
    expect((await searchLocks([held(stream.escrow, stream.escrow)], flooded)).unread).toEqual(new Map());
  });

  it('takes the owner for the lock once, and of no other mint', () => {
    const { address: owner } = escrow();
    const account = { ...escrow(), lamports: 1n };
    const owners = new Map([[owner, account]]);
    const locks = ownersLocks([held(key(10), owner), held(key(11), owner), held(key(12), MAKER)], owners);
    expect([...locks.keys()]).toEqual([key(10)]);
    expect(ownersLocks([{ ...held(key(10), owner), mint: key(13) }], owners)).toEqual(new Map());
    expect(ownersLocks([held(key(10), owner)], new Map())).toEqual(new Map());
    const raydium = address('3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH');
    expect(ownersLocks([held(key(10), raydium, POOL)], new Map()).size).toBe(1);
    expect(ownersLocks([held(key(10), raydium)], new Map()).size).toBe(0);
    expect([isPlainOwner(held(key(10), raydium)), isPlainOwner(held(key(10), owner))]).toEqual([true, false]);
  });
});
