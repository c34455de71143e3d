import { expect, it } from 'vitest';
import { missing } from '#lib/reading.ts';
import { behaviour, foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { atomicGains } from './atomic-gains.ts';

it('finds arbitrage from a fifth of the transactions on', () => {
  expect(foundBy(atomicGains, judged({}, { behaviour: behaviour({ atomicShareBps: 1999 }) }))).toBe('clear');
  expect(foundBy(atomicGains, judged({}, { behaviour: behaviour({ atomicShareBps: 2000 }) }))).toEqual(['MEV_ATOMIC']);
  expect(foundBy(atomicGains, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});
