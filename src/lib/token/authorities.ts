import { type Address, addressOf } from '../address.ts';
import { readExtensions } from './extensions.ts';
import { readMint } from './mint.ts';

/**
 * Where extensions of a mint name who has power over it: offsets of nullable keys by extension type. Transfer fee 1,
 * close 3, confidential transfer 4, interest 10, permanent delegate 12, hook 14, confidential fee 16, metadata 18 and 19,
 * groups 20 to 22, scaled amount 25, pausable 26, permissioned burn 28 (spl-token-2022, extension/mod.rs).
 */
const AUTHORITY_AT: Readonly<Record<number, readonly number[]>> = {
  1: [0, 32],
  ...Object.fromEntries([3, 4, 10, 12, 14, 16, 18, 19, 20, 21, 22, 25, 26, 28].map((type) => [type, [0]])),
};
const KEY_BYTES = 32;

/** Everybody whom a mint names as having power over it; empty for an account that is none. */
export function mintAuthorities(account: { readonly owner: Address; readonly data: Uint8Array }): ReadonlySet<Address> {
  const mint = readMint(account);
  if (mint === null) return new Set();
  const named = (readExtensions(account.data) ?? []).flatMap(({ type, data }) =>
    (AUTHORITY_AT[type] ?? []).flatMap((at) => {
      const key = data.subarray(at, at + KEY_BYTES);
      return key.length < KEY_BYTES || key.every((byte) => byte === 0) ? [] : [addressOf(key)];
    }),
  );
  return new Set([mint.mintAuthority, mint.freezeAuthority, ...named].filter((one) => one !== null));
}
