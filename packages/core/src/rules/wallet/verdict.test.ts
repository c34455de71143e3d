import { describe, expect, it } from 'vitest';
import { type GapCause, gapFacts, known, missing } from '#lib/reading.ts';
import {
  behaviour,
  book,
  figures,
  history,
  jump,
  label,
  maker,
  mintOf,
  SOL,
  walletEvidence,
} from '../../../test/support/wallet-evidence.ts';
import type { Figures } from './book-figures.ts';
import { codes, flags } from './codes.ts';
import type { WalletEvidence } from './evidence.ts';
import { walletRules } from './rules/index.ts';
import { judgeFigures, judgeWallet } from './verdict.ts';

const judgeWith = (changes: Partial<WalletEvidence>, over: Partial<Figures> = {}) =>
  judgeFigures(walletEvidence(changes), figures(over));
const said = (changes: Partial<WalletEvidence>, over: Partial<Figures> = {}) => {
  const { verdict, reasons, confidencePercent } = judgeWith(changes, over);
  return [verdict, ...reasons.map(({ code }) => code), confidencePercent];
};
const isFree = ({ decidedBy }: ReturnType<typeof judgeFigures>) => decidedBy.some(({ cause }) => gapFacts[cause].ours);
const washed = behaviour({ wash: { mint: mintOf(0), buys: 10, sells: 10, turnoverBps: 3_000 } });
const sandwiched = behaviour({ sandwich: { cases: 5, shareBps: 1_000 } });

describe('a record that passes every test', () => {
  it('is TRUSTED, and says why', () => {
    const judgement = judgeWith({});
    expect(judgement).toMatchObject({ verdict: 'TRUSTED', flags: [], gaps: [], decidedBy: [] });
    expect(judgement.reasons.map(({ code }) => code)).toEqual(['POSITIVE_EXPECTANCY_LCB99']);
    expect(judgement.metrics).toMatchObject({ failed_tests: [], closed: 40, realized_pnl_lamports: '12000000000' });
  });

  it('is surer with more round trips, and less so where three of them brought much', () => {
    // 1 - 0.6 e^(-n/60): 0.692 at 40, 0.919 at 120, 0.996 at 300.
    const sure = (closed: number, top3Bps = 2_000) => judgeWith({}, { closed, top3Bps }).confidencePercent;
    expect([sure(40), sure(120), sure(300), sure(9_000)]).toEqual([69, 91, 95, 95]);
    expect(sure(300, 5_000)).toBe(89);
  });

  it('stays TRUSTED where nobody can copy it, with flags and no reason', () => {
    const fast = judgeWith({}, { behaviour: behaviour({ medianHoldSeconds: 5, tradesPerActiveDay: 400 }) });
    expect(fast).toMatchObject({ verdict: 'TRUSTED', flags: ['FAST_HOLDS', 'HIGH_FREQUENCY', 'NOT_COPYABLE'] });
    expect([fast.reasons.map(({ code }) => code), fast.metrics.failed_tests]).toEqual([
      ['POSITIVE_EXPECTANCY_LCB99'],
      [],
    ]);
  });

  it('is at most 0.80 sure where a maker could not be named', () => {
    const makers = known([maker({ creator: null })]);
    const judgement = judgeWith({ makers }, { closed: 9_000 });
    expect(judgement).toMatchObject({ verdict: 'TRUSTED', confidencePercent: 80, flags: ['CREATOR_NOT_CHECKED'] });
  });
});

