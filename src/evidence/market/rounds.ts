import type { AccountState, StateReader } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';

/** What one call takes. */
const ACCOUNTS_PER_SNAPSHOT = 100;

/** Accounts of one or several snapshots, and the oldest of their slots. */
export interface Round {
  readonly accounts: ReadonlyMap<Address, AccountState | null>;
  readonly slot: number;
}

/** Reads accounts that need not be of one slot, each once, a hundred a call. The first gap spoils the round. */
export function readApart(reader: StateReader, addresses: Iterable<Address>): Promise<Reading<Round>> {
  const wanted = [...new Set(addresses)];
  const calls: Address[][] = [];
  for (let at = 0; at < wanted.length; at += ACCOUNTS_PER_SNAPSHOT) {
    calls.push(wanted.slice(at, at + ACCOUNTS_PER_SNAPSHOT));
  }
  return readCalls(reader, calls);
}

/**
 * Reads groups of accounts, each of one slot: groups are laid into calls of a hundred in their order. An account that two
 * groups name is read for both where they do not share a call, and the later reading counts.
 */
export function readTogether(reader: StateReader, groups: readonly (readonly Address[])[]): Promise<Reading<Round>> {
  const calls: Set<Address>[] = [];
  for (const group of groups) {
    const last = calls.at(-1);
    const joined = new Set([...(last ?? []), ...group]);
    if (last && joined.size <= ACCOUNTS_PER_SNAPSHOT) for (const address of group) last.add(address);
    else calls.push(new Set(group));
  }
  return readCalls(
    reader,
    calls.map((call) => [...call]),
  );
}

async function readCalls(reader: StateReader, calls: readonly (readonly Address[])[]): Promise<Reading<Round>> {
  const readings = await Promise.all(calls.map((call) => reader.snapshot(call)));
  const accounts = new Map<Address, AccountState | null>();
  let slot = Number.POSITIVE_INFINITY;
  for (const [index, reading] of readings.entries()) {
    if (!reading.known) return reading;
    slot = Math.min(slot, reading.value.slot);
    for (const [at, address] of (calls[index] ?? []).entries()) accounts.set(address, reading.value.value[at] ?? null);
  }
  return known({ accounts, slot });
}
