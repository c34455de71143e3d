// The package's own surface takes web3.js objects and serializes them again; this one takes the bytes as they came.

import { EPOCH_SLOTS } from 'assay-core/solana/gates/gate-table.ts';
import * as vm from 'litesvm/dist/internal.js';
import { encodeBase58 } from './base58.ts';
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS, type TransactionErrorJson } from './error-names.ts';
import { PROGRAMS, spell, unspell } from './programs.ts';
import type { WireMessage } from './wire.ts';

export const LAMPORTS_PER_SIGNATURE = 5_000n;

const UNITS_MAX = 1_400_000n;

const UNITS_PER_INSTRUCTION = 200_000n;

const UNITS_PER_BUILTIN = 3_000n;

const MICRO = 1_000_000n;

const SET_UNIT_LIMIT = 2;

const SET_UNIT_PRICE = 3;

/** Bytes of a lookup table before its addresses. */
const TABLE_HEADER_BYTES = 56;

/** An account at one moment. `owner` in base58. */
export interface AccountSnapshot {
  readonly lamports: bigint;
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

/** An instruction that a program called; indexes go into the transaction's keys. */
export interface InnerCall {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: string;
  readonly stackHeight: number;
}

/** The result of running a transaction. `error` null means success. */
export interface ExecutionOutcome {
  readonly error: TransactionErrorJson | null;
  readonly logs: readonly string[];
  readonly inner: readonly { readonly index: number; readonly instructions: readonly InnerCall[] }[];
  readonly units: number;
  readonly returnData: { readonly programId: string; readonly data: [string, 'base64'] } | null;
}

/** A trial run: its outcome, and on demand the accounts as they would stand after it. */
export interface SimulatedExecution extends ExecutionOutcome {
  readonly accounts: () => ReadonlyMap<string, AccountSnapshot>;
}

/** The virtual machine behind plain values. It trusts its input: undecodable bytes abort the process. */
export class Svm {
  readonly #vm = new vm.LiteSvm();
  #lamportsPerByte: bigint | null = null;

  constructor() {
    this.#vm.setBlockhashCheck(false);
    this.#vm.setTransactionHistory(0n);
  }

  /** The account, or null where nothing is; an account without lamports does not exist. */
  account(address: string): AccountSnapshot | null {
    const found = this.#vm.getAccount(unspell(address));
    return found === null || found.lamports() === 0n ? null : snapshotOf(found);
  }

  /** Writes an account past all rules: for what exists before the first transaction. */
  setAccount(address: string, account: AccountSnapshot): void {
    const { lamports, owner, executable, data } = account;
    this.#vm.setAccount(unspell(address), new vm.Account(lamports, data, unspell(owner), executable, 0n));
  }

  /** Sets what programs see as the present slot and time (Unix seconds). */
  setClock(slot: number, time: number): void {
    const epoch = BigInt(Math.floor(slot / EPOCH_SLOTS));
    this.#vm.setClock(new vm.Clock(BigInt(slot), BigInt(time), epoch, epoch + 1n, BigInt(time)));
  }

