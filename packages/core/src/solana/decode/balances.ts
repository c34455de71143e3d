import { record } from '#lib/json-value.ts';
import type { Address } from '../address.ts';
import { isCollectedRent } from '../gates/collected-rent.ts';
import { TOKEN_PROGRAMS } from '../token/programs.ts';
import type { TokenBalance, Transaction } from '../transaction.ts';
import { addressIn, amountText, list, type Members, members, misshapen, place, Undecodable, whole } from './shape.ts';

const DECIMALS_MAX = 255;

/** The balance of every key before and after, in lamports, and the rent that was taken from keys. */
export interface LamportBalances {
  readonly pre: readonly bigint[];
  readonly post: readonly bigint[];
  readonly rents: ReadonlyMap<Address, bigint>;
}

const NO_RENTS: ReadonlyMap<Address, bigint> = new Map();

/**
 * Reads both lists, one entry a key, and proves that together they changed by the fee, by rent of the time in which transactions
 * took it, and by nothing else.
 */
export function readLamports(meta: Members, keys: readonly Address[], fee: number, slot: unknown): LamportBalances {
  const pre = lamportList(meta.preBalances, keys.length, 'preBalances');
  const post = lamportList(meta.postBalances, keys.length, 'postBalances');
  const change = changeOf(pre, post);
  const lacking = -BigInt(fee) - change;
  const rents = lacking > 0n && typeof slot === 'number' ? rentsIn(meta, keys, { pre, post, slot }) : NO_RENTS;
  if (lacking !== [...rents.values()].reduce((sum, rent) => sum + rent, 0n)) {
    throw new Undecodable('rpc_disagrees', `balances changed by ${change} lamports with a fee of ${fee}`);
  }
  const before = pre.map((lamports) => BigInt(lamports));
  // Most accounts keep what they had.
  const after = post.map(
    (lamports, index) => (lamports === pre[index] ? before[index] : undefined) ?? BigInt(lamports),
  );
  return { pre: before, post: after, rents };
}

/** The rent that the metadata says was taken, by key. An entry that can be no rent counts for nothing. */
function rentsIn(meta: Members, keys: readonly Address[], sides: Sides): ReadonlyMap<Address, bigint> {
  const rents = new Map<Address, bigint>();
  const rewards = Array.isArray(meta.rewards) ? meta.rewards : [];
  // Of a failed transaction only the fee payer's stays taken.
  const paying = (meta.err ?? null) === null ? keys : keys.slice(0, 1);
  for (const reward of rewards.map(record)) {
    const index = reward ? paying.indexOf(reward.pubkey as Address) : -1;
    const key = paying[index];
    if (!reward || key === undefined || rents.has(key)) continue;
    const taken = rentTaken(reward, index, sides);
    if (taken > 0n) rents.set(key, taken);
  }
  return rents;
}

/** Lamports of each key before and after a transaction of `slot`. */
interface Sides {
  readonly pre: readonly number[];
  readonly post: readonly number[];
  readonly slot: number;
}

/**
 * The lamports of an entry about rent, 0 where it cannot be true. Rent is taken when an account is loaded, and then the entry names
 * the balance before anything moved; or when an account is made, and then it names the balance at the end.
 */
function rentTaken(reward: Members, index: number, { pre, post, slot }: Sides): bigint {
  const { rewardType, lamports, postBalance: left } = reward;
  if (rewardType !== 'Rent' || !Number.isSafeInteger(lamports) || !Number.isSafeInteger(left)) return 0n;
  const taken = -Number(lamports);
  const agrees = left === (pre[index] ?? 0) - taken || left === post[index];
  return agrees && isCollectedRent(slot, BigInt(taken), BigInt(Number(left))) ? BigInt(taken) : 0n;
}

/**
 * Proves that a failed transaction moved nothing but its fee, which the first key pays. A durable nonce that advances changes the data of
 * an account and no balance. All 310 failed transactions that were collected of mainnet are so.
 */
export function proveUnmoved(
  { pre, post }: LamportBalances,
  preTokens: readonly TokenBalance[],
  postTokens: readonly TokenBalance[],
): void {
  if (pre.some((lamports, index) => index > 0 && lamports !== post[index])) {
    throw new Undecodable('rpc_disagrees', 'a failed transaction moved lamports');
  }
  const before = new Map(preTokens.map((balance) => [balance.keyIndex, balance]));
  const isUnmoved = ({ keyIndex, mint, amount }: TokenBalance) => {
    const balance = before.get(keyIndex);
    return balance?.mint === mint && balance.amount === amount;
  };
  if (preTokens.length !== postTokens.length || !postTokens.every(isUnmoved)) {
    throw new Undecodable('rpc_disagrees', 'a failed transaction moved tokens');
  }
}

