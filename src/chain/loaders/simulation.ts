import type { Address } from '#lib/address.ts';
import { isSlot } from '../moments.ts';
import type { Simulation } from '../payments-model.ts';
import { type Method, record, wrongShape } from '../rpc/method.ts';
import { chainErrorText, INVALID_PARAMS } from '../rpc/outcome.ts';
import { readAccount } from './account.ts';
import { ALREADY_PROCESSED, isTransactionRefusal } from './submission.ts';

/** What to run, in base64, and the account to look at afterwards. */
export interface TrialOf {
  readonly transaction: string;
  readonly watch: Address;
}

/** A simulation as one endpoint sees it. `doubtful`: an endpoint that is late, or lacks a parameter, says so as well. */
export interface Trial {
  readonly simulation: Simulation;
  readonly doubtful: boolean;
}

/** Errors of an endpoint that has not heard of the newest block or account yet. */
const LATE_ERRORS = ['"BlockhashNotFound"', '"AccountNotFound"'];

/** A trial run at `confirmed`, signatures unchecked, under the transaction's own blockhash. */
export const simulateTransaction: Method<TrialOf, Trial> = {
  name: 'simulateTransaction',
  batch: 'state',
  current: true,
  forms: [
    ({ transaction, watch }) => [
      transaction,
      {
        encoding: 'base64',
        commitment: 'confirmed',
        sigVerify: false,
        replaceRecentBlockhash: false,
        accounts: { encoding: 'base64', addresses: [watch] },
      },
    ],
  ],
  read(result, { watch }) {
    const answer = record(result);
    const slot = record(answer?.context)?.slot;
    const value = record(answer?.value);
    if (!isSlot(slot) || value?.err === undefined) return wrongShape('a simulation came without its slot or outcome');
    if (value.err !== null) {
      return { is: 'value', value: unable('the simulation failed', chainErrorText(value.err)), confirmedSlot: slot };
    }
    if (!Array.isArray(value.accounts) || value.accounts.length !== 1) {
      return wrongShape('a simulation came without the account that was asked for');
    }
    const account = readAccount(value.accounts[0], watch);
    if (account.is !== 'value') return account;
    return {
      is: 'value',
      value: { simulation: { ok: true, watched: account.value }, doubtful: false },
      confirmedSlot: slot,
    };
  },
  readRefusal(code, chainError) {
    const refused = unable(`the transaction was refused (RPC error ${code})`, chainError);
    if (isTransactionRefusal(code)) return { is: 'value', value: refused };
    return code === INVALID_PARAMS ? { is: 'value', value: { ...refused, doubtful: true } } : null;
  },
};

/** What the chain has processed already needs no trial: it is there to be looked up, whatever is in its accounts by now. */
function unable(what: string, chainError: string | null): Trial {
  if (chainError === ALREADY_PROCESSED)
    return { simulation: { ok: true, watched: null, processed: true }, doubtful: false };
  const error = chainError === null ? what : `${what}: ${chainError}`;
  return { simulation: { ok: false, error }, doubtful: chainError !== null && LATE_ERRORS.includes(chainError) };
}
