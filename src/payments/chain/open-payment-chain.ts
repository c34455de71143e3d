import type { AccountState, SignatureEntry } from 'assay-core/chain/chain-reader.ts';
import { confirmedAccount } from 'assay-core/chain/loaders/accounts.ts';
import { getBlockHeight, getLatestBlockhash, type Tip } from 'assay-core/chain/loaders/blockhash-and-fees.ts';
import type { SignatureStatus } from 'assay-core/chain/loaders/signature-statuses.ts';
import { confirmedSignatures, NEWEST_SIGNATURES } from 'assay-core/chain/loaders/signatures.ts';
import { simulateTransaction } from 'assay-core/chain/loaders/simulate-and-send.ts';
import { confirmedTransaction, finalizedTransaction } from 'assay-core/chain/loaders/transactions.ts';
import type { Rank } from 'assay-core/chain/rpc/call-wait.ts';
import type { Endpoint } from 'assay-core/chain/rpc/endpoint.ts';
import type { Method } from 'assay-core/chain/rpc/rpc-method.ts';
import type { Transport } from 'assay-core/chain/rpc/rpc-transport.ts';
import { known, mapReading, missing, type Reading, renamed } from 'assay-core/lib/reading.ts';
import type { Address, Signature } from 'assay-core/solana/address.ts';
import { isSameTransaction } from 'assay-core/solana/decode/same-transaction.ts';
import type { Transaction } from 'assay-core/solana/transaction.ts';
import { BlockhashLives, Tips } from './blockhash-life.ts';
import { BLOCKHASH_BLOCKS, type BlockTimes, type PaymentChain, TIP_BLOCKS_MAX } from './payment-chain.ts';
import { type PaymentLimits, paymentLimits, withinTime } from './payment-limits.ts';
import { PaymentReadings } from './payment-readings.ts';
import { agreed, consult, type Doubt, eachOf } from './second-opinions.ts';
import { Statuses } from './statuses.ts';
import { submit } from './submitter.ts';

/** The most pages of a history that are read, unless the caller allows more. */
const PAGES_MAX = 20;

/** No blockhash lives longer than this, unless nine of ten slots have no block. */
const BLOCKHASH_SLOTS_MAX = 10 * BLOCKHASH_BLOCKS;

const READING = 'block_height';

/** Twice as many blocks as may follow a tip before it is too old. */
const AHEAD_BLOCKS = 2 * TIP_BLOCKS_MAX;

/** Bytes that an entry of a cache takes beside its data. */
const ENTRY_BYTES = 400;
/** How many endpoints must list a history before a payment counts as absent, where so many are configured. */
const LISTS = 2;

const certain: Doubt<unknown> = { doubts: () => false, needs: 'asked' };
const absent: Doubt<unknown> = { doubts: (value) => value === null, needs: 'asked' };
/** Decides whether money moved: a second endpoint must agree. */
const lost: Doubt<unknown> = { doubts: (value) => value === null, needs: 'agreed' };
const empty: Doubt<readonly unknown[]> = { doubts: (list) => list.length === 0, needs: 'asked' };
const lagging: Doubt<{ readonly doubtful: boolean }> = { doubts: (trial) => trial.doubtful, needs: 'asked' };

/** Opens the part of the chain that payments need; `own` overrides single limits. It makes no call by itself. */
export function openPaymentChain(transport: Transport, own: Partial<PaymentLimits> = {}): PaymentChain {
  const limits: PaymentLimits = { ...paymentLimits, ...own };
  const askAs = <I, T>(rank: Rank, reading: string, method: Method<I, T>, input: I, doubt: Doubt<T>) =>
    withinTime(reading, limits, rank, (wait) => consult(transport, method, input, wait, doubt));
  const ask = <I, T>(reading: string, method: Method<I, T>, input: I, doubt: Doubt<T>) =>
    askAs('settlement', reading, method, input, doubt);
  const askAt = <I, T>(endpoint: Endpoint, rank: Rank, reading: string, method: Method<I, T>, input: I) =>
    withinTime(reading, limits, rank, async (wait) => {
      return (await transport.callAt(endpoint, method, input, wait)).reading;
    });
  const tips = new Tips(() => ask('tip', getLatestBlockhash, null, certain), limits, transport.slotTime);
  const lives = new BlockhashLives(
    (sysvar) => askAs('payment', 'blockhashes', confirmedAccount, sysvar, certain),
    transport.slotTime,
  );
  // Anybody may name an account to be read, so it has the rank of payments.
  const accounts = sharedAccounts((address) => askAs('payment', 'account', confirmedAccount, address, absent), limits);
  const statuses = sharedStatuses(new Statuses(transport, limits, 'settlement'), limits);
  const claimed = sharedStatuses(new Statuses(transport, limits, 'payment'), limits);
  const finalized = sharedTransactions(
    (signature) =>
      withinTime('transaction', limits, 'payment', (wait) =>
        agreed(transport, finalizedTransaction, signature, wait, isSameTransaction),
      ),
    limits,
  );
  return {
    tip: () => tips.get(),
    account: (address) => accounts.get(address),
    status: (signature, rank) => (rank === 'payment' ? claimed : statuses).get(signature),
    finalized: (signature) => finalized.get(signature),
    confirmed: (signature, rank = 'settlement') => askAs(rank, 'transaction', confirmedTransaction, signature, lost),
    async recent(address, rank = 'settlement') {
      const newest = { address, page: { limit: NEWEST_SIGNATURES }, beforeSlot: null };
      const entries = await askAs(rank, 'signatures', confirmedSignatures, newest, empty);
      return mapReading(entries, (list) => list.map(({ signature }) => signature));
    },
    async between(address, times, rank = 'settlement', pagesMax) {
      const listAt = (endpoint: Endpoint) =>
        historyWithin(
          (before) => {
            const page = {
              address,
              page: before ? { before: before.signature } : {},
              beforeSlot: before?.slot ?? null,
            };
            return askAt(endpoint, rank, 'signatures', confirmedSignatures, page);
          },
          times,
          pagesMax,
        );
      return joinedLists(await eachOf(transport, listAt), Math.min(LISTS, transport.configured));
    },
    async finalizedHeight() {
      const heightAt = (endpoint: Endpoint) => askAt(endpoint, 'settlement', 'block_height', getBlockHeight, null);
      const [heights, tip] = await Promise.all([eachOf(transport, heightAt), tips.get()]);
      const height = lowestHeight(heights, tip);
      // The kept tip may be older than heights differ, so a new one is read.
      const isRenewed = !height.known && tip.known && heights.some(({ known }) => known);
      return isRenewed ? lowestHeight(heights, await tips.renewed()) : height;
    },
    blockhashLife: (blockhash) => lives.of(blockhash),
    async simulate(transaction, watch, rank) {
      const trial = await askAs(rank, 'simulation', simulateTransaction, { transaction, watch }, lagging);
      return mapReading(trial, ({ simulation }) => simulation);
    },
    send: (transaction) => withinTime('send', limits, 'settlement', () => submit(transport, transaction, limits)),
  };
}

