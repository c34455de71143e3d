import { randomBytes } from 'node:crypto';
import { linkSync, unlinkSync, writeFileSync } from 'node:fs';

/**
 * Writes a file for its owner only (mode 0600). It appears whole or not at all, and an existing one stays: of two
 * processes that start together on one directory both end up with the same secret. Callers read back what is there.
 */
export function writeSecretFile(path: string, content: string | Buffer): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
