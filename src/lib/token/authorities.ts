import type { Address } from '../address.ts';
import type { MintExtension } from './extension-model.ts';
import { readExtensions } from './extensions.ts';
import { readMint } from './mint.ts';
import { decodeMintExtension } from './mint-extension.ts';

/** Everybody whom a mint names as having power over it; empty for an account that is none. */
export function mintAuthorities(account: { readonly owner: Address; readonly data: Uint8Array }): ReadonlySet<Address> {
  const mint = readMint(account);
  if (mint === null) return new Set();
  const named = (readExtensions(account.data) ?? []).flatMap(({ type, data }) => {
    const extension = decodeMintExtension(type, data);
    return typeof extension === 'string' ? [] : powersOf(extension);
  });
  return new Set([mint.mintAuthority, mint.freezeAuthority, ...named].filter((one) => one !== null));
}

/** Whom an extension names as having power over the mint; null for a power that nobody has. */
function powersOf(extension: MintExtension): readonly (Address | null)[] {
  switch (extension.type) {
    case 'transfer_fee':
      return [extension.authority, extension.withdrawAuthority];
    case 'permanent_delegate':
      return [extension.delegate];
    case 'token_metadata':
      return [extension.metadata.updateAuthority];
    case 'token_group':
      return [extension.updateAuthority];
    default:
      return 'authority' in extension ? [extension.authority] : [];
  }
}
