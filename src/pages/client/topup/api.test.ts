import { describe, expect, it } from 'vitest';
import { readProblem } from './api.ts';
import { inWords } from './words.ts';

const refused = (status: number, body: object | null) => inWords(readProblem(status, null, body));

describe('a refusal', () => {
  it.each(['success', 'ticket', 'token', 'recipient', 'amount', 'payer'])(
    'for another %s says what to do about that',
    (mismatch) => {
      const { what, next } = refused(409, { code: 'transfer_mismatch', detail: 'It differs.', mismatch });
      expect(what).toBe('It differs.');
      expect(next).not.toMatch(/asks again by itself/);
      expect(next.length).toBeGreaterThan(40);
    },
  );

  it('names the member that a 422 is about', () => {
    const body = { detail: [{ loc: ['body', 'signature'], msg: 'Not a transaction signature', type: 'value_error' }] };
    expect(refused(422, body)).toEqual({
      what: 'Not a transaction signature',
      next: 'Copy the signature of the transaction from your wallet: 87 or 88 letters and digits.',
    });
  });

  it('of a claim that comes too early keeps to what a person needs', () => {
    const detail = 'No endpoint knows the transaction yet. Nothing was credited. Repeat the claim in 2 seconds.';
    const { what, next } = refused(409, { code: 'transaction_not_final', retryable: true, detail });
    expect(what).toBe('No endpoint knows the transaction yet.');
    expect(next).toContain('asks again by itself');
  });

  it('promises another try only where there is one', () => {
    expect(refused(0, null).next).toContain('asks again by itself');
    expect(refused(500, null).next).toContain('asks again by itself');
    expect(refused(409, { code: 'unheard_of', retryable: false, detail: 'No.' }).next).toBe(
      'Ask the operator of this service.',
    );
  });
});
