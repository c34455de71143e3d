import type { Address, Signature } from '#lib/address.ts';
import { mapReading } from '#lib/reading.ts';
import { isSameTransaction } from '../decode/same.ts';
import {
  confirmedAccount,
  confirmedSignatures,
  confirmedTransaction,
  finalizedTransaction,
  NEWEST_SIGNATURES,
} from '../loaders/confirmed.ts';
import { getBlockHeight, getLatestBlockhash } from '../loaders/latest-blockhash.ts';
import { simulateTransaction } from '../loaders/simulation.ts';
import type { AccountState, Transaction } from '../model.ts';
import type { PaymentChain, SignatureStatus } from '../payments-model.ts';
import type { Endpoint } from '../rpc/endpoint.ts';
import type { Rank } from '../rpc/interest.ts';
import type { Method } from '../rpc/method.ts';
import type { Transport } from '../rpc/transport.ts';
import { BlockhashLives } from './blockhash-life.ts';
import { lowestHeight } from './heights.ts';
import { historyWithin, together } from './history.ts';
import type { PaymentLimits } from './limits.ts';
import { agreed, consult, type Doubt, eachOf } from './opinions.ts';
import { SharedReadings } from './shared-readings.ts';
import { Statuses } from './statuses.ts';
import { submit } from './submitter.ts';
import { withinTerm } from './term.ts';
import { TipWatch } from './tip-watch.ts';

/** What an entry of a cache weighs beside the data in it. */
const ENTRY_BYTES = 400;
/** Whose lists must lack a payment before it counts as absent, where so many are configured. */
const LISTS = 2;

const certain: Doubt<unknown> = { doubts: () => false, needs: 'asked' };
const absent: Doubt<unknown> = { doubts: (value) => value === null, needs: 'asked' };
/** Whether money moved hangs on this one: a second endpoint must say the same. */
const lost: Doubt<unknown> = { doubts: (value) => value === null, needs: 'agreed' };
const empty: Doubt<readonly unknown[]> = { doubts: (list) => list.length === 0, needs: 'asked' };
const late: Doubt<{ readonly doubtful: boolean }> = { doubts: (trial) => trial.doubtful, needs: 'asked' };

/** Opens what payments need of the chain over its transport. The tip is looked at from now on, until it is closed. */
export function openPaymentChain(transport: Transport, limits: PaymentLimits): PaymentChain {
  const askAs = <I, T>(rank: Rank, reading: string, method: Method<I, T>, input: I, doubt: Doubt<T>) =>
    withinTerm(reading, limits, rank, (term) => consult(transport, method, input, term, doubt));
  const ask = <I, T>(reading: string, method: Method<I, T>, input: I, doubt: Doubt<T>) =>
    askAs('settlement', reading, method, input, doubt);
  const askAt = <I, T>(endpoint: Endpoint, rank: Rank, reading: string, method: Method<I, T>, input: I) =>
    withinTerm(reading, limits, rank, async (term) => {
      return (await transport.callAt(endpoint, method, input, term.interest())).reading;
    });
  const readTip = () => ask('tip', getLatestBlockhash, null, certain);
  const tip = new TipWatch(readTip, limits, transport.slotTime);
  const lives = new BlockhashLives(
    (sysvar) => askAs('payment', 'blockhashes', confirmedAccount, sysvar, certain),
    transport.slotTime,
  );
  // Anybody may name an account that shall be looked at.
  const accounts = sharedAccounts((address) => askAs('payment', 'account', confirmedAccount, address, absent), limits);
  const statuses = sharedStatuses(new Statuses(transport, limits, 'settlement'), limits);
  const claimed = sharedStatuses(new Statuses(transport, limits, 'payment'), limits);
  const finalized = sharedTransactions(
    (signature) =>
      withinTerm('transaction', limits, 'payment', (term) =>
        agreed(transport, finalizedTransaction, signature, term, isSameTransaction),
      ),
    limits,
  );
  return {
    tip: () => tip.get(),
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
      return together(await eachOf(transport, listAt), Math.min(LISTS, transport.configured));
    },
    async finalizedHeight() {
      const heightAt = (endpoint: Endpoint) => askAt(endpoint, 'settlement', 'block_height', getBlockHeight, null);
      const heights = await eachOf(transport, heightAt);
      const height = lowestHeight(heights, tip.get());
      // What was read of the newest block a while ago may be behind by more than heights differ.
      return height.known || !heights.some(({ known }) => known) ? height : lowestHeight(heights, await readTip());
    },
    blockhashLife: (blockhash) => lives.of(blockhash),
    async simulate(transaction, watch, rank) {
      const trial = await askAs(rank, 'simulation', simulateTransaction, { transaction, watch }, late);
      return mapReading(trial, ({ simulation }) => simulation);
    },
    send: (transaction) => withinTerm('send', limits, 'settlement', () => submit(transport, transaction, limits)),
    close: () => tip.close(),
  };
}

type Load<K, T> = SharedReadings<K, T>['get'];

function sharedAccounts(load: Load<Address, AccountState | null>, limits: PaymentLimits) {
  return new SharedReadings<Address, AccountState | null>({
    load,
    keepMs: (account) => (account === null ? limits.absenceMs : limits.accountMs),
    weigh: (account) => ENTRY_BYTES + (account?.data.length ?? 0),
    bytesMax: limits.accountBytesMax,
  });
}

/** Anybody may claim what is final, again and again. What two endpoints said of it does not change. */
function sharedTransactions(load: Load<Signature, Transaction>, limits: PaymentLimits) {
  return new SharedReadings<Signature, Transaction>({
    load,
    keepMs: () => limits.accountMs,
    weigh: ({ keys, instructions }) => ENTRY_BYTES * (1 + keys.length + instructions.length),
    bytesMax: limits.accountBytesMax,
  });
}

/** A known status is asked for again: it settles, and what was processed can vanish. */
function sharedStatuses(statuses: Statuses, limits: PaymentLimits) {
  return new SharedReadings<Signature, SignatureStatus | null>({
    load: (signature) => statuses.load(signature),
    keepMs: (status) => (status === null ? limits.absenceMs : 0),
    weigh: () => ENTRY_BYTES,
    bytesMax: limits.statusBytesMax,
  });
}
