import DataLoader from 'dataloader';
import { known, missing } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import type { GateSchedule } from '#solana/gates/gate-schedule.ts';
import type { Transaction } from '#solana/transaction.ts';
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
} from '../chain-reader.ts';
import { arbitrate, type Trust } from '../endpoint-trust.ts';
import type { Wait } from '../rpc/call-wait.ts';
import type { Endpoint } from '../rpc/endpoint.ts';
import type { AnsweredCall, RpcCaller } from '../rpc/rpc-caller.ts';
import { type Method, notBefore } from '../rpc/rpc-method.ts';
import { ACCOUNTS_PER_CALL, type AccountMethods, confirmedState, finalizedState, readAccounts } from './accounts.ts';
import { getRecentPrioritizationFees } from './blockhash-and-fees.ts';
import { type BodiesOf, getTransactionsForAddress, withBodies } from './body-pages.ts';
import type { GateWatch } from './gate-watch.ts';
import type { PresentReadings } from './present-readings.ts';
import { getProgramAccounts, type ProgramQuery, programQueryKey } from './program-accounts.ts';
import { type Pending, part, SharedCall, settledCall, unless } from './shared-call.ts';
import { getSignaturesForAddress, type PageOf, pageLimit } from './signatures.ts';
import { runTransaction } from './simulate-and-send.ts';
import { getTokenAccountsByOwner, getTokenLargestAccounts, type HoldingsOf } from './token-holdings.ts';
import { getTransaction } from './transactions.ts';
import type { UnchangingCaches } from './unchanging-readings.ts';

/**
 * Loads one key. The same key is loaded once in an operation; `again` loads it once more where it was aborted before its answer
 * came, and `anew` asks an endpoint even where an answer is shared.
 */
export type LoadKey<K, T> = (
  key: K,
  freshness: Freshness | 'again',
  minContextSlot: number | null,
) => Promise<Pending<T>>;

/** Loads one key in the batch of its session and remembers nothing. */
type LoadOnce<K, T> = (key: K) => Promise<Pending<T>>;

/** A transaction that another endpoint than `from` is asked for, within a timeout in milliseconds. */
interface OpinionOf {
  readonly signature: Signature;
  readonly from: Endpoint;
  readonly answerTimeoutMs: number;
}

/** The loads of one operation. The same key is asked once, however many of its checks need it. */
export interface Loaders {
  readonly account: LoadKey<Address, At<AccountState | null>>;
  readonly snapshot: LoadKey<readonly Address[], At<readonly (AccountState | null)[]>>;
  readonly largest: LoadKey<Address, readonly LargeAccount[]>;
  readonly programAccounts: LoadKey<ProgramQuery, readonly FoundAccount[]>;
  readonly priorityFees: LoadKey<readonly Address[], readonly bigint[]>;
  readonly run: LoadKey<string, Run>;
  readonly signatures: LoadKey<PageOf, readonly SignatureEntry[]>;
  readonly transaction: LoadKey<Signature, Transaction>;
  /** Remembers nothing, and nothing keeps the answer. */
  readonly passing: LoadOnce<Signature, Transaction>;
  /** Remembers nothing, and nothing keeps the page. */
  readonly bodies: LoadOnce<BodiesOf, BodiesPage>;
  /** True where no endpoint offers pages of bodies. */
  readonly lacksBodies: () => boolean;
  readonly several: () => boolean;
  /** The transaction as another endpoint gives it, one that can be asked now; a gap where there is none. */
  readonly opinion: LoadOnce<OpinionOf, Transaction>;
  /** The transaction that most endpoints give, where two of them differ. */
  readonly arbitrated: LoadOnce<Signature, Transaction>;
  /** Hands transactions of a page to `transaction`, for this operation, where it has not asked for them yet. */
  readonly listed: (entries: readonly ListedTransaction[]) => void;
  readonly holdings: LoadKey<HoldingsOf, At<readonly TokenHolding[]>>;
  readonly blockTime: LoadKey<number, number | null>;
  /** A signature of the slot's block; null where there is none. */
  readonly blockSignature: LoadKey<number, Signature | null>;
  /** Rent and slot time at every slot up to this one, from the shared readings. */
  readonly gates: (slot: number) => Pending<GateSchedule>;
}

/** Calls `dispatch` when a batch is to leave, as `batchScheduleFn` of a loader does. */
export type BatchSchedule = (dispatch: () => void) => void;

/** The readings that all sessions share. */
export interface SharedReadings {
  readonly unchanging: UnchangingCaches;
  readonly present: PresentReadings;
  readonly gates: GateWatch;
  /** Whether more than one endpoint is configured. */
  readonly several: () => boolean;
}

