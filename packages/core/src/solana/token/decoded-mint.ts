import type { Address } from '../address.ts';

/** The fee of a Token-2022 mint on each transfer from `epoch` on: basis points, at most `maximum` atomic units. */
export interface FeeTerm {
  readonly epoch: bigint;
  readonly maximum: bigint;
  readonly basisPoints: bigint;
}

/** The two fee terms of a mint. The older one is valid until the newer one's epoch. */
export interface TransferFee {
  readonly older: FeeTerm;
  readonly newer: FeeTerm;
  /** Whether the fee can still be changed. */
  readonly mutable: boolean;
}

/**
 * An extension of a Token-2022 mint, decoded (types and layouts: spl-token-2022, `interface/src/extension`). A key that is
 * not set is null. Amounts in atomic units, rates in basis points, times in Unix seconds.
 */
export type MintExtension =
  | {
      readonly type: 'transfer_fee';
      readonly fee: TransferFee;
      readonly authority: Address | null;
      readonly withdrawAuthority: Address | null;
    }
  | { readonly type: 'close_authority'; readonly authority: Address | null }
  | { readonly type: 'confidential_transfer'; readonly authority: Address | null; readonly autoApprove: boolean }
  | { readonly type: 'default_account_state'; readonly frozen: boolean }
  | { readonly type: 'non_transferable' }
  | { readonly type: 'interest_bearing'; readonly authority: Address | null; readonly rateBps: number }
  | { readonly type: 'permanent_delegate'; readonly delegate: Address | null }
  | { readonly type: 'transfer_hook'; readonly authority: Address | null; readonly program: Address | null }
  | { readonly type: 'confidential_transfer_fee'; readonly authority: Address | null }
  | { readonly type: 'metadata_pointer'; readonly authority: Address | null; readonly target: Address | null }
  | { readonly type: 'token_metadata'; readonly metadata: InlineMetadata }
  | {
      readonly type: 'group_pointer' | 'group_member_pointer';
      readonly authority: Address | null;
      readonly target: Address | null;
    }
  | { readonly type: 'token_group'; readonly updateAuthority: Address | null }
  | { readonly type: 'token_group_member'; readonly group: Address }
  | { readonly type: 'confidential_mint_burn' }
  | {
      readonly type: 'scaled_ui_amount';
      readonly authority: Address | null;
      /** The multiplier as the bytes spell it, shortest decimal; the second one holds from `newFrom` on. */
      readonly multiplier: string;
      readonly newMultiplier: string;
      readonly newFrom: bigint;
    }
  | { readonly type: 'pausable'; readonly authority: Address | null; readonly paused: boolean }
  | { readonly type: 'permissioned_burn'; readonly authority: Address | null };

/** A name of an extension of a mint. */
export type MintExtensionType = MintExtension['type'];

/** Metadata inside a mint. Texts are untrusted; at most `TEXT_BYTES_MAX` bytes of each are kept. */
export interface InlineMetadata {
  readonly updateAuthority: Address | null;
  readonly mint: Address;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
}

/** A mint with everything in its bytes. */
export interface FullMint {
  readonly program: Address;
  /** Atomic units. */
  readonly supply: bigint;
  readonly decimals: number;
  readonly mintAuthority: Address | null;
  readonly freezeAuthority: Address | null;
  /** In the order of the bytes. */
  readonly extensions: readonly MintExtension[];
  /** Unknown types, and types that belong to accounts. No rule may depend on them. */
  readonly unknownExtensions: readonly number[];
}

/** What the account of a subject is, by its program, length and bytes alone. */
export type TokenSubject =
  | { readonly is: 'mint'; readonly mint: FullMint }
  | { readonly is: 'token_account'; readonly mint: Address; readonly owner: Address }
  | { readonly is: 'multisig' }
  /** Room for a mint or a token account that was not initialized. */
  | { readonly is: 'uninitialized' }
  /** An account of a token program whose bytes contradict its length or type, or that has no length of theirs: `why` is for people. */
  | { readonly is: 'malformed'; readonly why: string }
  /** An account of another program. */
  | { readonly is: 'foreign' };

/** Metaplex metadata of a mint. Texts untrusted, as for `InlineMetadata`. */
export interface MetaplexMetadata {
  readonly updateAuthority: Address;
  readonly mint: Address;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
  readonly mutable: boolean;
  /** 0 non-fungible, 1 fungible asset, 2 fungible, 3 edition, 4 programmable, 5 programmable edition; null where it is not said. */
  readonly tokenStandard: number | null;
}

/** The mint's extension of this type, or null. A mint has each type at most once. */
export function extensionOf<T extends MintExtensionType>(
  mint: FullMint,
  type: T,
): Extract<MintExtension, { readonly type: T }> | null {
  const isIt = (one: MintExtension): one is Extract<MintExtension, { readonly type: T }> => one.type === type;
  return mint.extensions.find(isIt) ?? null;
}
