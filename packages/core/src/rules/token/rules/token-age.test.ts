import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { age, foundBy, NOW, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { weightOf } from '../gate.ts';
import { tokenAge } from './token-age.ts';

const DAY = 86_400;
const made = (seconds: number, exact = true) =>
  tokenEvidence({ age: known(age({ provenSince: NOW - seconds, exact })) });

it('raises a mint of less than 24 hours, and of less than seven days', () => {
  expect([DAY - 1, DAY, 7 * DAY - 1, 7 * DAY].map((seconds) => foundBy(tokenAge, made(seconds)))).toEqual([
    ['TOKEN_VERY_NEW'],
    ['TOKEN_NEW'],
    ['TOKEN_NEW'],
    'clear',
  ]);
});

it('takes a time in the future for now', () => {
  expect(reasonOf(tokenAge, made(-60))).toMatchObject({
    code: 'TOKEN_VERY_NEW',
    message: 'The mint was made 0 full hours ago.',
    evidence: {
      proven_since_unix: NOW + 60,
      age_seconds: 0,
      proof: 'creation',
      proof_transaction: 'sample-transaction',
    },
  });
});

it('weighs what is not proven as the youngest age that it may be', () => {
  expect(foundBy(tokenAge, made(7 * DAY, false))).toEqual(['AGE_AT_LEAST']);
  const alone = (seconds: number) => ({ ...made(seconds, false), market: known(null) });
  expect(foundBy(tokenAge, alone(7 * DAY - 1))).toEqual(['TOKEN_NEW']);
  expect(reasonOf(tokenAge, alone(DAY - 1))).toMatchObject({
    code: 'AGE_UNAVAILABLE',
    message: 'The mint is proven to exist for 23 full hours only; when it was made was not read.',
  });
  for (const code of ['AGE_UNAVAILABLE', 'TOKEN_VERY_NEW', 'MARKET_VERY_NEW']) {
    expect(weightOf({ code })).toMatchObject({ category: 'age', counts: 2 });
  }
});

it('takes the market for a proof of a mint whose making was not read, and of no other', () => {
  expect(foundBy(tokenAge, made(-60, false))).toEqual(['AGE_AT_LEAST']);
  expect(foundBy(tokenAge, made(3_600))).toEqual(['TOKEN_VERY_NEW']);
});

it('has no age without the time of now', () => {
  const timeless = known({ slot: 1, commitment: 'confirmed' as const, time: null });
  expect(foundBy(tokenAge, tokenEvidence({ asOf: timeless }))).toEqual(['AGE_UNAVAILABLE']);
});

it('needs an age', () => {
  expect(foundBy(tokenAge, tokenEvidence({ age: missing('age', 'deadline') }))).toBe('unknown');
});
