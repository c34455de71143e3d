import { Keypair } from '@solana/web3.js';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import { jupiterEscrow } from 'assay-sandbox/pools/lockers.ts';
import { dammV2Pool, dammV2PoolAccount } from 'assay-sandbox/pools/meteora-damm-v2.ts';
import { dlmmAccounts } from 'assay-sandbox/pools/meteora-dlmm.ts';
import { whirlpool } from 'assay-sandbox/pools/orca-whirlpool.ts';
import { clmmPool } from 'assay-sandbox/pools/raydium-clmm.ts';
import { describe, expect, it } from 'vitest';
import type { AccountFilter, AccountState, FoundAccount, LargeAccount } from '#chain/chain-reader.ts';
import { known, missing } from '#lib/reading.ts';
import { type Address, address, derivedAddress } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Pool, VenueId } from '#venues/venue.ts';
import { refuse } from '#venues/venue.ts';
import { spec as clmmSpec } from '../../../test/venues/clmm-world.ts';
import { tokenAccount } from '../../../test/venues/raydium-world.ts';
import { hasPositions, type PositionReader, readPositions } from './positions.ts';

const wallet = (n: number): Address => address(Keypair.fromSeed(new Uint8Array(32).fill(n)).publicKey.toBase58());
const POOL = wallet(1);
const RAYDIUM_LOCK = address('kN1kEznaF5Xbd8LYuqtEFcxzWSBk5Fv6ygX6SqEGJVy');
const OFF_CURVE = derivedAddress([new Uint8Array(3)], wallet(99));

const poolOf = (venue: VenueId): Pool => ({
  venue,
  address: POOL,
  mint: wallet(2),
  other: wallet(3),
  vaults: { mint: wallet(4), other: wallet(5) },
  needs: [],
  open: () => refuse('not_read', 'never opened'),
});

const state = (at: Address, owner: Address, data: Uint8Array): AccountState => ({
  address: at,
  owner,
  data,
  lamports: 1n,
  executable: false,
});

const NOW = 1_790_000_000n;
const DAYS = 86_400n;
const CLOCK = { slot: 445_000_000n, unixTime: NOW, epoch: 1_000n };

/** The account of a pool that trades at tick 0, and counts seconds where its positions open. */
function accountOf(venue: VenueId) {
  const mints = [wallet(2), wallet(3)] as const;
  const written =
    venue === 'orca_whirlpool'
      ? whirlpool({ mints, tickSpacing: 64, sqrtPrice: 1n << 64n, liquidity: 1n, feeRate: 3_000 })
      : venue === 'raydium_clmm'
        ? clmmPool(clmmSpec(), 1n, [])
        : venue === 'meteora_damm_v2'
          ? dammV2PoolAccount(POOL, dammV2Pool({ address: POOL, activationType: 1 }))
          : dlmmAccounts({ address: POOL, mintX: wallet(2), mintY: WRAPPED_SOL, bins: [], activationType: 1 })[0];
  return state(POOL, written.owner, written.data);
}

/** The positions of a pool. `account` where it is not the usual one of its venue. */
const read = (venue: VenueId, reader: PositionReader, account = accountOf(venue)) =>
  readPositions({ pool: poolOf(venue), account, clock: CLOCK }, reader);

/** A position as a search finds it, and what a second look at it would show. */
interface Placed {
  readonly found: FoundAccount;
  readonly whole: AccountState | null;
}

/** A position whose account holds `data`; a search brings `head` bytes of it. */
function placed(n: number, data: Uint8Array, head: number): Placed {
  const whole = state(wallet(100 + n), wallet(9), data);
  return { found: { ...whole, data: data.subarray(0, head), bytes: data.length }, whole };
}

