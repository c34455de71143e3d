import { expect, it } from 'vitest';
import { missing } from '#lib/reading.ts';
import { behaviour, foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { bundledBuys } from './bundled-buys.ts';

it('finds bundles from a fifth of the purchases on', () => {
  expect(foundBy(bundledBuys, judged({}, { behaviour: behaviour({ bundledBuysBps: 1999 }) }))).toBe('clear');
  expect(foundBy(bundledBuys, judged({}, { behaviour: behaviour({ bundledBuysBps: 2000 }) }))).toEqual(['BUNDLE']);
  expect(foundBy(bundledBuys, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});
