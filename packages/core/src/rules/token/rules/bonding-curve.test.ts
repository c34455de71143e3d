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
import type { TokenPool } from '../evidence.ts';
import { bondingCurve } from './bonding-curve.ts';

const curve = (changes: Partial<TokenPool> = {}) =>
  tokenPool({ address: key(11), venue: 'pump_curve', isCurve: true, depthUsdMicros: 80_000_000_000n, ...changes });
const pools = (...all: readonly TokenPool[]) => tokenEvidence({ liquidity: known(liquidity({ pools: all })) });

it('raises a curve that is the deepest pool, or the only one with a price', () => {
  expect(reasonOf(bondingCurve, pools(curve(), tokenPool()))).toMatchObject({
    code: 'BONDING_CURVE_PHASE',
    evidence: { pool: key(11), venue: 'pump_curve' },
  });
  const empty = curve({ depthUsdMicros: null, depthLamports: null });
  expect(foundBy(bondingCurve, pools(empty, tokenPool({ refused: 'disabled' })))).toEqual(['BONDING_CURVE_PHASE']);
});

it('leaves out a curve that is complete, or less than another pool', () => {
  expect(foundBy(bondingCurve, pools(tokenPool(), curve({ refused: 'completed' })))).toBe('clear');
  expect(foundBy(bondingCurve, pools(curve({ depthUsdMicros: 5n }), tokenPool()))).toBe('clear');
  expect(foundBy(bondingCurve, pools(curve({ refused: 'completed' })))).toBe('clear');
  expect(foundBy(bondingCurve, pools())).toBe('clear');
});

it('does not ask of wrapped SOL', () => {
  expect(foundBy(bondingCurve, { ...pools(curve()), subject: WRAPPED_SOL })).toBe('not_applicable');
  expect(foundBy(bondingCurve, tokenEvidence({ liquidity: missing('liquidity', 'deadline') }))).toBe('unknown');
});