const dlmm = (n: number, owner: Address, share: bigint, bytes = 8_120, behind = 0n): Placed => {
  const layout = new Layout(bytes).hex(0, '75b0d4c7f5b485b6').key(8, POOL).key(40, owner).u128(72, share);
  return placed(n, (behind > 0n ? layout.u128(8_120, behind) : layout).bytes(), 1_192);
};
const nft = (n: number) => wallet(50 + n);
const ranged = (n: number, liquidity: bigint, lower = -100, upper = 100): Placed => {
  const layout = new Layout(216).hex(0, 'aabc8fe47a40f7d0').key(8, POOL).key(40, nft(n)).u128(72, liquidity);
  return placed(n, layout.i32(88, lower).i32(92, upper).bytes(), 96);
};
const clmm = (n: number, liquidity: bigint): Placed => {
  const layout = new Layout(281).hex(0, '466f967ee60f1975').key(9, nft(n)).key(41, POOL).u128(81, liquidity);
  return placed(n, layout.i32(73, -100).i32(77, 100).bytes(), 97);
};
const damm = (n: number, free: bigint, locked: bigint): Placed => {
  const layout = new Layout(408).hex(0, 'aabc8fe47a40f7d0').key(8, POOL).key(40, nft(n)).u128(152, free);
  return placed(n, layout.u128(184, locked).bytes(), 378);
};

/** True for data that has all bytes of a search. */
function isNamed(data: Uint8Array, filters: readonly AccountFilter[]): boolean {
  return filters.every((one) =>
    'dataSize' in one
      ? data.length === one.dataSize
      : Buffer.from(data.subarray(one.at, one.at + one.bytes.length)).equals(one.bytes),
  );
}

/** Who holds the token of a position. */
type Holding = { readonly owner: Address; readonly frozen?: boolean } | 'burned' | 'unlisted' | 'refused';

/** A chain of positions and their holders by mint, and a note of what it was asked. */
function chainOf(
  positions: readonly Placed[],
  holders: ReadonlyMap<Address, Holding> = new Map(),
  beside: readonly FoundAccount[] = [],
) {
  const asked: string[] = [];
  const accounts = new Map<Address, AccountState | null>(positions.map(({ found, whole }) => [found.address, whole]));
  for (const one of beside) accounts.set(one.address, one);
  const listed = new Map<Address, readonly LargeAccount[]>();
  for (const [mint, holding] of holders) {
    const held = typeof holding === 'object';
    const at = derivedAddress([new Uint8Array(1)], mint);
    const data = new Layout(82)
      .u64(36, holding === 'burned' ? 0n : 1n)
      .u8(45, 1)
      .bytes();
    accounts.set(mint, state(mint, TOKEN_2022_PROGRAM, data));
    if (holding === 'refused') continue;
    listed.set(mint, held ? [{ account: at, amount: 1n }] : holding === 'burned' ? [{ account: at, amount: 0n }] : []);
    if (!held) continue;
    const { owner: authority, frozen = false } = holding;
    const found = tokenAccount(at, { mint, authority, amount: 1n, frozen });
    accounts.set(at, state(at, found.owner, found.data));
  }
  const reader: PositionReader = {
    async programAccounts(_program, filters, { offset, length }) {
      if (offset > 0) {
        asked.push('points');
        return known(
          positions.map(({ found, whole }) => ({
            ...found,
            data: (whole?.data ?? new Uint8Array(0)).subarray(offset, offset + length),
          })),
        );
      }
      const vestings = beside.filter(({ data }) => isNamed(data, filters));
      asked.push(filters.length > 2 ? 'vestings' : 'search');
      return known(filters.length > 2 ? vestings : positions.map(({ found }) => found));
    },
    async largestAccounts(mint) {
      asked.push('largest');
      const list = listed.get(mint);
      return list ? known(list) : missing('largest_accounts', 'rpc_unavailable');
    },
    async snapshot(addresses) {
      asked.push('snapshot');
      return known({ slot: 1, value: addresses.map((at) => accounts.get(at) ?? null) });
    },
  };
  return { reader, asked };
}

const holdersOf = (...holdings: readonly Holding[]) =>
  new Map(holdings.map((holding, n): [Address, Holding] => [nft(n), holding]));

