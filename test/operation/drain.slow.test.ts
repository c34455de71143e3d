import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DRAIN_MS_MAX } from '#config/stop-times.ts';
import { openLedger } from '#ledger/ledger.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { ONE_SIGNAL_MS } from '../../src/app/stopping.ts';
import { recordedSubject } from '../drills/stage.ts';
import { STREAM } from '../graphql/graphql-batches.ts';
import { clean } from '../ledger/fixture.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openEvents } from '../support/event-stream.ts';
import { until } from '../support/market.ts';
import { hangMs } from '../support/pace.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';
import { startLoad } from './load.ts';

/** A balancer must have looked at a replica within it. */
const DRAIN_MS = hangMs(1_500);
/** What the balancer knows of a replica for longer than this is looked up again before it sends a request there. */
const KNOWN_MS_MAX = 100;

const subject = recordedSubject('CEX_FUNDED');

let database: TestDatabase;
let rpc: FaultyRpc;
const replicas: ServiceProcess[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  rpc = await serveFaultyRpc(replayMethods(readWorld(join('test', 'fixtures', 'worlds', 'sandbox'))));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.end('SIGKILL')));
  await rpc.close();
  await database.stop();
});

function open(port?: string, drainMs = DRAIN_MS): Promise<ServiceProcess> {
  return startProcess({
    ...devnetSettings,
    SOLANA_RPC_URLS: rpc.url,
    DATABASE_URL: database.url,
    DRAIN_MS: String(drainMs),
    ...(port !== undefined && { PORT: port }),
  });
}

/** A balancer in front of replicas, which knows for a moment what it saw of each. */
function openBalancer() {
  const seen = new Map<ServiceProcess, { readonly ready: Promise<boolean>; readonly atMs: number }>();
  let turn = 0;
  const look = async (replica: ServiceProcess): Promise<boolean> => {
    const response = await fetch(`${replica.url}/health/ready`).catch(() => null);
    await response?.arrayBuffer();
    return response?.status === 200;
  };
  const isReady = (replica: ServiceProcess): Promise<boolean> => {
    const known = seen.get(replica);
    if (known && performance.now() - known.atMs < KNOWN_MS_MAX) return known.ready;
    const looked = { ready: look(replica), atMs: performance.now() };
    seen.set(replica, looked);
    return looked.ready;
  };
  return {
    isReady,
    add: (replica: ServiceProcess) => void seen.set(replica, { ready: Promise.resolve(true), atMs: 0 }),
    drop: (replica: ServiceProcess) => void seen.delete(replica),
    async next(): Promise<string> {
      for (;;) {
        const replicas = [...seen.keys()];
        turn += 1;
        const replica = replicas[turn % replicas.length];
        if (replica && (await isReady(replica))) return `${replica.url}/check/funder/${subject}`;
      }
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
    await until(async () => !(await balancer.isReady(old)));
    expect(await ended).toBe(0);
    balancer.drop(old);
    const replica = await open(new URL(old.url).port);
    replicas.push(replica);
    balancer.add(replica);
    const then = load.answered();
    await until(() => load.answered() > then + 20);
  }
  const seen = await load.stop();
  expect(seen.lost).toEqual([]);
  const { sql } = database.database;
  const rows = await sql<{ charges: number }[]>`SELECT count(*)::int AS charges FROM movements WHERE kind = 'charge'`;
  expect(rows[0]?.charges).toBe(seen.charged);
  expect(await ledger.audit()).toEqual(clean);
});

it('a stream that begins while its service ends is the last answer of its connection', async () => {
  const apiKey = String((await openLedger(database.database).grant(1_000_000n)).apiKey);
  const replica = await open(undefined, DRAIN_MS_MAX);
  replicas.push(replica);
  const variables = { requests: [{ funder: { address: subject } }] };
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
  // Its drain is long enough for any machine; told twice, it ends at once.
  await new Promise((resolve) => setTimeout(resolve, ONE_SIGNAL_MS + 100));
  replica.process.kill('SIGTERM');
  expect(await ended).toBe(0);
});
