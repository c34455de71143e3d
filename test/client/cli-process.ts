import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { run } from '../../packages/assay/src/run.ts';
import { type CommandWorld, openWorld, readEnvironment } from '../../packages/assay/src/world.ts';

type Variables = Readonly<Record<string, string>>;

/** What a command did, as a shell script sees it. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command under way in a process of its own. */
interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Runs the command to its end in this process, without its pauses. `changed`: parts of its world that are others. */
export async function cli(
  argv: readonly string[],
  env: Variables = {},
  changed: Partial<CommandWorld> = { wait: async () => undefined },
): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  const streams = {
    out: { write: (text: string) => out.push(text) },
    err: { write: (text: string) => err.push(text) },
  };
  const world = openWorld({ ...streams, environment: readEnvironment(env) });
  const code = await run(argv, { ...world, ...changed });
  return { code, stdout: out.join(''), stderr: err.join('') };
}

/** Starts the built command with nothing of this environment but PATH. */
export function startCli(argv: readonly string[], env: Variables = {}, stdin: 'ignore' | 'pipe' = 'ignore'): Running {
  const child = spawn(process.execPath, ['packages/assay/bin/assay.js', ...argv], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  const parts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      parts[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...parts })));
  return { process: child, ended };
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
  /** Resolves when it has been asked so many times since it was told what to say. */
  askedTimes(times: number): Promise<void>;
  /** The next answers, in order; the last one stays. */
  says(...answers: readonly Said[]): void;
  close(): Promise<void>;
}

export async function openStandIn(): Promise<StandIn> {
  const asked: IncomingMessage[] = [];
  let left: Said[] = [];
  const looks = new Set<() => void>();
  const server = createServer((request, response) => {
    asked.push(request);
    for (const look of looks) look();
    const said = (left.length > 1 ? left.shift() : left[0]) ?? { status: 500 };
    if (said.hangs) return;
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers }).end(said.body ?? '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`,
    asked,
    askedTimes: (times) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (asked.length < times) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
      }),
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
