// Markets of Meteora and pump.fun, in our form and their SDKs'. Loads the SDKs, so import it where they are installed.
import { type Address, addressOf } from 'assay-core/solana/address.ts';
import { TOKEN_2022_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { meteoraDammV1 } from 'assay-core/venues/meteora-damm-v1/index.ts';
import { meteoraDammV2 } from 'assay-core/venues/meteora-damm-v2/index.ts';
import { meteoraDbc } from 'assay-core/venues/meteora-dbc/index.ts';
import { meteoraDlmm } from 'assay-core/venues/meteora-dlmm/index.ts';
import { pumpCurve } from 'assay-core/venues/pump-curve/index.ts';
import { PUMP_PROGRAM, PUMPSWAP_PROGRAM } from 'assay-core/venues/pump-fees/programs.ts';
import { pumpswap } from 'assay-core/venues/pumpswap/index.ts';
import { lpMintOf } from 'assay-core/venues/pumpswap/layout.ts';
import type { AccountBytes, Clock, Market, Venue } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { dammV1Accounts } from 'assay-sandbox/pools/meteora-damm-v1.ts';
import { dammV2Pool, dammV2PoolAccount, dammV2Vaults } from 'assay-sandbox/pools/meteora-damm-v2.ts';
import { dbcConfig, dbcConfigAccount, dbcPool, dbcPoolAccount, dbcVaults } from 'assay-sandbox/pools/meteora-dbc.ts';
import { dlmmAccounts } from 'assay-sandbox/pools/meteora-dlmm.ts';
import * as pump from 'assay-sandbox/pools/pump-curve.ts';
import { pumpswapPoolAccount, pumpswapSettingsAccount } from 'assay-sandbox/pools/pumpswap.ts';
import { anyAddress, type Big, theirs as bn, info, key } from '../labs/oracles/pump-sdk.ts';
import { sdk } from '../labs/oracles/sdk.ts';
import type { RandomNumbers } from '../packages/core/test/venues/random-numbers.ts';
import { type Contest, roundOver } from './quotes-model.ts';

const POINT = 5_000n;
const CLOCK: Clock = { slot: POINT, unixTime: POINT, epoch: 1n };
const some = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte));
const [POOL, MINT, OTHER, LP_MINT] = [some(7), some(9), some(10), some(2)];
const VAULT = 1n << 62n;

/** The amounts that a pool is asked about, made by `some`. */
const sizes = (some: () => bigint): readonly bigint[] => Array.from({ length: 16 }, some);

/** The market of the first account for who asks about `mint`; what it needs and was not written is not there. */
function marketOf(venue: Venue, all: readonly AccountBytes[], mint: Address, clock = CLOCK): Market {
  const pool = all[0] ? venue.recognise(all[0], mint) : null;
  if (!pool || isRefused(pool)) throw new Error(pool?.detail);
  const read = new Map<Address, AccountBytes | null>(pool.needs.map((address) => [address, null]));
  for (const one of all) read.set(one.address, one);
  const open = pool.open(read, clock);
  if (isRefused(open)) throw new Error(open.detail);
  return open.market;
}

interface Coder {
  readonly coder: { readonly accounts: { decode(name: string, data: Buffer): { readonly collectFeeMode: number } } };
}

const cpAmm = sdk<{
  readonly CpAmm: new (connection: object) => { readonly _program: Coder };
  getSwapResultFromExactInput(...args: readonly unknown[]): { readonly outputAmount: Big };
  getFeeMode(collectFeeMode: number, direction: number, hasReferral: boolean): object;
}>('@meteora-ag/cp-amm-sdk');
const { coder: cpCoder } = new cpAmm.CpAmm({})._program;

export function dammV2(chance: RandomNumbers): Contest {
  const parts = dammV2Pool({ address: POOL, mint: MINT });
  const account = dammV2PoolAccount(POOL, parts);
  const market = marketOf(meteoraDammV2, [account, ...dammV2Vaults(parts, { a: VAULT, b: VAULT })], MINT);
  const pool = cpCoder.accounts.decode('pool', Buffer.from(account.data));
  const mode = cpAmm.getFeeMode(pool.collectFeeMode, 1, false);
  const point = bn(POINT);
  return roundOver({
    amounts: sizes(() => chance.magnitude(1_000n, 1n << 30n)),
    ours: (amount) => market.quote('buy', amount),
    prepared: bn,
    theirs: (amount) => cpAmm.getSwapResultFromExactInput(pool, amount, mode, 1, point).outputAmount,
  });
}

const dbcSdk = sdk<{
  createDbcProgram(connection: object): { readonly program: Coder };
  swapQuoteExactIn(...args: readonly unknown[]): { readonly outputAmount: Big };
}>('@meteora-ag/dynamic-bonding-curve-sdk');
const { coder: dbcCoder } = dbcSdk.createDbcProgram({}).program;

