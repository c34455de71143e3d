import DataLoader from 'dataloader';
import type { Address, Signature } from '#lib/address.ts';
import { known, missing } from '#lib/reading.ts';
import type { AccountState, At, Freshness, LargeAccount, SignatureEntry, TokenHolding, Transaction } from '../model.ts';
import type { Method } from '../rpc/method.ts';
import type { Asking } from '../rpc/transport.ts';
import type { Run } from '../run-model.ts';
import type { FoundAccount } from '../scan-model.ts';
import { ACCOUNTS_PER_CALL } from './account.ts';
import { finalizedState, readAccounts } from './accounts.ts';
import { confirmedState } from './confirmed.ts';
import type { Pending } from './flight.ts';
import type { Immutables } from './immutable.ts';
import { getTokenLargestAccounts } from './largest-accounts.ts';
import { getRecentPrioritizationFees } from './priority-fees.ts';
import { getProgramAccounts, type ProgramQuery, programQueryKey } from './program-accounts.ts';
import { runTransaction } from './run.ts';
import { getSignaturesForAddress, type PageOf, pageLimit } from './signatures.ts';
import type { SlotReadings } from './slot-readings.ts';
import { getTokenAccountsByOwner, type HoldingsOf } from './token-holdings.ts';

/**
 * Loads one key. The same key is loaded once in an operation, `again` where that was given up before it was answered; `anew`
 * asks an endpoint whatever anybody was told before.
 */
export type Load<K, T> = (key: K, freshness: Freshness | 'again') => Promise<Pending<T>>;

/** The loads of one operation: the same key is asked once, however many of its checks need it. */
export interface Loaders {
  readonly account: Load<Address, At<AccountState | null>>;
  readonly snapshot: Load<readonly Address[], At<readonly (AccountState | null)[]>>;
  readonly largest: Load<Address, readonly LargeAccount[]>;
  readonly programAccounts: Load<ProgramQuery, readonly FoundAccount[]>;
  readonly priorityFees: Load<readonly Address[], readonly bigint[]>;
  readonly run: Load<string, Run>;
  readonly signatures: Load<PageOf, readonly SignatureEntry[]>;
  readonly transaction: Load<Signature, Transaction>;
  /** Without a loader's memory: what is asked so is held by nobody once it was answered. */
  readonly passing: (signature: Signature) => Pending<Transaction>;
  readonly holdings: Load<HoldingsOf, At<readonly TokenHolding[]>>;
  readonly blockTime: Load<number, number | null>;
}

/** What all sessions share. */
export interface Shared {
  readonly immutables: Immutables;
  readonly slot: SlotReadings;
}

/** Fresh loaders for one operation, whose own calls are made by `asking`. What `shared` has is not asked. */
export function openLoaders(asking: Asking, { immutables, slot }: Shared): Loaders {
  function each<I, T>(method: Method<I, T>, keyOf: (input: I) => string): Load<I, T> {
    return loadOf(
      slot,
      (input) => `${method.name} ${keyOf(input)}`,
      (inputs, keys) =>
        inputs.map((input, n) => slot.share(keys[n] ?? '', (interest) => asking.call(method, input, interest))),
    );
  }
  const { transactions, blockTimes } = immutables;
  return {
    account: loadOf(
      slot,
      (address) => `account ${address}`,
      (addresses, keys) => accountsOf(asking, slot, addresses, keys),
    ),
    snapshot: loadOf(
      slot,
      (list) => `snapshot ${list.join()}`,
      (lists, keys) => lists.map((list, n) => snapshotOf(asking, slot, list, keys[n] ?? '')),
    ),
    largest: each(getTokenLargestAccounts, (mint) => mint),
    programAccounts: each(getProgramAccounts, programQueryKey),
    priorityFees: each(getRecentPrioritizationFees, (writable) => writable.join()),
    run: each(runTransaction, (transaction) => transaction),
    signatures: each(getSignaturesForAddress, pageKey),
    transaction: keptLoad((signature) => transactions.get(signature, asking)),
    passing: (signature) => transactions.pass(signature, asking),
    holdings: each(getTokenAccountsByOwner, ({ owner, program }) => `${owner} ${program}`),
    blockTime: keptLoad((height) => blockTimes.get(height, asking)),
  };
}

/** Everything that decides what a page holds, and what is believed of it. */
function pageKey({ address, page, beforeSlot }: PageOf): string {
  return `${address} ${page.before ?? ''} ${beforeSlot ?? ''} ${page.until ?? ''} ${pageLimit(page)}`;
}

/** A load of the present. Its batch answers at once with what is under way, so that a slow key delays no other. */
function loadOf<K, T>(
  slot: SlotReadings,
  keyOf: (input: K) => string,
  begin: (inputs: readonly K[], keys: readonly string[]) => readonly Pending<T>[],
): Load<K, T> {
  const loader = new DataLoader(async (inputs: readonly K[]) => begin(inputs, inputs.map(keyOf)), {
    cacheKeyFn: keyOf,
    maxBatchSize: ACCOUNTS_PER_CALL,
  });
  return (input, freshness) => {
    if (freshness === 'anew') slot.forget(keyOf(input));
    return (freshness === 'shared' ? loader : loader.clear(input)).load(input);
  };
}

/** A load of what never changes, for which there is no anew. */
function keptLoad<K, T>(get: (key: K) => Pending<T>): Load<K, T> {
  const loader = new DataLoader(async (keys: readonly K[]) => keys.map(get));
  return (key, freshness) => (freshness === 'again' ? loader.clear(key) : loader).load(key);
}

/** Accounts that must be of one slot, so they share a call with no others. */
function snapshotOf(asking: Asking, slot: SlotReadings, addresses: readonly Address[], key: string) {
  return slot.share(key, (interest) => readAccounts(asking, confirmedState, addresses, interest));
}

/** One call for up to 100 addresses, and each one's part of its answer. Those that are shared already are not asked. */
function accountsOf(asking: Asking, slot: SlotReadings, addresses: readonly Address[], keys: readonly string[]) {
  return slot.shareAll<At<readonly (AccountState | null)[]>, At<AccountState | null>>(
    keys,
    (absent, interest) => {
      const asked = addresses.filter((_, place) => absent.includes(place));
      return readAccounts(asking, finalizedState, asked, interest);
    },
    ({ reading, bytes }, index, of) => {
      const share = Math.ceil(bytes / of);
      if (!reading.known) return { reading, bytes: share };
      const { slot: at, value } = reading.value;
      const account = value[index];
      if (account === undefined) return { reading: missing('rpc', 'rpc_unavailable'), bytes: share };
      return { reading: known({ slot: at, value: account }), bytes: share };
    },
  );
}
