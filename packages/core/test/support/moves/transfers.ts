import { type Address, SYSTEM_PROGRAM } from '#solana/address.ts';
import type { Instruction } from '#solana/transaction.ts';

/** The system program's transfer. */
export function transferOf(from: Address, to: Address, lamports: bigint): Omit<Instruction, 'at'> {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, lamports, true);
  return { program: SYSTEM_PROGRAM, accounts: [from, to], data };
}

/** The token program's transfer between two accounts. */
export function tokenTransferOf(
  program: Address,
  [from, to]: readonly [Address, Address],
  authority: Address,
  amount: bigint,
): Omit<Instruction, 'at'> {
  const data = new Uint8Array(9);
  data[0] = 3;
  new DataView(data.buffer).setBigUint64(1, amount, true);
  return { program, accounts: [from, to, authority], data };
}
