import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { type Address, address, addressBytes, addressOf } from 'assay-core/solana/address.ts';
import { associatedAccount, TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { pumpCurve } from 'assay-core/venues/pump-curve/index.ts';
import { PUMP_PROGRAM, PUMPSWAP_PROGRAM } from 'assay-core/venues/pump-fees/programs.ts';
import { pumpswap } from 'assay-core/venues/pumpswap/index.ts';
import { raydiumCpmm } from 'assay-core/venues/raydium-cpmm/index.ts';
import { swap } from 'assay-core/venues/raydium-cpmm/quote.ts';
import type { AccountBytes, Market, Side, Venue } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Executed, LocalChain } from '#chain/local-chain.ts';
import { derive, PROGRAMS } from '#chain/programs.ts';
import { tokenAccountOf } from '#chain/tokens.ts';
import { decodeSigned } from '#chain/wire.ts';
import {
  curveMintAccount,
  holdingAccount,
  pumpCurveAccount,
  pumpFeeConfigAccount,
  pumpGlobalAccount,
} from '#pools/pump-curve.ts';
import { pumpswapPoolAccount, pumpswapSettingsAccount } from '#pools/pumpswap.ts';
import { cpmmConfig, cpmmPool } from '#pools/raydium-cpmm.ts';
import { installVenuePrograms } from '#program/install.ts';
import { Script } from '#program/script.ts';
import type { SignerSeed } from '#program/script-parts.ts';
import {
  clmmSeeds,
  clmmSwap,
  dlmmSeeds,
  dlmmSwap,
  type QuotedSwap,
  whirlpoolSeeds,
  whirlpoolSwap,
} from '#program/venues/concentrated.ts';
import { curveBuy, curveSell, pumpCurveOf } from '#program/venues/pump-curve.ts';
import { pumpSwapBuy, pumpSwapPoolOf, pumpSwapSell } from '#program/venues/pumpswap.ts';
import { type CpmmSwapPool, cpmmSwap } from '#program/venues/raydium-cpmm.ts';
import { type PoolSide, VENUE_PROGRAMS, writesBetween } from '#program/venues/trade.ts';
import { historyMethods } from '#rpc/history.ts';
import { Cast } from '#world/actors.ts';
import { signedBytes } from '#world/transaction.ts';

const trader = new Cast('swaps').person('trader');
const wallet = address(trader.address);
const named = (name: string): Address => addressOf(derive('swaps', name));
const coin = named('coin');
const [creator, recipient] = [named('creator'), named('recipient')];
const SOL = 1_000_000_000n;
const CPMM_AUTHORITY = address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL');

let chain: LocalChain;

beforeEach(() => {
  chain = new LocalChain({ anchorMs: Date.UTC(2026, 0, 1), startedMs: Date.now(), finalitySlots: 0, seed: 'swaps' });
  installVenuePrograms(chain);
  for (const at of [wallet, creator, recipient])
    put({ address: at, owner: address(PROGRAMS.system), lamports: 1_000n * SOL });
  put(curveMintAccount({ mint: coin, supply: 10n ** 15n }));
  put(curveMintAccount({ mint: WRAPPED_SOL, supply: 0n }));
});

function put(account: Omit<AccountBytes, 'data' | 'lamports'> & { data?: Uint8Array; lamports?: bigint }): void {
  const { data = new Uint8Array(0), lamports = 10n * SOL } = account;
  chain.setGenesisAccount(account.address, { lamports, owner: account.owner, executable: false, data });
}

function hold(authority: Address, mint: Address, amount: bigint): Address {
  const account = holdingAccount({ authority, mint, amount });
  put(account);
  return account.address;
}

function execute(...instructions: TransactionInstruction[]): Executed {
  const slot = chain.clock.tip();
  const bytes = signedBytes({ payer: trader, instructions }, chain.blockhashes.of(slot));
  return chain.execute(decodeSigned(bytes), slot, true);
}

