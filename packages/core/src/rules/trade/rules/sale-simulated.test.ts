import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, hooked, reasonOf, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { saleSimulated } from './sale-simulated.ts';

const evidence = tradeEvidence({ mint: known(hooked()) });

it('raises a sale that failed, with its error', () => {
  const error = 'error 67 of the token program: transfers are paused';
  const refused = { ...evidence, sale: known({ sold: false, error }) };
  expect(foundBy(saleSimulated, refused)).toEqual(['SALE_REFUSED']);
  expect(reasonOf(saleSimulated, refused)).toMatchObject({ severity: 'critical', evidence: { error } });
});

it('flags a sale that went through', () => {
  const passed = { ...evidence, sale: known({ sold: true, error: null }) };
  expect(foundBy(saleSimulated, passed)).toEqual(['SALE_PROVEN']);
});

it('wants a sale to be proven where a hook decides', () => {
  expect(foundBy(saleSimulated, evidence)).toEqual(['TRANSFER_HOOK_UNPROVEN']);
  expect(foundBy(saleSimulated, { ...evidence, sale: missing('sale', 'rpc_unavailable') })).toBe('unknown');
});

it('asks for none elsewhere', () => {
  expect(foundBy(saleSimulated, tradeEvidence())).toBe('clear');
});
