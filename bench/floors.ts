// What the machine gives before any of our code: answers a second of Node's own server and of bare express, in turns.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pound } from './pounding.ts';
import { median, ratiosOf, report } from './report.ts';

const CONNECTIONS = 50;
const SEGMENT_MS = 1_000;
const ROUNDS = 5;
const PATH = '/check/funder/9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj';

interface Floor {
  readonly child: ChildProcess;
  readonly url: string;
  readonly rates: number[];
}

async function start(mode: string): Promise<Floor> {
  const file = fileURLToPath(new URL('./floors-server.ts', import.meta.url));
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = fork(file, [mode], { execArgv: ['--import', 'tsx'], env });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`the ${mode} server ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}`, rates: [] };
}

const segment = ({ url }: Floor) => pound({ url, path: PATH, status: 200, connections: CONNECTIONS, ms: SEGMENT_MS });

/** Prints answers a second of both. */
export async function run(): Promise<void> {
  const [http, express] = [await start('http'), await start('express')];
  for (const one of [http, express]) await segment(one);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of round % 2 === 0 ? [http, express] : [express, http]) one.rates.push(await segment(one));
  }
  for (const { child } of [http, express]) child.disconnect();
  const [bare, framed] = [median(http.rates).toFixed(0), median(express.rates).toFixed(0)];
  console.log(
    `answers of 2 KB, ${CONNECTIONS} connections: node:http ${bare} a second, bare express ${framed} a second`,
  );
  const ratios = ratiosOf(express.rates, http.rates);
  report({ what: 'floor: bare express, 2 KB', ours: `${framed}/s`, beside: `node:http ${bare}/s`, ratios });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
