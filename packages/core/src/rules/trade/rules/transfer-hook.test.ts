import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, hooked, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { transferHook } from './transfer-hook.ts';

const evidence = tradeEvidence({ mint: known(hooked()) });

it('flags a mint whose transfers a program decides about, whatever became of trials', () => {
  const sales = [
    known(null),
    known({ sold: true, error: null }),
    known({ sold: false, error: 'e' }),
    missing('sale', 'deadline'),
  ];
  for (const sale of sales) expect(foundBy(transferHook, { ...evidence, sale })).toEqual(['TRANSFER_HOOK']);
});

it('flags no other mint, and nothing where the mint was not read', () => {
  expect(foundBy(transferHook, tradeEvidence())).toBe('clear');
  expect(foundBy(transferHook, { ...evidence, mint: missing('mint', 'unreadable') })).toBe('unknown');
});
