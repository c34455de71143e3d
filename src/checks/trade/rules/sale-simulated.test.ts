import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, reasonOf, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { saleSimulated } from './sale-simulated.ts';

it('raises a sale that failed, with its error', () => {
  const refused = tradeEvidence({ sale: known({ sold: false, error: 'custom program error: 0x11' }) });
  expect(reasonOf(saleSimulated, refused)).toMatchObject({
    code: 'SALE_REFUSED',
    severity: 'critical',
    evidence: { error: 'custom program error: 0x11' },
  });
});

it('flags a sale that went through, and says nothing where nobody tried', () => {
  expect(foundBy(saleSimulated, tradeEvidence({ sale: known({ sold: true, error: null }) }))).toEqual(['SALE_PROVEN']);
  expect(foundBy(saleSimulated, tradeEvidence())).toBe('not_applicable');
  expect(foundBy(saleSimulated, tradeEvidence({ sale: missing('sale', 'deadline') }))).toBe('unknown');
});
