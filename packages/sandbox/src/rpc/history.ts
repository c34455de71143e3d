import { FIRST_SLOT } from '#chain/gates.ts';
import { type HistoryPage, type HistoryRecord, isLater, type Kept } from '#chain/history.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import { RpcFault, type RpcMethods } from '#json-rpc.ts';
import {
  addressParam,
  assertReached,
  blockCommitment,
  config,
  invalidParams,
  signatureParam,
  textParam,
  texts,
  withContext,
} from './params.ts';
import { transactionJson } from './transaction-encoding.ts';

const SIGNATURES_MAX = 1000;
const STATUSES_MAX = 256;
/** Slots for which a node knows statuses without looking into its history. */
const RECENT_STATUS_SLOTS = 150;

/** Methods about what was executed. */
export function historyMethods(chain: LocalChain): RpcMethods {
  return {
    getSignaturesForAddress: (params) => {
      const of = addressParam(textParam(params, 0));
      const options = config(params, 1);
      const at = blockCommitment(options.commitment);
      assertReached(chain, at, options.minContextSlot);
      for (const place of [options.before, options.until]) assertHeard(chain, place);
      const until = voteSlot(chain, options.until) ?? -1;
      const page = chain.history.page(of, pageOf(chain, options, chain.clock.slotAt(at)));
      return page.filter(({ slot }) => slot >= until).map((record) => listed(chain, record));
    },
    getTransactionsForAddress: (params) => {
      const of = addressParam(textParam(params, 0));
      const options = config(params, 1);
      const at = blockCommitment(options.commitment);
      assertReached(chain, at, options.minContextSlot);
      return pastPage(chain, of, options, chain.clock.slotAt(at));
    },
    getTransaction: (params) => {
      const options = typeof params[1] === 'string' ? { encoding: params[1] } : config(params, 1);
      const record = chain.history.get(signatureParam(textParam(params, 0)));
      const at = blockCommitment(options.commitment);
      if (!record || record.slot > chain.clock.slotAt(at)) return null;
      return bodyOf(chain, record, options);
    },
    getSignatureStatuses: (params) => {
      const list = texts(params, 0, STATUSES_MAX).map(signatureParam);
      const deep = config(params, 1).searchTransactionHistory === true;
      const oldest = deep ? 0 : chain.clock.tip() - RECENT_STATUS_SLOTS;
      const statuses = list.map((one) => {
        const record = chain.history.get(one);
        return record && record.slot >= oldest ? statusOf(chain, record) : null;
      });
      return withContext(chain, 'processed', statuses);
    },
  };
}

type Options = Readonly<Record<string, unknown>>;

function limitOf({ limit = SIGNATURES_MAX }: Options): number {
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > SIGNATURES_MAX)
    throw invalidParams(`Invalid limit; max ${SIGNATURES_MAX}`);
  return limit;
}

/** Nodes since Agave 4.0 refuse an unknown position in a list. It may be any transaction of the ledger. */
function assertHeard(chain: LocalChain, place: unknown): void {
  if (typeof place !== 'string' || chain.history.get(signatureParam(place))) return;
  if (voteSlot(chain, place) === null) throw new RpcFault(-32020, `Transaction ${place} not found`);
}

/** The slot of a block that began with this vote; null for what is no vote. */
function voteSlot(chain: LocalChain, place: unknown): number | null {
  const slot = typeof place === 'string' ? chain.votes.slotOf(place) : null;
  return slot !== null && slot >= FIRST_SLOT && slot <= chain.clock.tip() ? slot : null;
}

/** All of a block comes behind its vote. */
function pageOf(chain: LocalChain, options: Options, reached: number): HistoryPage {
  const { before, until } = options;
  const vote = voteSlot(chain, before);
  return {
    maxSlot: vote === null ? reached : Math.min(reached, vote - 1),
    limit: limitOf(options),
    ...(typeof before === 'string' && vote === null ? { before: signatureParam(before) } : {}),
    ...(typeof until === 'string' && voteSlot(chain, until) === null ? { until: signatureParam(until) } : {}),
  };
}

function listed(chain: LocalChain, record: HistoryRecord): object {
  return {
    signature: record.signature,
    slot: record.slot,
    err: record.error,
    memo: record.memo,
    blockTime: chain.clock.blockTime(record.slot),
    confirmationStatus: chain.clock.commitmentOf(record.slot),
  };
}

function statusOf(chain: LocalChain, record: HistoryRecord): object {
  const confirmationStatus = chain.clock.commitmentOf(record.slot);
  return {
    slot: record.slot,
    confirmations: confirmationStatus === 'finalized' ? null : chain.clock.tip() - record.slot,
    err: record.error,
    status: record.error === null ? { Ok: null } : { Err: record.error },
    confirmationStatus,
  };
}

/** One of a few words, the first one where nothing is said. */
function word<T extends string>(value: unknown, words: readonly [T, ...T[]]): T {
  if (value === undefined || value === null) return words[0];
  const found = words.find((one) => one === value);
  if (!found)
    throw invalidParams(`Invalid params: unknown variant \`${String(value)}\`, expected one of ${words.join(', ')}.`);
  return found;
}

