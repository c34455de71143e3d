import { Keypair, VersionedTransaction } from '@solana/web3.js';
import type { Tip } from 'assay-core/chain/loaders/blockhash-and-fees.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { type Address, address, parseSignature, type Signature } from 'assay-core/solana/address.ts';
import type { Transaction } from 'assay-core/solana/transaction.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import bs58 from 'bs58';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { openPaymentChain } from '../../src/payments/chain/open-payment-chain.ts';
import type { PaymentChain } from '../../src/payments/chain/payment-chain.ts';
import { type AssetFactsSource, openAssetFacts } from '../../src/payments/credits/asset-facts.ts';
import { until } from '../support/until.ts';

export const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const SOL = 1_000_000_000;
/** Two minutes: nothing becomes final while a test looks. */
const FINALITY_SLOTS = 600;
const FINAL_SLOTS = FINALITY_SLOTS + 8;
/** The service's own way to the chain, with caches so short that a test need not wait for them. */
const HASTY = { tipEveryMs: 20, accountMs: 1, absenceMs: 1 };

/** A sandbox with a merchant who has no token account yet, and wallets with money. */
export interface CreditTown {
  readonly sandbox: Sandbox;
  readonly chain: PaymentChain;
  readonly merchant: Address;
  readonly facts: AssetFactsSource;
  /** A new wallet with 1 SOL and, unless `usdcAtomic` is 0, so much USDC. */
  wallet(usdcAtomic: bigint): Promise<Keypair>;
  /** Signs a proposed transaction (base64) and hands it in. */
  send(transaction: string, ...signers: readonly Keypair[]): Promise<Signature>;
  /** The newest block hash known. */
  tip(): Promise<Tip>;
  /** Makes everything up to now final, and waits until the tip is newer. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the town. Call `stop` in `afterAll`. */
export async function openCreditTown(): Promise<CreditTown> {
  const sandbox = await startSandbox({ finalitySlots: FINALITY_SLOTS });
  const opened = openChain({ urls: [sandbox.url] });
  const chain = openPaymentChain(opened.transport, HASTY);
  const merchant = addressOfKey(Keypair.generate());
  const facts = openAssetFacts({ chain, assetMint: sandbox.usdcMint, payTo: merchant, everyMs: 10 });
  const tip = async () => {
    const reading = await chain.tip();
    if (!reading.known) throw new Error(`no tip: ${reading.gap.detail ?? reading.gap.cause}`);
    return reading.value;
  };
  await facts.firstReading;
  return {
    sandbox,
    chain,
    tip,
    merchant,
    facts,
    async wallet(usdcAtomic) {
      const wallet = Keypair.generate();
      await rpc(sandbox.url, 'requestAirdrop', [addressOfKey(wallet), SOL]);
      if (usdcAtomic > 0n) await rpc(sandbox.url, 'sandbox_airdropUsdc', [addressOfKey(wallet), `${usdcAtomic}`]);
      return wallet;
    },
    async send(transaction, ...signers) {
      const signed = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
      signed.sign([...signers]);
      const bytes = Buffer.from(signed.serialize()).toString('base64');
      await rpc(sandbox.url, 'sendTransaction', [bytes, { encoding: 'base64', skipPreflight: true }]);
      const signature = parseSignature(bs58.encode(signed.signatures[0] ?? new Uint8Array()));
      if (!signature) throw new Error('the transaction has no signature');
      return signature;
    },
    async settle() {
      const before = (await tip()).lastValidBlockHeight;
      await rpc(sandbox.url, 'sandbox_advance', [FINAL_SLOTS]);
      await until(async () => (await tip()).lastValidBlockHeight >= before + BigInt(FINAL_SLOTS));
    },
    async stop() {
      facts.close();
      await opened.close();
      await sandbox.stop();
    },
  };
}

/** The address of a key pair. */
export function addressOfKey(key: Keypair): Address {
  return address(key.publicKey.toBase58());
}

/** The transaction, which must be final. */
export async function finalTransaction(town: CreditTown, signature: Signature): Promise<Transaction> {
  const reading = await town.chain.finalized(signature);
  if (!reading.known) throw new Error(`${reading.gap.cause} ${reading.gap.detail ?? ''}`);
  return reading.value;
}
