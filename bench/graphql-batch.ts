// A batch of 100 checks in one GraphQL operation beside the same 100 checks over REST, of one service, in turns; and what
// the GraphQL endpoint costs for a free query beside bare graphql-http on the same schema.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Keypair } from '@solana/web3.js';
import { Pool } from 'undici';
import { openBooksDatabase } from '#app/database.ts';
import { openLedger } from '#ledger/ledger.ts';
import { pound } from './pounding.ts';
import { median, ratiosOf, report, reportAbsent } from './report.ts';

const CHECKS = 100;
const IN_FLIGHT = [10, 50];
const ROUNDS = 9;
const WARM_UP = 5;
const REPEATS = 3;

const CONNECTIONS = 50;
const SEGMENT_MS = 1_500;
const SEGMENTS = 7;
const PEER = '../test/peers/node_modules/graphql-http';

const FREE =
  '{ prices { kind summary state priceUsdc verdicts { verdict meaning } } passes { tier label priceUsdc days } }';
const BATCH = `query($requests: [CheckRequest!]!) {
  checks(requests: $requests) { ... on Check { document billing { route chargedUsdc balanceUsdc } } ... on CheckFault { code } }
}`;
const SHORT = `query($requests: [CheckRequest!]!) { checks(requests: $requests) { ... on Check { subject verdict } ... on CheckFault { code } } }`;

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(args: readonly string[]): Promise<Server> {
  const file = fileURLToPath(new URL('./graphql-batch-server.ts', import.meta.url));
  const child = fork(file, args, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

async function cpuMicros({ child }: Server): Promise<number> {
  child.send('cpu');
  const [micros] = await once(child, 'message');
  return Number(micros);
}

interface Contender {
  readonly name: string;
  /** Does all checks once; rejects when one of them has no paid answer. Gives the bytes of the answers. */
  readonly all: () => Promise<number>;
  readonly wallMs: number[];
  readonly cpuMs: number[];
  bytes: number;
}

function contender(name: string, all: Contender['all']): Contender {
  return { name, all, wallMs: [], cpuMs: [], bytes: 0 };
}

function overRest(pool: Pool, apiKey: string, subjects: readonly string[], inFlight: number): Contender {
  const headers = { 'x-api-key': apiKey };
  return contender(`${CHECKS} REST calls, ${inFlight} in flight`, async () => {
    const left = subjects.values();
    let bytes = 0;
    const worker = async (): Promise<void> => {
      for (const subject of left) {
        const { statusCode, body } = await pool.request({ method: 'GET', path: `/check/funder/${subject}`, headers });
        const text = await body.text();
        if (statusCode !== 200) throw new Error(`REST answered ${statusCode}: ${text}`);
        JSON.parse(text);
        bytes += text.length;
      }
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
    return bytes;
  });
}

function overGraphql(pool: Pool, apiKey: string, subjects: readonly string[], name: string, query: string): Contender {
  const requests = subjects.map((subject) => ({ funder: { address: subject } }));
  const sent = JSON.stringify({ query, variables: { requests } });
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', accept: 'application/json' };
  return contender(name, async () => {
    const { body } = await pool.request({ method: 'POST', path: '/graphql', headers, body: sent });
    const text = await body.text();
    const { extensions } = JSON.parse(text);
    if (extensions?.billing?.delivered !== CHECKS) throw new Error(`GraphQL answered ${text.slice(0, 500)}`);
    return text.length;
  });
}

/** One measurement: all checks several times over, wall time and the service's processor time for once. */
async function measure(server: Server, one: Contender): Promise<void> {
  const before = await cpuMicros(server);
  const startedAt = performance.now();
  for (let n = 0; n < REPEATS; n += 1) one.bytes = await one.all();
  one.wallMs.push((performance.now() - startedAt) / REPEATS);
  one.cpuMs.push(((await cpuMicros(server)) - before) / 1_000 / REPEATS);
}

function ratio(over: readonly number[], under: readonly number[]): string {
  const ratios = over.map((value, i) => value / (under[i] ?? Number.NaN));
  const [mid, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((r) => r.toFixed(2));
  return `${mid} [${least}..${most}]`;
}

/** Forth and back, so that what comes later in a round is not always the same. */
async function inTurns<T>(rounds: number, contenders: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const one of round % 2 === 0 ? contenders : [...contenders].reverse()) await run(one);
  }
}

async function batches(server: Server, apiKey: string, subjects: readonly string[]): Promise<void> {
  const pool = new Pool(server.url, { connections: Math.max(...IN_FLIGHT) });
  const batch = overGraphql(pool, apiKey, subjects, '1 GraphQL operation, documents', BATCH);
  const short = overGraphql(pool, apiKey, subjects, '1 GraphQL operation, verdicts', SHORT);
  const rest = IN_FLIGHT.map((inFlight) => overRest(pool, apiKey, subjects, inFlight));
  const contenders = [batch, short, ...rest];
  for (let n = 0; n < WARM_UP; n += 1) for (const one of contenders) await one.all();
  await inTurns(ROUNDS, contenders, (one) => measure(server, one));
  await pool.close();
  console.log(`${CHECKS} different checks, debited, answers from memory, ${ROUNDS} rounds of ${REPEATS} times each`);
  for (const { name, wallMs, cpuMs, bytes } of contenders) {
    const figures = `${median(wallMs).toFixed(1)} ms, ${median(cpuMs).toFixed(1)} ms of the service's processor time`;
    console.log(`  ${name.padEnd(32)} ${figures}, ${(bytes / 1_024).toFixed(0)} KB`);
  }
  for (const one of rest) {
    report({
      what: `${one.name} against one GraphQL operation, debited`,
      ours: `${median(batch.wallMs).toFixed(1)} ms`,
      beside: `REST ${median(one.wallMs).toFixed(1)} ms`,
      ratios: ratiosOf(one.wallMs, batch.wallMs),
    });
    const times = `${ratio(one.wallMs, batch.wallMs)} in time, ${ratio(one.cpuMs, batch.cpuMs)} in processor time`;
    console.log(`  ratio of ${one.name} to the batch: ${times}`);
  }
}

async function freeQuery(ours: Server): Promise<void> {
  const path = `/graphql?query=${encodeURIComponent(FREE)}`;
  const segment = ({ url }: Server) => pound({ url, path, status: 200, connections: CONNECTIONS, ms: SEGMENT_MS });
  console.log(`a free query of ${(await sameAnswer(ours, path)).length} bytes, ${CONNECTIONS} connections`);
  if (!existsSync(new URL(PEER, import.meta.url))) {
    await segment(ours);
    console.log(`  ours ${(await segment(ours)).toFixed(0)} a second`);
    console.log('  graphql-http is not installed: npm ci --prefix test/peers');
    reportAbsent('a free GraphQL query', '', 'test/peers');
    return;
  }
  const bare = await start(['bare']);
  if ((await sameAnswer(ours, path)) !== (await sameAnswer(bare, path))) throw new Error('the two answers differ');
  const both = [
    { server: ours, rates: [] as number[], cpuUs: [] as number[] },
    { server: bare, rates: [] as number[], cpuUs: [] as number[] },
  ] as const;
  for (const { server } of both) await segment(server);
  await inTurns(SEGMENTS, both, async ({ server, rates, cpuUs }) => {
    const before = await cpuMicros(server);
    const rate = await segment(server);
    rates.push(rate);
    cpuUs.push(((await cpuMicros(server)) - before) / ((rate * SEGMENT_MS) / 1_000));
  });
  bare.child.disconnect();
  const figures = ({ rates, cpuUs }: (typeof both)[number]) =>
    `${median(rates).toFixed(0)} a second, ${median(cpuUs).toFixed(0)} us of processor time each`;
  const [own, other] = both;
  report({
    what: 'a free GraphQL query',
    ours: `${median(own.rates).toFixed(0)}/s`,
    beside: `bare graphql-http ${median(other.rates).toFixed(0)}/s`,
    ratios: ratiosOf(own.rates, other.rates),
  });
  console.log(`  ours (limits, plan, bill, headers)  ${figures(own)}`);
  console.log(`  bare graphql-http                   ${figures(other)}`);
  console.log(`  ratio ${ratio(own.rates, other.rates)}, in processor time ${ratio(own.cpuUs, other.cpuUs)}`);
}

async function sameAnswer({ url }: Server, path: string): Promise<string> {
  const { data, errors } = JSON.parse(await (await fetch(`${url}${path}`)).text());
  if (errors) throw new Error(`the free query failed: ${JSON.stringify(errors)}`);
  return JSON.stringify(data);
}

/** Prints times and ratios of the batch, then rates of the free query. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  try {
    const apiKey = (await openLedger(database).grant(1_000_000_000_000n)).apiKey ?? '';
    const subjects = Array.from({ length: CHECKS }, () => Keypair.generate().publicKey.toBase58());
    const ours = await start(['ours', database.url, dataDir, String(subjects[0])]);
    await batches(ours, apiKey, subjects);
    await freeQuery(ours);
    ours.child.disconnect();
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
