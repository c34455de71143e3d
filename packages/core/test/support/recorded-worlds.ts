import { Layout } from 'assay-sandbox/pools/layout.ts';
import { dbcVaults } from 'assay-sandbox/pools/meteora-dbc.ts';
import {
  curveMintAccount,
  holdingAccount,
  pumpFeeConfigAccount,
  pumpGlobalAccount,
} from 'assay-sandbox/pools/pump-curve.ts';
import { launchlabVault } from 'assay-sandbox/pools/raydium-launchlab.ts';
import { type Address, address } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { readPool as readDbcPool } from '#venues/meteora-dbc/layout.ts';
import { binArrayAddress } from '#venues/meteora-dlmm/addresses.ts';
import { readPool as readDlmmPool } from '#venues/meteora-dlmm/layout.ts';
import type { AccountBytes, VenueId } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import {
  hasPools,
  type RecordedAccounts,
  type RecordedRpcOptions,
  recordedAccount,
  recordedAccounts,
  recordedJson,
  tradeBody,
} from './recorded-pools.ts';

/** A real pool alone on a chain: what it trades, the moment of its verified quotes, and those that are purchases for SOL. */
export interface RecordedPool {
  readonly name: string;
  readonly venue: VenueId;
  readonly pool: Address;
  readonly mint: Address;
  readonly accounts: RecordedAccounts;
  readonly options: RecordedRpcOptions;
  /** Tokens by size in SOL. */
  readonly quotes: Readonly<Record<string, string>>;
  /** Whether the address follows from the mint and what was recorded of configurations. */
  readonly derived: boolean;
}

export const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const MINTS = 'orca-whirlpool/sauce/mint';
const SIGNATURE = '1'.repeat(64);

interface Vector {
  readonly pool?: string;
  readonly pools?: Readonly<Record<string, readonly string[]>>;
  readonly [amounts: string]: unknown;
}

/** The verified amounts out by amount in, of a pool and direction. */
function vector(pool: string, direction: string): Readonly<Record<string, string>> {
  const { cases } = recordedJson<{ cases: readonly Vector[] }>('quotes.json');
  const amounts = cases.find((one) => one.pool === pool)?.[direction] as Record<string, string>;
  return Object.fromEntries(Object.entries(amounts).map(([lamports, out]) => [inSol(lamports), out]));
}

/** A verified amount out of a list by pool. */
function listed(pool: string, at: number): string {
  const { cases } = recordedJson<{ cases: readonly Vector[] }>('quotes.json');
  return String(cases.find(({ pools }) => pools?.[pool])?.pools?.[pool]?.[at]);
}

function inSol(lamports: string): string {
  const text = lamports.padStart(10, '0');
  return `${text.slice(0, -9)}.${text.slice(-9)}`.replace(/\.?0+$/, '');
}

function put(accounts: RecordedAccounts, ...more: readonly Omit<AccountBytes, 'lamports'>[]): RecordedAccounts {
  for (const { address: at, owner, data } of more) accounts.set(at, recordedAccount(at, owner, data));
  return accounts;
}

/** A vault under a shared authority leads to its pool by the newest trade. */
function traded(vault: Address, program: string, pool: Address): RecordedRpcOptions {
  return {
    histories: new Map([[vault, [SIGNATURE]]]),
    transactions: new Map([[SIGNATURE, tradeBody(SIGNATURE, address(program), [pool, vault])]]),
  };
}

/** An LP mint that was not recorded. */
function lpMint(at: string, authority: string): Omit<AccountBytes, 'lamports'> {
  const data = new Layout(82).u32(0, 1).key(4, address(authority)).u64(36, 1_000n).u8(44, 9).u8(45, 1).bytes();
  return { address: address(at), owner: TOKEN_PROGRAM, data };
}

function clmm(): RecordedPool {
  const pool = address('3ucNos4NbumPLZNWztqGHNFFgkHeRMBQAVemeeomsUxv');
  const accounts = recordedAccounts('raydium-clmm/sauce');
  const quotes = vector(pool, 'zeroForOne');
  return { name: 'CLMM', venue: 'raydium_clmm', pool, mint: USDC, accounts, options: {}, quotes, derived: true };
}

function whirlpool(): RecordedPool {
  const pool = address('Czfq3xZZDmsdGdUyrNLtRhGc47cXcZtLG4crryfu44zE');
  const accounts = recordedAccounts('orca-whirlpool/sauce');
  const quotes = vector(pool, 'aToB');
  return { name: 'Whirlpool', venue: 'orca_whirlpool', pool, mint: USDC, accounts, options: {}, quotes, derived: true };
}

