import { type DammV1Side, dammV1Accounts } from 'assay-sandbox/pools/meteora-damm-v1.ts';
import { dbcConfig, dbcConfigAccount, dbcPool, dbcPoolAccount, dbcVaults } from 'assay-sandbox/pools/meteora-dbc.ts';
import { holdingAccount, PUMP_SUPPLY, pumpCurveAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { pumpswapPoolAccount } from 'assay-sandbox/pools/pumpswap.ts';
import { ammV4Pool } from 'assay-sandbox/pools/raydium-amm-v4.ts';
import { cpmmConfig, cpmmPool } from 'assay-sandbox/pools/raydium-cpmm.ts';
import { launchlabAccounts } from 'assay-sandbox/pools/raydium-launchlab.ts';
import type { Address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import {
  poolAddresses as dammV1Addresses,
  vaultAddress as dammV1Vault,
  poolSharesAddress,
  tokenVaultAddress,
  vaultLpMintAddress,
} from '#venues/meteora-damm-v1/addresses.ts';
import { AUTHORITY as DBC_AUTHORITY } from '#venues/meteora-dbc/layout.ts';
import { poolAuthority } from '#venues/pump-fees/programs.ts';
import { lpMintOf } from '#venues/pumpswap/layout.ts';
import { AUTHORITY as AMM_V4_AUTHORITY } from '#venues/raydium-amm-v4/layout.ts';
import { AUTHORITY as CPMM_AUTHORITY } from '#venues/raydium-cpmm/layout.ts';
import { LAUNCHLAB_AUTHORITY } from '#venues/raydium-launchlab/layout.ts';
import type { VenueId } from '#venues/venue.ts';
import { named, SOL } from './chain.ts';
import { clmm, dammV2, dlmm, orca } from './position-markets.ts';
import { both, type MarketSpec, sidesOf, type WrittenMarket } from './written-market.ts';

const ISSUED = 1_000_000_000_000n;
/** Lamports of other pools in the vault of SOL of Meteora, which held 86,000 SOL of them in one of the recorded transactions. */
export const OF_OTHER_POOLS = 86_000n * SOL;
const ADMIN = named('a platform');
/** The fee of every pool: one percent, so that no venue is cheaper than another. */
export const CPMM_CONFIG = cpmmConfig({ index: 0, trade: 10_000n });

/** How each venue writes a market. */
export const marketWriters: Readonly<Record<VenueId, (spec: MarketSpec) => WrittenMarket>> = {
  pump_curve: pumpCurve,
  raydium_launchlab: launchlab,
  meteora_dbc: dbc,
  pumpswap,
  raydium_cpmm: cpmm,
  raydium_amm_v4: ammV4,
  meteora_damm_v1: dammV1,
  meteora_damm_v2: dammV2,
  raydium_clmm: clmm,
  orca_whirlpool: orca,
  meteora_dlmm: dlmm,
};

function pumpCurve(spec: MarketSpec): WrittenMarket {
  const { mint, program, tokens, lamports, complete, creator } = spec;
  const realQuote = complete ? 0n : lamports;
  const curve = pumpCurveAccount({
    mint,
    creator,
    complete,
    realQuote,
    realMint: complete ? 0n : tokens,
    totalSupply: PUMP_SUPPLY,
    virtualQuote: complete ? 115_000_000_000n : 30_000_000_000n + lamports,
    virtualMint:
      (1_073_000_000_000_000n * 30_000_000_000n) / (complete ? 115_000_000_000n : 30_000_000_000n + lamports),
  });
  const vault = holdingAccount({ authority: curve.address, mint, program, amount: complete ? 0n : tokens });
  return {
    accounts: [curve, vault],
    pool: curve.address,
    program: curve.owner,
    shares: { by: 'program' },
    vaults: { mint: vault.address, other: curve.address },
    vaultOwners: both(curve.address),
  };
}

function launchlab({ mint, tokens, lamports, creator, complete }: MarketSpec): WrittenMarket {
  const sold = complete ? 793_100_000_000_000n : 793_100_000_000_000n - tokens;
  const accounts = launchlabAccounts({
    baseMint: mint,
    quoteMint: WRAPPED_SOL,
    creator,
    admin: ADMIN,
    status: complete ? 2 : 0,
    supply: complete ? sold : sold + tokens,
    realBase: sold,
    realQuote: complete ? 0n : lamports,
  });
  const [pool, , , base, quote] = accounts;
  if (!pool || !base || !quote) throw new Error('a curve without vaults');
  return {
    accounts,
    pool: pool.address,
    program: pool.owner,
    shares: { by: 'program' },
    vaults: { mint: base.address, other: quote.address },
    vaultOwners: both(LAUNCHLAB_AUTHORITY),
  };
}

function dbc({ mint, tokens, lamports, creator, complete }: MarketSpec): WrittenMarket {
  const under = dbcConfig();
  const [pool, config] = [named(`DBC pool of ${mint}`, false), named('DBC configuration', false)];
  const amounts = { base: complete ? 0n : tokens, quote: complete ? 0n : lamports };
  const made = dbcPool({
    address: pool,
    under,
    config,
    creator,
    baseMint: mint,
    reserves: amounts,
    finished: complete,
  });
  return {
    accounts: [dbcPoolAccount(pool, made), dbcConfigAccount(config, under), ...dbcVaults(made, WRAPPED_SOL, amounts)],
    pool,
    program: dbcPoolAccount(pool, made).owner,
    shares: { by: 'program' },
    vaults: { mint: made.vaults.base, other: made.vaults.quote },
    vaultOwners: both(DBC_AUTHORITY),
  };
}

function pumpswap({ mint, program, tokens, lamports, index, creator, opener = creator }: MarketSpec): WrittenMarket {
  // The first pool is the one that a completed curve opens.
  const maker = index === 0 ? poolAuthority(mint) : opener;
  const pool = pumpswapPoolAccount({
    base: mint,
    baseProgram: program,
    index,
    creator: maker,
    lpSupply: ISSUED,
    coinCreator: creator,
  });
  const base = holdingAccount({ authority: pool.address, mint, program, amount: tokens });
  const quote = holdingAccount({ authority: pool.address, mint: WRAPPED_SOL, amount: lamports });
  return {
    accounts: [pool, base, quote],
    pool: pool.address,
    program: pool.owner,
    vaults: { mint: base.address, other: quote.address },
    vaultOwners: both(pool.address),
    shares: { by: 'lp', mint: lpMintOf(pool.address), issued: ISSUED, authority: pool.address },
  };
}

function cpmm({ mint, program, tokens, lamports, index, creator, openedAtUnix }: MarketSpec): WrittenMarket {
  const pool = cpmmPool({
    config: CPMM_CONFIG.address,
    tokens: [{ mint, program, decimals: 6 }, { mint: WRAPPED_SOL }],
    creator,
    lpIssued: ISSUED,
    openTime: BigInt(openedAtUnix),
    ...(index > 0 && { address: named(`CPMM pool ${index} of ${mint}`) }),
  });
  const vaults = pool.vaults.map(({ address: at, mint: of, program: owner }) =>
    holdingAccount({
      authority: CPMM_AUTHORITY,
      mint: of,
      program: owner,
      amount: of === mint ? tokens : lamports,
      address: at,
    }),
  );
  return {
    accounts: [pool, ...vaults],
    pool: pool.address,
    program: pool.owner,
    vaults: sidesOf(mint, pool.vaults),
    vaultOwners: both(CPMM_AUTHORITY),
    shares: { by: 'lp', mint: pool.lpMint, issued: ISSUED, authority: CPMM_AUTHORITY },
  };
}

function ammV4({ mint, tokens, lamports, index, openedAtUnix }: MarketSpec): WrittenMarket {
  const pool = ammV4Pool({
    market: named(`order book ${index} of ${mint}`),
    coin: { mint, decimals: 6 },
    pc: { mint: WRAPPED_SOL, decimals: 9 },
    fee: { numerator: 100n, denominator: 10_000n },
    openTime: BigInt(openedAtUnix),
    lpIssued: ISSUED,
  });
  const vaults = pool.vaults.map(({ address: at, mint: of }) =>
    holdingAccount({ authority: AMM_V4_AUTHORITY, mint: of, amount: of === mint ? tokens : lamports, address: at }),
  );
  return {
    accounts: [pool, ...vaults],
    pool: pool.address,
    program: pool.owner,
    vaults: sidesOf(mint, pool.vaults),
    vaultOwners: both(AMM_V4_AUTHORITY),
    shares: { by: 'lp', mint: pool.lpMint, issued: ISSUED, authority: AMM_V4_AUTHORITY },
  };
}

function dammV1({ mint, index, tokens, lamports, creator, lockedBps }: MarketSpec): WrittenMarket {
  const [derived] = dammV1Addresses(mint, WRAPPED_SOL);
  const pool = index === 0 && derived ? derived : named(`DAMM v1 pool ${index} of ${mint}`, false);
  const lpMint = named(`LP mint of ${pool}`);
  const side = (shares: bigint, others: bigint): DammV1Side => {
    const all = shares + others;
    return { total: all, supply: all, shares, cash: all };
  };
  const lockedLp = (ISSUED * BigInt(lockedBps)) / 10_000n;
  const accounts = dammV1Accounts(
    { address: pool, lpMint, mintA: mint, mintB: WRAPPED_SOL, fee: [1_000n, 100_000n], creator, lockedLp },
    { a: side(tokens, 0n), b: side(lamports, OF_OTHER_POOLS), lpSupply: ISSUED },
  );
  const [vaultA, vaultB] = [dammV1Vault(mint), dammV1Vault(WRAPPED_SOL)];
  const shareOf = (vault: Address) => ({ account: poolSharesAddress(vault, pool), mint: vaultLpMintAddress(vault) });
  return {
    accounts,
    pool,
    program: accounts[0]?.owner ?? pool,
    vaults: { mint: tokenVaultAddress(vaultA), other: tokenVaultAddress(vaultB) },
    vaultOwners: { mint: vaultA, other: vaultB },
    vaultShares: { owner: shareOf(vaultA).account, mint: shareOf(vaultA), other: shareOf(vaultB) },
    shares: { by: 'lp', mint: lpMint, issued: ISSUED, authority: vaultA },
  };
}
