import { describe, expect, it } from 'vitest';
import { type Address, address, SYSTEM_PROGRAM } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { effectWorld } from '../../../test/support/effect-world.ts';
import { key, type Made, transaction, transfer } from '../../../test/support/transactions.ts';
import { effectOf } from './effect.ts';
import { fundedAccounts, NOBODY } from './effect-funded.ts';
import { sceneOf, sidesOf } from './effect-scene.ts';

const wallet = key('wallet');
const friend = key('friend');
const another = key('another');
const tipped = key('tipped');
const mine = key('mine');
/** An address that only a program can sign for. */
const derived = address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1');
const world = effectWorld({ size: 1, find: (of) => (of === tipped ? ({ category: 'jito_tip' } as never) : null) }, []);

const RICH = 10_000_000_000n;
const TOP = { at: { outer: 0, inner: -1 }, program: SYSTEM_PROGRAM } as const;
const create = (to: Address, changes: { owner?: Address; space?: bigint } = {}): Move => {
  return {
    ...TOP,
    kind: 'create_account',
    from: wallet,
    to,
    lamports: 5n,
    space: 0n,
    owner: SYSTEM_PROGRAM,
    ...changes,
  };
};

/** What a transaction of the wallet gave to others: the balances of these before and after it. */
function funded(moves: readonly Move[], others: Made['balances'], more: Partial<Made> = {}) {
  const gained = others.reduce((sum, [, before, after]) => sum + after - before, 0n);
  const balances: Made['balances'] = [[wallet, RICH, RICH - gained - 5_000n], ...others];
  const one = transaction({ name: 'funding', slot: 1, balances, moves, ...more });
  const [scene, effect] = [sceneOf(one, wallet, world, sidesOf(one)), effectOf(one, wallet, world)];
  const found = fundedAccounts(scene);
  if (!one.failed) expect(effect).toMatchObject({ value: { funded: found } });
  return found;
}

const token = (account: Address, keyIndex: number, owner: Address) => {
  return { keyIndex, account, mint: WRAPPED_SOL, owner, program: TOKEN_PROGRAM, amount: 0n, decimals: 9 };
};

describe('wallets that a transaction gave their first lamports', () => {
  it('are those that had nothing before, with all that they got, at any depth', () => {
    const inner = transfer(wallet, another, 7n, { outer: 1, inner: 2 });
    const moves = [transfer(wallet, friend, 5n), transfer(wallet, friend, 6n), inner];
    expect(
      funded(moves, [
        [friend, 0n, 11n],
        [another, 0n, 7n],
      ]),
    ).toEqual([
      { account: friend, lamports: 11n },
      { account: another, lamports: 7n },
    ]);
  });

  it('may be created as accounts without data', () => {
    expect(funded([create(friend)], [[friend, 0n, 5n]])).toEqual([{ account: friend, lamports: 5n }]);
  });

  it('may get what an account of the wallet is closed for', () => {
    const close: Move = { ...TOP, kind: 'close_token_account', from: mine, to: friend, owner: wallet };
    const held = { preTokens: [token(mine, 2, wallet)] };
    expect(
      funded(
        [close],
        [
          [friend, 0n, 9n],
          [mine, 9n, 0n],
        ],
        held,
      ),
    ).toEqual([{ account: friend, lamports: 9n }]);
  });

  it.each<[string, readonly Move[], Made['balances']]>([
    ['had something before', [transfer(wallet, friend, 5n)], [[friend, 1n, 6n]]],
    ['have nothing left afterwards', [transfer(wallet, friend, 5n), transfer(friend, another, 5n)], [[friend, 0n, 0n]]],
    ['are a program’s', [create(friend, { owner: TOKEN_PROGRAM })], [[friend, 0n, 5n]]],
    ['hold data, such as a nonce', [create(friend, { space: 80n })], [[friend, 0n, 5n]]],
    [
      'were given room for data',
      [transfer(wallet, friend, 5n), { ...TOP, kind: 'allocate', account: friend, space: 8n }],
      [[friend, 0n, 5n]],
    ],
    ['have no key', [transfer(wallet, derived, 5n)], [[derived, 0n, 5n]]],
    ['take tips', [transfer(wallet, tipped, 5n)], [[tipped, 0n, 5n]]],
    ['got it from somebody else', [transfer(another, friend, 5n)], [[friend, 0n, 5n]]],
  ])('are none that %s', (_, moves, balances) => {
    expect(funded(moves, balances)).toBe(NOBODY);
  });

  it('are no token accounts, whoever owns them', () => {
    for (const owner of [wallet, friend]) {
      const more = { postTokens: [token(another, 1, owner)] };
      expect(funded([transfer(wallet, another, 5n)], [[another, 0n, 5n]], more)).toBe(NOBODY);
    }
  });

  it('are none where the transaction failed', () => {
    const one = transaction({
      name: 'failed',
      slot: 1,
      failed: true,
      moves: [transfer(wallet, friend, 5n)],
      balances: [
        [wallet, RICH, RICH - 5_000n],
        [friend, 0n, 0n],
      ],
    });
    expect(effectOf(one, wallet, world)).toMatchObject({ value: { funded: [] } });
  });
});
