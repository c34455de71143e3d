import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '#ledger/postgres/sql.ts';
import type { WalletHistories } from '#ledger/wallets/histories.ts';
import { openWalletHistories } from '#ledger/wallets/histories.ts';
import { forgetUnusedHistories } from '#ledger/wallets/retention.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { CHAIN, hex, NOW, newWallet, plain, row, rowsOf, watermarkOf } from './wallets-fixture.ts';

let test: TestDatabase;
let sql: Sql;
let histories: WalletHistories;
beforeAll(async () => {
  test = await openTestDatabase();
  sql = test.database.sql;
  histories = openWalletHistories(sql, { chain: CHAIN });
});
afterAll(() => test.stop());

/** Lets a wallet appear unused, and not shortened, for so long. */
async function age(wallet: Address, seconds: number): Promise<void> {
  await sql`
    UPDATE wallet_histories SET used_at = used_at - make_interval(secs => ${seconds}),
      shortened_at = shortened_at - make_interval(secs => ${seconds})
    WHERE wallet = ${addressBytes(wallet)}`;
}

const existing = async (wallet: Address) => (await histories.read(wallet)).rows.length > 0;
const nothing = { rows: [], watermark: null };
const add = { watermark: null, forgetBefore: NOW };

describe('what is kept of a wallet', () => {
  it('is nothing before the first check', async () => {
    expect(await histories.read(newWallet())).toEqual(nothing);
  });

  it('is read back in order of slots, with the watermark', async () => {
    const wallet = newWallet();
    const rows = [...rowsOf(5), row(5, { time: null, listed: false, format: 3 })];
    await histories.write(wallet, { rows: rows.toReversed(), watermark: watermarkOf(rows), forgetBefore: NOW });
    const { rows: read, watermark } = await histories.read(wallet);
    expect(plain(read)).toEqual(plain(rows));
    expect({ ...watermark, signature: hex(watermark?.signature) }).toEqual({
      signature: hex(rows.at(-1)?.signature),
      slot: 5,
      provenFrom: NOW,
      format: 1,
    });
  });

  it('belongs to one chain', async () => {
    const wallet = newWallet();
    const other = openWalletHistories(sql, { chain: 'solana:sandbox-two' });
    await histories.write(wallet, { ...add, rows: rowsOf(2) });
    expect(await other.read(wallet)).toEqual(nothing);
    await other.write(wallet, { ...add, rows: rowsOf(3) });
    expect((await histories.read(wallet)).rows).toHaveLength(2);
    expect((await other.read(wallet)).rows).toHaveLength(3);
  });

  it('stays when it is written again, once for each signature', async () => {
    const wallet = newWallet();
    const rows = rowsOf(3);
    const first = rows.slice(0, 1);
    await histories.write(wallet, { ...add, rows: [...rows, ...first] });
    await histories.write(wallet, { ...add, rows });
    expect(plain((await histories.read(wallet)).rows)).toEqual(plain(rows));
  });

  it('is replaced by a newer format, by a repair and by a listing, and never by an older format', async () => {
    const wallet = newWallet();
    const old = row(1, { format: 2, listed: false });
    const written = async (changes: object) => {
      await histories.write(wallet, { ...add, rows: [{ ...old, ...changes }] });
      return plain((await histories.read(wallet)).rows);
    };
    const body = Buffer.from('repaired');
    expect(await written({})).toEqual(plain([old]));
    expect(await written({ format: 1, body })).toEqual(plain([old]));
    expect(await written({ listed: true })).toEqual(plain([{ ...old, listed: true }]));
    expect(await written({ body })).toEqual(plain([{ ...old, body, listed: true }]));
    expect(await written({ format: 3 })).toEqual(plain([{ ...old, format: 3, listed: true }]));
  });

  it('takes a whole window of transactions, and gives it back', async () => {
    const wallet = newWallet();
    const rows = rowsOf(4_500);
    await histories.write(wallet, { rows, watermark: watermarkOf(rows), forgetBefore: NOW });
    const { rows: read, watermark } = await histories.read(wallet);
    expect(read).toHaveLength(4_500);
    expect(watermark).not.toBeNull();
  });
});

