import { describe, expect, it } from 'vitest';
import { loadLabels } from '#chain/labels/label-table.ts';
import { known } from '#lib/reading.ts';
import { type Address, address } from '#solana/address.ts';
import type { TokenBalance } from '#solana/transaction.ts';
import { effectWorld } from '../../../test/support/effect-world.ts';
import { key, type Made, transaction, transfer } from '../../../test/support/transactions.ts';
import { effectOf } from './effect.ts';

const [wallet, friend, pool, coin] = ['wallet', 'friend', 'pool', 'coin'].map(key) as [
  Address,
  Address,
  Address,
  Address,
];
const [mine, vault, theirs] = ['mine', 'vault', 'theirs'].map(key) as [Address, Address, Address];
const VENUE = address('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8');
const RENT = 2_039_280n;
const SOL = 1_000_000_000n;
const world = effectWorld(loadLabels(), []);

function balance(account: Address, owner: Address, amount: bigint): TokenBalance {
  return {
    keyIndex: [wallet, friend, mine, vault, theirs].indexOf(account),
    account,
    mint: coin,
    owner,
    program: null,
    amount,
    decimals: 6,
  };
}

/** The wallet sells 9 units to a pool for a SOL, and a friend takes part by `change`. */
function sale(change: Partial<Made> & { readonly friend?: bigint; readonly got?: bigint } = {}) {
  const { friend: lost = 0n, got = SOL, ...more } = change;
  const made = transaction({
    name: 'sale',
    slot: 1,
    balances: [
      [wallet, 10n * SOL, 10n * SOL + got - 5000n],
      [friend, 50n * SOL, 50n * SOL - lost],
      [mine, RENT, RENT],
      [vault, RENT, RENT],
      [theirs, RENT, RENT],
      [pool, 90n * SOL, 90n * SOL - got + lost],
    ],
    signers: [wallet, friend],
    preTokens: [balance(mine, wallet, 9n), balance(vault, pool, 0n), balance(theirs, friend, 9n)],
    postTokens: [balance(mine, wallet, 0n), balance(vault, pool, 9n), balance(theirs, friend, 9n)],
    instructions: [{ at: { outer: 0, inner: -1 }, program: VENUE, accounts: [vault, pool], data: null }],
    ...more,
  });
  const effect = effectOf(made, wallet, world);
  expect(effect).toEqual(known(expect.anything()));
  return effect.known ? effect.value : null;
}

