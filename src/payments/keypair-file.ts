import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Keypair } from '@solana/web3.js';
import { writeSecretFile } from '#lib/signing/secret-file.ts';

// Node's own cryptography makes and checks keys: the first key that web3.js computes takes a tenth of a second of a start.
// A JWK of ed25519 has the private half as `d` and the public one as `x` (RFC 8037).

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
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const bytes = Buffer.concat([d, x].map((half) => Buffer.from(half, 'base64url')));
  writeSecretFile(path, `${JSON.stringify([...bytes])}\n`);
  return readKeypairFile(path);
}

function isKeypair(bytes: Uint8Array): boolean {
  const text = (half: Uint8Array) => Buffer.from(half).toString('base64url');
  const [d, x] = [text(bytes.subarray(0, KEY_BYTES)), text(bytes.subarray(KEY_BYTES))];
  if (bytes.length !== 2 * KEY_BYTES) return false;
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
  return createPublicKey(key).export({ format: 'jwk' }).x === x;
}