describe('positions that name their owner', () => {
  it('are parts by what owners put in, each owner once, found in one call', async () => {
    const { reader, asked } = chainOf([dlmm(1, wallet(7), 30n), dlmm(2, OFF_CURVE, 20n), dlmm(3, wallet(7), 50n)]);
    expect(await read('meteora_dlmm', reader)).toEqual(
      known([
        { how: 'wallet', owner: wallet(7), bps: 8_000 },
        { how: 'unknown', owner: OFF_CURVE, bps: 2_000 },
      ]),
    );
    expect(asked).toEqual(['search', 'points']);
  });

  it('that are wide are read as a whole, and those closed meanwhile count for nothing', async () => {
    const wide = dlmm(1, wallet(7), 30n, 8_120 + 112, 60n);
    const gone = { ...dlmm(3, wallet(6), 99n, 8_120 + 112, 1n), whole: null };
    const { reader, asked } = chainOf([wide, dlmm(2, wallet(8), 10n), gone]);
    expect(await read('meteora_dlmm', reader)).toMatchObject({
      value: [
        { owner: wallet(7), bps: 9_000 },
        { owner: wallet(8), bps: 1_000 },
      ],
    });
    expect(asked).toEqual(['search', 'points', 'snapshot']);
  });

  it('are none in an empty pool', async () => {
    const { reader } = chainOf([dlmm(1, wallet(7), 0n)]);
    expect(await read('meteora_dlmm', reader)).toEqual(known([]));
  });
});

describe('positions that belong to a token', () => {
  it('are followed to the holders of the largest three, and the rest is missing', async () => {
    const positions = [
      ranged(0, 10n ** 9n),
      ranged(1, 4n * 10n ** 9n),
      ranged(2, 3n * 10n ** 9n),
      ranged(3, 2n * 10n ** 9n),
    ];
    const outside = ranged(4, 10n ** 4n, 50, 100);
    const holders = holdersOf('refused', { owner: wallet(7) }, { owner: OFF_CURVE }, { owner: wallet(7) }, 'refused');
    const { reader, asked } = chainOf([...positions, outside], holders);
    const reading = await read('orca_whirlpool', reader);
    expect(reading).toMatchObject({
      value: [
        { how: 'wallet', owner: wallet(7), bps: 5_999 },
        { how: 'unknown', owner: OFF_CURVE, bps: 2_999 },
      ],
    });
    expect(asked.filter((method) => method === 'largest')).toHaveLength(3);
  });

  it('count out of range too, for what lies there can be taken as well', async () => {
    const outside = ranged(1, 10n ** 20n, 50, 100);
    const holders = holdersOf('burned', { owner: wallet(7) });
    const { reader } = chainOf([ranged(0, 10n ** 9n), outside], holders);
    expect(await read('orca_whirlpool', reader)).toMatchObject({
      value: [{ how: 'wallet', owner: wallet(7), bps: 9_999 }],
    });
  });

  it('are locked where the token is frozen by the program, and that only where the program locks so', async () => {
    const holders = holdersOf({ owner: wallet(7), frozen: true });
    const orca = await read('orca_whirlpool', chainOf([ranged(0, 10n ** 9n)], holders).reader);
    expect(orca).toEqual(known([{ how: 'locked', owner: wallet(7), bps: 10_000 }]));
    const raydium = await read('raydium_clmm', chainOf([clmm(0, 10n ** 9n)], holders).reader);
    expect(raydium).toEqual(known([{ how: 'wallet', owner: wallet(7), bps: 10_000 }]));
  });

  it('are locked under the authority that gives nothing back, and burned with their token', async () => {
    const holders = holdersOf({ owner: RAYDIUM_LOCK }, 'burned');
    const { reader } = chainOf([clmm(0, 6n * 10n ** 9n), clmm(1, 4n * 10n ** 9n)], holders);
    expect(await read('raydium_clmm', reader)).toEqual(
      known([
        { how: 'locked', owner: RAYDIUM_LOCK, bps: 6_000 },
        { how: 'burned', owner: null, bps: 4_000 },
      ]),
    );
  });

  it('of DAMM v2 show what is locked for good beside who holds the rest', async () => {
    const { reader } = chainOf([damm(0, 30n, 70n)], holdersOf({ owner: wallet(7) }));
    expect(await read('meteora_damm_v2', reader)).toEqual(
      known([
        { how: 'locked', owner: null, bps: 7_000 },
        { how: 'wallet', owner: wallet(7), bps: 3_000 },
      ]),
    );
  });

  it('whose holder is unknown are left out, and all of them are a gap', async () => {
    const positions = [ranged(0, 10n ** 9n), ranged(1, 10n ** 9n)];
    const some = chainOf(positions, holdersOf('unlisted', { owner: wallet(7) }));
    expect(await read('orca_whirlpool', some.reader)).toMatchObject({
      value: [{ owner: wallet(7), bps: 5_000 }],
    });
    for (const [holding, cause] of [
      ['unlisted', 'rpc_disagrees'],
      ['refused', 'rpc_unavailable'],
    ] as const) {
      const none = chainOf(positions, holdersOf(holding, holding));
      expect(await read('orca_whirlpool', none.reader)).toMatchObject({
        gap: { reading: 'positions', cause },
      });
    }
  });
});