describe('a record that fails a test', () => {
  it.each<[string, Partial<Figures>]>([
    ['TOO_FEW_CLOSED_TRADES', { closed: 29 }],
    ['SIZES_TOO_UNEVEN', { evenTrips: 14 }],
    ['TOO_FEW_MINTS', { mints: 14 }],
    ['TOO_FEW_ACTIVE_DAYS', { activeDays: 13 }],
    ['LOW_TURNOVER', { cost: 9n * SOL }],
    ['PNL_POSITIVE_NOT_SIGNIFICANT', { expectancy: { lowerBps: 0, upperBps: 9 } }],
    ['PESSIMISTIC_PNL_NEGATIVE', { pessimisticPnl: 0n }],
    ['LOW_PROFIT_FACTOR', { profitFactorPercent: 129 }],
    ['LUCKY_HIT', { top1Bps: 4_001 }],
    ['LEAVE_K_OUT_NEGATIVE', { pnlWithoutBest: 0n }],
    ['BASIS_BEFORE_WINDOW', { unmatchedBps: 2_001, beforeWindowBps: 2_001 }],
    ['TRANSFERRED_OUT', { transferredOutBps: 1_501 }],
    ['OPEN_BAGS', { openBasisBps: 3_001 }],
    ['STALE', { lastTradeAt: 0 }],
    ['COST_METHOD_SENSITIVE', { averagePnl: 0n }],
    ['MEV_ATOMIC', { behaviour: behaviour({ atomicShareBps: 2_000 }) }],
    ['BUNDLE', { behaviour: behaviour({ bundledBuysBps: 2_000 }) }],
    ['FAST_HOLDS', { behaviour: behaviour({ medianHoldSeconds: 2 }) }],
    ['THIN_POOL_PROFIT', { behaviour: behaviour({ thinPoolProfitBps: 3_000 }) }],
    ['CONVERTED_RECORD', { convertedBps: 2_001 }],
    ['COSIGNED_PROFIT', { behaviour: behaviour({ cosignedProfitBps: 2_001 }) }],
    ['SELLS_WITHOUT_BUYS', { behaviour: behaviour({ soldUnbought: { mints: 3, proceedsBps: 1_000 } }) }],
    ['SANDWICH', { behaviour: behaviour({ sandwich: { cases: 4, shareBps: 1_000 } }) }],
  ])('is NEUTRAL with %s alone, charged, with the figure and the bound', (code, over) => {
    const judgement = judgeWith({}, over);
    expect(judgement).toMatchObject({ verdict: 'NEUTRAL', decidedBy: [] });
    expect(judgement.reasons.map((one) => one.code)).toEqual([code]);
    expect(judgement.reasons[0]?.evidence).toMatchObject({ figure: expect.anything(), bound: expect.anything() });
    expect(judgement.metrics.failed_tests).toMatchObject([{ code }]);
    // 0.7 of the quality of the data, of which proceeds from before the window take half.
    expect(judgement.confidencePercent).toBe(code === 'BASIS_BEFORE_WINDOW' ? 34 : 70);
  });

  it.each<[string, Partial<Figures>, object]>([
    ['TOO_FEW_CLOSED_TRADES', { closed: 25 }, { figure: '25', bound: '30', direction: 'at_least', unit: 'count' }],
    ['TOO_FEW_CLOSED_TRADES', { closed: 15 }, { figure: '15', bound: '20', direction: 'at_least', unit: 'count' }],
    ['UNPRICED_STABLE', { unpricedBps: 1_500 }, { figure: '1500', bound: '1000', direction: 'at_most', unit: 'bps' }],
    ['UNPRICED_STABLE', { unpricedBps: 2_500 }, { figure: '2500', bound: '2000', direction: 'at_most', unit: 'bps' }],
    ['UNMATCHED_BASIS', { unmatchedBps: 6_000 }, { figure: '6000', bound: '5000', direction: 'at_most', unit: 'bps' }],
    [
      'BASIS_BEFORE_WINDOW',
      { unmatchedBps: 2_500, beforeWindowBps: 2_500 },
      { figure: '2500', bound: '2000', direction: 'at_most', unit: 'bps' },
    ],
    [
      'LOW_TURNOVER',
      { currency: 'usd', cost: 300_000_000n },
      { figure: '300000000', bound: '400000000', direction: 'at_least', unit: 'usd_millionths' },
    ],
    [
      'PESSIMISTIC_PNL_NEGATIVE',
      { currency: 'eur', pessimisticPnl: -1n },
      { figure: '-1', bound: '1', direction: 'at_least', unit: 'eur_millionths' },
    ],
    [
      'LOW_TURNOVER',
      { cost: SOL },
      { figure: `${SOL}`, bound: `${2n * SOL}`, direction: 'at_least', unit: 'lamports' },
    ],
    ['LOW_PROFIT_FACTOR', { profitFactorPercent: 9 }, { figure: '9', bound: '130', unit: 'percent' }],
    ['FAST_HOLDS', { behaviour: behaviour({ medianHoldSeconds: 2 }) }, { figure: '2', bound: '3', unit: 'seconds' }],
    ['PNL_POSITIVE_NOT_SIGNIFICANT', { expectancy: null }, { figure: null, bound: '1', unit: 'bps' }],
    ['PESSIMISTIC_PNL_NEGATIVE', { pessimisticPnl: 0n }, { figure: '0', bound: '1', direction: 'at_least' }],
    ['COST_METHOD_SENSITIVE', { averagePnl: 0n }, { figure: '0', bound: '1', direction: 'at_least', unit: 'lamports' }],
  ])('shows of %s the bound that explains the verdict, for %o', (code, over, shown) => {
    expect(judgeWith({}, over).metrics.failed_tests).toMatchObject([{ code, ...shown }]);
  });

  it('lists all that failed, worst first', () => {
    const both = said({}, { secondHalfPnl: 0n, openBasisBps: 9_000, top1Bps: 5_000 });
    expect(both).toEqual(['NEUTRAL', 'LUCKY_HIT', 'OPEN_BAGS', 'HALF_NEGATIVE', 'ONE_REGIME', 70]);
  });
});

