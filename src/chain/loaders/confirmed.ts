import type { Address, Signature } from '#lib/address.ts';
import type { AccountState, At, SignatureEntry, Transaction } from '../chain-reader.ts';
import { signedMessageHash } from '../decode/signed-message.ts';
import { decodeTransaction } from '../decode/transaction.ts';
import type { Method, Read } from '../rpc/rpc-method.ts';
import { accountForms, getAccountInfo, getMultipleAccounts } from './account.ts';
import type { AccountMethods } from './accounts.ts';
import { getSignaturesForAddress, type PageOf, pageLimit } from './signatures.ts';

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

const COMMITMENT = 'confirmed';
/** How many of an address's signatures a look at the newest of them shows. */
export const NEWEST_SIGNATURES = 100;

/** An account at `confirmed`; null where there is none. */
export const confirmedAccount: Method<Address, AccountState | null> = {
  name: getAccountInfo.name,
  batch: 'state',
  current: true,
  forms: accountForms(COMMITMENT),
  read(result, address) {
    const read = getAccountInfo.read(result, address);
    if (read.is !== 'value') return read;
    const { slot, value } = read.value;
    return { is: 'value', value, confirmedSlot: slot };
  },
};

/** Accounts of up to 100 addresses as they stand at one slot, at `confirmed`. */
const confirmedAccounts: typeof getMultipleAccounts = {
  ...getMultipleAccounts,
  forms: accountForms(COMMITMENT),
  read: (result, addresses) => atConfirmedSlot(getMultipleAccounts.read(result, addresses)),
};

/** One account at `confirmed` with its slot, for endpoints that do not know the method for many. */
const confirmedAccountAt: typeof getAccountInfo = {
  ...getAccountInfo,
  forms: confirmedAccount.forms,
  read: (result, address) => atConfirmedSlot(getAccountInfo.read(result, address)),
};

/** How accounts are read at `confirmed`, many at a time or one by one. */
export const confirmedState: AccountMethods = { many: confirmedAccounts, one: confirmedAccountAt };

function atConfirmedSlot<T>(read: Read<At<T>>): Read<At<T>> {
  return read.is === 'value' ? { is: 'value', value: read.value, confirmedSlot: read.value.slot } : read;
}

/**
 * A transaction that is at least confirmed; null where the endpoint has none. Only a plain null says so: a refusal for
 * want of history, or a body without metadata, proves nothing. What is not there yet may be there later, so an endpoint
 * that lags must not speak.
 */
export const confirmedTransaction: Method<Signature, Transaction | null> = signed({
  name: getTransaction.name,
  batch: 'transaction',
  current: true,
  forms: transactionForms(COMMITMENT),
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

/** One page of an address's history at `confirmed`, newest first. */
export const confirmedSignatures: Method<PageOf, readonly SignatureEntry[]> = {
  name: getSignaturesForAddress.name,
  batch: 'history',
  current: true,
  forms: [({ address, page }) => [address, { ...page, limit: pageLimit(page), commitment: COMMITMENT }]],
  read: getSignaturesForAddress.read,
};

type Ask = (signature: Signature) => readonly unknown[];

/** How a transaction is asked for: the newest version first; an endpoint that does not know it is asked for the one before. */
function transactionForms(commitment: 'confirmed' | 'finalized'): readonly [Ask, Ask] {
  const askFor =
    (maxSupportedTransactionVersion: number): Ask =>
    (signature) => [signature, { encoding: 'json', commitment, maxSupportedTransactionVersion }];
  return [askFor(1), askFor(0)];
}
