import { fileURLToPath } from 'node:url';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { openInspectors, openMarket, warmMarket } from 'assay-core/check/inspectors.ts';
import { loadIssuers } from 'assay-core/derive/token/issuers/issuer-table.ts';
import type { Kind } from 'assay-core/rules/check.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import type { SampleSubject } from 'assay-sandbox/identity.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import type { BudgetName } from './budgets.ts';
import { type CountingProxy, countBefore, type Passed } from './counting-proxy.ts';
import { median, report } from './report.ts';

/*
 * One check of each kind over the sample world, gathered and judged in this process without door, debit and signature. Cold:
 * nothing is known but what a service reads when it starts. Warm: of the same subject again, when what never changes is in
 * memory. Processor time is this process's with the chain in another; wall time, rounds and requests are taken through a proxy
 * that answers later.
 */

const LATENCIES_MS = [0, 50];
const ROUNDS = 5;
const DAY_SECONDS = 86_400;
const SOL = 1_000_000_000n;
const overrides = {
  checkTimeMsMax: 30_000,
  rpcCallsPerCheckMax: null,
  rpcBytesPerCheckMax: null,
  rpcPicoUsdPerCheckMax: null,
};
const bounds = {
  windowSeconds: 90 * DAY_SECONDS,
  signaturesMax: 3_000,
  signaturesWithBodiesMax: 20_000,
  tokenSignaturesMax: 1_500,
};

/** A sample subject, and the budgets that its kind has. */
interface Case {
  readonly name: string;
  readonly kind: Kind['name'];
  readonly subject: Address;
  readonly rounds?: BudgetName;
  readonly requests?: BudgetName;
}

/** What one check took, in milliseconds. */
interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly passed: Passed;
}

const NOTHING: Passed = { requests: 0, calls: 0, bytes: 0, rounds: 0 };

function casesOf(subjects: readonly SampleSubject[]): readonly Case[] {
  const of = (kind: SampleSubject['kind'], verdict: string, what = ''): Address => {
    const found = subjects.find((one) => one.kind === kind && one.verdict === verdict && one.what.includes(what));
    if (!found) throw new Error(`the sample world has no ${kind} that is ${verdict} ${what}`);
    return address(found.address);
  };
  const plain = { rounds: 'token rounds', requests: 'token requests' } as const;
  const people = { rounds: 'token rounds with people', requests: 'token requests with people' } as const;
  return [
    { name: 'wallet', kind: 'wallet', subject: of('wallet', 'TRUSTED') },
    { name: 'token', kind: 'token', subject: of('token', 'LOW_RISK'), ...plain },
    { name: 'young token', kind: 'token', subject: of('token', 'ELEVATED', 'made three days ago'), ...people },
    { name: 'dumped token', kind: 'token', subject: of('token', 'HIGH_RISK', 'sold all that it bought'), ...people },
    { name: 'concentrated token', kind: 'token', subject: of('token', 'HIGH_RISK', 'one holder has 40 %'), ...people },
    {
      name: 'trade',
      kind: 'trade',
      subject: of('trade', 'ACCEPTABLE_COST'),
      rounds: 'trade rounds',
      requests: 'trade requests',
    },
    { name: 'funder', kind: 'funder', subject: of('funder', 'CEX_FUNDED'), rounds: 'funder rounds' },
    {
      name: 'funder over a hop',
      kind: 'funder',
      subject: of('funder', 'WALLET_FUNDED'),
      rounds: 'funder rounds with a hop',
    },
  ];
}

/** Two checks over one chain, of which the first knows only what a start reads. */
async function coldAndWarm(url: string, usdcMint: Address, { kind, subject }: Case, proxy: CountingProxy | null) {
  const chain = openChain({ urls: [url] });
  const market = openMarket(usdcMint);
  const parts = { labels: loadLabels(), issuers: loadIssuers(), market, usdcMint, overrides, warn: () => undefined };
  const inspector = openInspectors({ ...parts, wallet: { bounds, store: null } })[kind];
  if (!inspector) throw new Error(`no inspector for ${kind}`);
  await warmMarket(market, chain.session());
  const once = async (): Promise<Took> => {
    proxy?.take();
    const session = chain.session();
    const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
    const sizeLamports = kind === 'trade' ? SOL / 2n : null;
    const { judgement } = await inspector.inspect({ kind, subject, sizeLamports }, session.reader(inspector.bounds));
    const { user, system } = process.cpuUsage(cpu);
    session.close();
    if (judgement.verdict === 'UNKNOWN') throw new Error(`${kind}: ${JSON.stringify(judgement.gaps)}`);
    const wallMs = performance.now() - startedAt;
    return { wallMs, cpuMs: (user + system) / 1_000, passed: proxy?.take() ?? NOTHING };
  };
  const [cold, warm] = [await once(), await once()];
  await chain.close();
  return { cold, warm };
}

