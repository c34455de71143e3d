import { openChain } from 'assay-core/chain/open-chain.ts';
import { openMarket } from 'assay-core/check/inspectors.ts';
import { tableOf } from 'assay-core/derive/token/issuers/issuer-table.ts';
import { launchAccounts } from 'assay-core/derive/token/launch-accounts.ts';
import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import { beginOrigin, readOrigin, type TokenOrigin, withMarketProof } from 'assay-core/gather/token/age.ts';
import { known, missing } from 'assay-core/lib/reading.ts';
import { enoughDepth } from 'assay-core/rules/token/depth.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import type { Instruction, TokenBalance } from 'assay-core/solana/transaction.ts';
import { PUMP_PROGRAM } from 'assay-core/venues/pump-fees/programs.ts';
import { LAUNCHLAB_PROGRAM, poolAddress } from 'assay-core/venues/raydium-launchlab/layout.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { launchlabAccounts } from 'assay-sandbox/pools/raydium-launchlab.ts';
import { describe, expect, it } from 'vitest';
import { serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { USDC } from '../../packages/core/test/support/recorded-worlds.ts';
import {
  putAccount,
  putTransaction,
  type TokenWorld,
  tokenMethods,
  tokenWorld,
  WORLD_TIME,
} from '../../packages/core/test/support/token-worlds.ts';
import {
  key,
  type Made,
  MemoryChain,
  signatureOf,
  transaction,
} from '../../packages/core/test/support/transactions.ts';
import { unhurried } from '../support/chains.ts';

const DAY = 86_400;
const DAY_SLOTS = 216_000;
/** More than a page of the mint's list holds, and the oldest of it that are read. */
const CROWD = 1_100;
const READ = 20;
const mint = curveMintAccount({ mint: key('crowded mint'), supply: 10n ** 15n });
const [moonit, boop] = launchAccounts(mint.address);

/** The mint, made 400 days ago, of whose own list only noise of the last day is left. */
function crowdedWorld(depthLamports = 0n): TokenWorld {
  const world = tokenWorld(mint, { daysAgo: 400, depthLamports });
  world.histories.delete(mint.address);
  for (let n = READ; n > 0; n -= 1) {
    const name = `noise ${n}`;
    putTransaction(world, { name, slotsAgo: CROWD + n, keys: [key('noisy'), mint.address], instructions: [] });
  }
  const [last] = world.histories.get(mint.address) ?? [];
  if (!last) return world;
  const crowd = Array.from({ length: CROWD }, (_, n) => ({
    ...last,
    signature: signatureOf(`crowd ${n}`),
    slot: last.slot + CROWD - n,
  }));
  world.histories.set(mint.address, [...crowd, ...(world.histories.get(mint.address) ?? [])]);
  return world;
}

type LaunchAccount = ReturnType<typeof launchAccounts>[number];

/** A launchpad's account of the mint, with a purchase at its curve long ago, which the mint's own list has no more. */
function putCurve(world: TokenWorld, { of, launchpad }: LaunchAccount, owner = launchpad) {
  const own = world.histories.get(mint.address) ?? [];
  const account = key('tokens of the curve');
  if (!world.accounts.has(of)) putAccount(world, { address: of, owner, data: new Uint8Array(100) });
  putTransaction(world, {
    name: `launch at ${of}`,
    slotsAgo: 300 * DAY_SLOTS,
    keys: [key('buyer'), of, account, mint.address],
    instructions: [{ program: launchpad, accounts: [of, mint.address], data: Uint8Array.of(1) }],
    tokens: [{ account, mint: mint.address, owner: of, amount: 5n }],
  });
  world.histories.set(mint.address, own);
}

/** What a check finds out about the age: days, with what proves it, or the cause of the gap; and the lists that it asked for. */
async function ageOf(world: TokenWorld, empty: readonly Address[] = []) {
  const asked: unknown[] = [];
  const methods: RpcMethods = tokenMethods(world);
  const rpc = await serveFaultyRpc({
    ...methods,
    getSignaturesForAddress: (params) => {
      asked.push(params[0]);
      if (empty.includes(params[0] as Address)) return [];
      return methods.getSignaturesForAddress?.(params);
    },
  });
  const chain = openChain({ urls: [rpc.url], limits: unhurried });
  const labels = { size: 0, find: () => null };
  const options = { ...openMarket(USDC), labels, dollarMint: USDC, enoughDepth, issuers: tableOf([]) };
  try {
    const reader = chain.session().reader({ timeMsMax: 600_000, callsMax: 1_000, bytesMax: 1e9 });
    const { age } = await gatherToken(mint.address, reader, options);
    const found = age.known
      ? { days: Math.round((WORLD_TIME - (age.value?.provenSince ?? 0)) / DAY), what: age.value?.proof.what }
      : age.gap.cause;
    return { found, asked };
  } finally {
    await chain.close();
    await rpc.close();
  }
}

describe('the age of a mint whose own list is crowded', () => {
  it('is nothing where no other account has a beginning', async () => {
    const { found, asked } = await ageOf(crowdedWorld());
    expect(found).toBe('history_missing');
    expect(asked).not.toContain(moonit?.of);
  });

  it.each([
    ['Moonit', moonit],
    ['boop', boop],
  ])('is that of its account at %s', async (_, account) => {
    const world = crowdedWorld();
    if (account) putCurve(world, account);
    expect((await ageOf(world)).found).toEqual({ days: 300, what: 'use' });
  });

  it('is that of its pool at LaunchLab, whose list the market reads anyway', async () => {
    const world = crowdedWorld();
    const people = { creator: key('creator'), admin: key('platform') };
    const accounts = launchlabAccounts({ baseMint: mint.address, quoteMint: WRAPPED_SOL, status: 2, ...people });
    for (const account of accounts) putAccount(world, account);
    putCurve(world, { of: poolAddress(mint.address, WRAPPED_SOL), launchpad: LAUNCHLAB_PROGRAM });
    expect((await ageOf(world)).found).toEqual({ days: 300, what: 'use' });
  });

  it('is not that of an account of somebody else at this address', async () => {
    const world = crowdedWorld();
    if (moonit) putCurve(world, moonit, key('another program'));
    expect((await ageOf(world)).found).toBe('history_missing');
  });

  it('asks no launchpad where the list of the mint is short', async () => {
    const world = tokenWorld(mint, { daysAgo: 400, depthLamports: 0n });
    if (moonit) putCurve(world, moonit);
    expect((await ageOf(world)).asked).not.toContain(moonit?.of);
  });

  it('is that of the market where no list of the mint is there, and a gap where there is no market', async () => {
    const empty = [mint.address];
    const deep = crowdedWorld(10_000_000_000_000n);
    expect((await ageOf(deep, empty)).found).toEqual({ days: 400, what: 'use' });
    expect((await ageOf(crowdedWorld(), empty)).found).toBe('history_missing');
  });
});

const MINT = key('mint');
const curve = key('curve');
const calls = (program: Address, tag: number, accounts: readonly Address[]): Instruction => ({
  at: { outer: 0, inner: -1 },
  program,
  accounts,
  data: Uint8Array.of(tag),
});
const held = (program: Address): TokenBalance => ({
  keyIndex: 1,
  account: key('account'),
  mint: MINT,
  owner: curve,
  program,
  amount: 5n,
  decimals: 6,
});
const made = (name: string, slot: number, over: Partial<Made> = {}, before = 1n): Made => ({
  name,
  slot,
  balances: [
    [key('payer'), 10_000n, 5_000n],
    [MINT, before, 1n],
    [curve, 0n, 0n],
  ],
  ...over,
});

describe('the beginning of a launch account', () => {
  const launch = made('launch', 5_000, {
    instructions: [calls(PUMP_PROGRAM, 1, [curve, MINT]), calls(TOKEN_2022_PROGRAM, 20, [MINT])],
  });
  const earlier = made('named beside an earlier mint', 100, { postTokens: [held(TOKEN_2022_PROGRAM)] });

  const originOf = async (list: readonly Made[], launchpad?: Address) => {
    const chain = new MemoryChain(list.map(transaction));
    const page = await chain.signatures(curve);
    const late = [{ of: curve, page, ...(launchpad && { launchpad }) }];
    const full = known(
      Array.from({ length: 1_000 }, (_, n) => ({
        signature: signatureOf(`noise ${n}`),
        slot: 90_000 - n,
        blockTime: 1_700_090_000 - n,
        failed: false,
      })),
    );
    const begun = await beginOrigin(MINT, { mint: full as never, quiet: [] }, chain);
    const reading = await readOrigin(MINT, begun, late, 1_700_100_000);
    return reading.age.known ? reading.age.value.proof.slot : reading.age.gap.cause;
  };

  it('proves the age whatever names the mint', async () => {
    expect(await originOf([launch], PUMP_PROGRAM)).toBe(5_000);
  });

  it('is no transaction that only named the account before, beside a mint that was closed since', async () => {
    const noise = Array.from({ length: 12 }, (_, n) => ({ ...earlier, name: `earlier ${n}`, slot: 100 + n }));
    expect(await originOf([...noise, launch], PUMP_PROGRAM)).toBe('history_missing');
    const described = { ...earlier, name: 'one', postTokens: [held(TOKEN_PROGRAM)] };
    expect(await originOf([described, launch])).toBe(5_000);
    // Where nothing read shows how it was made, the list may be cut, and an age of hours would be too young.
    expect(await originOf([described, ...noise])).toBe('history_missing');
  });
});

describe('what a market proves of its mint', () => {
  /** The time of the transactions below is `MADE` and their slot, in Unix seconds; the answer's is eleven days later. */
  const MADE = 1_700_000_000;
  const LATER = MADE + 1_000_000;
  const unread: TokenOrigin = {
    age: missing('age', 'rpc_unavailable'),
    creation: missing('creator', 'rpc_unavailable'),
    mayBeRemade: false,
  };
  const slotAt = (now: number, origin: TokenOrigin, ...bodies: readonly Made[]) => {
    const age = withMarketProof(MINT, origin, { openings: bodies.map(transaction), heldSince: null }, now);
    return age.known ? age.value.proof.slot : age.gap.cause;
  };
  const slotOf = (origin: TokenOrigin, ...bodies: readonly Made[]) => slotAt(LATER, origin, ...bodies);
  const use = (program: Address) => made('use', 100, { postTokens: [held(program)] });
  const created = (instructions: readonly Instruction[], before = 0n) => made('creation', 50, { instructions }, before);
  const begun = calls(TOKEN_2022_PROGRAM, 20, [MINT]);

  it('is that a mint of the first token program was there, the earliest of all', () => {
    expect(slotOf(unread, use(TOKEN_PROGRAM), made('later', 200, { postTokens: [held(TOKEN_PROGRAM)] }))).toBe(100);
  });

  it('is not that the mint is young, where its own history was not given', () => {
    const ofFirst = use(TOKEN_PROGRAM);
    const long: TokenOrigin = { ...unread, age: missing('age', 'limit_reached') };
    expect([604_900, 604_901].map((later) => slotAt(MADE + later, unread, ofFirst))).toEqual(['rpc_unavailable', 100]);
    expect(slotAt(MADE + 604_900, long, ofFirst)).toBe(100);
    expect(slotAt(MADE + 604_900, unread, created([begun]))).toBe(50);
  });

  it('is of Token-2022 only what made the mint, so that nobody can close it', () => {
    expect(slotOf(unread, use(TOKEN_2022_PROGRAM))).toBe('rpc_unavailable');
    expect(slotOf(unread, created([begun]))).toBe(50);
    expect(slotOf(unread, created([calls(TOKEN_2022_PROGRAM, 25, [MINT]), begun]))).toBe('rpc_unavailable');
    // Its account was there before: who can close it was said in another transaction.
    expect(slotOf(unread, created([begun], 1n))).toBe('rpc_unavailable');
  });

  it('is that a mint of Token-2022 was there since a pool always held some of it', () => {
    const heldSince = transaction(use(TOKEN_2022_PROGRAM));
    expect(withMarketProof(MINT, unread, { openings: [], heldSince }, LATER)).toMatchObject({
      value: { exact: false, proof: { slot: 100, what: 'use' } },
    });
  });

  it('is nothing of another mint, of a failure, and of what has no time', () => {
    const other = { ...held(TOKEN_PROGRAM), mint: key('another mint') };
    expect(slotOf(unread, made('other', 1, { postTokens: [other] }))).toBe('rpc_unavailable');
    expect(slotOf(unread, { ...use(TOKEN_PROGRAM), failed: true })).toBe('rpc_unavailable');
    const timeless = { ...transaction(use(TOKEN_PROGRAM)), blockTime: null };
    expect(withMarketProof(MINT, unread, { openings: [timeless], heldSince: null }, LATER).known).toBe(false);
  });

  it('adds to what is proven less, and to nothing that is exact, disputed, or of a mint that may be another one', () => {
    const since = (provenSince: number, exact: boolean): TokenOrigin => ({
      ...unread,
      age: known({ provenSince, exact, proof: { transaction: null, slot: null, what: 'state' } }),
    });
    expect(slotOf(since(1_700_000_500, false), use(TOKEN_PROGRAM))).toBe(100);
    expect(slotOf(since(1_700_000_050, false), use(TOKEN_PROGRAM))).toBeNull();
    expect(slotOf(since(1_700_000_500, true), use(TOKEN_PROGRAM))).toBeNull();
    expect(slotOf({ ...unread, age: missing('age', 'rpc_disagrees') }, use(TOKEN_PROGRAM))).toBe('rpc_disagrees');
    const remade = { ...unread, age: missing('age', 'limit_reached'), mayBeRemade: true };
    expect(slotOf(remade, use(TOKEN_PROGRAM))).toBe('limit_reached');
  });
});

it('derives launch accounts by the seeds of their programs', () => {
  const derived = launchAccounts(address('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'));
  expect(derived.map(({ launchpad }) => launchpad.slice(0, 4))).toEqual(['Moon', 'boop']);
  expect(new Set(derived.map(({ of }) => of)).size).toBe(2);
});
