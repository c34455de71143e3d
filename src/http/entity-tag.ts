import { createHash } from 'node:crypto';

/** A strong entity tag over the bytes of a document (RFC 9110, 8.8.3). */
export function entityTag(bytes: string | Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Whether `If-None-Match` names the tag. The comparison is the weak one (RFC 9110, 13.1.2). */
export function isKept(given: string | undefined, etag: string): boolean {
  const tags = (given ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