function amountAt(at: Address): bigint {
  return tokenAccountOf(chain.account(at, 'processed'))?.amount ?? 0n;
}

/** The market as the service would open it from the accounts that stand on the chain now. */
function marketOf(venue: Venue, pool: Address, mint: Address): Market {
  const read = (at: Address): AccountBytes | null => {
    const found = chain.account(at, 'processed');
    return found && { address: at, owner: address(found.owner), lamports: found.lamports, data: found.data };
  };
  const found = venue.recognise(read(pool)!, mint);
  if (isRefused(found)) throw new Error(`${found.refused}: ${found.detail}`);
  const wanted = [pool, mint, found.other, ...found.needs, ...venue.configurations];
  const slot = chain.clock.tip();
  const clock = { slot: BigInt(slot), unixTime: BigInt(chain.clock.blockTime(slot)), epoch: 0n };
  const open = found.open(new Map(wanted.map((at) => [at, read(at)])), clock);
  if (isRefused(open)) throw new Error(`${open.refused}: ${open.detail}`);
  return open.market;
}

interface Scene {
  readonly venue: Venue;
  readonly pool: Address;
  /** Atomic units that a side has: what a trade takes from and adds to. */
  readonly held: (what: 'mint' | 'other') => bigint;
  readonly swap: (side: Side, amountIn: bigint, minimumOut: bigint) => TransactionInstruction;
  /** What a transaction costs in the other side, when that is lamports. */
  readonly cost: bigint;
}

/** Trades back and forth by chance and holds every quote against what the chain then did. */
function tradeByQuote({ venue, pool, held, swap, cost }: Scene, count: number): void {
  for (let turn = 0; turn < count; turn += 1) {
    const side: Side = derive('side', turn)[0]! < 140 ? 'buy' : 'sell';
    const [from, to] = side === 'buy' ? (['other', 'mint'] as const) : (['mint', 'other'] as const);
    const amountIn = ((held(from) / 8n) * BigInt(derive('size', turn).readUInt16LE())) / 65_536n + 3n;
    const quote = marketOf(venue, pool, coin).quote(side, amountIn);
    if (isRefused(quote)) throw new Error(`turn ${turn}: ${quote.refused}`);
    const before = [held(from), held(to)] as const;
    expect(execute(swap(side, amountIn, quote.received + 1n)).error).not.toBeNull();
    const between = [held(from), held(to)] as const;
    const done = execute(swap(side, amountIn, quote.received));
    expect([turn, done.error]).toEqual([turn, null]);
    expect(between[0] - held(from) - (side === 'buy' ? cost : 0n)).toBe(quote.spent);
    expect(held(to) - between[1] + (side === 'sell' ? cost : 0n)).toBe(quote.received);
    expect(before[0] - between[0]).toBe(side === 'buy' ? cost : 0n);
    const now = marketOf(venue, pool, coin);
    expect([now.price, now.depth]).toEqual([quote.afterwards().price, quote.afterwards().depth]);
  }
}

function cpmm(creatorFeeIn?: Address | null): { pool: CpmmSwapPool; coinIndex: 0 | 1 } {
  const config = cpmmConfig({ index: 3, trade: 2_500n, creator: 700n });
  const tokens = [
    { mint: coin, decimals: 6 },
    { mint: WRAPPED_SOL, decimals: 6 },
  ] as const;
  const spec = { config: config.address, tokens, creator, ...(creatorFeeIn === undefined ? {} : { creatorFeeIn }) };
  const pool = cpmmPool(spec);
  const sides = pool.vaults.map(({ address: vault, mint }): PoolSide => {
    put(
      holdingAccount({
        authority: CPMM_AUTHORITY,
        mint,
        amount: mint === coin ? 800_000_000_000n : 40n * SOL,
        address: vault,
      }),
    );
    return { mint, program: TOKEN_PROGRAM, decimals: 6, vault };
  });
  for (const account of [config, pool, curveMintAccount({ mint: pool.lpMint, supply: 5n })]) put(account);
  const [first, second] = [sides[0]!, sides[1]!];
  const where = creatorFeeIn === null ? 'input' : creatorFeeIn === first.mint ? 0 : 1;
  const creatorFeeOn = creatorFeeIn === undefined ? 'none' : where;
  const observation = named('observation');
  const description = { address: pool.address, config: config.address, observation, creatorFeeOn } as const;
  return { pool: { ...description, sides: [first, second] }, coinIndex: first.mint === coin ? 0 : 1 };
}

