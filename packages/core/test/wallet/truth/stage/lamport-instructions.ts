import { type AccountMeta, PublicKey, TransactionInstruction } from '@solana/web3.js';
import { PROGRAMS } from 'assay-sandbox/chain/programs.ts';
import type { Actor } from 'assay-sandbox/world/actors.ts';
import { associatedKey, WRAPPED_SOL_KEY } from 'assay-sandbox/world/instructions.ts';
import type { Coin } from 'assay-sandbox/world/market/coin.ts';

/** Tags of the token program that move lamports without an instruction of the system program (p-token, `instruction.rs`). */
const TAG = { withdrawExcess: 38, unwrap: 45, batch: 255 } as const;
const TOKEN = new PublicKey(PROGRAMS.token);

/** Wrapped lamports that leave the owner's account as lamports; `null` for all of them. The account stays open. */
export function unwrapping(owner: Actor, to: PublicKey, lamports: bigint | null): TransactionInstruction {
  const data = Buffer.alloc(lamports === null ? 2 : 10);
  data[0] = TAG.unwrap;
  if (lamports !== null) {
    data[1] = 1;
    data.writeBigUInt64LE(lamports, 2);
  }
  return outOf(owner, WRAPPED_SOL_KEY, to, data);
}

/** What an account holds beyond the rent of its length. */
export function withdrawing(owner: Actor, { mint }: Coin, to: PublicKey): TransactionInstruction {
  return outOf(owner, new PublicKey(mint), to, Buffer.of(TAG.withdrawExcess));
}

/** Instructions of the token program as one: how many accounts and how much data each has, and its data. */
export function batched(instructions: readonly TransactionInstruction[]): TransactionInstruction {
  const items = instructions.flatMap(({ keys, data }) => [Buffer.of(keys.length, data.length), data]);
  return new TransactionInstruction({
    programId: TOKEN,
    keys: instructions.flatMap(({ keys }) => keys),
    data: Buffer.concat([Buffer.of(TAG.batch), ...items]),
  });
}

function outOf(owner: Actor, mint: PublicKey, to: PublicKey, data: Buffer): TransactionInstruction {
  const keys: AccountMeta[] = [
    { pubkey: associatedKey(owner.publicKey, mint), isWritable: true, isSigner: false },
    { pubkey: to, isWritable: true, isSigner: false },
    { pubkey: owner.publicKey, isWritable: false, isSigner: true },
  ];
  return new TransactionInstruction({ programId: TOKEN, keys, data });
}
