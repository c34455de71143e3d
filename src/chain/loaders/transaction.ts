import type { Signature } from '#lib/address.ts';
import { decodeTransaction } from '../decode/transaction.ts';
import type { Transaction } from '../model.ts';
import type { Method } from '../rpc/method.ts';

type Ask = (signature: Signature) => readonly unknown[];

/** How a transaction is asked for: the newest version first; an endpoint that does not know it is asked for the one before. */
export function transactionForms(commitment: 'confirmed' | 'finalized'): readonly [Ask, Ask] {
  const askFor =
    (maxSupportedTransactionVersion: number): Ask =>
    (signature) => [signature, { encoding: 'json', commitment, maxSupportedTransactionVersion }];
  return [askFor(1), askFor(0)];
}

/** A finalized transaction. Its body never changes, so an endpoint that lags may give it; one that lacks it proves nothing. */
export const getTransaction: Method<Signature, Transaction> = {
  name: 'getTransaction',
  batch: 'transaction',
  current: false,
  forms: transactionForms('finalized'),
  read(result, signature) {
    const decoded = decodeTransaction(result, signature);
    if (decoded.known) return { is: 'value', value: decoded.value };
    const { cause, detail = 'the transaction could not be decoded' } = decoded.gap;
    if (cause === 'history_missing') return { is: 'absent', detail };
    if (cause === 'unreadable') return { is: 'final', cause, detail };
    return { is: 'wrong', cause, detail, contradicts: cause === 'rpc_disagrees' };
  },
};
