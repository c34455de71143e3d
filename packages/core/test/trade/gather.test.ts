import { Layout } from 'assay-sandbox/pools/layout.ts';
import { describe, expect, it } from 'vitest';
import { gatherTrade } from '#facts/trade/evidence.ts';
import { openConfigurations } from '#gather/market/configurations.ts';
import { openPoolMemory } from '#gather/market/pool-memory.ts';
import type { CostFacts, TradedPool, TradeEvidence } from '#rules/trade/evidence.ts';
import { type Address, address, addressBytes } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { raydiumCpmm } from '#venues/raydium-cpmm/index.ts';
import { named } from '../support/moves/chain.ts';
import { mintBytes, someAddress, TRADE_POLICY, TradeWorld, tokenAccountBytes } from '../support/trade-world.ts';

const SOL = 1_000_000_000n;
const policy = TRADE_POLICY;
const MINT = someAddress(1);
const STABLE = someAddress(2);

function worldWithMint(): TradeWorld {
  const world = new TradeWorld();
  world.put(MINT, TOKEN_PROGRAM, mintBytes(10n ** 15n));
  world.put(STABLE, TOKEN_PROGRAM, mintBytes(10n ** 15n));
  return world;
}

function optionsFor(stableMints: readonly Address[] = [STABLE]) {
  return { configurations: openConfigurations(() => 0), memory: openPoolMemory(() => 0), stableMints, ...policy };
}

type Options = ReturnType<typeof optionsFor>;

async function gathered(world: TradeWorld, size = SOL, options: Options = optionsFor()): Promise<TradeEvidence> {
  return gatherTrade({ subject: MINT, sizeLamports: size }, world, options);
}

function costOf({ cost }: TradeEvidence): CostFacts {
  if (!cost.known) throw new Error(`no cost: ${cost.gap.cause} ${cost.gap.detail}`);
  return cost.value;
}

function poolsOf({ pools }: TradeEvidence): readonly TradedPool[] {
  if (!pools.known) throw new Error(`no pools: ${pools.gap.cause} ${pools.gap.detail}`);
  return pools.value;
}

describe('a mint with one pool', () => {
  it('costs what two swaps at the present state and two transactions cost, to the lamport', async () => {
    const world = worldWithMint();
    const [tokens, lamports] = [500_000_000_000_000n, 1_000n * SOL];
    world.putCpmm({ mint: MINT, tokens, others: lamports, trade: 2_500n });
    const { trip, disagreementBps } = costOf(await gathered(world));
    const net = (gross: bigint) => gross - (gross * 2_500n + 999_999n) / 1_000_000n;
    const bought = (net(SOL) * tokens) / (lamports + net(SOL));
    const back = (net(bought) * lamports) / (tokens + net(bought));
    expect(trip?.tokens).toBe(bought);
    expect(trip?.back).toBe(back);
    // Two signatures, and a quarter above 2,000 millionths of a lamport for 200,000 units each way.
    const network = 2n * 5_000n + 2n * 800n;
    expect(trip?.cost).toBe(SOL - back + network);
    const { networkBase, networkPriority, ...venue } = trip!.parts;
    expect(networkBase + networkPriority).toBe(network);
    expect(Object.values(venue).reduce((sum, part) => sum + part, 0n)).toBe(SOL - back);
    expect(trip?.floorBps).toBeLessThan(trip!.costBps);
    expect(disagreementBps).toBeNull();
  });

  it('takes two rounds once configurations are known, and three before', async () => {
    const world = worldWithMint();
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 500n * SOL });
    const options = optionsFor();
    await gathered(world, SOL, options);
    expect(world.rounds).toBe(3);
    world.rounds = 0;
    await gathered(world, SOL / 2n, options);
    expect(world.rounds).toBe(2);
  });

  it('says the largest size of each bound, and that one stays within it', async () => {
    const world = worldWithMint();
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL });
    const { largest } = costOf(await gathered(world));
    expect(largest.map(({ bps }) => bps)).toEqual([300, 1_000, 3_500]);
    for (const { bps, lamports } of largest) {
      const { trip } = costOf(await gathered(world, lamports!));
      expect(trip!.costBps).toBeLessThanOrEqual(bps);
      const beyond = costOf(await gathered(world, (lamports! * 102n) / 100n));
      expect(beyond.trip!.costBps).toBeGreaterThan(bps);
    }
  });
});

