import { fileURLToPath } from 'node:url';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import type { TokenReader } from 'assay-core/gather/token/second-round.ts';
import { judgeToken } from 'assay-core/rules/token/verdict.ts';
import { readTokenSubject } from 'assay-core/solana/token/token-subject.ts';
import { accountOf, evidenceOfAccount } from '../packages/core/test/support/judged-mints.ts';
import { hasTokens, recordedTokens } from '../packages/core/test/support/recorded-tokens.ts';
import { ownSeeds } from '../test/fuzz/seeds.ts';
import { median, report, reportAbsent } from './report.ts';
import { type Decoder, kitDecoder, splDecoder } from './token-decoders.ts';
import { optionsOf, serveTokenWorld } from './token-world.ts';
import { MINT } from './trade-worlds.ts';

/*
 * A token check: mints decoded and judged a second, beside the decoders that the packages of the token programs have, in
 * turns in one run; and a whole check over an endpoint of loopback, with its calls, wall time and processor time. No checker
 * that others published can be installed any more: their figures were measured elsewhere, once, and are printed as such.
 */

const SEGMENT_MS = 200;
const ROUNDS = 5;
const LATENCIES_MS = [0, 50];
const CHECKS = 20;
const WARM_UP = 30;
const CPU_CHECKS = 100;
const BOUNDS = { timeMsMax: 20_000, callsMax: 250, bytesMax: 64 * 1024 * 1024 };

/** What was measured of others against one chain of loopback, not here and not beside ours: calls, then wall time in ms. */
const QUOTED = [
  'degenfrends/solana-rugchecker 0.0.16: 14 calls, 246..280 ms at 0 ms, 774..824 ms at 50 ms; without market data',
  'codegraphtheory/solana-rug 0.3.1 (Python): 35 calls, 141..188 ms at 0 ms, 1930..2010 ms at 50 ms',
  'smitskecbs/solana-tools token-safety-check: 2 calls, 1000..1200 ms with its start, 1000..1500 ms at 50 ms',
];

/** Runs a second, round and round. */
function rate(runs: readonly (() => unknown)[]): number {
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < SEGMENT_MS) {
    for (const run of runs) run();
    done += runs.length;
  }
  return (done * 1_000) / (performance.now() - start);
}

const accounts = hasTokens
  ? recordedTokens('mint').map((one) => accountOf(one.address, one.owner, one.data))
  : ownSeeds().map(({ account }) => account);

/** Ours and theirs on the mints that theirs can decode, in turns. */
function contest(name: string, decode: Decoder | null): void {
  if (decode === null) {
    console.log(`  ${name}: not installed`);
    reportAbsent(`decoding mints, ${name}`, '', 'labs/oracles');
    return;
  }
  const taken = accounts.filter(({ data }) => {
    try {
      return decode(data) !== null;
    } catch {
      return false;
    }
  });
  const both = [
    taken.map((one) => () => readTokenSubject(one)),
    taken.map(
      ({ data }) =>
        () =>
          decode(data),
    ),
  ] as const;
  for (const runs of both) rate(runs);
  const rates = Array.from({ length: ROUNDS }, () => both.map(rate));
  const ratios = rates.map(([ours = 0, theirs = 1]) => ours / theirs);
  const spread = `[${Math.min(...ratios).toFixed(1)}..${Math.max(...ratios).toFixed(1)}]`;
  const [ours, theirs] = [0, 1].map((at) => Math.round(median(rates.map((one) => one[at] ?? 0))));
  report({ what: 'decoding mints', ours: `${ours}/s`, beside: `${name} ${theirs}/s`, ratios });
  console.log(
    `  decode: ours ${ours}/s, ${name} ${theirs}/s on ${taken.length} of ${accounts.length} mints, ratio ${median(ratios).toFixed(1)} ${spread}`,
  );
}

function judged(): void {
  const evidence = accounts.map((one) => evidenceOfAccount(one));
  measured(
    'bytes to evidence',
    accounts.map((one) => () => evidenceOfAccount(one)),
  );
  measured(
    'evidence to verdict',
    evidence.map((one) => () => judgeToken(one)),
  );
}

function measured(name: string, runs: readonly (() => unknown)[]): void {
  rate(runs);
  const before = process.cpuUsage();
  const rates = Array.from({ length: ROUNDS }, () => rate(runs));
  const { user, system } = process.cpuUsage(before);
  const done = rates.reduce((sum, one) => sum + (one * SEGMENT_MS) / 1_000, 0);
  const each = ((user + system) / done).toFixed(0);
  const perSecond = Math.round(median(rates));
  report({ what: `a mint's ${name}`, ours: `${perSecond}/s, ${each} us of processor`, beside: null, ratios: [] });
  console.log(`  ${name}: ${perSecond}/s, ${each} us of processor time each`);
}

