import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, hooked, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { transferHook } from './transfer-hook.ts';

const evidence = tradeEvidence({ mint: known(hooked()) });

it('wants a sale to be proven where a hook decides', () => {
  expect(foundBy(transferHook, evidence)).toEqual(['TRANSFER_HOOK_UNPROVEN', 'TRANSFER_HOOK']);
  expect(foundBy(transferHook, { ...evidence, sale: known({ sold: true, error: null }) })).toEqual(['TRANSFER_HOOK']);
});

it('leaves a refused sale to the rule about sales', () => {
  expect(foundBy(transferHook, { ...evidence, sale: known({ sold: false, error: 'e' }) })).toEqual(['TRANSFER_HOOK']);
});

it('asks for no sale without a hook', () => {
  expect(foundBy(transferHook, tradeEvidence())).toBe('clear');
  expect(foundBy(transferHook, { ...evidence, sale: missing('sale', 'rpc_unavailable') })).toBe('unknown');
});
