import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Address, address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import {
  configurationAddress,
  extensionAddress,
  poolAddress,
  tickArrayAddress,
  vaultAddress,
} from '#venues/raydium-clmm/addresses.ts';
import { raydiumClmm } from '#venues/raydium-clmm/index.ts';
import { readPool, readRates } from '#venues/raydium-clmm/layout.ts';
import { inUse, readExtension, readTicks } from '#venues/raydium-clmm/tick-arrays.ts';
import type { AccountBytes, Accounts, Market, OpenPool, Side } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

const FOLDER = '../shared/data/pools/raydium-clmm/sauce';
const QUOTES = '../shared/data/pools/quotes.json';
const POOL = address('3ucNos4NbumPLZNWztqGHNFFgkHeRMBQAVemeeomsUxv');
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const CLOCK = { slot: 1n, unixTime: 1_785_000_000n, epoch: 1n };

/** Accounts of a mainnet pool, SOL against USDC in configuration 8, as they stood in July 2026. */
function recorded(): Accounts {
  const accounts = new Map<Address, AccountBytes | null>();
  for (const name of readdirSync(FOLDER)) {
    const body = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'));
    const at = address(body.address);
    const data = new Uint8Array(Buffer.from(body.base64Data, 'base64'));
    accounts.set(at, { address: at, owner: address(body.owner), lamports: 1n, data });
  }
  return accounts;
}

/** The pool as it was recorded; what was not recorded stays unread. */
function opened(accounts: Accounts, mint: Address): OpenPool {
  const pool = raydiumClmm.recognise(the(accounts, POOL), mint);
  if (isRefused(pool)) throw new Error(pool.detail);
  const open = pool.open(accounts, CLOCK);
  if (isRefused(open)) throw new Error(open.detail);
  return open;
}

function the(accounts: Accounts, at: Address): AccountBytes {
  const account = accounts.get(at);
  if (!account) throw new Error(`${at} was not recorded`);
  return account;
}

function received(market: Market, side: Side, amount: bigint): bigint {
  const quote = market.quote(side, amount);
  if (isRefused(quote)) throw new Error(quote.detail);
  return quote.received;
}

describe.runIf(existsSync(FOLDER))('a recorded mainnet pool', () => {
  const accounts = existsSync(FOLDER) ? recorded() : new Map<Address, AccountBytes | null>();
  const ofVenue = [...accounts.values()].flatMap((account) =>
    account && account.owner === raydiumClmm.program ? [account] : [],
  );
  const bySize = (length: number) => ofVenue.filter(({ data }) => data.length === length);

  it('decodes with its configuration, its tick arrays and its bitmap extension', () => {
    const pool = readPool(the(accounts, POOL));
    if (isRefused(pool)) throw new Error(pool.detail);
    expect(bySize(117).map((account) => readRates(account))).toEqual([
      { trade: 400n, protocol: 120_000n, fund: 40_000n },
    ]);
    expect(bySize(1832)).toHaveLength(1);
    const extension = readExtension(the(accounts, extensionAddress(POOL)), POOL);
    if ('refused' in extension) throw new Error(extension.detail);
    const used = inUse(pool.bitmap, extension);
    expect(bySize(10_240)).toHaveLength(5);
    for (const array of bySize(10_240)) {
      const start = new DataView(array.data.buffer).getInt32(40, true);
      const ticks = readTicks(array, POOL, start, pool.tickSpacing);
      if ('refused' in ticks) throw new Error(ticks.detail);
      expect(ticks).toHaveLength(array.data[10_124] ?? -1);
      expect(used).toContain(start / 60);
      expect(tickArrayAddress(POOL, start)).toBe(array.address);
    }
  });

  it('stands at the addresses that are derived for it', () => {
    const pool = readPool(the(accounts, POOL));
    if (isRefused(pool)) throw new Error(pool.detail);
    expect(configurationAddress(8)).toBe(pool.configuration);
    expect(poolAddress(pool.configuration, USDC, WRAPPED_SOL)).toBe(POOL);
    expect(pool.mints.map((mint) => vaultAddress(POOL, mint))).toEqual([...pool.vaults]);
    const [candidate] = raydiumClmm.candidates({ mint: USDC, other: WRAPPED_SOL }, accounts);
    expect(candidate).toBe(POOL);
  });

  it('is quoted to the last unit as the published vectors say', () => {
    const cases = JSON.parse(readFileSync(QUOTES, 'utf8')).cases as {
      venue: string;
      pool: string;
      zeroForOne: Record<string, string>;
      oneForZero: Record<string, string>;
    }[];
    const vectors = cases.filter(({ venue, pool }) => venue === 'clmm' && pool === POOL);
    expect(vectors).toHaveLength(1);
    const [sol, usdc] = [opened(accounts, WRAPPED_SOL).market, opened(accounts, USDC).market];
    for (const { zeroForOne, oneForZero } of vectors) {
      for (const [amount, out] of Object.entries(zeroForOne)) {
        expect(received(sol, 'sell', BigInt(amount))).toBe(BigInt(out));
        expect(received(usdc, 'buy', BigInt(amount))).toBe(BigInt(out));
      }
      for (const [amount, out] of Object.entries(oneForZero)) {
        expect(received(sol, 'buy', BigInt(amount))).toBe(BigInt(out));
        expect(received(usdc, 'sell', BigInt(amount))).toBe(BigInt(out));
      }
    }
  });

  it('is not quoted beyond the arrays that were read', () => {
    const { market } = opened(accounts, WRAPPED_SOL);
    expect(market.quote('sell', 10n ** 18n)).toMatchObject({ refused: 'not_read' });
    expect(market.quote('buy', 10n ** 16n)).toMatchObject({ refused: 'not_read' });
  });

  it('tells its depth, its creator and when it opened', () => {
    const { market, facts } = opened(accounts, WRAPPED_SOL);
    expect(market.depth.mint).toBeGreaterThan(10n ** 12n);
    expect(market.depth.other).toBeGreaterThan(10n ** 12n);
    expect(facts).toMatchObject({ openedAt: 1_723_037_622n, lockedLiquidityBps: null });
  });
});
