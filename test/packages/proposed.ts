import { Keypair, type TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from 'assay-core/solana/address.ts';
import { associatedAccount, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { computeBudget, memo, transferChecked } from '#payments/credits/instructions.ts';
import { unsigned } from '#payments/credits/transfer.ts';

export const USDC = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');

/** Who takes part in a payment, and what differs of it from an honest one. */
export interface Proposed {
  readonly payer: Address;
  readonly feePayer: Address;
  readonly payTo: Address;
  readonly amount?: bigint;
  readonly mint?: Address;
  readonly decimals?: number;
  readonly tokenProgram?: Address;
  readonly from?: Address;
  readonly to?: Address;
  readonly authority?: Address;
  readonly memo?: string;
  /** Changes the list of instructions. */
  readonly change?: (honest: readonly TransactionInstruction[]) => readonly TransactionInstruction[];
}

export const someAddress = (): Address => address(Keypair.generate().publicKey.toBase58());

/** The transaction that a service proposes, in base64; an honest one where nothing else is said. */
export function proposed(parts: Proposed): string {
  const { payer, feePayer, payTo, mint = USDC, tokenProgram = TOKEN_PROGRAM } = parts;
  const honest = [
    ...computeBudget(20_000, 1),
    transferChecked({
      tokenProgram,
      mint,
      from: parts.from ?? associatedAccount(payer, mint, TOKEN_PROGRAM),
      to: parts.to ?? associatedAccount(payTo, mint, TOKEN_PROGRAM),
      authority: parts.authority ?? payer,
      amountAtomic: parts.amount ?? 20_000n,
      decimals: parts.decimals ?? 6,
    }),
    memo(parts.memo ?? '0123456789abcdef0123456789abcdef'),
  ];
  return unsigned(feePayer, someAddress(), parts.change?.(honest) ?? honest);
}
