import { describe, expect, it } from 'vitest';
import { known, missing, type Reading } from '#lib/reading.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { Market, Pool } from '#venues/venue.ts';
import { refuse } from '#venues/venue.ts';
import { atOnce } from '../../../test/support/at-once.ts';
import { key, transaction } from '../../../test/support/transactions.ts';
import { RENT_MIN } from '../sources/list-beginning.ts';
import { type MarketAccounts, type MarketEntry, pricesOf, proveDepth, spansOf } from './depth-proof.ts';

const MINT = key('mint');
const [POOL, CURVE, VAULT, COINS] = [key('pool'), key('curve'), key('vault'), key('coins')];
const VENUE = key('venue');
const poolAt = (address: Pool['address'], other: Pool['address'] | null): Pool => ({
  venue: 'raydium_cpmm',
  address,
  mint: MINT,
  other: WRAPPED_SOL,
  needs: [],
  vaults: { mint: COINS, other },
  open: () => refuse('not_read', ''),
});
const accounts: MarketAccounts = {
  pool: poolAt(POOL, VAULT),
  curve: null,
  rentLamports: 0n,
  enough: 100n,
  ranged: null,
};
const NOW = 1_700_100_000;

/**
 * What a transaction leaves in the vault, the curve, or neither. `from`: what both vaults held before it; `does`: the first bytes of
 * what it tells the venue to do.
 */
interface Left {
  readonly vault?: bigint;
  readonly curve?: bigint;
  readonly unread?: true;
  readonly coins?: bigint;
  readonly from?: { readonly vault: bigint; readonly coins: bigint };
  readonly does?: string;
}

const balance = (account: Pool['address'], mint: Pool['address'], amount: bigint) => {
  return { keyIndex: 0, account, mint, owner: POOL, program: TOKEN_PROGRAM, amount, decimals: 6 };
};

/** Since when this history proves a deep market, in seconds of its own time; null: not at all. */
function since(history: readonly (readonly [at: number, left: Left])[], given: Partial<MarketAccounts> = {}) {
  const bodies = new Map<string, Reading<Transaction>>();
  const entries = history.map(([slot, { vault, curve, unread, coins = 1_000n, from, does }]): MarketEntry => {
    const body = transaction({
      name: `at ${slot}`,
      slot,
      balances: [[key('payer'), 10n, 5n], ...(curve === undefined ? [] : [[CURVE, 0n, curve] as const])],
      postTokens: vault === undefined ? [] : [balance(VAULT, WRAPPED_SOL, vault), balance(COINS, MINT, coins)],
      preTokens: from ? [balance(VAULT, WRAPPED_SOL, from.vault), balance(COINS, MINT, from.coins)] : [],
      ...(does !== undefined && {
        instructions: [
          { at: { outer: 0, inner: -1 }, program: VENUE, accounts: [POOL], data: Buffer.from(does, 'hex') },
        ],
      }),
    });
    bodies.set(body.signature, unread ? missing('transaction', 'rpc_unavailable') : known(body));
    return { signature: body.signature, slot, failed: false, blockTime: 1_700_000_000 + slot };
  });
  const proof = atOnce(proveDepth(spansOf(entries, NOW), bodies, { ...accounts, ...given }));
  return proof.since && proof.since.time - 1_700_000_000;
}

/** Noise that names the pool and moves nothing. */
const noise = (from: number, count: number, step = 1): readonly (readonly [number, Left])[] =>
  Array.from({ length: count }, (_, n) => [from + n * step, {}]);

describe('the proof of depth', () => {
  it('begins with the oldest deep moment after which all are', () => {
    expect(
      since([
        [10, { vault: 100n }],
        [20, { vault: 500n }],
      ]),
    ).toBe(10);
    expect(
      since([
        [10, { vault: 99n }],
        [20, { vault: 100n }],
      ]),
    ).toBe(20);
    expect(
      since([
        [10, { vault: 500n }],
        [20, { vault: 1n }],
        [30, { vault: 500n }],
      ]),
    ).toBe(30);
    expect(
      since([
        [10, { vault: 500n }],
        [20, { vault: 1n }],
      ]),
    ).toBeNull();
    expect(since([])).toBeNull();
  });

  it('goes past what says nothing in a list that is read whole, and past nothing that could not be read', () => {
    expect(since([[10, { vault: 500n }], ...noise(20, 10)])).toBe(10);
    expect(
      since([
        [10, { vault: 500n }],
        [20, { unread: true }],
        [30, { vault: 500n }],
      ]),
    ).toBe(30);
  });

  it('is not older for a deposit that left at once, however much noise surrounds it', () => {
    const flash: readonly (readonly [number, Left])[] = [
      [10, { vault: 500n }],
      [11, { vault: 1n }],
    ];
    const today: readonly (readonly [number, Left])[] = [[99_000, { vault: 500n }]];
    expect(since([...flash, ...today])).toBe(99_000);
    for (const step of [1, 50, 97]) expect(since([...flash, ...noise(12, 900, step), ...today])).toBe(99_000);
    const often = Array.from({ length: 60 }, (_, n): readonly (readonly [number, Left])[] => [
      [n * 1_600, { vault: 500n }],
      [n * 1_600 + 1, { vault: 1n }],
    ]).flat();
    expect(since([...often, ...today])).toBe(99_000);
  });

  it('reaches back through a long list of a market that was deep all the time', () => {
    const trades = Array.from({ length: 400 }, (_, n): readonly [number, Left] => [
      n * 240,
      { vault: 400n + BigInt(n) },
    ]);
    expect(since(trades)).toBe(0);
  });

  it('counts a curve that became the pool until then, and not what it keeps later', () => {
    const curve = poolAt(CURVE, null);
    const history: readonly (readonly [number, Left])[] = [
      [10, { curve: 5n }],
      [20, { curve: RENT_MIN }],
      [30, { curve: 1n, vault: 300n }],
      [40, { curve: 2n }],
      [50, { vault: 200n }],
    ];
    expect(since(history, { curve })).toBe(20);
    expect(since(history)).toBe(30);
  });

  it('leaves the rent of a curve out of what it holds', () => {
    const pool = poolAt(CURVE, null);
    expect(
      since(
        [
          [10, { curve: RENT_MIN + 99n }],
          [20, { curve: RENT_MIN + 100n }],
        ],
        { pool, rentLamports: RENT_MIN },
      ),
    ).toBe(20);
  });

  it('tells prices by both balances', () => {
    const moment = { time: 1, mint: 2_000n, other: 500n };
    expect(pricesOf({ since: null, balances: [moment] }, { numerator: 3n, denominator: 1n })).toEqual([
      { time: 1, lamportsPerTrillion: 750_000_000_000n },
    ]);
  });
});

