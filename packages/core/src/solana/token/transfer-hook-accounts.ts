import { type Address, addressBytes, addressOf, derivedAddress } from '../address.ts';
import { type ExtraAccount, type ExtraAddress, executeData, hookListAddress } from './transfer-hook.ts';
import type { HookSeed } from './transfer-hook-seeds.ts';

/** A transfer as the hook's program gets it. Amount in atomic units, before a fee of the mint. */
export interface HookedTransfer {
  readonly hookProgram: Address;
  readonly source: Address;
  readonly mint: Address;
  readonly destination: Address;
  readonly authority: Address;
  readonly amount: bigint;
}

/** An account of an instruction. */
export interface NamedAccount {
  readonly address: Address;
  readonly writable: boolean;
}

/**
 * The resolved accounts of one transfer; or the accounts whose data has to be read first, which may lead to more; or why there are
 * none, as the token program would refuse them too.
 */
export type Resolved =
  | { readonly is: 'resolved'; readonly accounts: readonly NamedAccount[] }
  | { readonly is: 'needs'; readonly accounts: readonly Address[] }
  | { readonly is: 'unresolvable'; readonly why: string };

/** The data of an account: null where it does not exist, undefined where it was not read. */
export type DataOf = (address: Address) => Uint8Array | null | undefined;

const KEY_BYTES = 32;
const SEED_BYTES_MAX = 32;
/** Seeds of an address, without the bump. */
const SEEDS_MAX = 15;

/** A list that cannot be resolved. Thrown in this file only. */
class Unresolvable extends Error {}

/**
 * Resolves a hook's list for a transfer as the token program does: its accounts are source, mint, destination, authority,
 * the list itself and then each entry, which may refer to those before it. None of them signs, and one that stands there
 * already is written to only where it was (spl-tlv-account-resolution, `account.rs` and `state.rs`).
 */
export function resolveHookList(list: readonly ExtraAccount[], transfer: HookedTransfer, dataOf: DataOf): Resolved {
  const { hookProgram, source, mint, destination, authority, amount } = transfer;
  const listed = hookListAddress(mint, hookProgram);
  const own = [source, mint, destination, authority, listed].map((address) => ({ address, writable: false }));
  const accounts: (NamedAccount | null)[] = [...own];
  const view: View = { hookProgram, data: executeData(amount), accounts, dataOf, needs: new Set() };
  try {
    for (const { address: wanted, writable } of list) {
      const address = addressIn(view, wanted);
      accounts.push(address && { address, writable: writable && mayWrite(accounts, address) });
    }
  } catch (error) {
    if (!(error instanceof Unresolvable)) throw error;
    return { is: 'unresolvable', why: error.message };
  }
  if (view.needs.size > 0) return { is: 'needs', accounts: [...view.needs] };
  return { is: 'resolved', accounts: accounts.slice(own.length).filter((one) => one !== null) };
}

/** The accounts that entries may refer to: null for an account that depends on data that was not read. */
interface View {
  readonly hookProgram: Address;
  readonly data: Uint8Array;
  readonly accounts: readonly (NamedAccount | null)[];
  readonly dataOf: DataOf;
  readonly needs: Set<Address>;
}

function mayWrite(accounts: readonly (NamedAccount | null)[], address: Address): boolean {
  const before = accounts.filter((one) => one?.address === address);
  return before.length === 0 || before.some((one) => one?.writable);
}

function addressIn(view: View, wanted: ExtraAddress): Address | null {
  switch (wanted.is) {
    case 'fixed':
      return wanted.address;
    case 'in_instruction':
      return addressOf(part(view.data, wanted.at, KEY_BYTES));
    case 'in_account': {
      const data = dataAt(view, wanted.account);
      return data && addressOf(part(data, wanted.at, KEY_BYTES));
    }
    case 'derived': {
      if (wanted.seeds.length > SEEDS_MAX) throw new Unresolvable('an address of too many seeds');
      const seeds = wanted.seeds.map((seed) => seedIn(view, seed));
      const program = wanted.program === null ? view.hookProgram : keyAt(view, wanted.program);
      const whole = seeds.filter((seed) => seed !== null);
      if (whole.some(({ length }) => length > SEED_BYTES_MAX)) throw new Unresolvable('a seed of too many bytes');
      return program && whole.length === seeds.length ? derivedAddress(whole, program) : null;
    }
  }
}

function seedIn(view: View, seed: HookSeed): Uint8Array | null {
  switch (seed.is) {
    case 'literal':
      return seed.bytes;
    case 'instruction':
      return part(view.data, seed.at, seed.length);
    case 'key': {
      const key = keyAt(view, seed.account);
      return key && addressBytes(key);
    }
    case 'data': {
      const data = dataAt(view, seed.account);
      return data && part(data, seed.at, seed.length);
    }
  }
}

function keyAt({ accounts }: View, index: number): Address | null {
  const account = accounts[index];
  if (account === undefined) throw new Unresolvable(`no account ${index} stands before`);
  return account?.address ?? null;
}

function dataAt(view: View, index: number): Uint8Array | null {
  const address = keyAt(view, index);
  if (address === null) return null;
  const data = view.dataOf(address);
  if (data === null) throw new Unresolvable(`account ${index} is not there`);
  if (data === undefined) view.needs.add(address);
  return data ?? null;
}

function part(data: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > data.length) throw new Unresolvable(`${length} bytes at ${at} of ${data.length}`);
  return data.subarray(at, at + length);
}
