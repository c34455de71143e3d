import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readConfig } from '#config/config.ts';
import { freePort } from '#lib/process/free-port.ts';
import { startApp } from '../../src/app/app.ts';
import { banner } from '../../src/app/banner.ts';
import type { PaymentTimeouts } from '../../src/app/payments.ts';
import { openLog } from '../../src/lib/process/log.ts';
import { openTestDatabase, temporaryDataDir } from './database.ts';
import { hangMs } from './pace.ts';

/** The real service over HTTP. */
export interface Service {
  readonly url: string;
  readonly dataDir: string;
  /** The output so far: the banner and, for a process, its log. */
  output(): string;
  /** Stops it and waits until everything of it has ended. */
  end(): Promise<unknown>;
}

/** The real service in a process of its own, as an operator starts it. */
export interface ServiceProcess extends Service {
  readonly process: ChildProcess;
  /** The exit code once the process has ended; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Ends the process with `signal` and waits for it; the exit code, or null when a signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const READY_MS_MAX = hangMs(55_000);
const POLL_MS = 10;

type Variables = Readonly<Record<string, string>>;

/**
 * Starts the service in the process of the test, where nothing of the process itself is under test: a process of its own
 * costs ten times as much. Without DATABASE_URL it gets a database of its own, without SOLANA_RPC_URLS the sandbox.
 * `timeouts`: how long it waits in payments, where that differs from what the service does by itself.
 */
export async function openService(env: Variables = {}, timeouts: PaymentTimeouts = {}): Promise<Service> {
  const database = env.DATABASE_URL ? null : await openTestDatabase();
  const dataDir = env.DATA_DIR ?? temporaryDataDir();
  const settings = {
    PORT: '0',
    DRAIN_MS: '0',
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url }),
    ...env,
  };
  // As in a process, where an empty variable counts as unset.
  const set = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
  const app = await startApp(readConfig(set), openLog('fatal'), timeouts);
  return {
    url: app.listening,
    dataDir,
    output: () => banner(app),
    async end() {
      await app.stop();
      await database?.stop();
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a process on a free port with nothing from this environment but PATH; waits until the service in it is ready. */
export async function startProcess(
  env: Variables = {},
  command?: readonly [string, ...string[]],
): Promise<ServiceProcess> {
  const service = await spawnProcess(env, command);
  const deadline = Date.now() + READY_MS_MAX;
  while (!(await isReady(service.url))) {
    if (service.process.exitCode !== null || Date.now() > deadline) {
      await service.end('SIGKILL');
      throw new Error(`the service did not become ready:\n${service.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return service;
}

/** Starts the process without waiting, for starts that are expected to fail. */
export async function spawnProcess(
  env: Variables = {},
  command: readonly [string, ...string[]] = [process.execPath, 'dist/main.js'],
): Promise<ServiceProcess> {
  const port = env.PORT ?? String(await freePort());
  const dataDir = env.DATA_DIR ?? temporaryDataDir();
  const child = spawn(command[0], command.slice(1), {
    env: { PATH: process.env.PATH ?? '', PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn', DRAIN_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    process: child,
    exited,
    output: () => output,
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const code = await exited;
      if (!env.DATA_DIR && signal === 'SIGTERM') rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).status === 200;
  } catch {
    return false;
  }
}
