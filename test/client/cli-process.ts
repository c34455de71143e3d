import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';

/** What a command did, as a shell script sees it. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command under way. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once standard output or error holds the text. */
  seen(text: string): Promise<void>;
}

/** Starts the built command with nothing of this environment but PATH. */
export function startCli(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, ['dist/assay.js', ...argv], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      parts[name] += text;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, ...parts })),
  );
  const seen = async (text: string): Promise<void> => {
    let look: () => void = () => undefined;
    const found = new Promise<void>((resolve) => {
      look = () => {
        if (parts.stdout.includes(text) || parts.stderr.includes(text)) resolve();
      };
      waiting.add(look);
      look();
    });
    const lost = ended.then((end) => Promise.reject(new Error(`ended without ${text}: ${JSON.stringify(end)}`)));
    lost.catch(() => undefined);
    await Promise.race([found, lost]);
    waiting.delete(look);
  };
  return { process: child, ended, seen };
}

/** Runs the command to its end. */
export async function cli(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return await startCli(argv, env).ended;
}

/** What a stand-in for the service says to one request. */
interface Said {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Never answers. */
  readonly hangs?: boolean;
}

/** A stand-in for the service on loopback. */
export interface StandIn {
  readonly url: string;
  readonly asked: readonly IncomingMessage[];
  /** The next answers, in order; the last one stays. */
  says(...answers: readonly Said[]): void;
  close(): Promise<void>;
}

export async function openStandIn(): Promise<StandIn> {
  const asked: IncomingMessage[] = [];
  let left: Said[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const said = (left.length > 1 ? left.shift() : left[0]) ?? { status: 500 };
    if (said.hangs) return;
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers }).end(said.body ?? '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`,
    asked,
    says: (...answers) => {
      left = [...answers];
      asked.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