describe('several pools', () => {
  it('are split over where that is cheaper', async () => {
    const world = worldWithMint();
    for (const index of [0, 1]) world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL, index });
    const { trip } = costOf(await gathered(world, 10n * SOL));
    expect(trip?.route).toHaveLength(2);
    expect(trip!.route.reduce((sum, { lamports }) => sum + lamports, 0n)).toBe(10n * SOL);
    const alone = poolsOf(await gathered(world, 10n * SOL)).map(({ costBps }) => costBps);
    expect(trip!.costBps).toBeLessThan(Math.min(...alone.map(Number)));
  });

  it('that disagree on the price say by how much', async () => {
    const world = worldWithMint();
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL, index: 0 });
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 110n * SOL, index: 1 });
    expect(costOf(await gathered(world)).disagreementBps).toBe(1_000);
  });

  it('that are switched off are listed with the reason and not used', async () => {
    const world = worldWithMint();
    const off = world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 900n * SOL, index: 0, status: 4 });
    const on = world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL, index: 1 });
    const evidence = await gathered(world);
    expect(poolsOf(evidence).map(({ address, refusal }) => [address, refusal?.refused ?? null])).toEqual([
      [on, null],
      [off, 'disabled'],
    ]);
    expect(costOf(evidence).trip?.route[0]?.hops[0]?.pool).toBe(on);
  });
});

describe('a mint that is quoted in a stable coin only', () => {
  it('is reached through the deepest pool between SOL and that coin', async () => {
    const world = worldWithMint();
    const pool = world.putCpmm({ mint: MINT, other: STABLE, tokens: 10n ** 14n, others: 10n ** 13n });
    world.putCpmm({ mint: STABLE, tokens: 10n ** 12n, others: 10n * SOL, index: 0 });
    const hub = world.putCpmm({ mint: STABLE, tokens: 10n ** 14n, others: 1_000n * SOL, index: 1 });
    const options = optionsFor();
    const { trip } = costOf(await gathered(world, SOL, options));
    expect(trip?.route.map(({ hops }) => hops.map((hop) => hop.pool))).toEqual([[hub, pool]]);
    world.rounds = 0;
    expect(costOf(await gathered(world, SOL, options)).trip).toEqual(trip);
    expect(world.rounds).toBe(2);
  });
});

describe('no pool', () => {
  it('is what both routes show', async () => {
    const world = worldWithMint();
    world.put(someAddress(5), TOKEN_PROGRAM, tokenAccountBytes(MINT, someAddress(6), 10n ** 14n));
    const evidence = await gathered(world);
    expect(poolsOf(evidence)).toEqual([]);
    expect(evidence.holders).toMatchObject({ known: true, value: { seen: 1, unpriced: [] } });
    expect(costOf(evidence).trip).toBeNull();
  });

  it('is not what an endpoint that refuses holders shows', async () => {
    const world = worldWithMint();
    world.failing.add('largestAccounts');
    expect((await gathered(world)).holders).toMatchObject({ known: false, gap: { cause: 'rpc_unavailable' } });
  });
});

describe('a large holder under an authority of a venue', () => {
  it('is liquidity that was not priced', async () => {
    const world = worldWithMint();
    const authority = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1' as Address;
    world.put(someAddress(5), TOKEN_PROGRAM, tokenAccountBytes(MINT, authority, 10n ** 14n));
    expect((await gathered(world)).holders).toMatchObject({
      value: { unpriced: [{ account: someAddress(5), venue: 'raydium_amm_v4', tokens: 10n ** 14n }] },
    });
  });
});

describe('a pool that does not follow from the mint', () => {
  it('is found by its vault, and known the next time', async () => {
    const world = worldWithMint();
    const address = someAddress(321);
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL, address });
    const vault = [...world.accounts.values()].find(
      ({ data }) => data.length === 165 && readTokenAccount({ owner: TOKEN_PROGRAM, data })?.mint === MINT,
    );
    world.trades.set(vault!.address, { program: raydiumCpmm.program, accounts: [address, vault!.address] });
    const options = optionsFor();
    const first = await gathered(world, SOL, options);
    expect(costOf(first).trip?.route[0]?.hops).toMatchObject([{ venue: 'raydium_cpmm', pool: address }]);
    expect(first.holders).toMatchObject({ value: { unpriced: [] } });
    world.rounds = 0;
    expect(costOf(await gathered(world, SOL, options)).trip).toEqual(costOf(first).trip);
    expect(world.rounds).toBe(2);
  });
});

