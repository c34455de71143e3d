import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { type Address, addressOf } from 'assay-core/solana/address.ts';
import { associatedTokenAddress as derived } from '#chain/derivation.ts';
import { PROGRAMS, unspell, WRAPPED_SOL_MINT } from '#chain/programs.ts';
import type { Actor } from './actors.ts';

const TOKEN = new PublicKey(PROGRAMS.token);
const ASSOCIATED = new PublicKey(PROGRAMS.associatedToken);
const MEMO = new PublicKey(PROGRAMS.memo);
const TAG = { transfer: 3, mintTo: 7, closeAccount: 9, transferChecked: 12, syncNative: 17 } as const;
const CREATE_IDEMPOTENT = 1;

/** The mint of wrapped lamports. */
export const WRAPPED_SOL_KEY = new PublicKey(WRAPPED_SOL_MINT);

/** The associated token account of an owner, under SPL Token unless another token program is named. */
export function associatedKey(owner: PublicKey, mint: PublicKey, program = TOKEN): PublicKey {
  const [of, under, by] = [owner, mint, program].map((key) => addressOf(key.toBytes())) as [Address, Address, Address];
  return new PublicKey(unspell(derived(of, under, by)));
}

/** Lamports from one actor to an address. */
export function pay(from: Actor, to: PublicKey, lamports: bigint): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });
}

/** A text that a transaction carries. */
export function memoInstruction(text: string): TransactionInstruction {
  return new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(text, 'utf8') });
}

function account(pubkey: PublicKey, isWritable: boolean, isSigner = false) {
  return { pubkey, isWritable, isSigner };
}

function tagged(tag: number, amount?: bigint, decimals?: number): Buffer {
  const data = Buffer.alloc(1 + (amount === undefined ? 0 : 8) + (decimals === undefined ? 0 : 1));
  data[0] = tag;
  if (amount !== undefined) data.writeBigUInt64LE(amount, 1);
  if (decimals !== undefined) data[9] = decimals;
  return data;
}

/** Opens the owner's associated token account unless it exists; the payer gives its rent. */
export function openTokenAccount(
  payer: Actor,
  owner: PublicKey,
  mint: PublicKey,
  program = TOKEN,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: ASSOCIATED,
    keys: [
      account(payer.publicKey, true, true),
      account(associatedKey(owner, mint, program), true),
      account(owner, false),
      account(mint, false),
      account(SystemProgram.programId, false),
      account(program, false),
    ],
    data: Buffer.from([CREATE_IDEMPOTENT]),
  });
}

/** New tokens into an owner's associated account. Atomic units. */
export function mintTo(authority: Actor, owner: PublicKey, mint: PublicKey, amount: bigint): TransactionInstruction {
  return mintInto(authority, associatedKey(owner, mint), mint, amount);
}

/** New tokens into a token account, such as a pool's vault. Atomic units. */
export function mintInto(authority: Actor, into: PublicKey, mint: PublicKey, amount: bigint): TransactionInstruction {
  return new TransactionInstruction({
    programId: TOKEN,
    keys: [account(mint, true), account(into, true), account(authority.publicKey, false, true)],
    data: tagged(TAG.mintTo, amount),
  });
}

/** Tokens from an actor's associated account to another owner's. Atomic units; the decimals are checked on chain. */
export function payToken(
  from: Actor,
  to: PublicKey,
  mint: PublicKey,
  amount: bigint,
  decimals: number,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: TOKEN,
    keys: [
      account(associatedKey(from.publicKey, mint), true),
      account(mint, false),
      account(associatedKey(to, mint), true),
      account(from.publicKey, false, true),
    ],
    data: tagged(TAG.transferChecked, amount, decimals),
  });
}

/** Makes lamports that were sent to an actor's wrapped account count as tokens. */
export function syncWrapped(owner: Actor): TransactionInstruction {
  const keys = [account(associatedKey(owner.publicKey, WRAPPED_SOL_KEY), true)];
  return new TransactionInstruction({ programId: TOKEN, keys, data: tagged(TAG.syncNative) });
}

/** Closes an actor's associated token account; all its lamports go to `to`. */
export function closeAccount(owner: Actor, mint: PublicKey, to: PublicKey): TransactionInstruction {
  return new TransactionInstruction({
    programId: TOKEN,
    keys: [
      account(associatedKey(owner.publicKey, mint), true),
      account(to, true),
      account(owner.publicKey, false, true),
    ],
    data: tagged(TAG.closeAccount),
  });
}
