import { isCount, record } from '#lib/json-value.ts';
import { known } from '#lib/reading.ts';
import { type Address, parseAddress } from '#solana/address.ts';
import { isSlot } from '#solana/slot-and-time.ts';
import type { AccountState, At } from '../chain-reader.ts';
import { type Wait, withoutSentAt } from '../rpc/call-wait.ts';
import type { AnsweredCall, RpcCaller } from '../rpc/rpc-caller.ts';
import { ACCOUNT_BYTES_READ } from '../rpc/rpc-limits.ts';
import { type Method, type Read, wrongShape } from '../rpc/rpc-method.ts';

/** What `getMultipleAccounts` takes in one call. */
export const ACCOUNTS_PER_CALL = 100;

/** The part of an account that is read. */
const dataSlice = { offset: 0, length: ACCOUNT_BYTES_READ };

/**
 * The parameters for one address or a list. Anybody can make an account of 10 MiB, and two of them would not fit into one answer
 * with others. So only the part that is read is asked for, except from endpoints that cannot cut.
 */
function accountForms<I>(commitment: 'finalized' | 'confirmed'): Method<I, unknown>['forms'] {
  return [
    (of) => [of, { encoding: 'base64', commitment, dataSlice }],
    (of) => [of, { encoding: 'base64', commitment }],
  ];
}

/** Accounts of up to 100 addresses at one finalized slot, in the order asked. */
export const getMultipleAccounts: Method<readonly Address[], At<readonly (AccountState | null)[]>> = {
  name: 'getMultipleAccounts',
  batch: 'state',
  current: true,
  forms: accountForms('finalized'),
  list: {
    length: (addresses) => addresses.length,
    cut: (addresses, most) =>
      Array.from({ length: Math.ceil(addresses.length / most) }, (_, n) => addresses.slice(n * most, (n + 1) * most)),
    // Parts are of different slots. The whole is as old as the oldest.
    join: (parts) => ({
      slot: Math.min(...parts.map(({ slot }) => slot)),
      value: parts.flatMap(({ value }) => value),
    }),
  },
  read(result, addresses) {
    const answer = record(result);
    const slot = record(answer?.context)?.slot;
    const values = answer?.value;
    if (!isSlot(slot) || !Array.isArray(values) || values.length !== addresses.length) {
      return wrongShape('getMultipleAccounts answered without a slot or with another number of accounts');
    }
    const accounts: (AccountState | null)[] = [];
    for (const [index, address] of addresses.entries()) {
      const read = readBeginning(values[index], address);
      if (read.is !== 'value') return read;
      accounts.push(read.value);
    }
    return { is: 'value', value: { slot, value: accounts }, slot };
  },
};

/** One account, for endpoints that do not know the method for many. */
export const getAccountInfo: Method<Address, At<AccountState | null>> = {
  name: 'getAccountInfo',
  batch: 'state',
  current: true,
  forms: accountForms('finalized'),
  read(result, address) {
    const answer = record(result);
    const slot = record(answer?.context)?.slot;
    if (!isSlot(slot) || answer?.value === undefined) return wrongShape('getAccountInfo answered without a slot');
    const read = readBeginning(answer.value, address);
    return read.is === 'value' ? { is: 'value', value: { slot, value: read.value }, slot } : read;
  },
};

/**
 * An account cut to the bytes that are read: the same from every endpoint, whether it cut or not. An account with fewer bytes than
 * its own `space` is refused; old endpoints do not send `space`.
 */
function readBeginning(value: unknown, address: Address): Read<AccountState | null> {
  const read = readAccount(value, address);
  if (read.is !== 'value' || !read.value) return read;
  const { data } = read.value;
  const space = record(value)?.space;
  if (isCount(space) && data.length < Math.min(space, ACCOUNT_BYTES_READ)) {
    return wrongShape(`the account ${address} came with less data than it has`);
  }
  if (data.length <= ACCOUNT_BYTES_READ) return read;
  return { is: 'value', value: { ...read.value, data: data.slice(0, ACCOUNT_BYTES_READ) } };
}

/**
 * An account in base64 encoding; null where it does not exist. Lamports above 2^53 - 1 are refused, because they would be rounded.
 */
