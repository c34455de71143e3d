import { describe, expect, it } from 'vitest';
import type { Answer, AnswerOutcome } from '../answer.ts';
import { again, answersOf, batchTally, emptyBatch, ended, unanswered, withResult } from './batch.ts';

const requests = ['a', 'b', 'c', 'd'].map((subject) => ({ kind: 'token' as const, subject }));
const all = [0, 1, 2, 3];

function answered(chargedUsdc: string): AnswerOutcome {
  const billing = { route: 'CREDIT', chargedUsdc, balanceUsdc: null, replayed: false, pass: null };
  return { state: 'answered', answer: { document: {}, billing, retryAfterSeconds: null } as unknown as Answer };
}

const fault = (retryable: boolean): AnswerOutcome => ({
  state: 'fault',
  fault: { code: 'X', message: '', retryable, retryAfterSeconds: null },
});

describe('a batch', () => {
  it('fills its rows in any order, several at once, and counts what was charged', () => {
    let batch = emptyBatch(requests);
    batch = withResult(batch, all, { indexes: [3, 1], outcome: answered('0.02') });
    batch = withResult(batch, all, { indexes: [0], outcome: fault(false) });
    expect(batch.map(({ state }) => state)).toEqual(['fault', 'answered', 'waiting', 'answered']);
    expect(batchTally(batch)).toEqual({ total: 4, done: 3, faults: 1, chargedUsdc: '0.04' });
  });

  it('keeps what came when it is cut off, and asks again for the rest only', () => {
    let batch = withResult(emptyBatch(requests), all, { indexes: [1], outcome: answered('0.02') });
    batch = ended(withResult(batch, all, { indexes: [0], outcome: fault(true) }));
    expect(batch.map(({ state }) => state)).toEqual(['fault', 'answered', 'missing', 'missing']);
    const positions = unanswered(batch);
    expect(positions).toEqual([0, 2, 3]);
    // The second request counts from 0 again: its positions are those of the rows that it is about.
    batch = withResult(again(batch, positions), positions, { indexes: [1, 2], outcome: answered('0.01') });
    expect(batch.map(({ state }) => state)).toEqual(['waiting', 'answered', 'answered', 'answered']);
    expect(answersOf(batch)).toHaveLength(3);
  });

  it('does not ask again for a fault that stays', () => {
    expect(unanswered(withResult(emptyBatch(requests), all, { indexes: all, outcome: fault(false) }))).toEqual([]);
  });
});
