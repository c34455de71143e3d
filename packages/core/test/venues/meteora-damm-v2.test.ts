import { existsSync, readFileSync } from 'node:fs';
import { vaultAccount } from 'assay-sandbox/pools/meteora-damm-v2.ts';
import { describe, expect, it } from 'vitest';
import { type Address, address } from '#solana/address.ts';
import { CONFIGURATIONS, vaultAddress } from '#venues/meteora-damm-v2/addresses.ts';
import { meteoraDammV2 } from '#venues/meteora-damm-v2/index.ts';
import { AUTHORITY, PROGRAM, readPool } from '#venues/meteora-damm-v2/layout.ts';
import type { AccountBytes, Clock } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

const FOLDER = '../shared/data/pools';
const HERE = `${FOLDER}/meteora-damm-v2`;
/** A slot of its own: all real pools count Unix seconds or are open since long. */
const CLOCK: Clock = { slot: 430_000_000n, unixTime: 1_783_000_000n, epoch: 990n };

function sauce(file: string): AccountBytes {
  const { address: at, owner, base64Data } = JSON.parse(readFileSync(`${HERE}/sauce/${file}.json`, 'utf8'));
  return { address: address(at), owner: address(owner), lamports: 0n, data: Buffer.from(base64Data, 'base64') };
}

function raw(file: string, at: string): AccountBytes {
  return { address: address(at), owner: PROGRAM, lamports: 0n, data: readFileSync(`${HERE}/${file}`) };
}

/** The market of a real pool for its token A. Vaults that were not recorded hold what the pool counts. */
function marketOf(pool: AccountBytes, recorded: readonly AccountBytes[] = []) {
  const parts = readPool(pool);
  if (isRefused(parts)) throw new Error(parts.detail);
  const vault = (at: Address, mint: Address) =>
    vaultAccount({ address: at, mint, authority: AUTHORITY, amount: 10n ** 18n });
  const all = [pool, vault(parts.vaults.a, parts.mints.a), vault(parts.vaults.b, parts.mints.b), ...recorded];
  const found = meteoraDammV2.recognise(pool, parts.mints.a);
  if (isRefused(found)) throw new Error(found.detail);
  const opened = found.open(new Map(all.map((one) => [one.address, one])), CLOCK);
  if (isRefused(opened)) throw new Error(opened.detail);
  return { parts, ...opened };
}

describe.runIf(existsSync(HERE))('real Meteora DAMM v2 pools', () => {
  const vectors: Record<string, readonly string[]> = existsSync(HERE)
    ? JSON.parse(readFileSync(`${FOLDER}/quotes.json`, 'utf8')).cases.find(
        ({ venue }: { venue: string }) => venue === 'damm v2',
      ).pools
    : {};

  it.each([
    ['8Pm2', 'dammv2-solusdc-pool-8Pm2'],
    ['HybT', 'dammv2-compounding-HybT'],
  ])('%s quotes to the last unit as the SDK did on the same bytes', (name, file) => {
    const { market } = marketOf(sauce(file));
    const sizes = [
      ['sell', 1_000_000n],
      ['sell', 100_000_000n],
      ['buy', 1_000_000n],
      ['buy', 100_000_000n],
    ] as const;
    const received = sizes.map(([side, amount]) => {
      const quote = market.quote(side, amount);
      return isRefused(quote) ? quote.detail : String(quote.received);
    });
    expect(received).toEqual(vectors[name]);
  });

  it('the vaults of a real pool are the derived ones, hold what the pool counts, and belong to the shared authority', () => {
    const pool = sauce('dammv2-solusdc-pool-8Pm2');
    const vaults = [sauce('dammv2-vaultA'), sauce('dammv2-vaultB')];
    const { parts, market } = marketOf(pool, vaults);
    expect(vaults.map(({ address: at }) => at)).toEqual([
      vaultAddress(parts.mints.a, pool.address),
      vaultAddress(parts.mints.b, pool.address),
    ]);
    expect(market.depth.mint).toBeGreaterThan(0n);
    expect(market.depth.other).toBeGreaterThan(0n);
  });

  it('another recording of the same pool decodes and trades', () => {
    const at = '8Pm2kZpnxD3hoMmt4bjStX2Pw2Z9abpbHzZxMPqxPmie';
    const { market } = marketOf(raw(`zap-program/${at}.bin`, at));
    expect(isRefused(market.quote('sell', 1_000_000n))).toBe(false);
  });

  it('the configurations are those that were collected', () => {
    const collected: Record<string, string> = JSON.parse(
      readFileSync(`${FOLDER}/config_addresses.json`, 'utf8'),
    ).damm_v2_config;
    expect(new Set(CONFIGURATIONS)).toEqual(new Set(Object.values(collected)));
  });
});
