import { randomBytes } from 'node:crypto';
import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import type { SignatureStatus } from 'assay-core/chain/loaders/signature-statuses.ts';
import type { Simulation } from 'assay-core/chain/loaders/simulate-and-send.ts';
import { known, missing, type Reading } from 'assay-core/lib/reading.ts';
import { type Address, address, parseAddress, parseSignature, type Signature } from 'assay-core/solana/address.ts';
import { CLOCK } from 'assay-core/solana/slot-and-time.ts';
import type { Transaction } from 'assay-core/solana/transaction.ts';
import bs58 from 'bs58';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { Fault } from '#lib/fault.ts';
import type { PresentedPayment } from '#payments/bill.ts';
import type { BlockTimes, PaymentChain, PaymentRank } from '#payments/chain/payment-chain.ts';
import type { Facilitator, Payer, Payment, SettleResult, StaticResult, VerifyResult } from '#payments/x402/payment.ts';

export function randomSignature(): Signature {
  const signature = parseSignature(bs58.encode(randomBytes(64)));
  if (!signature) throw new Error('no signature');
  return signature;
}

function randomAddress(): Address {
  const address = parseAddress(bs58.encode(randomBytes(32)));
  if (!address) throw new Error('no address');
  return address;
}

const MINT = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const FUNDS = 1_000_000_000n;

/** A token account of so much of a mint. */
export function holding(source: Address, authority: Address, { atomic = FUNDS, mint = MINT } = {}): AccountState {
  const data = Buffer.alloc(165);
  data.set(bs58.decode(mint), 0);
  data.set(bs58.decode(authority), 32);
  data.writeBigUInt64LE(atomic, 64);
  data[108] = 1;
  return { address: source, owner: TOKEN_PROGRAM, data, lamports: 1n, executable: false };
}

/** A payer's store of signed payments; `read` knows them by the value of their header. */
export class Wallet {
  readonly payer = randomAddress();
  readonly source = randomAddress();
  readonly blockhash = randomAddress();
  readonly #signed = new Map<string, SignedPayment>();

  sign(amountAtomic: bigint, options: Partial<Payment> = {}): SignedPayment {
    const value = randomBytes(24).toString('base64');
    const payment: Payment = {
      version: 2,
      matches: true,
      payload: {},
      requirements: { asset: MINT },
      transaction: value,
      amountAtomic,
      network: 'solana:test',
      headerHash: sha256(value),
      messageHash: randomBytes(32),
      secret: true,
      identifier: null,
      ...options,
    };
    const signed = { value, payment, signature: randomSignature(), payerSignature: randomSignature() };
    this.#signed.set(value, signed);
    return signed;
  }

  /** The same message under another header. */
  rewrap({ payment, signature, payerSignature }: SignedPayment): SignedPayment {
    const value = randomBytes(24).toString('base64');
    const signed = { value, signature, payerSignature, payment: { ...payment, headerHash: sha256(value) } };
    this.#signed.set(value, signed);
    return signed;
  }

  find(value: string): SignedPayment {
    const signed = this.#signed.get(value);
    if (!signed) throw new Fault('payment_malformed');
    return signed;
  }

  readonly read = ({ value, version }: PresentedPayment): Payment => ({ ...this.find(value).payment, version });

  payerOf(payment: Payment): Payer {
    const { payerSignature } = this.find(payment.transaction);
    return { payer: this.payer, source: this.source, payerSignature, blockhash: this.blockhash };
  }
}

export interface SignedPayment {
  readonly value: string;
  readonly payment: Payment;
  /** The transaction's own signature once it is co-signed, and the payer's. */
  readonly signature: Signature;
  readonly payerSignature: Signature;
}

const GAP = missing('payments', 'rpc_unavailable');
/** How many signatures are told as the newest, and how many are read on to. */
const NEWEST = 100;
const LISTED_MAX = 1_000;

/** The chain's own clock, which shows the time. */
function chainClock(): AccountState {
  const data = Buffer.alloc(40);
  data.writeBigInt64LE(BigInt(Math.floor(Date.now() / 1_000)), 32);
  return { address: CLOCK, owner: MINT, data, lamports: 1n, executable: false };
}

