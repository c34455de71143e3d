import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startApp } from '#app/app.ts';
import { readConfig } from '#config/config.ts';
import { openLog } from '#lib/process/log.ts';
import { runDemo } from './demo/steps.ts';

const USAGE = `usage: npm run --silent demo [-- --url URL --rpc URL]
Pays for checks in all three ways on the sandbox and prints each step. Exit code 0: everything happened, to the last unit.
Without --url and --rpc a service and its sandbox are started for it, and taken down again.`;

/** A running service and the sandbox that it reads. */
interface Place {
  readonly url: string;
  readonly rpcUrl: string;
  close(): Promise<void>;
}

/** The place that the arguments name, or null when they are not understood. */
function readPlace(argv: readonly string[]): Place | 'own' | null {
  const options = { url: { type: 'string' }, rpc: { type: 'string' } } as const;
  try {
    const { url, rpc } = parseArgs({ args: [...argv], options }).values;
    if (url === undefined && rpc === undefined) return 'own';
    if (!url || !rpc) return null;
    return { url: url.replace(/\/+$/, ''), rpcUrl: rpc, close: async () => undefined };
  } catch {
    return null;
  }
}

/** A service in this process with nothing of the environment: a demonstration never touches an operator's books. */
async function ownPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-demo-'));
  // PostgreSQL does not run as root; the user that it then runs as must be able to enter.
  chmodSync(dataDir, 0o755);
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const app = await startApp(readConfig({ PORT: '0', DATA_DIR: dataDir }), openLog('error'));
    const close = async () => {
      await app.stop();
      forget();
    };
    return { url: app.url, rpcUrl: String(app.sandbox?.rpcUrl), close };
  } catch (error) {
    forget();
    throw error;
  }
}

async function main(): Promise<number> {
  const named = readPlace(process.argv.slice(2));
  if (named === null) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  const started = performance.now();
  const say = (step: string, what: string): void => {
    const seconds = ((performance.now() - started) / 1_000).toFixed(1).padStart(5);
    process.stdout.write(`${seconds} s  ${step.padEnd(8)} ${what}\n`);
  };
  let step = 'start';
  let place: Place | null = null;
  try {
    place = named === 'own' ? await ownPlace() : named;
    say('service', `${place.url}, sandbox RPC ${place.rpcUrl}`);
    await runDemo({ ...place, say }, (next) => {
      step = next;
    });
    say('done', 'everything happened as printed');
    return 0;
  } catch (error) {
    process.stderr.write(`failed at "${step}": ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await place?.close();
  }
}

process.exitCode = await main();
