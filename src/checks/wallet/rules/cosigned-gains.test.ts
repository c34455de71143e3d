import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { behaviour, foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { cosignedGains } from './cosigned-gains.ts';

it('finds gains by fills of others from more than a fifth of the gain on', () => {
  expect(foundBy(cosignedGains, judged({}, { behaviour: behaviour({ cosignedProfitBps: 2000 }) }))).toBe('clear');
  expect(foundBy(cosignedGains, judged({}, { behaviour: behaviour({ cosignedProfitBps: 2001 }) }))).toEqual([
    'COSIGNED_PROFIT',
  ]);
  expect(foundBy(cosignedGains, judged({}, { behaviour: behaviour({ cosignedCostBps: 2001 }) }))).toEqual([
    'COSIGNED_PROFIT',
  ]);
  expect(foundBy(cosignedGains, judged({ book: known(null) }))).toBe('not_applicable');
  expect(foundBy(cosignedGains, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});
