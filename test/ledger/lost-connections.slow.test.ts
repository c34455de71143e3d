import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isSound } from '#ledger/audit/audit.ts';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { clean, lapse } from './fixture.ts';

const CLIENTS = 30;
const BREAKS = 12;
const loop = join(import.meta.dirname, 'check-loop.ts');

let test: TestDatabase;
let ledger: Ledger;
let child: ChildProcess | null = null;
const sockets = new Set<Socket>();
let wire: Server | null = null;

beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
});
afterEach(() => {
  child?.kill('SIGKILL');
  wire?.close();
  breakAll();
});
afterAll(() => test.stop());

/** A wire to the database that can be cut; the address to reach it by. */
async function wireTo(url: URL): Promise<string> {
  const server = createServer((socket) => {
    const far = connect(Number(url.port), url.hostname);
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  wire = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const wired = new URL(url);
  wired.port = String((server.address() as { port: number }).port);
  return wired.href;
}

function breakAll(): void {
  for (const socket of sockets) socket.destroy();
}

it('connections that break under transactions and statements end neither the process nor its checks', async () => {
  const { apiKey = '' } = await ledger.grant(10n ** 12n);
  const args = ['--import', 'tsx', loop, await wireTo(new URL(test.url)), apiKey, String(CLIENTS), 'patient'];
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child = running;
  let delivered = '';
  let errors = '';
  running.stdout.on('data', (chunk: Buffer) => {
    delivered += chunk.toString('utf8');
  });
  running.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  for (let broken = 0; broken < BREAKS; broken += 1) {
    const before = delivered.length;
    await until(async () => running.exitCode !== null || delivered.length > before);
    await pause(Math.random() * 60);
    breakAll();
  }
  const last = delivered.length;
  await until(async () => running.exitCode !== null || delivered.length > last);
  expect({ exitCode: running.exitCode, errors }).toEqual({ exitCode: null, errors: '' });

  const closed = new Promise((resolve) => running.once('close', resolve));
  running.kill('SIGKILL');
  await closed;
  await lapse(test.database.sql);
  await ledger.expireHolds();
  // A statement of the killed process may still run.
  await until(async () => isSound(await ledger.audit()));
  expect(await ledger.audit()).toEqual(clean);
  const stored = await test.database.sql<{ body: string }[]>`SELECT body FROM answers`;
  const bodies = stored.map(({ body }) => body);
  const lines = delivered.split('\n').slice(0, -1);
  expect(new Set(bodies).size).toBe(bodies.length);
  expect(lines.filter((body) => !bodies.includes(body))).toEqual([]);
});
