import DataLoader from 'dataloader';
import type { Address, Signature } from '#lib/address.ts';
import { known, missing } from '#lib/reading.ts';
import type {
  AccountState,
  At,
  BodiesPage,
  FoundAccount,
  Freshness,
  LargeAccount,
  ListedTransaction,
  Run,
  SignatureEntry,
  TokenHolding,
  Transaction,
} from '../chain-reader.ts';
import { arbitrate, type Trust } from '../endpoint-trust.ts';
import type { GateSchedule } from '../gates/gate-schedule.ts';
import type { Endpoint } from '../rpc/endpoint.ts';
import { type Method, notBefore } from '../rpc/rpc-method.ts';
import type { Asking } from '../rpc/rpc-transport.ts';
import { ACCOUNTS_PER_CALL } from './account.ts';
import { type AccountMethods, finalizedState, readAccounts } from './accounts.ts';
import { getRecentPrioritizationFees } from './blockhash-and-fees.ts';
import { type BodiesOf, getTransactionsForAddress, withBodies } from './body-pages.ts';
import { confirmedState, getTransaction } from './confirmed.ts';
import type { GateWatch } from './gate-watch.ts';
import type { Immutables } from './immutable.ts';
import { getProgramAccounts, type ProgramQuery, programQueryKey } from './program-accounts.ts';
import { type Pending, part, SharedCall, settledCall, unless } from './shared-call.ts';
import { getSignaturesForAddress, type PageOf, pageLimit } from './signatures.ts';
import { runTransaction } from './simulate-and-send.ts';
import type { SlotReadings } from './slot-readings.ts';
import { getTokenAccountsByOwner, getTokenLargestAccounts, type HoldingsOf } from './token-holdings.ts';

/**
 * Loads one key. The same key is loaded once in an operation, `again` where that was given up before it was answered; `anew`
 * asks an endpoint whatever anybody was told before.
 */
export type LoadKey<K, T> = (
  key: K,
  freshness: Freshness | 'again',
  minContextSlot: number | null,
) => Promise<Pending<T>>;

/** The loads of one operation: the same key is asked once, however many of its checks need it. */
export interface Loaders {
  readonly account: LoadKey<Address, At<AccountState | null>>;
  readonly snapshot: LoadKey<readonly Address[], At<readonly (AccountState | null)[]>>;
  readonly largest: LoadKey<Address, readonly LargeAccount[]>;
  readonly programAccounts: LoadKey<ProgramQuery, readonly FoundAccount[]>;
  readonly priorityFees: LoadKey<readonly Address[], readonly bigint[]>;
  readonly run: LoadKey<string, Run>;
  readonly signatures: LoadKey<PageOf, readonly SignatureEntry[]>;
  readonly transaction: LoadKey<Signature, Transaction>;
  /** Without a loader's memory: what is asked so is held by nobody once it was answered. */
  readonly passing: (signature: Signature) => Pending<Transaction>;
  /** Without a loader's memory either. */
  readonly bodies: (of: BodiesOf) => Pending<BodiesPage>;
  /** True where no endpoint offers pages of bodies. */
  readonly lacksBodies: () => boolean;
  readonly several: () => boolean;
  /** What another endpoint than `from` says of a transaction, one that can be asked now; a gap where there is none. */
  readonly opinion: (signature: Signature, from: Endpoint, patienceMs: number) => Pending<Transaction>;
  /** What the endpoints come to where two of them differ about a transaction. */
  readonly arbitrated: (signature: Signature) => Pending<Transaction>;
  /** Gives transactions of a page to `transaction`, for this operation and those that it has not asked for. */
  readonly listed: (entries: readonly ListedTransaction[]) => void;
  readonly holdings: LoadKey<HoldingsOf, At<readonly TokenHolding[]>>;
  readonly blockTime: LoadKey<number, number | null>;
  readonly schedule: (slot: number) => Pending<GateSchedule>;
}