describe('the watermark', () => {
  it('moves forward only, and stays where none is given', async () => {
    const wallet = newWallet();
    const rows = rowsOf(10);
    const slot = async (watermark: ReturnType<typeof watermarkOf> | null) => {
      await histories.write(wallet, { rows, watermark, forgetBefore: NOW });
      return (await histories.read(wallet)).watermark?.slot;
    };
    expect(await slot(null)).toBeUndefined();
    expect(await slot(watermarkOf(rows.slice(0, 6)))).toBe(5);
    expect(await slot(watermarkOf(rows.slice(0, 3)))).toBe(5);
    expect(await slot(null)).toBe(5);
    expect(await slot(watermarkOf(rows))).toBe(9);
  });

  it('never reaches back behind what was forgotten', async () => {
    const wallet = newWallet();
    const rows = rowsOf(10);
    await histories.write(wallet, { rows, watermark: watermarkOf(rows), forgetBefore: NOW });
    await histories.write(wallet, { rows: [], watermark: null, forgetBefore: NOW + 4 });
    expect((await histories.read(wallet)).watermark?.provenFrom).toBe(NOW + 4);
    // Another replica with an older clock or a longer window brings back neither the rows nor the claim.
    await histories.write(wallet, { rows, watermark: watermarkOf(rows), forgetBefore: NOW });
    const { rows: read, watermark } = await histories.read(wallet);
    expect(read.map(({ slot }) => slot)).toEqual([4, 5, 6, 7, 8, 9]);
    expect(watermark?.provenFrom).toBe(NOW + 4);
  });

  it('is not shown while somebody holds the wallet who may be deleting it', async () => {
    const wallet = newWallet();
    const rows = rowsOf(2);
    await histories.write(wallet, { rows, watermark: watermarkOf(rows), forgetBefore: NOW });
    await age(wallet, 100);
    await sql.begin(async (tx) => {
      await tx`SELECT FROM wallet_histories WHERE wallet = ${addressBytes(wallet)} FOR UPDATE`;
      expect(await histories.read(wallet)).toMatchObject({ rows: [{}, {}], watermark: null });
    });
    expect((await histories.read(wallet)).watermark).not.toBeNull();
  });
});

