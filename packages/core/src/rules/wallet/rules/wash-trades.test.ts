import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { behaviour, figures, foundBy, judged, mintOf } from '../../../../test/support/wallet-evidence.ts';
import { washTrades } from './wash-trades.ts';

const washing = (turnoverBps: number) =>
  judged({}, { behaviour: behaviour({ wash: { mint: mintOf(0), buys: 10, sells: 10, turnoverBps } }) });

it('finds trading to and fro from three tenths of turnover on', () => {
  expect(foundBy(washTrades, judged())).toBe('clear');
  expect(foundBy(washTrades, washing(2_999))).toBe('clear');
  expect(foundBy(washTrades, washing(3_000))).toEqual(['WASH_ROUNDTRIPS']);
});

it('finds it in the lesser currency, too, where enough is at stake, and tells the sign with most events', () => {
  const wash = { mint: mintOf(1), buys: 30, sells: 20, turnoverBps: 9_000 };
  const dollars = { currency: 'usd', cost: 400_000_000n, behaviour: behaviour({ wash }) } as const;
  expect(foundBy(washTrades, judged({}, {}, [figures(dollars)]))).toEqual(['WASH_ROUNDTRIPS']);
  expect(foundBy(washTrades, judged({}, {}, [figures({ ...dollars, cost: 399_999_999n })]))).toBe('clear');
  const both = washTrades.judge({ ...washing(3_000), others: known([figures(dollars)]) });
  expect(both).toMatchObject({ reasons: [{ evidence: { proving_events: 20, mint: mintOf(1) } }] });
});
