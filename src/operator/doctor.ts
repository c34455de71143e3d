import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Diagnosis, type DiagnosisOptions, diagnose } from 'assay-core/chain/doctor/doctor.ts';
import type { EndpointFindings } from 'assay-core/chain/doctor/endpoint-findings.ts';
import type { KindFindings } from 'assay-core/chain/doctor/kind-findings.ts';
import { pricesOfCalls } from 'assay-core/chain/rpc/prices.ts';
import { readEndpointsConfig } from '#config/config.ts';
import { type Env, readEnv } from '#config/env.ts';
import { isGenesisOf, type Network, nameOfGenesis } from '#config/network.ts';

const USAGE = `usage: npm run --silent doctor -- [--json] [URL...]
Asks RPC endpoints, with at most 200 calls each, what they allow, and prints which checks can be served over them. Without URLs it asks those of SOLANA_RPC_URLS. It takes half a minute or more. Exit code 0: every kind of check can be served by the endpoints together. 1: one cannot, or that could not be seen.`;

/** The output of the command and the exit code of the process. */
export interface DoctorOutcome {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

/** Diagnoses the endpoints of `argv`, or the configured ones of `env`. `options` override how they are asked. Never rejects. */
export async function doctor(
  argv: readonly string[],
  env: Env,
  options: Partial<DiagnosisOptions> = {},
): Promise<DoctorOutcome> {
  try {
    const { json, help, urls: named } = argumentsOf(argv);
    if (help) return { text: USAGE, exitCode: 0 };
    const { urls: configured, network, checkTimeMsMax, picoUsdPerCall } = readEndpointsConfig(env);
    const urls = named.length > 0 ? named : (configured ?? []);
    if (urls.length === 0) throw new Error(`no endpoint: name URLs, or set SOLANA_RPC_URLS\n${USAGE}`);
    const found = await diagnose(urls, { checkTimeMsMax, priceOf: pricesOfCalls(picoUsdPerCall), ...options });
    const report = named.length > 0 ? found : { ...found, advice: [...foreign(found, network), ...found.advice] };
    const isServed = found.together.every(({ served }) => served === 'yes' || served === 'without');
    return { text: json ? JSON.stringify(report, null, 2) : textOf(report), exitCode: isServed ? 0 : 1 };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { text: argv.includes('--json') ? JSON.stringify({ error: message }) : message, exitCode: 1 };
  }
}

function argumentsOf(argv: readonly string[]) {
  const options = { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  return { ...values, urls: positionals.flatMap((one) => one.split(',')) };
}

/** Sentences about endpoints of another network than the service is configured for. */
function foreign({ endpoints }: Diagnosis, network: Network): readonly string[] {
  return endpoints.flatMap(({ origin, genesis }) =>
    genesis === null || isGenesisOf(network, genesis)
      ? []
      : [
          `The service will not start: ${origin} serves ${nameOfGenesis(genesis)}, and SOLANA_NETWORK is ${network.caip2}.`,
        ],
  );
}

function textOf({ endpoints, together, advice }: Diagnosis): string {
  return [
    ...endpoints.flatMap((endpoint, index) => [
      `${endpoints.length > 1 ? `${index + 1}. ` : ''}${endpoint.origin} (${endpoint.calls} calls)`,
      ...(endpoint.trouble === null
        ? [...endpointLines(endpoint), ...endpoint.kinds.flatMap(kindLines)]
        : [`  could not be asked: ${endpoint.trouble}`]),
      '',
    ]),
    ...(endpoints.length > 1 ? ['All endpoints together', ...together.flatMap(kindLines), ''] : []),
    ...advice,
  ]
    .join('\n')
    .trimEnd();
}

function endpointLines(found: EndpointFindings): readonly string[] {
  const { software, featureSet, latencyMs, arrays, addresses, history, pace } = found;
  const network = found.genesis === null ? 'unknown' : nameOfGenesis(found.genesis);
  const features = featureSet === null ? '' : `, feature set ${featureSet}`;
  return [
    `  network    ${network}; software ${software ?? 'unknown'}${features}; latency ${latencyMs ?? 'unknown'} ms`,
    `  arrays     ${arraysText(arrays)}`,
    `  addresses  ${addresses.most} in one call${addresses.refused === null ? '' : `: "${addresses.refused}"`}`,
    `  history    ${historyText(history)}`,
    `  pace       ${paceText(pace, arrays.longest)}`,
    ...found.methods
      .filter(({ served }) => served !== true)
      .map(({ method, served, words }) => {
        const how = served === false ? 'refused' : 'unknown';
        return `  ${method}: ${how}${words === '' ? '' : ` "${words}"`}`;
      }),
  ];
}

function arraysText({ allowed, longest, counted, refused }: EndpointFindings['arrays']): string {
  const words = refused === null || refused === '' ? '' : `: "${refused}"`;
  if (allowed === null) return `unknown${words}`;
  if (!allowed) return `refused${words}`;
  return `up to ${longest} items taken${counted === 'by_item' ? ', and each item counts' : ''}${words}`;
}

function historyText({ kept, oldestSlot, oldestTime }: EndpointFindings['history']): string {
  if (kept === false) return 'none: the node keeps no transactions';
  if (oldestSlot === null) return 'unknown';
  const time = oldestTime === null ? '' : `, ${new Date(oldestTime * 1_000).toISOString()}`;
  return `from slot ${oldestSlot}${time}`;
}

function paceText(pace: EndpointFindings['pace'], longestArray: number): string {
  if (pace === null) return 'unknown';
  const { calls, seconds, from } = pace;
  const rate = `${calls} calls in ${seconds === 1 ? 'a second' : `${seconds} seconds`}`;
  return from === 'measurement'
    ? `at least ${rate} (measured, ${calls === longestArray ? 'in one array' : 'by single calls'})`
    : `${rate} (by its ${from === 'headers' ? 'headers' : 'refusals'})`;
}

const servedWords = { yes: 'served', without: 'served, with less', no: 'NOT served', unknown: 'unknown' } as const;

function kindLines({
  kind,
  served,
  reasons,
  calls,
  usdPerThousandChecks,
  longestWallet,
}: KindFindings): readonly string[] {
  const count = Object.values(calls).reduce((sum, one) => sum + one, 0);
  const price = usdPerThousandChecks === null ? 'price unknown' : `${usdPerThousandChecks} USD for 1,000 checks`;
  const longest = longestWallet === null ? '' : `, wallets of about ${longestWallet} transactions at that pace`;
  return [
    `  ${kind.padEnd(6)} ${servedWords[served]} (about ${count} calls, ${price}${longest})`,
    ...reasons.map((reason) => `         ${reason}`),
  ];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { text, exitCode } = await doctor(process.argv.slice(2), readEnv());
  process.stdout.write(`${text}\n`);
  process.exitCode = exitCode;
}