describe('what is old or too much', () => {
  it('goes when it lies before the moment to forget, untimed rows with their neighbours', async () => {
    const wallet = newWallet();
    const rows = [...rowsOf(4), row(1, { time: null }), row(8, { time: null })];
    await histories.write(wallet, { ...add, rows });
    await histories.write(wallet, { rows: [], watermark: null, forgetBefore: NOW + 3 });
    expect((await histories.read(wallet)).rows.map(({ slot }) => slot)).toEqual([3, 8]);
  });

  it.each(['at once', 'in two parts'])(
    'beyond the bound of a wallet the oldest go with the watermark, %s',
    async (how) => {
      const small = openWalletHistories(sql, { chain: CHAIN, rowsMax: 10 });
      const wallet = newWallet();
      const rows = rowsOf(14);
      if (how === 'in two parts') {
        const first = rows.slice(0, 9);
        await small.write(wallet, { rows: first, watermark: watermarkOf(first), forgetBefore: NOW });
      }
      await small.write(wallet, { rows, watermark: watermarkOf(rows), forgetBefore: NOW });
      const { rows: read, watermark } = await small.read(wallet);
      expect(read.map(({ slot }) => slot)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
      expect(watermark).toBeNull();
    },
  );

  it('a check that began before rows went cannot say that nothing is missing', async () => {
    const small = openWalletHistories(sql, { chain: CHAIN, rowsMax: 10 });
    const wallet = newWallet();
    const rows = rowsOf(12);
    await small.write(wallet, { ...add, rows });
    const late = { rows: rows.slice(-2), watermark: watermarkOf(rows), forgetBefore: NOW };
    await small.write(wallet, late);
    expect((await small.read(wallet)).watermark).toBeNull();
    await age(wallet, 1_000);
    await small.write(wallet, late);
    expect((await small.read(wallet)).watermark).not.toBeNull();
  });

  it('the tables refuse more rows than the bound, half a watermark and a watermark over forgotten rows', async () => {
    const wallet = newWallet();
    const rows = rowsOf(1);
    await histories.write(wallet, { rows, watermark: watermarkOf(rows), forgetBefore: NOW });
    const own = sql`WHERE wallet = ${addressBytes(wallet)}`;
    const refused = expect.objectContaining({ code: '23514' });
    await expect(sql`UPDATE wallet_histories SET kept = 25001 ${own}`).rejects.toEqual(refused);
    await expect(sql`UPDATE wallet_histories SET seam_slot = NULL ${own}`).rejects.toEqual(refused);
    await expect(sql`UPDATE wallet_histories SET seam_from = 1 ${own}`).rejects.toEqual(refused);
    const odd = histories.write(wallet, { ...add, rows: [row(2), row(3, { signature: new Uint8Array(63) })] });
    await expect(odd).rejects.toEqual(refused);
    expect((await histories.read(wallet)).rows).toHaveLength(1);
  });
});

describe('eviction', () => {
  const DAY = 86_400;
  const bounds = { unusedDays: 30, rowsMax: 1_000_000 };

  it('takes wallets that nobody asked about for long, with all that is kept of them', async () => {
    const wallets = Array.from({ length: 45 }, newWallet);
    for (const wallet of wallets) await histories.write(wallet, { ...add, rows: rowsOf(2) });
    const [used, written, ...unused] = wallets;
    for (const wallet of wallets) await age(wallet, 31 * DAY);
    if (!used || !written) throw new Error('no wallets');
    await histories.read(used);
    await histories.write(written, { ...add, rows: [] });
    const swept = await Promise.all([forgetUnusedHistories(sql, bounds), forgetUnusedHistories(sql, bounds)]);
    expect(swept.reduce((sum, count) => sum + count)).toBe(unused.length);
    expect([await existing(used), await existing(written)]).toEqual([true, true]);
    expect(await Promise.all(unused.map(existing))).not.toContain(true);
    const orphans = await sql`
      SELECT FROM wallet_effects WHERE history_id NOT IN (SELECT id FROM wallet_histories)`;
    expect(orphans).toHaveLength(0);
  });

  it('takes the least recently used beyond the bound of all rows, and none that is in use', async () => {
    await sql`DELETE FROM wallet_histories`;
    const wallets = Array.from({ length: 4 }, newWallet);
    for (const [place, wallet] of wallets.entries()) {
      await histories.write(wallet, { ...add, rows: rowsOf(10) });
      await age(wallet, place * 3_600);
    }
    expect(await forgetUnusedHistories(sql, { unusedDays: 30, rowsMax: 40 })).toBe(0);
    expect(await forgetUnusedHistories(sql, { unusedDays: 30, rowsMax: 25 })).toBe(2);
    expect(await Promise.all(wallets.map(existing))).toEqual([true, true, false, false]);
    expect(await forgetUnusedHistories(sql, { unusedDays: 30, rowsMax: 0 })).toBe(0);
  });

  it('leaves a wallet that is being written for the next time', async () => {
    const wallet = newWallet();
    await histories.write(wallet, { ...add, rows: rowsOf(2) });
    await age(wallet, 31 * DAY);
    await sql.begin(async (tx) => {
      await tx`SELECT FROM wallet_histories WHERE wallet = ${addressBytes(wallet)} FOR UPDATE`;
      expect(await forgetUnusedHistories(sql, bounds)).toBe(0);
    });
    expect(await forgetUnusedHistories(sql, bounds)).toBe(1);
  });
});
