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
});

describe('tokens that a plain instruction made', () => {
  it('came in where they were made for the wallet, and are nothing where for somebody else', () => {
    expect(plainIn([made(mine, 50n)], 50n)).toEqual([{ mint: coin, in: 50n, out: 0n }]);
    expect(plainIn([made(mine, 50n), made(mine, 7n)], 57n)).toEqual([{ mint: coin, in: 57n, out: 0n }]);
    expect(plainIn([made(theirs, 50n)], 0n)).toEqual([]);
  });
});
