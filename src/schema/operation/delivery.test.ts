import { expect, it } from 'vitest';
import type { AnswerDocument } from '../contract.ts';
import { deliveredFrom, textOf, workedFrom } from './delivery.ts';

const billing = { route: 'credit', chargedAtomic: 20_000n, balanceAtomic: 0n, replayed: false } as const;
/** As no writer of ours would put it, so that a text that was written anew shows. */
const body = '{ "verdict": "V", "subject": "é\\u2028" }';

function documentOf(): AnswerDocument {
  return JSON.parse(body) as AnswerDocument;
}

it('an answer that brought its text is stored and sent as that text', () => {
  const document = documentOf();
  const worked = workedFrom({ document, free: false, retryAfterSeconds: null, text: body });
  expect(worked.answer).toEqual({ body, verdict: 'V' });
  expect(textOf(deliveredFrom({ answer: worked.answer, worked, billing }).document)).toBe(body);
});

it('an answer without one is written as JSON', () => {
  const document = documentOf();
  const { answer } = workedFrom({ document, free: true, retryAfterSeconds: 2 });
  expect(answer.body).toBe(JSON.stringify(document));
  expect(textOf(document)).toBe(answer.body);
});

it('an answer that was stored before is sent as it was stored', () => {
  const { document } = deliveredFrom({ answer: { body, verdict: 'V' }, billing });
  expect(document).toEqual(documentOf());
  expect(textOf(document)).toBe(body);
});
