import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, mint, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { transferFee } from './transfer-fee.ts';

const feeing = (over: Parameters<typeof mint>[0]) => foundBy(transferFee, tradeEvidence({ mint: known(mint(over)) }));

it('flags a fee, and that it can be changed', () => {
  expect(feeing({ transferFee: { bps: 100, maximum: 5n } })).toEqual(['TRANSFER_FEE']);
  expect(feeing({ feeIsMutable: true })).toEqual(['TRANSFER_FEE_MUTABLE']);
});

it('flags no fee that takes nothing', () => {
  expect(feeing({})).toEqual([]);
  expect(feeing({ transferFee: { bps: 0, maximum: 5n } })).toEqual([]);
  expect(feeing({ transferFee: { bps: 100, maximum: 0n } })).toEqual([]);
});
