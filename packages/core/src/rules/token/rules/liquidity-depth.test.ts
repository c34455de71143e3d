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
import type { LiquidityFacts, TokenPool } from '../evidence.ts';
import { liquidityDepth } from './liquidity-depth.ts';

const SOL = 1_000_000_000n;
const DOLLAR = 1_000_000n;
const facts = (changes: Partial<LiquidityFacts>) => tokenEvidence({ liquidity: known(liquidity(changes)) });
const pool = (changes: Partial<TokenPool>) => facts({ pools: [tokenPool(changes)] });
const dollars = (micros: bigint) => foundBy(liquidityDepth, pool({ depthUsdMicros: micros }));

it('raises less than 1,000 and than 10,000 US dollars', () => {
  expect(dollars(1_000n * DOLLAR - 1n)).toEqual(['LIQUIDITY_VERY_LOW']);
  expect(dollars(1_000n * DOLLAR)).toEqual(['LIQUIDITY_LOW']);
  expect(dollars(10_000n * DOLLAR - 1n)).toEqual(['LIQUIDITY_LOW']);
  expect(dollars(10_000n * DOLLAR)).toBe('clear');
});

it('raises less than 10 and than 100 SOL where the chain has no price of it', () => {
  const sol = (depthLamports: bigint) =>
    foundBy(
      liquidityDepth,
      facts({ pools: [tokenPool({ depthLamports, depthUsdMicros: null })], usdMicrosPerSol: null }),
    );
  expect([sol(10n * SOL - 1n), sol(10n * SOL), sol(100n * SOL - 1n), sol(100n * SOL)]).toEqual([
    ['LIQUIDITY_VERY_LOW'],
    ['LIQUIDITY_LOW'],
    ['LIQUIDITY_LOW'],
    'clear',
  ]);
});

it('says how deep the deepest pool is', () => {
  const small = tokenPool({ address: key(11), depthLamports: 2n * SOL, depthUsdMicros: null });
  const pools = [tokenPool({ depthLamports: null, depthUsdMicros: 5n * DOLLAR }), small];
  expect(reasonOf(liquidityDepth, facts({ pools }))).toMatchObject({
    code: 'LIQUIDITY_VERY_LOW',
    severity: 'high',
    message: 'Near the price of the deepest pool 300 US dollars trade.',
    evidence: { pool: key(11), venue: 'raydium_cpmm', depth_lamports: '2000000000', depth_usd_micros: '300000000' },
  });
});

it('raises pools of which none is worth anything', () => {
  const worthless = [
    tokenPool({ refused: 'disabled' }),
    tokenPool({ depthLamports: null, depthUsdMicros: null, refused: null }),
  ];
  expect(reasonOf(liquidityDepth, facts({ pools: worthless }))).toMatchObject({
    code: 'LIQUIDITY_VERY_LOW',
    evidence: { pools: 2, refused: 'disabled' },
  });
});

it('proves nothing low where some of it was not measured', () => {
  expect(foundBy(liquidityDepth, facts({ pools: [tokenPool({ refused: 'not_read' })] }))).toBe('clear');
  const unmeasured = [{ account: key(30), venue: 'raydium_clmm', tokens: 5n }];
  expect(foundBy(liquidityDepth, facts({ pools: [tokenPool({ depthUsdMicros: 0n })], unmeasured }))).toBe('clear');
});

it('leaves no pools and wrapped SOL to others', () => {
  const low = pool({ depthUsdMicros: 0n });
  expect(foundBy(liquidityDepth, facts({ pools: [] }))).toBe('not_applicable');
  expect(foundBy(liquidityDepth, { ...low, subject: WRAPPED_SOL })).toBe('not_applicable');
  expect(foundBy(liquidityDepth, tokenEvidence({ liquidity: missing('liquidity', 'deadline') }))).toBe('unknown');
});
