import { Layout } from 'assay-sandbox/pools/layout.ts';
import { type Address, addressBytes } from '#solana/address.ts';
import type { FeeTerm, FullMint, InlineMetadata, MetaplexMetadata, MintExtension } from '#solana/token/decoded-mint.ts';

/** An extension as it stands in an account. */
export type RawExtension = readonly [type: number, value: Uint8Array];

const EXTENDED_AT = 165;

/** A mint or token account with extensions behind its base: the base padded, the account type, then each extension. */
export function extended(
  base: Uint8Array,
  accountType: number,
  extensions: readonly RawExtension[],
  behind: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const head = new Layout(EXTENDED_AT + 1).u8(EXTENDED_AT, accountType).bytes();
  head.set(base);
  const parts = extensions.map(([type, value]) =>
    Buffer.concat([new Layout(4).u16(0, type).u16(2, value.length).bytes(), value]),
  );
  return new Uint8Array(Buffer.concat([head, ...parts, behind]));
}

/** The first 82 bytes of a mint. `stale` stands where a key would, if there is none. */
export function mintBase(mint: Omit<FullMint, 'extensions' | 'unknownExtensions'>, stale?: Address): Uint8Array {
  const layout = new Layout(82).u64(36, mint.supply).u8(44, mint.decimals).u8(45, 1);
  option(layout, 0, mint.mintAuthority, stale);
  option(layout, 46, mint.freezeAuthority, stale);
  return layout.bytes();
}

/** A mint with all its extensions, in the shortest form: without the room for extensions where there are none. */
export function mintBytes(mint: FullMint, self: Address, stale?: Address): Uint8Array {
  const base = mintBase(mint, stale);
  if (mint.extensions.length === 0) return base;
  return extended(
    base,
    1,
    mint.extensions.map((one) => rawExtension(one, self)),
  );
}

/** What a token account says beside its extensions. */
export interface RawHolding {
  readonly mint: Address;
  readonly authority: Address;
  readonly amount: bigint;
  readonly state: number;
  readonly delegate: Address | null;
  readonly delegatedAmount: bigint;
  readonly closeAuthority: Address | null;
  readonly isNative: boolean;
}

/** The first 165 bytes of a token account. */
export function holdingBase(held: RawHolding, stale?: Address): Uint8Array {
  const layout = new Layout(165).key(0, held.mint).key(32, held.authority).u64(64, held.amount).u8(108, held.state);
  option(layout, 72, held.delegate, stale);
  layout.u32(109, held.isNative ? 1 : 0).u64(121, held.delegatedAmount);
  option(layout, 129, held.closeAuthority, stale);
  return layout.bytes();
}

function option(layout: Layout, at: number, key: Address | null, stale: Address | undefined): void {
  layout.u32(at, key === null ? 0 : 1);
  const behind = key ?? stale;
  if (behind) layout.key(at + 4, behind);
}

/** The extension as it stands in the mint `self`. */
export function rawExtension(extension: MintExtension, self: Address): RawExtension {
  switch (extension.type) {
    case 'transfer_fee': {
      const layout = keys(108, extension.authority, extension.withdrawAuthority).u64(64, 77n);
      fee(layout, 72, extension.fee.older);
      fee(layout, 90, extension.fee.newer);
      return [1, layout.bytes()];
    }
    case 'close_authority':
      return [3, keys(32, extension.authority).bytes()];
    case 'confidential_transfer':
      return [4, keys(65, extension.authority).u8(32, Number(extension.autoApprove)).bytes()];
    case 'default_account_state':
      return [6, Uint8Array.of(extension.frozen ? 2 : 1)];
    case 'non_transferable':
      return [9, new Uint8Array(0)];
    case 'interest_bearing':
      return [
        10,
        keys(52, extension.authority)
          .u16(50, extension.rateBps & 0xffff)
          .bytes(),
      ];
    case 'permanent_delegate':
      return [12, keys(32, extension.delegate).bytes()];
    case 'transfer_hook':
      return [14, keys(64, extension.authority, extension.program).bytes()];
    case 'confidential_transfer_fee':
      return [16, keys(129, extension.authority).u8(64, 1).bytes()];
    case 'metadata_pointer':
      return [18, keys(64, extension.authority, extension.target).bytes()];
    case 'token_metadata':
      return [19, inlineMetadata(extension.metadata)];
    case 'group_pointer':
      return [20, keys(64, extension.authority, extension.target).bytes()];
    case 'token_group':
      return [21, keys(80, extension.updateAuthority, self).u64(64, 3n).u64(72, 9n).bytes()];
    case 'group_member_pointer':
      return [22, keys(64, extension.authority, extension.target).bytes()];
    case 'token_group_member':
      return [23, keys(72, self, extension.group).u64(64, 2n).bytes()];
    case 'confidential_mint_burn':
      return [24, new Uint8Array(196).fill(5)];
    case 'scaled_ui_amount':
      return [25, scaled(extension)];
    case 'pausable':
      return [26, keys(33, extension.authority).u8(32, Number(extension.paused)).bytes()];
    case 'permissioned_burn':
      return [28, keys(32, extension.authority).bytes()];
  }
}

