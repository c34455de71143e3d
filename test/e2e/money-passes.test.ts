import { request } from 'node:http';
import type { Keypair } from '@solana/web3.js';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { clean } from '../ledger/fixture.ts';
import { promised } from '../payments/billing-town.ts';
import { withApp } from '../support/app.ts';
import { openService, type Service } from '../support/service.ts';
import { until } from '../support/until.ts';
import { ask, boughtKey, claim, type MoneyTown, openMoneyTown, paid, withKey } from './money-town.ts';

let town: MoneyTown;
let wallet: Keypair;
let one: Service;
let two: Service;

beforeAll(async () => {
  town = await openMoneyTown();
  wallet = await town.wallet(1_000_000_000n);
  [one, two] = await Promise.all([openService(town.settings), openService(town.settings)]);
  await town.settle();
});
afterAll(async () => {
  await Promise.all([one?.end(), two?.end()]);
  await town?.stop();
});

const check = (key: string, url = one.url, headers: Record<string, string> = {}, subject = town.subject) =>
  withKey(`${url}/check/funder/${subject}`, key, headers);
/** Subjects whose checks are charged, one for each verdict: an equal call at once may be a repeat of one not yet noted as read. */
const charged = () =>
  ['CEX_FUNDED', 'WALLET_FUNDED', 'UNKNOWN_ORIGIN'].map((verdict) =>
    String(town.sandbox.subjects.find((subject) => subject.verdict === verdict)?.address),
  );
const account = async (key: string) => (await withKey(`${two.url}/credits/balance`, key)).body;
const newKey = async (): Promise<string> => String((await openLedger(town.database.database).grant(1_000_000n)).apiKey);
const buyPass = async (key: string, amount: number) => {
  const claims = await paid(town, one.url, wallet, amount, { pass: true });
  return await claim(two.url, { ...claims, key, pass: true });
};
const DAY_MS = 86_400_000;
/** Times are told in whole seconds. */
const SECOND_MS = 1_000;

async function databaseNow(): Promise<number> {
  const [row] = await town.database.database.sql<{ now: Date }[]>`SELECT now() AS now`;
  return Number(row?.now);
}

describe('passes queue and never overwrite (5.15)', () => {
  it('a second one is queued; calls draw on the running one, then the balance, and on the queued one only once that is empty', async () => {
    const { sql } = town.database.database;
    const key = String((await openLedger(town.database.database).grant(50_000n)).apiKey);
    const first = await buyPass(key, 19_000_000);
    expect([first.status, first.body.balance_usdc]).toEqual([200, '0.05']);
    expect(first.body.pass).toMatchObject({ tier: 'traveller', fair_use_calls: 2_000, fair_use_left: 2_000 });
    const second = (await buyPass(key, 49_000_000)).body.pass;
    expect(second).toMatchObject({ tier: 'voyager', starts_at: first.body.pass.expires_at, fair_use_left: 10_000 });
    expect(Date.parse(second.expires_at) - Date.parse(second.starts_at)).toBe(30 * DAY_MS);
    expect((await account(key)).passes.map(({ state }: { state: string }) => state)).toEqual(['active', 'queued']);
    await sql`UPDATE passes SET included = 1`;
    const routes = [];
    const replicas = [one, two, one];
    for (const [i, subject] of charged().entries()) {
      const { billing } = (await check(key, replicas[i]?.url, {}, subject)).body;
      routes.push([billing.route, billing.charged_usdc, billing.pass?.tier, billing.pass?.calls_left]);
    }
    expect(routes).toEqual([
      ['pass', '0.00', 'traveller', 0],
      ['credit', '0.05', undefined, undefined],
      ['pass', '0.00', 'voyager', 0],
    ]);
    const left = await account(key);
    expect(left.balance_usdc).toBe('0.00');
    expect(left.passes[1]).toMatchObject({ starts_at: second.starts_at, expires_at: second.expires_at });
  });

  it('the last call of a pass, wanted ten times at once on two replicas, is drawn once', async () => {
    const key = await boughtKey(town, one.url, wallet, 1_000_000);
    await buyPass(key, 19_000_000);
    const { sql } = town.database.database;
    await sql`UPDATE passes SET included = used + 1`;
    const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => check(key, [one, two][i % 2]?.url)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const drawn = (route: string) => replies.filter(({ body }) => body.billing.route === route).length;
    const repeats = replies.filter(({ body }) => body.billing.replayed).length;
    // A repeat of an answer whose delivery the other replica has not noted yet is free (5.3); everything else was paid.
    expect([drawn('pass'), drawn('credit') + repeats]).toEqual([1, 9]);
    const spent = BigInt(drawn('credit')) * 50_000n;
    expect(BigInt((await account(key)).balance_atomic)).toBe(1_000_000n - spent);
  });

  it('one ends on the clock of the database, and the next begins now', async () => {
    const { sql } = town.database.database;
    const key = await boughtKey(town, one.url, wallet, 500_000);
    await buyPass(key, 19_000_000);
    const hold = await sql`SELECT max(id) AS id FROM passes`;
    await sql`UPDATE passes SET starts_at = now() - interval '30 days', expires_at = now() WHERE id = ${hold[0]?.id}`;
    expect((await account(key)).passes).toEqual([]);
    expect((await check(key)).body.billing.route).toBe('credit');
    const before = await databaseNow();
    const { starts_at } = (await buyPass(key, 49_000_000)).body.pass;
    expect(Date.parse(starts_at)).toBeGreaterThanOrEqual(before - SECOND_MS);
    expect(Date.parse(starts_at)).toBeLessThanOrEqual(await databaseNow());
    expect((await check(key)).body.billing).toMatchObject({ route: 'pass', pass: { tier: 'voyager' } });
  });
});

