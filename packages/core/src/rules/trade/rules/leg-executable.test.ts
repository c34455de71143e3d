import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import {
  foundBy,
  noCost,
  reasonOf,
  refusedPool,
  routelessEvidence,
  tradeEvidence,
} from '../../../../test/support/trade-evidence.ts';
import { legExecutable } from './leg-executable.ts';

const sellOnly = refusedPool('insufficient_liquidity', 'sell');

it('says which leg no pool makes', () => {
  expect(reasonOf(legExecutable, routelessEvidence([refusedPool('completed', 'buy')]))?.evidence).toMatchObject({
    leg: 'buy',
    refused: 'completed',
  });
  const both = routelessEvidence([refusedPool('disabled', 'sell'), refusedPool('not_open')]);
  expect(reasonOf(legExecutable, both)?.evidence).toMatchObject({ leg: 'both', refused: 'disabled, not_open' });
});

it('counts a sale that no size gets through, and not one that a smaller size does', () => {
  expect(reasonOf(legExecutable, routelessEvidence([sellOnly]))).toMatchObject({
    code: 'LEG_NOT_EXECUTABLE',
    message: 'The only known pool does not let the mint be sold: the pool is insufficient_liquidity.',
  });
  const smaller = noCost({ largest: [{ bps: 300, lamports: 5n, endsUnread: false }] });
  expect(foundBy(legExecutable, routelessEvidence([sellOnly], { cost: known(smaller) }))).toBe('clear');
});

it('says nothing where a pool is not known, too small, or a route exists', () => {
  expect(foundBy(legExecutable, routelessEvidence([sellOnly, refusedPool('unknown_variant')]))).toBe('clear');
  expect(foundBy(legExecutable, routelessEvidence([refusedPool('disabled'), refusedPool('overflow', 'buy')]))).toBe(
    'clear',
  );
  expect(foundBy(legExecutable, routelessEvidence([]))).toBe('clear');
  expect(foundBy(legExecutable, tradeEvidence())).toBe('not_applicable');
});
