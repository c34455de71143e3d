import { describe, expect, it } from 'vitest';
import type { Address } from '#solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { TokenBalance } from '#solana/transaction.ts';
import type { Pool } from '#venues/venue.ts';
import { refuse } from '#venues/venue.ts';
import { key, transaction } from '../../../../test/support/transactions.ts';
import { heldIn, moves, pricesIn, tradeIn } from './pool-trade.ts';

const MINT = key('mint');
const [POOL, COINS, VAULT, OTHER_POOL] = [key('pool'), key('coins'), key('vault'), key('another pool')];
const [BUYER, ROUTER] = [key('buyer'), key('router')];
const pool: Pool = {
  venue: 'raydium_cpmm',
  address: POOL,
  mint: MINT,
  other: WRAPPED_SOL,
  needs: [],
  vaults: { mint: COINS, other: VAULT },
  open: () => refuse('not_read', ''),
};
const curve: Pool = { ...pool, vaults: { mint: COINS, other: null } };
const isMarket = (owner: Address) => owner === OTHER_POOL;

/** An account that a transaction changes: whose, and from what to what. */
type Changed = readonly [account: Address, owner: Address, before: bigint, after: bigint];

function body(changes: readonly Changed[], given: { readonly failed?: boolean; readonly paid?: bigint } = {}) {
  const balances = (at: 2 | 3): readonly TokenBalance[] =>
    changes.map(([account, owner, ...amounts]) => ({
      keyIndex: 0,
      account,
      mint: account === VAULT ? WRAPPED_SOL : MINT,
      owner,
      program: TOKEN_PROGRAM,
      amount: amounts[at - 2] ?? 0n,
      decimals: 6,
    }));
  return transaction({
    name: 'a trade',
    slot: 5,
    failed: given.failed ?? false,
    preTokens: balances(2),
    postTokens: balances(3),
    balances: [
      [BUYER, 10n, 5n],
      [POOL, 1_000_000n, 1_000_000n + (given.paid ?? 0n)],
    ],
  });
}

const bought = (tokens: bigint, lamports: bigint): readonly Changed[] => [
  [COINS, POOL, 9_000_000n, 9_000_000n - tokens],
  [VAULT, POOL, 4_000_000n, 4_000_000n + lamports],
];
const held = (owner: Address, before: bigint, after: bigint): Changed => [
  key(`account of ${owner}`),
  owner,
  before,
  after,
];

describe('a trade', () => {
  it('is of whoever gains most against the pool', () => {
    const trade = [...bought(5_000n, 2_000n), held(ROUTER, 7n, 7n), held(BUYER, 100n, 5_100n)];
    expect(tradeIn(body(trade), pool, isMarket)).toEqual({
      side: 'buy',
      owner: BUYER,
      account: key(`account of ${BUYER}`),
      tokens: 5_000n,
      other: 2_000n,
    });
    const sale = [...bought(-5_000n, -2_000n), held(BUYER, 5_000n, 0n)];
    expect(tradeIn(body(sale), pool, isMarket)).toMatchObject({ side: 'sell', owner: BUYER, tokens: 5_000n });
  });

  it('is arbitrage where another market takes the tokens', () => {
    const moved = [...bought(5_000n, 2_000n), held(OTHER_POOL, 0n, 5_000n), held(BUYER, 1n, 1n)];
    expect(tradeIn(body(moved), pool, isMarket)).toMatchObject({ side: 'buy', owner: null, account: null });
  });

  it('takes the lamports of a pool that holds them itself', () => {
    const changes = [bought(5_000n, 0n)[0] as Changed, held(BUYER, 0n, 5_000n)];
    expect(tradeIn(body(changes, { paid: 3_000n }), curve, isMarket)).toMatchObject({ side: 'buy', other: 3_000n });
  });

  it('is no deposit, no withdrawal, no failure and nothing that leaves the pool alone', () => {
    expect(tradeIn(body(bought(-5_000n, 2_000n)), pool, isMarket)).toBeNull();
    expect(tradeIn(body(bought(5_000n, -2_000n)), pool, isMarket)).toBeNull();
    expect(tradeIn(body(bought(5_000n, 2_000n), { failed: true }), pool, isMarket)).toBeNull();
    expect(tradeIn(body(bought(0n, 0n)), pool, isMarket)).toBeNull();
    expect(tradeIn(body([]), pool, isMarket)).toBeNull();
  });
});

it('what a pool holds in vaults that others use is what its shares are worth, and who moves the vaults alone moves nothing of it', () => {
  const [SHARES, MONEY_SHARES] = [key('shares of coins'), key('shares of money')];
  const worth = (numerator: bigint) => ({ numerator, denominator: 10n });
  const sharing: Pool = {
    ...pool,
    shares: {
      mint: { account: SHARES, worth: worth(10n), tokens: 0n },
      other: { account: MONEY_SHARES, worth: worth(11n), tokens: 0n },
    },
  };
  const ofOthers = body(bought(5_000n, 2_000n));
  expect([heldIn(ofOthers, sharing), moves(ofOthers, sharing)]).toEqual([null, false]);
  const own = body([
    ...bought(5_000n, 0n),
    [SHARES, POOL, 60_000n, 55_000n],
    [MONEY_SHARES, POOL, 20_000n, 22_000n],
    held(BUYER, 0n, 5_000n),
  ]);
  expect(heldIn(own, sharing)).toEqual({ before: 22_000n, after: 24_200n });
  expect(tradeIn(own, sharing, isMarket)).toMatchObject({ side: 'buy', owner: BUYER, tokens: 5_000n, other: 2_200n });
});

describe('a price', () => {
  const rate = { numerator: 3n, denominator: 2n };
  const time = 1_700_000_005;

  it('is that of both balances before and after under a constant product', () => {
    const reading = { isConstantProduct: true, rate };
    const after = [...bought(5_000_000n, 4_000_000n)];
    // Of 4,000,000 units for 9,000,000, then 8,000,000 for 4,000,000, each one and a half lamports.
    expect(pricesIn(body(after), pool, reading)).toEqual([
      { time, lamportsPerTrillion: 666_666_666_666n },
      { time, lamportsPerTrillion: 3_000_000_000_000n },
    ]);
    expect(pricesIn(body([[COINS, POOL, 1_000n, 0n]]), pool, reading)).toEqual([]);
  });

  it('is that of the trade elsewhere, where it is no dust', () => {
    const reading = { isConstantProduct: false, rate };
    expect(pricesIn(body(bought(4_000n, 2_000n)), pool, reading)).toEqual([
      { time, lamportsPerTrillion: 750_000_000_000n },
    ]);
    expect(pricesIn(body(bought(-4_000n, -2_000n)), pool, reading)).toHaveLength(1);
    expect(pricesIn(body(bought(999n, 2_000n)), pool, reading)).toEqual([]);
    expect(pricesIn(body(bought(4_000n, 999n)), pool, reading)).toEqual([]);
    expect(pricesIn(body(bought(-4_000n, 2_000n)), pool, reading)).toEqual([]);
    expect(pricesIn(body(bought(4_000n, 2_000n), { failed: true }), pool, reading)).toEqual([]);
  });
});
