import type { RpcLimits } from './limits.ts';

/** How large an answer may be: bytes of its text, and values in it, of which few bytes can hold very many. */
export interface AnswerSize {
  readonly bytes: number;
  readonly values: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** An answer of a few numbers, or of a list of a node's fixed length. */
const SHORT: AnswerSize = { bytes: 64 * KIB, values: 4 * KIB };
/**
 * So many bytes of an account are read at most. The largest that is decoded is a position of 1,400 bins, of 157,080 bytes; a
 * mint can have 64 KiB of metadata.
 */
export const ACCOUNT_BYTES_READ = 160 * KIB;
/** A hundred accounts of as many bytes in base64, or one of the 10 MiB that an account can have: few values, most of them long texts. */
const ACCOUNTS: AnswerSize = { bytes: 24 * MIB, values: 8 * KIB };

/**
 * The largest answers that an honest endpoint gives, by method. A transaction's is that of the longest trace of instructions with
 * as much data as each may have; the largest of 516 recorded ones took 39 kilobytes with 1,300 values.
 */
const sizes: Readonly<Record<string, AnswerSize>> = {
  getMultipleAccounts: ACCOUNTS,
  getAccountInfo: ACCOUNTS,
  // The 20,000 that are read, with extensions on most of them.
  getTokenAccountsByOwner: { bytes: 10 * MIB, values: 256 * KIB },
  getSignaturesForAddress: { bytes: MIB, values: 32 * KIB },
  getTransaction: { bytes: 2 * MIB, values: 64 * KIB },
  simulateTransaction: { bytes: MIB, values: 32 * KIB },
  getSignatureStatuses: { bytes: 256 * KIB, values: 16 * KIB },
};

/** What the answer of a request with calls of these methods may come to. */
export function answerSizeMax(methods: readonly string[], limits: RpcLimits): AnswerSize {
  let bytes = 0;
  let values = 0;
  for (const method of methods) {
    const size = sizes[method] ?? SHORT;
    bytes += size.bytes;
    values += size.values;
  }
  return { bytes: Math.min(bytes, limits.answerBytesMax), values: Math.min(values, limits.answerValuesMax) };
}

const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** How many values JSON text can begin at most: one after each comma and at each beginning of a list or an object. */
export function valuesIn(text: Uint8Array): number {
  let values = 0;
  // By index: every byte that an endpoint sends passes here, and an iterator takes three times as long.
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  }
  return values;
}
