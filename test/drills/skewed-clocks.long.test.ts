import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { verify } from '../../src/operator/verify.ts';
import { boughtKey, claim, type MoneyTown, openMoneyTown, paid, withKey } from '../e2e/money-town.ts';
import { temporaryDataDir } from '../support/database.ts';
import { ask, pay } from '../support/market.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';
import { mustBeSound } from './reckoning.ts';

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const MISSING = !existsSync(LIBRARY);
if (MISSING)
  process.stderr.write(`Skipped: no ${LIBRARY}. Install Debian's libfaketime to run processes under other clocks.\n`);

/** Clocks of the database and of two replicas, as libfaketime is told them; null is the time. */
const CLOCKS = [
  { database: null, one: '+3h', other: '-3h' },
  { database: '-3h', one: null, other: '+3h' },
  { database: '+3h', one: '-3h', other: null },
] as const;
const AT_ONCE = 24;
const TRIES_MAX = 5;
const HOUR_MS = 3_600_000;

/** The variables of a process whose wall clock is shifted. Timers go on as they do when a real clock is stepped. */
const shifted = (by: string | null): Readonly<Record<string, string>> =>
  by === null ? {} : { LD_PRELOAD: LIBRARY, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };

/** A database server under another clock: what it starts with is what this process has while it starts. */
async function openShiftedServer(by: string | null): Promise<OwnServer> {
  const variables = shifted(by);
  Object.assign(process.env, variables);
  try {
    return await openOwnServer();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
}

/** Asks as a client does: an answer that ran out of time on a busy machine is free and unsigned, and is asked for again. */
async function signedAnswer(url: string, key: string): Promise<Awaited<ReturnType<typeof ask>>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(url, { 'X-API-Key': key });
    if (answer.body.attestation !== undefined) return answer;
    if (tries === TRIES_MAX) throw new Error(`no signed answer: ${answer.status} ${answer.text}`);
  }
}

describe.skipIf(MISSING).each(CLOCKS)('two replicas and a database at $database, $one and $other', (clocks) => {
  let town: MoneyTown;
  let server: OwnServer;
  let database: Database;
  let one: ServiceProcess;
  let other: ServiceProcess;
  beforeAll(async () => {
    [town, server] = await Promise.all([openMoneyTown(), openShiftedServer(clocks.database)]);
    database = await openDatabase({ url: server.url });
    const settings = { ...town.settings, DATABASE_URL: server.url };
    one = await startProcess({ ...settings, ...shifted(clocks.one) });
    other = await startProcess({ ...settings, ...shifted(clocks.other) });
  });
  afterAll(async () => {
    await Promise.all([one?.end('SIGKILL'), other?.end('SIGKILL')]);
    await database?.stop();
    await server?.end();
    await town?.stop();
  });

  const checkAt = ({ url }: ServiceProcess): string => `${url}/check/funder/${town.subject}`;

  it('run under the clocks that are said', async () => {
    const hours = { '+3h': 3, '-3h': -3 };
    const off = (by: keyof typeof hours | null) => (by === null ? 0 : hours[by]);
    const [row] = await database.sql<{ at: Date }[]>`SELECT now() AS at`;
    expect((Number(row?.at) - Date.now()) / HOUR_MS).toBeCloseTo(off(clocks.database), 1);
    for (const [service, by] of [
      [one, clocks.one],
      [other, clocks.other],
    ] as const) {
      const { headers, body } = await ask(`${service.url}/health`);
      const date = new Date(String(headers.get('date'))).getTime();
      expect((date - Date.now()) / HOUR_MS).toBeCloseTo(off(by), 1);
      const told = JSON.stringify(body.warnings ?? []).includes('the clock of this machine');
      expect([by, told]).toEqual([by, by !== null]);
    }
  });

  it('charge what was asked of both at once exactly once, and sweep nothing that the other works on', async () => {
    const ledger = openLedger(database);
    const keys = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => (await ledger.grant(1_000_000n)).apiKey),
    );
    const named = { 'Idempotency-Key': 'asked' };
    const ask = (turn: number) =>
      Promise.all(keys.map((key, n) => withKey(checkAt((n + turn) % 2 ? one : other), String(key), named)));
    const told = (replies: Awaited<ReturnType<typeof ask>>) =>
      replies.map(({ status, body }) => `${status} ${body.code ?? body.billing.charged_usdc}`);
    expect(told(await ask(0))).toEqual(keys.map(() => '200 0.05'));
    expect(told(await ask(1))).toEqual(keys.map(() => '200 0.00'));
    const balances = await Promise.all(keys.map(async (key) => (await ledger.statement(String(key)))?.balanceAtomic));
    expect(balances).toEqual(keys.map(() => 950_000n));
    await mustBeSound(database);
  });

  it('credit at one what was prepared at the other, and sell passes of thirty days', async () => {
    const wallet = await town.wallet();
    const transfer = await paid(town, other.url, wallet, 1_000_000);
    const { status, body } = await claim(one.url, transfer);
    expect([status, body.credited_usdc]).toEqual([200, '1.00']);
    const pass = await paid(town, one.url, wallet, 19_000_000, { pass: true });
    const bought = await claim(other.url, { ...pass, key: body.api_key, pass: true });
    const [row] = await database.sql<{ at: Date }[]>`SELECT now() AS at`;
    expect(Math.round((new Date(bought.body.pass.expires_at).getTime() - Number(row?.at)) / HOUR_MS / 24)).toBe(30);
    const onPass = await withKey(checkAt(one), body.api_key);
    expect([onPass.status, onPass.body.billing.route]).toEqual([200, 'pass']);
    await mustBeSound(database);
  });

  it('take payments per call, and deliver again what the other delivered', async () => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const { headers } = await pay(town.sandbox.url, 2, await town.wallet(), await ask(checkAt(first)));
      const answer = await ask(checkAt(second), headers);
      expect([answer.status, answer.body.billing?.route]).toEqual([200, 'x402']);
      const again = await ask(checkAt(first), headers);
      expect([again.status, again.body.billing.replayed]).toEqual([200, true]);
    }
    await mustBeSound(database);
  });

  it('sign answers of the time of the chain, which no clock of ours changes', async () => {
    const key = await boughtKey(town, one.url, await town.wallet(), 1_000_000);
    for (const service of [one, other]) {
      const { text, body } = await signedAnswer(checkAt(service), key);
      const file = join(temporaryDataDir(), 'answer.json');
      writeFileSync(file, text);
      const jwks = `${service.url}/.well-known/jwks.json`;
      expect((await verify([file, '--jwks', jwks], {})).line).toMatch(/^ok /);
      expect(Math.abs(new Date(body.as_of.time).getTime() - Date.now())).toBeLessThan(HOUR_MS);
    }
  });
});
