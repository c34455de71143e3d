import { expect, it } from 'vitest';
import { behaviour, foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { copyable } from './copyable.ts';

const behaving = (changes: Parameters<typeof behaviour>[0]) => judged({}, { behaviour: behaviour(changes) });

it('flags holds under a minute, and more than 300 trades a day', () => {
  expect(foundBy(copyable, behaving({ medianHoldSeconds: 60, tradesPerActiveDay: 300 }))).toBe('clear');
  expect(foundBy(copyable, behaving({ medianHoldSeconds: 59 }))).toEqual(['FAST_HOLDS', 'FAST_HOLDS', 'NOT_COPYABLE']);
  const busy = behaving({ tradesPerActiveDay: 301 });
  expect(foundBy(copyable, busy)).toEqual(['HIGH_FREQUENCY', 'HIGH_FREQUENCY', 'NOT_COPYABLE']);
  expect(foundBy(copyable, behaving({ medianHoldSeconds: null }))).toBe('clear');
});
