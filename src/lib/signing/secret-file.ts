import { randomBytes } from 'node:crypto';
import { linkSync, unlinkSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner can read (mode 0600). It appears complete or not at all, and an existing file stays: two
 * processes that start together end up with the same secret. Callers read the file afterwards. Throws the system's error when it
 * cannot be written.
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
