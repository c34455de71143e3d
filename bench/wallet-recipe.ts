import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Connection, PublicKey } from '@solana/web3.js';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { effectOf } from 'assay-core/derive/effects/effect.ts';
import { knownPrograms } from 'assay-core/derive/effects/effect-scene.ts';
import { readHistory } from 'assay-core/gather/wallet/history.ts';
import { known } from 'assay-core/lib/reading.ts';
import { address } from 'assay-core/solana/address.ts';
import { mainnetSchedule } from 'assay-core/solana/gates/gate-schedule.ts';
import { report, reportAbsent } from './report.ts';

/*
 * A wallet of 1,000 transactions as the tools for it read one: a page of signatures, each body by a call of `Connection`, one by
 * one or ten in flight, and its trades by solana-dex-parser. Beside our history of the same wallet, which is whole and proven.
 */

const TRANSACTIONS = 1_000;
/** Of those that are read one by one, since a thousand at 50 ms take a minute. */
const ONE_BY_ONE = 100;
const LATENCIES_MS = [0, 50];
const ROUNDS = 3;
const ORACLES = new URL('../labs/oracles/package.json', import.meta.url);
const BOUNDS = { timeMsMax: 60_000, callsMax: 20_000, bytesMax: 1e9 };

interface Parser {
  parseTrades(body: unknown): readonly unknown[];
}

interface Server {
  readonly url: string;
  readonly wallet: string;
  readonly windowSeconds: number;
  readonly stop: () => Promise<void>;
}

interface Counted {
  readonly requests: number;
  readonly bytes: number;
  readonly wallet: string;
  readonly windowSeconds: number;
}

interface Took extends Counted {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function parser(): Parser | null {
  try {
    const { DexParser } = createRequire(ORACLES)('solana-dex-parser') as { readonly DexParser: new () => Parser };
    return new DexParser();
  } catch {
    return null;
  }
}

async function counted(url: string): Promise<Counted> {
  const call = { jsonrpc: '2.0', id: 1, method: 'benchmarkReset', params: [] };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(call) });
  return ((await response.json()) as { result: Counted }).result;
}

async function serve(latencyMs: number): Promise<Server> {
  const file = fileURLToPath(new URL('./wallet-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, String(latencyMs), String(TRANSACTIONS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  const url = `http://127.0.0.1:${String(port).trim()}`;
  const { wallet, windowSeconds } = await counted(url);
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { url, wallet, windowSeconds, stop };
}

/** The bodies of the newest `count` signatures, so many in flight, each parsed for its trades. */
async function recipe({ url, wallet }: Server, theirs: Parser, count: number, inFlight: number): Promise<void> {
  const connection = new Connection(url, { commitment: 'finalized', disableRetryOnRateLimit: true });
  const listed = await connection.getSignaturesForAddress(new PublicKey(wallet), { limit: 1_000 });
  const left = listed.slice(0, count).values();
  const worker = async (): Promise<void> => {
    for (const { signature } of left) {
      const body = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
      if (body === null) throw new Error(`no body of ${signature}`);
      theirs.parseTrades(body);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

const programs = knownPrograms(loadLabels(), []);

async function ours({ url, wallet, windowSeconds }: Server): Promise<void> {
  const chain = openChain({ urls: [url] });
  const session = chain.session();
  const reader = session.reader(BOUNDS);
  const subject = address(wallet);
  const present = async () => {
    const account = await reader.account(subject);
    if (!account.known) return account;
    const time = await reader.blockTime(account.value.slot);
    return time.known ? known({ account: account.value, now: time.value ?? 0, schedule: mainnetSchedule }) : time;
  };
  const history = await readHistory({
    subject,
    reader,
    present: present(),
    store: null,
    effectOf: (transaction, schedule) => effectOf(transaction, subject, { ...programs, schedule }),
    bounds: { windowSeconds, signaturesMax: 3_000, signaturesWithBodiesMax: 20_000, tokenSignaturesMax: 1_500 },
  });
  session.close();
  await chain.close();
  if (!history.known) throw new Error(`a gap in the benchmark: ${history.gap.cause}`);
}

async function timed(server: Server, work: () => Promise<void>): Promise<Took> {
  await counted(server.url);
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  await work();
  const wallMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1_000, ...(await counted(server.url)) };
}

function tell(name: string, { wallMs, cpuMs, requests, bytes }: Took): string {
  const text = `${wallMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of processor, ${requests} requests`;
  console.log(`  ${name}: ${text}, ${(bytes / 1_048_576).toFixed(1)} MiB`);
  return text;
}

async function contest(latencyMs: number, theirs: Parser | null): Promise<void> {
  const server = await serve(latencyMs);
  console.log(`${TRANSACTIONS} transactions at ${latencyMs} ms`);
  const what = `first check of a wallet with ${TRANSACTIONS} transactions at ${latencyMs} ms, against the usual recipe`;
  await ours(server);
  const rounds: { readonly own: Took; readonly other: Took | null }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = await timed(server, () => ours(server));
    rounds.push({ own, other: theirs && (await timed(server, () => recipe(server, theirs, TRANSACTIONS, 10))) });
  }
  const { own, other } = rounds.at(-1) ?? {};
  if (!own) return;
  const told = tell('ours', own);
  if (!theirs || !other) reportAbsent(what, told, 'labs/oracles');
  else {
    const beside = tell('Connection, 10 in flight, and solana-dex-parser', other);
    const ratios = rounds.map((one) => (one.other?.wallMs ?? Number.NaN) / one.own.wallMs);
    report({ what, ours: told, beside: `10 in flight: ${beside}`, ratios });
    const few = await timed(server, () => recipe(server, theirs, ONE_BY_ONE, 1));
    const each = `${(few.wallMs / ONE_BY_ONE).toFixed(1)} ms each over ${ONE_BY_ONE}`;
    console.log(`  one by one: ${each}`);
    report({ what: 'the same recipe one by one', ours: '', beside: each, ratios: [] });
  }
  await server.stop();
}

/** Prints both at both latencies; where the parser is not installed, ours. */
export async function run(): Promise<void> {
  const theirs = parser();
  if (theirs === null) console.log('solana-dex-parser is not installed: npm ci --prefix labs/oracles');
  for (const latencyMs of LATENCIES_MS) await contest(latencyMs, theirs);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