/** A market without fees whose product is constant, which does not say so. */
function marketOf(mint: bigint, other: bigint): Market {
  return {
    price: { numerator: other, denominator: mint },
    depth: { mint, other },
    bounds: [],
    quote(side, amountIn) {
      const [to, from] = side === 'sell' ? [mint, other] : [other, mint];
      const received = from - (mint * other) / (to + amountIn);
      const left =
        side === 'sell'
          ? ([mint + amountIn, other - received] as const)
          : ([mint - received, other + amountIn] as const);
      return { spent: amountIn, received, fees: () => [], afterwards: () => marketOf(...left) };
    },
  };
}

describe('the proof of depth where liquidity lies in ranges', () => {
  const SWAP = 'f8c69e91e17587c8';
  const ADD = '2e9cf3760dcdfbb2';
  // Of 1,000,000 tokens and as much of the other side.
  const ranged = { market: marketOf(1_000_000n, 1_000_000n), program: VENUE };
  const shown = (...history: readonly (readonly [number, Left])[]) => since(history, { ranged, enough: 500_000n });
  const opening: readonly [number, Left] = [
    10,
    { vault: 900_000n, coins: 1_111_111n, from: { vault: 0n, coins: 0n }, does: ADD },
  ];
  const bought = (slot: number, does: string): readonly [number, Left] => {
    return [slot, { vault: 1_000_000n, coins: 1_000_000n, from: { vault: 900_000n, coins: 1_111_111n }, does }];
  };
  const still = (slot: number, does: string): readonly [number, Left] => {
    return [slot, { vault: 1_000_000n, coins: 1_000_000n, from: { vault: 1_000_000n, coins: 1_000_000n }, does }];
  };

  it('goes back over swaps alone', () => {
    expect(shown(opening, bought(20, SWAP), still(30, SWAP))).toBe(10);
    expect(shown(opening, [15, {}], bought(20, SWAP))).toBe(10);
    expect(shown(opening, bought(20, SWAP), still(30, ADD))).toBe(20);
    expect(shown(opening, [20, { vault: 1_000_000n, coins: 1_000_000n, does: ADD }])).toBe(20);
    expect(shown(opening)).toBe(10);
  });

  it('counts a swap of what such a depth pays over the band, at a price that is not far away', () => {
    const sold = (vault: bigint, coins: bigint): Left => {
      return {
        vault: 1_000_000n - vault,
        coins: 1_000_000n + coins,
        from: { vault: 1_000_000n, coins: 1_000_000n },
        does: SWAP,
      };
    };
    const moved = still(30, ADD);
    expect(shown([20, sold(25_658n, 26_000n)], moved)).toBe(20);
    expect(shown([20, sold(25_657n, 26_000n)], moved)).toBe(30);
    expect(shown([20, sold(25_658n, 256_580n)], moved)).toBe(30);
    expect(shown([20, { ...sold(25_658n, 26_000n), does: ADD }], moved)).toBe(30);
  });

  it('has nothing to go back over between transactions that are not read', () => {
    const trades = Array.from({ length: 40 }, (_, n) => still(n * 2_400, SWAP));
    expect(shown(...trades)).toBe(39 * 2_400);
  });

  it('is not as old where the swaps since then brought all of its depth', () => {
    const shallow: Left = { vault: 900_000n, coins: 1_111_111n, does: ADD };
    const before = { vault: 900_000n, coins: 4_000_000n };
    expect(shown([10, shallow], [20, { vault: 1_000_000n, coins: 1_000_000n, from: before, does: SWAP }])).toBe(20);
  });
});