describe('what is no mint', () => {
  it.each([
    ['nothing', 'nothing'],
    ['other', 'other'],
  ])('%s', async (_, is) => {
    const world = new TradeWorld();
    if (is === 'other') world.put(MINT, someAddress(9), new Uint8Array(82));
    const evidence = await gathered(world);
    expect(evidence.mint).toMatchObject({ known: true, value: { is } });
    expect(costOf(evidence).trip).toBeNull();
  });
});

describe('holders and vaults', () => {
  const frozen = (mint: Address, authority: Address) => {
    const data = tokenAccountBytes(mint, authority, 10n ** 13n);
    data[108] = 2;
    return data;
  };
  const mintWith = (freezeAuthority: Address) => {
    const data = mintBytes(10n ** 15n);
    data[46] = 1;
    data.set(addressBytes(freezeAuthority), 50);
    return data;
  };
  const holdersOf = ({ holders }: TradeEvidence) => {
    if (!holders.known) throw new Error(holders.gap.detail);
    return holders.value;
  };
  const wallet = named('a wallet');
  const [kept, lock] = [named('a vault of nobody', false), named('a lock', false)];

  it('are separated where they are frozen: wallets and unknown programs from locks', async () => {
    const world = worldWithMint();
    world.put(MINT, TOKEN_PROGRAM, mintWith(wallet));
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL });
    for (const [n, owner] of [wallet, kept, lock].entries()) {
      world.put(someAddress(60 + n), TOKEN_PROGRAM, frozen(MINT, owner));
    }
    world.put(lock, address('LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn'), new Uint8Array(8));
    const evidence = await gathered(world);
    expect(evidence.mint).toMatchObject({ value: { mint: { freezeAuthority: wallet, reviewed: false } } });
    const owners = holdersOf(evidence).frozen.map(({ owner }) => owner);
    expect(owners.sort()).toEqual([wallet, kept].sort());
  });

  it('are a frozen pool where the vault of it is', async () => {
    const world = worldWithMint();
    world.put(MINT, TOKEN_PROGRAM, mintWith(wallet));
    const pool = world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL });
    for (const account of world.accounts.values()) {
      const token = readTokenAccount(account);
      if (token?.mint !== MINT) continue;
      const data = Uint8Array.from(account.data);
      data[108] = 2;
      world.put(account.address, TOKEN_PROGRAM, data);
    }
    world.put(someAddress(60), TOKEN_PROGRAM, tokenAccountBytes(MINT, wallet, 9n * 10n ** 14n));
    const evidence = await gathered(world);
    expect(poolsOf(evidence)).toMatchObject([{ address: pool, refusal: { refused: 'vault_frozen' } }]);
    expect(holdersOf(evidence).frozen).toEqual([]);
  });

  it('are a gap where somebody can freeze and fewer are listed than there are', async () => {
    const world = worldWithMint();
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL });
    expect(holdersOf(await gathered(world)).frozen).toEqual([]);
    world.put(MINT, TOKEN_PROGRAM, mintWith(wallet));
    expect((await gathered(world)).holders).toMatchObject({ gap: { reading: 'holders', cause: 'rpc_disagrees' } });
  });

  it('show markets that are not priced, by name where the program is known and by program where it is not', async () => {
    const world = worldWithMint();
    const [phoenix, unknown] = [address('PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY'), named('a program')];
    for (const [n, program] of [phoenix, unknown].entries()) {
      const owner = named(`a market of ${program}`, false);
      world.put(owner, program, new Uint8Array(8));
      world.put(someAddress(70 + n), TOKEN_PROGRAM, tokenAccountBytes(MINT, owner, 10n ** 14n));
    }
    world.put(lock, address('LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn'), new Uint8Array(8));
    world.put(someAddress(72), TOKEN_PROGRAM, tokenAccountBytes(MINT, lock, 10n ** 14n));
    const { unpriced, strangers } = holdersOf(await gathered(world));
    expect(unpriced.map(({ venue }) => venue)).toEqual(['Phoenix']);
    expect(strangers.map(({ program }) => program)).toEqual([unknown]);
  });
});

describe('SOL itself', () => {
  it('costs what the network takes', async () => {
    const world = worldWithMint();
    const evidence = await gatherTrade({ subject: WRAPPED_SOL, sizeLamports: SOL }, world, optionsFor());
    expect(costOf(evidence).trip).toMatchObject({ back: SOL, cost: 10_000n, costBps: 1, route: [{ hops: [] }] });
  });
});