/** What all sessions share. */
export interface Shared {
  readonly immutables: Immutables;
  readonly slot: SlotReadings;
  readonly gates: GateWatch;
  /** Whether more than one endpoint is configured. */
  readonly several: () => boolean;
}

/** Fresh loaders for one operation, whose own calls are made by `asking`, of whom `trust` believes. What `shared` has is not asked. */
export function openLoaders(asking: Asking, { immutables, slot, gates, several }: Shared, trust: Trust): Loaders {
  // Who believes fewer endpoints shares with those alone who believe the same ones.
  const leftOut = [...trust.distrusted]
    .map(({ origin }) => `not ${origin} `)
    .sort()
    .join('');
  function each<I, T>(method: Method<I, T>, keyOf: (input: I) => string): LoadKey<I, T> {
    return loadOf(
      slot,
      (input) => `${leftOut}${method.name} ${keyOf(input)}`,
      (asked, keys) =>
        asked.map(({ input, minContextSlot }, n) =>
          slot.share(keys[n] ?? '', (wait) => asking.call(notBefore(method, minContextSlot), input, wait)),
        ),
    );
  }
  const pages = each(getSignaturesForAddress, pageKey);
  return {
    account: loadOf(
      slot,
      (address) => `${leftOut}account ${address}`,
      (asked, keys) => accountsOf(asking, slot, asked, keys),
    ),
    snapshot: loadOf(
      slot,
      (list) => `${leftOut}snapshot ${list.join()}`,
      (lists, keys) => lists.map((list, n) => snapshotOf(asking, slot, list, keys[n] ?? '')),
    ),
    largest: each(getTokenLargestAccounts, (mint) => mint),
    programAccounts: each(getProgramAccounts, programQueryKey),
    priorityFees: each(getRecentPrioritizationFees, (writable) => writable.join()),
    run: each(runTransaction, (transaction) => transaction),
    signatures: async (...question) =>
      part(await pages(...question), (answer) => {
        if (answer.reading.known) trust.note(answer.reading.value, answer.from);
        return answer;
      }),
    ...bodyLoads(asking, immutables, trust),
    several,
    lacksBodies: () => asking.lacks(getTransactionsForAddress.name),
    holdings: each(getTokenAccountsByOwner, ({ owner, program }) => `${owner} ${program}`),
    blockTime: keptLoad(keptLoader((height: number) => immutables.blockTimes.get(height, asking))),
    schedule: (slot) => gates.schedule(slot),
  };
}

type BodyLoads = Pick<Loaders, 'transaction' | 'passing' | 'arbitrated' | 'opinion' | 'bodies' | 'listed'>;

/**
 * The loads of bodies. Where one is another than its list says, all endpoints that are believed are asked for it, and whoever was
 * caught is noted.
 */
function bodyLoads(asking: Asking, { transactions }: Immutables, trust: Trust): BodyLoads {
  const kept = keptLoader((signature: Signature) => transactions.get(signature, asking));
  const transaction = keptLoad(kept);
  const arbitrated = (signature: Signature) =>
    part(new SharedCall<Transaction>((wait) => arbitrate(asking, signature, wait, trust)), (answer) => {
      trust.distrust(answer.caught ?? []);
      return answer;
    });
  const examined = (signature: Signature, body: Pending<Transaction>) =>
    unless(body, ({ reading, caught = [] }) => {
      trust.distrust(caught);
      return reading.known && trust.contradiction(reading.value) ? arbitrated(signature) : null;
    });
  return {
    arbitrated,
    transaction: async (signature, ...question) => examined(signature, await transaction(signature, ...question)),
    passing: (signature) => examined(signature, transactions.pass(signature, asking)),
    opinion: (signature, from, patienceMs) =>
      new SharedCall(async (wait) => {
        const other = asking.believed.find((one) => one !== from && isReady(one, patienceMs));
        if (!other) return { reading: missing('rpc', 'rpc_unavailable', 'nobody else can be asked now'), bytes: 0 };
        return await asking.callAt(other, getTransaction, signature, wait);
      }),
    bodies: (of) =>
      part(new SharedCall((wait) => asking.call(getTransactionsForAddress, of, wait)), (answer) => {
        const { reading, from } = answer;
        if (!reading.known) return answer;
        const page = withBodies(reading.value, (body) => {
          // Alone an endpoint is asked for the transaction by itself, which is a gap if that is no better.
          const isCaught = !body.known && body.gap.cause === 'rpc_disagrees' && asking.believed.length > 1;
          if (from && isCaught) trust.distrust([from]);
        });
        return { ...answer, reading: known(page) };
      }),
    listed(entries) {
      for (const { signature, body } of entries) {
        const reading = body();
        // The page was counted with its bytes.
        if (reading.known) kept.prime(signature, settledCall({ reading, bytes: 0 }));
      }
    },
  };
}