describe('positions that open with time', () => {
  const until = (days: bigint) => Number(NOW + days * DAYS);

  it('of DLMM are locked until their point, in two parts by how long', async () => {
    const at = (n: number, days: bigint) => {
      const { whole } = dlmm(n, wallet(7), 10n);
      const data = whole?.data.slice() ?? new Uint8Array(0);
      new DataView(data.buffer).setBigUint64(7_992, NOW + days * DAYS, true);
      return placed(n, data, 1_192);
    };
    const { reader } = chainOf([at(1, 31n), at(2, 29n), at(3, -1n), dlmm(4, wallet(8), 70n)]);
    expect(await read('meteora_dlmm', reader)).toEqual(
      known([
        { how: 'wallet', owner: wallet(8), bps: 7_000 },
        { how: 'locked', owner: null, bps: 1_000, unlocksAtUnix: until(31n) },
        { how: 'locked', owner: null, bps: 1_000, unlocksAtUnix: until(29n) },
        { how: 'wallet', owner: wallet(7), bps: 1_000 },
      ]),
    );
    const refusing: PositionReader = {
      ...reader,
      programAccounts: async (program, filters, slice) =>
        slice.offset > 0
          ? missing('program_accounts', 'rpc_unavailable')
          : reader.programAccounts(program, filters, slice),
    };
    expect(await read('meteora_dlmm', refusing)).toMatchObject({
      gap: { reading: 'positions', cause: 'rpc_unavailable' },
    });
  });

  const vests = (layout: Layout, at: number, days: bigint, amount: bigint) =>
    layout.u64(at, NOW + days * DAYS).u128(at + 16, amount);
  const vesting = (n: number, position: Address, amount: bigint): FoundAccount => {
    const data = vests(new Layout(184).hex(0, '6495428a5fc880f1').key(8, position), 40, 90n, amount).bytes();
    return { ...state(wallet(150 + n), wallet(9), data), bytes: 184 };
  };

  it('of DAMM v2 open by their own schedule and by accounts that a search finds; what neither explains is free', async () => {
    const layout = new Layout(408).hex(0, 'aabc8fe47a40f7d0').key(8, POOL).key(40, nft(0));
    const data = vests(layout.u128(152, 10n).u128(168, 70n).u128(184, 20n), 312, 60n, 30n).bytes();
    const position = placed(0, data, 378);
    const holders = holdersOf({ owner: wallet(7) });
    const parts = [
      { how: 'locked', owner: null, bps: 2_000 },
      { how: 'locked', owner: null, bps: 5_000, unlocksAtUnix: until(60n) },
    ] as const;
    const found = chainOf([position], holders, [vesting(0, position.found.address, 20n), vesting(1, wallet(90), 50n)]);
    expect(await read('meteora_damm_v2', found.reader)).toEqual(
      known([parts[1], { how: 'wallet', owner: wallet(7), bps: 3_000 }, parts[0]]),
    );
    const alone = chainOf([position], holders);
    expect(await read('meteora_damm_v2', alone.reader)).toEqual(
      known([{ how: 'wallet', owner: wallet(7), bps: 5_000 }, { ...parts[1], bps: 3_000 }, parts[0]]),
    );
    const explained = placed(0, vests(layout.u128(168, 30n), 312, 60n, 30n).bytes(), 378);
    const quiet = chainOf([explained], holders);
    await read('meteora_damm_v2', quiet.reader);
    expect([alone, quiet].map(({ asked }) => asked.filter((one) => one === 'vestings').length)).toEqual([1, 0]);
  });

  it('are locked where a lock holds their NFT, for as long as it does', async () => {
    const held = async (cancelMode: number) => {
      const lock = jupiterEscrow({
        base: wallet(160),
        mint: nft(0),
        creator: wallet(8),
        recipient: wallet(7),
        cancelMode,
        cliff: { at: NOW + 60n * DAYS, amount: 1n },
      });
      const account: FoundAccount = { ...state(lock.address, lock.owner, lock.data), bytes: lock.data.length };
      return read('raydium_clmm', chainOf([clmm(0, 10n ** 9n)], holdersOf({ owner: lock.address }), [account]).reader);
    };
    expect(await held(0)).toEqual(known([{ how: 'locked', owner: wallet(7), bps: 10_000, unlocksAtUnix: until(60n) }]));
    expect(await held(1)).toEqual(known([{ how: 'wallet', owner: wallet(8), bps: 10_000 }]));
  });
});

