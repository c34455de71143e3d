import bs58 from 'bs58';
import { BLOCKHASH_SLOTS } from '#chain/clock.ts';
import { errorText, type TransactionErrorJson } from '#chain/error-names.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import type { AccountSnapshot, SimulatedExecution } from '#chain/svm.ts';
import { feeOf } from '#chain/svm.ts';
import type { DecodedTransaction } from '#chain/wire.ts';
import { RpcFault, type RpcMethods } from '#json-rpc.ts';
import { accountJson } from './account-encoding.ts';
import {
  addressParam,
  assertReached,
  commitment,
  config,
  invalidParams,
  messageParam,
  textParam,
  transactionParam,
  withContext,
} from './params.ts';

/** Methods that take transactions, and what is needed to make them. */
export function transactionMethods(chain: LocalChain): RpcMethods {
  return {
    getLatestBlockhash: (params) => {
      const options = config(params, 0);
      const at = commitment(options.commitment);
      assertReached(chain, at, options.minContextSlot);
      const slot = chain.clock.slotAt(at);
      const value = { blockhash: chain.blockhashes.of(slot), lastValidBlockHeight: slot + BLOCKHASH_SLOTS };
      return withContext(chain, at, value);
    },
    isBlockhashValid: (params) => {
      const at = commitment(config(params, 1).commitment);
      const slot = chain.blockhashes.slotOf(addressParam(textParam(params, 0)), chain.clock.tip());
      return withContext(chain, at, slot !== null && slot <= chain.clock.slotAt(at));
    },
    getFeeForMessage: (params) => {
      const message = messageParam(textParam(params, 0));
      const valid = chain.blockhashes.slotOf(message.blockhash, chain.clock.tip()) !== null;
      const at = commitment(config(params, 1).commitment);
      return withContext(chain, at, valid ? Number(feeOf(message)) : null);
    },
    sendTransaction: (params) => {
      const options = config(params, 1);
      return send(chain, transactionParam(textParam(params, 0), options.encoding), options);
    },
    simulateTransaction: (params) => {
      const options = config(params, 1);
      return simulate(chain, transactionParam(textParam(params, 0), options.encoding), options);
    },
  };
}

type Options = Readonly<Record<string, unknown>>;

/**
 * Executes a transaction in the present slot. Like a node, it answers a preflight failure with the simulation, and
 * with `skipPreflight` gives the signature of a transaction that may never land.
 */
function send(chain: LocalChain, transaction: DecodedTransaction, options: Options): string {
  assertReached(chain, commitment(options.preflightCommitment), options.minContextSlot);
  const refusal = chain.admissionError(transaction);
  if (options.skipPreflight !== true) {
    const trial = tried(chain, transaction, { verify: true, refusal });
    if (trial.error !== null) throw preflightFailure(trial.error, trial);
  }
  if (refusal === null) chain.execute(transaction, chain.clock.tip(), true);
  return bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
}

/** Runs a transaction without effect. Signatures come first: a forged one is a fault before all others. */
function tried(
  chain: LocalChain,
  transaction: DecodedTransaction,
  { verify, refusal }: { verify: boolean; refusal: TransactionErrorJson | null },
): SimulatedExecution {
  const trial = chain.simulate(transaction, verify);
  if (trial.error === 'SignatureFailure') throw new RpcFault(-32003, 'Transaction signature verification failure');
  return refusal === null ? trial : nothing(refusal);
}

function nothing(error: TransactionErrorJson): SimulatedExecution {
  return { error, logs: [], inner: [], units: 0, returnData: null, accounts: () => new Map() };
}

function preflightFailure(error: TransactionErrorJson, trial: SimulatedExecution): RpcFault {
  const message = `Transaction simulation failed: ${errorText(error)}`;
  return new RpcFault(-32002, message, { ...trialJson(trial), accounts: null });
}

function trialJson(trial: SimulatedExecution): object {
  return {
    err: trial.error,
    innerInstructions: null,
    logs: trial.logs,
    loadedAccountsDataSize: 0,
    replacementBlockhash: null,
    returnData: trial.returnData,
    unitsConsumed: trial.units,
  };
}

function simulate(chain: LocalChain, transaction: DecodedTransaction, options: Options): object {
  const { sigVerify, replaceRecentBlockhash, innerInstructions } = options;
  if (sigVerify === true && replaceRecentBlockhash === true)
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  const at = commitment(options.commitment);
  assertReached(chain, at, options.minContextSlot);
  // Under another block hash it is another message, which cannot be in a block yet.
  const refusal = replaceRecentBlockhash === true ? null : chain.admissionError(transaction);
  const trial = tried(chain, transaction, { verify: sigVerify === true, refusal });
  const tip = chain.clock.tip();
  const replacement = { blockhash: chain.blockhashes.of(tip), lastValidBlockHeight: tip + BLOCKHASH_SLOTS };
  return withContext(chain, at, {
    ...trialJson(trial),
    accounts: accountsAfter(chain, trial, options.accounts),
    innerInstructions: innerInstructions === true ? trial.inner : null,
    replacementBlockhash: replaceRecentBlockhash === true ? replacement : null,
  });
}

/** The accounts that a caller asked for, as they would stand after the transaction; null when it fails. */
function accountsAfter(chain: LocalChain, trial: SimulatedExecution, wanted: unknown): unknown {
  if (wanted === undefined || wanted === null) return null;
  const { addresses, encoding } = wanted as { addresses?: unknown; encoding?: unknown };
  if (!Array.isArray(addresses)) throw invalidParams('Invalid params: accounts.addresses.');
  const list = addresses.map((_, index) => addressParam(textParam(addresses, index)));
  if (trial.error !== null) return list.map(() => null);
  const after = trial.accounts();
  const lookup = (of: string): AccountSnapshot | null => after.get(of) ?? chain.account(of, 'processed');
  return list.map((of) => accountJson(lookup(of), { encoding: encoding ?? 'base64' }, lookup));
}
