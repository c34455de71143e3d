import { nativeBalances } from '#chain/decode/balances.ts';
import type { Transaction } from '#chain/model.ts';

/** How many addresses plain transfers of the transaction credited, and how many of them held nothing before. */
export function recipientsOf(transaction: Transaction): { recipients: number; freshRecipients: number } {
  const paid = new Set(transaction.moves.flatMap((move) => (move.kind === 'transfer' ? [move.to] : [])));
  const fresh = [...paid].filter((to) => nativeBalances(transaction, to)?.before === 0n);
  return { recipients: paid.size, freshRecipients: fresh.length };
}