/** A page of an address's past as the providers that have the method cut it: `<slot>:<position>` is the last position of a page. */
function pastPage(chain: LocalChain, of: string, options: Options, maxSlot: number): object {
  const details = word(options.transactionDetails, ['signatures', 'full']);
  const isNewestFirst = word(options.sortOrder, ['desc', 'asc']) === 'desc';
  const limit = limitOf(options);
  const filters = config([options.filters], 0);
  const passes = filterOf(chain, filters);
  const ascending = named(chain, of, word(filters.tokenAccounts, TOKEN_ACCOUNTS));
  const found = ascending.filter((kept) => kept.record.slot <= maxSlot && passes(kept));
  const ordered = isNewestFirst ? found.reverse() : found;
  const after = placeOf(options.paginationToken);
  const left = after ? ordered.filter((kept) => isBehind(kept, after, isNewestFirst)) : ordered;
  const page = left.slice(0, limit);
  const last = page.at(-1);
  const data = page.map(({ record, position }) => ({
    transactionIndex: position,
    ...(details === 'full' ? bodyOf(chain, record, options) : listed(chain, record)),
  }));
  return { data, paginationToken: last && left.length > limit ? `${last.record.slot}:${last.position}` : null };
}

function bodyOf(chain: LocalChain, record: HistoryRecord, options: Options): object {
  const body = transactionJson(record, options.encoding, options.maxSupportedTransactionVersion);
  return { slot: record.slot, blockTime: chain.clock.blockTime(record.slot), ...body };
}

const TOKEN_ACCOUNTS = ['none', 'balanceChanged', 'all'] as const;

/** The transactions that name an address or, on request, a token account of it, oldest first. */
function named(chain: LocalChain, of: string, tokenAccounts: (typeof TOKEN_ACCOUNTS)[number]): readonly Kept[] {
  const own = chain.history.past(of);
  if (tokenAccounts === 'none') return own;
  const found = new Set(own);
  for (const kept of chain.history.everything()) {
    if (touchesTokens(kept.record, of, tokenAccounts === 'balanceChanged')) found.add(kept);
  }
  return [...found].sort((a, b) => (isLater(a, b) ? 1 : -1));
}

interface TokenBalances {
  readonly preTokenBalances?: readonly TokenBalanceJson[];
  readonly postTokenBalances?: readonly TokenBalanceJson[];
}

interface TokenBalanceJson {
  readonly accountIndex: number;
  readonly owner?: string;
  readonly uiTokenAmount: { readonly amount: string };
}

function touchesTokens({ meta }: HistoryRecord, owner: string, changed: boolean): boolean {
  const json = Buffer.from(meta.buffer, meta.byteOffset, meta.length);
  if (!json.includes(`"${owner}"`)) return false;
  const { preTokenBalances = [], postTokenBalances = [] } = JSON.parse(json.toString('utf8')) as TokenBalances;
  const amounts = (balances: readonly TokenBalanceJson[]) =>
    new Map(balances.filter((one) => one.owner === owner).map((one) => [one.accountIndex, one.uiTokenAmount.amount]));
  const [before, after] = [amounts(preTokenBalances), amounts(postTokenBalances)];
  const accounts = [...new Set([...before.keys(), ...after.keys()])];
  return accounts.some((index) => !changed || (before.get(index) ?? '0') !== (after.get(index) ?? '0'));
}

interface Place {
  readonly slot: number;
  readonly position: number;
}

function placeOf(token: unknown): Place | null {
  if (token === undefined || token === null) return null;
  const parts = typeof token === 'string' ? /^(\d{1,15}):(\d{1,9})$/.exec(token) : null;
  if (!parts) throw invalidParams('Invalid pagination token');
  return { slot: Number(parts[1]), position: Number(parts[2]) };
}

function isBehind({ record, position }: Kept, after: Place, isNewestFirst: boolean): boolean {
  const apart = record.slot - after.slot || position - after.position;
  return isNewestFirst ? apart < 0 : apart > 0;
}

type Comparison = (apart: number) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  gt: (apart) => apart > 0,
  gte: (apart) => apart >= 0,
  lt: (apart) => apart < 0,
  lte: (apart) => apart <= 0,
  eq: (apart) => apart === 0,
};

/** All filters together. An unknown filter is refused, so that the caller does not take it for applied. */
function filterOf(chain: LocalChain, filters: Options): (kept: Kept) => boolean {
  const { slot, blockTime, signature: place, status, tokenAccounts: _, ...unknown } = filters;
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw invalidParams(`Invalid params: unknown field \`${name}\`.`);
  const wanted = word(status, ['any', 'succeeded', 'failed']);
  const ranges = [
    rangeOf(slot, number, ({ record }, value) => record.slot - value),
    rangeOf(blockTime, number, ({ record }, value) => chain.clock.blockTime(record.slot) - value),
    rangeOf(
      place,
      (value) => executed(chain, value),
      (kept, value) => (kept === value ? 0 : isLater(kept, value) ? 1 : -1),
    ),
  ];
  return (kept) =>
    (wanted === 'any' || (kept.record.error === null) === (wanted === 'succeeded')) &&
    ranges.every((isWithin) => isWithin(kept));
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw invalidParams('Invalid params: expected a number.');
  return value;
}

function executed(chain: LocalChain, value: unknown): Kept {
  const kept = typeof value === 'string' ? chain.history.placeOf(signatureParam(value)) : null;
  if (!kept) throw invalidParams('Invalid params: expected the signature of a transaction.');
  return kept;
}

/** One filter of bounds such as `{gte, lt}`; nothing is asked where it is absent. */
function rangeOf<T>(
  bounds: unknown,
  read: (value: unknown) => T,
  apart: (kept: Kept, value: T) => number,
): (kept: Kept) => boolean {
  const tests = Object.entries(config([bounds], 0)).map(([name, value]) => {
    const holds = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
    if (!holds) throw invalidParams(`Invalid params: unknown field \`${name}\`.`);
    const bound = read(value);
    return (kept: Kept) => holds(apart(kept, bound));
  });
  return (kept) => tests.every((test) => test(kept));
}
