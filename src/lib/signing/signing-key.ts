import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeSecretFile } from './secret-file.ts';

/** The default file of the key that signs answers. */
export function signingKeyFile(dataDir: string): string {
  return join(dataDir, 'signing-key.pem');
}

/** The ed25519 private key in the PKCS#8 PEM file at `path`. Throws an error that names the file when it holds none. */
function readSigningKey(path: string): KeyObject {
  const pem = readFileSync(path, 'utf8');
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Error(`${path} is not a private key in PEM form.`);
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error(`${path} holds a key of type ${key.asymmetricKeyType}, not an ed25519 key.`);
  }
  return key;
}

/**
 * The private key of the first file, made there when it does not exist, and the public keys of the others, whose answers can still
 * be verified. The others may hold the public half alone. Throws when no file is given or one is not readable.
 */
export function openSigningKeys([first, ...others]: readonly string[]): readonly [KeyObject, ...KeyObject[]] {
  if (first === undefined) throw new RangeError('answers need a key that signs them');
  return [openSigningKey(first), ...others.map((path) => createPublicKey(readFileSync(path, 'utf8')))];
}

/**
 * The key at `path`, made there (mode 0600) when the file does not exist. The file appears complete or not at all: two processes
 * that start together end up with the same key.
 */
export function openSigningKey(path: string): KeyObject {
  try {
    return readSigningKey(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeSecretFile(path, pem);
  return readSigningKey(path);
}
