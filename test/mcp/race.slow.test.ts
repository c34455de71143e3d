import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Market, openMarket, until } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { type Called, call, type Endpoint } from './payment-calls.ts';

const PER_DAY = 12;
const CALLS = 60;
const CALLERS = 3;

let market: Market;
let mints: readonly string[];
/** Two replicas that callers reach directly, and two behind a proxy. */
let direct: readonly Service[];
let proxied: readonly Service[];
beforeAll(async () => {
  market = await openMarket();
  [direct, proxied] = await Promise.all([replicas({}), replicas({ TRUST_PROXY: '1' })]);
  mints = market.sandbox.subjects
    .filter(({ kind, verdict }) => kind === 'token' && verdict !== 'UNKNOWN')
    .map(({ address }) => address);
});
afterAll(() => market?.stop());
/** The books of a new day. */
beforeEach(async () => {
  await market.database.database.sql`DELETE FROM free_calls`;
});

/** Two replicas on the books of the market. */
async function replicas(env: Readonly<Record<string, string>>): Promise<readonly [Service, Service]> {
  const settings = { FREE_CALLS_PER_DAY: `${PER_DAY}`, ...env };
  return await Promise.all([market.open(settings), market.open(settings)]);
}

/** The nth call of a race: the replicas in turn, from the address that is given for it. */
function nth(apps: readonly Endpoint[], n: number, address?: string): Promise<Called> {
  const app = apps[n % apps.length];
  if (!app) throw new Error('no replica');
  const headers: Record<string, string> = address === undefined ? {} : { 'x-forwarded-for': address };
  return call(app, 'check_token', { mint: mints[n % mints.length] }, { headers });
}

/** All calls of a race at once. */
function race(apps: readonly Endpoint[], addressOf?: (n: number) => string): Promise<readonly Called[]> {
  return Promise.all(Array.from({ length: CALLS }, (_, n) => nth(apps, n, addressOf?.(n))));
}

/** How many calls came to what: the route that paid for them, or the code of their refusal. */
function tallyOf(all: readonly Called[]): Readonly<Record<string, number>> {
  const tally: Record<string, number> = {};
  for (const { isError, told } of all) {
    const what = isError ? told.code : told.billing.route;
    tally[what] = (tally[what] ?? 0) + 1;
  }
  return tally;
}

/** Exactly the allowance was given, each call of it once; everybody else was told the terms. */
function expectAllowance(all: readonly Called[]): void {
  expect(tallyOf(all)).toEqual({ free: PER_DAY, payment_required: all.length - PER_DAY });
  const served = all.filter(({ isError }) => !isError);
  const left = served.map(({ told }) => told.billing.free_remaining).sort((a, b) => a - b);
  expect(left).toEqual(Array.from({ length: PER_DAY }, (_, n) => n));
  for (const { told, required, meta } of all.filter(({ isError }) => isError)) {
    expect([told.free_calls.limit, told.accepts.length]).toEqual([PER_DAY, 1]);
    expect([required.accepts, meta['x402/error']]).toEqual([told.accepts, told]);
  }
}

async function counted(): Promise<number> {
  const [row] = await market.database.database.sql`SELECT COALESCE(max(calls), 0)::int AS n FROM free_calls`;
  return row?.n;
}

describe(`${CALLS} calls at once over two replicas`, () => {
  it('from one address get exactly its free calls, whatever they say in the header of proxies', async () => {
    expectAllowance(await race(direct, (n) => `203.0.113.${n}`));
  });

  it('from neighbours of one IPv6 network get exactly the free calls of one caller', async () => {
    expectAllowance(await race(proxied, (n) => `2001:db8:7:9:${n.toString(16)}::${(n * 31).toString(16)}`));
    const outside = await nth(proxied, 0, '2001:db8:7:a::1');
    expect(outside.told.billing.free_remaining).toBe(PER_DAY - 1);
  });

  it('believe of that header what the trusted hop added, not what the caller wrote', async () => {
    expectAllowance(await race(proxied, (n) => `203.0.113.${n}, 198.51.100.4`));
  });

  it('of many callers give each its own', async () => {
    const all = await race(proxied, (n) => `198.51.100.${n % CALLERS}`);
    for (let caller = 0; caller < CALLERS; caller += 1) expectAllowance(all.filter((_, n) => n % CALLERS === caller));
  });

  it('of batches never give more than what is left, and each batch all or nothing', async () => {
    const checks = mints.slice(0, 4).map((subject) => ({ kind: 'token', subject }));
    const all = await Promise.all(
      [...direct, ...direct].flatMap((app) => Array.from({ length: 10 }, () => call(app, 'check_batch', { checks }))),
    );
    const served = all.filter(({ isError }) => !isError);
    expect(served).toHaveLength(Math.floor(PER_DAY / 4));
    for (const { told } of served) {
      expect(told.results.map(({ billing }: { billing: { route: string } }) => billing.route)).toEqual(
        new Array(4).fill('free'),
      );
    }
    expect(await counted()).toBe(served.length * 4);
  });
});

describe('kill -9 of a replica amid the calls', () => {
  it('gives nobody more: what was counted before stays counted', async () => {
    const doomed = await market.openProcess({ FREE_CALLS_PER_DAY: `${PER_DAY}` });
    const during = Array.from({ length: CALLS }, (_, n) => nth([doomed, ...direct.slice(0, 1)], n).catch(() => null));
    await until(async () => (await counted()) >= PER_DAY / 3, 2);
    await doomed.end('SIGKILL');
    const all = await Promise.all(during);
    const after = await Promise.all(Array.from({ length: PER_DAY }, (_, n) => nth(direct.slice(0, 1), n)));
    const answered = [...all.filter((one) => one !== null), ...after];
    const served = answered.filter(({ isError }) => !isError).map(({ told }) => told.billing);
    expect(served.every(({ route }) => route === 'free')).toBe(true);
    expect(served.length).toBeLessThanOrEqual(PER_DAY);
    const remaining = served.map(({ free_remaining }) => free_remaining);
    expect(new Set(remaining).size).toBe(remaining.length);
    expect(await counted()).toBe(PER_DAY);
    expect((await nth(proxied, 0)).told).toMatchObject({ code: 'payment_required', free_calls: { remaining: 0 } });
  });
});
