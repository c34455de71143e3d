import bs58 from 'bs58';
import { AccountBook } from './account-book.ts';
import { BLOCKHASH_SLOTS, Blockhashes, type ClockOptions, type Commitment, SlotClock } from './clock.ts';
import type { TransactionErrorJson } from './error-names.ts';
import { History } from './history.ts';
import { loadAddresses } from './lookups.ts';
import { memoOf, metaOf, observe } from './observation.ts';
import { PROGRAMS } from './programs.ts';
import { type AccountSnapshot, lands, type Outcome, Svm } from './svm.ts';
import { isWritable, type WireMessage, type WireTransaction } from './wire.ts';

/** What became of a transaction. `recorded`: it is in a block, whether it succeeded or not. */
export interface Executed extends Outcome {
  readonly signature: string;
  readonly recorded: boolean;
}

/** A trial run: the outcome, and the accounts as they would stand after it. */
export type Trial = Outcome & { readonly accounts: ReadonlyMap<string, AccountSnapshot> };

/** What a chain needs beside its clock: the seed of its block hashes. */
export interface LocalChainOptions extends ClockOptions {
  readonly seed: string;
}

const TIMELESS: ReadonlySet<string> = new Set([PROGRAMS.system, PROGRAMS.computeBudget]);

/** A Solana of one process: executes for real, and keeps what a node would keep. */
export class LocalChain {
  readonly clock: SlotClock;
  readonly blockhashes: Blockhashes;
  readonly history = new History();
  readonly #svm = new Svm();
  readonly #accounts = new AccountBook((address) => this.#svm.account(address));

  constructor(options: LocalChainOptions) {
    this.clock = new SlotClock(options);
    this.blockhashes = new Blockhashes(options.seed);
  }

  /** The account as of a commitment, null where nothing is. */
  account(address: string, commitment: Commitment): AccountSnapshot | null {
    return this.#accounts.at(address, this.clock.slotAt(commitment));
  }

  /** Every address that a transaction could have written, for listing accounts by their content. */
  addresses(): Iterable<string> {
    return this.#accounts.addresses();
  }

  /** Puts an account there before the first transaction, as a genesis block does. */
  setGenesisAccount(address: string, account: AccountSnapshot): void {
    this.#svm.setAccount(address, account);
    this.#accounts.note(address);
  }

  /** Runs and records a transaction as part of the block at `slot`. Block hash and repetition are the caller's matter. */
  execute(transaction: WireTransaction, slot: number, verifySignatures: boolean): Executed {
    const { bytes, message, signatures } = transaction;
    const signature = bs58.encode(signatures[0] ?? new Uint8Array(64));
    const loaded = loadAddresses(message, (address) => this.#svm.account(address));
    const refusal = this.#refusal(transaction, loaded !== null);
    if (refusal !== null || loaded === null) return { ...refused(refusal), signature, recorded: false };
    const keys = [...message.keys, ...loaded.writable, ...loaded.readonly];
    this.#prepare(slot, message);
    const before = observe(keys, (address) => this.#svm.account(address));
    const outcome = this.#svm.execute(bytes, verifySignatures);
    if (!lands(outcome.error)) return { ...outcome, signature, recorded: false };
    const after = observe(keys, (address) => this.#svm.account(address));
    this.#accounts.settle(this.clock.slotAt('finalized'));
    keys.forEach((key, index) => {
      if (isWritable(message, index)) this.#noteWrite(slot, key, before.accounts[index] ?? null);
    });
    const meta = metaOf({ message, outcome, before, after, loaded });
    const record = { signature, slot, error: outcome.error, memo: memoOf(message), keys, wire: bytes };
    this.history.add({ ...record, meta: Buffer.from(JSON.stringify(meta)) });
    return { ...outcome, signature, recorded: true };
  }

  /** Runs a transaction on the newest state without keeping anything. */
  simulate(transaction: WireTransaction, verifySignatures: boolean): Trial {
    const { message, bytes } = transaction;
    const loaded = loadAddresses(message, (address) => this.#svm.account(address));
    const refusal = this.#refusal(transaction, loaded !== null);
    if (refusal !== null) return { ...refused(refusal), accounts: new Map() };
    this.#prepare(this.clock.tip(), message);
    return this.#svm.simulate(bytes, verifySignatures);
  }

  /** Why the network would not admit the transaction to a block now: a stale block hash, or a repetition. */
  admissionError(transaction: WireTransaction): TransactionErrorJson | null {
    const { message, signatures } = transaction;
    if (this.history.get(bs58.encode(signatures[0] ?? new Uint8Array(64)))) return 'AlreadyProcessed';
    return this.blockhashes.slotOf(message.blockhash, this.clock.tip()) === null ? 'BlockhashNotFound' : null;
  }

  /** What the virtual machine would let pass or could not survive. */
  #refusal({ message }: WireTransaction, hasTables: boolean): TransactionErrorJson | null {
    if (!hasTables) {
      const absent = message.lookups.some((lookup) => this.#svm.account(lookup.table) === null);
      return absent ? 'AddressLookupTableNotFound' : 'InvalidAddressLookupTableIndex';
    }
    return new Set(message.keys).size < message.keys.length ? 'AccountLoadedTwice' : null;
  }

  #noteWrite(slot: number, key: string, before: AccountSnapshot | null): void {
    if (slot > this.clock.slotAt('finalized')) this.#accounts.noteChange(slot, key, before);
    else this.#accounts.note(key);
  }

  #prepare(slot: number, { instructions, keys, lookups }: WireMessage): void {
    const programs = instructions.map((instruction) => keys[instruction.program] ?? '');
    // Setting the clock costs more than running a transfer, and the built-in programs never ask for the time.
    const asksTime = lookups.length > 0 || programs.some((program) => !TIMELESS.has(program));
    if (asksTime) this.#svm.setClock(slot, this.clock.blockTime(slot));
    if (programs.includes(PROGRAMS.lookupTable)) this.#writeSlotHashes(slot);
  }

  /** A lookup table may only be made at a slot that this sysvar lists; nothing else reads it, so it is filled on demand. */
  #writeSlotHashes(slot: number): void {
    const data = Buffer.alloc(8 + 40 * 512);
    data.writeBigUInt64LE(BigInt(BLOCKHASH_SLOTS));
    for (let back = 1; back <= BLOCKHASH_SLOTS; back += 1) {
      const at = 8 + 40 * (back - 1);
      data.writeBigUInt64LE(BigInt(slot - back), at);
      data.set(bs58.decode(this.blockhashes.of(slot - back)), at + 8);
    }
    this.#svm.setAccount(PROGRAMS.slotHashes, { lamports: 1n, owner: PROGRAMS.sysvar, executable: false, data });
  }
}

function refused(error: TransactionErrorJson | null): Outcome {
  return { error: error ?? 'SanitizeFailure', logs: [], inner: [], units: 0, returnData: null };
}
