import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { wellKnownNames } from '#lib/well-known.ts';
import type { Complaints } from './complaints.ts';

const TICKET_SECRET_CHARS_MIN = 32;

/**
 * The files of the keys of verdicts, comma-separated: the first one signs, all of them are published, so that answers which an
 * older one signed can be checked still. Of the others the public half is enough.
 */
export function readSigningKeys(c: Complaints): readonly string[] | null {
  const text = c.text('SIGNING_KEY');
  if (text === null) return null;
  const paths = text
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean);
  if (paths.length === 0 || new Set(paths).size < paths.length) c.add('SIGNING_KEY names no file, or one twice.');
  for (const [place, path] of paths.entries()) {
    const file = c.fileAt('SIGNING_KEY', path);
    if (!file || isEd25519(file.content, place === 0 ? createPrivateKey : createPublicKey)) continue;
    c.add(`SIGNING_KEY names ${path}, which holds no ed25519 ${place === 0 ? 'private ' : ''}key in PEM form.`);
  }
  return paths;
}

/** A broken PEM and a key of another algorithm are one complaint: the cause does not change what to do. */
function isEd25519(pem: string, read: (pem: string) => KeyObject): boolean {
  try {
    return read(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
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