describe('an endpoint that fails', () => {
  it.each(['snapshot'])('in %s leaves gaps and no figure', async (method) => {
    const world = worldWithMint();
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL });
    world.failing.add(method);
    const evidence = await gathered(world);
    for (const reading of [evidence.asOf, evidence.mint, evidence.pools, evidence.cost]) {
      expect(reading).toMatchObject({ known: false, gap: { cause: 'rpc_unavailable' } });
    }
  });

  it('in priorities counts the highest that is counted at all', async () => {
    const world = worldWithMint();
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL });
    world.failing.add('priorityFees');
    const evidence = await gathered(world);
    expect(evidence.network).toMatchObject({ value: { priorityIsAssumed: true, priorityMicroLamports: 1_000_000n } });
    expect(costOf(evidence).trip?.parts.networkPriority).toBe(400_000n);
  });
});

describe('what an endpoint or a stranger may put in the way', () => {
  const CLOCK = 'SysvarC1ock11111111111111111111111111111111' as Address;
  const SYSVARS = 'Sysvar1111111111111111111111111111111111111' as Address;

  it.each([
    ['of no time that can be', SYSVARS, 2n ** 62n],
    ['of the time before Solana', SYSVARS, 0n],
    ['of another owner', TOKEN_PROGRAM, 3_900_000_000n],
  ])('a clock %s does not count: the block has the time', async (_, owner, time) => {
    const world = worldWithMint();
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 100n * SOL });
    world.put(CLOCK, owner, new Layout(40).u64(0, 400_000_000n).i64(32, time).bytes());
    const evidence = await gathered(world);
    expect(evidence.asOf).toMatchObject({ value: { time: 1_780_000_000 } });
    expect(costOf(evidence).trip).not.toBeNull();
  });

  it('a transfer fee of more than everything is no mint that can be read', async () => {
    const world = worldWithMint();
    const mint = new Layout(282)
      .u64(36, 10n ** 15n)
      .u8(44, 6)
      .u8(45, 1)
      .u8(165, 1)
      .u16(166, 1)
      .u16(168, 108);
    mint
      .u64(170 + 80, 10n ** 15n)
      .u16(170 + 88, 65_535)
      .u64(170 + 98, 10n ** 15n)
      .u16(170 + 106, 65_535);
    world.put(MINT, TOKEN_2022_PROGRAM, mint.bytes());
    expect((await gathered(world)).mint).toMatchObject({ known: false, gap: { cause: 'unreadable' } });
  });

  it('pools beyond those that a check reads are listed as pools without a price', async () => {
    const world = worldWithMint();
    const addresses = Array.from({ length: 70 }, (_, n) => someAddress(1_000 + n));
    for (const address of addresses) world.putCpmm({ mint: MINT, tokens: 10n ** 9n, others: SOL / 1_000n, address });
    const options = optionsFor();
    for (const address of addresses) options.memory.remember(MINT, [address]);
    const pools = poolsOf(
      await gathered(world, SOL, { ...options, memory: { ...options.memory, poolsOf: () => addresses } }),
    );
    expect(pools).toHaveLength(70);
    expect(pools.filter(({ refusal }) => refusal?.detail.includes('more pools than'))).toHaveLength(6);
  });

  it('a hub that carries nothing is not gone through, however much it holds', async () => {
    const world = worldWithMint();
    world.putCpmm({ mint: MINT, other: STABLE, tokens: 10n ** 14n, others: 10n ** 13n });
    const honest = world.putCpmm({ mint: STABLE, tokens: 10n ** 14n, others: 1_000n * SOL, index: 1 });
    world.putCpmm({ mint: STABLE, tokens: 10n ** 6n, others: 50_000n * SOL, index: 2 });
    const { trip } = costOf(await gathered(world));
    expect(trip?.route[0]?.hops[0]?.pool).toBe(honest);
  });

  it('a listed holder that is none makes the holders a gap, and no proof that there is no pool', async () => {
    const world = worldWithMint();
    const { largestAccounts } = world;
    world.largestAccounts = async (mint) => {
      await largestAccounts.call(world, mint);
      return { known: true, value: [{ account: someAddress(55), amount: 10n ** 14n }] };
    };
    expect((await gathered(world)).holders).toMatchObject({ known: false, gap: { cause: 'rpc_disagrees' } });
  });
});
