import type { Address as KitAddress } from '@solana/kit';
import { type Keypair, VersionedTransaction } from '@solana/web3.js';
import type { FacilitatorSvmSigner } from '@x402/svm';
import type { Simulation } from 'assay-core/chain/loaders/simulate-and-send.ts';
import { type Gap, known, type Reading } from 'assay-core/lib/reading.ts';
import type { Address, Signature } from 'assay-core/solana/address.ts';
import bs58 from 'bs58';
import type { PaymentChain, PaymentRank } from '../chain/payment-chain.ts';
import type { VerifyResult } from './payment.ts';

const AMOUNT_OFFSET = 64;

/** Awaited before anything can reach the network. */
export type BeforeSend = (signature: Signature | null) => Promise<void>;

/** The purpose of an attempt: `rank` orders its simulation where calls are rationed. */
export interface Purpose {
  readonly rank: PaymentRank;
  readonly beforeSend: BeforeSend;
}

/**
 * One verification or settlement, as signer of the library, and its real result. The library reports every failure of a signer
 * under one name, so billing reads here whether the transaction was sent and who is to blame.
 */
export class Attempt implements FacilitatorSvmSigner {
  /** The last answered simulation. */
  simulation: Simulation | null = null;
  /** Why the chain could not be asked for a simulation. */
  gap: Gap | null = null;
  /** Set when `beforeSend` accepted the transaction; from then on it may be on the network. */
  signature: Signature | null = null;
  /** The reason why the network's acceptance is unconfirmed. */
  sendGap: Gap | null = null;
  /** The error of `beforeSend`; then nothing was sent. */
  thrown: { readonly error: unknown } | null = null;

  readonly #keypair: Keypair;
  readonly #chain: PaymentChain;
  readonly #transaction: string;
  readonly #source: Address;
  readonly #purpose: Purpose;

  /** `transaction` is the signed one; the library's copy may lack the guards of a wallet. */
  constructor(keypair: Keypair, chain: PaymentChain, transaction: string, source: Address, purpose: Purpose) {
    this.#keypair = keypair;
    this.#chain = chain;
    this.#transaction = transaction;
    this.#source = source;
    this.#purpose = purpose;
  }

  getAddresses(): readonly KitAddress[] {
    return [this.#keypair.publicKey.toBase58() as KitAddress];
  }

  async simulateTransaction(): Promise<void> {
    const trial = await this.#chain.simulate(this.#transaction, this.#source, this.#purpose.rank);
    const reading = trial.known && isExpired(trial.value) ? await this.#unlessLanded(trial) : trial;
    this.gap = reading.known ? null : reading.gap;
    this.simulation = reading.known ? reading.value : null;
    if (!reading.known) throw new Error(reading.gap.cause);
    if (!reading.value.ok) throw new Error(reading.value.error);
  }

  /**
   * The blockhash is also too old for a payment that landed and that the ledger has lost since. The signature over its message
   * finds that payment, because a payer must not be asked to sign and pay again.
   */
  async #unlessLanded(expired: Reading<Simulation>): Promise<Reading<Simulation>> {
    const signature = firstSignature(await this.signTransaction());
    const status = await this.#chain.status(signature, this.#purpose.rank);
    if (!status.known) return status;
    return status.value?.error === null ? known({ ok: true, watched: null, processed: true }) : expired;
  }

  async signTransaction(): Promise<string> {
    const decoded = VersionedTransaction.deserialize(Buffer.from(this.#transaction, 'base64'));
    decoded.sign([this.#keypair]);
    return Buffer.from(decoded.serialize()).toString('base64');
  }

  /** Never throws, because the library would write each error to standard error, and callers can provoke errors. */
  async sendTransaction(transaction: string): Promise<string> {
    try {
      const signature = firstSignature(transaction);
      await this.#purpose.beforeSend(signature);
      this.signature = signature;
    } catch (error) {
      this.thrown = { error };
      return '';
    }
    const sent = await this.#chain.send(transaction);
    this.sendGap = sent.known ? null : sent.gap;
    return this.signature;
  }

  /** Returns at once: the settlement asks the chain for the outcome. */
  async confirmTransaction(): Promise<void> {
    return undefined;
  }
}

function firstSignature(transaction: string): Signature {
  const [first] = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64')).signatures;
  if (!first) throw new Error('a transaction has at least one signature');
  return bs58.encode(first) as Signature;
}

/** Whether a simulation failed because the blockhash is too old or unknown. */
export function isExpired(trial: Simulation): boolean {
  return !trial.ok && trial.error.includes('BlockhashNotFound');
}

/** The result of a successful simulation. If the payment is processed already, the balance of its source means nothing. */
export function validOf({ watched, processed }: Extract<Simulation, { readonly ok: true }>): VerifyResult {
  if (processed) return { is: 'valid', processed };
  // The amount of a token account: u64 little-endian after mint and owner (SPL Token, Token-2022); 0 without data.
  const data = Buffer.from(watched?.data ?? []);
  const sourceAfterAtomic = data.length >= AMOUNT_OFFSET + 8 ? data.readBigUInt64LE(AMOUNT_OFFSET) : 0n;
  return { is: 'valid', sourceAfterAtomic };
}
