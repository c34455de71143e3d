import { createPrivateKey, sign } from 'node:crypto';
import { Keypair, Message } from '@solana/web3.js';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import bs58 from 'bs58';
import { type Address, addressOf, parseSignature, type Signature } from '#solana/address.ts';

/** Where the small world stands. */
export const NEWEST_SLOT = 300_000_000;
const SYSTEM = addressOf(new Uint8Array(32));

/** The holder of `nthAddress(1)`, the same in every run. */
const PAYER = Keypair.fromSeed(new Uint8Array(32).fill(7));
const PAYER_KEY = createPrivateKey({
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: Buffer.from(PAYER.secretKey.subarray(0, 32)).toString('base64url'),
    x: Buffer.from(PAYER.publicKey.toBytes()).toString('base64url'),
  },
  format: 'jwk',
});

/** The `n`th of many different addresses. */
export function nthAddress(n: number): Address {
  if (n === 1) return addressOf(PAYER.publicKey.toBytes());
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(0, n + 1);
  return addressOf(bytes);
}

const madeSignatures = new Map<number, Signature>();

/** The `n`th of many different signatures: that of `transferBody(n)`, by the holder of `nthAddress(1)`. */
export function nthSignature(n: number): Signature {
  const signature = madeSignatures.get(n) ?? newSignature(n);
  madeSignatures.set(n, signature);
  return signature;
}

function newSignature(n: number): Signature {
  const message = new Message(transferMessage(n)).serialize();
  const signature = parseSignature(bs58.encode(sign(null, message, PAYER_KEY)));
  if (!signature) throw new Error('not a signature');
  return signature;
}

function transferMessage(n: number) {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 2, true);
  view.setBigUint64(4, BigInt(1_000 + n), true);
  return {
    accountKeys: [nthAddress(1), nthAddress(2), SYSTEM],
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
    recentBlockhash: nthAddress(3),
    instructions: [{ programIdIndex: 2, accounts: [0, 1], data: bs58.encode(data) }],
  };
}

/** A `getTransaction` result: a transfer of `n` lamports, whose log lines make it `paddingBytes` longer. */
export function transferBody(n: number, paddingBytes = 0): Record<string, unknown> {
  const sent = 1_000 + n;
  return {
    slot: NEWEST_SLOT - n,
    blockTime: 1_760_000_000 - n,
    version: 'legacy',
    meta: {
      err: null,
      fee: 5_000,
      preBalances: [10_000_000, 0, 1],
      postBalances: [10_000_000 - sent - 5_000, sent, 1],
      innerInstructions: [],
      logMessages: ['x'.repeat(paddingBytes)],
      preTokenBalances: [],
      postTokenBalances: [],
      loadedAddresses: { writable: [], readonly: [] },
    },
    transaction: { signatures: [nthSignature(n)], message: transferMessage(n) },
  };
}

/** An entry of a signature list. */
export function entry(n: number): Record<string, unknown> {
  return { signature: nthSignature(n), slot: NEWEST_SLOT - n, blockTime: 1_760_000_000 - n, err: null, memo: null };
}

/** An account of the system program in base64. */
export function walletAccount(lamports: number): Record<string, unknown> {
  return { lamports, owner: SYSTEM, executable: false, rentEpoch: 0, space: 0, data: ['', 'base64'] };
}

const SIZE = 2_000;
const signatures = Array.from({ length: SIZE }, (_, n) => nthSignature(n));
const numbers = new Map<unknown, number>(signatures.map((signature, n) => [signature, n]));

/** The methods of a world with 2,000 transfers, `nthSignature(0)` the newest; everybody holds 7 lamports. */
export function smallWorld(): RpcMethods {
  return {
    getSlot: () => NEWEST_SLOT,
    getBlockTime: ([slot]) => 1_760_000_000 - (NEWEST_SLOT - Number(slot)),
    getBlock: ([slot]) => ({ parentSlot: Number(slot) - 1, signatures: [nthSignature(NEWEST_SLOT - Number(slot))] }),
    getMultipleAccounts: ([addresses]) => ({
      context: { slot: NEWEST_SLOT },
      value: (addresses as unknown[]).map(() => walletAccount(7)),
    }),
    getSignaturesForAddress: ([, options]) => {
      const { limit, before } = options as { limit: number; before?: string };
      const first = before === undefined ? 0 : (numbers.get(before) ?? SIZE) + 1;
      return Array.from({ length: Math.max(0, Math.min(limit, SIZE - first)) }, (_, i) => entry(first + i));
    },
    getTransaction: ([signature]) => {
      const n = numbers.get(signature);
      return n === undefined ? null : transferBody(n);
    },
    getTokenAccountsByOwner: () => ({ context: { slot: NEWEST_SLOT }, value: [] }),
  };
}
