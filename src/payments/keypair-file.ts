import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Keypair } from '@solana/web3.js';
import { writeSecretFile } from '#lib/secret-file.ts';

// Node's own cryptography makes and checks keys: the first key that web3.js computes takes a tenth of a second of a start.

/** What stands before the 32 bytes of a private key of ed25519 in PKCS #8 (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

/** The keypair in a file of Solana's usual form, a JSON array of 64 bytes. Throws when it is not one. */
export function readKeypairFile(path: string): Keypair {
  const secretKey = Uint8Array.from(JSON.parse(readFileSync(path, 'utf8')));
  if (!isKeypair(secretKey))
    throw new Error('a public key of 32 bytes has to follow the private key that it belongs to');
  return Keypair.fromSecretKey(secretKey, { skipValidation: true });
}

/** The keypair in the file; a new one is made and written, readable by its owner only, when there is no file. */
export function ensureKeypairFile(path: string): Keypair {
  if (existsSync(path)) return readKeypairFile(path);
  mkdirSync(dirname(path), { recursive: true });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = [...privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-KEY_BYTES), ...bytesOf(publicKey)];
  writeSecretFile(path, `${JSON.stringify(bytes)}\n`);
  return readKeypairFile(path);
}

function isKeypair(bytes: Uint8Array): boolean {
  if (bytes.length !== 2 * KEY_BYTES) return false;
  const key = Buffer.concat([PKCS8_PREFIX, bytes.subarray(0, KEY_BYTES)]);
  const publicKey = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  return bytesOf(publicKey).equals(bytes.subarray(KEY_BYTES));
}

function bytesOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
}
