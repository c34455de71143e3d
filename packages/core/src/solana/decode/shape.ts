import type { GapCause } from '#lib/reading.ts';
import { type Address, parseAddress } from '../address.ts';

/** Raised inside the decoder only; `decodeTransaction` turns it into the gap of the same cause. */
export class Undecodable extends Error {
  readonly why: GapCause;

  constructor(why: GapCause, detail: string) {
    super(detail);
    this.why = why;
  }
}

/** Ends decoding because the answer is not of the shape that the protocol gives it: the endpoint's failure. */
export function misshapen(what: string): never {
  throw new Undecodable('rpc_unavailable', `${what} has another shape than the protocol gives it`);
}

/** A JSON object with unknown members. */
export type Members = Readonly<Record<string, unknown>>;

/** `value` as a JSON object. */
export function members(value: unknown, what: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) misshapen(what);
  return value as Members;
}

/** `value` as a JSON array. */
export function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) misshapen(what);
  return value;
}

/** `value` as a JSON array, the empty one where the member is absent or null. */
export function listOrNone(value: unknown, what: string): readonly unknown[] {
  return value === undefined || value === null ? [] : list(value, what);
}

/** `value` as a whole number from 0. Above 2^53 - 1 a parsed JSON number may be rounded, so it counts as unreadable. */
export function whole(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) misshapen(what);
  if (!Number.isSafeInteger(value)) throw new Undecodable('unreadable', `${what} is beyond 2^53 - 1`);
  return value;
}

/** `value` as a place in a list of `length` members. */
export function place(value: unknown, length: number, what: string): number {
  const index = whole(value, what);
  if (index >= length) misshapen(what);
  return index;
}

const U64_MAX = 2n ** 64n - 1n;
const U64_DIGITS_MAX = 20;
const SAFE_DIGITS = 15;
const DIGITS_ONLY = /^\d+$/;

/** `value` as an unsigned 64-bit amount in decimal digits, which is how token amounts are sent. */
export function amountText(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || value.length > U64_DIGITS_MAX || !DIGITS_ONLY.test(value)) misshapen(what);
  // Texts of this length are exact as numbers, from which the engine makes a whole number faster.
  if (value.length <= SAFE_DIGITS) return BigInt(Number(value));
  const amount = BigInt(value);
  return amount > U64_MAX ? misshapen(what) : amount;
}

/** `value` as an address. */
export function addressIn(value: unknown, what: string): Address {
  return parseAddress(value) ?? misshapen(what);
}
