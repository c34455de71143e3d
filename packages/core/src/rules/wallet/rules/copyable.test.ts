import { expect, it } from 'vitest';
import { behaviour, foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { copyable } from './copyable.ts';

const behaving = (changes: Parameters<typeof behaviour>[0]) => judged({}, { behaviour: behaviour(changes) });

it('flags holds under a minute, and more than 300 trades a day', () => {
  expect(foundBy(copyable, behaving({ medianHoldSeconds: 60, tradesPerActiveDay: 300 }))).toBe('clear');
  expect(foundBy(copyable, behaving({ medianHoldSeconds: 59 }))).toEqual(['FAST_HOLDS', 'NOT_COPYABLE']);
  expect(foundBy(copyable, behaving({ tradesPerActiveDay: 301 }))).toEqual(['HIGH_FREQUENCY', 'NOT_COPYABLE']);
  expect(foundBy(copyable, behaving({ medianHoldSeconds: null }))).toBe('clear');
});

it('takes holds under three seconds for a reason', () => {
  expect(foundBy(copyable, behaving({ medianHoldSeconds: 3 }))).toEqual(['FAST_HOLDS', 'NOT_COPYABLE']);
  const instant = copyable.judge(behaving({ medianHoldSeconds: 2 }));
  const [reason] = instant.outcome === 'raised' ? instant.reasons : [];
  expect(reason).toMatchObject({
    code: 'FAST_HOLDS',
    evidence: { figure: 2, bound: 3, direction: 'at_least', unit: 'seconds' },
  });
});