describe('a swap on Raydium CPMM', () => {
  test.each([
    ['no creator fee', undefined],
    ['a creator fee on the input', null],
    ['a creator fee in the coin', coin],
    ['a creator fee in SOL', WRAPPED_SOL],
  ])('pays what was quoted, with %s', (_, creatorFeeIn) => {
    const { pool, coinIndex } = cpmm(creatorFeeIn);
    const [mine, sol] = [hold(wallet, coin, 10n ** 11n), hold(wallet, WRAPPED_SOL, 50n * SOL)];
    const act: Scene['swap'] = (side, amountIn, minimumOut) =>
      cpmmSwap(pool, side === 'sell' ? coinIndex : coinIndex === 0 ? 1 : 0, {
        wallet,
        amountIn,
        minimumOut,
        ...(side === 'buy' ? { from: sol, to: mine } : { from: mine, to: sol }),
      });
    const held: Scene['held'] = (what) => amountAt(what === 'mint' ? mine : sol);
    tradeByQuote({ venue: raydiumCpmm, pool: pool.address, held, swap: act, cost: 0n }, 25);
  });

  test('looks in getTransaction like one on chain', () => {
    const { pool, coinIndex } = cpmm();
    const [mine, sol] = [hold(wallet, coin, 0n), hold(wallet, WRAPPED_SOL, 50n * SOL)];
    const input = coinIndex === 0 ? 1 : 0;
    const reserve = { in: 40n * SOL, out: 800_000_000_000n };
    const net = SOL - (SOL * 2_500n + 999_999n) / 1_000_000n;
    const out = (net * reserve.out) / (reserve.in + net);
    const trade = { wallet, from: sol, to: mine, amountIn: SOL, minimumOut: 1n };
    const { signature } = execute(cpmmSwap(pool, input, trade));
    const body = historyMethods(chain).getTransaction?.([signature, { maxSupportedTransactionVersion: 1 }]) as {
      meta: {
        innerInstructions: { index: number; instructions: { stackHeight: number; programIdIndex: number }[] }[];
        logMessages: string[];
        preTokenBalances: { owner: string; mint: string; uiTokenAmount: { amount: string } }[];
        postTokenBalances: { owner: string; mint: string; uiTokenAmount: { amount: string } }[];
        computeUnitsConsumed: number;
      };
      transaction: { message: { accountKeys: string[]; instructions: { programIdIndex: number }[] } };
    };
    const { meta, transaction } = body;
    const keys = transaction.message.accountKeys;
    expect(keys[transaction.message.instructions[0]!.programIdIndex]).toBe(VENUE_PROGRAMS.raydiumCpmm);
    expect(meta.innerInstructions.map((group) => [group.index, group.instructions.length])).toEqual([[0, 2]]);
    for (const call of meta.innerInstructions[0]!.instructions)
      expect([call.stackHeight, keys[call.programIdIndex]]).toEqual([2, TOKEN_PROGRAM]);
    const logs = meta.logMessages.join('\n');
    for (const line of [
      `Program ${VENUE_PROGRAMS.raydiumCpmm} invoke [1]`,
      'Program log: Instruction: SwapBaseInput',
      `Program ${TOKEN_PROGRAM} invoke [2]`,
      'Program data: QMbN6CYIceJ',
      `Program ${VENUE_PROGRAMS.raydiumCpmm} success`,
    ])
      expect(logs).toContain(line);
    const balances = (list: typeof meta.preTokenBalances) =>
      list.filter((one) => one.owner === wallet).map((one) => [one.mint, one.uiTokenAmount.amount]);
    expect(new Map(balances(meta.preTokenBalances) as [string, string][]).get(coin)).toBe('0');
    expect(new Map(balances(meta.postTokenBalances) as [string, string][]).get(coin)).toBe(String(out));
    expect(meta.computeUnitsConsumed).toBeLessThan(20_000);
  });

  test('computes as whole numbers do, over all sizes of reserves, fees and amounts', () => {
    const { pool, coinIndex } = cpmm(null);
    const output = coinIndex === 0 ? 1 : 0;
    const [entering, leaving] = [pool.sides[coinIndex], pool.sides[output]];
    const amount = fc.integer({ min: 1, max: 64 }).chain((bits) => fc.bigInt(0n, (1n << BigInt(bits)) - 1n));
    const rate = fc.bigInt(0n, 400_000n);
    const state = Buffer.from(chain.account(pool.address, 'processed')?.data ?? []);
    const settings = Buffer.from(chain.account(pool.config, 'processed')?.data ?? []);
    let swapped = 0;
    const property = fc.property(
      fc.tuple(amount, amount, amount, amount),
      fc.tuple(rate, rate),
      (sizes, [trade, extra]) => {
        const [reserveLess, reserveOut, owed, amountIn] = sizes;
        // A pool without any input side is none: the venue refuses it before it computes.
        const reserveIn = reserveLess + 1n;
        const rates = { trade, creator: extra, protocol: 120_000n, fund: 40_000n };
        settings.writeBigUInt64LE(trade, 12);
        settings.writeBigUInt64LE(extra, 108);
        for (const offset of [341, 357, 397]) state.writeBigUInt64LE(owed / 8n, offset + 8 * coinIndex);
        put({ address: pool.address, owner: VENUE_PROGRAMS.raydiumCpmm, data: state });
        put({ address: pool.config, owner: VENUE_PROGRAMS.raydiumCpmm, data: settings });
        const kept = 3n * (owed / 8n);
        const fits = reserveIn + kept + amountIn < 1n << 64n;
        fc.pre(fits);
        put(
          holdingAccount({
            authority: CPMM_AUTHORITY,
            mint: entering.mint,
            amount: reserveIn + kept,
            address: entering.vault,
          }),
        );
        put(
          holdingAccount({ authority: CPMM_AUTHORITY, mint: leaving.mint, amount: reserveOut, address: leaving.vault }),
        );
        const [from, to] = [hold(wallet, entering.mint, amountIn), hold(wallet, leaving.mint, 0n)];
        const { error } = execute(cpmmSwap(pool, coinIndex, { wallet, from, to, amountIn, minimumOut: 0n }));
        const expected = swap({ input: reserveIn, output: reserveOut }, rates, 'input', amountIn);
        expect(error === null).toBe(!isRefused(expected));
        if (isRefused(expected)) return;
        swapped += 1;
        expect(amountAt(to)).toBe(expected.received);
        const after = Buffer.from(chain.account(pool.address, 'processed')?.data ?? []);
        const added = [341, 357, 397].map((at) => after.readBigUInt64LE(at + 8 * coinIndex) - owed / 8n);
        expect([(added[0] ?? 0n) + (added[1] ?? 0n), added[2]]).toEqual([expected.protocol, expected.creator]);
      },
    );
    fc.assert(property, { numRuns: 400 });
    expect(swapped).toBeGreaterThan(100);
  });

  test('counts what arrives where the mint takes a fee on transfers', () => {
    const token2022 = address(PROGRAMS.token2022);
    const { pool, coinIndex } = cpmm();
    const output = coinIndex === 0 ? 1 : 0;
    // Token-2022's account type, then extensions: the fee of the mint (1%), and the room for it in accounts.
    const mint = Buffer.alloc(278);
    mint.set(curveMintAccount({ mint: coin, supply: 10n ** 15n }).data);
    mint.set([1, 1, 0, 108, 0], 165);
    for (const at of [242, 260]) {
      mint.writeBigUInt64LE(1n << 60n, at + 8);
      mint.writeUInt16LE(100, at + 16);
    }
    put({ address: coin, owner: token2022, data: mint });
    const holder = (at: Address, owner: Address, amount: bigint): Address => {
      const data = Buffer.alloc(178);
      data.set(holdingAccount({ authority: owner, mint: coin, amount, address: at }).data);
      data.set([2, 2, 0, 8, 0], 165);
      put({ address: at, owner: token2022, data });
      return at;
    };
    const sides = pool.sides.map((side) => (side.mint === coin ? { ...side, program: token2022 } : side));
    const taxed: CpmmSwapPool = { ...pool, sides: [sides[0]!, sides[1]!] };
    holder(pool.sides[coinIndex].vault, CPMM_AUTHORITY, 10n ** 9n);
    const [mine, sol] = [holder(named('taxed'), wallet, 10n ** 6n), hold(wallet, WRAPPED_SOL, SOL)];
    const rates = { trade: 2_500n, creator: 0n, protocol: 120_000n, fund: 40_000n };
    const sale = swap({ input: 10n ** 9n, output: 40n * SOL }, rates, 'input', 990_000n);
    if (isRefused(sale)) throw new Error(sale.detail);
    const sell = { wallet, from: mine, to: sol, amountIn: 10n ** 6n, minimumOut: sale.received };
    expect(execute(cpmmSwap(taxed, coinIndex, sell)).error).toBeNull();
    expect(amountAt(sol)).toBe(SOL + sale.received);
    const vault = amountAt(pool.sides[coinIndex].vault);
    const buy = { wallet, from: sol, to: mine, amountIn: SOL, minimumOut: 0n };
    expect(execute(cpmmSwap(taxed, output, buy)).error).toBeNull();
    const sent = vault - amountAt(pool.sides[coinIndex].vault);
    expect(amountAt(mine)).toBe(sent - (sent + 99n) / 100n);
    const tooMuch = { ...buy, amountIn: 1_000n, minimumOut: 1_000_000n };
    expect(execute(cpmmSwap(taxed, output, tooMuch)).error).toEqual({ InstructionError: [0, { Custom: 6005 }] });
  });

  test('fails whole when the wallet has too little, or the vault is not the pool program\u2019s', () => {
    const { pool, coinIndex } = cpmm();
    const [mine, sol] = [hold(wallet, coin, 0n), hold(wallet, WRAPPED_SOL, SOL)];
    const input = coinIndex === 0 ? 1 : 0;
    const trade = { wallet, from: sol, to: mine, amountIn: SOL + 1n, minimumOut: 1n };
    expect(execute(cpmmSwap(pool, input, trade)).error).toEqual({ InstructionError: [0, { Custom: 1 }] });
    const foreign = hold(named('somebody'), coin, SOL);
    const sides = pool.sides.map((side) => (side.mint === coin ? { ...side, vault: foreign } : side));
    const wrong = { ...pool, sides: [sides[0]!, sides[1]!] as const };
    expect(execute(cpmmSwap(wrong, input, { ...trade, amountIn: SOL })).error).not.toBeNull();
    expect([amountAt(mine), amountAt(sol), amountAt(foreign)]).toEqual([0n, SOL, SOL]);
  });
});

