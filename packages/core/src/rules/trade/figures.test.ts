import { describe, expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { cost, key, mint, tradeEvidence } from '../../../test/support/trade-evidence.ts';
import type { TradeEvidence } from './evidence.ts';
import { metricsOf } from './figures.ts';

const NONE = { acceptable_cost: null, elevated_cost: null, high_cost: null };
const costed = { cost: known(cost()) };

describe('the sizes that still get a verdict', () => {
  const sizes = (over: Partial<TradeEvidence>) =>
    metricsOf(tradeEvidence({ ...costed, ...over })).recommended_max_size_sol;
  const blocked = (over: Parameters<typeof mint>[0]) => ({ mint: known(mint(over)) });

  it('are there for a mint that can be sold, with a proof of it or without', () => {
    expect(sizes({})).not.toEqual(NONE);
    expect(sizes({ sale: known({ sold: true, error: null }) })).toEqual(sizes({}));
  });

  it('are none where the mint keeps its buyers from selling, whatever pools would pay', () => {
    expect(sizes(blocked({ nonTransferable: true }))).toEqual(NONE);
    expect(sizes(blocked({ paused: true }))).toEqual(NONE);
    expect(sizes(blocked({ frozenByDefault: true }))).toEqual(NONE);
  });

  it('are none where the hook was seen to refuse holders', () => {
    expect(sizes({ sale: known({ sold: false, error: 'error 1' }) })).toEqual(NONE);
  });
});

it('tells no figures of pools, holders or fees for what is no mint', () => {
  const metrics = metricsOf(tradeEvidence({ mint: known({ is: 'other', owner: key(3) }) }));
  const { size_sol: size, recommended_max_size_sol: largest, ...rest } = metrics;
  expect([size, largest]).toEqual(['0.5', NONE]);
  expect(Object.entries(rest).filter(([, value]) => value !== null)).toEqual([]);
});
