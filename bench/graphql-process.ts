import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A server of a benchmark of GraphQL in a process of its own. */
export interface GraphqlServer {
  readonly child: ChildProcess;
  readonly url: string;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles a file of this folder as the service is bundled, and starts it. The translation in memory by tsx names every function at run time,
 * which costs a third of a small request.
 */
export async function startServer(file: string, args: readonly string[]): Promise<GraphqlServer> {
  const outfile = `${ROOT}dist/bench/${file.replace(/^.*\//, '').replace(/ts$/, 'mjs')}`;
  await build({
    absWorkingDir: ROOT,
    entryPoints: [`bench/${file}`],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    alias: { 'assay-core': './packages/core/src', 'assay-sandbox': './packages/sandbox/src' },
  });
  const child = fork(outfile, args, {
    execArgv: ['--expose-gc', ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? [])],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

/** The processor time that it has used, in microseconds. */
export async function cpuMicros({ child }: GraphqlServer): Promise<number> {
  child.send('cpu');
  const [micros] = await once(child, 'message');
  return Number(micros);
}
