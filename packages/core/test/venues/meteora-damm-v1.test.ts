import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Address, address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { tokenVaultAddress, vaultAddress, vaultLpMintAddress } from '#venues/meteora-damm-v1/addresses.ts';
import { meteoraDammV1 } from '#venues/meteora-damm-v1/index.ts';
import type { AccountBytes, Market } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

const DATA = fileURLToPath(new URL('../../../../../shared/data/pools/', import.meta.url));
const FOLDERS = ['meteora-damm-v1/sauce-meteora-damm-v1-cp', 'meteora-damm-v1/sauce'];
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const USDT = address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');

function accountsIn(folder: string): Map<Address, AccountBytes> {
  const found = readdirSync(`${DATA}${folder}`).map((name): readonly [Address, AccountBytes] => {
    const file = JSON.parse(readFileSync(`${DATA}${folder}/${name}`, 'utf8'));
    const at = address(file.address);
    const data = new Uint8Array(Buffer.from(file.base64Data, 'base64'));
    return [at, { address: at, owner: address(file.owner), lamports: 1n, data }];
  });
  return new Map(found);
}

/** The market of the folder's pool. The LP mint of the pools was not recorded, so it is made up. */
function marketIn(folder: string, pool: string, mint: Address, unixTime: bigint): Market {
  const accounts = accountsIn(folder);
  const account = accounts.get(address(pool));
  if (!account) throw new Error('no pool');
  const recognised = meteoraDammV1.recognise(account, mint);
  if (isRefused(recognised)) throw new Error(recognised.detail);
  const anyMint = [...accounts.values()].find(({ data }) => data.length === 82);
  const missing = recognised.needs.filter((at) => !accounts.has(at));
  expect(missing).toHaveLength(1);
  for (const at of missing) if (anyMint) accounts.set(at, { ...anyMint, address: at });
  const open = recognised.open(accounts, { slot: 400_000_000n, unixTime, epoch: 900n });
  if (isRefused(open)) throw new Error(`${open.refused}: ${open.detail}`);
  return open.market;
}

function received(market: Market, side: 'buy' | 'sell', amount: bigint): bigint {
  const quote = market.quote(side, amount);
  if (isRefused(quote)) throw new Error(quote.detail);
  return quote.received;
}

describe.runIf(existsSync(DATA))('real accounts of Meteora DAMM v1', () => {
  it('the recorded quotes of the USDC/SOL pool match to the last unit', () => {
    const { cases } = JSON.parse(readFileSync(`${DATA}quotes.json`, 'utf8'));
    const recorded = cases.find(({ venue }: { venue: string }) => venue.startsWith('damm v1'));
    const market = marketIn(FOLDERS[0] ?? '', recorded.pool, USDC, BigInt(recorded.now));
    for (const [amount, out] of Object.entries(recorded.aToB)) {
      expect(received(market, 'sell', BigInt(amount))).toBe(BigInt(String(out)));
    }
    for (const [amount, out] of Object.entries(recorded.bToA)) {
      expect(received(market, 'buy', BigInt(amount))).toBe(BigInt(String(out)));
    }
    const mirrored = marketIn(FOLDERS[0] ?? '', recorded.pool, WRAPPED_SOL, BigInt(recorded.now));
    expect(received(mirrored, 'buy', 1_000_000n)).toBe(13_563_294n);
  });

  it('the USDC/USDT pool trades near one to one on its stable curve', () => {
    const market = marketIn(FOLDERS[1] ?? '', '32D4zRxNc1EssbJieVHfPhZM3rH6CzfUPrWUuWxD9prG', USDC, 1_785_363_978n);
    const { numerator, denominator } = market.price;
    expect(Number((numerator * 1_000_000n) / denominator)).toBeGreaterThan(990_000);
    expect(Number((numerator * 1_000_000n) / denominator)).toBeLessThan(1_010_000);
    expect(received(market, 'sell', 1_000_000n)).toBeGreaterThan(990_000n);
  });

  it('vault addresses and LP mints follow from the mints', () => {
    for (const folder of FOLDERS) {
      const accounts = accountsIn(folder);
      for (const mint of folder.endsWith('-cp') ? [USDC, WRAPPED_SOL] : [USDC, USDT]) {
        const vault = vaultAddress(mint);
        for (const at of [vault, tokenVaultAddress(vault), vaultLpMintAddress(vault)]) {
          expect(accounts.has(at), `${mint} ${at}`).toBe(true);
        }
      }
    }
  });
});
