import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Diagnosis, type DiagnosisOptions, diagnose } from '#chain/doctor/doctor.ts';
import type { EndpointFindings } from '#chain/doctor/endpoint-findings.ts';
import type { KindFindings } from '#chain/doctor/kind-findings.ts';
import { pricesOfCalls } from '#chain/rpc/prices.ts';
import { readEndpointsConfig } from '#config/config.ts';
import { type Env, readEnv } from '#config/env.ts';
import { nameOfGenesis } from '#config/network.ts';

const USAGE = `usage: npm run --silent doctor -- [--json] [URL...]
Asks RPC endpoints, with at most 200 calls each, what they allow, and prints which checks can be served over them. Without URLs it asks those of SOLANA_RPC_URLS. Exit code 0: every kind of check can be served by the endpoints together. 1: one cannot, or nothing could be asked.`;

/** What the command prints and the exit code of the process. */
export interface DoctorOutcome {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

/** Diagnoses the endpoints of `argv`, or those of `env`. `options` override how they are asked. Never rejects. */
export async function doctor(
  argv: readonly string[],
  env: Env,
  options: Partial<DiagnosisOptions> = {},
): Promise<DoctorOutcome> {
  const args = argumentsOf(argv);
  if (args === null) return { text: USAGE, exitCode: 1 };
  try {
    const config = readEndpointsConfig(env);
    const urls = args.urls.length > 0 ? args.urls : (config.urls ?? []);
    if (urls.length === 0) return { text: `no endpoint: name URLs, or set SOLANA_RPC_URLS\n${USAGE}`, exitCode: 1 };
    const { checkTimeMsMax, picoUsdPerCall } = config;
    const found = await diagnose(urls, { checkTimeMsMax, priceOf: pricesOfCalls(picoUsdPerCall), ...options });
    const text = args.json ? JSON.stringify(found, null, 2) : textOf(found);
    return { text, exitCode: found.together.some(({ served }) => served === 'no') ? 1 : 0 };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), exitCode: 1 };
  }
}

function argumentsOf(argv: readonly string[]): { json: boolean; urls: readonly string[] } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    return { json: values.json, urls: positionals };
  } catch {
    return null;
  }
}

function textOf({ endpoints, together, advice }: Diagnosis): string {
  return [
    ...endpoints.flatMap((endpoint) => [...endpointLines(endpoint), ...endpoint.kinds.flatMap(kindLines), '']),
    ...(endpoints.length > 1 ? ['All endpoints together', ...together.flatMap(kindLines), ''] : []),
    ...advice,
  ]
    .join('\n')
    .trimEnd();
}

function endpointLines(found: EndpointFindings): readonly string[] {
  const { origin, trouble, calls, software, featureSet, latencyMs, arrays, addresses, history, pace } = found;
  if (trouble !== null) return [origin, `  could not be asked: ${trouble}`];
  const network = found.genesis === null ? 'unknown' : nameOfGenesis(found.genesis);
  const features = featureSet === null ? '' : `, feature set ${featureSet}`;
  return [
    `${origin} (${calls} calls)`,
    `  network    ${network}; software ${software ?? 'unknown'}${features}; latency ${latencyMs ?? '?'} ms`,
    `  arrays     ${arraysText(arrays)}`,
    `  addresses  ${addresses.most} in one call${addresses.refused === null ? '' : `: "${addresses.refused}"`}`,
    `  history    ${historyText(history)}`,
    `  pace       ${paceText(pace)}`,
    ...found.methods
      .filter(({ served }) => served !== true)
      .map(({ method, served, refusal, words }) => {
        const how = served === false ? (refusal ?? 'refused') : 'not seen';
        return `  ${method}: ${how}${words === '' ? '' : ` "${words}"`}`;
      }),
  ];
}

function arraysText({ allowed, longest, counted, refused }: EndpointFindings['arrays']): string {
  const words = refused === null || refused === '' ? '' : `: "${refused}"`;
  if (allowed === null) return `not seen${words}`;
  if (!allowed) return `refused${words}`;
  return `up to ${longest} items taken${counted === 'by_item' ? ', and each item counts' : ''}${words}`;
}

function historyText({ kept, oldestSlot, oldestTime }: EndpointFindings['history']): string {
  if (kept === false) return 'none: the node keeps no transactions';
  if (oldestSlot === null) return 'depth unknown';
  const time = oldestTime === null ? '' : `, ${new Date(oldestTime * 1_000).toISOString()}`;
  return `from slot ${oldestSlot}${time}`;
}

function paceText(pace: EndpointFindings['pace']): string {
  if (pace === null) return 'unknown';
  const { calls, seconds, from } = pace;
  const rate = `${calls} calls in ${seconds === 1 ? 'a second' : `${seconds} seconds`}`;
  return from === 'measurement'
    ? `at least ${rate} (one burst, measured)`
    : `${rate} (by its ${from === 'headers' ? 'headers' : 'refusals'})`;
}

const servedWords = { yes: 'served', without: 'served, with less', no: 'NOT served', unknown: 'not seen' } as const;

function kindLines({
  kind,
  served,
  reasons,
  calls,
  usdPerThousandChecks,
  longestWallet,
}: KindFindings): readonly string[] {
  const count = Object.values(calls).reduce((sum, one) => sum + one, 0);
  const cost = usdPerThousandChecks === null ? '' : `, ${usdPerThousandChecks} USD for 1,000 checks`;
  const longest = longestWallet === null ? '' : `, wallets of up to ${longestWallet} transactions at that pace`;
  return [
    `  ${kind.padEnd(6)} ${servedWords[served]} (about ${count} calls${cost}${longest})`,
    ...reasons.map((reason) => `         ${reason}`),
  ];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { text, exitCode } = await doctor(process.argv.slice(2), readEnv());
  process.stdout.write(`${text}\n`);
  process.exitCode = exitCode;
}
