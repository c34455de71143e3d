import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import { known, missing } from 'assay-core/lib/reading.ts';
import { type Address, address, type Signature } from 'assay-core/solana/address.ts';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import bs58 from 'bs58';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import type { PresentedPayment } from '../../src/payments/bill.ts';
import type { PaymentChain } from '../../src/payments/chain/payment-chain.ts';
import { memo, transferChecked } from '../../src/payments/credits/instructions.ts';
import type { PaidResource, PaymentSettings } from '../../src/payments/x402/offer.ts';
import { offerV2 } from '../../src/payments/x402/requirements.ts';

export const MINT = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU');
export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const PRICE = 20_000n;

export const addressOfKey = (key: Keypair): Address => address(key.publicKey.toBase58());

/** What a service on the sandbox's network asks for. */
export function settingsFor(feePayer: Keypair, merchant: Keypair): PaymentSettings {
  return {
    enabled: true,
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    v1Network: 'solana-devnet',
    assetMint: MINT,
    payTo: addressOfKey(merchant),
    feePayer: addressOfKey(feePayer),
    baseUrl: 'https://assay.example',
    serviceName: 'Assay',
    iconUrl: 'https://assay.example/favicon.ico',
    sandbox: true,
  };
}

export const resource: PaidResource = {
  url: `https://assay.example/check/wallet/${MINT}`,
  description: 'A check.',
  priceAtomic: PRICE,
  input: { method: 'GET', routeTemplate: '/check/wallet/:address', pathParams: { address: MINT } },
};

/** What a payment is made of, and how it may differ from an honest one. */
export interface Draft {
  readonly payer: Keypair;
  readonly feePayer: Address;
  readonly merchant: Address;
  readonly amountAtomic?: bigint;
  readonly units?: number;
  readonly microLamports?: bigint;
  readonly mint?: Address;
  readonly authority?: Address;
  readonly more?: readonly TransactionInstruction[];
  readonly signers?: readonly Keypair[];
  readonly blockhash?: string;
  readonly legacy?: boolean;
}

/** The instructions of a payment in the reference layout. */
export function instructionsOf(draft: Draft): TransactionInstruction[] {
  const { payer, merchant, mint = MINT } = draft;
  const owner = addressOfKey(payer);
  return [
    ComputeBudgetProgram.setComputeUnitLimit({ units: draft.units ?? 20_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: draft.microLamports ?? 1n }),
    transferChecked({
      tokenProgram: TOKEN_PROGRAM,
      from: associatedAccount(owner, mint, TOKEN_PROGRAM),
      mint,
      to: associatedAccount(merchant, mint, TOKEN_PROGRAM),
      authority: draft.authority ?? owner,
      amountAtomic: draft.amountAtomic ?? PRICE,
      decimals: 6,
    }),
    ...(draft.more ?? [memo(bs58.encode(Keypair.generate().publicKey.toBytes()))]),
  ];
}

/** A transaction signed by everybody but the fee payer, base64. */
export function signedInPart(draft: Draft, instructions = instructionsOf(draft)): string {
  const message = new TransactionMessage({
    payerKey: new PublicKey(draft.feePayer),
    recentBlockhash: draft.blockhash ?? bs58.encode(Buffer.alloc(32, 7)),
    instructions,
  });
  const transaction = new VersionedTransaction(
    draft.legacy ? message.compileToLegacyMessage() : message.compileToV0Message(),
  );
  transaction.sign([...(draft.signers ?? [draft.payer])]);
  return Buffer.from(transaction.serialize()).toString('base64');
}

/**
 * The same as a transaction of version 1, base64. Layout by SIMD-0385: 0x81, the header, a mask of what is configured, the block hash,
 * how many instructions and addresses there are, the addresses, the configured values (a priority fee in lamports, and a limit of
 * units), each instruction's program, number of accounts and length of data, then their accounts and data, then the signatures.
 */
export function signedInVersion1(draft: Draft, priorityFeeLamports: bigint): string {
  const { message } = VersionedTransaction.deserialize(Buffer.from(signedInPart(draft), 'base64'));
  const { header, staticAccountKeys: keys, compiledInstructions: instructions } = message;
  const config = Buffer.alloc(12);
  config.writeBigUInt64LE(priorityFeeLamports, 0);
  config.writeUInt32LE(30_000, 8);
  const heads = instructions.map(({ programIdIndex, accountKeyIndexes, data }) =>
    Buffer.of(programIdIndex, accountKeyIndexes.length, data.length & 0xff, data.length >> 8),
  );
  const payloads = instructions.flatMap(({ accountKeyIndexes, data }) => [Buffer.from(accountKeyIndexes), data]);
  const signed = Buffer.concat([
    Buffer.of(0x81, header.numRequiredSignatures, header.numReadonlySignedAccounts, header.numReadonlyUnsignedAccounts),
    Buffer.of(0b111, 0, 0, 0),
    bs58.decode(message.recentBlockhash),
    Buffer.of(instructions.length, keys.length),
    ...keys.map((key) => key.toBytes()),
    config,
    ...heads,
    ...payloads,
  ]);
  const signature = sign(null, signed, privateKeyOf(draft.payer));
  return Buffer.concat([signed, Buffer.alloc(64), signature]).toString('base64');
}