/** Five bin arrays were recorded; those further away are as if nothing had been in them. */
function dlmm(): RecordedPool {
  const pool = address('5rCf1DM8LjKTw4YqhnoLcngyZYeNnQqztScTogYHAS6');
  const accounts = recordedAccounts('meteora-dlmm/sauce');
  const state = readDlmmPool(accounts.get(pool)!);
  const sample = [...accounts.values()].find(({ data }) => data.length === 10_136)!;
  if (isRefused(state)) throw new Error(state.detail);
  for (let index = -110; index < -60; index += 1) {
    const at = binArrayAddress(pool, index);
    const data = new Uint8Array(10_136);
    data.set(sample.data.subarray(0, 56));
    new DataView(data.buffer).setBigInt64(8, BigInt(index), true);
    if (!accounts.has(at)) put(accounts, { address: at, owner: sample.owner, data });
  }
  const options = { unixTime: Number(state.volatility.updatedAt) + 1_000 };
  const quotes = vector(pool, 'xToY');
  return { name: 'DLMM', venue: 'meteora_dlmm', pool, mint: USDC, accounts, options, quotes, derived: true };
}

function ammV4(): RecordedPool {
  const pool = address('58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2');
  const accounts = put(
    recordedAccounts('raydium-amm-v4/sauce', MINTS),
    lpMint('8HoQnePLqPj4M7PUDzfw8e3Ymdwgc7NLGnaTUapubyvu', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'),
  );
  const vault = address('HLmqeL62xR1QoZ1HKKbXRrdN1p3phKpxRMb2VVopvBBz');
  const options = traded(vault, '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', pool);
  const quotes = vector(pool, 'coin_in');
  return { name: 'AMM v4', venue: 'raydium_amm_v4', pool, mint: USDC, accounts, options, quotes, derived: false };
}

function cpmm(): RecordedPool {
  const pool = address('7JuwJuNU88gurFnyWeiyGKbFmExMWcmRZntn9imEzdny');
  const accounts = put(
    recordedAccounts('raydium-cpmm/sauce', MINTS),
    lpMint('Ff68JGeEiUEF859B2xEaPX82vuFeuwxqoxGNHTZPAuKR', 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'),
  );
  const quotes = vector(pool, 'in0');
  return { name: 'CPMM', venue: 'raydium_cpmm', pool, mint: USDC, accounts, options: {}, quotes, derived: true };
}

function launchlab(): RecordedPool {
  const pool = address('At3uPTXn5xpVfm4DehXCsm85Zzu1xktGV2vQo5TyBW2E');
  const mint = address('468p9uWnbsszSHKqPTbF6mYPsDroq7BAozfY4xypbonk');
  const accounts = put(
    recordedAccounts('raydium-launchlab/sauce', MINTS),
    launchlabVault(pool, mint, 900_000_000_000_000n),
    launchlabVault(pool, WRAPPED_SOL, 80_000_000_000n),
  );
  // The curve has sold little: the tokens of larger purchases are more than it could take back as it stands.
  const quotes = { '0.1': String(vector(pool, 'buy')['0.1']) };
  return { name: 'LaunchLab', venue: 'raydium_launchlab', pool, mint, accounts, options: {}, quotes, derived: true };
}

function pumpswap(): RecordedPool {
  const pool = address('GseMAnNDvntR5uFePZ51yZBXzNSn7GdFPkfHwfr6d77J');
  const mint = address('7LSsEoJGhLeZzGvDofTdNg7M3JttxQqGWNLo6vWMpump');
  const accounts = recordedAccounts('pumpswap/sauce');
  const quotes = vector(pool, 'buy');
  return { name: 'PumpSwap', venue: 'pumpswap', pool, mint, accounts, options: {}, quotes, derived: true };
}

/** A graduated coin: its curve is complete, its pool has virtual reserves, its mint was not recorded. */
function graduated(): RecordedPool {
  const pool = address('GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3');
  const mint = address('J5reXJehdCV86HPHg2ewbeGYfMkxQT2YmLcg4DVfpump');
  const accounts = put(
    recordedAccounts('pumpswap', 'pump-bonding-curve/curve-graduated'),
    curveMintAccount({ mint, supply: 1_000_000_000_000_000n, program: TOKEN_2022_PROGRAM }),
  );
  const quotes = vector(pool, 'buy');
  return { name: 'graduated coin', venue: 'pumpswap', pool, mint, accounts, options: {}, quotes, derived: true };
}

function dammV2(): RecordedPool {
  const pool = address('8Pm2kZpnxD3hoMmt4bjStX2Pw2Z9abpbHzZxMPqxPmie');
  const accounts = recordedAccounts('meteora-damm-v2/sauce', MINTS);
  const vault = address('8S8HjmPZr8tNNEmMj5pcqS5RN73uF6DmcUDEDaoUQ1Ei');
  const options = {
    ...traded(vault, 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', pool),
    unixTime: 1_783_000_000,
  };
  const quotes = { '0.001': listed('8Pm2', 0), '0.1': listed('8Pm2', 1) };
  return { name: 'DAMM v2', venue: 'meteora_damm_v2', pool, mint: USDC, accounts, options, quotes, derived: false };
}

function dammV1(): RecordedPool {
  const pool = address('5yuefgbJJpmFNK2iiYbLSpv1aZXq7F9AUKkZKErTYCvs');
  const accounts = put(
    recordedAccounts('meteora-damm-v1/sauce-meteora-damm-v1-cp', MINTS),
    lpMint('4x76pkvNJYy9YRZM6Y6RZXJckRpsHQEWoD6sM9HEpmB', pool),
  );
  const quotes = vector(pool, 'bToA');
  return { name: 'DAMM v1', venue: 'meteora_damm_v1', pool, mint: USDC, accounts, options: {}, quotes, derived: false };
}

function dbc(): RecordedPool {
  const pool = address('5HXw3UDdd9n6aNsiPCNkB23JJBAZv3qSMf11oiJxL5z8');
  const accounts = recordedAccounts('meteora-dbc/sauce', MINTS);
  const state = readDbcPool(accounts.get(pool)!);
  if (isRefused(state)) throw new Error(state.detail);
  const { baseMint: mint, vaults, activation } = state;
  put(accounts, ...dbcVaults(state, WRAPPED_SOL, { base: 10n ** 19n, quote: 10n ** 18n }));
  put(accounts, curveMintAccount({ mint, supply: 10n ** 19n }));
  const point = Number(activation) + 1_000_000;
  const options = {
    ...traded(vaults.base, 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN', pool),
    ...(point > 1_000_000_000 ? { unixTime: point } : { slot: point }),
  };
  const quotes = { '0.001': listed('static', 0), '0.1': listed('static', 1) };
  return { name: 'DBC', venue: 'meteora_dbc', pool, mint, accounts, options, quotes, derived: false };
}

/** What a curve pays out by the program's formula, at 95 and 30 basis points. */
function curveBuys(curve: Uint8Array, spend: bigint): string {
  const view = new DataView(curve.buffer, curve.byteOffset);
  const [tokens, quote] = [view.getBigUint64(8, true), view.getBigUint64(16, true)];
  const up = (amount: bigint): bigint => (amount + 9_999n) / 10_000n;
  let net = (spend * 10_000n) / 10_125n;
  const charged = net + up(net * 95n) + up(net * 30n);
  if (charged > spend) net -= charged - spend;
  return String(((net - 1n) * tokens) / (quote + net - 1n));
}

/** A live curve. Neither its mint nor the fee schedule of curves was recorded: they are what trades of the time paid. */
function pumpCurve(): RecordedPool {
  const pool = address('FHeBR39zwYtUuXQFLbShSsVKkEG6ti5Eup3zUdopiegi');
  const mint = address('3SPyj7fHQ6TKGR5Agua1gPdCnb2oWHF8Zi8bY33bpump');
  const accounts = put(
    recordedAccounts('pump-bonding-curve', MINTS),
    curveMintAccount({ mint, supply: 1_000_000_000_000_000n, program: TOKEN_2022_PROGRAM }),
    pumpFeeConfigAccount({ program: address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P') }),
    pumpGlobalAccount(),
    holdingAccount({ authority: pool, mint, program: TOKEN_2022_PROGRAM, amount: 1_000_000_000_000_000n }),
  );
  const quotes = { '0.5': curveBuys(accounts.get(pool)!.data, 500_000_000n) };
  return { name: 'curve', venue: 'pump_curve', pool, mint, accounts, options: {}, quotes, derived: true };
}

/** Every venue with a real pool of which enough was recorded; nothing where the collection is not there. */
export const recordedPools: Readonly<Record<string, () => RecordedPool>> = hasPools
  ? {
      clmm,
      whirlpool,
      dlmm,
      ammV4,
      cpmm,
      launchlab,
      pumpswap,
      graduated,
      dammV1,
      dammV2,
      dbc,
      pumpCurve,
    }
  : {};