test('a trade on the curve of pump.fun pays what was quoted, in lamports', () => {
  const curve = pumpCurveOf({ mint: coin, program: TOKEN_PROGRAM, creator, feeRecipient: recipient });
  put({ address: curve.creatorVault, owner: address(PROGRAMS.system), lamports: SOL });
  const [realQuote, sold] = [12n * SOL, 300_000_000_000_000n];
  put(
    pumpCurveAccount({
      mint: coin,
      creator,
      realQuote,
      virtualQuote: 30n * SOL + realQuote,
      virtualMint: 1_073_000_000_000_000n - sold,
      realMint: 793_100_000_000_000n - sold,
    }),
  );
  for (const account of [pumpGlobalAccount(), pumpFeeConfigAccount({ program: PUMP_PROGRAM })]) put(account);
  hold(curve.address, coin, 793_100_000_000_000n - sold);
  const holding = hold(wallet, coin, 0n);
  put({ address: wallet, owner: address(PROGRAMS.system), lamports: 9n * SOL });
  const rates = { protocol: 95, creator: 30 };
  const act: Scene['swap'] = (side, amountIn, minimumOut) => {
    const trade = { wallet, holding, amountIn, minimumOut };
    return side === 'buy' ? curveBuy(curve, rates, trade) : curveSell(curve, rates, trade);
  };
  const held: Scene['held'] = (what) =>
    what === 'mint' ? amountAt(holding) : (chain.account(wallet, 'processed')?.lamports ?? 0n);
  tradeByQuote({ venue: pumpCurve, pool: curve.address, held, swap: act, cost: 5_000n }, 25);
});

