import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { preferredCoding, refusesIdentity } from './accept.ts';

/** A content coding that the service writes (RFC 9110, 8.4.1). */
export type Coding = 'zstd' | 'br' | 'gzip';

/** A shorter text fits into one packet as it is. */
const CODED_BYTES_MIN = 1_024;

/** A longer text is compressed outside of the event loop, which it would hold for a third of a millisecond or more. */
const INLINE_BYTES_MAX = 96 * 1024;

/** Compressed forms of shared documents, by their entity tag and coding, are kept for this many bytes of documents. */
const KEPT_BYTES_MAX = 64 * 1024 * 1024;

type Compress = (bytes: Uint8Array | string) => Buffer;

interface Compressor {
  readonly inline: Compress;
  readonly aside: (bytes: Uint8Array | string) => Promise<Buffer>;
}

const { constants } = zlib;
const FAST_GZIP = { level: 1 };
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const BEST_BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};

const gzip = promisify<Uint8Array | string, zlib.ZlibOptions, Buffer>(zlib.gzip);
const brotli = promisify<Uint8Array | string, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

/** Node has it since 22.15. */
const { zstdCompress, zstdCompressSync } = zlib as {
  readonly zstdCompressSync?: Compress;
  readonly zstdCompress?: (bytes: Uint8Array | string, done: (error: Error | null, made: Buffer) => void) => void;
};

/** By the time that each takes, the least first: `npm run bench -- compression` measures them. */
const compressors: ReadonlyMap<Coding, Compressor> = new Map<Coding, Compressor>([
  ...(zstdCompress && zstdCompressSync
    ? [['zstd', { inline: zstdCompressSync, aside: promisify(zstdCompress) }] as const]
    : []),
  [
    'br',
    { inline: (bytes) => zlib.brotliCompressSync(bytes, FAST_BROTLI), aside: (bytes) => brotli(bytes, FAST_BROTLI) },
  ],
  ['gzip', { inline: (bytes) => zlib.gzipSync(bytes, FAST_GZIP), aside: (bytes) => gzip(bytes, FAST_GZIP) }],
]);

/** The codings of answers that are made for one caller. */
export const FAST_CODINGS: readonly Coding[] = [...compressors.keys()];

/** The codings of documents that many callers share: the smallest result first. */
export const SHARED_CODINGS: readonly Coding[] = ['br', 'gzip'];

const TEXT = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|javascript|xml|yaml)|image\/svg\+xml)/;

/** Whether a body of that type may come in a coding. Images and fonts are compressed already. */
export function isText(mediaType: string): boolean {
  return TEXT.test(mediaType);
}

/**
 * Whether a body comes in a coding that the caller takes: a text of some length, or of any length where the caller refuses it as it is.
 */
export function isCodable(mediaType: string, length: number, accepted: string | undefined): boolean {
  return (length >= CODED_BYTES_MIN || (accepted !== undefined && refusesIdentity(accepted))) && isText(mediaType);
}

/** The coding that the caller takes; undefined where the text goes as it is. */
export function codingOf(accepted: string | undefined, offered: readonly Coding[]): Coding | undefined {
  return accepted === undefined ? undefined : preferredCoding(accepted, offered);
}

/** A whole API key. */
const KEY = /\bassay_[1-9A-HJ-NP-Za-km-z]{40}/;

/** Whether an answer holds an API key. Beside text of the caller, its compressed length would tell of the key (BREACH). */
export function holdsKey(body: string | Uint8Array): boolean {
  return KEY.test(typeof body === 'string' ? body : Buffer.from(body).toString('latin1'));
}

/** Compresses one answer quickly: at once, or outside of the event loop if it is long. */
export function compress(coding: Coding, text: string | Uint8Array, length: number): Buffer | Promise<Buffer> {
  const { inline, aside } = compressors.get(coding) as Compressor;
  return length <= INLINE_BYTES_MAX ? inline(text) : aside(text);
}

const kept = new LRUCache<string, Promise<Uint8Array>>({ max: 4_000, maxSize: KEPT_BYTES_MAX });

/** A shared document in a coding, as small as that makes it. It is compressed when it is asked for the first time. */
export function compressedOnce(coding: Coding, etag: string, bytes: Uint8Array): Promise<Uint8Array> {
  const key = `${coding} ${etag}`;
  const known = kept.get(key);
  if (known) return known;
  const made = coding === 'br' ? brotli(bytes, BEST_BROTLI) : gzip(bytes, { level: 9 });
  kept.set(key, made, { size: bytes.length });
  return made;
}
