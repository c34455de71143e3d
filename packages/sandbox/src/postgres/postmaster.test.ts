import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runningPostmaster } from './postmaster.ts';

describe('a pid file that names a living process', () => {
  const data = mkdtempSync(join(tmpdir(), 'assay-postmaster-'));
  const file = join(data, 'postmaster.pid');
  /** Works in the data directory, as a server does. */
  let server: ChildProcess;

  beforeAll(async () => {
    server = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      cwd: data,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await new Promise((resolve) => server.once('spawn', resolve));
    writeFileSync(file, `${server.pid}\n${data}\n1700000000\n5432\n\n127.0.0.1\n  0 0\nready   \n`);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => {
    server.kill();
    rmSync(data, { recursive: true });
  });

  /** Nobody but root, and root without that capability, may signal the process of another user. */
  function refuseSignals(uid: number): void {
    vi.spyOn(process, 'getuid').mockReturnValue(uid);
    vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
  }

  it('is that of a server which works there', () => {
    expect(runningPostmaster(data)).toEqual({ pid: server.pid, port: 5432, ready: true });
  });

  it('is nothing to a user who may not signal it: a server of ours runs as that user', () => {
    refuseSignals(1_000);
    expect(runningPostmaster(data)).toBeNull();
    expect(existsSync(file)).toBe(true);
  });

  it('is trusted by root, whose server runs as another user', () => {
    refuseSignals(0);
    expect(runningPostmaster(data)).toMatchObject({ pid: server.pid });
  });
});
