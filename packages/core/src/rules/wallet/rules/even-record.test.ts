import { expect, it } from 'vitest';
import { foundBy, judged, mintOf, position, SOL } from '../../../../test/support/wallet-evidence.ts';
import { evenRecord } from './even-record.ts';

const ofReturns = (returns: readonly number[]) =>
  judged({}, { sample: returns.map((bps, n) => position({ mint: mintOf(n), pnl: (SOL * BigInt(bps)) / 10_000n })) });
const repeated = (count: number, returns: readonly number[]) =>
  Array.from({ length: count }, (_, n) => returns[n % returns.length] ?? 0);

it('finds sixty round trips without a loss, and equal gains', () => {
  expect(foundBy(evenRecord, judged())).toBe('clear');
  expect(foundBy(evenRecord, ofReturns(repeated(59, [100, 900, 4_000, 9_000])))).toBe('clear');
  expect(foundBy(evenRecord, ofReturns(repeated(60, [100, 900, 4_000, 9_000])))).toEqual([
    'RECORD_TOO_EVEN',
    'TOO_EVEN',
  ]);
  expect(foundBy(evenRecord, ofReturns(repeated(30, [3_000])))).toEqual(['RECORD_TOO_EVEN', 'TOO_EVEN']);
});

it('is not fooled by staged losses beside equal gains, nor by a little noise', () => {
  const staged = [...repeated(30, [2_950, 3_000, 3_050]), ...repeated(20, [-500, -2_000, -4_000])];
  expect(foundBy(evenRecord, ofReturns(staged))).toEqual(['RECORD_TOO_EVEN', 'TOO_EVEN']);
});

it('lets steady small gains with the spread of a market pass, and says nothing of few', () => {
  expect(foundBy(evenRecord, ofReturns(repeated(50, [60, 80, 100, 120, 140, -50, 200])))).toBe('clear');
  expect(foundBy(evenRecord, ofReturns(repeated(19, [3_000])))).toBe('clear');
});