type Load<K extends string, T> = PaymentReadings<K, T>['get'];

function sharedAccounts(load: Load<Address, AccountState | null>, limits: PaymentLimits) {
  return new PaymentReadings<Address, AccountState | null>({
    load,
    keepMs: (account) => (account === null ? limits.absenceMs : limits.accountMs),
    weigh: (account) => ENTRY_BYTES + (account?.data.length ?? 0),
    bytesMax: limits.accountBytesMax,
  });
}

/** Anybody may claim a final transaction repeatedly. The answer of two endpoints does not change. */
function sharedTransactions(load: Load<Signature, Transaction>, limits: PaymentLimits) {
  return new PaymentReadings<Signature, Transaction>({
    load,
    keepMs: () => limits.accountMs,
    weigh: ({ keys, instructions }) => ENTRY_BYTES * (1 + keys.length + instructions.length),
    bytesMax: limits.accountBytesMax,
  });
}

/** A known status is not kept: it becomes final, and a processed transaction can vanish. */
function sharedStatuses(statuses: Statuses, limits: PaymentLimits) {
  return new PaymentReadings<Signature, SignatureStatus | null>({
    load: (signature) => statuses.load(signature),
    keepMs: (status) => (status === null ? limits.absenceMs : 0),
    weigh: () => ENTRY_BYTES,
    bytesMax: limits.statusBytesMax,
  });
}

/**
 * The lowest finalized height that an endpoint names. A height far above the newest block is ignored: some nodes name the slot, which is
 * millions higher, and a pending payment would be given up.
 */
export function lowestHeight(heights: readonly Reading<bigint>[], tip: Reading<Tip>): Reading<bigint> {
  if (!tip.known) return renamed(READING, tip.gap);
  const highest = tip.value.lastValidBlockHeight + BigInt(AHEAD_BLOCKS - BLOCKHASH_BLOCKS);
  const named = heights.flatMap((height) => (height.known ? [height.value] : []));
  const [first, ...others] = named.filter((height) => height <= highest);
  if (first !== undefined) return known(others.reduce((lowest, one) => (one < lowest ? one : lowest), first));
  const contradicted = missing(READING, 'rpc_disagrees', 'the finalized height is far above the newest block');
  return named.length > 0 ? contradicted : (heights[0] ?? contradicted);
}

type Page = (before: SignatureEntry | null) => Promise<Reading<readonly SignatureEntry[]>>;

/**
 * The signatures that an endpoint lists between two times, newest first. Pages are read until one is empty or reaches back before
 * them; a short page is not the end on every endpoint. A gap where more than `pagesMax` are needed, because a list that is cut
 * proves no absence.
 */
export async function historyWithin(
  page: Page,
  times: BlockTimes,
  pagesMax = PAGES_MAX,
): Promise<Reading<readonly Signature[]>> {
  const all: SignatureEntry[] = [];
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const entries = await page(all.at(-1) ?? null);
    if (!entries.known) return entries;
    all.push(...entries.value);
    if (isLast(entries.value, times.from)) return known(notLater(all, times.until).map(({ signature }) => signature));
  }
  return missing(
    'signatures',
    'limit_reached',
    `${pagesMax} pages with ${all.length} signatures do not reach that time`,
  );
}

/** Joins the lists where `needed` endpoints gave one. An endpoint that lists nothing may lag. */
export function joinedLists(
  lists: readonly Reading<readonly Signature[]>[],
  needed: number,
): Reading<readonly Signature[]> {
  const whole = lists.flatMap((list) => (list.known ? [list.value] : []));
  if (whole.length >= needed) return known([...new Set(whole.flat())]);
  const gap = lists.find((list) => !list.known);
  return gap ?? missing('signatures', 'rpc_unavailable', 'no second endpoint could be asked for its list');
}

function isLast(entries: readonly SignatureEntry[], from: number): boolean {
  const time = entries.findLast(({ blockTime }) => blockTime !== null)?.blockTime ?? null;
  return entries.length === 0 || (time !== null && time < from);
}

/** Cuts by slots, because a chain that stops for hours continues with the same blockhashes. */
function notLater(newestFirst: readonly SignatureEntry[], until: number): readonly SignatureEntry[] {
  const over = newestFirst.findLast(({ blockTime }) => blockTime !== null && blockTime > until);
  return over ? newestFirst.filter(({ slot }) => slot <= over.slot + BLOCKHASH_SLOTS_MAX) : newestFirst;
}