test('tells the time of its block where a step asks for it', () => {
  put({ address: named('state'), owner: VENUE_PROGRAMS.pumpSwap, data: new Uint8Array(8) });
  const script = new Script(VENUE_PROGRAMS.pumpSwap, new Uint8Array(0), []);
  script.store(named('state'), 0, script.time());
  const { signature } = execute(script.instruction());
  const slot = chain.history.get(signature)?.slot ?? 0;
  const written = Buffer.from(chain.account(named('state'), 'processed')?.data ?? []);
  expect(Number(written.readBigUInt64LE())).toBe(chain.clock.blockTime(slot));
});

test('a curve that sold its last token says so', () => {
  const curve = pumpCurveOf({ mint: coin, program: TOKEN_PROGRAM, creator, feeRecipient: recipient });
  put({ address: curve.creatorVault, owner: address(PROGRAMS.system), lamports: SOL });
  const parts = { mint: coin, creator, virtualMint: 1_000n, realMint: 500n, virtualQuote: 1_000n };
  put({ ...pumpCurveAccount(parts), lamports: SOL });
  hold(curve.address, coin, 500n);
  const holding = hold(wallet, coin, 0n);
  // A net input of 1,001 less the one that the program keeps back buys half of what the curve counts.
  const trade = { wallet, holding, amountIn: 1_001n, minimumOut: 500n };
  expect(execute(curveBuy(curve, { protocol: 0, creator: 0 }, trade)).error).toBeNull();
  expect(chain.account(curve.address, 'processed')?.data[48]).toBe(1);
  expect(amountAt(holding)).toBe(500n);
});

