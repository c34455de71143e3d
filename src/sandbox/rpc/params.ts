import bs58 from 'bs58';
import type { Commitment } from '../chain/clock.ts';
import type { LocalChain } from '../chain/local-chain.ts';
import { RpcFault } from '../json-rpc.ts';

/** The fault of a parameter that cannot be what the method needs, with the code and prefix of a node. */
export function invalid(message: string): RpcFault {
  return new RpcFault(-32602, message);
}

/** The parameter at `index` as an object; absent and null are an empty one. */
export function config(params: readonly unknown[], index: number): Readonly<Record<string, unknown>> {
  const value = params[index] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('Invalid params: expected an object.');
  return value as Record<string, unknown>;
}

/** The parameter at `index` as a string. */
export function text(params: readonly unknown[], index: number): string {
  const value = params[index];
  if (value === undefined) throw invalid(`\`params\` should have at least ${index + 1} argument(s)`);
  if (typeof value !== 'string') throw invalid('Invalid params: invalid type, expected a string.');
  return value;
}

/** The parameter at `index` as an array of strings, at most `max` of them. */
export function texts(params: readonly unknown[], index: number, max: number): readonly string[] {
  const value = params[index];
  if (!Array.isArray(value)) throw invalid(`\`params\` should have at least ${index + 1} argument(s)`);
  if (value.length > max) throw invalid(`Too many inputs provided; max ${max}`);
  return value.map((_, at) => text(value, at));
}

/** The parameter at `index` as a whole number from 0 on. */
export function whole(params: readonly unknown[], index: number): number {
  const value = params[index];
  if (value === undefined) throw invalid(`\`params\` should have at least ${index + 1} argument(s)`);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw invalid('Invalid params: invalid type, expected u64.');
  return value;
}

function exactBase58(value: string, size: number): string {
  const bytes = value.length > 2 * size ? undefined : bs58.decodeUnsafe(value);
  if (!bytes) throw invalid(value.length > 2 * size ? 'Invalid param: WrongSize' : 'Invalid param: Invalid');
  if (bytes.length !== size) throw invalid('Invalid param: WrongSize');
  return value;
}

/** A text as an address. */
export function address(value: string): string {
  return exactBase58(value, 32);
}

/** A text as a transaction signature. */
export function signature(value: string): string {
  return exactBase58(value, 64);
}

const COMMITMENTS: Readonly<Record<string, Commitment>> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
};

/** The commitment that a configuration asks for, finalized when it says nothing. */
export function commitment(of: unknown): Commitment {
  if (of === undefined || of === null) return 'finalized';
  const found = typeof of === 'string' && Object.hasOwn(COMMITMENTS, of) ? COMMITMENTS[of] : undefined;
  if (!found) throw invalid(`Invalid params: unknown variant \`${String(of)}\`, expected a commitment.`);
  return found;
}

/** The commitment of a method that reads blocks, which exist from `confirmed` on. */
export function blockCommitment(of: unknown): Commitment {
  const found = commitment(of);
  if (found === 'processed') throw invalid('Method does not support commitment below `confirmed`');
  return found;
}

/** Refuses when the chain has not reached the slot that the caller has already seen. */
export function assertReached(chain: LocalChain, at: Commitment, minContextSlot: unknown): void {
  const slot = chain.clock.slotAt(at);
  if (typeof minContextSlot === 'number' && minContextSlot > slot)
    throw new RpcFault(-32016, 'Minimum context slot has not been reached', { contextSlot: slot });
}

/** A value with the slot that it holds for, as nodes wrap it. */
export function withContext(chain: LocalChain, at: Commitment, value: unknown): object {
  return { context: { apiVersion: API_VERSION, slot: chain.clock.slotAt(at) }, value };
}

/** The node version that the sandbox goes by: that of the runtime which it executes with. */
export const API_VERSION = '4.2.1';
