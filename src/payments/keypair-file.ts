import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Keypair } from '@solana/web3.js';
import { writeSecretFile } from '#lib/secret-file.ts';

/** The keypair in a file of Solana's usual form, a JSON array of 64 bytes. Throws when it is not one. */
export function readKeypairFile(path: string): Keypair {
  return Keypair.fromSecretKey(Uint8Array.from(JSON.parse(readFileSync(path, 'utf8'))));
}

/** The keypair in the file; a new one is made and written, readable by its owner only, when there is no file. */
export function ensureKeypairFile(path: string): Keypair {
  if (existsSync(path)) return readKeypairFile(path);
  mkdirSync(dirname(path), { recursive: true });
  writeSecretFile(path, `${JSON.stringify([...Keypair.generate().secretKey])}\n`);
  return readKeypairFile(path);
}