test('a trade on PumpSwap pays what was quoted', () => {
  const account = pumpswapPoolAccount({ base: coin, coinCreator: creator, virtualQuote: 17_584_505_540n });
  for (const one of [account, pumpswapSettingsAccount(), pumpFeeConfigAccount({ program: PUMPSWAP_PROGRAM })]) put(one);
  put(curveMintAccount({ mint: addressOf(account.data.slice(107, 139)), supply: 5n }));
  const side = (mint: Address, decimals: number, amount: bigint): PoolSide => {
    return { mint, program: TOKEN_PROGRAM, decimals, vault: hold(account.address, mint, amount) };
  };
  const pool = pumpSwapPoolOf({
    address: account.address,
    data: account.data,
    creator,
    feeRecipient: recipient,
    base: side(coin, 6, 200_000_000_000_000n),
    quote: side(WRAPPED_SOL, 6, 80n * SOL),
  });
  for (const owner of [recipient, pool.creatorAuthority]) hold(owner, WRAPPED_SOL, 0n);
  const [mine, sol] = [hold(wallet, coin, 10n ** 12n), hold(wallet, WRAPPED_SOL, 100n * SOL)];
  const rates = { lp: 0, protocol: 95, creator: 30 };
  const act: Scene['swap'] = (way, amountIn, minimumOut) => {
    const trade = { wallet, amountIn, minimumOut };
    return way === 'buy'
      ? pumpSwapBuy(pool, rates, { ...trade, from: sol, to: mine })
      : pumpSwapSell(pool, rates, { ...trade, from: mine, to: sol });
  };
  const held: Scene['held'] = (what) => amountAt(what === 'mint' ? mine : sol);
  tradeByQuote({ venue: pumpswap, pool: account.address, held, swap: act, cost: 0n }, 25);
  expect(amountAt(associatedAccount(recipient, WRAPPED_SOL, TOKEN_PROGRAM))).toBeGreaterThan(0n);
});

