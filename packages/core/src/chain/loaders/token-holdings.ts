import { record } from '#lib/json-value.ts';
import { known, type Reading } from '#lib/reading.ts';
import { type Address, addressOf, parseAddress } from '#solana/address.ts';
import { isSlot } from '#solana/slot-and-time.ts';
import type { At, LargeAccount, TokenHolding } from '../chain-reader.ts';
import { type Method, type Read, wrongShape } from '../rpc/rpc-method.ts';
import { readAccount } from './accounts.ts';

/** How many accounts a node lists (`NUM_LARGEST_ACCOUNTS`). An endpoint that sends more must not raise the cost of a check. */
const LISTED_MAX = 20;

const AMOUNT = /^\d{1,20}$/;

/** The largest token accounts of a mint at `confirmed`, largest first. Endpoints may refuse it for mints with many holders. */
export const getTokenLargestAccounts: Method<Address, readonly LargeAccount[]> = {
  name: 'getTokenLargestAccounts',
  batch: 'state',
  current: true,
  forms: [(mint) => [mint, { commitment: 'confirmed' }]],
  read(result) {
    const answer = record(result);
    const slot = record(answer?.context)?.slot;
    const values = answer?.value;
    if (!isSlot(slot) || !Array.isArray(values)) return wrongShape('largest accounts came without a slot or list');
    const found = new Map<Address, LargeAccount>();
    for (const value of values) {
      const account = parseAddress(record(value)?.address);
      const amount = record(value)?.amount;
      if (!account || typeof amount !== 'string' || !AMOUNT.test(amount)) {
        return wrongShape('a large account came without its address or amount');
      }
      found.set(account, { account, amount: BigInt(amount) });
    }
    const ordered = [...found.values()].sort((a, b) => (a.amount > b.amount ? -1 : a.amount < b.amount ? 1 : 0));
    return { is: 'value', value: ordered.slice(0, LISTED_MAX), confirmedSlot: slot };
  },
};

export interface HoldingsOf {
  readonly owner: Address;
  readonly program: Address;
}

/** Layout of a token account under both programs: mint (32 bytes), owner (32), amount (u64, little-endian), in all at least 165. */
const OWNER_AT = 32;
const AMOUNT_AT = 64;
const ACCOUNT_BYTES_MIN = 165;

/** How many token accounts of an owner are read under one program. Texts of reason codes name this number. */
export const HOLDINGS_MAX = 20_000;

/** Token accounts of an owner under one program with the slot, ordered by address so that the same holdings read the same. */
export const getTokenAccountsByOwner: Method<HoldingsOf, At<readonly TokenHolding[]>> = {
  name: 'getTokenAccountsByOwner',
  batch: 'state',
  current: true,
  unbounded: true,
  forms: [({ owner, program }) => [owner, { programId: program }, { encoding: 'base64', commitment: 'finalized' }]],
  read(result, input) {
    const answer = record(result);
    const slot = record(answer?.context)?.slot;
    const values = answer?.value;
    if (!isSlot(slot) || !Array.isArray(values)) return wrongShape('token accounts came without a slot or list');
    if (values.length > HOLDINGS_MAX) {
      return { is: 'wrong', cause: 'limit_reached', detail: `more than ${HOLDINGS_MAX} token accounts` };
    }
    const holdings = new Map<Address, TokenHolding>();
    for (const value of values) {
      const read = readHolding(value, input);
      if (read.is !== 'value') return read;
      holdings.set(read.value.account, read.value);
    }
    const ordered = [...holdings.values()].sort((a, b) => (a.account < b.account ? -1 : 1));
    return { is: 'value', value: { slot, value: ordered }, slot };
  },
};

/** The holdings of several lists, with the lowest of their slots; the first gap where one is missing. */
export function holdingsTogether(
  lists: readonly Reading<At<readonly TokenHolding[]>>[],
): Reading<At<readonly TokenHolding[]>> {
  const holdings: TokenHolding[] = [];
  let slot = Number.POSITIVE_INFINITY;
  for (const list of lists) {
    if (!list.known) return list;
    holdings.push(...list.value.value);
    slot = Math.min(slot, list.value.slot);
  }
  return known({ slot, value: holdings });
}

function readHolding(value: unknown, input: HoldingsOf): Read<TokenHolding> {
  const entry = record(value);
  const account = parseAddress(entry?.pubkey);
  if (!account) return wrongShape('a token account came without its address');
  const read = readAccount(entry?.account, account);
  if (read.is !== 'value') return read;
  const state = read.value;
  if (!state || state.owner !== input.program || state.data.length < ACCOUNT_BYTES_MIN) {
    return wrongShape(`${account} is not an account of the token program that was asked about`);
  }
  const { data, lamports } = state;
  const owner = addressOf(data.subarray(OWNER_AT, AMOUNT_AT));
  if (owner !== input.owner) return wrongShape(`${account} belongs to another owner than the one asked about`);
  const mint = addressOf(data.subarray(0, OWNER_AT));
  const amount = new DataView(data.buffer, data.byteOffset, data.length).getBigUint64(AMOUNT_AT, true);
  return { is: 'value', value: { account, program: input.program, mint, owner, amount, lamports } };
}
