import type { Signature } from '#lib/address.ts';
import { decodeTransaction } from '../decode/transaction.ts';
import type { Transaction } from '../model.ts';
import type { Method } from '../rpc/method.ts';

/** The newest transaction version is asked for; an endpoint that does not know it yet is asked for the one before. */
const VERSIONS = [1, 0] as const;

function askFor(version: number): (signature: Signature) => readonly unknown[] {
  return (signature) => [
    signature,
    { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: version },
  ];
}

/** A finalized transaction. Its body never changes, so an endpoint that lags may give it; one that lacks it proves nothing. */
export const getTransaction: Method<Signature, Transaction> = {
  name: 'getTransaction',
  batch: 'transaction',
  current: false,
  forms: [askFor(VERSIONS[0]), askFor(VERSIONS[1])],
  read(result, signature) {
    const decoded = decodeTransaction(result, signature);
    if (decoded.known) return { is: 'value', value: decoded.value };
    const { cause, detail = 'the transaction could not be decoded' } = decoded.gap;
    if (cause === 'history_missing') return { is: 'absent', detail };
    return { is: cause === 'unreadable' ? 'final' : 'wrong', cause, detail };
  },
};
