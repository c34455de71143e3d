import { pay } from 'assay-sandbox/world/instructions.ts';
import { faucet } from 'assay-sandbox/world/scene.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { type WatchedSandbox, watchSandbox } from '../../packages/core/test/support/wallet-road.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { inTime } from '../support/in-time.ts';
import { openService, type Service } from '../support/service.ts';

/** As many as count by default. */
const DUST = 3_000;

let road: WatchedSandbox;
let test: TestDatabase;
let service: Service;
beforeAll(async () => {
  [road, test] = await Promise.all([watchSandbox(), openTestDatabase()]);
  service = await openService({ ...devnetSettings, DATABASE_URL: test.url, SOLANA_RPC_URLS: road.url });
});

afterAll(async () => {
  await service.end();
  await road.close();
  await test.stop();
});

it('three thousand transactions of a stranger take no verdict away', async () => {
  const apiKey = String((await openLedger(test.database).grant(5_000_000n)).apiKey);
  const subject = road.subject('forty round trips');
  const ask = async () => {
    const response = await fetch(`${service.url}/check/wallet/${subject}`, { headers: { 'X-API-Key': apiKey } });
    return await response.json();
  };
  const check = () => inTime(ask, (body) => body);
  const before = await check();
  expect(before.verdict).toBe('TRUSTED');
  const [giver, to] = [faucet(road.cast), road.cast.person('a wallet with a steady record').publicKey];
  await road.sendAll(
    Array.from({ length: DUST }, (_, n) => ({ payer: giver, instructions: [pay(giver, to, BigInt(n + 1))] })),
  );
  const after = await check();
  expect([after.verdict, after.reason_codes, after.confidence]).toEqual([
    before.verdict,
    before.reason_codes,
    before.confidence,
  ]);
  expect(after.metrics.window).toMatchObject({ why: null, dust_transactions: DUST, breaks: 0, mismatches: 0 });
  expect(after.metrics.realized_pnl_lamports).toBe(before.metrics.realized_pnl_lamports);
  // The next check remembers all of it.
  road.forget();
  expect((await check()).verdict).toBe('TRUSTED');
  expect(road.asked().bodies).toEqual([]);
}, 120_000);
