import { expect, it } from 'vitest';
import { behaviour, foundBy, judged, mintOf } from '../../../../test/support/wallet-evidence.ts';
import { washTrades } from './wash-trades.ts';

const washing = (turnoverBps: number) =>
  judged({}, { behaviour: behaviour({ wash: { mint: mintOf(0), buys: 10, sells: 10, turnoverBps } }) });

it('finds trading to and fro from three tenths of turnover on', () => {
  expect(foundBy(washTrades, judged())).toBe('clear');
  expect(foundBy(washTrades, washing(2_999))).toBe('clear');
  expect(foundBy(washTrades, washing(3_000))).toEqual(['WASH_ROUNDTRIPS']);
});