export function dbc(chance: RandomNumbers): Contest {
  const config = dbcConfig();
  const pool = dbcPool({ address: POOL, under: config });
  const account = dbcPoolAccount(POOL, pool);
  const configuration = dbcConfigAccount(pool.config, config);
  const vaults = dbcVaults(pool, config.quoteMint, { base: VAULT, quote: VAULT });
  const market = marketOf(meteoraDbc, [account, configuration, ...vaults], pool.baseMint);
  const theirPool = dbcCoder.accounts.decode('virtualPool', Buffer.from(account.data));
  const theirConfig = dbcCoder.accounts.decode('poolConfig', Buffer.from(configuration.data));
  const point = bn(POINT);
  return roundOver({
    amounts: sizes(() => chance.magnitude(1_000n, 1n << 30n)),
    ours: (amount) => market.quote('buy', amount),
    prepared: bn,
    theirs: (amount) =>
      dbcSdk.swapQuoteExactIn(theirPool, theirConfig, false, amount, 0, false, point, false).outputAmount,
  });
}

const dlmmSdk = sdk<{
  readonly prototype: object;
  createProgram(connection: object): object;
  decodeAccount(program: object, name: string, data: Buffer): object;
}>('@meteora-ag/dlmm');
const program = dlmmSdk.createProgram({});

/** Without a variable fee, for the SDK takes the time of day for it. */
export function dlmm(chance: RandomNumbers): Contest {
  const activeId = Number(chance.between(-200n, 200n));
  const bins = Array.from({ length: 120 }, (_, at) => activeId - 60 + at).map((id) => ({
    id,
    x: id >= activeId ? chance.magnitude(1n << 20n, 1n << 30n) : 0n,
    y: id <= activeId ? chance.magnitude(1n << 20n, 1n << 30n) : 0n,
  }));
  const held = { x: 10n ** 18n, y: 10n ** 18n };
  const fees = { variableControl: 0, updatedAt: POINT, functionType: 1 };
  const all = dlmmAccounts({
    address: POOL,
    mintX: MINT,
    mintY: OTHER,
    binStep: 25,
    activeId,
    ...fees,
    bins,
    amounts: held,
  });
  const market = marketOf(meteoraDlmm, all, MINT);
  const decoded = (name: string, { data }: AccountBytes) => dlmmSdk.decodeAccount(program, name, Buffer.from(data));
  const mint = { tlvData: Buffer.alloc(0) };
  const pool = Object.assign(Object.create(dlmmSdk.prototype), {
    pubkey: key(POOL),
    lbPair: decoded('lbPair', all[0]),
    clock: { epoch: { toNumber: () => 1 } },
    tokenX: { mint },
    tokenY: { mint },
    binArrayBitmapExtension: null,
  });
  const arrays = all
    .filter(({ data }) => data.length === 10_136)
    .map((one) => ({ publicKey: key(one.address), account: decoded('binArray', one) }));
  const slippage = bn(0n);
  return roundOver({
    amounts: sizes(() => chance.magnitude(1n << 20n, 1n << 32n)),
    ours: (amount) => market.quote('sell', amount),
    prepared: bn,
    theirs: (amount) => pool.swapQuote(amount, true, slippage, arrays).outAmount as Big,
  });
}

const { calculateSwapQuote } = sdk<{
  calculateSwapQuote(mint: unknown, amount: Big, params: object): { readonly amountOut: Big };
}>('@meteora-ag/dynamic-amm-sdk/dist/cjs/src/amm/utils.js');

export function dammV1(chance: RandomNumbers): Contest {
  const side = () => {
    const total = chance.magnitude(1n << 34n, 1n << 54n);
    return { total, supply: total - total / 10n, shares: total / 3n, cash: total, lockedProfit: 0n, reportedAt: 1n };
  };
  const [a, b] = [side(), side()];
  const pool = { address: POOL, lpMint: LP_MINT, mintA: MINT, mintB: OTHER };
  const accounts = dammV1Accounts(pool, { a, b }).map((one) => ({ ...one, lamports: 1n }));
  const market = marketOf(meteoraDammV1, [...accounts.filter(({ address }) => address === POOL), ...accounts], MINT);
  const vault = ({ total }: typeof a) => ({
    totalAmount: bn(total),
    lockedProfitTracker: {
      lastReport: bn(1n),
      lockedProfitDegradation: bn(46_296_296n),
      lastUpdatedLockedProfit: bn(0n),
    },
  });
  const params = {
    poolState: {
      tokenAMint: key(MINT),
      tokenBMint: key(OTHER),
      enabled: true,
      curveType: { constantProduct: {} },
      stake: key(POOL),
      bootstrapping: { activationType: 1, activationPoint: bn(0n), whitelistedVault: key(POOL) },
      fees: {
        tradeFeeNumerator: bn(250n),
        tradeFeeDenominator: bn(100_000n),
        protocolTradeFeeNumerator: bn(20_000n),
        protocolTradeFeeDenominator: bn(100_000n),
      },
    },
    vaultA: vault(a),
    vaultB: vault(b),
    vaultALpSupply: bn(a.supply),
    vaultBLpSupply: bn(b.supply),
    poolVaultALp: bn(a.shares),
    poolVaultBLp: bn(b.shares),
    vaultAReserve: bn(a.cash),
    vaultBReserve: bn(b.cash),
    currentTime: Number(POINT),
    currentSlot: Number(POINT),
    depegAccounts: new Map(),
  };
  const mint = key(MINT);
  return roundOver({
    amounts: sizes(() => chance.magnitude(a.total / 100_000n, a.total / 100n)),
    ours: (amount) => market.quote('sell', amount),
    prepared: bn,
    theirs: (amount) => calculateSwapQuote(mint, amount, params).amountOut,
  });
}

