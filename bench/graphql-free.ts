// What free queries cost over the whole endpoint, beside the GraphQL servers of test/peers on the same schema, in turns.
import { existsSync } from 'node:fs';
import { cpuMicros, type GraphqlServer, startServer } from './graphql-process.ts';
import { pound } from './pounding.ts';
import { median, ratiosOf, report, reportAbsent } from './report.ts';

const CONNECTIONS = 50;
const SEGMENT_MS = 400;
const ROUNDS = 7;
const PEERS = ['bare', 'yoga', 'mercurius', 'mercurius with jit', 'apollo'] as const;
const PEERS_FILE = './graphql-peers-server.ts';

const CATALOGUE =
  'prices { kind summary state priceUsdc verdicts { verdict meaning } } passes { tier label priceUsdc days }';
/** `ReasonCode:token:UNSUPPORTED_FORMAT`. */
const A_CODE = 'UmVhc29uQ29kZTp0b2tlbjpVTlNVUFBPUlRFRF9GT1JNQVQ';

interface Query {
  readonly query: string;
  readonly variables?: object;
}

/**
 * The first three ask for what never changes, so ours keeps the text of the answer. The others are executed each time by each server; the
 * aliases of the last differ among 50 documents, which each connection asks for in turn.
 */
const QUERIES: Readonly<Record<string, Query | readonly Query[]>> = {
  'a free query': { query: `{ ${CATALOGUE} }` },
  'a list of 200 codes': { query: '{ reasonCodes { code kind severity } }' },
  'a small query': { query: '{ prices { kind } }' },
  'a query with variables': {
    query: 'query($k: Kind, $c: Code) { reasonCodes(kind: $k, code: $c) { code kind meaning } }',
    variables: { k: 'TOKEN', c: 'UNSUPPORTED_FORMAT' },
  },
  'a reason code by its id': {
    query: 'query($id: ID!) { node(id: $id) { __typename id ... on ReasonCode { code meaning } } }',
    variables: { id: A_CODE },
  },
  'an executed query': Array.from({ length: CONNECTIONS }, (_, n) => ({
    query: `query($k: Kind) { ${CATALOGUE} alias${10 + n}: reasonCodes(kind: $k, code: "NONE") { code } }`,
  })),
};

interface Contender {
  readonly name: string;
  readonly server: GraphqlServer;
  readonly rates: number[];
  readonly cpuUs: number[];
}

function pathOf({ query, variables }: Query): string {
  const given = variables ? `&variables=${encodeURIComponent(JSON.stringify(variables))}` : '';
  return `/graphql?query=${encodeURIComponent(query)}${given}`;
}

async function sameAnswer({ url }: GraphqlServer, [path]: readonly string[]): Promise<string> {
  const { data, errors } = JSON.parse(await (await fetch(`${url}${path}`)).text());
  if (errors || !data) throw new Error(`the free query failed: ${JSON.stringify(errors)}`);
  return JSON.stringify(data);
}

async function measure({ server, rates, cpuUs }: Contender, path: readonly string[]): Promise<void> {
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
async function inTurns(contenders: readonly Contender[], path: readonly string[]): Promise<void> {
  for (const one of contenders) await measure(one, path);
  for (const one of contenders) one.rates.length = one.cpuUs.length = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of round % 2 === 0 ? contenders : [...contenders].reverse()) await measure(one, path);
  }
}

async function compare(
  what: string,
  asked: (typeof QUERIES)[string],
  servers: ReadonlyMap<string, GraphqlServer>,
): Promise<void> {
  const path = [asked].flat().map(pathOf);
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
  for (const beside of ['bare graphql-http', 'the fastest engine'] as const) {
    const isBare = beside === 'bare graphql-http';
    const among = others.filter(({ name }) => (name === 'bare') === isBare);
    const ratios = ratiosOf(ours.rates, fastest(among));
    const leastCpu = Math.min(...among.map(({ cpuUs }) => median(cpuUs)));
    const cpu = (leastCpu / median(ours.cpuUs)).toFixed(2);
    console.log(`  ratio to ${beside}: ${median(ratios).toFixed(2)}, by processor time ${cpu}`);
    report({
      what: `${what} / ${beside}`,
      budget: isBare ? 'a free query / bare graphql-http' : 'a free query / the fastest engine',
      ours: `${median(ours.rates).toFixed(0)}/s, ${median(ours.cpuUs).toFixed(1)} us`,
      beside: `${median(fastest(among)).toFixed(0)}/s, ${leastCpu.toFixed(1)} us`,
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
  for (const [what, asked] of Object.entries(QUERIES)) await compare(what, asked, servers);
  for (const [name, { child }] of servers) if (name !== 'ours') child.disconnect();
}
