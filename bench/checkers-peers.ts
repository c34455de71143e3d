import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A token checker that others published, with how long one check takes in milliseconds. */
export interface Checker {
  readonly name: string;
  /** What its time stands for. */
  readonly note: string;
  check(rpcUrl: string, mint: string): Promise<number>;
}

const RUN_MS_MAX = 120_000;

/** Drives the package's own classes; market data and pool lookups need services elsewhere and are left out. */
const RUGCHECKER = `
import MetadataChecker from './src/checker/metadata-checker';
import HoldersChecker from './src/checker/holders-checker';
async function run() {
  const [url, mint] = process.argv.slice(2);
  const config = { solanaRpcEndpoint: url };
  const startedAt = performance.now();
  await Promise.all([new MetadataChecker(config).check(mint), new HoldersChecker(config).check(mint)]);
  console.log('took ' + (performance.now() - startedAt));
}
run();`;

/** Its list of endpoints is replaced, because most of its calls do not look at the variable that names one. */
const RUG = `
import sys, time, io, contextlib
import rugguard.rpc as rpc
rpc.PUBLIC_RPCS[:] = [sys.argv[1]]
rpc.RPC_URL = sys.argv[1]
from rugguard.cli import cli_token
started = time.perf_counter()
with contextlib.redirect_stdout(io.StringIO()):
    cli_token([sys.argv[2], '--json'])
print('took', (time.perf_counter() - started) * 1000)`;

/** The checkers whose sources lie in `directory`, each in a folder of its repository's name and installed as it says. */
export async function checkersIn(directory: string): Promise<readonly Checker[]> {
  const found: Checker[] = [];
  const rugchecker = join(directory, 'solana-rugchecker');
  if (existsSync(join(rugchecker, 'node_modules'))) found.push(await rugcheckerIn(rugchecker));
  const rug = join(directory, 'solana-rug');
  if (existsSync(rug)) {
    found.push({
      name: 'codegraphtheory/solana-rug (Python)',
      note: 'without its start',
      check: (url, mint) => took('python3', ['-c', RUG, url, mint], rug),
    });
  }
  const tools = join(directory, 'solana-tools');
  if (existsSync(join(tools, 'node_modules'))) found.push(toolsIn(tools));
  return found;
}

async function rugcheckerIn(cwd: string): Promise<Checker> {
  const outfile = join(cwd, 'node_modules', '.bench-run.cjs');
  await build({
    stdin: { contents: RUGCHECKER, resolveDir: cwd, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    outfile,
    logLevel: 'error',
  });
  return {
    name: 'degenfrends/solana-rugchecker',
    note: 'metadata and holders only, without its start',
    check: (url, mint) => took(process.execPath, [outfile, url, mint], cwd),
  };
}

function toolsIn(cwd: string): Checker {
  const file = join('packages', 'token-safety-check', 'src', 'index.ts');
  return {
    name: 'smitskecbs/solana-tools token-safety-check',
    note: 'mint and largest accounts only, with its start',
    async check(url, mint) {
      const startedAt = performance.now();
      const tsx = import.meta.resolve('tsx');
      await output(process.execPath, ['--import', tsx, file, '--mint', mint], cwd, { RPC_URL: url });
      return performance.now() - startedAt;
    },
  };
}

async function took(command: string, args: readonly string[], cwd: string): Promise<number> {
  const text = await output(command, args, cwd, {});
  const ms = /^took ([\d.]+)$/m.exec(text)?.[1];
  if (ms === undefined) throw new Error(`${command} printed no time: ${text.slice(-400)}`);
  return Number(ms);
}

function output(command: string, args: readonly string[], cwd: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: RUN_MS_MAX,
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(text.slice(-400)))));
  });
}
