import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { GENESIS_HASH, type SampleSubject, USDC_MINT, WORLD_SEED } from './identity.ts';
import { projectFolder } from './project-folder.ts';

/** A running sandbox. `url` is its JSON-RPC endpoint on loopback and stays the same over restarts of the chain. */
export interface Sandbox {
  readonly url: string;
  readonly genesisHash: string;
  readonly usdcMint: string;
  readonly subjects: readonly SampleSubject[];
  /** The process of the chain, for tests that end it. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  /** The first that is free is taken; 0 is any free one, which is also taken when this is absent. */
  readonly ports?: readonly number[];
  /** Gets a line when the chain's process ends and is started again. */
  readonly log?: (line: string) => void;
  /** Slots until a block is final; 32 when absent, as on the public networks. */
  readonly finalitySlots?: number;
  /** Unix milliseconds of the end of the sample world; now when absent. A fixed value fixes every block time in it. */
  readonly anchorMs?: number;
  /** Another world: other addresses and signatures, the same verdicts. */
  readonly seed?: string;
}

const FINALITY_SLOTS = 32;
/** Ends in a row without an answer in between, after which the sandbox is given up. */
const RESTARTS_MAX = 5;
const STOP_MS_MAX = 2_000;

// The chain's process needs this development part. Loading this module fails without it, before anything is started.
createRequire(import.meta.url).resolve('litesvm');

/** Starts the local chain in a process of its own and waits until it answers. It ends with this process at the latest. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const startedMs = Date.now();
  const { ports = [0], seed = WORLD_SEED, finalitySlots = FINALITY_SLOTS, anchorMs = startedMs } = options;
  const keeper = new Keeper({ ports, seed, finalitySlots, anchorMs, startedMs }, options.log ?? (() => undefined));
  const ready = await keeper.start();
  return {
    url: `http://127.0.0.1:${ready.port}`,
    genesisHash: GENESIS_HASH,
    usdcMint: USDC_MINT,
    subjects: ready.subjects,
    pid: () => keeper.pid,
    stop: () => keeper.stop(),
  };
}

/** Keeps one child process alive until it is stopped. */
class Keeper {
  readonly #log: (line: string) => void;
  #options: ChildOptions;
  #child: ChildProcess | null = null;
  #stopping = false;
  #failures = 0;

  constructor(options: ChildOptions, log: (line: string) => void) {
    this.#options = options;
    this.#log = log;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<ChildReady> {
    const child = launch(this.#options);
    this.#child = child;
    const ready = await readiness(child);
    // The world is rebuilt on the same port after a crash, so that the address which was printed stays true.
    this.#options = { ...this.#options, ports: [ready.port] };
    this.#failures = 0;
    child.once('exit', (code, signal) => this.#onExit(code, signal));
    return ready;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    if (child.connected) child.disconnect();
    await ended;
    clearTimeout(forced);
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#stopping) return;
    this.#log(`the sandbox's chain ended (${signal ?? code}); it starts again on port ${this.#options.ports[0]}`);
    this.#restart();
  }

  #restart(): void {
    this.start().catch((error: unknown) => {
      if (this.#stopping) return;
      this.#failures += 1;
      if (this.#failures < RESTARTS_MAX) this.#restart();
      else this.#log(`the sandbox's chain does not start any more: ${String(error)}`);
    });
  }
}

function launch(options: ChildOptions): ChildProcess {
  if (import.meta.url.endsWith('.ts')) bundleOnce();
  return fork(fileURLToPath(new URL('dist/sandbox-chain.js', projectFolder)), [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

let isBundled = false;

/** The chain's process always runs its bundle. A caller that runs from sources, such as a test, may have changed them since. */
function bundleOnce(): void {
  if (isBundled) return;
  execFileSync(process.execPath, ['build.mjs', 'chain'], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  isBundled = true;
}

function readiness(child: ChildProcess): Promise<ChildReady> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null) =>
      reject(new Error(`the sandbox's chain ended before it was ready (${signal ?? code})`));
    child.once('exit', onExit);
    child.once('error', reject);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as ChildReady);
    });
  });
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The parent's settings for the chain's process, as JSON in its first argument. */
export interface ChildOptions {
  /** The first that is free is taken; a restarted process gets the port of the one before. */
  readonly ports: readonly number[];
  readonly seed: string;
  readonly anchorMs: number;
  readonly startedMs: number;
  readonly finalitySlots: number;
}

/** The message of the chain's process to its parent, once, when it answers requests. */
export interface ChildReady {
  readonly port: number;
  readonly subjects: readonly SampleSubject[];
}
