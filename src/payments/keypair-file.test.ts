import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureKeypairFile, readKeypairFile } from './keypair-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'assay-keypair-'));

it('makes a keypair once, for its owner only, and reads the same one ever after', () => {
  const path = join(dir, 'deep', 'payer.json');
  const made = ensureKeypairFile(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(ensureKeypairFile(path).publicKey.equals(made.publicKey)).toBe(true);
  expect(readKeypairFile(path).publicKey.equals(made.publicKey)).toBe(true);
});

it('refuses bytes whose public half does not belong to the private one', () => {
  const path = join(dir, 'broken.json');
  writeFileSync(path, JSON.stringify(Array.from({ length: 64 }, (_, i) => i)));
  expect(() => readKeypairFile(path)).toThrow();
});
