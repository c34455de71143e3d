import { addressBytes, toBase58, utf8 } from './bytes.ts';

/** The payment that may be signed, and nothing beside it. Addresses in base58. */
export interface Transfer {
  readonly payer: string;
  readonly payTo: string;
  readonly mint: string;
  /** Who pays the fee of the network, and signs last. */
  readonly feePayer: string;
}

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ATA_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const TRANSACTION_BYTES_MAX = 1_232;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** The first byte of a versioned message of version 0. */
const VERSION_0 = 0x80;
const USDC_DECIMALS = 6;
const TRANSFER_CHECKED = 12;
const MEMO_BYTES_MAX = 64;

/** A message that was looked at, in which an amount can be set. */
export interface CheckedTransfer {
  /** The whole transaction with empty places for two signatures; the payer's is the second. */
  readonly transaction: Uint8Array;
  /** The part that is signed. */
  readonly message: Uint8Array;
}

interface Instruction {
  readonly program: string | undefined;
  readonly accounts: readonly (string | undefined)[];
  readonly data: Uint8Array;
}

/**
 * Takes a proposed transaction apart and refuses it unless it is exactly this: two compute budget instructions, which the fee payer
 * pays for, one `TransferChecked` of USDC from the payer's token account to the recipient's, and a memo without accounts. The payer
 * signs as the authority of that transfer alone. The result moves `amountAtomic`, whatever amount was proposed. Throws an Error that
 * says what differs.
 */
export async function checkedTransfer(
  proposed: Uint8Array,
  expected: Transfer,
  amountAtomic: bigint,
): Promise<CheckedTransfer> {
  const transaction = proposed.slice();
  const { message, keys, instructions } = readTransaction(transaction);
  demand(new Set(keys).size === keys.length, 'an account stands twice');
  demand(
    keys[0] === expected.feePayer && keys[1] === expected.payer,
    'its signers are not the fee payer and the payer',
  );
  demand(expected.feePayer !== expected.payer, 'the payer would pay the fee of the network');
  const [limit, price, transfer, memo, ...others] = instructions;
  demand(
    transfer !== undefined && memo !== undefined && others.length === 0,
    'it has other instructions than a payment',
  );
  demand(isBudget(limit, 2, 5) && isBudget(price, 3, 9), 'it does not begin with the compute budget');
  demand(memo?.program === MEMO_PROGRAM && memo.accounts.length === 0, 'its last instruction is no plain memo');
  // A memo that begins so belongs to a top-up: the transfer would count as one.
  demand(
    memo.data.length <= MEMO_BYTES_MAX && !startsWith(memo.data, utf8('assay:')),
    'its memo is not one of a payment',
  );
  await checkTransfer(transfer, expected);
  writeAmount(transfer.data, amountAtomic);
  return { transaction, message };
}

function isBudget(instruction: Instruction | undefined, tag: number, length: number): boolean {
  if (instruction?.program !== COMPUTE_BUDGET || instruction.accounts.length > 0) return false;
  return instruction.data[0] === tag && instruction.data.length === length;
}

async function checkTransfer({ program, accounts, data }: Instruction, expected: Transfer): Promise<void> {
  const [source, mint, destination, authority, ...others] = accounts;
  demand(
    program === TOKEN_PROGRAM && data[0] === TRANSFER_CHECKED && data.length === 10,
    'it is no transfer of a token',
  );
  demand(data[9] === USDC_DECIMALS && mint === expected.mint, 'it moves another token');
  demand(authority === expected.payer && others.length === 0, 'the payer is not the one who allows it');
  demand(await isTokenAccount(source, expected.payer, expected.mint), 'it takes from another account');
  demand(await isTokenAccount(destination, expected.payTo, expected.mint), 'it pays another wallet');
}

/**
 * Whether an address is the associated token account of an owner. It is derived with one of 256 numbers; the program that makes such
 * accounts takes the first that leads off the curve. An address that any other number leads to holds no account, so each may match.
 */
async function isTokenAccount(account: string | undefined, owner: string, mint: string): Promise<boolean> {
  const seeds = [owner, TOKEN_PROGRAM, mint].map((one) => addressBytes(one) ?? new Uint8Array());
  const end = [addressBytes(ATA_PROGRAM) ?? new Uint8Array(), utf8('ProgramDerivedAddress')];
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = await crypto.subtle.digest('SHA-256', joined([...seeds, Uint8Array.of(bump), ...end]) as BufferSource);
    if (toBase58(new Uint8Array(hash)) === account) return true;
  }
  return false;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}

/** Bytes 1 to 8 of a `TransferChecked`, lowest first. */
function writeAmount(data: Uint8Array, amount: bigint): void {
  for (let at = 0; at < 8; at += 1) data[1 + at] = Number((amount >> BigInt(8 * at)) & 255n);
}

/** The layout of a transaction of version 0; the returned parts are views of its bytes. Throws where it is another one. */
function readTransaction(bytes: Uint8Array) {
  demand(bytes.length <= TRANSACTION_BYTES_MAX, 'it is too long');
  const reader = byteReader(bytes);
  demand(reader.length() === 2, 'it wants other signatures than two');
  reader.take(2 * SIGNATURE_BYTES);
  const message = bytes.subarray(reader.at());
  demand(reader.byte() === VERSION_0 && reader.byte() === 2, 'it is no message of version 0 with two signers');
  reader.take(2);
  const keys = Array.from({ length: reader.length() }, () => toBase58(reader.take(KEY_BYTES)));
  reader.take(KEY_BYTES);
  const instructions = Array.from({ length: reader.length() }, (): Instruction => {
    const program = keys[reader.byte()];
    const accounts = Array.from(reader.take(reader.length()), (index) => keys[index]);
    return { program, accounts, data: reader.take(reader.length()) };
  });
  demand(reader.length() === 0 && reader.at() === bytes.length, 'it looks accounts up elsewhere or goes on');
  return { message, keys, instructions };
}

function byteReader(bytes: Uint8Array) {
  let at = 0;
  const take = (count: number): Uint8Array => {
    demand(at + count <= bytes.length, 'it ends too soon');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const byte = (): number => take(1)[0] ?? 0;
  /** Solana's compact length. None here needs more than one byte. */
  const length = (): number => {
    const value = byte();
    demand(value < 0x80, 'a length in it is too large');
    return value;
  };
  return { at: () => at, take, byte, length };
}

function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
