import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Address, address } from '#solana/address.ts';
import {
  binArrayAddress,
  customizablePool,
  extensionAddress,
  factorPool,
  presetAddress,
  presetPool,
  stepPool,
  vaultAddress,
} from '#venues/meteora-dlmm/addresses.ts';
import { binPrice, readBinArray } from '#venues/meteora-dlmm/bins.ts';
import { meteoraDlmm } from '#venues/meteora-dlmm/index.ts';
import { POOL_BYTES, PROGRAM, readPool } from '#venues/meteora-dlmm/layout.ts';
import type { AccountBytes, Market, Side } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

const FOLDER = '../shared/data/pools';
const HERE = `${FOLDER}/meteora-dlmm`;
const SOL_USDC = address('5rCf1DM8LjKTw4YqhnoLcngyZYeNnQqztScTogYHAS6');

/** The accounts of SOL/USDC, as they stood together. */
function recorded(): Map<Address, AccountBytes> {
  const all = readdirSync(`${HERE}/sauce`).map((file): AccountBytes => {
    const { address: at, owner, base64Data } = JSON.parse(readFileSync(`${HERE}/sauce/${file}`, 'utf8'));
    return { address: address(at), owner: address(owner), lamports: 0n, data: Buffer.from(base64Data, 'base64') };
  });
  return new Map(all.map((one) => [one.address, one]));
}

function raw(at: Address, file: string): AccountBytes {
  return { address: at, owner: PROGRAM, lamports: 0n, data: readFileSync(`${HERE}/dlmm-sdk/${file}`) };
}

function solUsdc(): Market {
  const all = recorded();
  const account = all.get(SOL_USDC);
  const state = account ? readPool(account) : null;
  if (!account || !state || isRefused(state)) throw new Error('SOL/USDC does not decode');
  const pool = meteoraDlmm.recognise(account, state.mintX);
  if (isRefused(pool)) throw new Error(pool.detail);
  // Only five arrays around the active bin were recorded; further ones are as if nothing had been in them.
  const read = new Map<Address, AccountBytes | null>(pool.needs.map((one) => [one, all.get(one) ?? null]));
  read.set(SOL_USDC, account);
  const clock = { slot: 400_000_000n, unixTime: state.volatility.updatedAt + 1_000n, epoch: 900n };
  const opened = pool.open(withoutGaps(read, SOL_USDC), clock);
  if (isRefused(opened)) throw new Error(`${opened.refused} ${opened.detail}`);
  return opened.market;
}

/** Puts an empty array where none was recorded. */
function withoutGaps(read: Map<Address, AccountBytes | null>, pool: Address): Map<Address, AccountBytes | null> {
  const [sample] = [...read.values()].filter((one) => one?.data.length === 10_136);
  if (!sample) throw new Error('no bin array');
  for (let index = -110; index < -60; index += 1) {
    const at = binArrayAddress(pool, index);
    if (read.get(at) !== null) continue;
    const data = new Uint8Array(10_136);
    data.set(sample.data.subarray(0, 56));
    new DataView(data.buffer).setBigInt64(8, BigInt(index), true);
    read.set(at, { address: at, owner: PROGRAM, lamports: 0n, data });
  }
  return read;
}

describe.runIf(existsSync(HERE))('real Meteora DLMM pools', () => {
  it('quote to the last unit as the SDK did on the same bytes', () => {
    const { cases } = JSON.parse(readFileSync(`${FOLDER}/quotes.json`, 'utf8'));
    const vector = cases.find(({ venue }: { venue: string }) => venue === 'dlmm');
    const market = solUsdc();
    expect(vector.pool).toBe(SOL_USDC);
    const received = (side: Side, amount: string) => {
      const quote = market.quote(side, BigInt(amount));
      return isRefused(quote) ? quote.refused : String(quote.received);
    };
    for (const [amount, expected] of Object.entries(vector.xToY)) expect(received('sell', amount)).toBe(expected);
    for (const [amount, expected] of Object.entries(vector.yToX)) expect(received('buy', amount)).toBe(expected);
  });

  it('have vaults, arrays and extensions where derivation says', () => {
    const all = recorded();
    const account = all.get(SOL_USDC) as AccountBytes;
    const state = readPool(account);
    if (isRefused(state)) throw new Error(state.detail);
    expect(stepPool(state.mintX, state.mintY, Number(state.fees.binStep))).toBe(SOL_USDC);
    expect([vaultAddress(SOL_USDC, state.mintX), vaultAddress(SOL_USDC, state.mintY)]).toEqual([
      state.vaultX,
      state.vaultY,
    ]);
    expect(all.has(extensionAddress(SOL_USDC))).toBe(true);
  });

  it.each([
    ['EtAdVRLFH22rjWh3mcUasKFF27WtHhsaCvK27tPFFWig', (x: Address, y: Address) => factorPool(x, y, 250, 4_000)],
    ['9t3EyC9FweyL7PBWvKz3mrXg8B9fwFc9SK3QxM4ENqhd', customizablePool],
    ['B5Eia4cE71tKuEDaqPHucJLG2fxySKyKzLMewd2nUvoc', (x: Address, y: Address) => presetPool(presetAddress(0), x, y)],
  ])('%s decodes with its bin arrays and is where its mints lead', (name, derive) => {
    const at = address(name);
    const account = raw(at, `${name}/lb_pair.bin`);
    const state = readPool(account);
    if (isRefused(state)) throw new Error(state.detail);
    expect(derive(state.mintX, state.mintY)).toBe(at);
    expect(derive(state.mintY, state.mintX)).toBe(at);
    const arrays = [1, 2].map((number) => raw(at, `${name}/bin_array_${number}.bin`));
    const indexes = arrays.map(({ data }) => Number(new DataView(data.buffer, data.byteOffset).getBigInt64(8, true)));
    const read = arrays.map((array, i) => readBinArray(array, at, indexes[i] ?? 0));
    expect(read.filter(isRefused)).toEqual([]);
  });

  it('decode, each of them', () => {
    const artifacts = readdirSync(`${HERE}/dlmm-sdk-artifacts`).map((file): AccountBytes => {
      const { pubkey, account } = JSON.parse(readFileSync(`${HERE}/dlmm-sdk-artifacts/${file}`, 'utf8'));
      const data = Buffer.from(account.data[0], 'base64');
      return { address: address(pubkey), owner: address(account.owner), lamports: 0n, data };
    });
    const pools = artifacts.filter(({ data }) => data.length === POOL_BYTES);
    // The artifacts belong to a build of the program for development, under an address of its own.
    const states = pools.map((pool) => readPool({ ...pool, owner: PROGRAM }));
    expect(states.filter(isRefused)).toEqual([]);
    expect(states).toHaveLength(1);
  });

  it('store the very prices that are computed where none is stored', () => {
    let compared = 0;
    for (const { data, owner } of recorded().values()) {
      if (owner !== PROGRAM || data.length !== 10_136) continue;
      const view = new DataView(data.buffer, data.byteOffset, data.length);
      for (let bin = 0; bin < 70; bin += 1) {
        const at = 56 + 144 * bin + 16;
        const stored = view.getBigUint64(at, true) | (view.getBigUint64(at + 8, true) << 64n);
        if (stored === 0n) continue;
        expect(binPrice(Number(view.getBigInt64(8, true)) * 70 + bin, 4n)).toBe(stored);
        compared += 1;
      }
    }
    expect(compared).toBe(350);
  });
});
