import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchlabGlobalConfig, launchlabVault } from 'assay-sandbox/pools/raydium-launchlab.ts';
import { describe, expect, it } from 'vitest';
import { type Address, address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { raydiumLaunchlab } from '#venues/raydium-launchlab/index.ts';
import {
  poolAddress,
  poolVaultAddress,
  readPool,
  WRAPPED_SOL_CONFIGURATION,
} from '#venues/raydium-launchlab/layout.ts';
import type { AccountBytes, Market } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

const DATA = fileURLToPath(new URL('../../../../../shared/data/pools/', import.meta.url));
const CLOCK = { slot: 400_000_000n, unixTime: 1_785_363_978n, epoch: 900n };
const BONK_POOL = 'raydium-launchlab/sauce-raydium-launchlab/pool.json';
const OTHER_POOL = 'raydium-launchlab/pool-7L2sWFH3.json';
const DEVNET_POOL = 'raydium-launchlab/devnet-pool-124G1195.json';

function account(path: string): AccountBytes {
  const file = JSON.parse(readFileSync(`${DATA}${path}`, 'utf8'));
  const { pubkey, account: inner } = file;
  const [at, owner, text] = pubkey ? [pubkey, inner.owner, inner.data[0]] : [file.address, file.owner, file.base64Data];
  return {
    address: address(at),
    owner: address(owner),
    lamports: 1n,
    data: new Uint8Array(Buffer.from(text, 'base64')),
  };
}

/** The recorded pool of letsbonk.fun with its configurations. Its vaults were not recorded, so they are made up. */
function bonkMarket(): Market {
  const pool = account(BONK_POOL);
  const state = readPool(pool);
  if (isRefused(state)) throw new Error(state.detail);
  const accounts = new Map<Address, AccountBytes>([[pool.address, pool]]);
  for (const name of ['global-config', 'platform-config']) {
    const one = account(`raydium-launchlab/sauce-raydium-launchlab/${name}.json`);
    accounts.set(one.address, one);
  }
  for (const mint of [state.baseMint, state.quoteMint]) {
    const vault = launchlabVault(pool.address, mint, 1_000_000_000_000_000n);
    accounts.set(vault.address, { ...vault, lamports: 1n });
  }
  const found = raydiumLaunchlab.recognise(pool, state.baseMint);
  if (isRefused(found)) throw new Error(found.detail);
  expect(found.needs.filter((at) => !accounts.has(at))).toEqual([]);
  const open = found.open(accounts, CLOCK);
  if (isRefused(open)) throw new Error(open.detail);
  return open.market;
}

describe.runIf(existsSync(DATA))('real accounts of Raydium LaunchLab', () => {
  it('the simulated buys of the letsbonk.fun pool match to the last unit', () => {
    const { cases } = JSON.parse(readFileSync(`${DATA}quotes.json`, 'utf8'));
    const recorded = cases.find(({ venue }: { venue: string }) => venue === 'launchlab');
    const market = bonkMarket();
    for (const [amount, out] of Object.entries(recorded.buy)) {
      const quote = market.quote('buy', BigInt(amount));
      expect(isRefused(quote) ? quote.refused : quote.received).toBe(BigInt(String(out)));
    }
  });

  it('pools and their vaults are where they follow from the mints', () => {
    for (const path of [BONK_POOL, OTHER_POOL]) {
      const pool = account(path);
      const state = readPool(pool);
      if (isRefused(state)) throw new Error(state.detail);
      expect(poolAddress(state.baseMint, state.quoteMint)).toBe(pool.address);
      expect(poolVaultAddress(pool.address, state.baseMint)).toBe(state.baseVault);
      expect(poolVaultAddress(pool.address, state.quoteMint)).toBe(state.quoteVault);
    }
    expect(launchlabGlobalConfig(WRAPPED_SOL).address).toBe(WRAPPED_SOL_CONFIGURATION);
  });

  it('a pool of the program on another network is foreign', () => {
    const found = raydiumLaunchlab.recognise(account(DEVNET_POOL), WRAPPED_SOL);
    expect(found).toMatchObject({ refused: 'foreign_owner' });
  });
});