/** So many bytes that begin with keys; one that is not set is zero. */
function keys(length: number, ...from: readonly (Address | null)[]): Layout {
  const layout = new Layout(length);
  for (const [index, key] of from.entries()) if (key !== null) layout.key(index * 32, key);
  return layout;
}

function fee(layout: Layout, at: number, { epoch, maximum, basisPoints }: FeeTerm): void {
  layout
    .u64(at, epoch)
    .u64(at + 8, maximum)
    .u16(at + 16, Number(basisPoints));
}

function scaled(extension: Extract<MintExtension, { type: 'scaled_ui_amount' }>): Uint8Array {
  const data = keys(56, extension.authority).i64(40, extension.newFrom).bytes();
  const view = new DataView(data.buffer);
  view.setFloat64(32, Number(extension.multiplier), true);
  view.setFloat64(48, Number(extension.newMultiplier), true);
  return data;
}

/** The value of inline metadata, with pairs of additional texts behind. */
export function inlineMetadata(
  metadata: InlineMetadata,
  pairs: readonly (readonly [string, string])[] = [],
): Uint8Array {
  const head = keys(64, metadata.updateAuthority, metadata.mint).bytes();
  const texts = [metadata.name, metadata.symbol, metadata.uri].map((one) => borshText(one));
  const count = new Layout(4).u32(0, pairs.length).bytes();
  return Buffer.concat([head, ...texts, count, ...pairs.flat().map((one) => borshText(one))]);
}

/** A text with its length (u32) before it, filled up with NULs to `padded` bytes. */
export function borshText(text: string | Uint8Array, padded = 0): Uint8Array {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const length = Math.max(bytes.length, padded);
  const written = new Layout(4 + length).u32(0, length).bytes();
  written.set(bytes, 4);
  return written;
}

/** How Metaplex metadata is written beside what it says. */
export interface MetaplexForm {
  /** Whether the texts are filled up to 32, 10 and 200 bytes. */
  readonly padded: boolean;
  /** Null where the list is not there at all. */
  readonly creators: readonly Address[] | null;
  readonly nonce: number | null;
  /** Zeros behind the end. */
  readonly room: number;
}

/** A metadata account of Metaplex. */
export function metaplexBytes(metadata: MetaplexMetadata, form: MetaplexForm): Uint8Array {
  const optional = (value: number | null): number[] => (value === null ? [0] : [1, value]);
  const head = new Layout(65).u8(0, 4).key(1, metadata.updateAuthority).key(33, metadata.mint).bytes();
  const texts = [metadata.name, metadata.symbol, metadata.uri].map((one, index) =>
    borshText(one, form.padded ? [32, 10, 200][index] : 0),
  );
  const creators = (form.creators ?? []).map((one) => Buffer.concat([addressBytes(one), Buffer.of(1, 0)]));
  const list = form.creators
    ? [Buffer.of(1), new Layout(4).u32(0, creators.length).bytes(), ...creators]
    : [Buffer.of(0)];
  const end = [0, Number(metadata.mutable), ...optional(form.nonce), ...optional(metadata.tokenStandard)];
  return Buffer.concat([head, ...texts, Buffer.of(244, 1), ...list, Buffer.of(...end), Buffer.alloc(form.room)]);
}