export function readAccount(value: unknown, address: Address): Read<AccountState | null> {
  if (value === null) return { is: 'value', value: null };
  const account = record(value);
  const owner = parseAddress(account?.owner);
  const lamports = account?.lamports;
  const executable = account?.executable;
  const data = decodeData(account?.data);
  if (typeof lamports === 'number' && lamports > Number.MAX_SAFE_INTEGER) {
    return { is: 'final', cause: 'unreadable', detail: 'a balance too large to be read exactly' };
  }
  if (!owner || !isCount(lamports) || typeof executable !== 'boolean' || !data) {
    return wrongShape(`the account ${address} came in a wrong shape`);
  }
  return { is: 'value', value: { address, lamports: BigInt(lamports), owner, executable, data } };
}

/** `["...", "base64"]` as bytes; null for anything else, also for text that is cut off. */
function decodeData(data: unknown): Uint8Array | null {
  if (!Array.isArray(data) || data[1] !== 'base64' || typeof data[0] !== 'string') return null;
  const text: string = data[0];
  if (text === '') return new Uint8Array(0);
  if (text.length % 4 !== 0) return null;
  const bytes = Buffer.from(text, 'base64');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return bytes.length === (text.length / 4) * 3 - padding ? bytes : null;
}

/** The methods for accounts at one commitment: for many, and for one where an endpoint does not know the former. */
export interface AccountMethods {
  readonly many: typeof getMultipleAccounts;
  readonly one: typeof getAccountInfo;
}

/** How accounts are read at `finalized`. */
export const finalizedState: AccountMethods = { many: getMultipleAccounts, one: getAccountInfo };

/** An account at `confirmed`; null where there is none. */
export const confirmedAccount: Method<Address, AccountState | null> = {
  name: getAccountInfo.name,
  batch: 'state',
  current: true,
  forms: accountForms('confirmed'),
  read(result, address) {
    const read = getAccountInfo.read(result, address);
    if (read.is !== 'value') return read;
    const { slot, value } = read.value;
    return { is: 'value', value, confirmedSlot: slot };
  },
};

/** Accounts of up to 100 addresses as they stand at one slot, at `confirmed`. */
const confirmedAccounts: typeof getMultipleAccounts = {
  ...getMultipleAccounts,
  forms: accountForms('confirmed'),
  read: (result, addresses) => atConfirmedSlot(getMultipleAccounts.read(result, addresses)),
};

/** One account at `confirmed` with its slot, for endpoints that do not know the method for many. */
const confirmedAccountAt: typeof getAccountInfo = {
  ...getAccountInfo,
  forms: confirmedAccount.forms,
  read: (result, address) => atConfirmedSlot(getAccountInfo.read(result, address)),
};

/** How accounts are read at `confirmed`. */
export const confirmedState: AccountMethods = { many: confirmedAccounts, one: confirmedAccountAt };

function atConfirmedSlot<T>(read: Read<At<T>>): Read<At<T>> {
  return read.is === 'value' ? { is: 'value', value: read.value, confirmedSlot: read.value.slot } : read;
}

type Accounts = AnsweredCall<At<readonly (AccountState | null)[]>>;

/** Accounts of up to 100 addresses in the order asked: in one call, or one by one where no endpoint knows the method for many. */
export async function readAccounts(
  rpc: Pick<RpcCaller, 'call' | 'lacks'>,
  { many, one }: AccountMethods,
  addresses: readonly Address[],
  wait: Wait,
): Promise<Accounts> {
  const answered = await rpc.call(many, addresses, wait);
  if (answered.reading.known || !rpc.lacks(many.name)) return answered;
  // They leave one after another and later than the first call, whose time counts for all.
  const later = withoutSentAt(wait);
  return joinedAnswers(await Promise.all(addresses.map((address) => rpc.call(one, address, later))));
}

/** Joins single answers at the oldest of their slots. One missing answer makes the whole a gap. */
function joinedAnswers(answers: readonly AnsweredCall<At<AccountState | null>>[]): Accounts {
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
  const accounts: (AccountState | null)[] = [];
  let slot = Number.POSITIVE_INFINITY;
  for (const { reading } of answers) {
    if (!reading.known) return { reading, bytes };
    accounts.push(reading.value.value);
    slot = Math.min(slot, reading.value.slot);
  }
  return { reading: known({ slot, value: accounts }), bytes };
}
