import type { Ask, Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { parseSize, SIZE_SOL_DEFAULT, SIZE_SOL_MAX } from 'assay-core/rules/trade/size.ts';
import { type Address, parseAddress } from 'assay-core/solana/address.ts';
import { z } from 'zod';
import { Fault, type InvalidItem } from '#lib/fault.ts';

/** An address or a mint as callers write it. */
export const addressText = z
  .string({ error: 'An address is a string' })
  .refine((text) => parseAddress(text) !== null, { error: 'Not a Solana address: base58 of exactly 32 bytes' });

/** A size in SOL as callers write it. */
export const sizeText = z.string({ error: 'A size is a decimal string' }).refine((text) => parseSize(text) !== null, {
  error: `Not a size in SOL: a plain decimal of up to nine decimals, more than 0, at most ${SIZE_SOL_MAX}`,
});

/** A stable code: reason code or flag. */
export const codeText = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, { error: 'A code is SCREAMING_SNAKE_CASE' });

const INPUT_CHARS_MAX = 256;

/** One check of a batch as the caller wrote it. */
export interface CheckRequest {
  readonly kind: Kind['name'];
  /** The value as written; only an address is valid. */
  readonly subject: unknown;
  /** The value as written; only a decimal string is valid. */
  readonly sizeSol?: unknown;
}

/** A check whose arguments its transport has validated. `sizeSol` is a text that `parseSize` takes; 0.5 SOL where it is absent. */
export interface ValidCheck {
  readonly kind: Kind['name'];
  readonly subject: Address;
  readonly sizeSol?: string | undefined;
}

/**
 * A variable of a prepared document that its transport has validated: its scalar takes the value as it is. JSON makes no instance of
 * this class, so no caller can send one.
 */
export class ValidatedInput {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

/**
 * A value of an argument that its scalar refuses. It stands where the value would, so that the field with the argument fails alone and the
 * operation runs. It is plain data, because compiled documents keep literals as JSON. No caller can send one: a scalar gives the value or
 * this, and values of the scalars of any JSON are not looked at.
 */
export interface Malformed {
  readonly malformed: { readonly given: unknown; readonly items: readonly InvalidItem[] };
}

export function isMalformed(value: unknown): value is Malformed {
  return typeof value === 'object' && value !== null && 'malformed' in value;
}

/** The value as the caller wrote it. */
export function asGiven(value: unknown): unknown {
  return isMalformed(value) ? value.malformed.given : value;
}

/** The malformed values in arguments, at any depth, each with its place. */
export function malformedIn(value: unknown, loc: InvalidItem['loc'] = []): readonly InvalidItem[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isMalformed(value)) return value.malformed.items.map((item) => ({ ...item, loc: [...loc, ...item.loc] }));
  if (Array.isArray(value)) return value.flatMap((item, index) => malformedIn(item, [...loc, index]));
  return Object.entries(value).flatMap(([name, member]) => malformedIn(member, [...loc, name]));
}

/** A malformed value as GraphQL tells of it. */
export interface PublicInvalid {
  readonly path: InvalidItem['loc'];
  readonly message: string;
  /** The text of the value; null where there is none, or a long one. */
  readonly input: string | null;
}

/** Members of a REST body are members of the input of a mutation. */
export function publicInvalid(invalid: readonly InvalidItem[]): readonly PublicInvalid[] {
  return invalid.map(({ loc, msg, input }) => {
    const [first, ...rest] = loc;
    const path = first === 'body' ? ['input', ...rest.map(camelCased)] : loc;
    return { path, message: msg, input: inputText(input) };
  });
}

function inputText(input: unknown): string | null {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
  return input === undefined || text.length > INPUT_CHARS_MAX ? null : text;
}

/** Malformed values in words: each with its place. */
export function invalidWords(invalid: readonly InvalidItem[]): string {
  return publicInvalid(invalid)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ');
}

/** The name that GraphQL gives to a member of REST. */
export function camelCased<T extends string | number>(name: T): T | string {
  return typeof name === 'string' ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name;
}

/** The fault for malformed arguments. Its message names each of them. */
export function refusedArguments(invalid: readonly InvalidItem[]): Fault {
  return new Fault('invalid_request', invalidWords(invalid), { invalid });
}

/** The check of a request of a batch, or the fault that answers it: one malformed request does not fail the others. */
export function readRequest({ kind, subject, sizeSol }: CheckRequest): Ask | Fault {
  const invalid: InvalidItem[] = [];
  const address = addressText.safeParse(subject);
  if (!address.success) invalid.push(...invalidItems(address.error, subject, ['subject']));
  const sized = kinds[kind].sized && sizeSol !== undefined && sizeSol !== null;
  const size = sized ? sizeText.safeParse(sizeSol) : null;
  if (size && !size.success) invalid.push(...invalidItems(size.error, sizeSol, ['sizeSol']));
  if (invalid.length > 0) {
    return new Fault('invalid_request', invalid.map(({ msg }) => msg).join('; '), { invalid });
  }
  return askOf(kind, address.data as string, size?.success ? size.data : null);
}

/** The checks of a batch, without malformed requests. */
export function asksOf(requests: readonly CheckRequest[]): readonly Ask[] {
  return requests.map(readRequest).filter((read): read is Ask => !(read instanceof Fault));
}

/**
 * A check with these arguments. The caller has validated `subject`, which the brand of the result says. A size that is absent or null is
 * 0.5 SOL; kinds without a size ignore it.
 */
export function askOf(kind: Kind['name'], subject: string, sizeSol?: string | null): Ask {
  const sizeLamports = kinds[kind].sized ? parseSize(sizeSol ?? SIZE_SOL_DEFAULT) : null;
  return { kind, subject: subject as Address, sizeLamports };
}

/** The issues of a failed parse as items of a 422; `prefix` says where the parsed value stood in the request. */
export function invalidItems(error: z.ZodError, input: unknown, prefix: InvalidItem['loc'] = []): InvalidItem[] {
  return error.issues.map((issue) => {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    const value = path.reduce<unknown>(
      (at, step) => (at as Record<string | number, unknown> | undefined)?.[step],
      input,
    );
    const echo = typeof value === 'string' && value.length <= INPUT_CHARS_MAX ? { input: value } : {};
    return { loc: [...prefix, ...path], msg: issue.message, type: issue.code, ...echo };
  });
}

/** The fault for arguments that a schema refused. */
export function invalidRequest(error: z.ZodError, input: unknown): Fault {
  return refusedArguments(invalidItems(error, input));
}
