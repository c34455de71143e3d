import { type GateSchedule, nextEpoch, rateAt } from 'assay-core/solana/gates/gate-schedule.ts';
import { type Gate, gates } from 'assay-core/solana/gates/gate-table.ts';
import bs58 from 'bs58';
import { encodeBase58 } from './base58.ts';
import {
  BLOCKHASH_SLOTS,
  Blockhashes,
  type ClockOptions,
  type Commitment,
  clockData,
  SlotClock,
  VoteSignatures,
} from './clock.ts';
import type { TransactionErrorJson } from './error-names.ts';
import { ActiveGates, gateAccount, noAccount, rentData, worldGates } from './gates.ts';
import { AccountBook, ExecutionHistory, type HistoryRecord } from './history.ts';
import { memoOf, metaOf, type Observation, observe } from './observation.ts';
import { PROGRAMS } from './programs.ts';
import { type AccountSnapshot, type ExecutionOutcome, loadAddresses, type SimulatedExecution, Svm } from './svm.ts';
import { type DecodedTransaction, isWritable, type WireMessage } from './wire.ts';

/**
 * Messages in blocks whose blockhash may still be valid: none of them may run again. Compared by message and not by signature, as
 * nodes do: otherwise a co-signed message could be paid twice.
 */
export class RecentMessages {
  readonly #slots = new Map<string, number>();

  /** True when this message is in a block that is not older than its block hash could be. */
  has(message: Uint8Array): boolean {
    return this.#slots.has(keyOf(message));
  }

  /** Notes a message of the block at `slot`, and forgets those whose block hash has expired since. */
  add(message: Uint8Array, slot: number): void {
    for (const [key, at] of this.#slots) {
      if (at >= slot - BLOCKHASH_SLOTS) break;
      this.#slots.delete(key);
    }
    this.#slots.set(keyOf(message), slot);
  }
}

/** Accounts that are remembered; beyond them all are read again. */
const ENTRIES_MAX = 20_000;

/**
 * The newest accounts, each read from the virtual machine once until something may have written to it. Most accounts of a
 * transaction are as its predecessor left them, and a read copies the whole account where no collector counts the bytes.
 */
class NewestAccounts {
  readonly #source: (address: string) => AccountSnapshot | null;
  readonly #known = new Map<string, AccountSnapshot | null>();

  constructor(source: (address: string) => AccountSnapshot | null) {
    this.#source = source;
  }

  /** The account, null where nothing is. */
  readonly read = (address: string): AccountSnapshot | null => {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    if (this.#known.size >= ENTRIES_MAX) this.#known.clear();
    const found = this.#source(address);
    this.#known.set(address, found);
    return found;
  };

  /** Has to be called for every account that may have changed. */
  forget(address: string): void {
    this.#known.delete(address);
  }
}

/** The result of a transaction. `recorded`: it is in a block, whether it succeeded or failed. */
export interface Executed extends ExecutionOutcome {
  readonly signature: string;
  readonly recorded: boolean;
}

/** The inputs of a chain beside its clock: the seed of its block hashes. */
export interface LocalChainOptions extends ClockOptions {
  readonly seed: string;
  /** The gates that are active from some slot on; those of the sample world when absent. */
  readonly gates?: ReadonlyMap<Gate, number>;
}

/** The whole state of a built chain, as a snapshot keeps it. */
export interface ChainContents {
  /** Every address that was ever written, in the order of the first time, with what is there now. */
  readonly accounts: readonly (readonly [string, AccountSnapshot | null])[];
  /** The sysvar of slot hashes, which is in no list of accounts. */
  readonly slotHashes: AccountSnapshot | null;
  /** In the order in which they are to be added. */
  readonly records: readonly HistoryRecord[];
}

const TIMELESS: ReadonlySet<string> = new Set([PROGRAMS.system, PROGRAMS.computeBudget]);

/** A Solana of one process: executes for real, and keeps what a node would keep. */
export class LocalChain {
  readonly clock: SlotClock;
  readonly blockhashes: Blockhashes;
  readonly votes: VoteSignatures;
  readonly history = new ExecutionHistory();
  readonly #gates: ActiveGates;
  readonly #recent = new RecentMessages();
  readonly #svm = new Svm();
  readonly #newest = new NewestAccounts((address) => this.#svm.account(address));
  readonly #accounts = new AccountBook(this.#newest.read);

