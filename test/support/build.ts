import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Builds the bundle anew: the programs that start the service start the shipped bundle. */
export function build(): void {
  execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });
}

/** Before a run of tests. Their files in the system's temporary directory go to one of the run, which is removed after it. */
export function setup(): () => void {
  build();
  const directory = mkdtempSync(join(tmpdir(), 'assay-run-'));
  // Servers of databases run as another user where the tests run as root.
  chmodSync(directory, 0o755);
  process.env.TMPDIR = directory;
  // A server of a service that was killed may still write.
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
