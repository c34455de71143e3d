import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Address, address, addressOf } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { tickArrayAddress } from '#venues/orca-whirlpool/addresses.ts';
import { orcaWhirlpool } from '#venues/orca-whirlpool/index.ts';
import { readWhirlpool } from '#venues/orca-whirlpool/layout.ts';
import { readTickArray } from '#venues/orca-whirlpool/tick-array.ts';
import type { AccountBytes, Accounts, Quote, Side } from '#venues/venue.ts';

const POOLS = join(import.meta.dirname, '../../../../../shared/data/pools');
const hasPools = existsSync(join(POOLS, 'MANIFEST.json'));

interface Entry {
  readonly file: string;
  readonly address: Address | null;
  readonly owner: Address;
  readonly disc: string;
}

interface Vectors {
  readonly pool: string;
  readonly aToB: Readonly<Record<string, string>>;
  readonly bToA: Readonly<Record<string, string>>;
}

function json<T>(name: string): T {
  return JSON.parse(readFileSync(join(POOLS, name), 'utf8')) as T;
}

/** A collected account, of the two forms that the collection has: `base64Data`, or `data` as one base64 text. */
function load(entry: Entry): AccountBytes {
  const raw = json<{ base64Data?: string; data?: string }>(entry.file);
  const data = new Uint8Array(Buffer.from(raw.base64Data ?? raw.data ?? '', 'base64'));
  if (!entry.address) throw new Error(`no address: ${entry.file}`);
  return { address: entry.address, owner: entry.owner, lamports: 0n, data };
}

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const CLOCK = { slot: 350_000_000n, unixTime: 1_785_000_000n, epoch: 800n };

describe.runIf(hasPools)('collected Whirlpool accounts', () => {
  const entries = hasPools ? json<{ entries: Entry[] }>('MANIFEST.json').entries : [];
  const orca = entries.filter(({ file, address: at }) => file.startsWith('orca-whirlpool/') && at !== null).map(load);
  const of = (disc: string) => orca.filter(({ data }) => Buffer.from(data.subarray(0, 8)).toString('hex') === disc);
  const sol = orca.find(({ address: at }) => at === 'Czfq3xZZDmsdGdUyrNLtRhGc47cXcZtLG4crryfu44zE');

  /** The SOL/USDC pool with all that was collected for it; arrays that were not are taken to be empty. */
  function market(mint: Address) {
    if (!sol) throw new Error('the SOL/USDC pool is missing');
    const pool = orcaWhirlpool.recognise(sol, mint);
    if ('refused' in pool) throw new Error(pool.detail);
    const read = new Map(orca.map((account) => [account.address, account]));
    const accounts: Accounts = new Map([sol.address, ...pool.needs].map((at) => [at, read.get(at) ?? null]));
    const opened = pool.open(accounts, CLOCK);
    if ('refused' in opened) throw new Error(opened.detail);
    return { market: opened.market, collected: pool.needs.filter((at) => read.has(at)).length };
  }

  function quoted(mint: Address, side: Side, amount: bigint): Quote {
    const quote = market(mint).market.quote(side, amount);
    if ('refused' in quote) throw new Error(quote.detail);
    return quote;
  }

  it('every pool is recognised for both of its mints, and stands at the address of its fee tier', () => {
    const pools = of('3f95d10ce1806309');
    expect(pools).toHaveLength(2);
    for (const account of pools) {
      const read = readWhirlpool(account);
      if ('refused' in read) throw new Error(read.detail);
      for (const [mint, other] of [
        [read.a.mint, read.b.mint],
        [read.b.mint, read.a.mint],
      ] as const) {
        const pool = orcaWhirlpool.recognise(account, mint);
        expect(pool).toMatchObject({ address: account.address, mint, other });
        const candidates = orcaWhirlpool.candidates({ mint, other }, new Map());
        expect(candidates).toContain(account.address);
      }
    }
  });

  it('every tick array, fixed or dynamic, decodes and stands at the address of its place', () => {
    const fixed = of('4561bdbe6e0742bb');
    const dynamic = of('11d8f68ee1c7da38');
    expect([fixed.length, dynamic.length]).toEqual([6, 1]);
    for (const account of [...fixed, ...dynamic]) {
      const isFixed = fixed.includes(account);
      const view = new DataView(account.data.buffer, account.data.byteOffset);
      const start = view.getInt32(8, true);
      const pool = addressOf(account.data.subarray(isFixed ? 9956 : 12).subarray(0, 32));
      expect(tickArrayAddress(pool, start)).toBe(account.address);
      const spacings = [1, 4, 8, 64, 512, 32_896].filter((spacing) => start % (88 * spacing) === 0);
      const ticks = readTickArray(account, { pool, start, tickSpacing: spacings.at(-1) ?? 1 });
      expect(ticks).not.toHaveProperty('refused');
    }
  });

  it('the pool of a tick array needs the arrays around its price', () => {
    expect(market(WRAPPED_SOL).collected).toBe(7);
  });

  it('every verified quote is met to the last unit, from either mint', () => {
    const { cases } = json<{ cases: (Vectors & { venue: string })[] }>('quotes.json');
    const vectors = cases.filter(({ venue }) => venue === 'whirlpool');
    expect(vectors).toHaveLength(1);
    for (const [side, mirrored, key] of [
      ['sell', 'buy', 'aToB'],
      ['buy', 'sell', 'bToA'],
    ] as const) {
      for (const [amount, out] of Object.entries(vectors[0]?.[key] ?? {})) {
        expect(quoted(WRAPPED_SOL, side, BigInt(amount)).received).toBe(BigInt(out));
        expect(quoted(USDC, mirrored, BigInt(amount)).received).toBe(BigInt(out));
      }
    }
  });

  it('the configuration accounts are those that were derived independently', () => {
    const derived = json<{ orca_fee_tier: Record<string, string> }>('config_addresses.json').orca_fee_tier;
    expect([...orcaWhirlpool.configurations].sort()).toEqual(Object.values(derived).sort());
  });
});
