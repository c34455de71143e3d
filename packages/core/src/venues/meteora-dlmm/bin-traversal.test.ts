import { type DlmmParts, dlmmAccounts } from 'assay-sandbox/pools/meteora-dlmm.ts';
import { describe, expect, it } from 'vitest';
import { type Address, addressOf } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { U64_MAX } from '../arithmetic.ts';
import type { AccountBytes, Market, Quote, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { customizablePool } from './addresses.ts';
import { meteoraDlmm } from './index.ts';

const MINT = addressOf(new Uint8Array(32).fill(9));
const POOL = customizablePool(MINT, WRAPPED_SOL);

function accounts(given: Partial<DlmmParts>): readonly [AccountBytes, ...AccountBytes[]] {
  return dlmmAccounts({ address: POOL, mintX: MINT, mintY: WRAPPED_SOL, bins: [], ...given });
}

function marketOf(all: readonly [AccountBytes, ...AccountBytes[]], unixTime = 50_000n, mint: Address = MINT): Market {
  const pool = meteoraDlmm.recognise(all[0], mint);
  if (isRefused(pool)) throw new Error(`${pool.refused}: ${pool.detail}`);
  const read = new Map<Address, AccountBytes | null>(pool.needs.map((address) => [address, null]));
  for (const one of all) read.set(one.address, one);
  const opened = pool.open(read, { slot: 1_000n, unixTime, epoch: 1n });
  if (isRefused(opened)) throw new Error(`${opened.refused}: ${opened.detail}`);
  return opened.market;
}

function market(given: Partial<DlmmParts>, unixTime?: bigint, mint?: Address): Market {
  return marketOf(accounts(given), unixTime, mint);
}

function quoted(of: Market, side: Side, amount: bigint): Quote {
  const quote = of.quote(side, amount);
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}

function refusal(of: Market, side: Side, amount: bigint): string {
  const quote = of.quote(side, amount);
  return isRefused(quote) ? quote.refused : 'none';
}

/** A pool of two bins on each side of the active one, 10^9 in each, at a base fee of 1 %. */
const FEW: Partial<DlmmParts> = {
  binStep: 100,
  variableControl: 0,
  bins: [-2, -1, 0, 1, 2].map((id) => ({ id, x: id < 0 ? 0n : 10n ** 9n, y: id > 0 ? 0n : 10n ** 9n })),
};

describe('a DLMM swap', () => {
  it('within the active bin pays its price less the fee, which liquidity and protocol share', () => {
    const quote = quoted(market(FEW), 'sell', 1_000_000n);
    expect(quote).toMatchObject({ spent: 1_000_000n, received: 990_000n });
    expect(quote.fees()).toEqual([
      { share: 'lp', of: 'input', amount: 9_000n },
      { share: 'protocol', of: 'input', amount: 1_000n },
    ]);
  });

  it('that sells X takes the fee off the output where fees are in Y only', () => {
    const of = market({ ...FEW, feeMode: 1 });
    expect(quoted(of, 'sell', 1_000_000n).fees()[0]).toEqual({ share: 'lp', of: 'output', amount: 9_000n });
    expect(quoted(of, 'buy', 1_000_000n).fees()[0]).toEqual({ share: 'lp', of: 'input', amount: 9_000n });
  });

  it('is the same whichever mint was asked about, with sides and price turned around', () => {
    const [x, y] = [market(FEW), market(FEW, 50_000n, WRAPPED_SOL)];
    expect(quoted(y, 'buy', 12_345_678n).received).toBe(quoted(x, 'sell', 12_345_678n).received);
    expect(quoted(y, 'sell', 12_345_678n).received).toBe(quoted(x, 'buy', 12_345_678n).received);
    expect(y.price).toEqual({ numerator: x.price.denominator, denominator: x.price.numerator });
    expect(y.depth).toEqual({ mint: x.depth.other, other: x.depth.mint });
  });

  it('needs an amount that 64 bits hold and that pays at least one unit', () => {
    const of = market(FEW);
    expect(refusal(of, 'sell', 0n)).toBe('amount_too_small');
    expect(refusal(of, 'sell', -5n)).toBe('amount_too_small');
    expect(refusal(of, 'sell', 1n)).toBe('amount_too_small');
    expect(refusal(of, 'sell', 2n)).toBe('none');
    expect(refusal(of, 'sell', U64_MAX + 1n)).toBe('overflow');
  });

  it('may take everything there is, and not one unit more', () => {
    const of = market(FEW);
    const [all] = lastAccepted(of, 'sell');
    expect(quoted(of, 'sell', all).received).toBe(3n * 10n ** 9n);
    expect(refusal(of, 'sell', all + 1n)).toBe('insufficient_liquidity');
    expect(refusal(quoted(of, 'sell', all).afterwards(), 'sell', 1_000n)).toBe('insufficient_liquidity');
  });

  it('of an empty pool is refused on both sides', () => {
    const of = market({ bins: [], emptyArrays: [0] });
    expect([refusal(of, 'buy', 1_000n), refusal(of, 'sell', 1_000n)]).toEqual(Array(2).fill('insufficient_liquidity'));
  });

  it('stops where arrays exist that were not read', () => {
    const bins = Array.from({ length: 9 }, (_, i) => ({ id: i * 70, x: 1_000n }));
    expect(refusal(market({ bins }), 'buy', 10n ** 9n)).toBe('not_read');
    expect(refusal(market({ bins: bins.slice(0, 7) }), 'buy', 10n ** 9n)).toBe('insufficient_liquidity');
    const extended = market({ bins: [{ id: 0, x: 1_000n }], emptyArrays: [700] });
    expect(refusal(extended, 'buy', 10n ** 9n)).toBe('not_read');
  });

  it('goes on beyond the arrays that the pool itself lists', () => {
    const bins = [511, 512, 514].map((index) => ({ id: index * 70, x: 10n ** 6n }));
    const of = market({ binStep: 4, activeId: 511 * 70, bins });
    expect(quoted(of, 'buy', 3n * 10n ** 12n).received).toBeGreaterThan(10n ** 6n);
    const below = [-512, -513, -515].map((index) => ({ id: index * 70, y: 10n ** 6n }));
    expect(refusal(market({ binStep: 4, activeId: -512 * 70, bins: below }), 'sell', 3n * 10n ** 12n)).toBe('none');
  });

  it('is refused where the vault could not pay it or the numbers leave 64 bits', () => {
    expect(refusal(market({ ...FEW, amounts: { x: 10n ** 9n, y: 10n } }), 'sell', 1_000n)).toBe(
      'insufficient_liquidity',
    );
    expect(refusal(market({ ...FEW, amounts: { x: U64_MAX, y: 10n ** 9n } }), 'sell', 1_000n)).toBe('overflow');
    const dear = market({ bins: [{ id: 8_000, x: U64_MAX }], activeId: 8_000, binStep: 50 });
    expect(refusal(dear, 'buy', 10n ** 18n)).toBe('overflow');
    expect(refusal(market({ ...FEW, accumulator: 1_000_000_000, updatedAt: 49_900n }), 'sell', 9n)).toBe('overflow');
  });

  it('leaves out orders of old bin arrays, which may be something else, and says so', () => {
    const bins = [{ id: 0, y: 1_000n, openOrders: 10n ** 9n }];
    expect(market({ bins }).bounds).toEqual([]);
    expect(refusal(market({ bins }), 'sell', 10n ** 6n)).toBe('none');
    const old = market({ bins, arrayVersion: 1 });
    expect(old.bounds).toHaveLength(1);
    expect(refusal(old, 'sell', 10n ** 6n)).toBe('insufficient_liquidity');
    expect(market({ bins, arrayVersion: 1, functionType: 1 }).bounds).toEqual([]);
    expect(market({ ...FEW, arrayVersion: 1 }).bounds).toEqual([]);
  });

  it('counts orders only where they are on the other side and the pool has them', () => {
    const bins = [{ id: 0, y: 1_000n, openOrders: 10n ** 9n }];
    const of = (given: Partial<DlmmParts>) => refusal(market({ bins, ...given }), 'sell', 10n ** 6n);
    expect(of({ functionType: 0 })).toBe('none');
    expect(of({ functionType: 2, rewardMint: MINT })).toBe('none');
    expect(of({ functionType: 0, rewardMint: MINT })).toBe('insufficient_liquidity');
    expect(of({ functionType: 1 })).toBe('insufficient_liquidity');
    expect(
      refusal(market({ bins: [{ id: 0, y: 1_000n, openOrders: 10n ** 9n, ordersSellX: true }] }), 'sell', 10n ** 6n),
    ).toBe('insufficient_liquidity');
  });
});

/** The largest amount that is not refused, and what it pays. */
function lastAccepted(of: Market, side: Side): readonly [bigint, bigint] {
  let [low, high] = [2n, U64_MAX];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (refusal(of, side, middle) === 'none') low = middle;
    else high = middle - 1n;
  }
  return [low, quoted(of, side, low).received];
}
