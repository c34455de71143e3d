// 402 challenges of the whole service, as npm start runs it, beside bare express that sends the same bytes and beside the
// reference middleware @x402/express. Segments alternate, so that foreign load falls on all alike.
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from '../test/support/build.ts';
import { startProcess } from '../test/support/service.ts';
import type { CapturedChallenge } from './challenge-server.ts';
import { pound } from './pounding.ts';
import { median, ratiosOf, report, reportAbsent } from './report.ts';

const CONNECTIONS = 50;
const SEGMENT_MS = 2_000;
const ROUNDS = 7;
const PATH = '/check/funder/86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';
const PEERS = '../test/peers/node_modules';
const BOUND_EXPRESS = 0.9;
const BOUND_MIDDLEWARE = 2;

interface Contender {
  readonly name: string;
  readonly url: string;
  readonly rates: number[];
  readonly child: ChildProcess | null;
}

async function capture(url: string): Promise<CapturedChallenge> {
  const response = await fetch(`${url}${PATH}`);
  if (response.status !== 402) throw new Error(`the service answered ${response.status}`);
  const body = await response.text();
  const headers = Object.fromEntries(response.headers);
  const required = JSON.parse(Buffer.from(String(headers['payment-required']), 'base64').toString('utf8'));
  // What Node's server writes by itself would stand there twice.
  for (const name of ['date', 'connection', 'keep-alive', 'content-length']) delete headers[name];
  return { headers, body, required };
}

async function startContender(name: string, mode: string, captured: CapturedChallenge): Promise<Contender> {
  const child = fork(fileURLToPath(new URL('./challenge-server.ts', import.meta.url)), [mode], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    child.send(captured);
  });
  return contender(name, `http://127.0.0.1:${port}`, child);
}

function contender(name: string, url: string, child: ChildProcess | null = null): Contender {
  return { name, url, rates: [], child };
}

function segment({ url }: Contender): Promise<number> {
  return pound({ url, path: PATH, status: 402, connections: CONNECTIONS, ms: SEGMENT_MS });
}

function ratio(ours: Contender, other: Contender, bound: number): string {
  const ratios = ours.rates.map((rate, i) => rate / (other.rates[i] ?? Number.NaN));
  const [mid, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((r) => r.toFixed(2));
  return `${mid} [${least}..${most}] (bound ${bound})`;
}

function tell(ours: Contender, bare: Contender, middleware: Contender | null): void {
  const told = ({ rates }: Contender) => `${median(rates).toFixed(0)}/s`;
  report({
    what: '402 challenge, the same bytes',
    budget: 'challenge / bare express',
    ours: told(ours),
    beside: `bare express ${told(bare)}`,
    ratios: ratiosOf(ours.rates, bare.rates),
  });
  const what = '402 challenge';
  if (middleware === null) reportAbsent(what, told(ours), 'test/peers');
  else {
    const beside = `@x402/express ${told(middleware)}`;
    const ratios = ratiosOf(ours.rates, middleware.rates);
    report({ what, budget: 'challenge / @x402/express', ours: told(ours), beside, ratios });
  }
}

/** Prints challenges a second of each, and the ratios by round. */
export async function run(): Promise<void> {
  build();
  const service = await startProcess();
  const contenders: Contender[] = [];
  try {
    const captured = await capture(service.url);
    const ours = contender('ours', service.url);
    contenders.push(ours);
    const bare = await startContender('bare express, same bytes', 'express', captured);
    contenders.push(bare);
    const installed = existsSync(new URL(`${PEERS}/@x402/express`, import.meta.url));
    const middleware = installed ? await startContender('@x402/express', 'middleware', captured) : null;
    if (middleware) contenders.push(middleware);
    for (const one of contenders) await segment(one);
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = round % 2 === 0 ? contenders : [...contenders].reverse();
      for (const one of order) one.rates.push(await segment(one));
    }
    console.log(`402 challenge, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SEGMENT_MS} ms each`);
    tell(ours, bare, middleware);
    for (const { name, rates } of contenders) console.log(`  ${name.padEnd(26)} ${median(rates).toFixed(0)} a second`);
    console.log(`  ratio to bare express ${ratio(ours, bare, BOUND_EXPRESS)}`);
    if (middleware) console.log(`  ratio to @x402/express ${ratio(ours, middleware, BOUND_MIDDLEWARE)}`);
    else console.log('  @x402/express is not installed: npm ci --prefix test/peers');
  } finally {
    for (const { child } of contenders) child?.disconnect();
    await service.end();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
