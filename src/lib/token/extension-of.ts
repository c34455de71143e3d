import type { FullMint, MintExtension, MintExtensionType } from '#lib/token/extension-model.ts';

/** The extension of this type that a mint carries, or null. A type stands in a mint once at most. */
export function extensionOf<T extends MintExtensionType>(
  mint: FullMint,
  type: T,
): Extract<MintExtension, { readonly type: T }> | null {
  const isIt = (one: MintExtension): one is Extract<MintExtension, { readonly type: T }> => one.type === type;
  return mint.extensions.find(isIt) ?? null;
}
