import { createHash, createPublicKey, verify } from 'node:crypto';
import { type CompiledInstruction, Message, MessageV0, PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { addressIn, list, listOrNone, type Members, members, misshapen, place, Undecodable, whole } from './shape.ts';

const BYTES = 256;

/**
 * SHA-256 of the message of a `getTransaction` body in the encoding `json`, where the body holds the ed25519 signature of every signer
 * over it, so that an endpoint cannot make up what they signed; false where it does not. Null for a version that is not known, and for
 * a number that JSON cannot tell exactly. Never throws.
 */
export function signedMessageHash(body: unknown): Uint8Array | false | null {
  try {
    const { version, transaction } = members(body, 'the transaction');
    const { message, signatures } = members(transaction, 'transaction');
    const parts = members(message, 'message');
    const encoded = encodeMessage(version, parts);
    if (encoded === null) return null;
    const { bytes, keys, signers } = encoded;
    const signed = list(signatures, 'signatures');
    const isSound =
      signed.length === signers && signed.every((one, at) => isSignatureOf(keys[at]?.toBase58(), bytes, one));
    return isSound && createHash('sha256').update(bytes).digest();
  } catch (error) {
    return error instanceof Undecodable && error.why === 'unreadable' ? null : false;
  }
}

/** Whether `signature` is the signature of the key, both in base58, over a message. */
export function isSignatureOf(key: string | undefined, message: Uint8Array, signature: unknown): boolean {
  if (key === undefined || typeof signature !== 'string') return false;
  const x = Buffer.from(bs58.decode(key)).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, publicKey, bs58.decode(signature));
}

/** What the signatures are over, the keys, and how many of them sign. */
interface EncodedMessage {
  readonly bytes: Uint8Array;
  readonly keys: readonly PublicKey[];
  readonly signers: number;
}

/** Null for a version that is not known. Source: agave, the serialization of messages; SIMD-0385 for version 1. */
function encodeMessage(version: unknown, message: Members): EncodedMessage | null {
  const legacy = version === undefined || version === null || version === 'legacy';
  if (!legacy && version !== 0 && version !== 1) return null;
  const header = headerOf(message);
  const keys = list(message.accountKeys, 'accountKeys').map(keyOf);
  const recentBlockhash = addressIn(message.recentBlockhash, 'recentBlockhash');
  const instructions = list(message.instructions, 'instructions').map((entry) =>
    instructionOf(members(entry, 'an instruction')),
  );
  const parts: MessageParts = { header, keys, recentBlockhash, instructions };
  const encodedAs = (bytes: Uint8Array) => ({ bytes, keys, signers: header.numRequiredSignatures });
  if (legacy) return encodedAs(new Message({ header, accountKeys: keys, recentBlockhash, instructions }).serialize());
  if (version === 1) return encodedAs(version1Bytes(parts, message.transactionConfig));
  return encodedAs(version0Bytes(parts, message.addressTableLookups));
}

function version0Bytes({ header, keys, recentBlockhash, instructions }: MessageParts, lookups: unknown): Uint8Array {
  return new MessageV0({
    header,
    staticAccountKeys: [...keys],
    recentBlockhash,
    compiledInstructions: instructions.map(({ programIdIndex, accounts, data }) => {
      return { programIdIndex, accountKeyIndexes: accounts, data: bs58.decode(data) };
    }),
    addressTableLookups: listOrNone(lookups, 'addressTableLookups').map((entry) => {
      const { accountKey, writableIndexes, readonlyIndexes } = members(entry, 'a lookup');
      return {
        accountKey: keyOf(accountKey),
        writableIndexes: indexes(writableIndexes),
        readonlyIndexes: indexes(readonlyIndexes),
      };
    }),
  }).serialize();
}

/** What a message of each version holds. */
interface MessageParts {
  readonly header: ReturnType<typeof headerOf>;
  readonly keys: readonly PublicKey[];
  readonly recentBlockhash: string;
  readonly instructions: readonly CompiledInstruction[];
}

/**
 * Layout (SIMD-0385): 0x81, three counts of the header, mask u32, block hash, number of instructions and of addresses, the addresses,
 * the values whose bits the mask has, of each instruction its program, the number of its accounts and u16 the length of its data, then
 * accounts and data of each. Little-endian. web3.js 1.99 only reads it.
 */
function version1Bytes({ header, keys, recentBlockhash, instructions }: MessageParts, config: unknown): Uint8Array {
  const values = members(config, 'transactionConfig');
  const [fee, ...limits] = ['priorityFee', 'computeUnitLimit', 'loadedAccountsDataSizeLimit', 'heapSize'].map((name) =>
    values[name] === undefined || values[name] === null ? null : whole(values[name], name),
  );
  const bits = [fee, fee, ...limits].map((value, bit) => (value === null || value === undefined ? 0 : 1 << bit));
  const calls = instructions.map(({ data, ...rest }) => ({ ...rest, data: bs58.decode(data) }));
  return Buffer.concat([
    Buffer.from([
      0x81,
      header.numRequiredSignatures,
      header.numReadonlySignedAccounts,
      header.numReadonlyUnsignedAccounts,
    ]),
    u32(bits.reduce((mask, bit) => mask | bit, 0)),
    bs58.decode(recentBlockhash),
    Buffer.from([calls.length, keys.length]),
    ...keys.map((key) => key.toBytes()),
    ...(typeof fee === 'number' ? [u32(fee % 2 ** 32), u32(Math.floor(fee / 2 ** 32))] : []),
    ...limits.flatMap((limit) => (limit === null ? [] : [u32(limit)])),
    ...calls.map(({ programIdIndex, accounts, data }) =>
      Buffer.from([programIdIndex, accounts.length, data.length & 0xff, data.length >> 8]),
    ),
    ...calls.flatMap(({ accounts, data }) => [Buffer.from(accounts), data]),
  ]);
}

/** Throws where the number does not fit. */
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function headerOf(message: Members) {
  const header = members(message.header, 'header');
  const count = (name: string) => place(header[name], BYTES, name);
  return {
    numRequiredSignatures: count('numRequiredSignatures'),
    numReadonlySignedAccounts: count('numReadonlySignedAccounts'),
    numReadonlyUnsignedAccounts: count('numReadonlyUnsignedAccounts'),
  };
}

/** One that holds another form as well is refused: the decoder would read that one, over which there is no signature. */
function instructionOf({ programIdIndex, accounts, data, programId, parsed }: Members): CompiledInstruction {
  if (programId !== undefined || parsed !== undefined) misshapen('an instruction in two forms');
  if (typeof data !== 'string') misshapen('the data of an instruction');
  return { programIdIndex: place(programIdIndex, BYTES, 'programIdIndex'), accounts: indexes(accounts), data };
}

function indexes(value: unknown): number[] {
  return list(value, 'indexes').map((index) => place(index, BYTES, 'an index'));
}

function keyOf(value: unknown): PublicKey {
  return new PublicKey(addressIn(value, 'an account key'));
}
