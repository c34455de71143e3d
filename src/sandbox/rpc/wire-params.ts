import bs58 from 'bs58';
import {
  decodeMessage,
  decodeTransaction,
  WIRE_BYTES_MAX,
  WireError,
  type WireMessage,
  type WireTransaction,
} from '../chain/wire.ts';
import { invalid } from './params.ts';

const TRANSACTION_TYPE = 'solana_transaction::versioned::VersionedTransaction';
const MESSAGE_TYPE = 'solana_message::versions::VersionedMessage';
/** The longest texts that 1,232 bytes can have in either encoding. */
const CHARS_MAX = { base58: 1683, base64: 1644 } as const;

type WireEncoding = keyof typeof CHARS_MAX;

function encodingOf(value: unknown): WireEncoding {
  if (value === undefined || value === null || value === 'base58') return 'base58';
  if (value === 'base64') return 'base64';
  throw invalid(`unsupported encoding: ${String(value)}. Supported encodings: base58, base64`);
}

function bytesOf(text: string, encoding: WireEncoding, type: string): Uint8Array {
  const charsMax = CHARS_MAX[encoding];
  if (text.length > charsMax)
    throw invalid(
      `${encoding} encoded ${type} too large: ${text.length} bytes (max: encoded/raw ${charsMax}/${WIRE_BYTES_MAX})`,
    );
  const bytes = encoding === 'base64' ? canonicalBase64(text) : bs58.decodeUnsafe(text);
  if (!bytes) throw invalid(`invalid ${encoding} encoding: Invalid character or length`);
  if (bytes.length > WIRE_BYTES_MAX)
    throw invalid(`decoded ${type} too large: ${bytes.length} bytes (max: ${WIRE_BYTES_MAX} bytes)`);
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
