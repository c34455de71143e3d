import { describe, expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { withGap } from '../../../test/support/token-arbitraries-evidence.ts';
import { holders, key, liquidity, SUPPLY, tokenEvidence, tokenPool } from '../../../test/support/token-evidence.ts';
import { coverage, type TokenReadingName } from './policy.ts';
import { coveragePercent, qualityOf } from './quality.ts';

const whole = { control: 100, holders: 100, liquidity: 100, exit: 100, origin: 100 };
const without = (name: TokenReadingName) => qualityOf(withGap(tokenEvidence(), name, 'deadline'));

describe('quality', () => {
  it('is that of each part', () => {
    expect(qualityOf(tokenEvidence())).toEqual(whole);
    expect(without('insiders')).toEqual({ ...whole, origin: 50 });
    expect(without('mint').control).toBe(0);
    for (const name of ['programs', 'metadata'] as const) expect(without(name).control).toBe(80);
    expect(without('holders')).toEqual({ ...whole, holders: 0 });
    expect(without('creator')).toEqual({ ...whole, holders: 80 });
    expect(without('liquidity')).toEqual({ ...whole, liquidity: 0 });
    expect(without('trialSale')).toEqual({ ...whole, exit: 0 });
    expect(without('age')).toEqual({ ...whole, origin: 0 });
    expect(qualityOf(tokenEvidence({ trialSale: known(null) })).exit).toBe(0);
  });

  it('is less where what was read contradicts itself or has a hole', () => {
    const odd = holders({ listedTokens: SUPPLY, readTokens: SUPPLY / 2n });
    expect(qualityOf(tokenEvidence({ holders: known(odd) })).holders).toBe(80);
    const hole = liquidity({ unmeasured: [{ account: key(62), venue: 'Lifinity', tokens: 5n }] });
    expect(qualityOf(tokenEvidence({ liquidity: known(hole) })).liquidity).toBe(100);
    const shallow = { ...hole, pools: hole.pools.map((pool) => ({ ...pool, depthLamports: 1n, depthUsdMicros: 1n })) };
    expect(qualityOf(tokenEvidence({ liquidity: known(shallow) })).liquidity).toBe(50);
    const closed = liquidity({ pools: [tokenPool(), tokenPool({ refused: 'disabled' })] });
    expect(qualityOf(tokenEvidence({ liquidity: known(closed) })).liquidity).toBe(100);
  });

  it('weighs parts that add up to a hundred, as one endpoint can vouch for them', () => {
    expect(Object.values(coverage).reduce((sum, one) => sum + one, 0)).toBe(100);
    expect(coveragePercent({ control: 100, holders: 100, liquidity: 100, exit: 100, origin: 100 })).toBe(95);
    // USDC, one endpoint, no trial sale: (35 + 20 + 20 + 0 + 10) x 0.95, rounded down.
    expect(coveragePercent({ control: 100, holders: 100, liquidity: 100, exit: 0, origin: 100 })).toBe(80);
    expect(coveragePercent({ control: 0, holders: 0, liquidity: 0, exit: 0, origin: 0 })).toBe(0);
  });
});