  constructor(options: LocalChainOptions) {
    this.#gates = new ActiveGates(options.gates ?? worldGates);
    this.clock = new SlotClock(options, () => this.schedule);
    this.blockhashes = new Blockhashes(options.seed);
    this.votes = new VoteSignatures(options.seed);
    // The virtual machine comes with accounts of the gates that mainnet had when it was made.
    for (const gate of gates) {
      const slot = this.#gates.activations.get(gate);
      this.#set(gate.id, slot === undefined ? noAccount : gateAccount(slot));
    }
  }

  /** The chain's fees and pace at every slot, as far as they are decided. */
  get schedule(): GateSchedule {
    return this.#gates.schedule;
  }

  /** Activates a gate where the next epoch begins, to which the tip moves. False where that would change what was before. */
  activate(gate: Gate): boolean {
    const slot = nextEpoch(this.clock.tip());
    if (!this.#gates.activate(gate, slot)) return false;
    this.#set(gate.id, gateAccount(slot));
    this.#accounts.noteChange(slot, gate.id, null);
    this.clock.advance(slot - this.clock.tip());
    return true;
  }

  /** The account as of a commitment, null where nothing is. */
  account(address: string, commitment: Commitment): AccountSnapshot | null {
    const slot = this.clock.slotAt(commitment);
    if (address === PROGRAMS.clock) return this.#sysvar(address, clockData(this.clock, slot));
    if (address === PROGRAMS.rent) return this.#sysvar(address, rentData(rateAt(this.schedule, slot)));
    if (address === PROGRAMS.recentBlockhashes) return this.#sysvar(address, this.blockhashes.data(slot));
    return this.#accounts.at(address, slot);
  }

  /** A sysvar with what programs would see at some slot; the virtual machine's own stands at its last transaction. */
  #sysvar(address: string, data: Uint8Array): AccountSnapshot | null {
    const found = this.#newest.read(address);
    return found && { ...found, data };
  }

  /** Every address that a transaction could have written, for listing accounts by their content. */
  addresses(): Iterable<string> {
    return this.#accounts.addresses();
  }

  /** Puts an account there before the first transaction, as a genesis block does. */
  setGenesisAccount(address: string, account: AccountSnapshot): void {
    this.#set(address, account);
    this.#accounts.note(address);
  }

