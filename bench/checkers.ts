// A token check of ours beside the token checkers that others published, over one chain that answers at once and after 50 ms.
// Theirs are in no registry: PEER_CHECKERS names a directory with clones of their repositories.
import { fileURLToPath } from 'node:url';
import { startSandbox } from 'assay-sandbox/start.ts';
import { grantCommand } from '../src/operator/commands/grant.ts';
import { devnetSettings } from '../test/support/app.ts';
import { build } from '../test/support/build.ts';
import { type ServiceProcess, startProcess } from '../test/support/service.ts';
import { type Checker, checkersIn } from './checkers-peers.ts';
import { type CountingProxy, countBefore, type Passed } from './counting-proxy.ts';
import { median, report } from './report.ts';

const LATENCIES_MS = [0, 50];
const ROUNDS = 5;

interface Figure {
  readonly ms: number;
  readonly passed: Passed;
}

/** Our check as a caller of REST has it, with its charge. */
function ours(service: ServiceProcess, apiKey: string): Checker {
  return {
    name: 'Assay',
    note: 'all of its rules, with the market and the charge, over HTTP',
    async check(_url, mint) {
      const startedAt = performance.now();
      const response = await fetch(`${service.url}/check/token/${mint}`, { headers: { 'x-api-key': apiKey } });
      const { verdict } = (await response.json()) as { verdict?: string };
      if (verdict === undefined || verdict === 'UNKNOWN') throw new Error(`our check ended as ${verdict}`);
      return performance.now() - startedAt;
    },
  };
}

async function measure(checker: Checker, proxy: CountingProxy, mint: string): Promise<Figure> {
  proxy.take();
  const ms = await checker.check(proxy.url, mint);
  return { ms, passed: proxy.take() };
}

async function contest(rpcUrl: string, mint: string, latencyMs: number, peers: readonly Checker[]): Promise<void> {
  const proxy = await countBefore(rpcUrl, latencyMs);
  const service = await startProcess({ ...devnetSettings, SOLANA_RPC_URLS: proxy.url });
  const { report } = await grantCommand(['--usdc', '5'], { databaseUrl: null, dataDir: service.dataDir });
  const checkers = [ours(service, String(report.api_key)), ...peers];
  const figures = new Map<Checker, Figure[]>(checkers.map((checker) => [checker, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const checker of checkers) {
      const figure = await measure(checker, proxy, mint);
      // The first round warms up what is read once: configurations of venues here, compiled code there.
      if (round > 0) figures.get(checker)?.push(figure);
    }
  }
  const [own] = figures.values();
  for (const checker of checkers) tell(checker, latencyMs, figures.get(checker) ?? [], own ?? []);
  await service.end();
  await proxy.close();
}

function tell({ name, note }: Checker, latencyMs: number, theirs: readonly Figure[], own: readonly Figure[]): void {
  const ms = median(theirs.map((figure) => figure.ms));
  const { requests = 0, calls = 0, bytes = 0 } = theirs.at(-1)?.passed ?? {};
  const times = ms / median(own.map((figure) => figure.ms));
  const counts = `${requests} HTTP requests, ${calls} calls, ${Math.round(bytes / 1024)} KiB`;
  if (theirs !== own) {
    const ratios = theirs.map((figure, round) => figure.ms / (own[round]?.ms ?? Number.NaN));
    const ours = `${median(own.map((figure) => figure.ms)).toFixed(0)} ms, ${own.at(-1)?.passed.calls ?? 0} calls`;
    report({
      what: `token check at ${latencyMs} ms`,
      ours,
      beside: `${name} ${ms.toFixed(0)} ms, ${calls} calls`,
      ratios,
    });
  }
  console.log(`  ${latencyMs} ms  ${name}: ${ms.toFixed(0)} ms (${times.toFixed(1)}), ${counts}; ${note}`);
}

/** Prints milliseconds and calls of each checker at both latencies, side by side in turns. */
export async function run(): Promise<void> {
  const directory = process.env.PEER_CHECKERS;
  const peers = directory === undefined ? [] : await checkersIn(directory);
  if (peers.length === 0) console.log('  no other checker: PEER_CHECKERS names no directory with clones of them');
  build();
  const sandbox = await startSandbox({});
  const sample = sandbox.subjects.find(({ kind, verdict }) => kind === 'token' && verdict === 'LOW_RISK');
  if (!sample) throw new Error('the sandbox has no sample token');
  for (const latencyMs of LATENCIES_MS) await contest(sandbox.url, sample.address, latencyMs, peers);
  await sandbox.stop();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
