import type { Address } from '#lib/address.ts';
import { known } from '#lib/reading.ts';
import type { AccountState, At } from '../chain-reader.ts';
import { type Wait, withoutSentAt } from '../rpc/call-wait.ts';
import type { AnsweredCall, Calling } from '../rpc/rpc-transport.ts';
import { getAccountInfo, getMultipleAccounts } from './account.ts';

type Accounts = AnsweredCall<At<readonly (AccountState | null)[]>>;

/** The calls for accounts at one commitment: many at a time, and one for endpoints that do not know the former. */
export interface AccountMethods {
  readonly many: typeof getMultipleAccounts;
  readonly one: typeof getAccountInfo;
}

/** How accounts are read at `finalized`. */
export const finalizedState: AccountMethods = { many: getMultipleAccounts, one: getAccountInfo };

/** Accounts of up to 100 addresses in the order asked: in one call, or one by one where no endpoint knows that call. */
export async function readAccounts(
  asking: Calling,
  { many, one }: AccountMethods,
  addresses: readonly Address[],
  wait: Wait,
): Promise<Accounts> {
  const answered = await asking.call(many, addresses, wait);
  if (answered.reading.known || !asking.lacks(many.name)) return answered;
  // They leave one after another, all of them later than the call before, whose time stands for all.
  const later = withoutSentAt(wait);
  return together(await Promise.all(addresses.map((address) => asking.call(one, address, later))));
}

/** Single answers as one, pinned to the oldest of their slots; the first that is missing spoils it. */
function together(answers: readonly AnsweredCall<At<AccountState | null>>[]): Accounts {
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
