import { type DlmmBin, dlmmAccounts } from 'assay-sandbox/pools/meteora-dlmm.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { atOnce } from '../../../test/support/at-once.ts';
import { plainHop } from '../../../test/support/plain-market.ts';
import { opened, spec } from '../../../test/venues/clmm-world.ts';
import { customizablePool } from '../meteora-dlmm/addresses.ts';
import { meteoraDlmm } from '../meteora-dlmm/index.ts';
import { isRefused, type Market, refuse } from '../venue.ts';
import { bandDepth } from './band-depth.ts';

const MINT = addressOf(new Uint8Array(32).fill(9));
const POOL = customizablePool(MINT, WRAPPED_SOL);
const depthOf = (market: Market): bigint => atOnce(bandDepth(market));

/** A DLMM pool with steps of one percent and no fee, of which only the arrays around the price are read. */
function bins(all: readonly DlmmBin[]): Market {
  const accounts = dlmmAccounts({
    address: POOL,
    mintX: MINT,
    mintY: WRAPPED_SOL,
    binStep: 100,
    baseFactor: 0,
    variableControl: 0,
    bins: all,
  });
  const [first] = accounts;
  const pool = first ? meteoraDlmm.recognise(first, MINT) : refuse('account_missing', '');
  if (isRefused(pool)) throw new Error(pool.detail);
  const read = new Map(pool.needs.map((address) => [address, accounts.find((one) => one.address === address) ?? null]));
  for (const one of accounts.slice(0, 1)) read.set(one.address, one);
  const open = pool.open(read, { slot: 1_000n, unixTime: 50_000n, epoch: 1n });
  if (isRefused(open)) throw new Error(open.detail);
  return open.market;
}

const bin = (id: number, y: bigint): DlmmBin => ({ id, x: id > 0 ? 10n ** 6n : 0n, y });
const near = (n: number, y: bigint) => Array.from({ length: n }, (_, below) => bin(-below, y));

describe('the depth within the band', () => {
  it('of a constant product is what it holds, measured or known', () => {
    const amounts = fc.record({ tokens: fc.bigInt(10n ** 9n, 10n ** 15n), others: fc.bigInt(10n ** 7n, 10n ** 15n) });
    fc.assert(
      fc.property(amounts, (held) => {
        const { market } = plainHop(1, held, MINT);
        const depth = depthOf(market);
        expect(depth).toBeLessThanOrEqual(held.others);
        expect(depth).toBeGreaterThanOrEqual(held.others - held.others / 400n);
        expect(depthOf({ ...market, constantProduct: true })).toBe(held.others);
      }),
    );
  });

  it('counts one parked position of 50,000 below 50 at the price as those 50', () => {
    const atPrice = near(10, 5n * 10n ** 9n);
    const plain = depthOf(bins(atPrice));
    expect(plain).toBe(50n * 10n ** 9n);
    const parked = bins([...atPrice, bin(-231, 50_000n * 10n ** 9n)]);
    expect(parked.depth.other).toBe(50_050n * 10n ** 9n);
    expect(depthOf(parked)).toBeLessThanOrEqual(20n * plain);
  });

  it('is nothing where SOL lies in far bins only', () => {
    expect(depthOf(bins([bin(1, 0n), bin(-60, 10n ** 12n)]))).toBe(0n);
    expect(depthOf(bins([bin(1, 0n), bin(-231, 10n ** 12n)]))).toBe(0n);
  });

  it('is nothing where the ticks that a sale takes were not read', () => {
    const { market } = opened(spec());
    expect(depthOf(market)).toBeGreaterThan(0n);
    expect(depthOf({ ...market, quote: () => refuse('not_read', 'a tick array') })).toBe(0n);
  });

  it('measures a market once', () => {
    const { market } = plainHop(1, { tokens: 10n ** 12n, others: 10n ** 11n }, MINT);
    let asked = 0;
    const quote: Market['quote'] = (side, amount) => {
      asked += 1;
      return market.quote(side, amount);
    };
    const counting: Market = { ...market, quote };
    const once = depthOf(counting);
    const before = asked;
    expect(depthOf(counting)).toBe(once);
    expect(asked).toBe(before);
    expect(before).toBeLessThan(24);
  });
});
