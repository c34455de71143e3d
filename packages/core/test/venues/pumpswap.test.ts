import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { describe, expect, it } from 'vitest';
import { address } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { readFeeConfig } from '#venues/pump-fees/fee-config.ts';
import { pumpswap } from '#venues/pumpswap/index.ts';
import { canonicalPool, lpMintOf, readPool, readSettings } from '#venues/pumpswap/layout.ts';
import type { AccountBytes, OpenPool } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { collectedAccount, collectedQuotes, hasPools } from './pump-collected.ts';

const CLOCK = { slot: 0n, unixTime: 0n, epoch: 0n };
const GEA = address('GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3');
const GSE = address('GseMAnNDvntR5uFePZ51yZBXzNSn7GdFPkfHwfr6d77J');
const PUMP_USDC = address('2uF4Xh61rDwxnG9woyxsVQP7zuA6kLFpb3NvnRQeoiSd');
const [J5, SEVEN, PUMP, USDC] = [
  address('J5reXJehdCV86HPHg2ewbeGYfMkxQT2YmLcg4DVfpump'),
  address('7LSsEoJGhLeZzGvDofTdNg7M3JttxQqGWNLo6vWMpump'),
  address('pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn'),
  address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
];

function got<T extends object>(result: T): Exclude<T, { refused: unknown }> {
  if (isRefused(result)) throw new Error(`${result.refused}: ${result.detail}`);
  return result as Exclude<T, { refused: unknown }>;
}

/** The collected pools, each with all that it takes to open it. */
function world(): ReadonlyMap<AccountBytes['address'], AccountBytes> {
  const names = ['fee-config', 'global-config', 'mint-7lss', 'mint-pump', 'mint-usdc', 'mint-wsol'];
  const vaults = ['vault-base-pump', 'vault-canonical-base', 'vault-canonical-quote', 'vault-quote-usdc'];
  const pools = ['pool-canonical-wsol', 'pool-pump-usdc'];
  const list = [...names, ...vaults, ...pools].map((name) => collectedAccount(`pumpswap/sauce/${name}.json`));
  for (const name of ['pool-GeaAnhd7', 'pool-GeaAnhd7-vault-base', 'pool-GeaAnhd7-vault-quote']) {
    list.push(collectedAccount(`pumpswap/${name}.json`));
  }
  // Its mint was not collected; the supply is that of the verified quotes.
  list.push(curveMintAccount({ mint: J5, supply: 1_000_000_000_000_000n, program: TOKEN_2022_PROGRAM }));
  const accounts = new Map(list.map((one) => [one.address, one]));
  for (const pool of [GEA, GSE, PUMP_USDC]) {
    const mint = lpMintOf(pool);
    accounts.set(mint, curveMintAccount({ mint, supply: 0n, program: TOKEN_2022_PROGRAM }));
  }
  return accounts;
}

function open(pool: typeof GEA, mint: typeof GEA): OpenPool {
  const accounts = world();
  const found = got(pumpswap.recognise(accounts.get(pool)!, mint));
  expect(found.needs.every((one) => accounts.has(one))).toBe(true);
  return got(found.open(accounts, CLOCK) as OpenPool);
}

describe.runIf(hasPools)('collected accounts of PumpSwap', () => {
  it('hold the fee schedule of mainnet in both versions that were collected', () => {
    const [older, newer] = ['pumpswap/sauce/fee-config.json', 'pumpswap/fee-config-mainnet-4073.json'].map((name) =>
      got(readFeeConfig(collectedAccount(name))),
    );
    expect(newer).toEqual(older);
    expect(newer?.flat).toEqual({ lp: 25n, protocol: 5n, creator: 0n });
    expect(newer?.tiers).toHaveLength(25);
    expect(newer?.tiers[0]).toEqual({ threshold: 0n, rates: { lp: 2n, protocol: 93n, creator: 30n } });
    expect(newer?.tiers[1]).toEqual({ threshold: 420_000_000_000n, rates: { lp: 20n, protocol: 5n, creator: 95n } });
    expect(newer?.tiers[24]).toEqual({ threshold: 98_240_000_000_000n, rates: { lp: 20n, protocol: 5n, creator: 5n } });
    expect(newer?.stableTiers).toHaveLength(25);
    expect(newer?.exotic).toEqual({ lp: 0n, protocol: 0n, creator: 0n });
  });

  it('hold the settings and pools, at the addresses that follow from their mints', () => {
    expect(got(readSettings(collectedAccount('pumpswap/sauce/global-config.json')))).toEqual({
      buyDisabled: false,
      sellDisabled: false,
      configurable: false,
    });
    expect([canonicalPool(J5, WRAPPED_SOL), canonicalPool(SEVEN, WRAPPED_SOL)]).toEqual([GEA, GSE]);
    const accounts = world();
    for (const pool of [GEA, GSE, PUMP_USDC]) {
      const state = got(readPool(accounts.get(pool)!));
      expect(state).toMatchObject({ lpMint: lpMintOf(pool), hasUnknownFields: false, waitingFees: 0n });
    }
    expect(got(readPool(accounts.get(GEA)!)).virtualQuote).toBe(17_584_505_540n);
    expect(pumpswap.configurations.every((one) => accounts.has(one))).toBe(true);
  });

  it('give the verified quotes to the last unit, from either mint', () => {
    const vectors = collectedQuotes('pumpswap');
    expect(vectors).toHaveLength(2);
    for (const { pool, buy, sell } of vectors) {
      const base = pool === GEA ? J5 : SEVEN;
      const [forward, reverse] = [base, WRAPPED_SOL].map((mint) => open(address(pool!), mint).market);
      for (const [amount, out] of Object.entries(buy!)) {
        expect(got(forward!.quote('buy', BigInt(amount))).received).toBe(BigInt(out));
        expect(got(reverse!.quote('sell', BigInt(amount))).received).toBe(BigInt(out));
      }
      for (const [amount, out] of Object.entries(sell!) as [string, string][]) {
        expect(got(forward!.quote('sell', BigInt(amount))).received).toBe(BigInt(out));
        expect(got(reverse!.quote('buy', BigInt(amount))).received).toBe(BigInt(out));
      }
    }
  });

  it('price a pool that anyone opened with flat fees', () => {
    // From sauce-sdk `docs/svm-venues.md`, for these very accounts.
    const { market } = open(PUMP_USDC, PUMP);
    expect(got(market.quote('buy', 1_000_000_000n)).received).toBe(632_706_768_908n);
    expect(got(market.quote('sell', 50_000_000_000n)).received).toBe(78_539_874n);
    expect(open(PUMP_USDC, USDC).market.depth).toEqual({ mint: market.depth.other, other: market.depth.mint });
  });

  it('hold a boost that is priced with and cannot be paid out', () => {
    const { market } = open(GEA, J5);
    expect(market.price.numerator - market.depth.other).toBeGreaterThan(17_000_000_000n);
    expect(market.quote('sell', market.depth.mint * 10n)).toMatchObject({ refused: 'insufficient_liquidity' });
  });
});