describe('INSUFFICIENT', () => {
  it.each<Partial<Figures>>([{ closed: 19 }, { mints: 9 }, { activeDays: 6 }, { cost: 2n * SOL - 1n }])(
    'is what %o leads to, before a loss does',
    (over) => {
      const loss = { expectancy: { lowerBps: -9, upperBps: -1 }, pessimisticPnl: -1n, realizedPnl: -1n };
      expect(judgeWith({}, over).verdict).toBe('INSUFFICIENT');
      expect(judgeWith({}, { ...loss, ...over }).verdict).toBe('INSUFFICIENT');
    },
  );

  it('of an address without transactions says that there is no history and no trade', () => {
    const account = known({ exists: false, lamports: 0n, ownedBySystem: true, executable: false });
    const empty = known(history({ transactions: 0, signatures: 0, newestTime: null, oldestTime: null }));
    const none = known(book({ positions: [], trades: [], holds: [], tradedMints: [] }));
    const unused = judgeWallet(walletEvidence({ account, history: empty, book: none, makers: known(null) }));
    const codes = unused.reasons.map(({ code }) => code);
    expect([unused.verdict, unused.confidencePercent, isFree(unused)]).toEqual(['INSUFFICIENT', 95, false]);
    expect(codes).toEqual([
      'LOW_TURNOVER',
      'TOO_FEW_ACTIVE_DAYS',
      'TOO_FEW_CLOSED_TRADES',
      'TOO_FEW_MINTS',
      'NO_HISTORY',
      'NO_TRADES',
    ]);
    const unkept = judgeWallet(walletEvidence({ history: empty, book: known(null), makers: known(null) }));
    expect([unkept.verdict, unkept.decidedBy]).toEqual(['INSUFFICIENT', []]);
  });
});

