import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import {
  age,
  foundBy,
  key,
  liquidity,
  NOW,
  noMint,
  reasonOf,
  tokenEvidence,
  tokenPool,
} from '../../../../test/support/token-evidence.ts';
import type { LiquidityPart, TokenEvidence, TokenPool } from '../evidence.ts';
import { liquidityControlUnknown } from './liquidity-control-unknown.ts';

const part = (how: LiquidityPart['how'], bps: number): LiquidityPart => ({
  how,
  owner: how === 'wallet' ? key(40) : null,
  bps,
});
const pools = (...all: readonly TokenPool[]) => tokenEvidence({ liquidity: known(liquidity({ pools: all })) });
const found = (evidence: TokenEvidence) => foundBy(liquidityControlUnknown, evidence);
const held = (...parts: readonly LiquidityPart[]) => found(pools(tokenPool({ parts })));
const unread = (n: number, venue: string, depthUsdMicros = 50_000_000_000n) =>
  tokenPool({ address: key(n), venue, depthUsdMicros, parts: null });
const spread = [unread(11, 'orca_whirlpool'), unread(12, 'raydium_clmm'), unread(13, 'raydium_clmm')];

it('raises control that was not read, or is not understood', () => {
  const evidence = pools(unread(11, 'orca_whirlpool'));
  expect(reasonOf(liquidityControlUnknown, evidence)).toMatchObject({
    code: 'LP_CONTROL_UNKNOWN',
    message: 'Who can withdraw 100 % of the liquidity of the deepest pool could not be told.',
    evidence: { pool: key(11), venue: 'orca_whirlpool', unread_bps: 10_000 },
  });
  expect(held(part('unknown', 4_999), part('burned', 5_001))).toBe('clear');
  expect(held(part('unknown', 5_000), part('burned', 5_000))).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(held(part('unknown', 2_500), part('locked', 5_000))).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(held(part('program', 5_001))).toBe('clear');
});

it('counts what was not read to the largest owner, who may have it', () => {
  expect(held(part('wallet', 3_000), part('burned', 5_001))).toBe('clear');
  expect(held(part('wallet', 3_000), part('burned', 5_000))).toEqual(['LP_CONTROL_UNKNOWN']);
});

it('leaves what is known to others', () => {
  expect(held(part('wallet', 5_000))).toBe('clear');
  expect(held(part('wallet', 4_999), part('burned', 5_001))).toBe('clear');
  expect(found(pools(tokenPool({ isCurve: true, parts: null })))).toBe('clear');
});

it('flags it only where an old token is traded in several places', () => {
  expect(found(pools(...spread))).toEqual(['LP_CONTROL_UNREAD']);
  const concentrated = [unread(11, 'orca_whirlpool', 100_000_000_001n), ...spread.slice(1)];
  expect(found(pools(...concentrated))).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(found(pools(...spread.slice(0, 2)))).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(found(pools(...spread.slice(1), unread(14, 'raydium_clmm')))).toEqual(['LP_CONTROL_UNKNOWN']);
});

it('takes an age that is missing, or not proven, for a young one', () => {
  const evidence = pools(...spread);
  const since = (days: number) => known(age({ provenSince: NOW - days * 86_400, exact: false }));
  const timeless = known({ slot: 1, commitment: 'confirmed' as const, time: null });
  expect(found({ ...evidence, age: since(180) })).toEqual(['LP_CONTROL_UNREAD']);
  expect(found({ ...evidence, age: since(179) })).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(found({ ...evidence, age: known(null) })).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(found({ ...evidence, age: missing('age', 'deadline') })).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(found({ ...evidence, asOf: timeless })).toEqual(['LP_CONTROL_UNKNOWN']);
  expect(found({ ...evidence, asOf: missing('asOf', 'deadline') })).toEqual(['LP_CONTROL_UNKNOWN']);
});

it('does not ask of wrapped SOL, or what is no mint', () => {
  const evidence = pools(...spread);
  expect(found({ ...evidence, subject: WRAPPED_SOL })).toBe('not_applicable');
  expect(found({ ...evidence, mint: noMint.mint })).toBe('not_applicable');
  expect(found(tokenEvidence({ liquidity: known(null) }))).toBe('not_applicable');
  expect(found(tokenEvidence({ liquidity: missing('liquidity', 'deadline') }))).toBe('unknown');
});