/**
 * Fresh loaders for one operation. Their calls are made by `rpc`, and endpoints that contradict themselves or a list are noted in `trust`.
 * Answers that other sessions have read are not requested again. All batches leave when `schedule` calls them.
 */
export function openLoaders(
  rpc: RpcCaller,
  { unchanging, present, gates, several }: SharedReadings,
  trust: Trust,
  schedule: BatchSchedule,
): Loaders {
  // Operations that distrust the same endpoints share with each other only.
  const leftOut = [...trust.distrusted]
    .map(({ origin }) => `not ${origin} `)
    .sort()
    .join('');
  function each<I, T>(method: Method<I, T>, keyOf: (input: I) => string): LoadKey<I, T> {
    return loadOf(
      present,
      schedule,
      (input) => `${leftOut}${method.name} ${keyOf(input)}`,
      (asked, keys) =>
        asked.map(({ input, minContextSlot }, n) =>
          present.share(keys[n] ?? '', (wait) => rpc.call(notBefore(method, minContextSlot), input, wait)),
        ),
    );
  }
  const pages = each(getSignaturesForAddress, pageKey);
  return {
    account: loadOf(
      present,
      schedule,
      (address) => `${leftOut}account ${address}`,
      (asked, keys) => accountsOf(rpc, present, asked, keys),
    ),
    snapshot: loadOf(
      present,
      schedule,
      (list) => `${leftOut}snapshot ${list.join()}`,
      (lists, keys) => lists.map((list, n) => snapshotOf(rpc, present, list, keys[n] ?? '')),
    ),
    largest: each(getTokenLargestAccounts, (mint) => mint),
    programAccounts: each(getProgramAccounts, programQueryKey),
    priorityFees: each(getRecentPrioritizationFees, (writable) => writable.join()),
    run: each(runTransaction, (transaction) => transaction),
    signatures: async (...question) =>
      part(await pages(...question), (answer) => {
        if (answer.reading.known) trust.note(question[0].address, answer.reading.value, answer.from);
        return answer;
      }),
    ...bodyLoads(rpc, unchanging, trust, schedule),
    several,
    lacksBodies: () => rpc.lacks(getTransactionsForAddress.name),
    holdings: each(getTokenAccountsByOwner, ({ owner, program }) => `${owner} ${program}`),
    blockTime: keptLoad(keptLoader(schedule, (height: number) => unchanging.blockTimes.get(height, rpc))),
    blockSignature: keptLoad(keptLoader(schedule, (slot: number) => unchanging.blockSignatures.get(slot, rpc))),
    gates: (slot) => gates.schedule(slot),
  };
}

type BodyLoads = Pick<Loaders, 'transaction' | 'passing' | 'arbitrated' | 'opinion' | 'bodies' | 'listed'>;

/** The loads of transactions. Where one contradicts its list, all trusted endpoints are asked for it, and those that lied are noted. */
function bodyLoads(
  rpc: RpcCaller,
  { transactions }: UnchangingCaches,
  trust: Trust,
  schedule: BatchSchedule,
): BodyLoads {
  const kept = keptLoader(schedule, (signature: Signature) => transactions.get(signature, rpc));
  const transaction = keptLoad(kept);
  const arbitrated = (signature: Signature) =>
    part(new SharedCall<Transaction>((wait) => arbitrate(rpc, signature, wait, trust)), (answer) => {
      trust.distrust(answer.caught ?? []);
      return answer;
    });
  const examined = (signature: Signature, body: Pending<Transaction>) =>
    unless(body, ({ reading, caught = [] }) => {
      trust.distrust(caught);
      return reading.known && trust.contradiction(reading.value) ? arbitrated(signature) : null;
    });
  return {
    arbitrated: loadOnce(schedule, arbitrated),
    transaction: async (signature, ...question) => examined(signature, await transaction(signature, ...question)),
    passing: loadOnce(schedule, (signature) => examined(signature, transactions.pass(signature, rpc))),
    opinion: loadOnce(schedule, (of) => new SharedCall((wait) => opinionOf(rpc, of, wait))),
    bodies: loadOnce(schedule, (of) =>
      part(new SharedCall((wait) => rpc.call(getTransactionsForAddress, of, wait)), (answer) =>
        withCheckedBodies(rpc, answer, trust),
      ),
    ),
    listed(entries) {
      for (const { signature, body } of entries) {
        const reading = body();
        // The bytes were counted with the page.
        if (reading.known) kept.prime(signature, settledCall({ reading, bytes: 0 }));
      }
    },
  };
}

