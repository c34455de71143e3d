import { describe, expect, it } from 'vitest';
import { loadLabels } from '#chain/labels/label-table.ts';
import { type Address, address } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { effectWorld } from '../../../test/support/effect-world.ts';
import { key, transaction, transfer } from '../../../test/support/transactions.ts';
import { serviceOf } from './effect-market.ts';
import { feeTakerOf, sceneOf, serviceOfProgram, sidesOf } from './effect-scene.ts';

const wallet = key('wallet');
const pool = key('pool');
const coin = key('coin');
const mine = key('mine');
const vault = key('vault');
const unknown = key('a program about which nothing is known');
const bridge = key('a program that is labelled as no venue');
const world = effectWorld(
  { size: 1, find: (of) => (of === bridge ? ({ category: 'bridge_program' } as never) : null) },
  [],
);

const RENT = 2_039_280n;
const PAID = 900_000n;

/** The wallet paid lamports for 5 units of a token; `programs` are what the transaction itself calls, in their order. */
function serviceFor(programs: readonly Address[], moves: readonly Move[]) {
  const held = (amount: bigint) => ({
    keyIndex: 2,
    account: mine,
    mint: coin,
    owner: wallet,
    program: TOKEN_PROGRAM,
    amount,
    decimals: 6,
  });
  const made: Transaction = transaction({
    name: 'exchange',
    slot: 1,
    balances: [
      [wallet, 10n * PAID, 9n * PAID],
      [pool, PAID, 2n * PAID],
      [mine, RENT, RENT],
    ],
    preTokens: [held(0n)],
    postTokens: [held(5n)],
    instructions: programs.map((program, outer) => ({ at: { outer, inner: -1 }, program, accounts: [], data: null })),
    moves,
  });
  return serviceOf(sceneOf(made, wallet, world, sidesOf(made)), { lamports: -PAID, mints: 1, isPaid: false });
}

const under = (outer: number) => ({ at: { outer, inner: 0 }, program: TOKEN_PROGRAM }) as const;
const paid = (outer: number) => transfer(wallet, pool, PAID, { outer, inner: 0 });
const minted = (outer: number, to = mine): Move => ({
  ...under(outer),
  kind: 'mint_tokens',
  to,
  mint: coin,
  authority: pool,
  amount: 5n,
});
const moved = (outer: number, to = mine): Move => ({
  ...under(outer),
  kind: 'token_transfer',
  from: vault,
  to,
  authority: pool,
  mint: coin,
  amount: 5n,
});

describe('an exchange under a program about which nothing is known', () => {
  it.each([
    ['moved', moved],
    ['made', minted],
  ])('is a trade where the tokens were %s under it', (_, tokens) => {
    expect(serviceFor([unknown], [paid(0), tokens(0)])).toBe('trade');
  });

  it('is no trade where they came under another program', () => {
    expect(serviceFor([unknown, bridge], [paid(0), moved(1)])).toBe('other');
  });

  it('is no trade where only tokens of others moved under it', () => {
    expect(serviceFor([unknown, bridge], [paid(0), moved(0, pool), minted(1)])).toBe('other');
  });
});

describe('the shipped labels', () => {
  const shipped = effectWorld(loadLabels(), []);

  it.each([
    ['a proprietary market', 'SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF'],
    ['a router', 'T1TANpTeScyeqVzzgNViGDNrkQ6qHz9KrSBS4aNXvGT'],
    ['a bot', 'term9YPb9mzAsABaqN71A4xdbxHmpBNZavpBiQKZzN3'],
    ['a launchpad', 'MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e'],
  ])('make what runs under %s a trade', (_, program) => {
    expect(serviceOfProgram(shipped, address(program))).toBe('trade');
  });

  it.each([
    ['Helius Sender', '4ACfpUFoaSD9bfPdeu6DBt89gB6ENTeHBXCAi87NhDEE'],
    ['Nozomi', 'TEMPaMeCRFAS9EKF53Jd6KpHxgL47uWLcpFArU1Fanq'],
    ['NextBlock', 'NexTBLockJYZ7QD7p2byrUa6df8ndV2WSd8GkbWqfbb'],
    ['0slot', 'Eb2KpSC8uMt9GmzyAEm5Eb1AAAgTjRaXWFjKyFXHZxF3'],
  ])('make what goes to %s a tip', (_, taker) => {
    expect(feeTakerOf(shipped, address(taker))).toBe('tip');
  });
});
