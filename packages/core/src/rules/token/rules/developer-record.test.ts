import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { developer } from '../../../../test/support/token-insiders.ts';
import type { DeveloperFacts } from '../evidence.ts';
import { developerRecord } from './developer-record.ts';

const of = (changes: Partial<DeveloperFacts>) => tokenEvidence({ developer: known(developer(changes)) });
const found = (changes: Partial<DeveloperFacts>) => foundBy(developerRecord, of(changes));

it('weighs dumps, one less than two, and launches in series', () => {
  expect([0, 1, 2, 9].map((dumped) => found({ launches: 9, looked: 9, trading: 9, dumped }))).toEqual([
    'clear',
    ['DEV_DUMPED_ONCE'],
    ['DEV_DUMPED_BEFORE'],
    ['DEV_DUMPED_BEFORE'],
  ]);
  expect([4, 5].map((launches) => found({ launches, looked: launches }))).toEqual(['clear', ['DEV_SERIAL_LAUNCHER']]);
  expect([2, 3].map((trading) => found({ launches: 10, looked: 10, trading }))).toEqual([
    ['DEV_SERIAL_LAUNCHER'],
    'clear',
  ]);
  expect(found({ launches: 10, looked: 4 })).toBe('clear');
});

it('says what was looked at', () => {
  const record = { launches: 3, isLowerBound: true, looked: 3, trading: 1, dumped: 2, since: 1_700_000_000 };
  expect(reasonOf(developerRecord, of(record))).toMatchObject({
    message:
      'The developer launched 3 other tokens; of 3 that were looked at 1 still trade, and 2 fell while the developer sold.',
    evidence: { launches: 3, is_lower_bound: true, looked: 3, trading: 1, dumped: 2, since_unix: 1_700_000_000 },
  });
});

it('needs a developer', () => {
  expect(foundBy(developerRecord, tokenEvidence({ developer: missing('developer', 'deadline') }))).toBe('unknown');
});
