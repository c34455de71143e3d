import bs58 from 'bs58';
import type { Commitment } from '#chain/clock.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import {
  type DecodedTransaction,
  decodeMessage,
  decodeSigned,
  WIRE_BYTES_MAX,
  WIRE_BYTES_MAX_V1,
  WireError,
  type WireMessage,
} from '#chain/wire.ts';
import { RpcFault } from '#json-rpc.ts';

const TRANSACTION_TYPE = 'solana_transaction::versioned::VersionedTransaction';

const MESSAGE_TYPE = 'solana_message::versions::VersionedMessage';

/** The most bytes that either encoding may carry, and the longest text that they can have. Base58 stays as it was before version 1. */
const MAX = {
  base58: { bytes: WIRE_BYTES_MAX, chars: 1683 },
  base64: { bytes: WIRE_BYTES_MAX_V1, chars: 5464 },
} as const;

/** The fault of a parameter that cannot be what the method needs, with the code and prefix of a node. */
export function invalidParams(message: string): RpcFault {
  return new RpcFault(-32602, message);
}

/** The parameter at `index` as an object; absent and null are an empty one. */
export function config(params: readonly unknown[], index: number): Readonly<Record<string, unknown>> {
  const value = params[index] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidParams('Invalid params: expected an object.');
  return value as Record<string, unknown>;
}

/** The parameter at `index` as a string. */
export function textParam(params: readonly unknown[], index: number): string {
  const value = params[index];
  if (value === undefined) throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`);
  if (typeof value !== 'string') throw invalidParams('Invalid params: invalid type, expected a string.');
  return value;
}

/** The parameter at `index` as an array of strings, at most `max` of them. */
export function texts(params: readonly unknown[], index: number, max: number): readonly string[] {
  const value = params[index];
  if (!Array.isArray(value)) throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`);
  if (value.length > max) throw invalidParams(`Too many inputs provided; max ${max}`);
  return value.map((_, at) => textParam(value, at));
}

/** The parameter at `index` as a whole number from 0 on. */
export function wholeParam(params: readonly unknown[], index: number): number {
  const value = params[index];
  if (value === undefined) throw invalidParams(`\`params\` should have at least ${index + 1} argument(s)`);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams('Invalid params: invalid type, expected u64.');
  return value;
}

function exactBase58(value: string, size: number): string {
  const bytes = value.length > 2 * size ? undefined : bs58.decodeUnsafe(value);
  if (!bytes) throw invalidParams(value.length > 2 * size ? 'Invalid param: WrongSize' : 'Invalid param: Invalid');
  if (bytes.length !== size) throw invalidParams('Invalid param: WrongSize');
  return value;
}

/** A text as an address. */
export function addressParam(value: string): string {
  return exactBase58(value, 32);
}

/** A text as a transaction signature. */
export function signatureParam(value: string): string {
  return exactBase58(value, 64);
}

const COMMITMENTS: Readonly<Record<string, Commitment>> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
};

/** The commitment that a configuration asks for, finalized when it says nothing. */
export function commitment(of: unknown): Commitment {
  if (of === undefined || of === null) return 'finalized';
  const found = typeof of === 'string' && Object.hasOwn(COMMITMENTS, of) ? COMMITMENTS[of] : undefined;
  if (!found) throw invalidParams(`Invalid params: unknown variant \`${String(of)}\`, expected a commitment.`);
  return found;
}

/** The commitment of a method that reads blocks, which exist from `confirmed` on. */
export function blockCommitment(of: unknown): Commitment {
  const found = commitment(of);
  if (found === 'processed') throw invalidParams('Method does not support commitment below `confirmed`');
  return found;
}

/** Refuses when the chain has not reached the slot that the caller has already seen. */
export function assertReached(chain: LocalChain, at: Commitment, minContextSlot: unknown): void {
  const slot = chain.clock.slotAt(at);
  if (typeof minContextSlot === 'number' && minContextSlot > slot)
    throw new RpcFault(-32016, 'Minimum context slot has not been reached', { contextSlot: slot });
}

/** A value with the slot that it holds for, as nodes wrap it. */
export function withContext(chain: LocalChain, at: Commitment, value: unknown): object {
  return { context: { apiVersion: API_VERSION, slot: chain.clock.slotAt(at) }, value };
}

/** The node version of the sandbox, which is its runtime's. */
export const API_VERSION = '4.2.1';

type WireEncoding = keyof typeof MAX;

function encodingOf(value: unknown): WireEncoding {
  if (value === undefined || value === null || value === 'base58') return 'base58';
  if (value === 'base64') return 'base64';
  throw invalidParams(`unsupported encoding: ${String(value)}. Supported encodings: base58, base64`);
}

function bytesOf(text: string, encoding: WireEncoding, type: string): Uint8Array {
  const max = MAX[encoding];
  if (text.length > max.chars)
    throw invalidParams(
      `${encoding} encoded ${type} too large: ${text.length} bytes (max: encoded/raw ${max.chars}/${max.bytes})`,
    );
  const bytes = encoding === 'base64' ? canonicalBase64(text) : bs58.decodeUnsafe(text);
  if (!bytes) throw invalidParams(`invalid ${encoding} encoding: Invalid character or length`);
  if (bytes.length > max.bytes)
    throw invalidParams(`decoded ${type} too large: ${bytes.length} bytes (max: ${max.bytes} bytes)`);
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
      ? invalidParams(`failed to deserialize ${type}: ${error.message}`)
      : invalidParams('invalid transaction: Transaction failed to sanitize accounts offsets correctly');
  }
}

/** The transaction that a client sent as text, or the fault that a node answers when it is none. */
export function transactionParam(text: string, encoding: unknown): DecodedTransaction {
  const bytes = bytesOf(text, encodingOf(encoding), TRANSACTION_TYPE);
  return decoded(() => decodeSigned(bytes), TRANSACTION_TYPE);
}

/** The message that a client sent in base64. */
export function messageParam(text: string): WireMessage {
  const bytes = bytesOf(text, 'base64', MESSAGE_TYPE);
  return decoded(() => decodeMessage(bytes), MESSAGE_TYPE);
}
