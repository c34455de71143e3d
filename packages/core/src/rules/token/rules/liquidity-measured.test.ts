import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import {
  foundBy,
  key,
  liquidity,
  reasonOf,
  tokenEvidence,
  tokenPool,
} from '../../../../test/support/token-evidence.ts';
import type { LiquidityFacts } from '../evidence.ts';
import { liquidityMeasured } from './liquidity-measured.ts';

const LOW = 10_000_000_000n;
const unmeasured = [{ account: key(30), venue: 'raydium_clmm', tokens: 5n }];
const facts = (changes: Partial<LiquidityFacts>) => tokenEvidence({ liquidity: known(liquidity(changes)) });
const beside = (depthUsdMicros: bigint) => facts({ pools: [tokenPool({ depthUsdMicros })], unmeasured });

it('raises liquidity that was not measured, unless what was measured is enough', () => {
  expect(foundBy(liquidityMeasured, beside(LOW - 1n))).toEqual(['LIQUIDITY_UNAVAILABLE']);
  expect(foundBy(liquidityMeasured, beside(LOW))).toEqual(['LIQUIDITY_UNMEASURED']);
  expect(foundBy(liquidityMeasured, facts({ pools: [], unmeasured }))).toEqual(['LIQUIDITY_UNAVAILABLE']);
  expect(foundBy(liquidityMeasured, facts({ pools: [tokenPool({ depthUsdMicros: 0n })] }))).toBe('clear');
});

it('says what was seen', () => {
  const pools = [tokenPool({ depthUsdMicros: 5n }), tokenPool({ venue: 'meteora_dlmm', refused: 'unknown_variant' })];
  expect(reasonOf(liquidityMeasured, facts({ pools, unmeasured }))).toMatchObject({
    message:
      'Liquidity was seen that could not be measured: 1 pool without a price and 1 large account of no known pool.',
    evidence: {
      pools_without_price: 1,
      refused: 'unknown_variant',
      accounts_without_pool: 1,
      venues: 'meteora_dlmm, raydium_clmm',
      depth_usd_micros: '5',
    },
  });
});

it('does not ask of wrapped SOL', () => {
  const evidence = beside(0n);
  expect(foundBy(liquidityMeasured, { ...evidence, subject: WRAPPED_SOL })).toBe('not_applicable');
  expect(foundBy(liquidityMeasured, tokenEvidence({ liquidity: missing('liquidity', 'deadline') }))).toBe('unknown');
});
