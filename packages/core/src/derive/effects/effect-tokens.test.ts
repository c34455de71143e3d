import { describe, expect, it } from 'vitest';
import type { Address } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { key, transaction } from '../../../test/support/transactions.ts';
import type { Stand, TokenAccountChange } from './effect-scene.ts';
import { fillOwners } from './effect-tokens.ts';

const wallet = key('wallet');
const friend = key('friend');
const coin = key('coin');
const account = key('an account that is derived from nobody');
const at = { outer: 0, inner: -1 };
const RENT = 2_039_280n;

/** A stand whose owner old metadata does not tell. */
const stand = (amount: bigint): Stand => ({ owner: null, amount, lamports: RENT });
const side = (of: Address, before: Stand | null, after: Stand | null): TokenAccountChange => ({
  keyIndex: 1,
  account: of,
  mint: coin,
  decimals: 6,
  program: null,
  before,
  after,
});
const opened = (of: Address, owner: Address): Move => ({
  at,
  program: TOKEN_PROGRAM,
  kind: 'open_token_account',
  account: of,
  owner,
  mint: coin,
  payer: null,
});
const closed = (of: Address, owner: Address): Move => ({
  at,
  program: TOKEN_PROGRAM,
  kind: 'close_token_account',
  from: of,
  to: owner,
  owner,
});

/** The account's owner before and after, or that it is unknown. */
function ownersOf(one: TokenAccountChange, ...moves: readonly Move[]) {
  const made = transaction({ name: 'old', slot: 1, balances: [[wallet, 10n, 10n]], moves });
  return fillOwners([one], made, wallet) ? [one.before?.owner, one.after?.owner] : 'unknown';
}

describe('the owner of an account that old metadata does not name', () => {
  it('is whom the instruction that opened this account names, and not whom another was opened for', () => {
    const filled = () => side(account, null, stand(5n));
    expect(ownersOf(filled(), opened(account, friend))).toEqual([undefined, friend]);
    expect(ownersOf(filled(), opened(key('another'), wallet), opened(account, friend))).toEqual([undefined, friend]);
    expect(ownersOf(filled(), opened(key('another'), wallet))).toBe('unknown');
  });

  it('is who closed this account, and not who closed another', () => {
    const emptied = () => side(account, stand(0n), null);
    expect(ownersOf(emptied(), closed(account, friend))).toEqual([friend, undefined]);
    expect(ownersOf(emptied(), closed(key('another'), wallet), closed(account, friend))).toEqual([friend, undefined]);
    expect(ownersOf(emptied(), closed(key('another'), wallet))).toBe('unknown');
  });
});
