import type { Address } from 'assay-core/solana/address.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import type { OpenPool, Refused, Side } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FuzzedPool, fuzzedPools } from './pools.ts';

/** Which account of a pool is changed, and how; all places and values are taken modulo what there is. */
const damage = fc.record({
  account: fc.nat(12),
  kind: fc.constantFrom('set', 'flip', 'fill', 'copy', 'cut', 'grow', 'owner', 'gone'),
  // The head of an account holds what decides: discriminators, states, rates, amounts.
  at: fc.oneof(fc.nat(12_000), fc.nat(600)),
  value: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 2, 127, 128, 255)),
  length: fc.integer({ min: 1, max: 32 }),
});
type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

const side = fc.constantFrom<Side>('buy', 'sell');
const amount = fc.oneof(
  fc.bigInt(1n, 10n ** 12n),
  fc.bigInt(1n, (1n << 64n) - 1n),
  fc.constantFrom(1n, (1n << 63n) - 1n, (1n << 64n) - 1n),
);
const pools = await fuzzedPools();

type Account = FuzzedPool['accounts'] extends ReadonlyMap<unknown, infer A> ? NonNullable<A> : never;

/** The account after the damage; null where it is gone. */
function damaged(account: Account, { kind, at, value, length }: Damage): Account | null {
  const data = Uint8Array.from(account.data);
  const from = at % Math.max(1, data.length);
  const to = Math.min(data.length, from + length);
  if (kind === 'gone') return null;
  if (kind === 'owner') return { ...account, owner: account.address };
  if (kind === 'cut') return { ...account, data: data.slice(0, from) };
  if (kind === 'grow')
    return { ...account, data: new Uint8Array(Buffer.concat([data, new Uint8Array(length).fill(value)])) };
  if (kind === 'fill') data.fill(value, from, to);
  if (kind === 'copy')
    data.copyWithin(from, (value * 8) % Math.max(1, data.length), ((value * 8) % Math.max(1, data.length)) + length);
  if (kind === 'set' && data.length > 0) data[from] = value;
  if (kind === 'flip' && data.length > 0) data[from] = (data[from] ?? 0) ^ (1 << (value % 8));
  return { ...account, data };
}

/** A pool after the damage, and the most that its vaults can pay: null where the pool holds lamports or the vault is none. */
interface Opened extends OpenPool {
  readonly held: Readonly<Record<Side, bigint | null>>;
}

/** The pool opened after all damages were done. */
function opened(pool: FuzzedPool, damages: readonly Damage[]): Opened | Refused {
  const accounts = new Map(pool.accounts);
  for (const one of damages) {
    const place = pool.named[one.account % pool.named.length];
    const account = place && accounts.get(place);
    if (place && account) accounts.set(place, damaged(account, one));
  }
  const account = accounts.get(pool.address);
  const recognised = account ? pool.venue.recognise(account, pool.mint) : null;
  if (recognised === null) return { refused: 'account_missing', detail: 'gone' };
  if (isRefused(recognised)) return recognised;
  const open = recognised.open(accounts, pool.clock);
  const heldIn = (vault: Address | null): bigint | null => {
    const holding = vault === null ? null : accounts.get(vault);
    return holding ? (readTokenAccount(holding)?.amount ?? null) : null;
  };
  const { mint, other } = recognised.vaults;
  return isRefused(open) ? open : { ...open, held: { buy: heldIn(mint), sell: heldIn(other) } };
}

/** Asks for a quote and everything that hangs on it, and holds what the contract of a market promises. */
function quoted({ market, facts, held }: Opened, of: Side, amountIn: bigint): void {
  expect(market.price.denominator).toBeGreaterThan(0n);
  expect(facts.lockedLiquidityBps ?? 0).toBeGreaterThanOrEqual(0);
  expect(facts.lockedLiquidityBps ?? 0).toBeLessThanOrEqual(10_000);
  const quote = market.quote(of, amountIn);
  if (isRefused(quote)) return;
  // A purchase from pump.fun may leave some units of its budget.
  expect(quote.spent).toBeLessThanOrEqual(amountIn);
  expect(quote.spent).toBeGreaterThan(0n);
  expect(quote.received).toBeGreaterThan(0n);
  expect(quote.received).toBeLessThanOrEqual(held[of] ?? quote.received);
  for (const fee of quote.fees()) expect(fee.amount).toBeGreaterThanOrEqual(0n);
  const ofInput = quote.fees().filter((fee) => fee.of === 'input');
  expect(ofInput.reduce((sum, fee) => sum + fee.amount, 0n)).toBeLessThanOrEqual(amountIn);
  quote.afterwards().quote(of === 'buy' ? 'sell' : 'buy', quote.received);
}

/** A pool as it was found never pays more than it says to have, no less for more, and nobody gains by going there and back. */
function honest({ market }: OpenPool, of: Side, [less, more]: readonly [bigint, bigint]): void {
  const [small, large] = [market.quote(of, less), market.quote(of, more)];
  if (isRefused(small)) return;
  expect(small.received).toBeLessThanOrEqual(of === 'buy' ? market.depth.mint : market.depth.other);
  if (!isRefused(large)) expect(large.received).toBeGreaterThanOrEqual(small.received);
  const back = small.afterwards().quote(of === 'buy' ? 'sell' : 'buy', small.received);
  if (!isRefused(back)) expect(back.received).toBeLessThanOrEqual(less);
}

describe.each(pools.map((pool) => [`${pool.venue.id} ${pool.address.slice(0, 6)}`, pool] as const))('%s', (_, pool) => {
  it('has no number, or one that keeps the contract, whatever its accounts hold', () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), side, amount, (damages, of, amountIn) => {
        const open = opened(pool, damages);
        if (!isRefused(open)) quoted(open, of, amountIn);
      }),
      { numRuns: 100 },
    );
  });

  it('gives nobody more for the way back than the way there cost, and no less for more', () => {
    const open = opened(pool, []);
    if (isRefused(open)) return;
    fc.assert(
      fc.property(side, amount, amount, (of, first, second) =>
        honest(open, of, first < second ? [first, second] : [second, first]),
      ),
      { numRuns: 100 },
    );
  });
});

it('is asked of pools of every venue that the sample world has', () => {
  const venuesOf = new Set(pools.map(({ venue }) => venue.id));
  expect(venuesOf.size).toBeGreaterThanOrEqual(5);
  expect(pools.filter((pool) => !isRefused(opened(pool, []))).length).toBeGreaterThanOrEqual(5);
});
