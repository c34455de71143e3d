import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { temporaryDataDir } from './database.ts';

/** The real service in a process of its own, as an operator would start it. */
export interface Service {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** The exit code once the process has ended; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Everything printed so far, standard output and error together. */
  output(): string;
  /** Ends the process with `signal` and waits for it; the exit code, or null when a signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const READY_MS_MAX = 30_000;

/** A TCP port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return bound.port;
}

/** Starts the service on a free port with nothing from this environment but PATH; waits until it is ready. */
export async function startService(
  env: Readonly<Record<string, string>> = {},
  command?: readonly [string, ...string[]],
): Promise<Service> {
  const service = await spawnService(env, command);
  const deadline = Date.now() + READY_MS_MAX;
  while (!(await isReady(service.url))) {
    if (service.process.exitCode !== null || Date.now() > deadline) {
      await service.end('SIGKILL');
      throw new Error(`the service did not become ready:\n${service.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return service;
}

/** Starts the process without waiting, for starts that are expected to fail. */
export async function spawnService(
  env: Readonly<Record<string, string>> = {},
  command: readonly [string, ...string[]] = [process.execPath, 'dist/main.js'],
): Promise<Service> {
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