describe('a trade in which others put something', () => {
  it('is none where another signer loses nothing', () => {
    expect(sale()).toMatchObject({ service: 'trade', joint: false });
  });

  it('is joint where another signer loses lamports that no plain transfer explains', () => {
    expect(sale({ friend: SOL })).toMatchObject({ joint: true });
  });

  it('is none where a plain transfer brought them: that part is a gift already', () => {
    const gift = transfer(friend, wallet, SOL);
    expect(sale({ friend: SOL, got: 2n * SOL, moves: [gift] })).toMatchObject({ joint: false, givenIn: SOL });
  });

  it('is joint where the tokens of another signer went as well', () => {
    const postTokens = [balance(mine, wallet, 0n), balance(vault, pool, 18n), balance(theirs, friend, 0n)];
    expect(sale({ postTokens })).toMatchObject({ joint: true });
  });

  it('is joint where a delegate moved tokens of somebody who did not sign', () => {
    const postTokens = [balance(mine, wallet, 0n), balance(vault, pool, 18n), balance(theirs, friend, 0n)];
    const taken = {
      at: { outer: 0, inner: 0 },
      program: VENUE,
      kind: 'token_transfer',
      from: theirs,
      to: vault,
    } as const;
    const moves = [{ ...taken, authority: wallet, mint: coin, amount: 9n }];
    expect(sale({ postTokens, moves, signers: [wallet] })).toMatchObject({ joint: true });
    expect(sale({ postTokens, signers: [wallet] })).toMatchObject({ joint: false });
  });

  it('is none where another sold with it at a price that is no more than a tenth worse, and joint beyond', () => {
    const postTokens = [balance(mine, wallet, 0n), balance(vault, pool, 18n), balance(theirs, friend, 0n)];
    // The wallet got a SOL for 9 units. Of 0.91 SOL for as many, 11 parts are more than 10 parts of a SOL; of 0.9 they are less.
    const friendGot = (lamports: bigint) => sale({ postTokens, friend: -lamports });
    expect(friendGot(SOL)).toMatchObject({ joint: false });
    expect(friendGot((91n * SOL) / 100n)).toMatchObject({ joint: false });
    expect(friendGot((90n * SOL) / 100n)).toMatchObject({ joint: true });
  });

  it('is none where a plain transfer brought the tokens that were sold as well', () => {
    const postTokens = [balance(mine, wallet, 0n), balance(vault, pool, 18n), balance(theirs, friend, 0n)];
    const at = { outer: 1, inner: -1 };
    const given = { at, program: VENUE, kind: 'token_transfer', from: theirs, to: mine, authority: friend } as const;
    const gift = sale({ postTokens, moves: [{ ...given, mint: coin, amount: 9n }] });
    expect(gift).toMatchObject({ joint: false, plain: [{ mint: coin, in: 9n, out: 0n }] });
  });

  it('is joint where a program that is no venue paid the wallet, not where it paid others or took from it', () => {
    const beside = key('a program that is no venue');
    const instructions = [VENUE, beside].map((program, outer) => ({
      at: { outer, inner: -1 },
      program,
      accounts: program === VENUE ? [vault, pool] : [],
      data: null,
    }));
    const under = (from: Address, to: Address, outer = 1) =>
      sale({
        instructions,
        friend: to === friend ? -SOL : 0n,
        moves: [transfer(from, to, SOL, { outer, inner: 0 })],
      });
    expect(under(pool, wallet)).toMatchObject({ joint: true });
    expect(under(pool, wallet, 0)).toMatchObject({ joint: false });
    expect(under(pool, friend)).toMatchObject({ joint: false });
    expect(under(wallet, pool)).toMatchObject({ joint: false });
    expect(under(mine, wallet)).toMatchObject({ joint: false });
  });

  it('is joint where a program credited the wallet from an account that no venue was given', () => {
    const balances = (vaultLost: bigint, poolLost: bigint) => [
      ...([
        [wallet, 10n * SOL, 11n * SOL - 5000n],
        [friend, 50n * SOL, 50n * SOL],
      ] as const),
      ...[mine, vault].map((of) => [of, RENT, RENT] as const),
      ...([
        [theirs, 5n * SOL, 5n * SOL - vaultLost],
        [pool, 90n * SOL, 90n * SOL - poolLost],
      ] as const),
    ];
    expect(sale({ balances: balances(SOL, 0n) })).toMatchObject({ service: 'trade', joint: true });
    expect(sale({ balances: balances(0n, SOL) })).toMatchObject({ service: 'trade', joint: false });
  });

  it('is joint where a program took from the wrapped SOL of another for the wallet, as an unwrap or a withdrawal', () => {
    const at = { outer: 1, inner: 0 };
    const of = { at, program: VENUE, from: pool, to: wallet, authority: wallet };
    expect(sale({ moves: [{ ...of, kind: 'unwrap', lamports: SOL }] })).toMatchObject({ joint: true });
    expect(sale({ moves: [{ ...of, kind: 'withdraw_excess' }] })).toMatchObject({ joint: true });
    const byVenue = { ...of, at: { outer: 0, inner: 0 } };
    expect(sale({ moves: [{ ...byVenue, kind: 'unwrap', lamports: SOL }] })).toMatchObject({ joint: false });
  });

  it('is joint where stake was withdrawn to the wallet', () => {
    const at = { outer: 1, inner: -1 };
    const stake = { at, program: VENUE, kind: 'withdraw_stake', from: pool, to: wallet, authority: friend } as const;
    expect(sale({ moves: [{ ...stake, lamports: SOL }] })).toMatchObject({ joint: true });
  });
});
