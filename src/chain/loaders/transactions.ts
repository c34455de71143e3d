import type { Signature } from '#lib/address.ts';
import type { Transaction } from '../chain-reader.ts';
import { signedMessageHash } from '../decode/signed-message.ts';
import { decodeTransaction } from '../decode/transaction.ts';
import type { Method } from '../rpc/rpc-method.ts';

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

/**
 * A transaction that is at least confirmed; null where the endpoint has none. Only a plain null says so: a refusal for
 * want of history, or a body without metadata, proves nothing. What is not there yet may be there later, so an endpoint
 * that lags must not speak.
 */
export const confirmedTransaction: Method<Signature, Transaction | null> = signed({
  name: getTransaction.name,
  batch: 'transaction',
  current: true,
  forms: transactionForms('confirmed'),
  read(result, signature) {
    if (result === null) return { is: 'value', value: null };
    const decoded = decodeTransaction(result, signature);
    if (decoded.known) return { is: 'value', value: decoded.value };
    const { cause, detail = 'the transaction could not be decoded' } = decoded.gap;
    return { is: cause === 'unreadable' ? 'final' : 'wrong', cause, detail };
  },
});

/** A finalized transaction for which money is credited. */
export const finalizedTransaction: Method<Signature, Transaction> = signed(getTransaction);

/** The method where money hangs on the body: its signatures have to be those of its message, whose hash comes along. */
function signed<T extends Transaction | null>(method: Method<Signature, T>): Method<Signature, T> {
  return {
    ...method,
    read(result, signature) {
      const read = method.read(result, signature);
      if (read.is !== 'value' || read.value === null) return read;
      const hash = signedMessageHash(result);
      if (hash) return { ...read, value: { ...read.value, messageHash: hash } };
      const detail = 'the signatures of the transaction are not those of its message';
      if (hash === false) return { is: 'wrong', cause: 'rpc_disagrees', detail, contradicts: true };
      return {
        is: 'final',
        cause: 'unreadable',
        detail: `signatures of version ${read.value.version} are not verified`,
      };
    },
  };
}

type Ask = (signature: Signature) => readonly unknown[];

/** How a transaction is asked for: the newest version first; an endpoint that does not know it is asked for the one before. */
function transactionForms(commitment: 'confirmed' | 'finalized'): readonly [Ask, Ask] {
  const askFor =
    (maxSupportedTransactionVersion: number): Ask =>
    (signature) => [signature, { encoding: 'json', commitment, maxSupportedTransactionVersion }];
  return [askFor(1), askFor(0)];
}
