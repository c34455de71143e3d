import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import {
  codingOf,
  compress,
  compressedOnce,
  FAST_CODINGS,
  holdsKey,
  isCodable,
  isText,
  SHARED_CODINGS,
} from './coding.ts';

/** Shared bytes are written in chunks of this size. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Sends a finished body with its length, in a coding that the caller takes if it is a text of some length. Node itself leaves the body out
 * for HEAD. A refusal is not compressed: it has to cost less than what it refuses.
 */
export function sendText(
  response: ServerResponse,
  status: number,
  mediaType: string,
  body: string | Uint8Array,
  headers: OutgoingHttpHeaders = {},
): void {
  const length = Buffer.byteLength(body);
  const accepted = response.req.headers['accept-encoding'];
  if (status !== 200 || !isCodable(mediaType, length, accepted)) {
    endAtOnce(
      response.writeHead(status, { 'content-type': mediaType, 'content-length': length, ...headers }),
      body,
      length,
    );
    return;
  }
  const coding = codingOf(accepted, FAST_CODINGS);
  // Nobody keeps the others, so nothing has to be said about them.
  const isKeptBySome = !String(headers['cache-control'] ?? response.getHeader('cache-control')).includes('no-store');
  const sent = coding !== undefined || isKeptBySome ? { ...headers, vary: varyOf(response, headers) } : headers;
  if (coding === undefined || holdsKey(body)) {
    endAtOnce(
      response.writeHead(status, { 'content-type': mediaType, 'content-length': length, ...sent }),
      body,
      length,
    );
    return;
  }
  const made = compress(coding, body, length);
  const coded = { ...sent, 'content-encoding': coding };
  if (made instanceof Uint8Array) sendShared(response, mediaType, made, coded);
  else
    made.then(
      (bytes) => sendShared(response, mediaType, bytes, coded),
      (error: Error) => response.destroy(error),
    );
}

/**
 * Ends a response with its whole body. Node would hold head and body back, and write them with an empty text after them, which takes a
 * system call that costs more. A text of as many bytes as characters is ASCII, and is copied as it is.
 */
function endAtOnce(response: ServerResponse, body: string | Uint8Array, length: number): void {
  if (typeof body !== 'string') {
    response.end(body);
    return;
  }
  response.write(body, length === body.length ? 'latin1' : 'utf8');
  response.socket?.uncork();
  response.end();
}

/** Sends `body` as `application/json`, without the entity tag and the second serialisation of a framework. */
export function sendJson(response: ServerResponse, status: number, body: object, headers?: OutgoingHttpHeaders): void {
  sendText(response, status, 'application/json', JSON.stringify(body), headers);
}

/** Sends bytes with their length, in chunks, so that a slow client keeps only one chunk of shared bytes in memory. */
function sendShared(
  response: ServerResponse,
  mediaType: string,
  bytes: Uint8Array,
  headers: OutgoingHttpHeaders,
): void {
  response.writeHead(200, { 'content-type': mediaType, 'content-length': bytes.length, ...headers });
  if (bytes.length <= CHUNK_BYTES || response.req.method === 'HEAD') response.end(bytes);
  // It fails when the client has left, which the connection reports by itself.
  else pipeline(chunksOf(bytes), response, () => undefined);
}

/** A document that many answers share, with the headers of both 200 and 304. */
export interface SharedDocument {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly headers: OutgoingHttpHeaders & { readonly etag: string };
  /** The document in brotli, where it was made with it. */
  readonly brotli?: Uint8Array;
}

/**
 * Sends a shared document in the smallest coding that the client takes, or 304 to a client whose entity tag matches. Each coding has a tag
 * of its own, because a strong tag stands for bytes.
 */
export async function sendUnlessKept(response: ServerResponse, document: SharedDocument): Promise<void> {
  const { mediaType, bytes, brotli } = document;
  const accepted = response.req.headers['accept-encoding'];
  const coding = isCodable(mediaType, bytes.length, accepted) ? codingOf(accepted, SHARED_CODINGS) : undefined;
  const etag = coding === undefined ? document.headers.etag : `${document.headers.etag.slice(0, -1)}-${coding}"`;
  const headers = { ...document.headers, etag, ...(isText(mediaType) && { vary: varyOf(response, document.headers) }) };
  if (isKept(response.req.headers['if-none-match'], etag)) response.writeHead(304, headers).end();
  else if (coding === undefined) sendShared(response, mediaType, bytes, headers);
  else {
    const made = coding === 'br' && brotli ? brotli : await compressedOnce(coding, document.headers.etag, bytes);
    sendShared(response, mediaType, made, { ...headers, 'content-encoding': coding });
  }
}

/** The request headers that an answer in one of several codings depends on. */
function varyOf(response: ServerResponse, headers: OutgoingHttpHeaders): string {
  const others = headers.vary ?? response.getHeader('vary');
  return others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`;
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
