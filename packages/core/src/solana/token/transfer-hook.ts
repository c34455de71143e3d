import { type Address, addressBytes, derivedAddress } from '../address.ts';
import { Bytes } from '../bytes.ts';
import { type HookSeed, readSeeds } from './transfer-hook-seeds.ts';

/** How to find the address of an account that a hook needs beyond the transfer's own. Indexes count the hook's accounts. */
export type ExtraAddress =
  | { readonly is: 'fixed'; readonly address: Address }
  /** Follows from seeds, under the hook itself (`program` null) or under the account with an index. */
  | { readonly is: 'derived'; readonly program: number | null; readonly seeds: readonly HookSeed[] }
  /** The 32 bytes at an offset of the hook's instruction. */
  | { readonly is: 'in_instruction'; readonly at: number }
  /** The 32 bytes at an offset of an account's data. */
  | { readonly is: 'in_account'; readonly account: number; readonly at: number };

/** An account that a hook needs, in its order. */
export interface ExtraAccount {
  readonly address: ExtraAddress;
  readonly writable: boolean;
}

/** The instruction `Execute` of the transfer hook interface, whose first bytes also mark its list of accounts. */
const EXECUTE = Uint8Array.of(105, 37, 101, 197, 75, 251, 102, 26);
const EXECUTE_BYTES = EXECUTE.length + 8;
/** An entry: kind u8, 32 bytes that the kind gives a meaning, whether it signs and whether it is written to. */
const ENTRY_BYTES = 35;
const ENTRY = { config: 1, configBytes: 32, writable: 34 } as const;
const HEAD_BYTES = 12;
const KIND = { fixed: 0, ownSeeds: 1, stored: 2, otherSeeds: 128 } as const;
const STORED_IN = { instruction: 1, account: 2 } as const;
/** More keys do not fit into a transaction. */
const ENTRIES_MAX = 32;

/** The address of a hook's list of accounts for transfers of a mint: seeds are a text and the mint. */
export function hookListAddress(mint: Address, hookProgram: Address): Address {
  return derivedAddress([new TextEncoder().encode('extra-account-metas'), addressBytes(mint)], hookProgram);
}

/** The data that a token program calls a hook with: the mark of `Execute`, and the amount (u64, atomic units). */
export function executeData(amount: bigint): Uint8Array {
  const data = new Uint8Array(EXECUTE_BYTES);
  data.set(EXECUTE);
  new DataView(data.buffer).setBigUint64(EXECUTE.length, amount, true);
  return data;
}

/**
 * The accounts that a hook needs for a transfer, from the data of the account at `hookListAddress`: entries of a type (8 bytes), a
 * length u32 and a value. The first one with the mark of `Execute` holds a count u32 and so many entries of 35 bytes (spl-tlv-
 * account-resolution, `state.rs` and `account.rs`). Null where there is no such list, where it contradicts its own length, and
 * where an entry has an unknown kind.
 */
export function readHookList(data: Uint8Array): readonly ExtraAccount[] | null {
  const bytes = new Bytes(data);
  for (let at = 0; at + HEAD_BYTES <= data.length; ) {
    const end = at + HEAD_BYTES + bytes.u32(at + EXECUTE.length);
    if (end > data.length || bytes.isZero(at, EXECUTE.length)) return null;
    if (EXECUTE.every((byte, index) => byte === data[at + index])) {
      return readEntries(data.subarray(at + HEAD_BYTES, end));
    }
    at = end;
  }
  return null;
}

function readEntries(value: Uint8Array): readonly ExtraAccount[] | null {
  const bytes = new Bytes(value);
  const count = value.length < 4 ? Number.POSITIVE_INFINITY : bytes.u32(0);
  if (count > ENTRIES_MAX || 4 + count * ENTRY_BYTES > value.length) return null;
  const found: ExtraAccount[] = [];
  for (let index = 0; index < count; index += 1) {
    const entry = new Bytes(bytes.slice(4 + index * ENTRY_BYTES, ENTRY_BYTES));
    const address = readAddress(entry.u8(0), entry);
    if (address === null) return null;
    found.push({ address, writable: entry.u8(ENTRY.writable) !== 0 });
  }
  return found;
}

function readAddress(kind: number, entry: Bytes): ExtraAddress | null {
  if (kind === KIND.fixed) return { is: 'fixed', address: entry.key(ENTRY.config) };
  if (kind === KIND.stored) return readStored(entry);
  if (kind !== KIND.ownSeeds && kind < KIND.otherSeeds) return null;
  const seeds = readSeeds(entry.slice(ENTRY.config, ENTRY.configBytes));
  return seeds && { is: 'derived', program: kind === KIND.ownSeeds ? null : kind - KIND.otherSeeds, seeds };
}

function readStored(entry: Bytes): ExtraAddress | null {
  const [where, first, second] = [0, 1, 2].map((place) => entry.u8(ENTRY.config + place));
  if (where === STORED_IN.instruction) return { is: 'in_instruction', at: first ?? 0 };
  if (where === STORED_IN.account) return { is: 'in_account', account: first ?? 0, at: second ?? 0 };
  return null;
}
