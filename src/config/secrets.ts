import { createPrivateKey } from 'node:crypto';
import { wellKnownNames } from '#lib/well-known.ts';
import type { Complaints } from './complaints.ts';

const TICKET_SECRET_CHARS_MIN = 32;

/** The file of the key that signs verdicts. */
export function readSigningKey(c: Complaints): string | null {
  const file = c.file('SIGNING_KEY');
  if (!file) return null;
  try {
    if (createPrivateKey(file.content).asymmetricKeyType === 'ed25519') return file.path;
  } catch {
    // Falls through to the one complaint: the cause (a broken PEM, another algorithm) does not change what to do.
  }
  c.add(`SIGNING_KEY names ${file.path}, which holds no ed25519 private key in PEM form.`);
  return file.path;
}

/** The secrets that seal tickets, shared by replicas: comma-separated, the newest first, the older ones open only. */
export function readTicketSecrets(c: Complaints): readonly string[] | null {
  const text = c.text('TICKET_SECRET');
  if (text === null) return null;
  const secrets = text.split(',').map((secret) => secret.trim());
  if (secrets.some((secret) => secret.length < TICKET_SECRET_CHARS_MIN)) {
    c.add(`TICKET_SECRET must have at least ${TICKET_SECRET_CHARS_MIN} characters (each, where several are listed).`);
  }
  return secrets;
}

/** Documents that prove ownership to tool catalogues, by name. */
export function readOwnershipFiles(c: Complaints): Readonly<Record<string, unknown>> {
  const text = c.text('OWNERSHIP_FILES');
  if (text === null) return {};
  let files: unknown;
  try {
    files = JSON.parse(text);
  } catch {
    files = null;
  }
  if (typeof files !== 'object' || files === null || Array.isArray(files)) {
    c.add('OWNERSHIP_FILES must be a JSON object: name -> document.');
    return {};
  }
  for (const [name, file] of Object.entries(files)) complainOf(c, name, file);
  return files as Readonly<Record<string, unknown>>;
}

function complainOf(c: Complaints, name: string, file: unknown): void {
  const shown = JSON.stringify(name);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) {
    c.add(`OWNERSHIP_FILES holds the name ${shown}, which cannot be a file name.`);
  } else if (wellKnownNames.includes(name)) {
    c.add(`OWNERSHIP_FILES holds the name ${shown}, at which the service has a document of its own.`);
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file)) {
    c.add(`OWNERSHIP_FILES holds no JSON object at ${shown}.`);
  }
}
