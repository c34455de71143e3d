import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import {
  foundBy,
  mint,
  noCost,
  reasonOf,
  refusedPool,
  routelessEvidence,
  tradeEvidence,
} from '../../../../test/support/trade-evidence.ts';
import { judgeTrade } from '../verdict.ts';
import { transferFeeTotal } from './transfer-fee-total.ts';

const taken = refusedPool('fee_takes_all', 'buy');
const total = { mint: known(mint({ transferFee: { bps: 10_000, maximum: 2n ** 64n - 1n } })) };

it('names the fee, and nothing that another size or pool could mend', () => {
  const evidence = routelessEvidence([taken], total);
  expect(reasonOf(transferFeeTotal, evidence)).toMatchObject({
    code: 'TRANSFER_FEE_TAKES_ALL',
    evidence: { transfer_fee_bps: 10_000, transfer_fee_maximum: '18446744073709551615' },
  });
  const { verdict, reasons, confidencePercent } = judgeTrade(evidence);
  expect([verdict, reasons.map(({ code }) => code)]).toEqual(['UNTRADEABLE', ['TRANSFER_FEE_TAKES_ALL']]);
  expect(confidencePercent).toBe(95);
});

it('says so beside pools that are too small or closed as well', () => {
  for (const other of [refusedPool('insufficient_liquidity', 'buy'), refusedPool('disabled')]) {
    expect(foundBy(transferFeeTotal, routelessEvidence([other, taken], total))).toEqual(['TRANSFER_FEE_TAKES_ALL']);
  }
});

it('says nothing where a larger size leaves something, a pool is not known, or there is a route', () => {
  const cost = known(noCost({ largest: [{ bps: 300, lamports: 5n, endsUnread: false }] }));
  expect(foundBy(transferFeeTotal, routelessEvidence([taken], { ...total, cost }))).toBe('clear');
  expect(foundBy(transferFeeTotal, routelessEvidence([taken, refusedPool('unknown_variant')], total))).toBe('clear');
  expect(foundBy(transferFeeTotal, tradeEvidence(total))).toBe('not_applicable');
});
