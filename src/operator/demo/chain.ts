import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, address } from '#lib/address.ts';
import { associatedAccount } from '#payments/credits/instructions.ts';
import { at, rpc, textAt } from './calls.ts';

/** Slots from a transaction to its finality on every public network, and in the sandbox. */
const FINALITY_SLOTS = 32;
const FINAL_MS_MAX = 60_000;
const POLL_MS = 200;
/** Decimals of a mint: SPL Token, `Mint`, after authority option (4), authority (32) and supply (8). */
const DECIMALS_AT = 44;

/** What a payment in an asset needs to know of it. */
export interface Asset {
  readonly mint: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
}

/** The program and the decimals of a mint. */
export async function readAsset(rpcUrl: string, mint: Address): Promise<Asset> {
  const result = await rpc(rpcUrl, 'getAccountInfo', [mint, { encoding: 'base64', commitment: 'confirmed' }]);
  const data = Buffer.from(textAt(result, 'value.data.0'), 'base64');
  return { mint, tokenProgram: address(textAt(result, 'value.owner')), decimals: data.readUInt8(DECIMALS_AT) };
}

/** The associated token account of an owner. */
export function tokenAccount(owner: Address, { tokenProgram, mint }: Asset): Address {
  return associatedAccount(owner, mint, tokenProgram);
}

/** What an owner holds in its associated token account, atomic, confirmed. */
export async function holding(rpcUrl: string, owner: Address, asset: Asset): Promise<bigint> {
  const account = tokenAccount(owner, asset);
  const result = await rpc(rpcUrl, 'getTokenAccountBalance', [account, { commitment: 'confirmed' }]);
  return BigInt(textAt(result, 'value.amount'));
}

/** A block hash to sign under. */
export async function recentBlockhash(rpcUrl: string): Promise<string> {
  return textAt(await rpc(rpcUrl, 'getLatestBlockhash', [{ commitment: 'confirmed' }]), 'value.blockhash');
}

/** Sends a signed transaction (base64) and returns its signature. */
export async function send(rpcUrl: string, transaction: string): Promise<string> {
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' };
  return textAt({ signature: await rpc(rpcUrl, 'sendTransaction', [transaction, options]) }, 'signature');
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
    const status = at(await rpc(rpcUrl, 'getSignatureStatuses', params), 'value.0');
    const error = at(status, 'err');
    if (error !== undefined && error !== null) throw new Error(`${signature} failed: ${JSON.stringify(error)}`);
    if (levels.includes(String(at(status, 'confirmationStatus')))) return;
    if (Date.now() > deadline) throw new Error(`${signature} is not ${levels[0]} after ${FINAL_MS_MAX / 1_000} s`);
    await sleep(POLL_MS);
  }
}
