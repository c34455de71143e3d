import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import type { Address } from 'assay-core/solana/address.ts';
import { unspell } from '#chain/programs.ts';
import { LIMIT, MARK, RIGHTS, STEP, type StepName } from './script-format.ts';
import {
  type AccountUse,
  type DataPart,
  lengthPrefixed,
  little,
  type ProgramCall,
  partBytes,
  type ScriptValue,
  seedBytes,
} from './script-parts.ts';

/**
 * Writes the script of one instruction for the sandbox's program. Steps run in the order of the calls; a step that fails
 * fails the transaction. Accounts that steps name are appended to the instruction unless they are in it already.
 */
export class Script {
  readonly #program: Address;
  readonly #head: Uint8Array;
  readonly #accounts: { address: Address; writable: boolean; signer: boolean }[];
  readonly #steps: Uint8Array[] = [];
  readonly #numbers = new Map<bigint, ScriptValue>();
  #variables = 0;

  /** `head`: the data as the venue's program has it, at most 255 bytes. `accounts`: those that stand first, in order. */
  constructor(program: Address, head: Uint8Array, accounts: readonly AccountUse[]) {
    this.#program = program;
    this.#head = head;
    this.#accounts = accounts.map(({ address, writable = false, signer = false }) => ({ address, writable, signer }));
  }

  /** A constant u64. */
  number(value: number | bigint): ScriptValue {
    const exact = BigInt(value);
    const known = this.#numbers.get(exact);
    if (known) return known;
    const isShort = exact < 1n << 32n;
    const made = isShort ? this.#assign('number', little(value, 4)) : this.#assign('longNumber', little(value, 8));
    this.#numbers.set(exact, made);
    return made;
  }

  /** The time of the block in Unix seconds. */
  time(): ScriptValue {
    return this.#assign('time');
  }

  /** The u64 at an offset of the head. */
  argument(offset: number): ScriptValue {
    return this.#assign('argument', little(offset, 2));
  }

  /** The u64 at an offset of an account's data, as it is at this step. */
  field(account: Address, offset: number): ScriptValue {
    return this.#assign('field', this.#index(account), little(offset, 2));
  }

  /** The lamports of an account, as they are at this step. */
  lamports(account: Address): ScriptValue {
    return this.#assign('lamports', this.#index(account));
  }

  /** Fails above 2^64 - 1. */
  add(a: ScriptValue, b: ScriptValue): ScriptValue {
    return this.#assign('add', variables(a, b));
  }

  /** Fails below 0. */
  subtract(a: ScriptValue, b: ScriptValue): ScriptValue {
    return this.#assign('subtract', variables(a, b));
  }

  /** `a * b / c` rounded down; the product may have 128 bits. Fails above 2^64 - 1 and if `c` is 0. */
  ratio(a: ScriptValue, b: ScriptValue, c: ScriptValue): ScriptValue {
    return this.#assign('ratio', variables(a, b, c));
  }

  /** As `ratio`, rounded up. */
  ratioUp(a: ScriptValue, b: ScriptValue, c: ScriptValue): ScriptValue {
    return this.#assign('ratioUp', variables(a, b, c));
  }

  least(a: ScriptValue, b: ScriptValue): ScriptValue {
    return this.#assign('least', variables(a, b));
  }

  most(a: ScriptValue, b: ScriptValue): ScriptValue {
    return this.#assign('most', variables(a, b));
  }

  /** Fails with the custom error `code` (1 to 65,535) unless `a >= b`. */
  require(a: ScriptValue, b: ScriptValue, code: number): void {
    if (code < 1) throw new Error('a custom error of 0 would end the script well');
    this.#step('require', variables(a, b), little(code, 2));
  }

  /** Writes a value at an offset of an account of the program's own. */
  store(account: Address, offset: number, value: ScriptValue): void {
    this.#step('store', this.#index(account, true), little(offset, 2), variables(value));
  }

  /** Writes bytes at an offset of an account of the program's own. */
  write(account: Address, offset: number, bytes: Uint8Array): void {
    this.#step('write', this.#index(account, true), little(offset, 2), lengthPrefixed(bytes));
  }

  /** Moves lamports from an account of the program's own. No later call may name one of the two: it would see one half. */
  pay(from: Address, to: Address, amount: ScriptValue): void {
    this.#step('pay', this.#index(from, true), this.#index(to, true), variables(amount));
  }

  /** Calls another program, or the program itself to show an event. */
  call({ program, accounts, data, seeds = [] }: ProgramCall): void {
    if (seeds.length > LIMIT.seeds) throw new Error(`more than ${LIMIT.seeds} seeds`);
    const uses = accounts.map(({ address, writable = false, signer = false }) => {
      // Where the program signs, the transaction does not: an address that follows from seeds has no key.
      const index = this.#index(address, writable, signer && seeds.length === 0);
      return Buffer.from([...index, (writable ? RIGHTS.writable : 0) + (signer ? RIGHTS.signer : 0)]);
    });
    const spelled = seeds.map((seed) => seedBytes(seed, this.#indexOf));
    const head = [this.#index(program), little(uses.length, 1), ...uses, little(seeds.length, 1), ...spelled];
    this.#step('call', ...head, partBytes(data, this.#indexOf));
  }

  /** Writes `Program log: text`. */
  log(text: string): void {
    this.#step('log', lengthPrefixed(Buffer.from(text)));
  }

  /** Writes `Program data:` and the parts in base64. */
  event(parts: readonly DataPart[]): void {
    this.#step('event', partBytes(parts, this.#indexOf));
  }

  instruction(): TransactionInstruction {
    const mark = Buffer.from([this.#head.length, ...little(MARK, 2)]);
    return new TransactionInstruction({
      programId: keyOf(this.#program),
      keys: this.#accounts.map(({ address, writable, signer }) => ({
        pubkey: keyOf(address),
        isWritable: writable,
        isSigner: signer,
      })),
      data: Buffer.concat([this.#head, ...this.#steps, Buffer.from([STEP.end]), mark]),
    });
  }

  readonly #indexOf = (address: Address): Uint8Array => this.#index(address);

  #index(address: Address, writable = false, signer = false): Uint8Array {
    let at = this.#accounts.findIndex((one) => one.address === address);
    if (at === -1) at = this.#accounts.push({ address, writable, signer }) - 1;
    const use = this.#accounts[at];
    if (use) {
      use.writable ||= writable;
      use.signer ||= signer;
    }
    return little(at, 1);
  }

  #step(name: StepName, ...operands: readonly Uint8Array[]): void {
    this.#steps.push(Buffer.from([STEP[name]]), ...operands);
  }

  #assign(name: StepName, ...operands: readonly Uint8Array[]): ScriptValue {
    const variable = this.#variables;
    if (variable > 255) throw new Error('more than 256 variables');
    this.#variables += 1;
    this.#step(name, Buffer.from([variable]), ...operands);
    return { variable };
  }
}

function variables(...values: readonly ScriptValue[]): Uint8Array {
  return Buffer.from(values.map((value) => value.variable));
}

function keyOf(address: Address): PublicKey {
  return new PublicKey(unspell(address));
}
