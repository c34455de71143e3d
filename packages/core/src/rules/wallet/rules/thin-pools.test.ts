import { expect, it } from 'vitest';
import { missing } from '#lib/reading.ts';
import { behaviour, foundBy, judged } from '../../../../test/support/wallet-evidence.ts';
import { thinPools } from './thin-pools.ts';

it('finds emptied pools from three tenths of the gain on', () => {
  expect(foundBy(thinPools, judged({}, { behaviour: behaviour({ thinPoolProfitBps: 2999 }) }))).toBe('clear');
  expect(foundBy(thinPools, judged({}, { behaviour: behaviour({ thinPoolProfitBps: 3000 }) }))).toEqual([
    'THIN_POOL_PROFIT',
  ]);
  expect(foundBy(thinPools, judged({ book: missing('book', 'deadline') }))).toBe('unknown');
});
