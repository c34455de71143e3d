import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { developer } from '../../../../test/support/token-insiders.ts';
import { judgeToken } from '../verdict.ts';
import { developerSales } from './developer-sales.ts';

const unread = (looked: number, trading: number, dumped = 0, isHistoryWhole = false) => {
  const facts = developer({ isHistoryWhole, launches: looked, looked, trading, dumped });
  return foundBy(developerSales, tokenEvidence({ developer: known(facts) }));
};

it('tells of tokens that ended and whose sales were not read', () => {
  expect([unread(0, 0), unread(1, 1), unread(1, 0), unread(1, 0, 1)]).toEqual([
    'clear',
    'clear',
    ['DEV_DUMP_NOT_EXCLUDED'],
    'clear',
  ]);
  expect([unread(2, 0), unread(2, 0, 1), unread(2, 1), unread(5, 0, 2)]).toEqual([
    ['DEV_HISTORY_LONG'],
    ['DEV_HISTORY_LONG'],
    ['DEV_DUMP_NOT_EXCLUDED'],
    'clear',
  ]);
  expect(unread(5, 0, 0, true)).toBe('clear');
});

it('tells of launches in its name that nobody is proven to have made, and leaves it at ELEVATED', () => {
  const named = (ended: number) => {
    const facts = { isHistoryWhole: false, launches: 0, looked: 0, trading: 0, dumped: 0 };
    return tokenEvidence({ developer: known(developer({ ...facts, unproven: { ended, trading: 3 } })) });
  };
  expect([0, 1, 2].map((ended) => foundBy(developerSales, named(ended)))).toEqual([
    'clear',
    ['DEV_DUMP_NOT_EXCLUDED'],
    ['DEV_HISTORY_LONG'],
  ]);
  const { verdict, gaps, reasons } = judgeToken(named(40));
  expect([verdict, reasons.map(({ code }) => code)]).toEqual(['ELEVATED', ['DEV_HISTORY_LONG']]);
  expect(gaps).toMatchObject([{ reading: 'developer', cause: 'limit_reached' }]);
});

it('tells that endpoints gave less where they did, which is no fact about the developer', () => {
  const facts = { isHistoryWhole: false, unread: 'plan_refuses', launches: 5, looked: 5, dumped: 0 } as const;
  for (const trading of [0, 4]) {
    const evidence = tokenEvidence({ developer: known(developer({ ...facts, trading })) });
    expect(reasonOf(developerSales, evidence)).toMatchObject({
      code: 'DEV_HISTORY_UNREAD',
      evidence: { cause: 'plan_refuses' },
    });
  }
});

it('needs a developer', () => {
  expect(foundBy(developerSales, tokenEvidence({ developer: missing('developer', 'deadline') }))).toBe('unknown');
});
