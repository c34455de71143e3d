import bs58 from 'bs58';
import { isCount, record } from '#lib/json-value.ts';
import { type Address, parseAddress } from '#solana/address.ts';
import { isSlot } from '#solana/slot-and-time.ts';
import type { AccountFilter, DataSlice, FoundAccount } from '../chain-reader.ts';
import { type Method, type Read, wrongShape } from '../rpc/rpc-method.ts';
import { readAccount } from './accounts.ts';

/** A search among the accounts of a program. */
export interface ProgramQuery {
  readonly program: Address;
  readonly filters: readonly AccountFilter[];
  readonly slice: DataSlice;
}

/** Everything that decides what a search returns. */
export function programQueryKey({ program, filters, slice }: ProgramQuery): string {
  return [program, ...filters.map((filter) => JSON.stringify(filterJson(filter))), slice.offset, slice.length].join(
    ' ',
  );
}

/** Accounts of a program at `confirmed`, ordered by address so that the same accounts read the same. */
export const getProgramAccounts: Method<ProgramQuery, readonly FoundAccount[]> = {
  name: 'getProgramAccounts',
  batch: 'scan',
  current: true,
  forms: [
    ({ program, filters, slice }) => [
      program,
      {
        encoding: 'base64',
        commitment: 'confirmed',
        withContext: true,
        dataSlice: slice,
        filters: filters.map(filterJson),
      },
    ],
  ],
  read(result, query) {
    const answer = record(result);
    const slot = record(answer?.context)?.slot;
    const values = answer?.value;
    if (!isSlot(slot) || !Array.isArray(values)) return wrongShape('program accounts came without a slot or list');
    const found = new Map<Address, FoundAccount>();
    for (const value of values) {
      const read = readFound(value, query);
      if (read.is !== 'value') return read;
      found.set(read.value.address, read.value);
    }
    const ordered = [...found.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
    return { is: 'value', value: ordered, confirmedSlot: slot };
  },
};

function filterJson(filter: AccountFilter): object {
  if ('dataSize' in filter) return filter;
  return { memcmp: { offset: filter.at, bytes: bs58.encode(filter.bytes) } };
}

/**
 * An account that was found. An account of another program, or one with more data than asked, shows that the endpoint ignored the
 * query.
 */
function readFound(value: unknown, { program, slice }: ProgramQuery): Read<FoundAccount> {
  const found = record(value);
  const address = parseAddress(found?.pubkey);
  if (!address) return wrongShape('a program account came without its address');
  const read = readAccount(found?.account ?? undefined, address);
  if (read.is !== 'value') return read;
  const account = read.value;
  const bytes = record(found?.account)?.space;
  if (account?.owner !== program || account.data.length > slice.length || !isCount(bytes)) {
    return wrongShape('a program account came with another owner, with too much data or without its length');
  }
  return { is: 'value', value: { ...account, bytes } };
}
