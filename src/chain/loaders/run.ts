import { runFailure } from '../decode/run-failure.ts';
import { isSlot } from '../moments.ts';
import { type Method, record, wrongShape } from '../rpc/method.ts';
import type { Run } from '../run-model.ts';
import { isTransactionRefusal } from './submission.ts';

/** What an endpoint says as well that has not heard of the newest accounts yet. */
const LATE_NAMES = ['AccountNotFound', 'ProgramAccountNotFound', 'BlockhashNotFound'];

/** A run of an unsigned transaction (base64) at `confirmed`, under a block hash of the endpoint's own. */
export const runTransaction: Method<string, Run> = {
  name: 'simulateTransaction',
  batch: 'state',
  current: true,
  forms: [
    (transaction) => [
      transaction,
      {
        encoding: 'base64',
        commitment: 'confirmed',
        sigVerify: false,
        replaceRecentBlockhash: true,
        innerInstructions: false,
      },
    ],
  ],
  read(result) {
    const answer = record(result);
    const slot = record(answer?.context)?.slot;
    const value = record(answer?.value);
    if (!isSlot(slot) || value?.err === undefined) return wrongShape('a run came without its slot or outcome');
    if (value.err === null) return { is: 'value', value: { ok: true }, confirmedSlot: slot };
    const failure = runFailure(value.err, value.logs);
    return failure
      ? { is: 'value', value: { ok: false, failure }, confirmedSlot: slot }
      : wrongShape('a run failed with an error of an unknown shape');
  },
  hollow: (run) => !run.ok && LATE_NAMES.includes(run.failure.name),
  readRefusal(code) {
    if (!isTransactionRefusal(code)) return null;
    return { is: 'wrong', cause: 'rpc_unavailable', detail: `a run was refused (RPC error ${code})` };
  },
};
