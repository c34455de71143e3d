import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecretFile } from '#lib/signing/secret-file.ts';
import { readTerms, type TicketTerms, writeTerms } from './ticket-terms.ts';

const SECRET_BYTES = 32;

/** Seals tickets, and opens those sealed with one of its secrets. */
export interface Sealer {
  /** Base64url. Sealing the same terms twice gives different texts that open to the same terms. */
  seal(terms: TicketTerms): string;
  /** Null for a text that was not sealed with one of the secrets or was changed. Never throws. */
  open(ticket: string): TicketTerms | null;
}

interface Key {
  readonly id: Buffer;
  readonly secret: Buffer;
}

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const TICKET_CHARS_MAX = 2_000;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES;
const SEALED_AT = HEAD_BYTES + NONCE_BYTES;
/** Separates the key from other keys of the same secret. */
const KEY_INFO = 'assay ticket v1';
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/**
 * A sealer of tickets. The first secret seals and all open, so that a secret can be replaced while tickets are in use. AES-256-GCM;
 * a ticket is the base64url of version (1 byte), key id (4 bytes), nonce (12 random bytes), ciphertext and tag (16 bytes), and the
 * tag covers version and key id too. Throws without a secret.
 */
export function openSealer(secrets: readonly string[]): Sealer {
  const keys = secrets.map(keyOf);
  const [first] = keys;
  if (!first) throw new Error('tickets need at least one secret');
  return { seal: (terms) => seal(first, terms), open: (ticket) => open(keys, ticket) };
}

/** The key id is a hash of the key and reveals nothing; without it every secret would have to be tried. */
function keyOf(text: string): Key {
  const secret = Buffer.from(hkdfSync('sha256', text, '', KEY_INFO, KEY_BYTES));
  return { secret, id: createHash('sha256').update(secret).digest().subarray(0, KEY_ID_BYTES) };
}

function seal(key: Key, terms: TicketTerms): string {
  const head = Buffer.concat([Buffer.of(VERSION), key.id]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.secret, nonce).setAAD(head);
  const sealed = Buffer.concat([cipher.update(writeTerms(terms)), cipher.final()]);
  return Buffer.concat([head, nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

function open(keys: readonly Key[], ticket: string): TicketTerms | null {
  const bytes = bytesOf(ticket);
  if (!bytes || bytes.length < SEALED_AT + TAG_BYTES || bytes[0] !== VERSION) return null;
  const id = bytes.subarray(1, HEAD_BYTES);
  for (const key of keys) {
    const plain = key.id.equals(id) ? decipher(key, bytes) : null;
    if (plain) return readTerms(plain);
  }
  return null;
}

/** Accepts only the canonical base64url, because Node ignores unknown characters and unused bits. */
function bytesOf(ticket: string): Buffer | null {
  if (ticket.length > TICKET_CHARS_MAX || !BASE64URL.test(ticket)) return null;
  const bytes = Buffer.from(ticket, 'base64url');
  return bytes.toString('base64url') === ticket ? bytes : null;
}

function decipher(key: Key, bytes: Buffer): Buffer | null {
  const tagAt = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key.secret, bytes.subarray(HEAD_BYTES, SEALED_AT), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(bytes.subarray(0, HEAD_BYTES)).setAuthTag(bytes.subarray(tagAt));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(SEALED_AT, tagAt)), decipher.final()]);
  } catch {
    // Only the tag can fail: the text was changed, or another secret has the same key id.
    return null;
  }
}

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
