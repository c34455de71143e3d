import { addressBytes } from 'assay-core/solana/address.ts';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import type { EffectRow, WalletHistories } from '#ledger/wallets/histories.ts';
import { openWalletHistories } from '#ledger/wallets/histories.ts';
import { forgetUnusedHistories } from '#ledger/wallets/retention.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { CHAIN, NOW, newWallet, rowsOf, watermarkOf } from './wallets-fixture.ts';

let test: TestDatabase;
let replica: Database;
let sql: Sql;
let both: readonly [WalletHistories, WalletHistories];
beforeAll(async () => {
  test = await openTestDatabase();
  replica = await openDatabase({ url: test.url });
  sql = test.database.sql;
  both = [openWalletHistories(sql, { chain: CHAIN }), openWalletHistories(replica.sql, { chain: CHAIN })];
});
afterAll(async () => {
  await replica.stop();
  await test.stop();
});

async function deadlocks(): Promise<number> {
  const rows = await sql<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return rows[0]?.deadlocks ?? -1;
}

const addition = (rows: readonly EffectRow[]) => ({ rows, watermark: watermarkOf(rows), forgetBefore: NOW });

it('two replicas that write the same wallet at once leave each row once, and never wait for each other', async () => {
  for (let round = 0; round < 30; round += 1) {
    const wallet = newWallet();
    const rows = rowsOf(60);
    await Promise.all([
      both[0].write(wallet, addition(rows)),
      both[1].write(wallet, addition(rows.toReversed().slice(20).toReversed())),
      both[1].write(wallet, { ...addition(rows.slice(30)), watermark: null }),
      both[0].read(wallet),
      forgetUnusedHistories(replica.sql, { unusedDays: 30, rowsMax: 0 }),
    ]);
    const { rows: read, watermark } = await both[0].read(wallet);
    expect(read.map(({ slot }) => slot)).toEqual(rows.map(({ slot }) => slot));
    expect(watermark?.slot).toBe(59);
  }
  expect(await deadlocks()).toBe(0);
});

it('a writer waits for another no longer than a moment', async () => {
  const wallet = newWallet();
  const rows = rowsOf(3);
  await both[0].write(wallet, addition(rows));
  await sql.begin(async (tx) => {
    await tx`SELECT FROM wallet_histories WHERE wallet = ${addressBytes(wallet)} FOR UPDATE`;
    await expect(both[1].write(wallet, addition(rowsOf(5)))).rejects.toMatchObject({ code: 'not_ready' });
  });
  expect((await both[1].read(wallet)).rows).toHaveLength(3);
});

/** Kills the connection on which a wallet is being written; how many there were. */
async function kill(killer: postgres.Sql): Promise<number> {
  const killed = await killer`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND query LIKE '%INTO wallet_effects%'
      AND pid <> pg_backend_pid()`;
  return killed.length;
}

it('a connection that is killed in the middle of a write leaves all of it or nothing', async () => {
  const killer = postgres(test.url, { max: 1, onnotice: () => undefined });
  const seen = { written: 0, lost: 0 };
  for (let round = 0; round < 10; round += 1) {
    const wallet = newWallet();
    const writing = both[0].write(wallet, addition(rowsOf(2_500))).then(
      () => 'written' as const,
      () => 'lost' as const,
    );
    for (let look = 0; look < 200 && (await kill(killer)) === 0; look += 1) {
      await killer`SELECT pg_sleep(${(round % 5) / 1_000}::float8)`;
    }
    const outcome = await writing;
    seen[outcome] += 1;
    const { rows, watermark } = await both[1].read(wallet);
    const whole = outcome === 'written' || rows.length > 0;
    expect([rows.length, watermark?.slot]).toEqual(whole ? [2_500, 2_499] : [0, undefined]);
  }
  await killer.end();
  expect(seen.lost).toBeGreaterThan(0);
});
