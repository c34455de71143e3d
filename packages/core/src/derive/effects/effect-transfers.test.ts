import { describe, expect, it } from 'vitest';
import type { Move } from '#solana/move.ts';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';
import { effectWorld } from '../../../test/support/effect-world.ts';
import { key, transaction } from '../../../test/support/transactions.ts';
import { sceneOf, sidesOf } from './effect-scene.ts';
import { plainTokens } from './effect-transfers.ts';

const wallet = key('wallet');
const friend = key('friend');
const coin = key('coin');
const mine = key('mine');
const theirs = key('theirs');
const world = effectWorld({ size: 0, find: () => null }, []);
const top = { at: { outer: 0, inner: -1 }, program: TOKEN_2022_PROGRAM } as const;

const given = { ...top, kind: 'token_transfer', from: theirs, to: mine, authority: friend, mint: coin } as const;
const made = (to: typeof mine, amount: bigint): Move => ({
  ...top,
  kind: 'mint_tokens',
  to,
  mint: coin,
  authority: friend,
  amount,
});
const burned = (amount: bigint): Move => ({
  ...top,
  kind: 'burn_tokens',
  from: mine,
  mint: coin,
  authority: wallet,
  amount,
});

/** What plain Token-2022 instructions brought when the wallet's balance went from `had` to `has`. */
function plainIn(moves: readonly Move[], has: bigint, had = 0n) {
  const entry = (amount: bigint) => ({
    keyIndex: 1,
    account: mine,
    mint: coin,
    owner: wallet,
    program: TOKEN_2022_PROGRAM,
    amount,
    decimals: 6,
  });
  const rent = 2_039_280n;
  const one = transaction({
    name: 'plain',
    slot: 1,
    balances: [
      [wallet, 10n, 10n],
      [mine, rent, rent],
    ],
    preTokens: [entry(had)],
    postTokens: [entry(has)],
    moves,
  });
  return plainTokens(sceneOf(one, wallet, world, sidesOf(one)));
}

describe('what plain instructions brought of a mint with a fee', () => {
  const transfer: Move = { ...given, amount: 1_000n };

  it('is what is in the account afterwards, less what was made for it beside', () => {
    // 1,000 less a fee of 10, and 50 that were made: the fee is what 1,050 exceed 1,040 by.
    expect(plainIn([transfer, made(mine, 50n)], 1_040n)).toEqual([{ mint: coin, in: 1_040n, out: 0n }]);
  });

  it('takes what was burned beside for no fee', () => {
    // 1,000 less a fee of 10 less 100 that were burned.
    expect(plainIn([transfer, burned(100n)], 890n)).toEqual([{ mint: coin, in: 990n, out: 0n }]);
  });

  it('takes what instructions of other accounts made or moved for no part of it', () => {
    expect(plainIn([transfer, made(theirs, 50n)], 990n)).toEqual([{ mint: coin, in: 990n, out: 0n }]);
  });

  it('is never more than was sent, even where the account gained more', () => {
    // Fees that the mint's authority pays out of what was kept are in no instruction that says an amount.
    expect(plainIn([transfer], 1_020n)).toEqual([{ mint: coin, in: 1_000n, out: 0n }]);
  });

  it('is nothing where the fee took everything', () => {
    expect(plainIn([transfer], 0n)).toEqual([{ mint: coin, in: 0n, out: 0n }]);
  });

  it('lacks each fee once where several transfers came', () => {
    // Two of 1,000, each less a fee of 10 or of 750.
    expect(plainIn([transfer, transfer], 1_980n)).toEqual([{ mint: coin, in: 1_980n, out: 0n }]);
    expect(plainIn([transfer, transfer], 500n)).toEqual([{ mint: coin, in: 500n, out: 0n }]);
  });

  it('lacks its part of the fees where a program brought more, so that no part of a gift counts as bought', () => {
    const bought: Move = { ...transfer, at: { outer: 1, inner: 0 }, amount: 3_000n };
    expect(plainIn([transfer, bought], 3_960n)).toEqual([{ mint: coin, in: 990n, out: 0n }]);
    expect(plainIn([bought, transfer], 2_000n)).toEqual([{ mint: coin, in: 500n, out: 0n }]);
    // A fee of 1 in 2,999 is of one of both.
    expect(plainIn([{ ...transfer, amount: 1n }, bought], 3_000n)).toEqual([{ mint: coin, in: 1n, out: 0n }]);
  });

  it('lacks the fee in an account that was opened and closed within, of which no balance tells', () => {
    // Token-2022 closes an account with withheld fees once these are harvested to the mint, which moves no amount.
    const passing = key('passing');
    const moves: readonly Move[] = [
      { ...top, kind: 'open_token_account', account: passing, owner: wallet, mint: coin, payer: wallet },
      { ...transfer, to: passing },
      { ...transfer, from: passing, to: theirs, authority: wallet, amount: 990n },
      { ...top, kind: 'close_token_account', from: passing, to: wallet, owner: wallet },
    ];
    expect(plainIn(moves, 0n)).toEqual([{ mint: coin, in: 990n, out: 990n }]);
  });

  it('is that of the mint which came last where an account was closed and opened anew', () => {
    const entry = { keyIndex: 1, account: mine, owner: wallet, program: TOKEN_2022_PROGRAM, decimals: 6 };
    const moves: readonly Move[] = [
      { ...transfer, from: mine, to: theirs, authority: wallet, mint: key('earlier'), amount: 70n },
      { ...top, kind: 'close_token_account', from: mine, to: wallet, owner: wallet },
      { ...top, kind: 'open_token_account', account: mine, owner: wallet, mint: coin, payer: wallet },
      transfer,
    ];
    const one = transaction({
      name: 'anew',
      slot: 1,
      balances: [
        [wallet, 10n, 10n],
        [mine, 2_039_280n, 2_039_280n],
      ],
      preTokens: [{ ...entry, mint: key('earlier'), amount: 70n }],
      postTokens: [{ ...entry, mint: coin, amount: 990n }],
      moves,
    });
    expect(plainTokens(sceneOf(one, wallet, world, sidesOf(one)))).toContainEqual(
      expect.objectContaining({ mint: coin, in: 990n }),
    );
  });
});

describe('tokens that a plain instruction made', () => {
  it('came in where they were made for the wallet, and are nothing where for somebody else', () => {
    expect(plainIn([made(mine, 50n)], 50n)).toEqual([{ mint: coin, in: 50n, out: 0n }]);
    expect(plainIn([made(mine, 50n), made(mine, 7n)], 57n)).toEqual([{ mint: coin, in: 57n, out: 0n }]);
    expect(plainIn([made(theirs, 50n)], 0n)).toEqual([]);
  });
});
