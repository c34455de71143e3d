import { join } from 'node:path';
import { worldOfBodies } from 'assay-sandbox/replay/bodies.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import type { RecordedWorld } from 'assay-sandbox/replay/world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { COLLECTED, hasCollected } from '../replay/collected.ts';
import { type App, withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { asPublished } from '../support/published-schemas.ts';

const mainnet = { SOLANA_NETWORK: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' };

/** Checks that are asked at once. */
const TOGETHER = 9;

let database: TestDatabase;
let apiKey: string;
beforeAll(async () => {
  database = await openTestDatabase();
  apiKey = await newKey();
});
afterAll(() => database.stop());

async function newKey(): Promise<string> {
  return String((await openLedger(database.database).grant(100_000_000n)).apiKey);
}

async function check(app: App, subject: string) {
  const response = await fetch(`${app.url}/check/funder/${subject}`, { headers: { 'X-API-Key': apiKey } });
  return asPublished({ status: response.status, headers: response.headers, body: await response.json() });
}

describe.runIf(hasCollected)('recorded mainnet transactions, through the running service', () => {
  let world: RecordedWorld;
  let addresses: readonly string[];
  beforeAll(() => {
    world = worldOfBodies(join(COLLECTED, 'transactions')).world;
    addresses = [...world.histories.keys()];
  });
  const starting = (prefix: string) => String(addresses.find((address) => address.startsWith(prefix)));

  it('name the exchange that paid out, natively or in tokens', async () => {
    await withApp(database, [replayMethods(world)], mainnet, async (app) => {
      for (const [prefix, exchange] of [
        ['9AcRtq', 'Binance'],
        ['BJQPNK', 'OKX'],
      ] as const) {
        const { body } = await check(app, starting(prefix));
        expect(body).toMatchObject({ verdict: 'CEX_FUNDED', reason_codes: ['DIRECT_CEX_TRANSFER'] });
        expect(body.metrics.source_label.exchange).toBe(exchange);
        expect(body.billing.charged_usdc).toBe('0.05');
      }
    });
  });

  it('give every address that they name an answer or a gap, never a failure', async () => {
    await withApp(database, [replayMethods(world)], mainnet, async (app) => {
      const sample = addresses.filter((_, index) => index % 25 === 0);
      expect(sample.length).toBeGreaterThan(50);
      for (let n = 0; n < sample.length; n += TOGETHER) {
        // Recorded pieces of history are no whole ones: after ten answers that a gap decided a key has to wait.
        apiKey = await newKey();
        const answers = await Promise.all(sample.slice(n, n + TOGETHER).map((address) => check(app, address)));
        for (const { status, body } of answers) {
          expect(status).toBe(200);
          expect(body.reason_codes.length).toBeGreaterThan(0);
        }
      }
    });
  });
});