describe('positions are a gap', () => {
  const gapOf = async (venue: VenueId, reader: PositionReader, account = accountOf(venue)) => {
    const reading = await read(venue, reader, account);
    return reading.known ? null : [reading.gap.reading, reading.gap.cause];
  };

  it('where endpoints refuse the search', async () => {
    const { reader } = chainOf([]);
    const refusing = { ...reader, programAccounts: async () => missing('program_accounts', 'rpc_unavailable') };
    expect(await gapOf('meteora_dlmm', refusing)).toEqual(['positions', 'rpc_unavailable']);
  });

  it('where there are too many, or too many wide ones', async () => {
    const one = dlmm(1, wallet(7), 1n);
    const wide = dlmm(1, wallet(7), 1n, 8_120 + 112, 1n);
    const many = (length: number, what: Placed) => chainOf(Array.from({ length }, () => what)).reader;
    expect(await gapOf('meteora_dlmm', many(4_096, one))).toBeNull();
    expect(await gapOf('meteora_dlmm', many(4_097, one))).toEqual(['positions', 'limit_reached']);
    expect(await gapOf('meteora_dlmm', many(33, wide))).toEqual(['positions', 'limit_reached']);
  });

  it('where something else was found, or the tick is not known', async () => {
    const alien = placed(1, new Layout(8_120).bytes(), 1_192);
    expect(await gapOf('meteora_dlmm', chainOf([alien]).reader)).toEqual(['positions', 'rpc_disagrees']);
    const data = new Layout(8_120).hex(0, '75b0d4c7f5b485b6').key(8, wallet(88)).bytes();
    expect(await gapOf('meteora_dlmm', chainOf([placed(1, data, 1_192)]).reader)).toEqual([
      'positions',
      'rpc_disagrees',
    ]);
    const none = state(POOL, wallet(9), new Uint8Array(0));
    expect(await gapOf('orca_whirlpool', chainOf([ranged(0, 1n)]).reader, none)).toEqual(['positions', 'unreadable']);
  });

  it('for venues that have none', async () => {
    expect(await gapOf('pumpswap', chainOf([]).reader)).toEqual(['positions', 'not_found']);
    expect(hasPositions('pumpswap')).toBe(false);
    expect(hasPositions('meteora_dlmm')).toBe(true);
  });
});
