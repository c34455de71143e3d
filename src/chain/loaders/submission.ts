import { parseSignature } from '#lib/address.ts';
import { type Method, wrongShape } from '../rpc/method.ts';

/** Preflight failure, signature verification failure, and a number of signatures unlike the message's. */
const TRANSACTION_REFUSALS = [-32002, -32003, -32013];

/** The chain's error for a transaction that is on chain already. */
export const ALREADY_PROCESSED = '"AlreadyProcessed"';

/** True for error codes that speak of the transaction: another endpoint or a pause changes nothing about it. */
export function isTransactionRefusal(code: number): boolean {
  return TRANSACTION_REFUSALS.includes(code);
}

/**
 * Hands over a signed transaction (base64). The answer is its signature as the endpoint names it; null where the endpoint
 * refuses it as processed already, which is a success: the same bytes can be handed over any number of times.
 */
export const sendTransaction: Method<string, string | null> = {
  name: 'sendTransaction',
  batch: 'state',
  current: false,
  forms: [(transaction) => [transaction, { encoding: 'base64', skipPreflight: true }]],
  read(result) {
    const signature = parseSignature(result);
    return signature ? { is: 'value', value: signature } : wrongShape('sendTransaction answered without a signature');
  },
  readRefusal(code, chainError) {
    if (chainError === ALREADY_PROCESSED) return { is: 'value', value: null };
    if (!isTransactionRefusal(code)) return null;
    const detail = `the transaction was refused (RPC error ${code})${chainError === null ? '' : `: ${chainError}`}`;
    return { is: 'wrong', cause: 'rpc_unavailable', detail };
  },
};