describe('UNTRUSTED', () => {
  it('takes a loss that is proven, surer with more round trips', () => {
    const loss = { expectancy: { lowerBps: -9, upperBps: -1 }, pessimisticPnl: -1n, realizedPnl: -1n, averagePnl: -1n };
    // 0.95 - 0.25 e^(-n/60): 0.798 at 30, 0.948 at 300.
    const codes = ['NEGATIVE_EXPECTANCY', 'PESSIMISTIC_PNL_NEGATIVE'];
    expect(said({}, { ...loss, closed: 30 })).toEqual(['UNTRUSTED', ...codes, 79]);
    expect(said({}, { ...loss, closed: 300 })).toEqual(['UNTRUSTED', ...codes, 94]);
  });

  it('takes manipulation, however small the sample, surer with more signs', () => {
    const [verdict, ...rest] = said({}, { closed: 6, behaviour: washed });
    expect([verdict, rest]).toEqual(['UNTRUSTED', ['WASH_ROUNDTRIPS', 'TOO_FEW_CLOSED_TRADES', 60]]);
    const two = { ...washed, sandwich: sandwiched.sandwich };
    expect(said({}, { behaviour: two }).at(-1)).toBe(80);
    const own = known(Array.from({ length: 20 }, (_, n) => maker({ mint: mintOf(n), own: true })));
    expect(said({ makers: own }, { behaviour: two }).at(-1)).toBe(90);
  });

  it('takes sales without purchases only where the makers are connected', () => {
    const unmatchedSales = Array.from({ length: 5 }, () => ({
      mint: mintOf(0),
      currency: 'sol' as const,
      amount: SOL,
      receivedAt: 1,
      soldAt: 2,
    }));
    const over = { behaviour: behaviour({ soldUnbought: { mints: 3, proceedsBps: 1_000 } }) };
    const supplied = known([
      maker({ supplied: true }),
      ...Array.from({ length: 4 }, (_, n) => maker({ mint: mintOf(n + 1) })),
    ]);
    expect(judgeWith({ book: known(book({ unmatchedSales })) }, over).verdict).toBe('NEUTRAL');
    expect(judgeWith({ book: known(book({ unmatchedSales })), makers: supplied }, over).verdict).toBe('UNTRUSTED');
  });
});

