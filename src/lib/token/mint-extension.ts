import { Bytes } from '../bytes.ts';
import type { MintExtension } from './extension-model.ts';
import { readInlineMetadata } from './inline-metadata.ts';
import { nullableKey } from './nullable-key.ts';
import { readTransferFee } from './transfer-fee.ts';

/** Why the bytes of an extension of a mint say nothing that anything may rest on. */
export type UnreadExtension =
  /** A type that is newer than this decoder, or none. */
  | 'unknown'
  /** A type that belongs to token accounts. */
  | 'account_side'
  /** A known type with a length or a value that the program never writes. */
  | 'malformed';

/** How one type is read. The length is checked before `read` is called. */
interface Layout {
  /** Lengths of the value in bytes; null where it varies and `read` checks it. */
  readonly lengths: readonly number[] | null;
  read(bytes: Bytes, data: Uint8Array): MintExtension | 'malformed';
}

const FROZEN = 2;
const F64_NORMAL_MIN = 2 ** -1022;

/**
 * The value of an extension of a mint by its type number (numbers, lengths and offsets: spl-token-2022,
 * `interface/src/extension`). Any bytes are answered, nothing throws.
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
