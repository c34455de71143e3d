import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { behaviour, book, foundBy, judged, maker, mintOf, NOW, SOL } from '../../../../test/support/wallet-evidence.ts';
import { sellsWithoutBuys } from './sells-without-buys.ts';

const sale = { mint: mintOf(0), receivedAt: NOW - 3_600, soldAt: NOW, currency: 'sol' as const, amount: SOL };
const selling = (mints: number, proceedsBps: number, sales = [sale], makers = [maker({ own: true })]) =>
  judged(
    { book: known(book({ unmatchedSales: sales })), makers: known(makers) },
    { behaviour: behaviour({ soldUnbought: { mints, proceedsBps } }) },
  );
const events = (evidence: ReturnType<typeof judged>) => {
  const finding = sellsWithoutBuys.judge(evidence);
  return finding.outcome === 'raised' ? finding.reasons[0]?.evidence.proving_events : null;
};

it('finds three mints that are a tenth of the proceeds', () => {
  expect(foundBy(sellsWithoutBuys, selling(3, 1_000))).toEqual(['SELLS_WITHOUT_BUYS']);
  expect(foundBy(sellsWithoutBuys, selling(2, 1_000))).toBe('clear');
  expect(foundBy(sellsWithoutBuys, selling(3, 999))).toBe('clear');
});

it('counts as proof what came from a maker that the wallet is connected to, within an hour', () => {
  expect(events(selling(3, 1_000))).toBe(1);
  expect(events(selling(3, 1_000, [sale], [maker()]))).toBe(0);
  expect(events(selling(3, 1_000, [{ ...sale, receivedAt: NOW - 3_601 }]))).toBe(0);
});

it('finds it without the makers too, but has no proof then', () => {
  const blind = { ...selling(3, 1_000), makers: missing('makers', 'deadline'), seenMakers: known([]) };
  expect(events(blind)).toBe(0);
});
