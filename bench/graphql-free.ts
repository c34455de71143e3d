// What free queries cost over the whole endpoint, beside the GraphQL servers of test/peers on the same schema, in turns.
import { existsSync } from 'node:fs';
import { cpuMicros, type GraphqlServer, startServer } from './graphql-process.ts';
import { pound } from './pounding.ts';
import { median, ratiosOf, report, reportAbsent } from './report.ts';

const CONNECTIONS = 50;
const SEGMENT_MS = 1_000;
const ROUNDS = 7;
const PEERS = ['bare', 'yoga', 'mercurius', 'mercurius with jit', 'apollo'] as const;
const PEERS_FILE = './graphql-peers-server.ts';

/** The first three ask for what never changes, so ours keeps the text of the answer; the last one is executed each time by each server. */
const QUERIES: Readonly<Record<string, string>> = {
  'a free query':
    '{ prices { kind summary state priceUsdc verdicts { verdict meaning } } passes { tier label priceUsdc days } }',
  'a list of 200 codes': '{ reasonCodes { code kind severity } }',
  'a small query': '{ prices { kind } }',
  'an executed query':
    'query($k: Kind) { prices { kind summary state priceUsdc verdicts { verdict meaning } } passes { tier label priceUsdc days } reasonCodes(kind: $k, code: "NONE") { code } }',
};

interface Contender {
  readonly name: string;
  readonly server: GraphqlServer;
  readonly rates: number[];
  readonly cpuUs: number[];
}

async function sameAnswer({ url }: GraphqlServer, path: string): Promise<string> {
  const { data, errors } = JSON.parse(await (await fetch(`${url}${path}`)).text());
  if (errors || !data) throw new Error(`the free query failed: ${JSON.stringify(errors)}`);
  return JSON.stringify(data);
}

async function measure({ server, rates, cpuUs }: Contender, path: string): Promise<void> {
  const before = await cpuMicros(server);
  const rate = await pound({ url: server.url, path, status: 200, connections: CONNECTIONS, ms: SEGMENT_MS });
  rates.push(rate);
  cpuUs.push(((await cpuMicros(server)) - before) / ((rate * SEGMENT_MS) / 1_000));
}

/** Round by round the rate of the fastest of those. */
function fastest(contenders: readonly Contender[]): readonly number[] {
  return Array.from({ length: ROUNDS }, (_, round) => Math.max(...contenders.map(({ rates }) => rates[round] ?? 0)));
}

/** Forth and back, so that what comes later in a round is not always the same. The first round warms up. */
async function inTurns(contenders: readonly Contender[], path: string): Promise<void> {
  for (const one of contenders) await measure(one, path);
  for (const one of contenders) one.rates.length = one.cpuUs.length = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of round % 2 === 0 ? contenders : [...contenders].reverse()) await measure(one, path);
  }
}

async function compare(what: string, query: string, servers: ReadonlyMap<string, GraphqlServer>): Promise<void> {
  const path = `/graphql?query=${encodeURIComponent(query)}`;
  const contenders = [...servers].map(([name, server]): Contender => ({ name, server, rates: [], cpuUs: [] }));
  const [ours, ...others] = contenders;
  if (!ours) throw new Error('no server of ours');
  const answers = await Promise.all(contenders.map(({ server }) => sameAnswer(server, path)));
  if (new Set(answers).size > 1) throw new Error(`the answers to ${what} differ`);
  await inTurns(contenders, path);
  console.log(`${what}, ${answers[0]?.length} bytes, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds`);
  for (const { name, rates, cpuUs } of contenders) {
    console.log(
      `  ${name.padEnd(20)} ${median(rates).toFixed(0)} a second, ${median(cpuUs).toFixed(0)} us of processor time`,
    );
  }
  const bare = others.filter(({ name }) => name === 'bare');
  const engines = others.filter(({ name }) => name !== 'bare');
  for (const [beside, among] of [
    ['bare graphql-http', bare],
    ['the fastest engine', engines],
  ] as const) {
    const ratios = ratiosOf(ours.rates, fastest(among));
    console.log(`  ratio to ${beside}: ${median(ratios).toFixed(2)}`);
    report({
      what: `${what} / ${beside}`,
      ...(what === 'a free query' && { budget: `a free query / ${beside}` }),
      ours: `${median(ours.rates).toFixed(0)}/s`,
      beside: `${median(fastest(among)).toFixed(0)}/s`,
      ratios,
    });
  }
}

/** Prints the rates of our endpoint and of each server. */
export async function freeQueries(ours: GraphqlServer): Promise<void> {
  if (!existsSync('test/peers/node_modules/fastify')) {
    console.log('  the peers are not installed: npm ci --prefix test/peers');
    reportAbsent('a free GraphQL query', '', 'test/peers');
    return;
  }
  const servers = new Map<string, GraphqlServer>([['ours', ours]]);
  for (const name of PEERS) servers.set(name, await startServer(PEERS_FILE, [name]));
  for (const [what, query] of Object.entries(QUERIES)) await compare(what, query, servers);
  for (const [name, { child }] of servers) if (name !== 'ours') child.disconnect();
}