/** The sum of all changes, in whole numbers as long as every step of it is exact in them. */
function changeOf(pre: readonly number[], post: readonly number[]): bigint {
  let sum = 0;
  for (let index = 0; index < pre.length; index += 1) {
    sum += (post[index] ?? 0) - (pre[index] ?? 0);
    if (!Number.isSafeInteger(sum)) return exactSum(post) - exactSum(pre);
  }
  return BigInt(sum);
}

function exactSum(values: readonly number[]): bigint {
  return values.reduce((sum, value) => sum + BigInt(value), 0n);
}

function lamportList(value: unknown, length: number, what: string): readonly number[] {
  if (value === undefined || value === null) throw new Undecodable('history_missing', `the metadata has no ${what}`);
  const entries = list(value, what);
  if (entries.length !== length) misshapen(`${what} (${entries.length} for ${length} keys)`);
  for (let index = 0; index < entries.length; index += 1) whole(entries[index], what);
  return entries as readonly number[];
}

/**
 * Reads one side's token balances; `others` are those of the other side, where they have been read. Metadata older than the member
 * lacks it altogether; that is no balances only where no token program takes part, else what the transaction did to tokens is not
 * known.
 */
export function readTokens(
  value: unknown,
  keys: readonly Address[],
  what: string,
  others: readonly TokenBalance[] = [],
): readonly TokenBalance[] {
  if (value === undefined || value === null) {
    if (!TOKEN_PROGRAMS.some((program) => keys.includes(program))) return [];
    throw new Undecodable('history_missing', `the metadata has no ${what}`);
  }
  const balances = list(value, what).map((entry, index) => {
    return tokenBalance(members(entry, what), keys, what, others[index]);
  });
  // An account has one balance at a time: with two of them its gain is unknown.
  if (new Set(balances.map(({ keyIndex }) => keyIndex)).size < balances.length) misshapen(`${what} (an account twice)`);
  return balances;
}

/** `like`: a balance that has been read and that this one may share addresses with, whose texts need no second test. */
function tokenBalance(
  entry: Members,
  keys: readonly Address[],
  what: string,
  like: TokenBalance | undefined,
): TokenBalance {
  const keyIndex = place(entry.accountIndex, keys.length, what);
  const amount = members(entry.uiTokenAmount, what);
  return {
    keyIndex,
    account: keys[keyIndex] ?? misshapen(what),
    mint: like !== undefined && entry.mint === like.mint ? like.mint : addressIn(entry.mint, what),
    owner: like?.owner && entry.owner === like.owner ? like.owner : addressOrNull(entry.owner, what),
    program: TOKEN_PROGRAMS.find((program) => program === entry.programId) ?? addressOrNull(entry.programId, what),
    amount: amountText(amount.amount, what),
    decimals: place(amount.decimals, DECIMALS_MAX + 1, what),
  };
}

/** Old metadata has neither owner nor program; some stores send the empty text for a member that they do not have. */
function addressOrNull(value: unknown, what: string): Address | null {
  return value === undefined || value === null || value === '' ? null : addressIn(value, what);
}

/** The balance of the address before and after the transaction, in lamports; null where it is not among the keys. */
export function nativeBalances(
  transaction: Transaction,
  of: Address,
): { readonly before: bigint; readonly after: bigint } | null {
  const index = transaction.keys.indexOf(of);
  const before = transaction.preBalances[index];
  const after = transaction.postBalances[index];
  return before === undefined || after === undefined ? null : { before, after };
}

/** The change of the address's own lamports, the fee that it paid included; 0 where it is not among the keys. */
export function nativeDelta(transaction: Transaction, of: Address): bigint {
  const balances = nativeBalances(transaction, of);
  return balances ? balances.after - balances.before : 0n;
}

/** True when the address paid the fee. */
export function isFeePayer(transaction: Transaction, of: Address): boolean {
  return transaction.feePayer === of;
}

/** The change of each mint's tokens in accounts of the owner, in atomic units, without mints that did not change. */
export function tokenDeltas(transaction: Transaction, owner: Address): ReadonlyMap<Address, bigint> {
  const deltas = new Map<Address, bigint>();
  const add = (mint: Address, amount: bigint) => deltas.set(mint, (deltas.get(mint) ?? 0n) + amount);
  for (const balance of transaction.preTokens) if (balance.owner === owner) add(balance.mint, -balance.amount);
  for (const balance of transaction.postTokens) if (balance.owner === owner) add(balance.mint, balance.amount);
  return new Map([...deltas].filter(([, amount]) => amount !== 0n));
}
