import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { brandWithType } from '@pothos/core';
import { Fault } from '#lib/fault.ts';
import { withIgnored } from '#payments/bill.ts';
import { builder, type Context } from './builder.ts';
import type { Caller } from './contract.ts';
import { whenKnown } from './operation/field-run.ts';
import { leadsTo } from './operation/plan.ts';
import { refusedArguments } from './questions.ts';

export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'An object with a global id, which clients may cache and fetch again.',
  fields: (t) => ({
    id: t.id({ description: 'The global id of the object. It is opaque and unique in the whole schema.' }),
  }),
});

/** How an object is found by the key in its id. */
interface NodeType {
  /** Whether an object belongs to a key, so that nobody finds it without one. */
  readonly isOwned?: true;
  /** Null where there is none, or where it belongs to another key than the caller's. */
  readonly find: (key: string, context: Context) => object | null | Promise<object | null>;
  /** Of a type with paid fields: the object, known before anything runs. */
  readonly plan?: (key: string) => object | null;
}

const types = new Map<string, NodeType>();

/** Makes the objects of a type findable by id. */
export function nodeType(name: string, type: NodeType): void {
  types.set(name, type);
}

/** The id of an object: base64url of `Type:key`. */
export function globalId(type: string, key: string): string {
  return Buffer.from(`${type}:${key}`).toString('base64url');
}

/** No id of this schema is longer. */
const ID_CHARS_MAX = 512;

/** The type and key of an id; null where it is none of this schema. */
function readId(id: string): { readonly type: NodeType; readonly name: string; readonly key: string } | null {
  if (id.length > ID_CHARS_MAX) return null;
  const [, name = '', key = ''] = /^(\w+):(.+)$/.exec(Buffer.from(id, 'base64url').toString()) ?? [];
  const type = types.get(name);
  return type && globalId(name, key) === id ? { type, name, key } : null;
}

/** The bytes of a seal that prove its key and its place. */
const TAG_BYTES = 12;

/** The SHA-256 of a key, which seals the places in the books of its account. The books have the same, for the operator. */
export function keyHashOf(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest();
}

/**
 * A place in the books, as text that shows no number of it, so that no customer learns how many charges there are. It is the same text each
 * time. `numbers` are at most four, of 64 bits.
 */
export function sealed(keyHash: Uint8Array, list: string, numbers: readonly bigint[]): string {
  const plain = Buffer.alloc(numbers.length * 8);
  for (const [n, number] of numbers.entries()) plain.writeBigInt64BE(number, n * 8);
  const tag = mac(keyHash, list, plain).subarray(0, TAG_BYTES);
  return Buffer.concat([tag, masked(keyHash, list, tag, plain)]).toString('base64url');
}

/** The numbers of a place; null where this key did not seal it for this list. */
export function opened(keyHash: Uint8Array, list: string, text: string): readonly bigint[] | null {
  const bytes = Buffer.from(text, 'base64url');
  const tag = bytes.subarray(0, TAG_BYTES);
  const plain = masked(keyHash, list, tag, bytes.subarray(TAG_BYTES, TAG_BYTES + 32));
  if (plain.length === 0 || plain.length % 8 !== 0 || bytes.toString('base64url') !== text) return null;
  if (!timingSafeEqual(tag, mac(keyHash, list, plain).subarray(0, TAG_BYTES))) return null;
  return Array.from({ length: plain.length / 8 }, (_, n) => plain.readBigInt64BE(n * 8));
}

/** Sealed and opened alike: combined with bytes that follow from the tag. */
function masked(keyHash: Uint8Array, list: string, tag: Buffer, bytes: Buffer): Buffer {
  const mask = mac(keyHash, `${list} mask`, tag);
  return Buffer.from(bytes.map((byte, n) => byte ^ (mask[n] ?? 0)));
}

function mac(keyHash: Uint8Array, label: string, bytes: Uint8Array): Buffer {
  return createHmac('sha256', keyHash).update(`${label}:`).update(bytes).digest();
}

/** A name of an account, from which neither its key nor the hash follows. */
export function accountName(keyHash: Uint8Array): string {
  return mac(keyHash, 'account', Buffer.alloc(0)).subarray(0, 16).toString('base64url');
}

/** The SHA-256 of the text of an answer, which no other answer has. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The key of a request. Throws `api_key_required` where there is none. */
export function requiredKey({ credentials }: Caller): string {
  if (credentials.apiKey !== null) return credentials.apiKey;
  throw new Fault('api_key_required', withIgnored('The key is missing: send it as X-API-Key.', credentials));
}

/** Throws where the request has no key of an account. */
async function refuseKeyless({ caller, money }: Context): Promise<null> {
  const statement = await money.accounts.statement(requiredKey(caller));
  caller.resumed?.();
  if (!statement) throw keyless();
  return null;
}

/** The fault for an unknown key. Here the key names the account and does not pay, so it is 401 and not 402. */
export function keyless(): Fault {
  return new Fault('api_key_unknown', 'No account has this X-API-Key.', { status: 401 });
}

interface NodeArgs {
  readonly id: string;
}

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    nullable: true,
    description:
      'The object with a global id. Checks and everything else that belongs to a key are found by that key alone, free, while they are stored. Null where nothing is found. Null with an error where the id is malformed, or the key of its object is missing or unknown.',
    args: { id: t.arg.id({ required: true, description: 'The global id of an object, at most 512 characters long.' }) },
    extensions: leadsTo(({ id }: NodeArgs) => {
      const read = readId(String(id));
      const value = read?.type.plan?.(read.key);
      return read && value ? [{ type: read.name, value }] : [];
    }),
    resolve: (_root, { id }, context) => {
      const read = readId(String(id));
      if (!read)
        throw refusedArguments([{ loc: ['id'], msg: 'Not a global id of this schema', type: 'custom', input: id }]);
      return whenKnown(read.type.find(read.key, context), (found) => {
        if (found) brandWithType(found, read.name as never);
        return found || !read.type.isOwned ? found : refuseKeyless(context);
      });
    },
  }),
);
