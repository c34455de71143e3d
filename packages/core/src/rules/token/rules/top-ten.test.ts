import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  holder,
  holdersOf,
  reasonOf,
  SUPPLY,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import type { HolderAccount } from '../evidence.ts';
import { topTen } from './top-ten.ts';

const held = (...accounts: readonly HolderAccount[]) => tokenEvidence({ holders: known(holdersOf(...accounts)) });
const each = (bps: bigint) => Array.from({ length: 10 }, (_, n) => holder(n, { tokens: (SUPPLY * bps) / 10_000n }));

it('raises ten holders from fifty and from seventy percent on', () => {
  const found = [499n, 500n, 699n, 700n].map((bps) => foundBy(topTen, held(...each(bps))));
  expect(found).toEqual(['clear', ['TOP10_CONCENTRATED'], ['TOP10_CONCENTRATED'], ['TOP10_EXTREME']]);
});

it('raises twenty holders from sixty and from eighty percent on, where ten say less', () => {
  const twenty = (bps: bigint) => Array.from({ length: 20 }, (_, n) => holder(n, { tokens: (SUPPLY * bps) / 10_000n }));
  const found = [299n, 300n, 390n, 400n].map((bps) => foundBy(topTen, held(...twenty(bps))));
  expect(found).toEqual(['clear', ['TOP20_CONCENTRATED'], ['TOP20_CONCENTRATED'], ['TOP20_EXTREME']]);
  const nineteen = Array.from({ length: 19 }, (_, n) => holder(n, { tokens: (SUPPLY * 39n) / 1_000n }));
  expect(foundBy(topTen, held(...nineteen))).toEqual(['TOP20_CONCENTRATED']);
  expect(foundBy(topTen, held(...each(500n), ...each(100n).map((one, n) => ({ ...one, ...holder(10 + n) }))))).toEqual([
    'TOP10_CONCENTRATED',
  ]);
});

it('says how many they are, and leaves exchanges and the eleventh out', () => {
  expect(reasonOf(topTen, held(...each(500n), holder(10)))).toMatchObject({
    message: 'The 10 largest ordinary holders have 50 % of what circulates.',
    evidence: { owners: 10, circulating_bps: 5_000, supply_bps: 5_000, tokens: (SUPPLY / 2n).toString() },
  });
  expect(foundBy(topTen, held(holder(0, { role: 'exchange', tokens: SUPPLY })))).toBe('clear');
  expect(reasonOf(topTen, held(holder(0, { tokens: SUPPLY })))?.message).toBe(
    'The only ordinary holder among the largest has 100 % of what circulates.',
  );
});

it('says nothing where shares say nothing', () => {
  const curve = holder(0, { role: 'curve', tokens: (SUPPLY * 99n) / 100n });
  expect(foundBy(topTen, held(curve, holder(1)))).toBe('not_applicable');
  expect(foundBy(topTen, tokenEvidence({ holders: missing('holders', 'rpc_unavailable') }))).toBe('unknown');
});
