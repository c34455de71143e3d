import { isCount, record } from '#lib/json-value.ts';
import type { Signature } from '#solana/address.ts';
import { isSlot } from '#solana/slot-and-time.ts';
import { chainErrorText } from '../rpc/call-outcome.ts';
import { type Method, wrongShape } from '../rpc/rpc-method.ts';

/**
 * How settled a transaction is, by the lower of two answers. `error` is the chain's own reason why it failed; null when it
 * succeeded.
 */
export interface SignatureStatus {
  readonly slot: number;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
  readonly error: string | null;
}

/** What `getSignatureStatuses` takes in one call. */
export const STATUSES_PER_CALL = 256;

type Statuses = readonly (SignatureStatus | null)[];

/** Statuses of up to 256 signatures in the order asked, history included; null where the endpoint knows of none. */
export const getSignatureStatuses: Method<readonly Signature[], Statuses> = {
  name: 'getSignatureStatuses',
  batch: 'state',
  current: true,
  forms: [(signatures) => [signatures, { searchTransactionHistory: true }]],
  read(result, signatures) {
    const answer = record(result);
    const slot = record(answer?.context)?.slot;
    const values = answer?.value;
    if (!isSlot(slot) || !Array.isArray(values) || values.length !== signatures.length) {
      return wrongShape('getSignatureStatuses answered without a slot or with another number of statuses');
    }
    const statuses: (SignatureStatus | null)[] = [];
    for (const value of values) {
      const status = value === null ? null : readStatus(value);
      if (value !== null && status === null) return wrongShape('a signature status has a wrong shape');
      statuses.push(status);
    }
    return { is: 'value', value: statuses, confirmedSlot: slot };
  },
};

function readStatus(value: unknown): SignatureStatus | null {
  const status = record(value);
  const commitment = status && readCommitment(status);
  if (!status || !commitment || !isSlot(status.slot) || status.err === undefined) return null;
  return { slot: status.slot, commitment, error: status.err === null ? null : chainErrorText(status.err) };
}

/** Old nodes send no `confirmationStatus`. A finalized transaction then has null `confirmations`. */
function readCommitment(status: Readonly<Record<string, unknown>>): SignatureStatus['commitment'] | null {
  const { confirmationStatus: said, confirmations } = status;
  if (said === 'processed' || said === 'confirmed' || said === 'finalized') return said;
  if (said !== undefined && said !== null) return null;
  if (confirmations === null) return 'finalized';
  return isCount(confirmations) ? 'processed' : null;
}
