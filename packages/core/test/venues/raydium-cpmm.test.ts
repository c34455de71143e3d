import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inByteOrder } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { raydiumCpmm } from '#venues/raydium-cpmm/index.ts';
import { poolAddress, readCpmmConfig, readPool } from '#venues/raydium-cpmm/layout.ts';
import { isRefused } from '#venues/venue.ts';
import { collectedAccounts, collectedQuotes, hasPools, POOLS } from './raydium-collected.ts';
import { accountsOf, CLOCK, granted, mintAccount } from './raydium-world.ts';

describe.runIf(hasPools)('Raydium CPMM on collected mainnet accounts', () => {
  const accounts = collectedAccounts('raydium-cpmm');
  const known = accountsOf(accounts);

  /** The LP mints were not collected; what stands in for them moves no price. */
  function openFor(address: string, side: 0 | 1) {
    const account = accounts.find((one) => one.address === address)!;
    const state = granted(readPool(account));
    const pool = granted(raydiumCpmm.recognise(account, state.mints[side]));
    const all = new Map(known).set(state.lpMint, mintAccount(state.lpMint, raydiumCpmm.authority!, 0n));
    return granted(pool.open(all, CLOCK));
  }

  it('decodes every pool and every configuration', () => {
    const pools = accounts.filter((one) => one.data.length === 637);
    const configs = accounts.filter((one) => one.data.length === 236);
    expect([pools.length, configs.length]).toEqual([2, 2]);
    expect(pools.map((one) => isRefused(readPool(one)))).toEqual([false, false]);
    expect(configs.map(readCpmmConfig)).toEqual(
      expect.arrayContaining(
        [2_500n, 20_000n].map((trade) => ({ trade, protocol: 120_000n, fund: 40_000n, creator: 500n })),
      ),
    );
  });

  it('quotes every verified trade to the last unit', () => {
    const vectors = collectedQuotes('cpmm');
    expect(vectors).not.toHaveLength(0);
    for (const { pool, in0, in1 } of vectors) {
      for (const [side, amounts] of [in0, in1].entries()) {
        const { market } = openFor(pool, side === 0 ? 0 : 1);
        for (const [amount, received] of Object.entries(amounts ?? {})) {
          expect(granted(market.quote('sell', BigInt(amount))).received).toBe(BigInt(received));
        }
      }
    }
  });

  it('derives the addresses of the collected pools and of all configurations', () => {
    const addresses = JSON.parse(readFileSync(join(POOLS, 'config_addresses.json'), 'utf8'));
    expect(raydiumCpmm.configurations).toEqual(Object.values(addresses.raydium_cpmm_amm_config).slice(0, 32));
    for (const account of accounts.filter((one) => one.data.length === 637)) {
      const { config, mints } = granted(readPool(account));
      const other = mints.find((mint) => mint !== WRAPPED_SOL)!;
      const pair = { mint: other, other: WRAPPED_SOL };
      expect(poolAddress(config, inByteOrder(...mints))).toBe(account.address);
      if (!known.has(config)) continue;
      expect(raydiumCpmm.candidates(pair, known)).toContain(account.address);
    }
  });

  it('takes no more than the depth and gives the creator and the opening of the migrated pool', () => {
    const { market, facts } = openFor('7JuwJuNU88gurFnyWeiyGKbFmExMWcmRZntn9imEzdny', 0);
    expect(market.depth).toEqual({
      mint: 1_927_052_254n - 69_220_427n - 86_140_625n - 0n,
      other: 146_870_650n - 869_850n - 1_264_457n,
    });
    expect(facts.openedAt).toBe(1_715_746_443n);
    const gor = granted(readPool(accounts.find((one) => one.address.startsWith('Q2sPHPdU'))!));
    expect(gor.creator).toBe('WLHv2UAZm6z4KyaaELi5pjdbJh6RESMva1Rnn8pJVVh');
  });
});