/** The address that a program signs for with these seeds; slices are of `data`. */
function signerOf(program: Address, seeds: readonly SignerSeed[], data: Uint8Array): Address {
  const bytes = seeds.map((seed) => {
    if (typeof seed === 'string') return Buffer.from(seed);
    if ('account' in seed) return data.slice(seed.offset, seed.offset + seed.length);
    return 'address' in seed ? addressBytes(seed.address) : seed;
  });
  return address(PublicKey.createProgramAddressSync(bytes, new PublicKey(program)).toBase58());
}

describe('a swap with given amounts', () => {
  const config = named('config');
  const [x, y] = [coin, WRAPPED_SOL];
  const data = new Uint8Array(900);
  data.set(derive('whirlpool config'), 8);
  const arrays = [named('array 1'), named('array 2'), named('array 3')];

  test.each([
    ['orcaWhirlpool', whirlpoolSwap, (pool: Address) => whirlpoolSeeds(pool, data, [x, y])],
    ['raydiumClmm', clmmSwap, () => clmmSeeds(config, [x, y])],
    ['meteoraDlmm', dlmmSwap, () => dlmmSeeds(config, x, y)],
  ] as const)('moves them on %s, writes what changed and guards the least output', (venue, swap, seedsOf) => {
    const program = VENUE_PROGRAMS[venue];
    // The address is the one that the seeds give: nothing else signs for its vaults.
    const seeds = seedsOf(named('nowhere'));
    const pool = signerOf(program, seeds, data);
    put({ address: pool, owner: program, data });
    const sides = [x, y].map((mint) => ({
      mint,
      program: TOKEN_PROGRAM,
      decimals: 6,
      vault: hold(pool, mint, 1_000n),
    }));
    const described = {
      address: pool,
      sides: [sides[0]!, sides[1]!] as const,
      oracle: named('oracle'),
      arrays,
      config,
    };
    const [from, to] = [hold(wallet, x, 100n), hold(wallet, y, 0n)];
    const after = data.slice();
    after.set([7, 7, 7], 65);
    after[600] = 1;
    const told: QuotedSwap = { wallet, from, to, amountIn: 60n, minimumOut: 41n, amountOut: 40n };
    const ready = { ...described, seeds: seedsOf(pool) };
    expect(execute(swap(ready, 0, told)).error).toMatchObject({
      InstructionError: [0, { Custom: expect.any(Number) }],
    });
    expect([amountAt(from), amountAt(to)]).toEqual([100n, 0n]);
    const writes = writesBetween(pool, data, after);
    expect(writes.map((one) => [one.offset, one.bytes.length])).toEqual([
      [65, 3],
      [600, 1],
    ]);
    expect(execute(swap(ready, 0, { ...told, minimumOut: 40n, writes })).error).toBeNull();
    expect([amountAt(from), amountAt(to)]).toEqual([40n, 40n]);
    expect(Buffer.from(chain.account(pool, 'processed')?.data ?? [])).toEqual(Buffer.from(after));
    const wrong = { ...ready, seeds: ['other', ...ready.seeds.slice(1)] };
    expect(execute(swap(wrong, 0, { ...told, minimumOut: 1n })).error).not.toBeNull();
  });
});
