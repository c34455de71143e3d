import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { readWorld } from '#sandbox/replay/folder.ts';
import { replayMethods } from '#sandbox/replay/methods.ts';
import { clean } from '../ledger/fixture.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openEvents } from '../support/event-stream.ts';
import { type FaultyRpc, serveFaultyRpc } from '../support/faulty-rpc.ts';
import { STREAM } from '../support/graphql-batches.ts';
import { until } from '../support/market.ts';
import { type Service, startService } from '../support/service.ts';
import { startLoad } from './load.ts';

vi.setConfig({ testTimeout: 120_000 });

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const subjects: readonly { readonly address: string; readonly verdict: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
);
const subject = subjects.find(({ verdict }) => verdict === 'CEX_FUNDED')?.address;

let database: TestDatabase;
let rpc: FaultyRpc;
const replicas: Service[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  rpc = await serveFaultyRpc(replayMethods(readWorld(FOLDER)));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.end('SIGKILL')));
  await rpc.close();
  await database.stop();
});

function open(port?: string): Promise<Service> {
  return startService({
    ...devnetSettings,
    SOLANA_RPC_URLS: rpc.url,
    DATABASE_URL: database.url,
    DRAIN_MS: '1500',
    ...(port !== undefined && { PORT: port }),
  });
}

/** What a balancer in front of two replicas knows: it looks at each every tenth of a second. */
function openBalancer() {
  const ready = new Map<Service, boolean>();
  let [stopped, turn] = [false, 0];
  const look = async (): Promise<void> => {
    while (!stopped) {
      for (const replica of [...ready.keys()]) {
        const response = await fetch(`${replica.url}/health/ready`).catch(() => null);
        await response?.arrayBuffer();
        ready.set(replica, response?.status === 200);
      }
      await pause(100);
    }
  };
  const looking = look();
  return {
    add: (replica: Service) => void ready.set(replica, true),
    drop: (replica: Service) => void ready.delete(replica),
    isReady: (replica: Service) => ready.get(replica) === true,
    next() {
      const serving = [...ready].flatMap(([replica, isReady]) => (isReady ? [replica] : []));
      turn += 1;
      return `${serving[turn % serving.length]?.url}/check/funder/${subject}`;
    },
    async stop() {
      stopped = true;
      await looking;
    },
  };
}

it('replicas that are restarted one after another lose no request, and every charge has its answer', async () => {
  const ledger = openLedger(database.database);
  const { apiKey } = await ledger.grant(1_000_000_000n);
  const balancer = openBalancer();
  for (const replica of await Promise.all([open(), open()])) {
    replicas.push(replica);
    balancer.add(replica);
  }
  const load = startLoad({ callers: 4, apiKey: String(apiKey), next: () => balancer.next() });
  await until(() => load.answered() > 20);
  for (const old of [...replicas]) {
    const ended = old.end('SIGTERM');
    await until(() => !balancer.isReady(old));
    expect(await ended).toBe(0);
    balancer.drop(old);
    const replica = await open(new URL(old.url).port);
    replicas.push(replica);
    balancer.add(replica);
    const then = load.answered();
    await until(() => load.answered() > then + 20);
  }
  const seen = await load.stop();
  await balancer.stop();
  expect(seen.lost).toEqual([]);
  const { sql } = database.database;
  const rows = await sql<{ charges: number }[]>`SELECT count(*)::int AS charges FROM movements WHERE kind = 'charge'`;
  expect(rows[0]?.charges).toBe(seen.charged);
  expect(await ledger.audit()).toEqual(clean);
});

it('a stream that begins while its service ends is the last answer of its connection', async () => {
  const apiKey = String((await openLedger(database.database).grant(1_000_000n)).apiKey);
  const replica = await open();
  replicas.push(replica);
  const variables = { requests: [{ kind: 'FUNDER', subject }] };
  const stream = () => openEvents(`${replica.url}/graphql`, { query: STREAM, variables }, { 'x-api-key': apiKey });
  const connectionOf = async () => {
    const { headers, rest } = await stream();
    expect((await rest()).map(({ event }) => event)).toEqual(['next', 'complete']);
    return headers.get('connection');
  };
  expect(await connectionOf()).toBe('keep-alive');
  const ended = replica.end('SIGTERM');
  await until(async () => (await fetch(`${replica.url}/health/ready`)).status === 503);
  expect(await connectionOf()).toBe('close');
  expect(await ended).toBe(0);
});
