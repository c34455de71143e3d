// A batch of 100 checks in one GraphQL operation beside the same 100 checks over REST, of one service, in turns; what its typed fields
// cost beside its documents; and what free queries cost beside other GraphQL servers on the same schema.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Keypair } from '@solana/web3.js';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { Pool } from 'undici';
import { openBooksDatabase } from '#app/database.ts';
import { openLedger } from '#ledger/ledger.ts';
import { schema } from '#schema/schema.ts';
import { freeQueries } from './graphql-free.ts';
import { cpuMicros, type GraphqlServer, startServer } from './graphql-process.ts';
import { SUBSCRIPTIONS, subscriptions } from './graphql-subscriptions.ts';
import { median, ratiosOf, report } from './report.ts';

const CHECKS = 100;
const IN_FLIGHT = [10, 50];
const ROUNDS = 9;
const WARM_UP = 5;
const REPEATS = 3;

const BATCH = `query($requests: [CheckRequest!]!) {
  checks(requests: $requests) { ... on Check { document billing { route chargedUsdc balanceUsdc } } ... on CheckFault { code } }
}`;
/** Every scalar field of a check and of its metrics, but not its document. */
const TYPED = `query($requests: [CheckRequest!]!) { checks(requests: $requests) { ... on FunderCheck ${selectionOf('FunderCheck')} ... on CheckFault { code } } }`;
const SHORT = `query($requests: [CheckRequest!]!) { checks(requests: $requests) { ... on Check { subject verdict } ... on CheckFault { code } } }`;

function selectionOf(name: string): string {
  const type = schema.getType(name);
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).filter(
    (field) => field.name !== 'document' && field.args.length === 0,
  );
  const selections = fields.map(({ name: field, type: of }) => {
    const named = getNamedType(of);
    return isLeafType(named) ? field : isObjectType(named) ? `${field} ${selectionOf(named.name)}` : '';
  });
  return `{ ${selections.join(' ')} }`;
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
async function measure(server: GraphqlServer, one: Contender): Promise<void> {
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

async function batches(server: GraphqlServer, apiKey: string, subjects: readonly string[]): Promise<void> {
  const pool = new Pool(server.url, { connections: Math.max(...IN_FLIGHT) });
  const batch = overGraphql(pool, apiKey, subjects, '1 GraphQL operation, documents', BATCH);
  const typed = overGraphql(pool, apiKey, subjects, '1 GraphQL operation, all typed fields', TYPED);
  const short = overGraphql(pool, apiKey, subjects, '1 GraphQL operation, verdicts', SHORT);
  const rest = IN_FLIGHT.map((inFlight) => overRest(pool, apiKey, subjects, inFlight));
  const contenders = [batch, typed, short, ...rest];
  for (let n = 0; n < WARM_UP; n += 1) for (const one of contenders) await one.all();
  await inTurns(ROUNDS, contenders, (one) => measure(server, one));
  await pool.close();
  console.log(`${CHECKS} different checks, debited, answers from memory, ${ROUNDS} rounds of ${REPEATS} times each`);
  for (const { name, wallMs, cpuMs, bytes } of contenders) {
    const figures = `${median(wallMs).toFixed(1)} ms, ${median(cpuMs).toFixed(1)} ms of the service's processor time`;
    console.log(`  ${name.padEnd(32)} ${figures}, ${(bytes / 1_024).toFixed(0)} KB`);
  }
  const ratios = ratiosOf(typed.cpuMs, batch.cpuMs);
  console.log(
    `  ratio of typed fields to documents: ${ratio(typed.wallMs, batch.wallMs)} in time, ${ratio(typed.cpuMs, batch.cpuMs)} in processor time`,
  );
  report({
    what: `${CHECKS} typed checks / documents, processor time`,
    budget: 'typed checks / documents',
    ours: `${median(typed.cpuMs).toFixed(1)} ms`,
    beside: `documents ${median(batch.cpuMs).toFixed(1)} ms`,
    ratios,
  });
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

/** Prints times and ratios of the batch, then rates of the free query. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  try {
    const apiKey = (await openLedger(database).grant(1_000_000_000_000n)).apiKey ?? '';
    const subjects = Array.from({ length: CHECKS }, () => Keypair.generate().publicKey.toBase58());
    const ours = await startServer('./graphql-server.ts', [database.url, dataDir, String(subjects[0])]);
    await batches(ours, apiKey, subjects);
    await freeQueries(ours);
    const many = Array.from({ length: 2 * SUBSCRIPTIONS + 2 }, () => Keypair.generate().publicKey.toBase58());
    await subscriptions(ours, apiKey, many);
    ours.child.disconnect();
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