/** A chain on which a test puts what is to be seen. */
export class ScriptedChain implements PaymentChain {
  readonly statuses = new Map<Signature, SignatureStatus>();
  readonly transactions = new Map<Signature, Transaction>();
  readonly listed: Signature[] = [];
  readonly accounts = new Map<Address, AccountState>([[CLOCK, chainClock()]]);
  height = 100n;
  isDown = false;
  /** For how long payments can land; null where the chain does not tell. */
  lifeMs: number | null = null;
  /** What trial runs come to. */
  trial: Simulation = { ok: false, error: 'the simulation failed: {"InstructionError":[2,{"Custom":1}]}' };
  asked = 0;
  /** As what transactions were read, and lists of signatures. */
  readonly read: (PaymentRank | undefined)[] = [];
  readonly searched: (PaymentRank | undefined)[] = [];

  /** Puts a transaction on chain, with an error where it failed. */
  land({ signature, payerSignature }: Pick<SignedPayment, 'signature' | 'payerSignature'>, error: string | null): void {
    this.statuses.set(signature, { slot: 1, commitment: 'confirmed', error });
    this.transactions.set(signature, transactionWith(signature, payerSignature, error !== null));
    this.listed.unshift(signature);
  }

  finalize(signature: Signature): void {
    this.statuses.set(signature, { slot: 1, commitment: 'finalized', error: null });
  }

  async tip() {
    return this.#unlessDown({ blockhash: randomAddress(), lastValidBlockHeight: 150n, landsWithinMs: 25_000 });
  }
  async account(source: Address): Promise<Reading<AccountState | null>> {
    return this.#unlessDown(this.accounts.get(source) ?? null);
  }
  async status(signature: Signature) {
    this.asked += 1;
    return this.#unlessDown(this.statuses.get(signature) ?? null);
  }
  async finalized() {
    return GAP;
  }
  async confirmed(signature: Signature, rank?: PaymentRank) {
    this.read.push(rank);
    return this.#unlessDown(this.transactions.get(signature) ?? null);
  }
  async recent(_source: Address, rank?: PaymentRank) {
    this.searched.push(rank);
    return this.#unlessDown<readonly Signature[]>(this.listed.slice(0, NEWEST));
  }
  async between(_source: Address, _times: BlockTimes, rank?: PaymentRank) {
    this.searched.push(rank);
    return this.listed.length > LISTED_MAX ? GAP : this.#unlessDown<readonly Signature[]>(this.listed);
  }
  async finalizedHeight() {
    return this.#unlessDown(this.height);
  }
  async blockhashLife() {
    return this.#unlessDown(this.lifeMs);
  }
  async simulate(): Promise<Reading<Simulation>> {
    return this.#unlessDown<Simulation>(this.trial);
  }
  async send() {
    return GAP;
  }

  #unlessDown<T>(value: T): Reading<T> {
    return this.isDown ? GAP : known(value);
  }
}

function transactionWith(signature: Signature, payerSignature: Signature, failed: boolean): Transaction {
  const none = { keys: [], preBalances: [], postBalances: [], preTokens: [], postTokens: [], signers: [] };
  const shape = {
    slot: 1,
    index: null,
    blockTime: 1,
    version: 0,
    feePayer: randomAddress(),
    instructions: [],
    moves: [],
  };
  return { ...none, ...shape, signature, signatures: [signature, payerSignature], failed, fee: 10_001n };
}

type Settle = (
  signed: SignedPayment,
  beforeSend: (signature: Signature | null) => Promise<void>,
) => Promise<SettleResult>;

/** A facilitator that does what a test tells it; by itself it lands every payment. */
export class ScriptedFacilitator implements Facilitator {
  readonly #wallet: Wallet;
  checked: StaticResult | null = null;
  verified: VerifyResult = { is: 'valid' };
  settlements = 0;
  settling: Settle;

  constructor(wallet: Wallet, chain: ScriptedChain) {
    this.#wallet = wallet;
    this.settling = async (signed, beforeSend) => {
      await beforeSend(signed.signature);
      chain.land(signed, null);
      return { is: 'submitted', signature: signed.signature };
    };
  }

  feePayer(): null {
    return null;
  }
  async check(payment: Payment): Promise<StaticResult> {
    return this.checked ?? { valid: true, ...this.#wallet.payerOf(payment) };
  }
  async verify(_payment?: Payment, _rank?: PaymentRank): Promise<VerifyResult> {
    return this.verified;
  }
  async settle(payment: Payment, beforeSend: (signature: Signature | null) => Promise<void>): Promise<SettleResult> {
    this.settlements += 1;
    return await this.settling(this.#wallet.find(payment.transaction), beforeSend);
  }
  close(): void {}
}