/** The middle of several rounds by a figure. */
const middle = (took: readonly Took[], figure: (one: Took) => number): number => median(took.map(figure));

async function repeated(one: Case, sandbox: Sandbox, latencyMs: number | null) {
  const proxy = latencyMs === null ? null : await countBefore(sandbox.url, latencyMs);
  const both: Awaited<ReturnType<typeof coldAndWarm>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    both.push(await coldAndWarm(proxy?.url ?? sandbox.url, address(sandbox.usdcMint), one, proxy));
  }
  await proxy?.close();
  return { cold: both.map(({ cold }) => cold), warm: both.map(({ warm }) => warm) };
}

const told = ({ rounds, requests, calls, bytes }: Passed): string =>
  `${rounds} rounds, ${requests} requests, ${calls} calls, ${(bytes / 1_024).toFixed(0)} KiB`;

async function overProxy(one: Case, sandbox: Sandbox, latencyMs: number): Promise<void> {
  const { cold, warm } = await repeated(one, sandbox, latencyMs);
  const [coldMs, warmMs] = [middle(cold, ({ wallMs }) => wallMs), middle(warm, ({ wallMs }) => wallMs)];
  const [first, second] = [cold.at(-1)?.passed ?? NOTHING, warm.at(-1)?.passed ?? NOTHING];
  console.log(`  ${latencyMs} ms: cold ${coldMs.toFixed(0)} ms (${told(first)})`);
  console.log(`  ${latencyMs} ms: warm ${warmMs.toFixed(0)} ms (${told(second)})`);
  const what = `${one.name} check of the sample world at ${latencyMs} ms`;
  const ours = `cold ${coldMs.toFixed(0)} ms, warm ${warmMs.toFixed(0)} ms`;
  const floor = `rounds alone ${first.rounds * latencyMs} and ${second.rounds * latencyMs} ms`;
  const beside = latencyMs > 0 ? floor : null;
  // Without latency an answer can be back before the last question of its round is out, which makes two of one.
  const counts = latencyMs > 0;
  report({
    what: `${what}, rounds`,
    ...(counts && one.rounds && { budget: one.rounds }),
    ours,
    beside,
    ratios: [first.rounds],
  });
  const asked = `cold ${told(first)}; warm ${told(second)}`;
  const requests = { ours: asked, beside: null, ratios: [first.requests] };
  report({ what: `${what}, HTTP requests`, ...(counts && one.requests && { budget: one.requests }), ...requests });
}

async function processorTime(one: Case, sandbox: Sandbox): Promise<void> {
  const { cold, warm } = await repeated(one, sandbox, null);
  const [first, second] = [cold, warm].map((took) => middle(took, ({ cpuMs }) => cpuMs).toFixed(1));
  console.log(`  processor time: cold ${first} ms, warm ${second} ms`);
  const ours = `cold ${first} ms, warm ${second} ms`;
  report({ what: `${one.name} check, processor time`, ours, beside: null, ratios: [] });
}

/** Prints times, rounds, requests, bytes and processor time of a check of each kind. */
export async function run(): Promise<void> {
  const sandbox = await startSandbox({});
  try {
    for (const one of casesOf(sandbox.subjects)) {
      // The sample world plays a wallet's story when it is first asked about.
      await coldAndWarm(sandbox.url, address(sandbox.usdcMint), one, null);
      console.log(one.name);
      for (const latencyMs of LATENCIES_MS) await overProxy(one, sandbox, latencyMs);
      await processorTime(one, sandbox);
    }
  } finally {
    await sandbox.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
