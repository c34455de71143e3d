// A container runs under a user id that /etc/passwd does not have (`docker run --user 12345`, OpenShift). PostgreSQL makes no database then,
// and says so in words that name no way out.
// Reported of others: https://github.com/docker-library/postgres/issues/359 and
// https://github.com/cloudnative-pg/cloudnative-pg/issues/3331.
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from 'assay-sandbox/postgres/binaries.ts';
import { ensureCluster, initdb } from 'assay-sandbox/postgres/cluster.ts';
import { afterAll, expect, it } from 'vitest';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-nameless-'));
  chmodSync(made, 0o755);
  folders.push(made);
  return made;
}
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

const nameless = { uid: 54_321, gid: 54_321 };
const told = /^PostgreSQL makes no database for user id 54321, which has no name .*: set DATABASE_URL, or add the line/;

it.skipIf(process.getuid?.() !== 0)(
  'a user id without a name is told what to do, and leaves nothing behind',
  async () => {
    const home = folder();
    await expect(ensureCluster(home, findBinaries(nameless), nameless)).rejects.toThrow(told);
    expect(readdirSync(home)).toEqual([]);
  },
);

/** A program in the place of initdb that says something, as far as this language is asked for, and fails. */
function binaries(words: string): string {
  const bin = folder();
  writeFileSync(
    join(bin, 'initdb'),
    `#!/bin/sh\n[ "$LC_ALL" = C ] && echo '${words}' >&2 || echo 'unbekannt' >&2\nexit 1\n`,
  );
  chmodSync(join(bin, 'initdb'), 0o755);
  return bin;
}

it.each([
  ['initdb: could not look up effective user ID 54321: user does not exist', told],
  ['initdb: error: could not look up effective user ID 54321: user does not exist', told],
  ['initdb: error: could not create directory: No space left on device', /^initdb failed: .*No space left on device$/],
])('%s: an operator reads what helps', async (words, expected) => {
  await expect(ensureCluster(folder(), binaries(words), null, initdb)).rejects.toThrow(expected);
});
