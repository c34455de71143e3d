import { PROGRAMS, spell } from './programs.ts';
import type { AccountSnapshot } from './svm.ts';
import type { WireMessage } from './wire.ts';

/** Bytes of a lookup table before its addresses. */
const TABLE_HEADER_BYTES = 56;

/** The addresses that a message loads from lookup tables. */
export interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

/** Resolves the lookups of a message, or null when a table or an index does not exist: such a transaction cannot run. */
export function loadAddresses(
  message: WireMessage,
  account: (address: string) => AccountSnapshot | null,
): LoadedAddresses | null {
  const writable: (string | null)[] = [];
  const readonly: (string | null)[] = [];
  for (const lookup of message.lookups) {
    const table = account(lookup.table);
    writable.push(...lookup.writable.map((index) => entry(table, index)));
    readonly.push(...lookup.readonly.map((index) => entry(table, index)));
  }
  return isComplete(writable) && isComplete(readonly) ? { writable, readonly } : null;
}

function entry(table: AccountSnapshot | null, index: number): string | null {
  if (table?.owner !== PROGRAMS.lookupTable) return null;
  const at = TABLE_HEADER_BYTES + 32 * index;
  return at + 32 <= table.data.length ? spell(table.data.subarray(at, at + 32)) : null;
}

function isComplete(list: readonly (string | null)[]): list is readonly string[] {
  return list.every((one) => one !== null);
}
