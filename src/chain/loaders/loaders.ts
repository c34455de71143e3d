import DataLoader from 'dataloader';
import type { Address, Signature } from '#lib/address.ts';
import { mapReading, missing } from '#lib/reading.ts';
import type {
  AccountState,
  At,
  LargeAccount,
  SignatureEntry,
  SignaturePage,
  TokenHolding,
  Transaction,
} from '../model.ts';
import type { Method } from '../rpc/method.ts';
import type { Transport } from '../rpc/transport.ts';
import type { Run } from '../run-model.ts';
import type { FoundAccount } from '../scan-model.ts';
import { ACCOUNTS_PER_CALL } from './account.ts';
import { finalizedState, readAccounts } from './accounts.ts';
import { getBlockTime } from './block-time.ts';
import { confirmedState } from './confirmed.ts';
import type { FinalizedTransactions } from './finalized.ts';
import { Flight, type Pending, part } from './flight.ts';
import { getTokenLargestAccounts } from './largest-accounts.ts';
import { getRecentPrioritizationFees } from './priority-fees.ts';
import { getProgramAccounts, type ProgramQuery, programQueryKey } from './program-accounts.ts';
import { runTransaction } from './run.ts';
import { getSignaturesForAddress, type PageOf, pageLimit } from './signatures.ts';
import { getTokenAccountsByOwner, type HoldingsOf } from './token-holdings.ts';

/** The loads of one operation: the same key is asked once, however many of its checks need it. */
export interface Loaders {
  readonly account: DataLoader<Address, Pending<At<AccountState | null>>>;
  readonly snapshot: DataLoader<readonly Address[], Pending<At<readonly (AccountState | null)[]>>, string>;
  readonly largest: DataLoader<Address, Pending<readonly LargeAccount[]>>;
  readonly programAccounts: DataLoader<ProgramQuery, Pending<readonly FoundAccount[]>, string>;
  readonly priorityFees: DataLoader<readonly Address[], Pending<readonly bigint[]>, string>;
  readonly run: DataLoader<string, Pending<Run>>;
  readonly signatures: DataLoader<PageOf, Pending<readonly SignatureEntry[]>, string>;
  readonly transaction: DataLoader<Signature, Pending<Transaction>>;
  /** Without a loader's memory: what is asked so is held by nobody once it was answered. */
  readonly passing: (signature: Signature) => Pending<Transaction>;
  readonly holdings: DataLoader<HoldingsOf, Pending<At<readonly TokenHolding[]>>, string>;
  readonly blockTime: DataLoader<number, Pending<number | null>>;
}

/** The key of a page: everything that decides what it holds. */
function pageKey(address: Address, page: SignaturePage): string {
  return `${address} ${page.before ?? ''} ${page.until ?? ''} ${pageLimit(page)}`;
}

/** Fresh loaders over a transport. A loader's batch answers at once with what is under way, so a slow key delays no other. */
export function openLoaders(transport: Transport, finalized: FinalizedTransactions): Loaders {
  function each<I, T>(method: Method<I, T>) {
    return async (inputs: readonly I[]): Promise<Pending<T>[]> =>
      inputs.map((input) => new Flight((interest) => transport.call(method, input, interest)));
  }
  return {
    account: new DataLoader(async (addresses) => accountsOf(transport, addresses), {
      maxBatchSize: ACCOUNTS_PER_CALL,
    }),
    snapshot: new DataLoader(async (lists) => lists.map((list) => snapshotOf(transport, list)), {
      cacheKeyFn: (list: readonly Address[]) => list.join(),
    }),
    largest: new DataLoader(each(getTokenLargestAccounts)),
    programAccounts: new DataLoader(each(getProgramAccounts), { cacheKeyFn: programQueryKey }),
    priorityFees: new DataLoader(each(getRecentPrioritizationFees), {
      cacheKeyFn: (list: readonly Address[]) => list.join(),
    }),
    run: new DataLoader(each(runTransaction)),
    signatures: new DataLoader(each(getSignaturesForAddress), {
      cacheKeyFn: ({ address, page }: PageOf) => pageKey(address, page),
    }),
    transaction: new DataLoader(async (signatures) => signatures.map((signature) => finalized.get(signature))),
    passing: (signature) => finalized.pass(signature),
    holdings: new DataLoader(each(getTokenAccountsByOwner), {
      cacheKeyFn: ({ owner, program }: HoldingsOf) => `${owner} ${program}`,
    }),
    blockTime: new DataLoader(each(getBlockTime)),
  };
}

/** Accounts that must be of one slot, so they share a call with no others. */
function snapshotOf(transport: Transport, addresses: readonly Address[]) {
  return new Flight((interest) => readAccounts(transport, confirmedState, addresses, interest));
}

/** One call for up to 100 addresses, and each one's part of its answer. */
function accountsOf(transport: Transport, addresses: readonly Address[]): Pending<At<AccountState | null>>[] {
  const flight = new Flight((interest) => readAccounts(transport, finalizedState, addresses, interest));
  return addresses.map((_, index) =>
    part(flight, ({ reading, bytes }) => {
      const share = Math.ceil(bytes / addresses.length);
      if (!reading.known) return { reading, bytes: share };
      const value = reading.value.value[index];
      if (value === undefined) return { reading: missing('rpc', 'rpc_unavailable'), bytes: share };
      return { reading: mapReading(reading, ({ slot }) => ({ slot, value })), bytes: share };
    }),
  );
}
