import { record } from '#lib/json-value.ts';
import { type Address, parseAddress, parseSignature } from '#solana/address.ts';
import { isSlot } from '#solana/slot-and-time.ts';
import type { AccountState, Run, RunFailure } from '../chain-reader.ts';
import { chainErrorText, type RpcRefused } from '../rpc/call-outcome.ts';
import { type Method, wrongShape } from '../rpc/rpc-method.ts';
import { readAccount } from './accounts.ts';

/** Preflight failure, signature verification failure, and a number of signatures unlike the message's. */
const TRANSACTION_REFUSALS = [-32002, -32003, -32013];

/** The chain's error for a transaction that is on chain already. */
const ALREADY_PROCESSED = '"AlreadyProcessed"';

/** True for error codes about the transaction itself. Another endpoint or a pause changes nothing about them. */
function isTransactionRefusal({ code }: RpcRefused): boolean {
  return code !== null && TRANSACTION_REFUSALS.includes(code);
}

/**
 * Sends a signed transaction (base64). The answer is the signature that the endpoint names; null where the endpoint has processed
 * it already, which is a success: the same bytes can be sent any number of times.
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
  readRefusal(refused) {
    const { code, chainError } = refused;
    if (chainError === ALREADY_PROCESSED) return { is: 'value', value: null };
    if (!isTransactionRefusal(refused)) return null;
    const detail = `the transaction was refused (RPC error ${code})${chainError === null ? '' : `: ${chainError}`}`;
    return { is: 'wrong', cause: 'rpc_unavailable', detail };
  },
};

/** A log line of the runtime itself. Lines of programs begin with `Program log:` or `Program data:`. */
const FAILED = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: [^\n]*$/;

const NAME = /^[A-Za-z]{1,64}$/;

const LINES_MAX = 10_000;

const CUSTOM_MAX = 2 ** 32 - 1;

/** Errors that an endpoint also gives when it has not seen the newest accounts yet. */
const LAG_NAMES = ['AccountNotFound', 'ProgramAccountNotFound', 'BlockhashNotFound'];

/** A simulation of an unsigned transaction (base64) at `confirmed`, under a blockhash of the endpoint. */
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
  needsSecond: (run) => !run.ok && LAG_NAMES.includes(run.failure.name),
  readRefusal(refused) {
    if (!isTransactionRefusal(refused)) return null;
    return { is: 'wrong', cause: 'rpc_unavailable', detail: `a run was refused (RPC error ${refused.code})` };
  },
};

/** The transaction to simulate, in base64, and the account to return afterwards. */
export interface TrialOf {
  readonly transaction: string;
  readonly watch: Address;
}

/**
 * The result of a simulation. `watched` is the watched account as it would be afterwards; null when there is none. `processed`: the
 * chain has processed the transaction already, so that nothing was simulated; `watched` is null then.
 */
export type Simulation =
  | { readonly ok: true; readonly watched: AccountState | null; readonly processed?: true }
  | { readonly ok: false; readonly error: string };

/** A simulation at one endpoint. `doubtful`: an endpoint that lags, or lacks a parameter, gives the same answer. */
export interface EndpointSimulation {
  readonly simulation: Simulation;
  readonly doubtful: boolean;
}

/** Errors of an endpoint that has not seen the newest block or account yet. */
const LAG_ERRORS = ['"BlockhashNotFound"', '"AccountNotFound"'];

/** A simulation at `confirmed`, without checking signatures, under the transaction's own blockhash. */
export const simulateTransaction: Method<TrialOf, EndpointSimulation> = {
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
  readRefusal(refused) {
    const { code, chainError, refusal } = refused;
    const answer = unable(`the transaction was refused (RPC error ${code})`, chainError);
    if (isTransactionRefusal(refused)) return { is: 'value', value: answer };
    return refusal.kind === 'params' ? { is: 'value', value: { ...answer, doubtful: true } } : null;
  },
};

/** A transaction that was processed already counts as able, because it can be looked up, whatever its accounts hold now. */
function unable(what: string, chainError: string | null): EndpointSimulation {
  if (chainError === ALREADY_PROCESSED)
    return { simulation: { ok: true, watched: null, processed: true }, doubtful: false };
  const error = chainError === null ? what : `${what}: ${chainError}`;
  return { simulation: { ok: false, error }, doubtful: chainError !== null && LAG_ERRORS.includes(chainError) };
}

/**
 * Why a simulation failed, from its `err` and `logs`: names and numbers of the chain, never text that a program wrote. Null for an
 * error of an unknown shape.
 */
export function runFailure(error: unknown, logs: unknown): RunFailure | null {
  const [name, inside] = tagged(error);
  if (name !== 'InstructionError') return name === null ? null : { name, custom: null, programs: [] };
  const cause = Array.isArray(inside) ? tagged(inside[1]) : [null, null];
  if (cause[0] === null) return null;
  const custom = cause[0] === 'Custom' ? cause[1] : null;
  if (custom !== null && !isCustom(custom)) return null;
  return { name: cause[0], custom, programs: failedPrograms(logs) };
}

/** `"Name"` or `{"Name": inside}`, as the chain writes its errors. */
function tagged(error: unknown): readonly [string | null, unknown] {
  const [entry, ...others] = typeof error === 'string' ? [[error, null] as const] : Object.entries(record(error) ?? {});
  return entry && others.length === 0 && NAME.test(entry[0]) ? entry : [null, null];
}

function isCustom(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= CUSTOM_MAX;
}

function failedPrograms(logs: unknown): readonly Address[] {
  if (!Array.isArray(logs)) return [];
  return logs.slice(-LINES_MAX).flatMap((line) => {
    const program = typeof line === 'string' ? parseAddress(FAILED.exec(line)?.[1]) : null;
    return program ? [program] : [];
  });
}