  /** The present state of the chain, with the newest state of each account. */
  contents(): ChainContents {
    return {
      accounts: [...this.addresses()].map((address) => [address, this.#newest.read(address)]),
      slotHashes: this.#newest.read(PROGRAMS.slotHashes),
      records: [...this.history.all()],
    };
  }

  /** Fills an empty chain with the contents of another. Its blocks must all be final. */
  restore({ accounts, slotHashes, records }: ChainContents): void {
    for (const [address, account] of accounts) {
      this.#accounts.note(address);
      if (account !== null) this.#set(address, account);
    }
    if (slotHashes !== null) this.#set(PROGRAMS.slotHashes, slotHashes);
    for (const record of records) this.history.keep(record);
  }

  /** Runs and records a transaction as part of the block at `slot`. Block hash and repetition are the caller's matter. */
  execute(transaction: DecodedTransaction, slot: number, verifySignatures: boolean): Executed {
    const { bytes, message, messageBytes, signatures } = transaction;
    const signature = encodeBase58(signatures[0] ?? new Uint8Array(64));
    const loaded = this.#loaded(message);
    const refusal = this.#refusal(transaction, loaded !== null);
    if (refusal !== null || loaded === null) return { ...refused(refusal), signature, recorded: false };
    const keys = [...message.keys, ...loaded.writable, ...loaded.readonly];
    this.#prepare(slot, message);
    const before = observe(keys, this.#newest.read);
    const outcome = this.#svm.execute(bytes, verifySignatures);
    const isWritten = keys.map((_, index) => isWritable(message, index));
    for (const [index, key] of keys.entries()) if (isWritten[index]) this.#newest.forget(key);
    const after = observe(keys, this.#newest.read);
    if (!isInBlock(outcome, before, after)) return { ...outcome, signature, recorded: false };
    this.#accounts.settle(this.clock.slotAt('finalized'));
    for (const [index, key] of keys.entries())
      if (isWritten[index]) this.#noteWrite(slot, key, before.accounts[index] ?? null);
    this.#recent.add(messageBytes, slot);
    const meta = Buffer.from(JSON.stringify(metaOf({ message, outcome, before, after, loaded })));
    const memo = memoOf(message);
    this.history.add({ signature, slot, error: outcome.error, memo, keys, wire: bytes, meta });
    return { ...outcome, signature, recorded: true };
  }

  /** The addresses of a message: its own, and those that it loads from tables as they stand now. */
  keysOf(message: WireMessage): readonly string[] {
    const loaded = this.#loaded(message);
    return [...message.keys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])];
  }

  /** Runs a transaction on the newest state without keeping anything. */
  simulate(transaction: DecodedTransaction, verifySignatures: boolean): SimulatedExecution {
    const { message, bytes } = transaction;
    const refusal = this.#refusal(transaction, this.#loaded(message) !== null);
    if (refusal !== null) return { ...refused(refusal), accounts: () => new Map() };
    this.#prepare(this.clock.tip(), message);
    return this.#svm.simulate(bytes, verifySignatures);
  }

  /** Why the network would not admit the transaction to a block now: a stale block hash, or a repetition. */
  admissionError(transaction: DecodedTransaction): TransactionErrorJson | null {
    const { message, messageBytes } = transaction;
    if (this.blockhashes.slotOf(message.blockhash, this.clock.tip()) === null) return 'BlockhashNotFound';
    return this.#recent.has(messageBytes) ? 'AlreadyProcessed' : null;
  }

  /** The error of a transaction that the virtual machine would wrongly accept or crash on. */
  #refusal({ message }: DecodedTransaction, hasTables: boolean): TransactionErrorJson | null {
    if (!hasTables) {
      const absent = message.lookups.some((lookup) => this.#newest.read(lookup.table) === null);
      return absent ? 'AddressLookupTableNotFound' : 'InvalidAddressLookupTableIndex';
    }
    return new Set(message.keys).size < message.keys.length ? 'AccountLoadedTwice' : null;
  }

  #loaded(message: WireMessage) {
    return loadAddresses(message, this.#newest.read);
  }

  #set(address: string, account: AccountSnapshot): void {
    this.#svm.setAccount(address, account);
    this.#newest.forget(address);
  }

  #noteWrite(slot: number, key: string, before: AccountSnapshot | null): void {
    if (slot > this.clock.slotAt('finalized')) this.#accounts.noteChange(slot, key, before);
    else this.#accounts.note(key);
  }

  #prepare(slot: number, { instructions, keys, lookups }: WireMessage): void {
    const programs = instructions.map((instruction) => keys[instruction.program] ?? '');
    this.#svm.setRent(rateAt(this.schedule, slot));
    // Setting the clock costs more than running a transfer, and the built-in programs never ask for the time.
    const asksTime = lookups.length > 0 || programs.some((program) => !TIMELESS.has(program));
    if (asksTime) this.#setClock(slot);
    if (programs.includes(PROGRAMS.lookupTable)) this.#writeSlotHashes(slot);
  }

  #setClock(slot: number): void {
    this.#svm.setClock(slot, this.clock.blockTime(slot));
    this.#newest.forget(PROGRAMS.clock);
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
    this.#set(PROGRAMS.slotHashes, { lamports: 1n, owner: PROGRAMS.sysvar, executable: false, data });
  }
}

/**
 * A failure that is found while a transaction runs costs its fee, and the block that took it shows it. One that is found
 * before, such as a doubled compute budget or a payer below rent, leaves the payer alone and reaches no block.
 */
function isInBlock({ error }: ExecutionOutcome, before: Observation, after: Observation): boolean {
  return error === null || before.accounts[0]?.lamports !== after.accounts[0]?.lamports;
}

function refused(error: TransactionErrorJson | null): ExecutionOutcome {
  return { error: error ?? 'SanitizeFailure', logs: [], inner: [], units: 0, returnData: null };
}

function keyOf(message: Uint8Array): string {
  return Buffer.from(message.buffer, message.byteOffset, message.length).toString('latin1');
}
