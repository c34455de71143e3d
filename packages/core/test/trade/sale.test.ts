import { VersionedTransaction } from '@solana/web3.js';
import { Cast } from 'assay-sandbox/world/actors.ts';
import { type Coin, coinOf, holdersOf, issued, type Powers, SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import { openCpmm } from 'assay-sandbox/world/market/cpmm.ts';
import { venueSettings } from 'assay-sandbox/world/market/settings.ts';
import { openWhirlpool } from 'assay-sandbox/world/market/whirlpool.ts';
import { describe, expect, it } from 'vitest';
import type { Run } from '#chain/chain-reader.ts';
import { gatherTrade } from '#facts/trade/evidence.ts';
import { openConfigurations } from '#gather/market/configurations.ts';
import { openPoolMemory } from '#gather/market/pool-memory.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { SaleProof, TradeEvidence } from '#rules/trade/evidence.ts';
import { judgeTrade } from '#rules/trade/verdict.ts';
import { type Address, address, addressBytes } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';
import { hookListAddress } from '#solana/token/transfer-hook.ts';
import { hookListBytes, seed, wanted } from '../support/trade-hooks.ts';
import { someAddress, TRADE_POLICY, TradeWorld } from '../support/trade-world.ts';

const SOL = 1_000_000_000n;
const SIZE = SOL / 2n;
const MILLION = 1_000_000_000_000n;
const HOOK = someAddress(4_000);
const INSTRUCTIONS = address('Sysvar1nstructions1111111111111111111111111');
const cast = new Cast('sale');
const POOL = { coins: 100n * MILLION, others: 900n * SOL, shares: [{ percent: 100n, ticks: 12_800 }] } as const;

/** A mint with a hook in pools of Orca at some tick spacings, and its five holders. */
class HookedWorld extends TradeWorld {
  readonly coin: Coin;
  /** The smaller ones first, which is the order in which they are tried. */
  readonly holders: readonly Address[];
  readonly vaults: readonly Address[];
  readonly tried: { readonly payer: Address; readonly accounts: readonly string[]; readonly amount: bigint }[] = [];

  readonly options = {
    configurations: openConfigurations(() => 0),
    memory: openPoolMemory(() => 0),
    stableMints: [],
    ...TRADE_POLICY,
  };

  constructor({ powers = {}, spacings = [64], isCpmm = false }: Partial<Shape> = {}) {
    super();
    this.coin = coinOf(cast, 'a hooked coin', { hook: HOOK, ...powers });
    const pools = spacings.map((spacing) => openWhirlpool([this.coin, SOL_COIN], spacing, POOL));
    const creator = someAddress(78);
    const cpmm = { coin: this.coin, creator, coins: POOL.coins, lamports: POOL.others, config: 0, burned: 100n };
    const all = isCpmm ? [openCpmm(cpmm)] : pools;
    const pooled = all.reduce((sum, pool) => sum + pool.pooled, 0n);
    for (const account of [
      ...venueSettings(),
      ...issued(cast, this.coin, pooled),
      ...all.flatMap((one) => one.accounts),
    ])
      this.accounts.set(account.address, { ...account, executable: false });
    this.vaults = [...this.accounts.values()].flatMap((account) => {
      const held = readTokenAccount(account);
      return held?.mint === this.coin.mint && !this.#holdersOfCoin().includes(held.authority) ? [account.address] : [];
    });
    const balance = (of: Address) => readTokenAccount(this.accounts.get(this.held(of))!)?.amount ?? 0n;
    this.holders = [...this.#holdersOfCoin()].sort((a, b) => (balance(a) < balance(b) ? -1 : 1));
    this.answer(() => null);
  }

  /** What becomes of a transfer by who pays for it, and where it goes; null for one that goes through. */
  answer(choose: (payer: Address, vault: Address) => Run | Reading<Run> | null): void {
    this.runs = (text) => {
      const { message } = VersionedTransaction.deserialize(Buffer.from(text, 'base64'));
      const payer = address(message.staticAccountKeys[0]!.toBase58());
      const move = message.compiledInstructions[1]!;
      const accounts = move.accountKeyIndexes.map((index) => message.staticAccountKeys[index]!.toBase58());
      this.tried.push({ payer, accounts, amount: Buffer.from(move.data).readBigUInt64LE(1) });
      const made = choose(payer, address(accounts[2]!)) ?? { ok: true };
      return 'ok' in made ? known(made) : made;
    };
  }

  /** The token account of a holder. */
  held(owner: Address): Address {
    const found = [...this.accounts.values()].find((account) => {
      const held = readTokenAccount(account);
      return held?.mint === this.coin.mint && held.authority === owner;
    });
    return found!.address;
  }

  /** Changes bytes of a holder's token account. */
  change(owner: Address, at: number, bytes: Uint8Array): void {
    const account = this.accounts.get(this.held(owner))!;
    const data = Buffer.concat([account.data, Buffer.alloc(Math.max(0, at + bytes.length - account.data.length))]);
    data.set(bytes, at);
    this.accounts.set(account.address, { ...account, data });
  }

  list(entries: readonly Uint8Array[]): void {
    this.put(hookListAddress(this.coin.mint, HOOK), HOOK, hookListBytes(entries));
  }

  evidence(): Promise<TradeEvidence> {
    return gatherTrade({ subject: this.coin.mint, sizeLamports: SIZE }, this, this.options);
  }

  async sale(): Promise<Reading<SaleProof>> {
    return (await this.evidence()).sale;
  }

  #holdersOfCoin(): readonly Address[] {
    return holdersOf(cast, this.coin).map((holder) => address(holder.address));
  }
}

interface Shape {
  readonly powers: Powers;
  readonly spacings: readonly number[];
  readonly isCpmm: boolean;
}

const failing = (name: string, custom: number | null = null, programs: readonly Address[] = []): Run => ({
  ok: false,
  failure: { name, custom, programs },
});
const refusal = failing('Custom', 6001, [HOOK, TOKEN_2022_PROGRAM]);
const poor = failing('InsufficientFundsForFee');
const gap = (cause: string) => ({ known: false, gap: { reading: 'sale', cause } });

describe('a mint with a hook', () => {
  it('is proven to be sold where it lets the tokens of holders into the pool', async () => {
    const world = new HookedWorld();
    const evidence = await world.evidence();
    expect(evidence.sale).toEqual(known({ sold: true, error: null }));
    expect(judgeTrade(evidence)).toMatchObject({ verdict: 'ACCEPTABLE_COST', decidedBy: [] });
    expect(judgeTrade(evidence).flags).toEqual(expect.arrayContaining(['SALE_PROVEN', 'TRANSFER_HOOK']));
    const { trip } = evidence.cost.known ? evidence.cost.value : { trip: null };
    expect(world.tried).toEqual(
      world.holders.slice(0, 3).map((payer) => ({
        payer,
        amount: trip!.tokens,
        accounts: [world.held(payer), world.coin.mint, world.vaults[0], payer, HOOK],
      })),
    );
  });

  it('takes one round more than others, and another one where accounts of the hook rest on the data of others', async () => {
    const world = new HookedWorld();
    await world.evidence();
    world.rounds = 0;
    await world.evidence();
    expect(world.rounds).toBe(3);
    const other = someAddress(4_001);
    world.list([wanted.fixed(other), wanted.own([seed.data(5, 0, 8), seed.key(3)])]);
    world.put(other, HOOK, new Uint8Array(8));
    world.rounds = 0;
    expect(await world.sale()).toEqual(known({ sold: true, error: null }));
    expect(world.rounds).toBe(4);
  });

  it('is not tried where there is none', async () => {
    const world = new HookedWorld();
    world.put(world.coin.mint, TOKEN_2022_PROGRAM, mintWithoutHook(world));
    expect(await world.sale()).toEqual(known(null));
    expect(world.tried).toEqual([]);
    expect(world.calls).not.toContain('run');
  });

  it('is handed what it lists, and its list', async () => {
    const world = new HookedWorld();
    world.list([wanted.fixed(someAddress(4_001), true), wanted.inAccount(2, 32)]);
    await world.evidence();
    const [{ accounts }] = world.tried as [(typeof world.tried)[number]];
    const pool = readTokenAccount(world.accounts.get(world.vaults[0]!)!)!.authority;
    expect(accounts.slice(4)).toEqual([someAddress(4_001), pool, hookListAddress(world.coin.mint, HOOK), HOOK]);
  });

  it('is refused where it fails for two holders', async () => {
    const world = new HookedWorld();
    world.answer(() => refusal);
    const evidence = await world.evidence();
    expect(evidence.sale).toEqual(known({ sold: false, error: `error 6001 of the hook program ${HOOK}` }));
    expect(judgeTrade(evidence)).toMatchObject({ verdict: 'UNTRADEABLE', reasons: [{ code: 'SALE_REFUSED' }] });
  });

  it.each([
    [17, 'an account is frozen'],
    [37, 'the tokens cannot be transferred'],
    [67, 'transfers are paused'],
  ])('is refused where the token program fails with %i', async (custom, meaning) => {
    const world = new HookedWorld();
    world.answer((payer) => (payer === world.holders[0] ? failing('Custom', custom, [TOKEN_2022_PROGRAM]) : poor));
    expect(await world.sale()).toEqual(
      known({ sold: false, error: `error ${custom} of the token program: ${meaning}` }),
    );
  });
});

describe('nothing is proven', () => {
  const first = (world: HookedWorld, run: Run | Reading<Run>, others: Run | null = null) =>
    world.answer((payer) => (payer === world.holders[0] ? run : others));

  it('by one holder whom the hook refuses, whatever becomes of others', async () => {
    const world = new HookedWorld();
    first(world, refusal);
    expect(await world.sale()).toMatchObject(gap('unreadable'));
    first(world, refusal, poor);
    expect(await world.sale()).toMatchObject(gap('unreadable'));
  });

  it.each([
    ['an error of the hook that is not its own', failing('ComputationalBudgetExceeded', null, [HOOK])],
    ['an error of the token program about the holder', failing('Custom', 1, [TOKEN_2022_PROGRAM])],
    ['the same number from another program', failing('Custom', 67, [someAddress(9), TOKEN_2022_PROGRAM])],
    ['a number without a program', failing('Custom', 67)],
    ['a block hash that is not found', failing('BlockhashNotFound')],
  ])('by %s', async (_, run) => {
    const world = new HookedWorld();
    world.answer(() => run);
    const evidence = await world.evidence();
    expect(evidence.sale).toMatchObject(gap('unreadable'));
    expect(judgeTrade(evidence)).toMatchObject({ verdict: 'UNKNOWN', confidencePercent: 0 });
    expect(judgeTrade(evidence).flags).toContain('TRANSFER_HOOK');
  });

  it('by holders who cannot pay a fee, and by a gap of the endpoint', async () => {
    const world = new HookedWorld();
    world.answer(() => failing('AccountNotFound'));
    expect(await world.sale()).toMatchObject(gap('unreadable'));
    first(world, missing('run', 'deadline'));
    expect(await world.sale()).toMatchObject(gap('deadline'));
    world.failing.add('run');
    const evidence = await world.evidence();
    expect(evidence.sale).toMatchObject(gap('rpc_unavailable'));
    expect(judgeTrade(evidence).reasons.map(({ code }) => code)).toContain('TRANSFER_HOOK_UNPROVEN');
  });

  it('in pools whose program hands no hook its accounts, where a refusal counts all the same', async () => {
    const world = new HookedWorld({ isCpmm: true });
    expect(await world.sale()).toEqual(known(null));
    expect(world.tried).toHaveLength(3);
    world.answer(() => refusal);
    expect(await world.sale()).toMatchObject({ value: { sold: false } });
  });

  it('without a pool, and without a holder who could be tried', async () => {
    const world = new HookedWorld({ spacings: [] });
    expect(await world.sale()).toEqual(known(null));
    const lonely = new HookedWorld();
    for (const holder of lonely.holders) lonely.accounts.delete(lonely.held(holder));
    expect(await lonely.sale()).toEqual(known(null));
    expect([...world.tried, ...lonely.tried]).toEqual([]);
  });

  it.each([
    ['a list that is not known', [Buffer.alloc(35, 3)], 'unreadable'],
    ['a list that leads beyond what is there', [wanted.inAccount(0, 250)], 'unreadable'],
    ['a list of more than a transaction takes', many(32), 'unreadable'],
    ['a list of what tells a trial from a sale', [wanted.fixed(INSTRUCTIONS)], 'unreadable'],
    [
      'a list that leads to what tells them apart',
      [wanted.fixed(someAddress(4_002)), wanted.inAccount(5, 0)],
      'unreadable',
    ],
    [
      'a list that leads from account to account',
      [wanted.fixed(someAddress(4_001)), wanted.inAccount(5, 0), wanted.inAccount(6, 0)],
      'limit_reached',
    ],
  ])('with %s', async (_, entries, cause) => {
    const world = new HookedWorld();
    world.list(entries);
    world.put(someAddress(4_001), HOOK, new Uint8Array(32).fill(9));
    world.put(someAddress(4_002), HOOK, addressBytes(INSTRUCTIONS));
    expect(await world.sale()).toMatchObject(gap(cause));
    expect(world.tried).toEqual([]);
  });

  it('where the largest accounts were not read', async () => {
    const world = new HookedWorld();
    world.failing.add('largestAccounts');
    expect(await world.sale()).toMatchObject(gap('rpc_unavailable'));
  });
});

describe('holders who are tried', () => {
  it('are neither frozen, nor guarded, nor named by the mint', async () => {
    const world = new HookedWorld();
    const [frozen, guarded, ...others] = world.holders as [Address, Address, ...Address[]];
    world.change(frozen, 108, Buffer.of(2));
    // Behind what the account has already: type 11, one byte, on.
    world.change(guarded, world.accounts.get(world.held(guarded))!.data.length, Buffer.of(11, 0, 1, 0, 1));
    await world.evidence();
    expect(world.tried.map(({ payer }) => payer)).toEqual(others);
  });

  it('are those that hold the whole amount, and after them those that sell all that they have', async () => {
    const world = new HookedWorld();
    const dust = Buffer.alloc(8);
    dust.writeBigUInt64LE(5n);
    for (const holder of world.holders.slice(0, 3)) world.change(holder, 64, dust);
    await world.evidence();
    expect(world.tried.slice(0, 2).map(({ payer }) => payer)).toEqual(world.holders.slice(3));
    expect(world.tried[2]?.amount).toBe(5n);
  });

  it('sell to every pool of the route, which has to treat all of them alike', async () => {
    const world = new HookedWorld({ spacings: [64, 96] });
    const size = 400n * SOL;
    const ask = () => gatherTrade({ subject: world.coin.mint, sizeLamports: size }, world, world.options);
    const { cost, sale } = await ask();
    expect(cost.known && cost.value.trip?.route).toHaveLength(2);
    expect(sale).toEqual(known({ sold: true, error: null }));
    expect(world.tried).toHaveLength(6);
    expect(new Set(world.tried.map(({ accounts }) => accounts[2]))).toEqual(new Set(world.vaults));
    world.answer((_, vault) => (vault === world.vaults[0] ? refusal : null));
    expect((await ask()).sale).toMatchObject(gap('unreadable'));
  });
});

function many(count: number): readonly Uint8Array[] {
  return Array.from({ length: count }, (_, n) => wanted.fixed(someAddress(5_000 + n)));
}

function mintWithoutHook(world: HookedWorld): Uint8Array {
  const data = Buffer.from(world.accounts.get(world.coin.mint)!.data);
  // The only extension: authority, then the program.
  data.fill(0, 166 + 4 + 32, 166 + 4 + 64);
  return data;
}
