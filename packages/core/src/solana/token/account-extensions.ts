import type { Address } from '../address.ts';
import { Bytes } from '../bytes.ts';
import { readTokenAccount, type TokenAccount } from './account.ts';
import { optionalKey, readExtensions } from './extensions.ts';

/** A token account with everything that its bytes say about its holder's abilities. */
export interface HolderAccountBytes extends TokenAccount {
  /** The key that may move up to `delegatedAmount` atomic units beside the holder. */
  readonly delegate: Address | null;
  readonly delegatedAmount: bigint;
  /** The key that may close the account; null where that is the holder. */
  readonly closeAuthority: Address | null;
  /** Whether it holds wrapped SOL. */
  readonly isNative: boolean;
  /** Transfers to it need a memo. */
  readonly memoRequired: boolean;
  /** Other programs cannot move its tokens with the holder's signature. */
  readonly cpiGuard: boolean;
  readonly immutableOwner: boolean;
  readonly nonTransferable: boolean;
  /** Whether there may be a confidential balance beside `amount`. */
  readonly confidential: boolean;
  /** Atomic units of transfer fees that are withheld in the account for the mint's withdrawer. */
  readonly withheldFee: bigint;
  /** Types that are not known here or belong to mints. */
  readonly unknownExtensions: readonly number[];
}

type Extensions = Pick<
  HolderAccountBytes,
  | 'memoRequired'
  | 'cpiGuard'
  | 'immutableOwner'
  | 'nonTransferable'
  | 'confidential'
  | 'withheldFee'
  | 'unknownExtensions'
>;

const AT = { delegate: 72, isNative: 109, delegatedAmount: 121, closeAuthority: 129 } as const;

const PLAIN: Extensions = {
  memoRequired: false,
  cpiGuard: false,
  immutableOwner: false,
  nonTransferable: false,
  confidential: false,
  withheldFee: 0n,
  unknownExtensions: [],
};

/**
 * The known types with their lengths in bytes and what they mean (spl-token-2022, `interface/src/extension`). The mint says more
 * about the marks of a hook (15) and a pausable mint (27), and about a confidential withheld fee (17).
 */
const LAYOUTS: ReadonlyMap<number, { readonly length: number; read(bytes: Bytes): Partial<Extensions> | null }> =
  new Map([
    [2, { length: 8, read: (bytes: Bytes) => ({ withheldFee: bytes.u64(0) }) }],
    [5, { length: 295, read: () => ({ confidential: true }) }],
    [7, { length: 0, read: () => ({ immutableOwner: true }) }],
    [8, { length: 1, read: (bytes: Bytes) => setting('memoRequired', bytes) }],
    [11, { length: 1, read: (bytes: Bytes) => setting('cpiGuard', bytes) }],
    [13, { length: 0, read: () => ({ nonTransferable: true }) }],
    [15, { length: 1, read: () => ({}) }],
    [17, { length: 64, read: () => ({}) }],
    [27, { length: 0, read: () => ({}) }],
  ]);

/**
 * The token account that the bytes hold, under either token program (layout: delegate option 72 and key 76, native option
 * 109, delegated amount 121, close authority option 129 and key 133; the rest as in `readTokenAccount`); null when they hold
 * none or contradict themselves.
 */
export function readHolderAccount(account: {
  readonly owner: Address;
  readonly data: Uint8Array;
}): HolderAccountBytes | null {
  const base = readTokenAccount(account);
  const extensions = base && withExtensions(account.data);
  if (base === null || extensions === null) return null;
  const bytes = new Bytes(account.data);
  const [delegate, closeAuthority] = [optionalKey(bytes, AT.delegate), optionalKey(bytes, AT.closeAuthority)];
  const native = bytes.u32(AT.isNative);
  if (delegate === undefined || closeAuthority === undefined || native > 1) return null;
  const delegatedAmount = bytes.u64(AT.delegatedAmount);
  return { ...base, ...extensions, delegate, delegatedAmount, closeAuthority, isNative: native === 1 };
}

function setting(name: 'memoRequired' | 'cpiGuard', bytes: Bytes): Partial<Extensions> | null {
  const value = bytes.u8(0);
  return value > 1 ? null : { [name]: value === 1 };
}

function withExtensions(data: Uint8Array): Extensions | null {
  const listed = readExtensions(data);
  if (listed === null) return null;
  let known = PLAIN;
  for (const { type, data: own } of listed) {
    const layout = LAYOUTS.get(type);
    const said = layout
      ? layout.length === own.length && layout.read(new Bytes(own))
      : { unknownExtensions: [...known.unknownExtensions, type] };
    if (!said) return null;
    known = { ...known, ...said };
  }
  return known;
}