describe('UNVERIFIABLE', () => {
  it.each<[string, Partial<WalletEvidence>]>([
    ['NOT_A_WALLET', { identity: known({ onCurve: false, label: null }) }],
    ['CUSTODIAL_ADDRESS', { identity: known({ onCurve: true, label: label() }) }],
  ])('for %s is a fact and charged, whatever else was read', (code, changes) => {
    expect(said(changes)).toEqual(['UNVERIFIABLE', code, 90]);
    const nothing = known(null);
    for (const other of [
      { history: nothing, book: nothing, makers: nothing },
      { history: missing('history', 'rpc_unavailable'), book: missing('book', 'rpc_unavailable'), makers: nothing },
    ]) {
      const judgement = judgeWith({ ...changes, ...other });
      expect([judgement.verdict, judgement.reasons[0]?.code, judgement.decidedBy]).toEqual(['UNVERIFIABLE', code, []]);
    }
  });

  it.each<[GapCause, string, boolean, number]>([
    ['rpc_unavailable', 'RPC_UNAVAILABLE', true, 0],
    ['rpc_disagrees', 'PROVIDER_DISAGREES', true, 0],
    ['plan_refuses', 'PLAN_REFUSES', true, 0],
    ['deadline', 'TIME_BUDGET', true, 0],
    ['history_missing', 'META_MISSING', true, 0],
    ['unreadable', 'UNSUPPORTED_FORMAT', true, 0],
    ['limit_reached', 'HISTORY_TRUNCATED', false, 60],
  ])('for a history with the gap %s says %s', (cause, code, free, percent) => {
    const gaps = { history: missing('history', cause), book: missing('book', cause), makers: known(null) };
    const judgement = judgeWith(gaps);
    expect([judgement.verdict, ...judgement.reasons.map((one) => one.code)]).toEqual(['UNVERIFIABLE', code]);
    expect([isFree(judgement), judgement.confidencePercent]).toEqual([free, percent]);
  });

  it.each<[string, Partial<WalletEvidence>, number]>([
    ['CONTINUITY_BROKEN', { history: known(history({ breaks: [jump()] })) }, 90],
    ['BALANCE_MISMATCH', { history: known(history({ mismatches: [jump()] })) }, 90],
    ['UNSUPPORTED_FORMAT', { history: known(history({ unusable: [{ signature: 'x', cause: 'unreadable' }] })) }, 0],
    [
      'META_MISSING',
      {
        history: known(
          history({
            transactions: 9,
            unusable: ['x', 'y', 'z'].map((signature) => ({ signature, cause: 'history_missing' as const })),
          }),
        ),
      },
      0,
    ],
  ])('for %s is free, for what is missing is ours', (code, changes, percent) => {
    const judgement = judgeWith(changes);
    expect([judgement.verdict, ...judgement.reasons.map((one) => one.code)]).toEqual(['UNVERIFIABLE', code]);
    expect([isFree(judgement), judgement.confidencePercent]).toEqual([true, percent]);
    expect(judgement.decidedBy).toMatchObject([{ reading: 'history' }]);
  });

  it.each<[string, Partial<Figures>]>([
    ['UNMATCHED_BASIS', { unmatchedBps: 5_001 }],
    ['UNPRICED_STABLE', { unpricedBps: 2_001 }],
    ['LP_OR_PERP_DOMINATED', { specialFlowBps: 5_001 }],
  ])('for %s is charged, and comes before manipulation', (code, over) => {
    const judgement = judgeWith({}, { ...over, behaviour: washed });
    expect([judgement.verdict, ...judgement.reasons.map((one) => one.code)]).toEqual(['UNVERIFIABLE', code]);
    expect([judgement.decidedBy, judgement.confidencePercent]).toEqual([[], 90]);
  });

  it('says which jumps decided: those of a traded mint, or so many lamports', () => {
    const failed = (breaks: ReturnType<typeof jump>[]) =>
      judgeWith({ history: known(history({ breaks })) }).metrics.failed_tests;
    const traded = jump({ mint: mintOf(1), lamports: 0n, units: 1n });
    expect(failed([traded, traded, jump({ lamports: 1n })])).toEqual([
      { code: 'CONTINUITY_BROKEN', figure: '2', bound: '0', direction: 'at_most', unit: 'jumps' },
    ]);
    expect(failed([jump(), traded])).toMatchObject([{ figure: `${SOL}`, bound: '920000000', unit: 'lamports' }]);
  });

  it('does not charge for books that a broken history may have made look bad', () => {
    const judgement = judgeWith({ history: known(history({ breaks: [jump()] })) }, { unmatchedBps: 9_000 });
    expect([judgement.reasons.map(({ code }) => code), isFree(judgement)]).toEqual([['CONTINUITY_BROKEN'], true]);
  });

  it('names a gap once, however many reasons rest on it', () => {
    const judgement = judgeWith({ history: known(history({ breaks: [jump()], mismatches: [jump()] })) });
    expect(judgement.reasons.map(({ code }) => code).sort()).toEqual(['BALANCE_MISMATCH', 'CONTINUITY_BROKEN']);
    expect([judgement.gaps, judgement.decidedBy].map((gaps) => gaps.map(({ cause }) => cause))).toEqual([
      ['history_missing'],
      ['history_missing'],
    ]);
  });

  it('is what evidence that nobody asked for leads to, at our cost', () => {
    for (const changes of [{ history: known(null) }, { book: known(null) }]) {
      const judgement = judgeWith(changes);
      expect([judgement.verdict, judgement.reasons[0]?.code]).toEqual(['UNVERIFIABLE', 'INCOMPLETE_READING']);
      expect([isFree(judgement), judgement.confidencePercent]).toEqual([true, 0]);
    }
  });
});

