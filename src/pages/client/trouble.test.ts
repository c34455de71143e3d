import { describe, expect, it } from 'vitest';
import { troubleOf } from './trouble.ts';

describe('a refusal', () => {
  it.each(['PAYMENT_REQUIRED', 'INSUFFICIENT_BALANCE', 'API_KEY_UNKNOWN'])('%s leads to the page to top up', (code) => {
    expect(troubleOf(402, { errors: [{ message: 'x', extensions: { code } }] })).toMatchObject({
      code,
      link: { href: '/topup' },
    });
  });

  it('is read from a problem document as well', () => {
    expect(troubleOf(402, { code: 'insufficient_balance', detail: 'x' }).code).toBe('INSUFFICIENT_BALANCE');
  });

  it('says how long to wait', () => {
    expect(troubleOf(429, null, '7').text).toContain('Try again in 7 s.');
    expect(troubleOf(503, { code: 'not_ready', retry_after_seconds: 5 }).text).toContain('Try again in 5 s.');
  });

  it('of too many free answers says what the service says, and when to come back', () => {
    const code = 'too_many_free_answers';
    const detail = 'More than ten answers within an hour were free.';
    expect(troubleOf(429, { code, detail, retry_after_seconds: 1500 })).toEqual({
      code: 'TOO_MANY_FREE_ANSWERS',
      title: 'Too many free answers',
      text: `${detail} Try again in 25 min.`,
    });
    const extensions = { code: 'TOO_MANY_FREE_ANSWERS' };
    expect(troubleOf(429, { errors: [{ message: detail, extensions }] }, '90').text).toBe(
      `${detail} Try again in 1 min 30 s.`,
    );
  });

  it('has the words of the service where the page has none of its own', () => {
    expect(troubleOf(400, { errors: [{ message: 'Too deep.', extensions: { code: 'OTHER' } }] }).text).toBe(
      'Too deep.',
    );
    expect(troubleOf(502, '<html>').text).toBe('The service answered with status 502.');
  });
});
