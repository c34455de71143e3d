import { known, missing } from 'assay-core/lib/reading.ts';
import { expect, it } from 'vitest';
import { lowestHeight } from './open-payment-chain.ts';

/** The tip of a chain whose newest block is the thousandth. */
const tip = known({ blockhash: '', lastValidBlockHeight: 1_150n });
const gap = missing('block_height', 'rpc_unavailable');

it('is the lowest that is named', () => {
  expect(lowestHeight([known(968n), known(900n), gap], tip)).toEqual(known(900n));
  expect(lowestHeight([known(1_100n)], tip)).toEqual(known(1_100n));
});

it('is none that is far above the newest block', () => {
  expect(lowestHeight([known(21_000_000n), known(968n)], tip)).toEqual(known(968n));
  const contradicted = { known: false, gap: { reading: 'block_height', cause: 'rpc_disagrees' } };
  expect(lowestHeight([known(1_101n), gap], tip)).toMatchObject(contradicted);
});

it('is a gap where nobody tells one, or nothing could contradict it', () => {
  expect(lowestHeight([gap, gap], tip)).toEqual(gap);
  const old = missing('tip', 'deadline');
  expect(lowestHeight([known(968n)], old)).toEqual(missing('block_height', 'deadline'));
});
