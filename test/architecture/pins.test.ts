import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDERS = ['.', 'test/peers', 'test/browser', 'test/oracles', 'test/node'];
const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const REFERENCE = /^\$[\w@/.-]+$/;

interface LockEntry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}

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
    const locked = Object.entries(packages).filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle);
    expect(locked.length).toBeGreaterThan(0);
    expect(locked.filter(([, { integrity }]) => !/^sha512-[\w+/]+={0,2}$/.test(integrity ?? ''))).toEqual([]);
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
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
