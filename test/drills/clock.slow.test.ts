import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boughtKey, claim, type MoneyTown, openMoneyTown, paid, withKey } from '../e2e/money-town.ts';
import { temporaryDataDir } from '../support/database.ts';
import { ask, pay } from '../support/market.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';
import { mustBeSound } from './reckoning.ts';

const HOUR_MS = 3_600_000;
/** How far the service's clock is stepped, both ways, as a machine's is that lost its time server. */
const STEPS: readonly (readonly [string, number])[] = [
  ['27 hours ahead', 27 * HOUR_MS],
  ['back to the time', 0],
  ['27 hours behind', -27 * HOUR_MS],
  ['400 days ahead', 400 * 24 * HOUR_MS],
  ['400 days behind', -400 * 24 * HOUR_MS],
];
const MINUTE_MS = 60_000;

/**
 * Runs before the service's own code and shifts its wall clock by what a file says, read again at each SIGUSR2. Timers and
 * `performance.now` stay as they are, as they do when a real clock is stepped. The clock of the database cannot be moved so.
 */
const shim = (file: string): string => `
  import { readFileSync } from 'node:fs';
  const Real = Date;
  let shift = 0;
  process.on('SIGUSR2', () => {
    shift = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
    process.stderr.write('clock ' + shift + ' ' + new Date().toISOString() + '\\n');
  });
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [Real.now() + shift] : args, made),
    apply: () => new Real(Real.now() + shift).toString(),
    get: (target, name) => (name === 'now' ? () => Real.now() + shift : Reflect.get(target, name)),
  });`;

const directory = temporaryDataDir();
const shiftFile = join(directory, 'shift');
let town: MoneyTown;
let service: ServiceProcess;
let before: { readonly key: string; readonly ticket: { readonly signature: string; readonly ticket: string } };

beforeAll(async () => {
  town = await openMoneyTown();
  const program = `data:text/javascript,${encodeURIComponent(shim(shiftFile))}`;
  service = await startProcess(town.settings, [process.execPath, '--import', program, 'dist/main.js']);
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await town?.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function step(ms: number): Promise<void> {
  writeFileSync(shiftFile, String(ms));
  const said = service.output().length;
  service.process.kill('SIGUSR2');
  await expect.poll(() => service.output().slice(said)).toMatch(`clock ${ms} `);
  const clock = / (\S+Z)/.exec(service.output().slice(said))?.[1] ?? '';
  expect(Math.abs(new Date(clock).getTime() - Date.now() - ms)).toBeLessThan(MINUTE_MS);
}

/** Bought on time: a key, and a transfer that was prepared and paid and not claimed yet. */
beforeEach(async () => {
  await step(0);
  const wallet = await town.wallet();
  const key = await boughtKey(town, service.url, wallet, 2_000_000);
  before = { key, ticket: await paid(town, service.url, wallet, 1_000_000) };
});

const check = (): string => `${service.url}/check/funder/${town.subject}`;

/** No header of an answer may ask anybody to wait for a time that is over. */
function mustAskForNothingPast(headers: Headers): void {
  for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy']) {
    expect(headers.get(name) ?? '').not.toMatch(/(?:^|[=;,\s])-\d/);
  }
}

describe.each(STEPS)('a service whose clock is %s', (_, ms) => {
  it('charges a key once, knows its retries, and credits what was paid before', async () => {
    const named = { 'Idempotency-Key': 'asked-before' };
    const first = await withKey(check(), before.key, named);
    expect([first.status, first.body.billing.charged_usdc]).toEqual([200, '0.05']);
    await step(ms);
    const again = await withKey(check(), before.key, named);
    expect([again.status, again.body.billing.replayed]).toEqual([200, true]);
    const other = await withKey(check(), before.key, { 'Idempotency-Key': 'asked-after' });
    expect([other.status, other.body.billing.balance_usdc]).toEqual([200, '1.90']);
    for (const { headers } of [again, other]) mustAskForNothingPast(headers);
    const credited = await claim(service.url, before.ticket);
    expect([credited.status, credited.body.credited_usdc]).toEqual([200, '1.00']);
    expect((await claim(service.url, before.ticket)).status).toBe(200);
    await mustBeSound(town.database.database);
  });

  it('sells passes that run from now on, and takes payments per call', async () => {
    await step(ms);
    const wallet = await town.wallet();
    const bought = await paid(town, service.url, wallet, 19_000_000, { pass: true });
    const { status, body } = await claim(service.url, { ...bought, key: before.key, pass: true });
    expect([status, body.pass?.fair_use_left]).toEqual([200, 2_000]);
    const left = new Date(body.pass.expires_at).getTime() - Date.now();
    expect(Math.round(left / HOUR_MS / 24)).toBe(30);
    const onPass = await withKey(check(), before.key);
    expect([onPass.status, onPass.body.billing.route]).toEqual([200, 'pass']);
    const unpaid = await ask(check());
    const { headers } = await pay(town.sandbox.url, 2, wallet, unpaid);
    const answer = await ask(check(), headers);
    expect([answer.status, answer.body.billing?.route]).toEqual([200, 'x402']);
    mustAskForNothingPast(answer.headers);
    await mustBeSound(town.database.database);
  });
});

describe('a clock that jumps while a check by payment is under way', () => {
  it('neither loses the payment nor waits for a time that does not come', async () => {
    const wallet = await town.wallet();
    const { headers } = await pay(town.sandbox.url, 2, wallet, await ask(check()));
    const answers = [ask(check(), headers), ask(check(), headers)];
    await step(-27 * HOUR_MS);
    for (const { status, body } of await Promise.all(answers)) {
      expect([status, body.billing?.route]).toEqual([200, 'x402']);
    }
    await mustBeSound(town.database.database);
  });
});
