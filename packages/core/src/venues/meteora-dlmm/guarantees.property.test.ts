import type { DlmmBin } from 'assay-sandbox/pools/meteora-dlmm.ts';
import { type DlmmParts, dlmmAccounts } from 'assay-sandbox/pools/meteora-dlmm.ts';
import { describe, expect, it } from 'vitest';
import { type Address, addressOf } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { cases } from '../../../test/support/cases.ts';
import { U64_MAX } from '../arithmetic.ts';
import type { AccountBytes, Market, Quote, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { customizablePool } from './addresses.ts';
import { meteoraDlmm } from './index.ts';

const MINT = addressOf(new Uint8Array(32).fill(9));
const POOL = customizablePool(MINT, WRAPPED_SOL);
const ROUNDS = cases(4_000);
const SIDES: readonly Side[] = ['buy', 'sell'];

type Accounts = readonly [AccountBytes, ...AccountBytes[]];

function accounts(given: Partial<DlmmParts>): Accounts {
  return dlmmAccounts({ address: POOL, mintX: MINT, mintY: WRAPPED_SOL, bins: BINS, ...given });
}

const BINS: readonly DlmmBin[] = Array.from({ length: 90 }, (_, i) => i - 45).map((id) => ({
  id,
  x: id < 0 ? 0n : 10n ** 8n + BigInt(id * 7_777),
  y: id > 0 ? 0n : 10n ** 8n - BigInt(id * 3_333),
  ...(id % 4 === 0 ? { openOrders: 5_000_000n, begunOrders: 1_234_567n } : {}),
  ordersSellX: id > 0,
}));

/** The market of these accounts, or null where anything refuses. */
function marketOf(all: Accounts): Market | null {
  const pool = meteoraDlmm.recognise(all[0], MINT);
  if (isRefused(pool)) return null;
  const read = new Map<Address, AccountBytes | null>(pool.needs.map((address) => [address, null]));
  for (const one of all) read.set(one.address, one);
  const opened = pool.open(read, { slot: 1_000n, unixTime: 50_000n, epoch: 1n });
  return isRefused(opened) ? null : opened.market;
}

function market(given: Partial<DlmmParts> = {}): Market {
  const found = marketOf(accounts(given));
  if (!found) throw new Error('refused');
  return found;
}

function quoted(of: Market, side: Side, amount: bigint): Quote {
  const quote = of.quote(side, amount);
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}

/** Numbers that look random and are the same in every run (a linear congruential generator). */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

const MARKETS: readonly (readonly [string, Partial<DlmmParts>])[] = [
  ['fee on the input', {}],
  ['fee in Y only', { feeMode: 1 }],
  ['no fee', { baseFactor: 0, variableControl: 0 }],
  ['the highest fee', { baseFactor: 60_000, feePower: 2 }],
  ['much volatility', { variableControl: 2_000_000, accumulator: 300_000, updatedAt: 49_900n }],
];

/** Amounts in no order, from nothing to more than there is, close together where the first bins end. */
const AROUND = [
  10n ** 10n,
  ...Array.from({ length: 22 }, (_, i) => 3n ** BigInt((i * 7) % 22) + BigInt(i)),
  ...Array.from({ length: 10 }, (_, i) => 100_000_000n + BigInt((i * 7) % 10) * 500_000n),
];

describe.each(MARKETS)('with %s', (_, given) => {
  it.each(SIDES)('a larger %s never gives less', (side) => {
    const of = market(given);
    let last = 0n;
    for (let amount = 1n; amount < 10n ** 10n; amount += amount / 13n + 1n) {
      const quote = of.quote(side, amount);
      if (isRefused(quote)) continue;
      // A bin further away costs a higher fee on what goes into it only, so that more in is never less out.
      expect(quote.received).toBeGreaterThanOrEqual(last);
      last = quote.received;
    }
    expect(last).toBeGreaterThan(0n);
  });

  it.each(SIDES)('a %s that is taken back at once never profits', (side) => {
    const back = side === 'buy' ? 'sell' : 'buy';
    for (let amount = 3n; amount < 4n * 10n ** 9n; amount = amount * 3n + 1n) {
      const there = market(given).quote(side, amount);
      if (isRefused(there)) continue;
      const again = there.afterwards().quote(back, there.received);
      if (!isRefused(again)) expect(again.received).toBeLessThanOrEqual(amount);
    }
  });

  it.each(SIDES)('a %s is the same whatever the market was asked before', (side) => {
    const asked = market(given);
    const answer = (of: Market, amount: bigint) => {
      const quote = of.quote(side, amount);
      return isRefused(quote)
        ? quote
        : [quote.received, quote.fees(), quote.afterwards().price, quote.afterwards().depth];
    };
    for (const amount of AROUND) expect(answer(asked, amount)).toEqual(answer(market(given), amount));
  });

  it.each(SIDES)('what a %s takes and pays is what the depth moves by, less what the protocol is owed', (side) => {
    const of = market(given);
    const quote = quoted(of, side, 987_654_321n);
    const { depth } = quote.afterwards();
    const owed = quote.fees().find(({ share }) => share === 'protocol');
    const taken = (place: 'input' | 'output') => (owed?.of === place ? owed.amount : 0n);
    const [gains, loses] = side === 'buy' ? (['other', 'mint'] as const) : (['mint', 'other'] as const);
    expect(depth[gains] - of.depth[gains]).toBe(987_654_321n - taken('input'));
    expect(of.depth[loses] - depth[loses]).toBe(quote.received + taken('output'));
  });
});

it('without fees one swap gives what two halves of it give, but for their rounding', () => {
  const of = market({ baseFactor: 0, variableControl: 0 });
  const whole = quoted(of, 'sell', 2_000_000_000n).received;
  const half = quoted(of, 'sell', 1_000_000_000n);
  const halves = half.received + quoted(half.afterwards(), 'sell', 1_000_000_000n).received;
  expect(whole - halves).toBeGreaterThanOrEqual(-1n);
  expect(whole - halves).toBeLessThanOrEqual(1n);
});

it('a quote leaves its market as it was', () => {
  const of = market();
  const first = quoted(of, 'buy', 123_456_789n);
  quoted(first.afterwards(), 'sell', 99_999n);
  expect(quoted(of, 'buy', 123_456_789n).received).toBe(first.received);
});

it('bytes changed at random are refused or quoted within what the vaults hold, and nothing throws', () => {
  const random = numbers(7);
  const all = accounts({});
  let quotes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = random.next().value % all.length;
    const changed = all.map((one, i) => (i === target ? { ...one, data: mutated(one.data, random) } : one)) as [
      AccountBytes,
    ];
    const of = marketOf(changed);
    if (!of) continue;
    for (const side of SIDES) {
      const quote = of.quote(side, BigInt(random.next().value));
      if (isRefused(quote)) continue;
      quotes += 1;
      expect(quote.received).toBeLessThanOrEqual(side === 'buy' ? of.depth.mint : of.depth.other);
      expect(quote.received).toBeLessThanOrEqual(U64_MAX);
    }
  }
  expect(quotes).toBeGreaterThan(ROUNDS / 40);
});

it('bytes of nothing but chance are never a pool', () => {
  const random = numbers(11);
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const data = Uint8Array.from({ length: 904 }, () => random.next().value & 255);
    const account = { address: POOL, owner: meteoraDlmm.program, lamports: 0n, data };
    expect(isRefused(meteoraDlmm.recognise(account, MINT))).toBe(true);
  }
});

/** A copy with up to eight bytes written over, and now and then cut off. */
function mutated(data: Uint8Array, random: Generator<number, never>): Uint8Array {
  const copy = data.slice();
  const changes = 1 + (random.next().value % 8);
  for (let i = 0; i < changes; i += 1) copy[random.next().value % copy.length] = random.next().value & 255;
  return random.next().value % 10 === 0 ? copy.slice(0, random.next().value % copy.length) : copy;
}
