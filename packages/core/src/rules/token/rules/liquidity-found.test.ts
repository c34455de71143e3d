import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { foundBy, key, liquidity, tokenEvidence, tokenPool } from '../../../../test/support/token-evidence.ts';
import type { LiquidityFacts } from '../evidence.ts';
import { liquidityFound } from './liquidity-found.ts';

const facts = (changes: Partial<LiquidityFacts>) => tokenEvidence({ liquidity: known(liquidity(changes)) });
const none = facts({ pools: [] });

it('raises a token that no pool trades', () => {
  expect(foundBy(liquidityFound, none)).toEqual(['LIQUIDITY_NONE_FOUND']);
  expect(foundBy(liquidityFound, tokenEvidence())).toBe('clear');
  expect(foundBy(liquidityFound, facts({ pools: [tokenPool({ refused: 'disabled' })] }))).toBe('clear');
});

it('accepts a large holder that is liquidity', () => {
  const unmeasured = [{ account: key(30), venue: 'raydium_clmm', tokens: 5n }];
  expect(foundBy(liquidityFound, facts({ pools: [], unmeasured }))).toBe('clear');
});

it('does not ask of wrapped SOL', () => {
  expect(foundBy(liquidityFound, { ...none, subject: WRAPPED_SOL })).toBe('not_applicable');
  expect(foundBy(liquidityFound, tokenEvidence({ liquidity: missing('liquidity', 'deadline') }))).toBe('unknown');
});
