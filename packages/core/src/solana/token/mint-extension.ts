import type { Address } from '../address.ts';
import { Bytes } from '../bytes.ts';
import { BorshReader, boundedText } from './borsh-reader.ts';
import type { FullMint, InlineMetadata, MintExtension } from './decoded-mint.ts';
import { nullableKey, readExtensions } from './extensions.ts';
import { readMint } from './mint.ts';
import { readTransferFee } from './transfer-fee.ts';

const TEXTS_AT = 64;

/** Why the bytes of a mint's extension cannot be used. */
export type UnreadExtension =
  /** A type that is newer than this decoder, or none. */
  | 'unknown'
  /** A type that belongs to token accounts. */
  | 'account_side'
  /** A known type with a length or a value that the program never writes. */
  | 'malformed';

/** How one type is read. The length is checked first. */
interface Layout {
  /** Lengths of the value in bytes; null where it varies and `read` checks it. */
  readonly lengths: readonly number[] | null;
  read(bytes: Bytes, data: Uint8Array): MintExtension | 'malformed';
}

const FROZEN = 2;
const F64_NORMAL_MIN = 2 ** -1022;

/**
 * Decodes a mint's extension by its type number (numbers, lengths and offsets: spl-token-2022, `interface/src/extension`). Accepts
 * any bytes and never throws.
 */
export function decodeMintExtension(type: number, data: Uint8Array): MintExtension | UnreadExtension {
  const layout = LAYOUTS.get(type);
  if (layout === undefined) return ACCOUNT_SIDE.has(type) ? 'account_side' : 'unknown';
  if (layout.lengths !== null && !layout.lengths.includes(data.length)) return 'malformed';
  return layout.read(new Bytes(data), data);
}

/**
 * Withheld fee 2, confidential balance 5, immutable owner 7, memo 8, CPI guard 11, not transferable 13, transfer hook 15,
 * confidential withheld fee 17, pausable 27.
 */
const ACCOUNT_SIDE: ReadonlySet<number> = new Set([2, 5, 7, 8, 11, 13, 15, 17, 27]);

const LAYOUTS: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [1, { lengths: null, read: transferFee }],
  [3, authorityAlone('close_authority')],
  [4, { lengths: [65], read: confidentialTransfer }],
  [6, { lengths: [1], read: defaultAccountState }],
  [9, { lengths: [0], read: () => ({ type: 'non_transferable' }) }],
  [10, { lengths: [52], read: interestBearing }],
  [12, { lengths: [32], read: (bytes) => ({ type: 'permanent_delegate', delegate: nullableKey(bytes, 0) }) }],
  [14, { lengths: [64], read: transferHook }],
  [16, { lengths: [129], read: confidentialTransferFee }],
  [18, pointer('metadata_pointer')],
  [19, { lengths: null, read: tokenMetadata }],
  [20, pointer('group_pointer')],
  // Group and member kept their counts in 4 bytes before they kept them in 8.
  [21, { lengths: [72, 80], read: (bytes) => ({ type: 'token_group', updateAuthority: nullableKey(bytes, 0) }) }],
  [22, pointer('group_member_pointer')],
  [23, { lengths: [68, 72], read: (bytes) => ({ type: 'token_group_member', group: bytes.key(32) }) }],
  [24, { lengths: [196], read: () => ({ type: 'confidential_mint_burn' }) }],
  [25, { lengths: [56], read: scaledUiAmount }],
  [26, { lengths: [33], read: pausable }],
  [28, authorityAlone('permissioned_burn')],
]);

function authorityAlone(type: 'close_authority' | 'permissioned_burn'): Layout {
  return { lengths: [32], read: (bytes) => ({ type, authority: nullableKey(bytes, 0) }) };
}

function pointer(type: 'metadata_pointer' | 'group_pointer' | 'group_member_pointer'): Layout {
  const read = (bytes: Bytes): MintExtension => ({
    type,
    authority: nullableKey(bytes, 0),
    target: nullableKey(bytes, 32),
  });
  return { lengths: [64], read };
}

function transferFee(bytes: Bytes, data: Uint8Array): MintExtension | 'malformed' {
  const fee = readTransferFee(data);
  if (fee === null) return 'malformed';
  return {
    type: 'transfer_fee',
    fee,
    authority: nullableKey(bytes, 0),
    withdrawAuthority: nullableKey(bytes, 32),
  };
}

function transferHook(bytes: Bytes): MintExtension {
  return { type: 'transfer_hook', authority: nullableKey(bytes, 0), program: nullableKey(bytes, 32) };
}

/** Authority 0, whether new accounts are approved at once 32, the auditor's key 33. */
function confidentialTransfer(bytes: Bytes): MintExtension | 'malformed' {
  const autoApprove = flag(bytes, 32);
  if (autoApprove === null) return 'malformed';
  return { type: 'confidential_transfer', authority: nullableKey(bytes, 0), autoApprove };
}

/** Authority 0, key of the withdrawer 32, whether harvesting is enabled 64, withheld amount 65. */
function confidentialTransferFee(bytes: Bytes): MintExtension | 'malformed' {
  if (flag(bytes, 64) === null) return 'malformed';
  return { type: 'confidential_transfer_fee', authority: nullableKey(bytes, 0) };
}

