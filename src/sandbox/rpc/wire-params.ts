import bs58 from 'bs58';
import {
  decodeMessage,
  decodeTransaction,
  WIRE_BYTES_MAX,
  WIRE_BYTES_MAX_V1,
  WireError,
  type WireMessage,
  type WireTransaction,
} from '../chain/wire.ts';
import { invalid } from './params.ts';

const TRANSACTION_TYPE = 'solana_transaction::versioned::VersionedTransaction';
const MESSAGE_TYPE = 'solana_message::versions::VersionedMessage';
/** The most bytes that either encoding may carry, and the longest text that they can have. Base58 stays as it was before version 1. */
const MAX = {
  base58: { bytes: WIRE_BYTES_MAX, chars: 1683 },
  base64: { bytes: WIRE_BYTES_MAX_V1, chars: 5464 },
} as const;

type WireEncoding = keyof typeof MAX;

function encodingOf(value: unknown): WireEncoding {
  if (value === undefined || value === null || value === 'base58') return 'base58';
  if (value === 'base64') return 'base64';
  throw invalid(`unsupported encoding: ${String(value)}. Supported encodings: base58, base64`);
}

function bytesOf(text: string, encoding: WireEncoding, type: string): Uint8Array {
  const max = MAX[encoding];
  if (text.length > max.chars)
    throw invalid(
      `${encoding} encoded ${type} too large: ${text.length} bytes (max: encoded/raw ${max.chars}/${max.bytes})`,
    );
  const bytes = encoding === 'base64' ? canonicalBase64(text) : bs58.decodeUnsafe(text);
  if (!bytes) throw invalid(`invalid ${encoding} encoding: Invalid character or length`);
  if (bytes.length > max.bytes)
    throw invalid(`decoded ${type} too large: ${bytes.length} bytes (max: ${max.bytes} bytes)`);
  return bytes;
}

function canonicalBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

function decoded<T>(decode: () => T, type: string): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw error.kind === 'layout'
      ? invalid(`failed to deserialize ${type}: ${error.message}`)
      : invalid('invalid transaction: Transaction failed to sanitize accounts offsets correctly');
  }
}

/** The transaction that a client sent as text, or the fault that a node answers when it is none. */
export function transactionParam(text: string, encoding: unknown): WireTransaction {
  const bytes = bytesOf(text, encodingOf(encoding), TRANSACTION_TYPE);
  return decoded(() => decodeTransaction(bytes), TRANSACTION_TYPE);
}

/** The message that a client sent in base64. */
export function messageParam(text: string): WireMessage {
  const bytes = bytesOf(text, 'base64', MESSAGE_TYPE);
  return decoded(() => decodeMessage(bytes), MESSAGE_TYPE);
}