const swapSdk = sdk<{
  buyQuoteInput(input: object): { readonly base: Big };
  readonly PUMP_AMM_SDK: Readonly<Record<'decodePool' | 'decodeGlobalConfig' | 'decodeFeeConfig', Decode>>;
}>('@pump-fun/pump-swap-sdk');
type Decode = (account: unknown) => object;

export function pumpSwap(chance: RandomNumbers): Contest {
  const base = anyAddress(chance);
  const account = pumpswapPoolAccount({ base, quote: WRAPPED_SOL, coinCreator: anyAddress(chance) });
  const [baseAmount, vault] = [chance.magnitude(1n << 40n, 1n << 50n), chance.magnitude(1n << 32n, 1n << 40n)];
  const settings = pumpswapSettingsAccount({});
  const feeConfig = pump.pumpFeeConfigAccount({ program: PUMPSWAP_PROGRAM });
  const supply = pump.PUMP_SUPPLY;
  const authority = account.address;
  const all = [
    account,
    settings,
    feeConfig,
    pump.curveMintAccount({ mint: base, supply }),
    pump.curveMintAccount({ mint: WRAPPED_SOL, supply: 0n }),
    pump.curveMintAccount({ mint: lpMintOf(authority), supply: 0n, program: TOKEN_2022_PROGRAM }),
    pump.holdingAccount({ authority, mint: base, amount: baseAmount }),
    pump.holdingAccount({ authority, mint: WRAPPED_SOL, amount: vault }),
  ];
  const market = marketOf(pumpswap, all, base);
  const state = {
    ...swapSdk.PUMP_AMM_SDK.decodePool(info(account)),
    slippage: 0,
    baseMint: key(base),
    globalConfig: swapSdk.PUMP_AMM_SDK.decodeGlobalConfig(info(settings)),
    feeConfig: swapSdk.PUMP_AMM_SDK.decodeFeeConfig(info(feeConfig)),
    baseMintAccount: { supply },
    baseReserve: bn(baseAmount),
    quoteReserve: bn(vault),
  };
  return roundOver({
    amounts: sizes(() => chance.magnitude(vault / 10_000n, vault / 20n)),
    ours: (amount) => market.quote('buy', amount),
    prepared: (amount) => ({ ...state, quote: bn(amount) }),
    theirs: (input) => swapSdk.buyQuoteInput(input).base,
  });
}

const curveSdk = sdk<{
  getSellSolAmountFromTokenAmount(input: object): Big;
  readonly PUMP_SDK: Readonly<Record<'decodeBondingCurve' | 'decodeGlobal' | 'decodeFeeConfig', Decode>>;
}>('@pump-fun/pump-sdk');

/** Sales: for purchases the SDK rounds in another way than the program. */
export function curve(chance: RandomNumbers): Contest {
  const mint = anyAddress(chance);
  const realQuote = chance.between(1_000_000_000n, 60_000_000_000n);
  const virtualQuote = 30_000_000_000n + realQuote;
  const virtualMint = (30_000_000_000n * 1_073_000_000_000_000n) / virtualQuote;
  const realMint = virtualMint - 279_900_000_000_000n;
  const creator = anyAddress(chance);
  const account = pump.pumpCurveAccount({ mint, virtualMint, virtualQuote, realMint, realQuote, creator });
  const global = pump.pumpGlobalAccount();
  const feeConfig = pump.pumpFeeConfigAccount({ program: PUMP_PROGRAM });
  const program2022 = { program: TOKEN_2022_PROGRAM };
  const all = [
    account,
    global,
    feeConfig,
    pump.curveMintAccount({ mint, supply: pump.PUMP_SUPPLY, ...program2022 }),
    pump.holdingAccount({ authority: account.address, mint, amount: realMint, ...program2022 }),
  ];
  const market = marketOf(pumpCurve, all, mint);
  const context = {
    global: curveSdk.PUMP_SDK.decodeGlobal(info(global)),
    feeConfig: curveSdk.PUMP_SDK.decodeFeeConfig(info(feeConfig)),
    bondingCurve: curveSdk.PUMP_SDK.decodeBondingCurve(info(account)),
    mintSupply: bn(pump.PUMP_SUPPLY),
  };
  return roundOver({
    amounts: sizes(() => chance.magnitude(10_000_000_000n, 10_000_000_000_000n)),
    ours: (amount) => market.quote('sell', amount),
    prepared: (amount) => ({ ...context, amount: bn(amount) }),
    theirs: (input) => curveSdk.getSellSolAmountFromTokenAmount(input),
  });
}