  /** Sets what accounts have to hold, in lamports for each byte. */
  setRent(lamportsPerByte: bigint): void {
    if (lamportsPerByte === this.#lamportsPerByte) return;
    this.#lamportsPerByte = lamportsPerByte;
    this.#vm.setRent(new vm.Rent(lamportsPerByte, 1, 50));
  }

  /** Runs a transaction and keeps its effects. The bytes must have passed `decodeTransaction`. */
  execute(bytes: Uint8Array, verifySignatures: boolean): ExecutionOutcome {
    this.#vm.setSigverify(verifySignatures);
    const result = this.#vm.sendVersionedTransaction(bytes);
    return outcomeOf(result);
  }

  /** Runs a transaction and drops its effects. */
  simulate(bytes: Uint8Array, verifySignatures: boolean): SimulatedExecution {
    this.#vm.setSigverify(verifySignatures);
    const result = this.#vm.simulateVersionedTransaction(bytes);
    const accounts = () => {
      const after = result instanceof vm.SimulatedTransactionInfo ? result.postAccounts() : [];
      return new Map(after.map((one) => [spell(one.address), snapshotOf(one.account())]));
    };
    return { ...outcomeOf(result), accounts };
  }
}

function snapshotOf(account: vm.Account): AccountSnapshot {
  let data: Uint8Array | null = null;
  return {
    lamports: account.lamports(),
    owner: spell(account.owner()),
    executable: account.executable(),
    // Copied on request: every transaction touches programs of many kilobytes, whose bytes are rarely read.
    get data() {
      data ??= account.data();
      return data;
    },
  };
}

type Result = vm.TransactionMetadata | vm.FailedTransactionMetadata | vm.SimulatedTransactionInfo;

function outcomeOf(result: Result): ExecutionOutcome {
  const meta = result instanceof vm.TransactionMetadata ? result : result.meta();
  const returned = meta.returnData();
  const data = returned.data();
  return {
    error: result instanceof vm.FailedTransactionMetadata ? errorJson(result.err()) : null,
    logs: meta.logs(),
    inner: innerCalls(meta),
    units: Number(meta.computeUnitsConsumed()),
    returnData:
      data.length === 0
        ? null
        : { programId: spell(returned.programId()), data: [Buffer.from(data).toString('base64'), 'base64'] },
  };
}

function innerCalls(meta: vm.TransactionMetadata): ExecutionOutcome['inner'] {
  const groups = meta.innerInstructions().map((calls, index) => ({ index, instructions: calls.map(innerCall) }));
  return groups.filter((group) => group.instructions.length > 0);
}

function innerCall(call: vm.InnerInstruction): InnerCall {
  const instruction = call.instruction();
  return {
    programIdIndex: instruction.programIdIndex(),
    accounts: [...instruction.accounts()],
    data: encodeBase58(instruction.data()),
    stackHeight: call.stackHeight(),
  };
}

type VmError = ReturnType<vm.FailedTransactionMetadata['err']>;

function errorJson(error: VmError): TransactionErrorJson {
  if (typeof error === 'number') return TRANSACTION_ERRORS[error] ?? 'SanitizeFailure';
  if (error instanceof vm.TransactionErrorInstructionError)
    return { InstructionError: [error.index, instructionErrorJson(error.err())] };
  if (error instanceof vm.TransactionErrorInsufficientFundsForRent)
    return { InsufficientFundsForRent: { account_index: error.accountIndex } };
  if (error instanceof vm.TransactionErrorDuplicateInstruction) return { DuplicateInstruction: error.index };
  return { ProgramExecutionTemporarilyRestricted: { account_index: error.accountIndex } };
}

function instructionErrorJson(error: ReturnType<vm.TransactionErrorInstructionError['err']>): unknown {
  if (typeof error === 'number') return INSTRUCTION_ERRORS[error] ?? 'GenericError';
  return 'code' in error ? { Custom: error.code } : { BorshIoError: error.msg };
}

/** The addresses that a message loads from lookup tables. */
export interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

/** Resolves the lookups of a message, or null when a table or an index does not exist: such a transaction cannot run. */
export function loadAddresses(
  message: WireMessage,
  account: (address: string) => AccountSnapshot | null,
): LoadedAddresses | null {
  const writable: (string | null)[] = [];
  const readonly: (string | null)[] = [];
  for (const lookup of message.lookups) {
    const table = account(lookup.table);
    writable.push(...lookup.writable.map((index) => entry(table, index)));
    readonly.push(...lookup.readonly.map((index) => entry(table, index)));
  }
  return isComplete(writable) && isComplete(readonly) ? { writable, readonly } : null;
}

function entry(table: AccountSnapshot | null, index: number): string | null {
  if (table?.owner !== PROGRAMS.lookupTable) return null;
  const at = TABLE_HEADER_BYTES + 32 * index;
  return at + 32 <= table.data.length ? spell(table.data.subarray(at, at + 32)) : null;
}

function isComplete(list: readonly (string | null)[]): list is readonly string[] {
  return list.every((one) => one !== null);
}

/**
 * The fee of a message in lamports: 5,000 a signature and the priority fee. Version 1 names that in its header, and no instruction
 * changes it.
 */
export function feeOf(message: WireMessage): bigint {
  const { config, requiredSignatures } = message;
  const priorityFee = config === null ? pricedFee(message) : (config.priorityFee ?? 0n);
  return BigInt(requiredSignatures) * LAMPORTS_PER_SIGNATURE + priorityFee;
}

/**
 * A priority fee by instructions: price in micro-lamports times the requested (or default) unit limit, rounded up. Built-in
 * programs count 3,000 units each towards the default, others 200,000.
 */
function pricedFee(message: WireMessage): bigint {
  let limit: bigint | null = null;
  let price = 0n;
  let defaultLimit = 0n;
  for (const { program, data } of message.instructions) {
    const name = message.keys[program];
    defaultLimit +=
      name === PROGRAMS.system || name === PROGRAMS.computeBudget ? UNITS_PER_BUILTIN : UNITS_PER_INSTRUCTION;
    if (name !== PROGRAMS.computeBudget) continue;
    const bytes = Buffer.from(data);
    if (bytes[0] === SET_UNIT_LIMIT && bytes.length >= 5) limit = BigInt(bytes.readUInt32LE(1));
    if (bytes[0] === SET_UNIT_PRICE && bytes.length >= 9) price = bytes.readBigUInt64LE(1);
  }
  const units = limit ?? defaultLimit;
  const capped = units > UNITS_MAX ? UNITS_MAX : units;
  return (price * capped + MICRO - 1n) / MICRO;
}