describe('what is too small to decide', () => {
  it('keeps from the best verdict alone, at our cost where endpoints left it out', () => {
    const small = judgeWith({ history: known(history({ breaks: [jump({ lamports: 1n })] })) });
    expect([small.verdict, small.reasons[0]?.code, isFree(small)]).toEqual(['NEUTRAL', 'SMALL_GAPS', true]);
    const many = judgeWith({ history: known(history({ unprovenAccounts: 3 })) });
    expect([many.verdict, many.reasons[0]?.code, isFree(many)]).toEqual(['NEUTRAL', 'SMALL_GAPS', false]);
    expect(many.metrics.failed_tests).toEqual([
      { code: 'SMALL_GAPS', figure: '3', bound: '0', direction: 'at_most', unit: 'count' },
    ]);
    const other = judgeWith({ history: known(history({ breaks: [jump({ lamports: 1n })] })) }, { top1Bps: 9_000 });
    expect([other.verdict, isFree(other)]).toEqual(['NEUTRAL', false]);
  });

  it.each<[string, Partial<WalletEvidence>, string]>([
    ['makers that could not be read', { makers: missing('makers', 'deadline') }, 'MAKERS_UNREAD'],
    ['makers that nobody asked for', { makers: known(null) }, 'INCOMPLETE_READING'],
    ['payers that could not be read', { payers: missing('payers', 'deadline') }, 'PAYERS_UNREAD'],
    ['payers that nobody asked for', { payers: known(null) }, 'INCOMPLETE_READING'],
    ['a slot without a time', { asOf: known({ slot: 1, commitment: 'finalized', time: null }) }, 'RPC_UNAVAILABLE'],
  ])('is the same with %s', (_, changes, code) => {
    const judgement = judgeWith(changes);
    expect([judgement.verdict, judgement.reasons[0]?.code, isFree(judgement)]).toEqual(['NEUTRAL', code, true]);
    expect(judgeWith(changes, { closed: 19 })).toMatchObject({ verdict: 'INSUFFICIENT', decidedBy: [] });
  });

  it('says how many makers are known of how many', () => {
    const { reasons, metrics } = judgeWith({ makers: missing('makers', 'deadline') });
    const shown = { figure: 0, bound: 16, direction: 'at_least', unit: 'count', reading: 'makers', cause: 'deadline' };
    expect(reasons[0]?.evidence).toEqual(shown);
    expect(metrics.failed_tests).toMatchObject([{ code: 'MAKERS_UNREAD', figure: '0', bound: '16' }]);
  });

  it('takes some of the confidence: what was repaired, and what has no price', () => {
    const neutral = { top1Bps: 9_000 };
    const repaired = known(history({ transactions: 100, repaired: 5 }));
    expect(judgeWith({ history: repaired }, neutral).confidencePercent).toBe(40);
    expect(judgeWith({}, { ...neutral, unpricedBps: 2_000 }).confidencePercent).toBe(63);
    const lost = [{ signature: 'x', cause: 'history_missing' as const }];
    const hole = known(history({ transactions: 99, unusable: lost }));
    expect(judgeWith({ history: hole }, neutral).confidencePercent).toBe(66);
  });
});

describe('the vocabulary', () => {
  it('has a rule or a gap for every code, and a rule for every flag', () => {
    const ofGaps = [
      'RPC_UNAVAILABLE',
      'PROVIDER_DISAGREES',
      'PLAN_REFUSES',
      'TIME_BUDGET',
      'INCOMPLETE_READING',
      'HISTORY_TRUNCATED',
      'MAKERS_UNREAD',
      'PAYERS_UNREAD',
    ];
    const raised = new Set([...walletRules.flatMap((rule) => Object.keys(rule.codes)), ...ofGaps]);
    expect([...raised].sort()).toEqual(Object.keys(codes).sort());
    expect([...new Set(walletRules.flatMap((rule) => Object.keys(rule.flags)))].sort()).toEqual(
      Object.keys(flags).sort(),
    );
  });
});
