import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverUser } from 'assay-sandbox/postgres/unprivileged.ts';
import { freePort } from '#lib/process/free-port.ts';
import { familyOf, living } from '../../test/operation/processes.ts';
import { type Links, openLink } from './link.ts';
import { patroniSettings } from './patroni-settings.ts';
import type { Programs } from './programs.ts';

export interface NodeOptions {
  readonly home: string;
  readonly programs: Programs;
  readonly etcdPort: number;
}

/** The time in which no other node knows that a waking primary is none any more. */
const UNFENCED_MS = 1_000;

interface Ports {
  readonly links: Links;
  readonly port: number;
}

/** Starts a program as the user that owns the cluster, its output in a file. */
export function launch(
  command: string,
  args: readonly string[],
  log: string,
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const out = openSync(log, 'a');
  const child = spawn(command, args, {
    cwd: '/',
    stdio: ['ignore', out, out],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    ...serverUser(),
  });
  closeSync(out);
  return child;
}

export function makeDirectory(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const user = serverUser();
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}

/** A PostgreSQL that Patroni runs, and the power to kill, freeze and cut off both. */
export class PatroniNode {
  readonly name: string;
  readonly links: Links;
  /** The port of its server itself, which no cut concerns. */
  readonly port: number;
  readonly #home: string;
  readonly #programs: Programs;
  #patroni: ChildProcess | null = null;

  private constructor(name: string, { links, port, home, programs }: Omit<NodeOptions, 'etcdPort'> & Ports) {
    this.name = name;
    this.links = links;
    this.port = port;
    this.#home = home;
    this.#programs = programs;
  }

  static async open(name: string, { home, programs, etcdPort }: NodeOptions): Promise<PatroniNode> {
    const [books, rest] = [await freePort(), await freePort()];
    const links = {
      books: await openLink(books),
      replication: await openLink(books),
      rest: await openLink(rest),
      etcd: await openLink(etcdPort),
    };
    const own = makeDirectory(join(home, name));
    const node = new PatroniNode(name, { links, port: books, home: own, programs });
    const settings = patroniSettings({ name, links, home: own, bin: programs.bin, books, rest });
    writeFileSync(join(own, 'patroni.json'), JSON.stringify(settings), { mode: 0o644 });
    node.start();
    return node;
  }

  start(): void {
    this.#patroni = launch(
      this.#programs.patroni,
      [join(this.#home, 'patroni.json')],
      join(this.#home, 'patroni.log'),
      { HOME: this.#home },
    );
  }

  /** Patroni's answer about its own server by this path; false also without an answer. */
  async is(role: 'primary' | 'replica'): Promise<boolean> {
    const asked = fetch(`http://127.0.0.1:${this.links.rest.port}/${role}`, { signal: AbortSignal.timeout(1_000) });
    return await asked.then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  freeze(): void {
    this.#signal('SIGSTOP');
  }

  /** PostgreSQL goes on before Patroni, which would shut it down at once, goes on as well. */
  async thaw(): Promise<void> {
    send('SIGCONT', familyOf(this.#postmaster(), null));
    await pause(UNFENCED_MS);
    this.#signal('SIGCONT');
  }

  cut(): void {
    for (const link of Object.values(this.links)) link.cut();
  }

  mend(): void {
    for (const link of Object.values(this.links)) link.mend();
  }

  /** Asks Patroni to make its standby the primary, as an operator would; false while Patroni has no candidate. */
  async switchOver(): Promise<boolean> {
    const url = `http://127.0.0.1:${this.links.rest.port}/switchover`;
    return (await fetch(url, { method: 'POST', body: JSON.stringify({ leader: this.name }) })).ok;
  }

  async close(): Promise<void> {
    this.#signal('SIGCONT');
    this.#signal('SIGKILL');
    await Promise.all(Object.values(this.links).map((link) => link.close()));
  }

  /** To Patroni and all of PostgreSQL, which is a session of its own and is known by its directory. */
  #signal(signal: NodeJS.Signals): void {
    const pid = this.#patroni?.pid;
    if (pid === undefined) return;
    send(signal, [...familyOf(pid, this.#home), ...familyOf(this.#postmaster(), null)]);
  }

  /** 0 if none runs. */
  #postmaster(): number {
    try {
      return Number(readFileSync(join(this.#home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  }
}

function send(signal: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of living(pids)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended after the check.
    }
  }
}
