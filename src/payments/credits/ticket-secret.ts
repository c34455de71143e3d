import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecretFile } from '#lib/secret-file.ts';

const SECRET_BYTES = 32;

/** The secret in `ticket-secret` of the data directory, made on first use: 32 random bytes in base64url. */
export function ticketSecret(dataDir: string): string {
  const path = join(dataDir, 'ticket-secret');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeSecretFile(path, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret === '') throw new Error(`${path} is empty; delete it to have a new secret made`);
  return secret;
}
