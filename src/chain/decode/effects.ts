import type { Address } from '#lib/address.ts';
import type { Transaction } from '../model.ts';

/** What the address held in lamports on both sides of the transaction; null where it is not among the keys. */
export function nativeBalances(
  transaction: Transaction,
  of: Address,
): { readonly before: bigint; readonly after: bigint } | null {
  const index = transaction.keys.indexOf(of);
  const before = transaction.preBalances[index];
  const after = transaction.postBalances[index];
  return before === undefined || after === undefined ? null : { before, after };
}

/** The change of the address's own lamports, the fee that it paid included; 0 where it is not among the keys. */
export function nativeDelta(transaction: Transaction, of: Address): bigint {
  const balances = nativeBalances(transaction, of);
  return balances ? balances.after - balances.before : 0n;
}

/** True when the address paid the fee. */
export function isFeePayer(transaction: Transaction, of: Address): boolean {
  return transaction.feePayer === of;
}

/** The change of each mint's tokens in accounts that the owner held, in atomic units, without mints that did not change. */
export function tokenDeltas(transaction: Transaction, owner: Address): ReadonlyMap<Address, bigint> {
  const deltas = new Map<Address, bigint>();
  const add = (mint: Address, amount: bigint) => deltas.set(mint, (deltas.get(mint) ?? 0n) + amount);
  for (const balance of transaction.preTokens) if (balance.owner === owner) add(balance.mint, -balance.amount);
  for (const balance of transaction.postTokens) if (balance.owner === owner) add(balance.mint, balance.amount);
  return new Map([...deltas].filter(([, amount]) => amount !== 0n));
}