/** The transaction as another endpoint gives it; a gap where none can be asked now. */
async function opinionOf(rpc: RpcCaller, { signature, from, answerTimeoutMs }: OpinionOf, wait: Wait) {
  const other = rpc.trusted.find((one) => one !== from && isReady(one, answerTimeoutMs));
  if (!other) return { reading: missing('rpc', 'rpc_unavailable', 'nobody else can be asked now'), bytes: 0 };
  return await rpc.callAt(other, getTransaction, signature, wait);
}

/** The page. An endpoint whose body contradicts itself is distrusted, where there is another one. */
function withCheckedBodies(rpc: RpcCaller, answer: AnsweredCall<BodiesPage>, trust: Trust): AnsweredCall<BodiesPage> {
  const { reading, from } = answer;
  if (!reading.known) return answer;
  const page = withBodies(reading.value, (body) => {
    // Where there is only one endpoint, it is asked for the transaction by itself, which becomes a gap if that is no better.
    const isCaught = !body.known && body.gap.cause === 'rpc_disagrees' && rpc.trusted.length > 1;
    if (from && isCaught) trust.distrust([from]);
  });
  return { ...answer, reading: known(page) };
}

/** Whether the endpoint is likely to answer at once. */
function isReady({ health }: Endpoint, answerTimeoutMs: number): boolean {
  return !health.resting && !health.shunned && !health.silentTo(answerTimeoutMs);
}

/** Everything that decides the content of a page and whether it is trusted. */
function pageKey({ address, page, beforeSlot }: PageOf): string {
  return `${address} ${page.before ?? ''} ${beforeSlot ?? ''} ${page.until ?? ''} ${pageLimit(page)}`;
}

/** A question, and the slot that a node must have reached to answer it. */
interface Asked<K> {
  readonly input: K;
  readonly minContextSlot: number | null;
}

/** A load of the present. Its batch resolves at once to the calls under way, so that a slow key delays no other. */
function loadOf<K, T>(
  present: PresentReadings,
  schedule: BatchSchedule,
  keyOf: (input: K) => string,
  begin: (asked: readonly Asked<K>[], keys: readonly string[]) => readonly Pending<T>[],
): LoadKey<K, T> {
  const key = ({ input }: Asked<K>) => keyOf(input);
  const loader = new DataLoader(async (asked: readonly Asked<K>[]) => begin(asked, asked.map(key)), {
    batchScheduleFn: schedule,
    cacheKeyFn: key,
    maxBatchSize: ACCOUNTS_PER_CALL,
  });
  return (input, freshness, minContextSlot) => {
    const asked = { input, minContextSlot };
    if (freshness === 'anew') present.forget(keyOf(input));
    return (freshness === 'shared' ? loader : loader.clear(asked)).load(asked);
  };
}

function keptLoader<K, T>(schedule: BatchSchedule, get: (key: K) => Pending<T>): DataLoader<K, Pending<T>> {
  return new DataLoader(async (keys: readonly K[]) => keys.map(get), { batchScheduleFn: schedule });
}

/** A load of unchanging values, where `anew` makes no difference. */
function keptLoad<K, T>(loader: DataLoader<K, Pending<T>>): LoadKey<K, T> {
  return (key, freshness) => (freshness === 'again' ? loader.clear(key) : loader).load(key);
}

function loadOnce<K, T>(schedule: BatchSchedule, begin: (key: K) => Pending<T>): LoadOnce<K, T> {
  const options = { batchScheduleFn: schedule, cache: false };
  const loader = new DataLoader(async (keys: readonly K[]) => keys.map(begin), options);
  return (key) => loader.load(key);
}

/** Accounts that must be of one slot share a call with no others. */
function snapshotOf(rpc: RpcCaller, present: PresentReadings, asked: Asked<readonly Address[]>, key: string) {
  const methods = reaching(confirmedState, asked.minContextSlot);
  return present.share(key, (wait) => readAccounts(rpc, methods, asked.input, wait));
}

function reaching({ many, one }: AccountMethods, minContextSlot: number | null): AccountMethods {
  return { many: notBefore(many, minContextSlot), one: notBefore(one, minContextSlot) };
}

/** One call for up to 100 addresses, split into the answers for each. Addresses that are shared already are left out. */
function accountsOf(rpc: RpcCaller, present: PresentReadings, all: readonly Asked<Address>[], keys: readonly string[]) {
  return present.shareAll<At<readonly (AccountState | null)[]>, At<AccountState | null>>(
    keys,
    (absent, wait) => {
      const asked = all.filter((_, place) => absent.includes(place));
      const slots = asked.flatMap(({ minContextSlot }) => minContextSlot ?? []);
      const methods = reaching(finalizedState, slots.length > 0 ? Math.max(...slots) : null);
      const addresses = asked.map(({ input }) => input);
      return readAccounts(rpc, methods, addresses, wait);
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