function defaultAccountState(bytes: Bytes): MintExtension | 'malformed' {
  const state = bytes.u8(0);
  return state > FROZEN ? 'malformed' : { type: 'default_account_state', frozen: state === FROZEN };
}

/** Authority 0, beginning i64 32, average rate before i16 40, last change i64 42, rate i16 50. */
function interestBearing(bytes: Bytes): MintExtension {
  const rateBps = (bytes.u16(50) << 16) >> 16;
  return { type: 'interest_bearing', authority: nullableKey(bytes, 0), rateBps };
}

function tokenMetadata(_: Bytes, data: Uint8Array): MintExtension | 'malformed' {
  const metadata = readInlineMetadata(data);
  return metadata === null ? 'malformed' : { type: 'token_metadata', metadata };
}

/** Authority 0, multiplier f64 32, time of the change i64 40, multiplier from then on f64 48. */
function scaledUiAmount(bytes: Bytes): MintExtension | 'malformed' {
  const multiplier = multiplierAt(bytes, 32);
  const newMultiplier = multiplierAt(bytes, 48);
  if (multiplier === null || newMultiplier === null) return 'malformed';
  const newFrom = bytes.i64(40);
  return { type: 'scaled_ui_amount', authority: nullableKey(bytes, 0), multiplier, newMultiplier, newFrom };
}

/** The program takes positive normal numbers only. */
function multiplierAt(bytes: Bytes, at: number): string | null {
  const raw = bytes.slice(at, 8);
  const value = new DataView(raw.buffer, raw.byteOffset, raw.byteLength).getFloat64(0, true);
  return Number.isFinite(value) && value >= F64_NORMAL_MIN ? String(value) : null;
}

function pausable(bytes: Bytes): MintExtension | 'malformed' {
  const paused = flag(bytes, 32);
  return paused === null ? 'malformed' : { type: 'pausable', authority: nullableKey(bytes, 0), paused };
}

function flag(bytes: Bytes, at: number): boolean | null {
  const value = bytes.u8(at);
  return value > 1 ? null : value === 1;
}

/**
 * The value of the extension TokenMetadata (layout: update authority 0, mint 32, then in borsh the texts name, symbol and
 * URI, and a count u32 of additional pairs of texts; spl-token-metadata-interface, `state.rs`). Null where a length leads
 * beyond the end or bytes are left over. Whether the mint inside is the one around it is the caller's to compare.
 */
function readInlineMetadata(data: Uint8Array): InlineMetadata | null {
  if (data.length < TEXTS_AT) return null;
  const reader = new BorshReader(data, TEXTS_AT);
  const [name, symbol, uri] = [reader.text(), reader.text(), reader.text()];
  if (!name || !symbol || !uri || !pairsEndIt(reader)) return null;
  const bytes = new Bytes(data);
  return {
    updateAuthority: nullableKey(bytes, 0),
    mint: bytes.key(32),
    name: boundedText(name),
    symbol: boundedText(symbol),
    uri: boundedText(uri),
  };
}

/** Whether the additional pairs end with the last byte. */
function pairsEndIt(reader: BorshReader): boolean {
  const count = reader.u32();
  if (count === null) return false;
  for (let pair = 0; pair < count; pair += 1) {
    if (!reader.text() || !reader.text()) return false;
  }
  return reader.left === 0;
}

/** Every address that the mint gives power over it; empty for an account that is no mint. */
export function mintAuthorities(account: { readonly owner: Address; readonly data: Uint8Array }): ReadonlySet<Address> {
  const mint = readMint(account);
  if (mint === null) return new Set();
  const named = (readExtensions(account.data) ?? []).flatMap(({ type, data }) => {
    const extension = decodeMintExtension(type, data);
    return typeof extension === 'string' ? [] : powersIn(extension).map(([, of]) => of);
  });
  return new Set([mint.mintAuthority, mint.freezeAuthority, ...named].filter((one) => one !== null));
}

/** A power over a mint, and its key; null: it has none any more. */
type MintPower = readonly [role: string, of: Address | null];

/** Every power over the mint: `mint`, `freeze`, `permanent_delegate`, `pause`, `close`, `metadata` and so on. */
export function authorityRoles(mint: FullMint): readonly MintPower[] {
  return [['mint', mint.mintAuthority], ['freeze', mint.freezeAuthority], ...mint.extensions.flatMap(powersIn)];
}

function powersIn(extension: MintExtension): readonly MintPower[] {
  switch (extension.type) {
    case 'transfer_fee':
      return [
        ['transfer_fee', extension.authority],
        ['withdraw_fee', extension.withdrawAuthority],
      ];
    case 'permanent_delegate':
      return [['permanent_delegate', extension.delegate]];
    case 'token_metadata':
      return [['metadata', extension.metadata.updateAuthority]];
    case 'token_group':
      return [['group', extension.updateAuthority]];
    case 'close_authority':
      return [['close', extension.authority]];
    case 'pausable':
      return [['pause', extension.authority]];
    case 'non_transferable':
    case 'default_account_state':
    case 'confidential_mint_burn':
    case 'token_group_member':
      return [];
    default:
      return [[extension.type, extension.authority]];
  }
}
