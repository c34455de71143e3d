import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { ASSOCIATED_TOKEN_PROGRAM, associatedAccount } from 'assay-core/solana/token/programs.ts';

/** The memo programs: the present one, and the first, whose memos count as memos too. */
export const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const FIRST_MEMO_PROGRAM = address('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo');

const COMPUTE_BUDGET_PROGRAM = address('ComputeBudget111111111111111111111111111111');

/** Tags of instructions, in the interfaces of the programs; the numbers that follow them are little-endian. */
const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
const CREATE_IDEMPOTENT = 1;
/** TransferChecked of both token programs: the tag, the amount (u64), the decimals of the mint (1). */
export const TRANSFER_CHECKED = 12;

/** The compute units that one transaction may use, and its price in millionths of a lamport a unit. */
export function computeBudget(unitsMax: number, microLamportsPerUnit: number): readonly TransactionInstruction[] {
  const limit = Buffer.alloc(5);
  limit.writeUInt8(SET_COMPUTE_UNIT_LIMIT);
  limit.writeUInt32LE(unitsMax, 1);
  const price = Buffer.alloc(9);
  price.writeUInt8(SET_COMPUTE_UNIT_PRICE);
  price.writeBigUInt64LE(BigInt(microLamportsPerUnit), 1);
  return [limit, price].map((data) => instruction(COMPUTE_BUDGET_PROGRAM, [], data));
}

/** Tokens from one token account to another, with mint and decimals named so that a mistake fails. Atomic units. */
export interface CheckedTransfer {
  readonly tokenProgram: Address;
  readonly from: Address;
  readonly mint: Address;
  readonly to: Address;
  readonly authority: Address;
  readonly amountAtomic: bigint;
  readonly decimals: number;
}

export function transferChecked(transfer: CheckedTransfer): TransactionInstruction {
  const { tokenProgram, from, mint, to, authority, amountAtomic, decimals } = transfer;
  const data = Buffer.alloc(10);
  data.writeUInt8(TRANSFER_CHECKED);
  data.writeBigUInt64LE(amountAtomic, 1);
  data.writeUInt8(decimals, 9);
  return instruction(tokenProgram, [writable(from), readOnly(mint), writable(to), signer(authority, false)], data);
}

/** Opens a wallet's associated token account at the payer's expense; does nothing where it is there. */
export function createAssociated(input: {
  readonly payer: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly tokenProgram: Address;
}): TransactionInstruction {
  const { payer, owner, mint, tokenProgram } = input;
  const account = associatedAccount(owner, mint, tokenProgram);
  const system = address(SystemProgram.programId.toBase58());
  const keys = [signer(payer, true), writable(account), ...[owner, mint, system, tokenProgram].map(readOnly)];
  return instruction(ASSOCIATED_TOKEN_PROGRAM, keys, Buffer.of(CREATE_IDEMPOTENT));
}

/** A text that the transaction carries. No signer is named: the transfer beside it is signed as it is. */
export function memo(text: string): TransactionInstruction {
  return instruction(MEMO_PROGRAM, [], Buffer.from(text, 'utf8'));
}

type Key = TransactionInstruction['keys'][number];

function instruction(program: Address, keys: Key[], data: Buffer): TransactionInstruction {
  return new TransactionInstruction({ programId: new PublicKey(program), keys, data });
}

function signer(of: Address, isWritable: boolean): Key {
  return { pubkey: new PublicKey(of), isSigner: true, isWritable };
}

function writable(of: Address): Key {
  return { pubkey: new PublicKey(of), isSigner: false, isWritable: true };
}

function readOnly(of: Address): Key {
  return { pubkey: new PublicKey(of), isSigner: false, isWritable: false };
}
