import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A folder of somebody who has nothing of the repository but what was installed from the packed packages. */
export interface Installed {
  readonly folder: string;
  /** What `npm pack` says of each package. */
  readonly packed: readonly Packed[];
  /** Writes a module and runs it; what it printed. Rejects with what it complained of where it fails. */
  run(name: string, source: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** Runs `npx assay`. */
  npx(args: readonly string[], env?: Readonly<Record<string, string>>, input?: string): Promise<Ended>;
  remove(): void;
}

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What npm needs of this environment, and nothing else: no key, no address of a service. */
const BARE = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
/** What clients install. Core needs packages of others, which only the network has; `packages/core/test/packed.test.ts` installs it. */
const PACKAGES = readdirSync('packages').filter(
  (name) => name.startsWith('assay') && existsSync(join('packages', name, 'package.json')),
);

/**
 * Packs every package and installs them into an empty folder, without the network. `beside` are packages that a reader of their pages
 * installs too, by the folder that has them: they are linked, so that nothing is downloaded.
 */
export function installPacked(beside: Readonly<Record<string, string>> = {}): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'assay-installed-'));
  const npm = (args: readonly string[], cwd: string): string =>
    execFileSync('npm', args, { cwd, env: { ...process.env, ...BARE }, encoding: 'utf8' });
  const packed: Packed[] = PACKAGES.flatMap((name) =>
    JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], join('packages', name))),
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const tarballs = packed.map(({ filename }) => `./${filename}`);
  npm(['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
  for (const [name, from] of Object.entries(beside)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve(from, 'node_modules', name), link);
  }
  return {
    folder,
    packed,
    async run(name, source, env = {}) {
      writeFileSync(join(folder, name), source);
      const { code, stdout, stderr } = await ended(process.execPath, [name], folder, env);
      if (code !== 0 || stderr !== '') throw new Error(`${name} ended with ${code}: ${stderr}`);
      return stdout;
    },
    npx: (args, env = {}, input = '') => ended('npx', ['--offline', 'assay', ...args], folder, env, input),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function ended(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env: { ...BARE, ...env } });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (part) => (said[name] += String(part)));
  child.stdin.end(input);
  return new Promise((done) => child.once('close', (code) => done({ code, ...said })));
}
