import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { figures, foundBy, history, judged, NOW, walletEvidence } from '../../../../test/support/wallet-evidence.ts';
import type { HistoryFacts } from '../evidence.ts';
import { judgeFigures } from '../verdict.ts';
import { window } from './window.ts';

const DAY = 86_400;
const shortened = (by: HistoryFacts['shortenedBy'], days: number, changes: Partial<HistoryFacts> = {}) => ({
  history: known(history({ shortenedBy: by, windowFrom: NOW - days * DAY, ...changes })),
});
const judge = (changes: ReturnType<typeof shortened>, over = {}) =>
  judgeFigures(walletEvidence(changes), figures(over));

it('flags a whole life, and a list that had holes', () => {
  expect(foundBy(window, judged())).toBe('clear');
  expect(foundBy(window, judged({ history: known(history({ bornInside: true })) }))).toEqual(['BORN_IN_WINDOW']);
  expect(foundBy(window, judged({ history: known(history({ repaired: 1 })) }))).toEqual(['HISTORY_REPAIRED']);
  const idle = { book: known(null), history: known(history({ bornInside: true })) };
  expect(foundBy(window, judged(idle))).toEqual(['BORN_IN_WINDOW']);
});

it.each([
  [13, 'NEUTRAL', ['WINDOW_SHORT']],
  [14, 'TRUSTED', []],
  [60, 'TRUSTED', []],
])('leaves the best verdict to a window of %i days or not', (days, verdict, failed) => {
  const judgement = judge(shortened('transactions', days));
  expect(judgement.verdict).toBe(verdict);
  expect(judgement.reasons.map(({ code }) => code)).toContain('WINDOW_SHORT');
  expect(judgement.flags).toContain('WINDOW_SHORTENED');
  expect(judgement.metrics.failed_tests).toMatchObject(failed.map((code) => ({ code, unit: 'seconds' })));
  expect(judgement.decidedBy).toEqual([]);
  expect(judgement.metrics.window).toMatchObject({ asked: { days: 90 }, judged: { days }, days, why: 'transactions' });
});

it('counts a window that was asked for as short as it is', () => {
  const asked = known(history({ windowFrom: NOW - 10 * DAY, askedFrom: NOW - 10 * DAY }));
  expect(foundBy(window, judged({ history: asked }))).toBe('clear');
});

it.each([
  // 80 trades.
  [400, 0, []],
  [401, 0, ['WINDOW_FILLED']],
  [4_000, 3_600, []],
])('tells %i transactions with %i of dust of which few trade', (signatures, dust, more) => {
  const found = foundBy(window, judged(shortened('transactions', 60, { signatures, dust })));
  expect(found).toEqual(['WINDOW_SHORT', ...more, 'WINDOW_SHORTENED']);
  const verdict = more.length > 0 ? 'NEUTRAL' : 'TRUSTED';
  expect(judge(shortened('transactions', 60, { signatures, dust })).verdict).toBe(verdict);
});

it('keeps the best verdict away where calls were used up, and charges for what it says', () => {
  const judgement = judge(shortened('calls', 60));
  expect(judgement).toMatchObject({ verdict: 'NEUTRAL', decidedBy: [{ reading: 'history', cause: 'limit_reached' }] });
});

it.each([
  ['a good record', {}, 'NEUTRAL'],
  ['too few trades', { closed: 3 }, 'INSUFFICIENT'],
  ['a proven loss', { expectancy: { lowerBps: -900, upperBps: -1 }, pessimisticPnl: -1n, averagePnl: -1n }, 'NEUTRAL'],
  ['a lucky hit', { top1Bps: 9_000 }, 'NEUTRAL'],
  ['proceeds without a basis', { unmatchedBps: 9_000 }, 'UNVERIFIABLE'],
])('says nothing that is charged where time was used up: %s', (_, over, verdict) => {
  const judgement = judge(shortened('time', 60), over);
  expect(judgement.verdict).toBe(verdict);
  expect(judgement.decidedBy).toContainEqual({ reading: 'history', cause: 'deadline' });
});

it('proves manipulation all the same', () => {
  const wash = { mint: 'a', buys: 10, sells: 10, turnoverBps: 3_000 };
  const judgement = judge(shortened('time', 60), { behaviour: { ...figures().behaviour, wash } });
  expect(judgement).toMatchObject({ verdict: 'UNTRUSTED', decidedBy: [] });
});
