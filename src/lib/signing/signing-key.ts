import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeSecretFile } from './secret-file.ts';

/** Where the key that signs answers lies when the operator named no file of their own. */
export function signingKeyFile(dataDir: string): string {
  return join(dataDir, 'signing-key.pem');
}

/** The ed25519 private key in the PKCS#8 PEM file at `path`. Throws one sentence that names the file when it is none. */
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
 * The key of the first file, made there when it does not exist, and what is published of the others, whose answers are checked
 * still. A file of these may hold the public half alone.
 */
export function openSigningKeys([first, ...others]: readonly string[]): readonly [KeyObject, ...KeyObject[]] {
  if (first === undefined) throw new RangeError('answers need a key that signs them');
  return [openSigningKey(first), ...others.map((path) => createPublicKey(readFileSync(path, 'utf8')))];
}

/**
 * The key at `path`, made there (mode 0600) when the file does not exist. The file appears whole or not at all, and of
 * two processes that start together on one directory both end up with the same key.
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
