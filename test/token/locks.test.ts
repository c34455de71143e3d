import type { LabelTable } from 'assay-core/chain/labels/label.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { openMarket } from 'assay-core/check/inspectors.ts';
import { tableOf } from 'assay-core/derive/token/issuers/issuer-table.ts';
import { BONFIDA_VESTING, SABLIER } from 'assay-core/derive/token/locks/vesting.ts';
import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import { enoughDepth } from 'assay-core/rules/token/depth.ts';
import type { TokenEvidence } from 'assay-core/rules/token/evidence.ts';
import { type Address, address, derivedAddress } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { LAUNCHLAB_AUTHORITY, poolVaultAddress } from 'assay-core/venues/raydium-launchlab/layout.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import { jupiterEscrow, streamflowStream, uncxTokenLock } from 'assay-sandbox/pools/lockers.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { launchlabAccounts } from 'assay-sandbox/pools/raydium-launchlab.ts';
import { describe, expect, it } from 'vitest';
import { serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { USDC } from '../../packages/core/test/support/recorded-worlds.ts';
import {
  poolOf,
  putAccount,
  putTokens,
  type Recorded,
  tokenMethods,
  tokenWorld,
  WORLD_TIME,
} from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { unhurried } from '../support/chains.ts';

const NOW = BigInt(WORLD_TIME);
const DAYS = 86_400n;
const SUPPLY = 10n ** 15n;
const [MAKER, FRIEND] = [key('maker of locks'), key('friend of the maker')];
const LP = 1_000_000_000n;
const none: LabelTable = { size: 0, find: () => null };

const mint = curveMintAccount({ mint: key('mint under locks'), supply: SUPPLY });
const pool = poolOf(mint);

/** What lies where: an owner's tokens, in this account where it is no other. */
interface Held {
  readonly owner: Address;
  readonly at?: Address;
}

/** A world in which a locker has the LP tokens, or a tenth of the supply, and the accounts that tell about it. */
interface Locked {
  readonly held: Held;
  readonly accounts: readonly Recorded[];
  /** Somebody who has so many of them instead. */
  readonly beside?: { readonly owner: Address; readonly amount: bigint };
}

/** The evidence of the mint in a world where somebody holds all LP tokens, or a tenth of the supply. */
async function evidenceOf(
  what: 'lp' | 'supply',
  { held, accounts, beside }: Locked,
  refusing = false,
): Promise<TokenEvidence> {
  const world = tokenWorld(mint, what === 'lp' ? { burned: false } : {});
  for (const account of accounts) putAccount(world, account);
  const [of, amount] = what === 'lp' ? [pool.lpMint, LP] : [mint.address, SUPPLY / 10n];
  putTokens(world, of, held.owner, amount - (beside?.amount ?? 0n), held.at);
  if (beside) putTokens(world, of, beside.owner, beside.amount);
  const methods = tokenMethods(world);
  const refused: RpcMethods = {
    ...methods,
    getProgramAccounts: () => {
      throw new RpcFault(-32_010, 'excluded from account secondary indexes');
    },
  };
  const rpc = await serveFaultyRpc(refusing ? refused : methods);
  const chain = openChain({ urls: [rpc.url], limits: unhurried });
  const options = { ...openMarket(USDC), labels: none, dollarMint: USDC, enoughDepth, issuers: tableOf([]) };
  const reader = chain.session().reader({ timeMsMax: 600_000, callsMax: 1_000, bytesMax: 1e9 });
  try {
    return await gatherToken(mint.address, reader, options);
  } finally {
    await chain.close();
    await rpc.close();
  }
}

async function partsIn(locked: Locked) {
  const { liquidity } = await evidenceOf('lp', locked);
  return liquidity.known ? liquidity.value?.pools[0]?.parts : liquidity.gap;
}

async function holderIn(locked: Locked) {
  const { holders } = await evidenceOf('supply', locked);
  const facts = holders.known ? holders.value : null;
  const found = facts?.accounts.find(({ owner }) => owner === locked.held.owner);
  return found && { role: found.role, lock: found.lock, controller: found.controller };
}

const lockOf = (of: Address, days: bigint, amount: bigint) => {
  return { mint: of, creator: MAKER, recipient: FRIEND, cliff: { at: NOW + days * DAYS, amount } };
};
/** The lockers of tokens of any mint, under a cliff in so many days. */
const lockers = {
  jupiter(of: Address, days: bigint, amount: bigint, cancelMode = 0): Locked {
    const escrow = jupiterEscrow({ ...lockOf(of, days, amount), base: key('base'), cancelMode });
    return { held: { owner: escrow.address }, accounts: [escrow] };
  },
  streamflow(of: Address, days: bigint, amount: bigint, cancelable = 0): Locked {
    const end = NOW + days * DAYS;
    const flags = cancelable > 0 ? [457] : [];
    const stream = streamflowStream({ ...lockOf(of, days, amount), stream: key('stream'), end, flags });
    return { held: { owner: stream.escrow, at: stream.escrow }, accounts: [stream] };
  },
};
const uncx = (days: bigint): Locked => {
  const unlocks = NOW + days * DAYS;
  const made = { locker: 'cpmm', pool: pool.address, lpMint: pool.lpMint, owner: FRIEND } as const;
  const lock = uncxTokenLock({ ...made, id: 3n, unlocks, amount: LP });
  return { held: { owner: lock.authority, at: lock.vault }, accounts: [lock] };
};
const program = (name: string) => derivedAddress([new TextEncoder().encode(name)], TOKEN_PROGRAM);
const bonfida = (days: bigint): Locked => {
  const at = program('vesting');
  const layout = new Layout(81)
    .key(32, mint.address)
    .u8(64, 1)
    .u64(65, NOW + days * DAYS)
    .u64(73, SUPPLY / 10n);
  return { held: { owner: at }, accounts: [{ address: at, owner: BONFIDA_VESTING, data: layout.bytes() }] };
};
const sablier = (days: bigint): Locked => {
  const [at, when] = [program('stream data'), NOW + days * DAYS];
  const layout = new Layout(156)
    .hex(0, '3d59948d9a515671')
    .u64(16, SUPPLY / 10n)
    .u64(24, SUPPLY / 10n);
  const data = layout.key(48, mint.address).i64(99, when).i64(107, when).i64(115, NOW).bytes();
  return { held: { owner: at }, accounts: [{ address: at, owner: SABLIER, data }] };
};

const until = (days: bigint) => Number(NOW + days * DAYS);
const whole = { how: 'locked', owner: FRIEND, bps: 10_000 };

describe('LP tokens', () => {
  it.each(['jupiter', 'streamflow'] as const)(
    'under %s are locked until it opens, unless it can be cancelled',
    async (name) => {
      const lock = (days: bigint, cancelable = 0) => lockers[name](pool.lpMint, days, LP, cancelable);
      expect(await partsIn(lock(365n))).toEqual([{ ...whole, unlocksAtUnix: until(365n) }]);
      expect(await partsIn(lock(10n))).toEqual([{ ...whole, unlocksAtUnix: until(10n) }]);
      expect(await partsIn(lock(-1n))).toEqual([{ ...whole, how: 'wallet' }]);
      expect(await partsIn(lock(365n, 1))).toEqual([{ how: 'wallet', owner: MAKER, bps: 10_000 }]);
    },
  );

  it('under UNCX are locked until a date, and a gap where no endpoint searches for it', async () => {
    expect(await partsIn(uncx(365n))).toEqual([{ ...whole, unlocksAtUnix: until(365n) }]);
    expect(await partsIn(uncx(10n))).toEqual([{ ...whole, unlocksAtUnix: until(10n) }]);
    expect(await partsIn(uncx(-1n))).toEqual([{ ...whole, how: 'wallet' }]);
    const { liquidity } = await evidenceOf('lp', uncx(365n), true);
    expect(liquidity).toMatchObject({ value: { unreadControl: 'plan_refuses', pools: [{ parts: [] }] } });
  });

  it('of which a lock holds next to nothing are not followed, so that dust makes no check longer', async () => {
    const { held, accounts } = lockers.jupiter(pool.lpMint, 365n, LP);
    const most = { owner: FRIEND, amount: LP - LP / 200n };
    const { liquidity } = await evidenceOf('lp', { held, accounts, beside: most });
    expect(liquidity.known && liquidity.value?.pools[0]?.parts).toEqual([
      { how: 'wallet', owner: FRIEND, bps: 9_950 },
      { how: 'unknown', owner: held.owner, bps: 50 },
    ]);
  });

  it('under Burn & Earn are locked for good', async () => {
    const owner = address('3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH');
    expect(await partsIn({ held: { owner }, accounts: [] })).toEqual([{ how: 'locked', owner, bps: 10_000 }]);
  });
});

describe('supply', () => {
  const tenth = SUPPLY / 10n;

  it.each([
    ['jupiter', (days: bigint) => lockers.jupiter(mint.address, days, tenth), FRIEND],
    ['streamflow', (days: bigint) => lockers.streamflow(mint.address, days, tenth), FRIEND],
    ['bonfida', bonfida, undefined],
    ['sablier', sablier, undefined],
  ] as const)('under %s is locked for 30 days or more, or held', async (_, lockFor, controller) => {
    const lock = { tokens: tenth, unlocksAtUnix: until(31n) };
    expect(await holderIn(lockFor(31n))).toEqual({ role: 'locker', lock, controller });
    expect(await holderIn(lockFor(29n))).toEqual({ role: 'program', lock: undefined, controller });
  });

  it('that a launch of LaunchLab promised is locked after its migration, and held as it opens', async () => {
    const vesting = async (days: bigint) => {
      const launched = { admin: MAKER, baseMint: mint.address, quoteMint: WRAPPED_SOL, creator: MAKER, status: 2 };
      const [first] = launchlabAccounts(launched).filter(({ data }) => data.length === 429);
      if (!first) throw new Error('no pool');
      const data = Buffer.from(first.data);
      for (const [at, value] of [
        [101, tenth],
        [109, days * DAYS],
        [125, NOW - 1n],
      ] as const) {
        data.writeBigUInt64LE(value, at);
      }
      const held = { owner: LAUNCHLAB_AUTHORITY, at: poolVaultAddress(first.address, mint.address) };
      return holderIn({ held, accounts: [{ ...first, data }] });
    };
    const lock = { tokens: tenth, unlocksAtUnix: until(60n) - 1 };
    expect(await vesting(60n)).toEqual({ role: 'locker', lock, controller: undefined });
    expect(await vesting(10n)).toEqual({ role: 'program', lock: undefined, controller: undefined });
  });

  it.each(['jupiter', 'streamflow'] as const)('under %s is held by whoever can cancel it', async (name) => {
    const found = await holderIn(lockers[name](mint.address, 365n, tenth, 1));
    expect(found).toEqual({ role: 'program', lock: undefined, controller: MAKER });
  });

  it('is held where the lock keeps less, or is only called so, and a gap where no endpoint searches for it', async () => {
    const half = await holderIn(lockers.jupiter(mint.address, 365n, tenth / 2n));
    expect(half).toMatchObject({ role: 'program', lock: { tokens: tenth / 2n } });
    const unread = { role: 'program', lock: undefined, controller: undefined };
    expect(await holderIn({ held: uncx(365n).held, accounts: uncx(365n).accounts })).toEqual(unread);
    const { holders } = await evidenceOf('supply', lockers.streamflow(mint.address, 365n, tenth), true);
    expect(holders).toMatchObject({ gap: { reading: 'holders', cause: 'plan_refuses' } });
  });
});
