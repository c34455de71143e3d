// What a sender of many different documents costs the others: documents that others use again and again, between documents of an attacker.
// Each of his sent once, and each sent twice, against one that is sent as often; in this process without sockets, over HTTP, and over a
// socket of each side. `FLOOD_DOCUMENTS` sets how many he sends in this process, of which he sends a tenth over each of the others.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Keypair } from '@solana/web3.js';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import { openBooksDatabase } from '#app/database.ts';
import { openEngine } from '#transport/graphql/engine.ts';
import type { Asking } from '#transport/graphql/server-context.ts';
import { cpuMicros, type GraphqlServer, startServer } from './graphql-process.ts';
import { median, ratiosOf, report } from './report.ts';

const DOCUMENTS = Number(process.env.FLOOD_DOCUMENTS ?? 100_000);
const OTHERS = 50;
/** After so many documents of the attacker each of the others sends his own. */
const EVERY = 1_000;
/** So many are under way at once. */
const IN_FLIGHT = 50;

const VARIABLES = { k: 'TRADE' };

/** A way to the engine: sends one document, and tells the processor time of the engine's process in microseconds. */
interface Way {
  readonly send: (query: string) => Promise<unknown>;
  readonly cpu: () => Promise<number>;
}

const unused = new Proxy({} as never, {
  get: () => {
    throw new Error('not a part of this benchmark');
  },
});

function engineOf() {
  const operation = {
    tally: { checks: 0, delivered: 0, billAtomic: 0n, chargedAtomic: 0n },
    refusal: null,
    receipt: null,
    change: null,
    close: async () => undefined,
  };
  const service = { open: () => operation } as never;
  return openEngine({ service, money: { settings: { enabled: false } } as never, settings: unused, log: unused });
}

const asking: Asking = {
  caller: { credentials: { apiKey: null, address: '127.0.0.1' }, requestId: 'r' } as never,
  concurrencyLimit: { max: 1, acquire: () => 1, release: () => undefined },
  isSafe: false,
  takesEvents: false,
  prefersEvents: false,
  stream: 's',
  resumes: false,
  whenLeft: () => undefined,
  errors: { baseUrl: '', requestId: 'r', hidden: console.error, refused: () => undefined },
};

/** Documents that are executed each time, each with a selection of its own. */
const others = Array.from(
  { length: OTHERS },
  (_, n) => `query Other${n}($k: Kind) { reasonCodes(kind: $k) { code o${n}: severity meaning } }`,
);
const hostile = (n: number) =>
  `query H${n}($k: Kind = FUNDER) { a${n}: reasonCodes(kind: $k, code: "NONE") { code kind meaning } }`;

function inProcess(): Way {
  const answer = engineOf();
  return {
    send: async (query) => {
      const given = await answer({ query, variables: VARIABLES }, asking);
      if (!('isRefusal' in given) || given.isRefusal) throw new Error(`refused: ${JSON.stringify(given)}`);
    },
    cpu: async () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
  };
}

function overHttp(server: GraphqlServer): Way {
  const pool = new Pool(server.url, { connections: IN_FLIGHT });
  const headers = { 'content-type': 'application/json' };
  const send: Way['send'] = async (query) => {
    const sent = JSON.stringify({ query, variables: VARIABLES });
    const { body } = await pool.request({ method: 'POST', path: '/graphql', headers, body: sent });
    const text = await body.text();
    if (!text.startsWith('{"data":{')) throw new Error(text);
  };
  return { send, cpu: () => cpuMicros(server) };
}

async function overSocket(server: GraphqlServer): Promise<Way> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const waiting = new Map<string, () => void>();
  let count = 0;
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.on('error', reject);
    socket.on('message', (data) => {
      const { type, id, payload } = JSON.parse(String(data));
      if (type === 'connection_ack') resolve();
      if (type === 'error' || payload?.errors) throw new Error(String(data));
      if (type !== 'complete') return;
      waiting.get(id)?.();
      waiting.delete(id);
    });
  });
  const send: Way['send'] = (query) => {
    count += 1;
    const id = String(count);
    socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query, variables: VARIABLES } }));
    return new Promise<void>((resolve) => waiting.set(id, resolve));
  };
  return { send, cpu: () => cpuMicros(server) };
}

async function sendAll({ send }: Way, queries: readonly string[]): Promise<void> {
  const left = queries.values();
  const worker = async (): Promise<void> => {
    for (const query of left) await send(query);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

/** The microseconds of one document of the others, by round, while the attacker sends his. */
async function underFlood(way: Way, count: number, documentOf: (n: number) => string): Promise<readonly number[]> {
  for (let n = 0; n < 20; n += 1) await sendAll(way, others);
  const micros: number[] = [];
  for (let from = 0; from < count; from += EVERY) {
    await sendAll(
      way,
      Array.from({ length: EVERY }, (_, n) => documentOf(from + n)),
    );
    const before = await way.cpu();
    await sendAll(way, others);
    micros.push(((await way.cpu()) - before) / OTHERS);
  }
  return micros;
}

const floods: Readonly<Record<string, (n: number) => string>> = {
  'one document, sent again and again': () => hostile(0),
  'documents sent once': hostile,
  'documents sent twice': (n) => hostile(n >> 1),
};

/** Prints what the others' documents cost beside each flood, on one way. */
async function compare(where: string, count: number, open: () => Promise<Way>): Promise<void> {
  let calm: readonly number[] = [];
  for (const [what, documentOf] of Object.entries(floods)) {
    const micros = await underFlood(await open(), count, documentOf);
    if (calm.length === 0) calm = micros;
    const ratios = ratiosOf([median(micros)], [median(calm)]);
    const cost = `${median(micros).toFixed(1)} us for each document of the others`;
    console.log(`  ${where}, beside ${count} ${what}: ${cost}, ${median(ratios).toFixed(3)} of the first`);
    if (micros === calm) continue;
    report({
      what: `GraphQL of others ${where} beside ${what}`,
      budget: "others' GraphQL under a flood / beside one document",
      ours: `${median(micros).toFixed(1)} us`,
      beside: `${median(calm).toFixed(1)} us`,
      ratios,
    });
  }
}

/** Prints the comparison on each way. */
export async function run(): Promise<void> {
  await compare('in this process', DOCUMENTS, async () => inProcess());
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  const servers: GraphqlServer[] = [];
  const started = async (): Promise<GraphqlServer> => {
    const args = [database.url, dataDir, Keypair.generate().publicKey.toBase58()];
    const server = await startServer('./graphql-server.ts', args);
    servers.push(server);
    return server;
  };
  try {
    await compare('over HTTP', DOCUMENTS / 10, async () => overHttp(await started()));
    await compare('over a socket', DOCUMENTS / 10, async () => await overSocket(await started()));
  } finally {
    for (const { child } of servers) child.disconnect();
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await run();
  process.exit(0);
}