async function overHttp(latencyMs: number): Promise<void> {
  const rpc = await serveTokenWorld(latencyMs);
  const chain = openChain({ urls: [rpc.url] });
  const options = optionsOf();
  const timed = async () => {
    rpc.forget();
    const session = chain.session();
    const [start, before] = [performance.now(), process.cpuUsage()];
    const evidence = await gatherToken(MINT, session.reader(BOUNDS), options);
    const { verdict, reasons } = judgeToken(evidence);
    const took = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    session.close();
    const { rounds, requests, methods } = rpc.asked();
    const found = `${verdict}: ${reasons.map(({ code }) => code).join(', ')}`;
    return { took, cpuMs: (user + system) / 1_000, calls: methods.flat().length, rounds, requests, found };
  };
  const cold = await timed();
  const warm = [];
  for (let n = 0; n < CHECKS; n += 1) warm.push(await timed());
  const last = warm.at(-1) ?? cold;
  const told = ({ rounds, requests, calls }: typeof cold) => `${rounds} rounds, ${requests} requests, ${calls} calls`;
  console.log(`  at ${latencyMs} ms latency (${last.found})`);
  console.log(`    cold ${cold.took.toFixed(0)} ms (${told(cold)})`);
  console.log(
    `    warm ${median(warm.map(({ took }) => took)).toFixed(0)} ms (${told(last)}), ${median(warm.map(({ cpuMs }) => cpuMs)).toFixed(1)} ms of processor time with the endpoint's own`,
  );
  const warmMs = median(warm.map(({ took }) => took)).toFixed(0);
  // The cold one reads what a service has read when it starts.
  const what = `token check at ${latencyMs} ms, warm`;
  const ours = `cold ${cold.took.toFixed(0)}, warm ${warmMs} ms`;
  const beside = `rounds alone ${cold.rounds * latencyMs} and ${last.rounds * latencyMs} ms`;
  report({ what: `${what}, rounds`, budget: 'token rounds', ours, beside, ratios: [last.rounds] });
  report({ what: `${what}, HTTP requests`, budget: 'token requests', ours, beside: null, ratios: [last.requests] });
  await chain.close();
  await rpc.close();
}

/** Processor time of a check whose answers are in memory: what is left is choosing, decoding accounts and judging. */
async function inMemory(): Promise<void> {
  const rpc = await serveTokenWorld(0);
  const chain = openChain({ urls: [rpc.url] });
  const session = chain.session();
  const options = optionsOf();
  const reader = remembering(session.reader({ ...BOUNDS, callsMax: 10_000 }));
  const check = async () => judgeToken(await gatherToken(MINT, reader, options));
  for (let n = 0; n < WARM_UP; n += 1) await check();
  const spent: number[] = [];
  for (let n = 0; n < CPU_CHECKS; n += 1) {
    const before = process.cpuUsage();
    await check();
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1_000);
  }
  console.log(`  in memory: ${median(spent).toFixed(1)} ms of processor time a check`);
  session.close();
  await chain.close();
  await rpc.close();
}

/** The same reader, which asks every question once and answers it from memory afterwards. */
function remembering(reader: TokenReader): TokenReader {
  const answers = new Map<string, unknown>();
  return new Proxy(reader, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...asked: readonly unknown[]) => {
        const question = `${String(name)} ${JSON.stringify(asked)}`;
        if (!answers.has(question)) answers.set(question, Reflect.apply(method, target, asked));
        return answers.get(question);
      };
    },
  });
}

/** Prints rates of decoding and judging, then the calls and times of a check, then what is known of others. */
export async function run(): Promise<void> {
  console.log(
    `${accounts.length} ${hasTokens ? 'recorded' : 'encoded'} mints, ${ROUNDS} rounds of ${SEGMENT_MS} ms each`,
  );
  contest('@solana-program/token-2022', kitDecoder());
  contest('@solana/spl-token (keys left as bytes, extensions not read)', splDecoder());
  judged();
  console.log('a check over loopback');
  for (const latencyMs of LATENCIES_MS) await overHttp(latencyMs);
  await inMemory();
  console.log('others, NOT MEASURED HERE (none is on the npm registry; quoted from an earlier measurement):');
  for (const line of QUOTED) console.log(`  ${line}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
