import { pumpFeeConfigAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { describe, expect, it } from 'vitest';
import { address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { isRefused } from '../venue.ts';
import { type FeeConfig, type PumpFeeRates, readFeeConfig } from './fee-config.ts';
import { NO_KEY, PUMP_PROGRAM } from './programs.ts';
import {
  type CreatorTerms,
  chargeOn,
  NATIVE_MINT_2022,
  pumpFeeOn,
  pumpFeeSchedule,
  pumpFeesOf,
  ratesAt,
  splitBudget,
  type Trading,
} from './rates.ts';

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const OTHER = address('pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn');
const rates = (lp: bigint, protocol: bigint, creator: bigint): PumpFeeRates => ({ lp, protocol, creator });
const flat = rates(25n, 5n, 0n);
const exotic = rates(5n, 300n, 25n);
const tiers = [
  { threshold: 10n, rates: rates(1n, 90n, 30n) },
  { threshold: 1_000n, rates: rates(2n, 80n, 20n) },
];
const stableTiers = [
  { threshold: 0n, rates: rates(3n, 70n, 10n) },
  { threshold: 1_000n, rates: rates(4n, 60n, 5n) },
];
const parts = { program: PUMP_PROGRAM, flat, tiers, stableTiers, exotic };
const terms = { creator: OTHER, ownRate: 0n, configurable: false };

function config(more: Partial<Parameters<typeof pumpFeeConfigAccount>[0]> = {}): FeeConfig {
  const read = readFeeConfig(pumpFeeConfigAccount({ ...parts, ...more }));
  if (isRefused(read)) throw new Error(read.detail);
  return read;
}

describe('a fee configuration', () => {
  it('is read in the version that its length says', () => {
    expect(config()).toEqual({ flat, tiers, stableTiers, exotic });
    expect(config({ length: 4073 })).toEqual({ flat, tiers, stableTiers, exotic: rates(0n, 0n, 0n) });
    expect(config({ length: 2512 })).toEqual({ flat, tiers, stableTiers: null, exotic: rates(0n, 0n, 0n) });
  });

  it('is refused when it belongs to another program, is cut off, or claims more than the program writes', () => {
    const account = pumpFeeConfigAccount(parts);
    expect(readFeeConfig({ ...account, owner: PUMP_PROGRAM })).toMatchObject({ refused: 'foreign_owner' });
    for (const length of [0, 7, 8, 40, 69, 2511]) {
      expect(readFeeConfig({ ...account, data: account.data.slice(0, length) })).toMatchObject({
        refused: 'wrong_layout',
      });
    }
    for (const at of [65, 65 + 4 + 80]) {
      const data = account.data.slice();
      data[at] = 51;
      expect(readFeeConfig({ ...account, data })).toMatchObject({ refused: 'wrong_layout' });
    }
    expect(readFeeConfig(pumpFeeConfigAccount({ ...parts, exotic: rates(1n, 10_000n, 0n) }))).toMatchObject({
      refused: 'wrong_layout',
    });
  });
});

describe('the rates of a trade', () => {
  const ratesOf = (read: FeeConfig, trading: Trading, marketCap: bigint, by: CreatorTerms = terms) => {
    const schedule = pumpFeeSchedule(read, trading, by);
    return isRefused(schedule) ? schedule : ratesAt(schedule, marketCap);
  };
  const of = (canonical: boolean, quoteMint: typeof USDC, marketCap: bigint, read = config()) =>
    ratesOf(read, { canonical, quoteMint }, marketCap);

  it('follow the market cap in SOL, below the first tier too', () => {
    for (const sol of [WRAPPED_SOL, NATIVE_MINT_2022]) {
      expect(of(true, sol, 0n)).toEqual(tiers[0]?.rates);
      expect(of(true, sol, 999n)).toEqual(tiers[0]?.rates);
      expect(of(true, sol, 1_000n)).toEqual(tiers[1]?.rates);
    }
  });

  it('have lists of their own for USDC, for other quote mints and for pools that anyone opened', () => {
    expect(of(true, USDC, 999n)).toEqual(stableTiers[0]?.rates);
    expect(of(true, USDC, 1n << 120n)).toEqual(stableTiers[1]?.rates);
    expect(of(true, OTHER, 1n)).toEqual(exotic);
    expect(of(false, WRAPPED_SOL, 1n)).toEqual(flat);
    expect(of(true, OTHER, 1n, config({ exotic: rates(0n, 0n, 0n) }))).toEqual(flat);
    expect(of(true, USDC, 1_000n, config({ length: 2512 }))).toEqual(tiers[1]?.rates);
  });

  it('are none where the list that applies is empty, since the program fails there', () => {
    expect(of(true, WRAPPED_SOL, 1n, config({ tiers: [] }))).toMatchObject({ refused: 'unknown_variant' });
    expect(of(true, USDC, 1n, config({ stableTiers: [] }))).toMatchObject({ refused: 'unknown_variant' });
  });

  it("let a coin's own rate replace the creator's while that is allowed, and charge none without a creator", () => {
    const trading = { canonical: true, quoteMint: WRAPPED_SOL };
    const creatorRate = (more: Partial<typeof terms>) => {
      const found = ratesOf(config(), trading, 0n, { ...terms, ...more });
      return isRefused(found) ? found : found.creator;
    };
    expect(creatorRate({ ownRate: 250n, configurable: true })).toBe(250n);
    expect(creatorRate({ ownRate: 250n, configurable: false })).toBe(30n);
    expect(creatorRate({ ownRate: 0n, configurable: true })).toBe(30n);
    expect(creatorRate({ ownRate: 250n, configurable: true, creator: NO_KEY })).toBe(0n);
  });
});

describe('a budget', () => {
  it('is never exceeded, and what is left of it are the few units that rounding leaves', () => {
    for (let budget = 1n; budget < 3_000n; budget += 1n) {
      for (const some of [rates(0n, 95n, 30n), rates(2n, 93n, 30n), rates(20n, 5n, 95n), rates(0n, 0n, 0n)]) {
        const { net, charged } = splitBudget(budget, some);
        const taken = net + chargeOn(charged, some);
        if (net > 0n) expect(taken <= budget && budget - taken <= 3n, `${budget}`).toBe(true);
      }
    }
  });

  it('keeps the fees of the first estimate when their rounding is taken off the swapped part', () => {
    // 1_000_000_029 at 30 basis points: the fees of the smaller amount would be smaller.
    const some = rates(20n, 5n, 5n);
    const { net, charged } = splitBudget(1_000_000_029n, some);
    expect(net + chargeOn(charged, some)).toBe(1_000_000_029n);
    expect(charged).toBe((1_000_000_029n * 10_000n) / 10_030n);
    expect(net).toBeLessThan(charged);
  });

  it('of one SOL enters the curve as a recorded trade of October 2026 says: 987 654 320 lamports and the creator fee', () => {
    const some = rates(0n, 95n, 30n);
    const { net, charged } = splitBudget(1_000_000_000n, some);
    expect([net, pumpFeeOn(charged, some.creator)]).toEqual([987_654_320n, 2_962_963n]);
    expect(net + chargeOn(charged, some)).toBe(1_000_000_000n);
  });

  it('lists only fees that are more than nothing', () => {
    expect(pumpFeesOf(10_000n, rates(0n, 95n, 30n), 'output')).toEqual([
      { share: 'protocol', of: 'output', amount: 95n },
      { share: 'creator', of: 'output', amount: 30n },
    ]);
  });
});
