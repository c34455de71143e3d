import { expect, it } from 'vitest';
import { behaviour, foundBy, judged, mintOf } from '../../../../test/support/wallet-evidence.ts';
import { washTrades } from './wash-trades.ts';

const washing = (buys: number, sells: number, turnoverBps: number) =>
  judged({}, { behaviour: behaviour({ wash: { mint: mintOf(0), buys, sells, turnoverBps } }) });

it('finds ten purchases and ten sales that are three tenths of turnover', () => {
  expect(foundBy(washTrades, judged())).toBe('clear');
  expect(foundBy(washTrades, washing(10, 10, 3_000))).toEqual(['WASH_ROUNDTRIPS']);
});

it.each([
  [9, 10, 9_000],
  [10, 9, 9_000],
  [10, 10, 2_999],
])('lets %i purchases, %i sales and a share of %i pass', (...given) => {
  expect(foundBy(washTrades, washing(...given))).toBe('clear');
});
