import { type Address, parseAddress } from '#lib/address.ts';
import type { LargeAccount } from '../model.ts';
import { isSlot } from '../moments.ts';
import { type Method, record, wrongShape } from '../rpc/method.ts';

/** What a node lists (`NUM_LARGEST_ACCOUNTS`). An endpoint that sends more does not decide what a check costs. */
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
