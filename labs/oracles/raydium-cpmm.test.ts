import { smaller } from 'assay-core/venues/arithmetic.ts';
import { raydiumCpmm } from 'assay-core/venues/raydium-cpmm/index.ts';
import type { Market, Quote } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { cpmmConfig } from 'assay-sandbox/pools/raydium-cpmm.ts';
import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import * as w from '../../packages/core/test/venues/raydium-world.ts';
import {
  big,
  expected,
  type Outcome,
  onInput,
  PublicKey,
  quoted,
  randomPool,
  ratesOf,
  raydium,
  SWAP_MAX,
  type Theirs,
} from './raydium-cpmm-sdk.ts';
import { CASES } from './sdk.ts';

const SWAPS_PER_POOL = 10;

function feesOf(quote: Quote): Outcome['fees'] {
  const amount = (share: string) => quote.fees().find((fee) => fee.share === share)?.amount ?? 0n;
  return [amount('lp'), amount('protocol'), amount('creator')];
}

/** One swap of a random size; what is left afterwards in both forms, or null where nothing comes out. */
function compared(ours: Market, theirs: Theirs, chance: RandomNumbers): readonly [Market, Theirs] | null {
  const side = chance.pick(['buy', 'sell'] as const);
  const input = side === 'sell' ? 0 : 1;
  const amount = chance.magnitude(1n, smaller(theirs.reserves[input] * 4n, SWAP_MAX));
  const want = expected(theirs, input, amount);
  const quote = ours.quote(side, amount);
  if (isRefused(quote)) {
    expect([quote.refused, want.received]).toEqual(['amount_too_small', 0n]);
    return null;
  }
  const depth = [quote.afterwards().depth.mint, quote.afterwards().depth.other];
  expect([quote.received, feesOf(quote), depth]).toEqual([want.received, want.fees, want.reserves]);
  return [quote.afterwards(), { ...theirs, reserves: want.reserves }];
}

/** How many units of input less than the SDK's quote ours charges. */
function advantage(market: Market, theirs: Theirs, chance: RandomNumbers): bigint {
  const side = chance.pick(['buy', 'sell'] as const);
  const input = side === 'sell' ? 0 : 1;
  const amount = chance.magnitude(2n, smaller(theirs.reserves[input] + 1n, SWAP_MAX));
  const quote = market.quote(side, amount);
  if (isRefused(quote)) return 0n;
  const sdks = quoted(theirs, input, amount);
  const fee = quote
    .fees()
    .filter(({ of }) => of === 'input')
    .reduce((sum, one) => sum + one.amount, 0n);
  const theirFee = big(sdks.tradeFee) + (onInput(theirs, input) ? big(sdks.creatorFee) : 0n);
  if (theirFee === fee) expect(quote.received).toBe(big(sdks.outputAmount));
  else expect(quote.received).toBeGreaterThanOrEqual(big(sdks.outputAmount));
  if (!onInput(theirs, input) || ratesOf(theirs).creator === 0n) expect(theirFee).toBe(fee);
  return theirFee - fee;
}

describe('Raydium CPMM against the SDK of Raydium', () => {
  it('gives the same to the last unit, and so does a second swap in what the first one leaves', () => {
    const chance = new RandomNumbers(2_026);
    let quotes = 0;
    for (let pools = 0; pools < CASES / SWAPS_PER_POOL; pools += 1) {
      const { market, theirs } = randomPool(chance);
      for (let i = 0; i < SWAPS_PER_POOL; i += 1) {
        const first = compared(market, theirs, chance);
        const second = first && compared(...first, chance);
        quotes += (first ? 1 : 0) + (second ? 1 : 0);
      }
    }
    expect(quotes).toBeGreaterThan(CASES);
  });

  it("charges one unit less than the SDK's quote at most, and only where a creator's fee is on the input", () => {
    const chance = new RandomNumbers(2_027);
    const seen = new Set<bigint>();
    for (let pools = 0; pools < CASES / SWAPS_PER_POOL; pools += 1) {
      const { market, theirs } = randomPool(chance);
      for (let i = 0; i < SWAPS_PER_POOL; i += 1) seen.add(advantage(market, theirs, chance));
    }
    expect(seen).toEqual(new Set([0n, 1n]));
  });

  it('reads from the bytes what the SDK reads, and derives the same addresses', () => {
    const world = w.cpmmWorld({
      amounts: [5n, 7n],
      spec: { creatorFeeIn: w.MINTS[1], lpIssued: 12_345n, openTime: 99n },
    });
    const pool = raydium.CpmmPoolInfoLayout.decode(Buffer.from(world.pool.data));
    const ours = w.granted(raydiumCpmm.recognise(world.pool, w.MINTS[0]));
    expect([pool.vaultA, pool.vaultB, pool.configId, pool.mintLp].map(String)).toEqual(ours.needs);
    expect([pool.lpAmount, pool.openTime, pool.feeOn, pool.enableCreatorFee].map(String)).toEqual([
      '12345',
      '99',
      '2',
      'true',
    ]);
    const [program, at, zero, one] = [raydiumCpmm.program, world.pool.address, ...w.MINTS].map(
      (text) => new PublicKey(text),
    );
    const config = new PublicKey(cpmmConfig({ index: 0, trade: 0n }).address);
    expect(String(raydium.getPdaPoolAuthority(program).publicKey)).toBe(raydiumCpmm.authority);
    expect(String(raydium.getCpmmPdaPoolId(program, config, zero, one).publicKey)).toBe(world.pool.address);
    expect(String(raydium.getPdaVault(program, at, one).publicKey)).toBe(ours.vaults.other);
    expect(String(raydium.getPdaLpMint(program, at).publicKey)).toBe(world.lpMint);
    const indexes = raydiumCpmm.configurations.map(
      (_, index) => raydium.getCpmmPdaAmmConfigId(program, index).publicKey,
    );
    expect(indexes.map(String)).toEqual(raydiumCpmm.configurations);
  });
});
