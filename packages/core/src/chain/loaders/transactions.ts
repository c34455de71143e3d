import type { Signature } from '#solana/address.ts';
import { signedMessageHash } from '#solana/decode/signed-message.ts';
import { decodeTransaction } from '#solana/decode/transaction.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { Method } from '../rpc/rpc-method.ts';

/** A finalized transaction. It never changes, so an endpoint that lags may give it. An endpoint that lacks it proves nothing. */
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
 * A transaction that is at least confirmed; null where the endpoint has none. Only a plain null says so: a refusal for lack of
 * history, or a body without metadata, proves nothing. The transaction may exist later, so an endpoint that lags must not answer.
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

/** A finalized transaction that money is credited for. */
export const finalizedTransaction: Method<Signature, Transaction> = signed(getTransaction);

/** The method for transactions that decide about money: the signatures must be valid for the message, whose hash is added. */
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

/** The parameters: the newest version first. An endpoint that does not know that version is asked for the one before. */
function transactionForms(commitment: 'confirmed' | 'finalized'): readonly [Ask, Ask] {
  const askFor =
    (maxSupportedTransactionVersion: number): Ask =>
    (signature) => [signature, { encoding: 'json', commitment, maxSupportedTransactionVersion }];
  return [askFor(1), askFor(0)];
}