/** Whether an endpoint is likely to answer at once. */
function isReady({ health }: Endpoint, patienceMs: number): boolean {
  return !health.resting && !health.shunned && !health.silentTo(patienceMs);
}

/** Everything that decides what a page holds, and what is believed of it. */
function pageKey({ address, page, beforeSlot }: PageOf): string {
  return `${address} ${page.before ?? ''} ${beforeSlot ?? ''} ${page.until ?? ''} ${pageLimit(page)}`;
}

/** What is asked, of nodes that have reached a slot. */
interface Asked<K> {
  readonly input: K;
  readonly minContextSlot: number | null;
}

/** A load of the present. Its batch answers at once with what is under way, so that a slow key delays no other. */
function loadOf<K, T>(
  slot: SlotReadings,
  keyOf: (input: K) => string,
  begin: (asked: readonly Asked<K>[], keys: readonly string[]) => readonly Pending<T>[],
): LoadKey<K, T> {
  const key = ({ input }: Asked<K>) => keyOf(input);
  const loader = new DataLoader(async (asked: readonly Asked<K>[]) => begin(asked, asked.map(key)), {
    cacheKeyFn: key,
    maxBatchSize: ACCOUNTS_PER_CALL,
  });
  return (input, freshness, minContextSlot) => {
    const asked = { input, minContextSlot };
    if (freshness === 'anew') slot.forget(keyOf(input));
    return (freshness === 'shared' ? loader : loader.clear(asked)).load(asked);
  };
}

function keptLoader<K, T>(get: (key: K) => Pending<T>): DataLoader<K, Pending<T>> {
  return new DataLoader(async (keys: readonly K[]) => keys.map(get));
}

/** A load of what never changes, for which there is no anew. */
function keptLoad<K, T>(loader: DataLoader<K, Pending<T>>): LoadKey<K, T> {
  return (key, freshness) => (freshness === 'again' ? loader.clear(key) : loader).load(key);
}

/** Accounts that must be of one slot, so they share a call with no others. */
function snapshotOf(asking: Asking, slot: SlotReadings, asked: Asked<readonly Address[]>, key: string) {
  const methods = reaching(confirmedState, asked.minContextSlot);
  return slot.share(key, (wait) => readAccounts(asking, methods, asked.input, wait));
}

function reaching({ many, one }: AccountMethods, minContextSlot: number | null): AccountMethods {
  return { many: notBefore(many, minContextSlot), one: notBefore(one, minContextSlot) };
}

/** One call for up to 100 addresses, and each one's part of its answer. Those that are shared already are not asked. */
function accountsOf(asking: Asking, slot: SlotReadings, all: readonly Asked<Address>[], keys: readonly string[]) {
  return slot.shareAll<At<readonly (AccountState | null)[]>, At<AccountState | null>>(
    keys,
    (absent, wait) => {
      const asked = all.filter((_, place) => absent.includes(place));
      const slots = asked.flatMap(({ minContextSlot }) => minContextSlot ?? []);
      const methods = reaching(finalizedState, slots.length > 0 ? Math.max(...slots) : null);
      const addresses = asked.map(({ input }) => input);
      return readAccounts(asking, methods, addresses, wait);
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