/** A key as `node:crypto` takes it: the seed behind the fixed head of an Ed25519 key (RFC 8410). */
function privateKeyOf(keypair: Keypair): KeyObject {
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    keypair.secretKey.subarray(0, 32),
  ]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** A v2 payload as a client makes it of a 402. */
export function payloadV2(transaction: string, settings: PaymentSettings): Record<string, unknown> {
  const offer = offerV2(resource, settings);
  return {
    x402Version: 2,
    payload: { transaction },
    resource: offer.resource,
    accepted: offer.requirements,
    extensions: offer.extensions,
  };
}

export function payloadV1(transaction: string, settings: PaymentSettings): Record<string, unknown> {
  return { x402Version: 1, scheme: 'exact', network: settings.v1Network, payload: { transaction } };
}

/** A header with a payload for the given protocol version. */
export function presented(version: 1 | 2, transaction: string, settings: PaymentSettings): PresentedPayment {
  const payload = version === 2 ? payloadV2(transaction, settings) : payloadV1(transaction, settings);
  return { version, value: encoded(payload) };
}

interface Simulated {
  readonly value: {
    readonly err: unknown;
    readonly accounts: readonly ({ readonly data: [string, string]; readonly owner: string } | null)[] | null;
  };
}

/** The parts of the chain that a facilitator uses, straight on a node. `fail` names methods that leave a gap. */
export function chainOver(url: string, fail: Set<'simulate' | 'send'> = new Set()): PaymentChain {
  const unused = (): never => {
    throw new Error('a facilitator does not ask for this');
  };
  const gap = missing('payment', 'rpc_unavailable');
  return {
    tip: unused,
    account: unused,
    status: unused,
    finalized: unused,
    confirmed: unused,
    recent: unused,
    between: unused,
    finalizedHeight: unused,
    blockhashLife: unused,
    async simulate(transaction, watch) {
      if (fail.has('simulate')) return gap;
      const accounts = { encoding: 'base64', addresses: [watch] };
      const options = { encoding: 'base64', sigVerify: false, commitment: 'confirmed', accounts };
      const { value } = await rpc<Simulated>(url, 'simulateTransaction', [transaction, options]);
      if (value.err === 'AlreadyProcessed') return known({ ok: true, watched: null, processed: true });
      if (value.err !== null) return known({ ok: false, error: JSON.stringify(value.err) });
      return known({ ok: true, watched: stateOf(watch, value.accounts?.[0] ?? null) });
    },
    async send(transaction) {
      if (fail.has('send')) return gap;
      return known(
        await rpc<Signature>(url, 'sendTransaction', [transaction, { encoding: 'base64', skipPreflight: true }]),
      );
    },
  };
}

function stateOf(of: Address, told: { readonly data: [string, string]; readonly owner: string } | null) {
  if (!told) return null;
  const data = Buffer.from(told.data[0], 'base64');
  return { address: of, lamports: 0n, owner: address(told.owner), executable: false, data } satisfies AccountState;
}

/** The atomic USDC that a wallet holds. */
export async function usdcOf(url: string, owner: Address): Promise<bigint> {
  const account = associatedAccount(owner, MINT, TOKEN_PROGRAM);
  const { value } = await rpc<{ value: { amount: string } }>(url, 'getTokenAccountBalance', [
    account,
    { commitment: 'processed' },
  ]);
  return BigInt(value.amount);
}

export async function lamportsOf(url: string, of: Address): Promise<bigint> {
  return BigInt((await rpc<{ value: number }>(url, 'getBalance', [of, { commitment: 'processed' }])).value);
}

/** Waits until the sandbox has executed a transaction, and returns its error; null when it succeeded. A test's own time ends it. */
export async function outcomeOf(url: string, signature: string): Promise<unknown> {
  for (;;) {
    const { value } = await rpc<{ value: ({ err: unknown } | null)[] }>(url, 'getSignatureStatuses', [[signature]]);
    if (value[0]) return value[0].err;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
