import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WalletHistories } from '#ledger/wallets/histories.ts';
import { openWalletHistories } from '#ledger/wallets/histories.ts';
import { purgeCommand } from '../../src/operator/commands/purge.ts';
import { CHAIN, NOW, newWallet, row, rowsOf, watermarkOf } from '../ledger/wallets-fixture.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
let histories: WalletHistories;
beforeAll(async () => {
  test = await openTestDatabase();
  histories = openWalletHistories(test.database.sql, { chain: CHAIN });
});
afterAll(() => test.stop());

const purge = async (...args: string[]) =>
  (await purgeCommand(args, { databaseUrl: test.url, dataDir: 'unused' })).report;
const nothing = { rows: [], watermark: null };

async function keep(rows = rowsOf(4), of = histories) {
  const wallet = newWallet();
  await of.write(wallet, { rows, watermark: watermarkOf(rows), forgetBefore: NOW });
  return wallet;
}

describe('the purge of stored histories', () => {
  it('forgets one wallet on every chain, and no other', async () => {
    const [wallet, other] = [await keep(), await keep()];
    const elsewhere = openWalletHistories(test.database.sql, { chain: 'another chain' });
    await elsewhere.write(wallet, { rows: rowsOf(2), watermark: null, forgetBefore: NOW });
    expect(await purge('wallet', wallet)).toEqual({ purged: 'wallet', wallets: 2, transactions: 6 });
    expect([await histories.read(wallet), await elsewhere.read(wallet)]).toEqual([nothing, nothing]);
    expect((await histories.read(other)).rows).toHaveLength(4);
    expect(await purge('wallet', wallet)).toEqual({ purged: 'wallet', wallets: 0, transactions: 0 });
  });

  it('forgets all, however many there are', async () => {
    const wallets = await Promise.all(Array.from({ length: 13 }, () => keep()));
    expect(await purge('wallet', 'all')).toMatchObject({ purged: 'wallet' });
    for (const wallet of wallets) expect(await histories.read(wallet)).toEqual(nothing);
    expect(await purge('wallet', 'all')).toEqual({ purged: 'wallet', wallets: 0, transactions: 0 });
  });

  it('leaves a check that read before it no claim that what it read is whole', async () => {
    const rows = rowsOf(4);
    const wallet = await keep(rows);
    await purge('wallet', wallet);
    const later = [row(5)];
    await histories.write(wallet, { rows: later, watermark: watermarkOf(later), forgetBefore: NOW });
    expect(await histories.read(wallet)).toMatchObject({ rows: [{ slot: 5 }], watermark: null });
  });

  it.each([[], ['wallet'], ['wallet', 'x'], ['funder', 'all'], ['wallet', 'all', 'all']])(
    'takes nothing but one wallet or all: %s %s %s',
    async (...args) => {
      await expect(purge(...args.filter((one) => one !== undefined))).rejects.toThrow(/npm run --silent purge/);
    },
  );
});
