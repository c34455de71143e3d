import { expect, it } from 'vitest';
import { key, liquidity, tokenPool } from '../../../test/support/token-evidence.ts';
import { deepestOf, depthFacts, depthInWords, depthsOf, isUnmeasured, poolsWithPrice } from './depth.ts';

const SOL = 1_000_000_000n;
const inSol = (depthLamports: bigint, n = 10) => tokenPool({ address: key(n), depthLamports, depthUsdMicros: null });
const words = (facts: ReturnType<typeof liquidity>) => {
  const deepest = deepestOf(facts);
  return deepest && depthInWords(deepest);
};

it('takes dollars as reported, else SOL at its price', () => {
  expect(words(liquidity())).toBe('75000 US dollars');
  expect(words(liquidity({ pools: [inSol(2n * SOL)] }))).toBe('300 US dollars');
});

it('shows SOL where the chain has no price of it, and compares it at an assumed one', () => {
  const stable = tokenPool({ address: key(11), depthLamports: null, depthUsdMicros: 150_000_000n });
  const facts = (lamports: bigint) => liquidity({ pools: [stable, inSol(lamports)], usdMicrosPerSol: null });
  expect([words(facts(SOL)), words(facts(2n * SOL))]).toEqual(['150 US dollars', '2 SOL']);
  const deepest = deepestOf(facts(2n * SOL));
  expect(deepest && depthFacts(deepest)).toEqual({
    pool: key(10),
    venue: 'raydium_cpmm',
    depth_lamports: '2000000000',
  });
});

it('ranks pools with a price and a depth only, the first of equals first', () => {
  const pools = [
    inSol(SOL),
    inSol(3n * SOL, 11),
    inSol(3n * SOL, 12),
    tokenPool({ refused: 'disabled' }),
    tokenPool({ address: key(13), depthLamports: null, depthUsdMicros: null }),
  ];
  expect(depthsOf(liquidity({ pools })).map(({ pool }) => pool.address)).toEqual([key(11), key(12), key(10)]);
  expect(poolsWithPrice(liquidity({ pools }))).toHaveLength(4);
  expect(deepestOf(liquidity({ pools: pools.slice(3) }))).toBeNull();
});

it.each([
  ['not_read', true],
  ['unknown_variant', true],
  ['account_missing', true],
  ['wrong_layout', true],
  ['inconsistent', true],
  ['disabled', false],
  ['not_open', false],
  ['completed', false],
  ['insufficient_liquidity', false],
  [null, false],
])('a pool that says %s leaves liquidity unmeasured: %s', (refused, expected) => {
  expect(isUnmeasured(liquidity({ pools: [tokenPool(), tokenPool({ refused })] }))).toBe(expected);
});

it('is unmeasured where large accounts belong to no known pool', () => {
  expect(isUnmeasured(liquidity({ unmeasured: [{ account: key(30), venue: 'raydium_clmm', tokens: 5n }] }))).toBe(true);
});
