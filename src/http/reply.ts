import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/** Shared bytes are written in chunks of this size. */
const CHUNK_BYTES = 64 * 1024;

/** Sends a finished text with its length. Node itself leaves the body out for HEAD. */
export function sendText(
  response: ServerResponse,
  status: number,
  mediaType: string,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'content-type': mediaType, 'content-length': length, ...headers }).end(text);
}

/** Sends `body` as `application/json`, without the entity tag and the second serialisation of a framework. */
export function sendJson(response: ServerResponse, status: number, body: object, headers?: OutgoingHttpHeaders): void {
  sendText(response, status, 'application/json', JSON.stringify(body), headers);
}

/** Sends bytes that many answers share, in chunks, so that a slow client keeps only one chunk in memory. */
function sendShared(
  response: ServerResponse,
  status: number,
  mediaType: string,
  bytes: Uint8Array,
  headers: OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, { 'content-type': mediaType, 'content-length': bytes.length, ...headers });
  if (bytes.length <= CHUNK_BYTES || response.req.method === 'HEAD') response.end(bytes);
  // It fails when the client has left, which the connection reports by itself.
  else pipeline(chunksOf(bytes), response, () => undefined);
}

/** Sends shared bytes, or 304 to a client whose entity tag matches; the headers go with both. */
export function sendUnlessKept(
  response: ServerResponse,
  mediaType: string,
  bytes: Uint8Array,
  headers: OutgoingHttpHeaders,
): void {
  const { etag } = headers;
  if (typeof etag === 'string' && isKept(response.req.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
  } else sendShared(response, 200, mediaType, bytes, headers);
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** A strong entity tag over the bytes of a document (RFC 9110, 8.8.3). */
export function entityTag(bytes: string | Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Whether `If-None-Match` names the tag. The comparison is the weak one (RFC 9110, 13.1.2). */
function isKept(given: string | undefined, etag: string): boolean {
  const tags = (given ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
