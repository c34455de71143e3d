import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, address, addressBytes, addressOf } from 'assay-core/solana/address.ts';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import bs58 from 'bs58';
import { memberAt, requiredTextAt, rpc } from './calls.ts';

const SIGNATURE_BYTES = 64;

const KEY_BYTES = 32;

/** A version 0 message: its version, three counts of its header, the number of keys (one byte below 128), the keys. */
const KEYS_AT = 5;

/** Slots from a transaction to its finality on every public network, and in the sandbox. */
const FINALITY_SLOTS = 32;
const FINAL_MS_MAX = 60_000;
const POLL_MS = 200;
/** Decimals of a mint: SPL Token, `Mint`, after authority option (4), authority (32) and supply (8). */
const DECIMALS_AT = 44;

/** The facts of an asset that a payment needs. */
export interface Asset {
  readonly mint: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
}

/** The program and the decimals of a mint. */
export async function readMintAsset(rpcUrl: string, mint: Address): Promise<Asset> {
  const result = await rpc(rpcUrl, 'getAccountInfo', [mint, { encoding: 'base64', commitment: 'confirmed' }]);
  const data = Buffer.from(requiredTextAt(result, 'value.data.0'), 'base64');
  return { mint, tokenProgram: address(requiredTextAt(result, 'value.owner')), decimals: data.readUInt8(DECIMALS_AT) };
}

/** The associated token account of an owner. */
export function tokenAccount(owner: Address, { tokenProgram, mint }: Asset): Address {
  return associatedAccount(owner, mint, tokenProgram);
}

/** An owner's confirmed balance in its associated token account, in atomic units. */
export async function holding(rpcUrl: string, owner: Address, asset: Asset): Promise<bigint> {
  const account = tokenAccount(owner, asset);
  const result = await rpc(rpcUrl, 'getTokenAccountBalance', [account, { commitment: 'confirmed' }]);
  return BigInt(requiredTextAt(result, 'value.amount'));
}

/** A block hash to sign under. */
export async function recentBlockhash(rpcUrl: string): Promise<string> {
  return requiredTextAt(await rpc(rpcUrl, 'getLatestBlockhash', [{ commitment: 'confirmed' }]), 'value.blockhash');
}

/** Sends a signed transaction (base64) and returns its signature. */
export async function send(rpcUrl: string, transaction: string): Promise<string> {
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' };
  return requiredTextAt({ signature: await rpc(rpcUrl, 'sendTransaction', [transaction, options]) }, 'signature');
}

/**
 * Waits until a transaction is final and throws when it failed. Where the endpoint is a sandbox its clock is moved on;
 * the result says so.
 */
export async function finalized(rpcUrl: string, signature: string): Promise<'waited' | 'clock moved'> {
  await reached(rpcUrl, signature, ['confirmed', 'finalized']);
  const moved = await rpc(rpcUrl, 'sandbox_advance', [FINALITY_SLOTS]).then(
    () => true,
    () => false,
  );
  await reached(rpcUrl, signature, ['finalized']);
  return moved ? 'clock moved' : 'waited';
}

/** Waits until a transaction without an error has one of these commitments. */
export async function reached(rpcUrl: string, signature: string, levels: readonly string[]): Promise<void> {
  const deadline = Date.now() + FINAL_MS_MAX;
  for (;;) {
    const params = [[signature], { searchTransactionHistory: true }];
    const status = memberAt(await rpc(rpcUrl, 'getSignatureStatuses', params), 'value.0');
    const error = memberAt(status, 'err');
    if (error !== undefined && error !== null) throw new Error(`${signature} failed: ${JSON.stringify(error)}`);
    if (levels.includes(String(memberAt(status, 'confirmationStatus')))) return;
    if (Date.now() > deadline) throw new Error(`${signature} is not ${levels[0]} after ${FINAL_MS_MAX / 1_000} s`);
    await sleep(POLL_MS);
  }
}

/** A wallet of a newcomer: a key that never leaves this process. */
export interface Wallet {
  readonly address: Address;
  /** The transaction (base64, version 0) with this wallet's signature at its position. Throws if it has none there. */
  sign(transaction: string): SignedTransaction;
}

/** `signature` is the wallet's own, base58; it names the transaction where the wallet pays the fee. */
interface SignedTransaction {
  readonly transaction: string;
  readonly signature: string;
}

/** A new wallet with nothing in it. */
export function makeWallet(): Wallet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = addressOf(Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url'));
  return { address, sign: (transaction) => signed(transaction, address, privateKey) };
}

/** Layout of a transaction: the number of signatures (one byte below 128), the signatures in the order of the keys, the message. */
function signed(transaction: string, signer: Address, key: KeyObject): SignedTransaction {
  const bytes = Buffer.from(transaction, 'base64');
  const count = bytes[0] ?? 0;
  const message = bytes.subarray(1 + count * SIGNATURE_BYTES);
  const keys = Array.from({ length: count }, (_, i) =>
    message.subarray(KEYS_AT + i * KEY_BYTES).subarray(0, KEY_BYTES),
  );
  const place = keys.findIndex((candidate) => candidate.equals(addressBytes(signer)));
  if (place < 0) throw new Error('the transaction does not ask this wallet for a signature');
  const signature = sign(null, message, key);
  signature.copy(bytes, 1 + place * SIGNATURE_BYTES);
  return { transaction: bytes.toString('base64'), signature: bs58.encode(signature) };
}
