import { type Address, address } from '#lib/address.ts';
import type { TokenBalance } from '../model.ts';
import { addressIn, amountText, list, type Members, members, misshapen, place, Undecodable, whole } from './shape.ts';

const TOKEN_PROGRAMS: readonly Address[] = [
  address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
];
const DECIMALS_MAX = 255;

/** What every key held before and after, in lamports. */
export interface LamportBalances {
  readonly pre: readonly bigint[];
  readonly post: readonly bigint[];
}

/** Reads both lists, one entry a key, and proves that together they changed by the fee and by nothing else. */
export function readLamports(meta: Members, keys: readonly Address[], fee: bigint): LamportBalances {
  const pre = lamportList(meta.preBalances, keys.length, 'preBalances');
  const post = lamportList(meta.postBalances, keys.length, 'postBalances');
  const change = post.reduce((sum, value) => sum + value, 0n) - pre.reduce((sum, value) => sum + value, 0n);
  if (change !== -fee) {
    throw new Undecodable('rpc_disagrees', `balances changed by ${change} lamports with a fee of ${fee}`);
  }
  return { pre, post };
}

function lamportList(value: unknown, length: number, what: string): readonly bigint[] {
  if (value === undefined || value === null) throw new Undecodable('history_missing', `the metadata has no ${what}`);
  const entries = list(value, what);
  if (entries.length !== length) misshapen(`${what} (${entries.length} for ${length} keys)`);
  return entries.map((entry) => BigInt(whole(entry, what)));
}

/**
 * Reads one side's token balances. Metadata older than the member lacks it altogether; that is no balances only where
 * no token program takes part, else what the transaction did to tokens is not known.
 */
export function readTokens(value: unknown, keys: readonly Address[], what: string): readonly TokenBalance[] {
  if (value === undefined || value === null) {
    if (!TOKEN_PROGRAMS.some((program) => keys.includes(program))) return [];
    throw new Undecodable('history_missing', `the metadata has no ${what}`);
  }
  return list(value, what).map((entry) => tokenBalance(members(entry, what), keys, what));
}

function tokenBalance(entry: Members, keys: readonly Address[], what: string): TokenBalance {
  const keyIndex = place(entry.accountIndex, keys.length, `${what}.accountIndex`);
  const amount = members(entry.uiTokenAmount, `${what}.uiTokenAmount`);
  return {
    keyIndex,
    account: keys[keyIndex] ?? misshapen(what),
    mint: addressIn(entry.mint, `${what}.mint`),
    owner: addressOrNull(entry.owner, `${what}.owner`),
    program: addressOrNull(entry.programId, `${what}.programId`),
    amount: amountText(amount.amount, `${what}.amount`),
    decimals: place(amount.decimals, DECIMALS_MAX + 1, `${what}.decimals`),
  };
}

/** Old metadata has neither owner nor program; some stores send the empty text for a member that they do not have. */
function addressOrNull(value: unknown, what: string): Address | null {
  return value === undefined || value === null || value === '' ? null : addressIn(value, what);
}