describe('an Idempotency-Key is charged once (5.3)', () => {
  it('a repeat on another replica is the stored answer, free; another request is 409 request_differs', async () => {
    const key = await newKey();
    const headers = { 'Idempotency-Key': 'order 1' };
    const first = await check(key, one.url, headers);
    const again = await check(key, two.url, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body.attestation).toBe(first.body.attestation);
    expect(again.body.billing).toMatchObject({ replayed: true, charged_usdc: '0.00' });
    const other = town.sandbox.subjects.find(({ address }) => address !== town.subject)?.address;
    const differs = await withKey(`${two.url}/check/funder/${other}`, key, headers);
    expect([differs.status, differs.body.code]).toEqual([409, 'request_differs']);
    expect((await check(await newKey(), one.url, headers)).body.billing.charged_usdc).toBe('0.05');
    expect((await account(key)).balance_usdc).toBe('0.95');
  });

  it('is refused when it is empty, too long or not ASCII, and nothing is charged', async () => {
    const key = await newKey();
    for (const bad of ['', 'x'.repeat(256), 'caf\u00e9']) {
      const { status, body } = await check(key, one.url, { 'Idempotency-Key': bad });
      expect([status, body.detail?.[0].loc]).toEqual([422, ['header', 'idempotency-key']]);
    }
    expect((await account(key)).balance_usdc).toBe('1.00');
  });
});

/** Whether a check asks for a history. The look at the endpoint at start asks for the token program's. */
function isHistoryOfCheck(method: string, [address]: readonly unknown[]): boolean {
  return method === 'getSignaturesForAddress' && address !== TOKEN_PROGRAM;
}

/** The sandbox through an endpoint that holds histories back until `gate` opens, so that a test can act while a check runs. */
function held(gate: Promise<void>): RpcMethods {
  const names = [
    'getSlot',
    'getFirstAvailableBlock',
    'getGenesisHash',
    'getAccountInfo',
    'getMultipleAccounts',
    'getLatestBlockhash',
  ];
  const more = ['getBlockHeight', 'getTransaction', 'getSignaturesForAddress', 'getSignatureStatuses', 'getBlockTime'];
  const through = (name: string) => async (params: readonly unknown[]) => {
    if (isHistoryOfCheck(name, params)) await gate;
    return rpc(town.sandbox.url, name, params);
  };
  return Object.fromEntries([...names, ...more].map((name) => [name, through(name)]));
}

describe('while a check runs', () => {
  /** `begun` waits until a check asks for a history; `go` lets it have it. */
  const slowTown = (use: (url: string, begun: () => Promise<void>, go: () => void) => Promise<void>) => {
    const { DATABASE_URL: _url, SOLANA_RPC_URLS: _urls, ...env } = town.settings;
    const { promise, keep } = promised<void>();
    return withApp(town.database, [held(promise)], env, async ({ url }, [endpoint]) => {
      const begun = () =>
        until(() =>
          (endpoint?.requests ?? []).some(({ calls }) =>
            calls.some((call) => isHistoryOfCheck(call.method, call.params)),
          ),
        );
      await use(url, begun, () => keep());
    });
  };

  it('its Idempotency-Key is 409 request_in_flight, then free; another request with it is refused at once', async () => {
    await slowTown(async (url, begun, go) => {
      const key = await newKey();
      const headers = { 'Idempotency-Key': 'slow' };
      const first = check(key, url, headers);
      await begun();
      const busy = await check(key, one.url, headers);
      expect([busy.status, busy.body.code, busy.body.retryable]).toEqual([409, 'request_in_flight', true]);
      expect(busy.headers.get('retry-after')).toMatch(/^\d+$/);
      go();
      const { status, body } = await first;
      expect([status, body.billing.charged_usdc]).toEqual([200, '0.05']);
      expect((await check(key, one.url, headers)).body.billing).toMatchObject({ replayed: true });
      expect((await account(key)).balance_usdc).toBe('0.95');
    });
  });

  it('a caller who hangs up gets the answer once more for nothing, marked; the call after that is charged', async () => {
    await slowTown(async (url, begun, go) => {
      const key = await newKey();
      const lost = request(`${url}/check/funder/${town.subject}`, { headers: { 'X-API-Key': key } });
      lost.on('error', () => undefined);
      lost.end();
      await begun();
      lost.destroy();
      go();
      await until(async () => (await account(key)).movements.length === 2);
      const again = await check(key, two.url);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
      expect(again.body.billing).toMatchObject({ replayed: true, charged_usdc: '0.00', balance_usdc: '0.95' });
      const next = await check(key, two.url);
      expect([next.headers.get('idempotent-replayed'), next.body.billing.charged_usdc]).toEqual([null, '0.05']);
      expect((await account(key)).balance_usdc).toBe('0.90');
    });
  });
});

it('after all that the books are sound', async () => {
  expect((await ask(`${one.url}/health/ready`)).status).toBe(200);
  expect(await openLedger(town.database.database).audit()).toEqual(clean);
});
