import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { writeSecretFile } from '#lib/signing/secret-file.ts';
import { ensureKeypairFile, readKeypairFile } from './keypair-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'assay-keypair-'));

it('makes a keypair once, for its owner only, and reads the same one ever after', () => {
  const path = join(dir, 'deep', 'payer.json');
  const made = ensureKeypairFile(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(ensureKeypairFile(path).publicKey.equals(made.publicKey)).toBe(true);
  expect(readKeypairFile(path).publicKey.equals(made.publicKey)).toBe(true);
});

it('leaves a keypair that another process has just made', () => {
  const path = join(dir, 'raced.json');
  const theirs = JSON.stringify([...Keypair.generate().secretKey]);
  writeFileSync(path, theirs);
  writeSecretFile(path, '[]');
  expect(readFileSync(path, 'utf8')).toBe(theirs);
});

it('makes and reads keypairs as web3.js does', () => {
  const made = ensureKeypairFile(join(dir, 'made.json'));
  expect(Keypair.fromSecretKey(made.secretKey).publicKey.equals(made.publicKey)).toBe(true);
  const theirs = Keypair.generate();
  const path = join(dir, 'theirs.json');
  writeFileSync(path, JSON.stringify([...theirs.secretKey]));
  expect(readKeypairFile(path).publicKey.equals(theirs.publicKey)).toBe(true);
});

it.each([
  ['whose public half does not belong to the private one', Array.from({ length: 64 }, (_, i) => i)],
  ['that are too few', Array.from({ length: 32 }, () => 7)],
  ['that are too many', [...Keypair.generate().secretKey, 0]],
])('refuses bytes %s', (_, bytes) => {
  const path = join(dir, 'broken.json');
  writeFileSync(path, JSON.stringify(bytes));
  expect(() => readKeypairFile(path)).toThrow('a public key of 32 bytes has to follow');
});
