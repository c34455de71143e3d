import { Keypair, MessageV0, VersionedTransaction } from '@solana/web3.js';
import { type Address, address, parseAddress } from 'assay-core/solana/address.ts';

/** One instruction of a message: the program and its accounts by address. */
export interface WireInstruction {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

/** A transaction as it travels, signed in part or not at all. The fee payer is `accounts[0]`. */
export interface WireTransaction {
  /** One slot of 64 bytes for each required signer, in the order of `accounts`; all zero without a signature. */
  readonly signatures: readonly Uint8Array[];
  /** The signed bytes. */
  readonly message: Uint8Array;
  /** The hash of a block, base58: the transaction can land in the 150 blocks after it. */
  readonly blockhash: string;
  readonly accounts: readonly Address[];
  readonly lookupTables: number;
  /** Without what lookup tables would add: a message that uses one has no instructions here. */
  readonly instructions: readonly WireInstruction[];
}

/** Limits of a validator for a transaction that is legacy or of version 0. */
const PACKET_BYTES_MAX = 1232;

/** The first byte of a transaction of version 1. Others begin with the number of their signatures. Source: SIMD-0385. */
const VERSION_1 = 0x81;

/**
 * Whether `base64` spells a transaction of version 1. All are refused: the header sets a priority fee and limits that the sponsor would
 * pay, without an instruction that the guard, or the library's checks, would see.
 */
export function isVersion1(base64: string): boolean {
  return Buffer.from(base64.slice(0, 4), 'base64')[0] === VERSION_1;
}

/**
 * The transaction of `base64`, legacy or of version 0; null for any other text. Only the canonical spelling is accepted: a second spelling
 * of the same bytes would give one payment two message hashes.
 */
export function decodeWire(base64: string): WireTransaction | null {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > PACKET_BYTES_MAX || bytes.toString('base64') !== base64) return null;
  try {
    return readWire(bytes);
  } catch {
    return null;
  }
}

function readWire(bytes: Buffer): WireTransaction | null {
  const transaction = VersionedTransaction.deserialize(bytes);
  if (!bytes.equals(transaction.serialize())) return null;
  const { message, signatures } = transaction;
  const accounts = message.staticAccountKeys.map((key) => addressAt([key.toBase58()], 0));
  const lookupTables = message.addressTableLookups.length;
  const at = (index: number): Address => addressAt(accounts, index);
  const compiled = lookupTables === 0 ? message.compiledInstructions : [];
  const instructions = compiled.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    program: at(programIdIndex),
    accounts: Array.from(accountKeyIndexes, at),
    data,
  }));
  const blockhash = message.recentBlockhash;
  return { signatures, message: message.serialize(), blockhash, accounts, lookupTables, instructions };
}

/** Throws where there is no account of that index. */
function addressAt(accounts: readonly string[], index: number): Address {
  const found = parseAddress(accounts[index]);
  if (!found) throw new RangeError(`no account ${index}`);
  return found;
}

/** The accounts of a `TransferChecked`, in the order of the token programs' instruction 12. */
interface Transfer {
  readonly source: Address;
  readonly authority: Address;
}

/** Lighthouse. Browser wallets put its assertions anywhere into what they sign: docs.phantom.com/developer-powertools/lighthouse */
export const GUARD_PROGRAM = address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');

/**
 * A transaction without the guards of a wallet, for the library, which accepts fewer of them and only after the transfer. A stand-in for
 * the payer signs it, because the payer's signature covers all of it. Throws if only the fee payer signs.
 */
export function withoutGuards(base64: string): string {
  const { message } = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
  const { header, recentBlockhash, staticAccountKeys: keys, compiledInstructions: all } = message;
  const compiledInstructions = all.filter(({ programIdIndex: at }) => keys[at]?.toBase58() !== GUARD_PROGRAM);
  if (compiledInstructions.length === all.length) return base64;
  const standIn = Keypair.generate();
  const staticAccountKeys = keys.map((key, at) => (at === 1 ? standIn.publicKey : key));
  const parts = { header, staticAccountKeys, recentBlockhash, compiledInstructions, addressTableLookups: [] };
  const left = new VersionedTransaction(new MessageV0(parts));
  left.sign([standIn]);
  return Buffer.from(left.serialize()).toString('base64');
}

/** Where the reference layout of an exact payment has its transfer: behind the two compute budget instructions. */
const TRANSFER_INDEX = 2;

/** The transfer of an exact payment; null if its instruction is too short. The library checks its contents. */
export function transferOf({ instructions }: WireTransaction): Transfer | null {
  const transfer = instructions.filter(({ program }) => program !== GUARD_PROGRAM)[TRANSFER_INDEX];
  const [source, , , authority] = transfer?.accounts ?? [];
  return source && authority ? { source, authority } : null;
}
