import postgres from 'postgres';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { codeBehind, isDatabaseOutage, unlessDown } from './outage.ts';

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

afterEach(() => void vi.useRealTimers());

describe('an outage', () => {
  it.each([
    'ECONNREFUSED',
    'CONNECTION_CLOSED',
    'CONNECT_TIMEOUT',
    '57P01',
    '57P03',
    '53300',
    '08006',
    '26000',
    '42P05',
  ])('is recognised by %s', (code) => expect(isDatabaseOutage(coded(code))).toBe(true));

  it.each(['23505', '23514', '40P01', '22P02', '42P01', '57014'])('is not recognised by %s', (code) =>
    expect(isDatabaseOutage(coded(code))).toBe(false),
  );

  it('is not recognised without a code', () => {
    expect([new Error('x'), null, undefined, 'ECONNREFUSED', { code: '57P01' }].map(isDatabaseOutage)).toEqual(
      Array(5).fill(false),
    );
  });
});

it('is recognised by a result that the driver cannot read', () => {
  const unread = Object.assign(new SyntaxError('Cannot convert f to a BigInt'), { query: 'SELECT 1' });
  expect(isDatabaseOutage(unread)).toBe(true);
  expect(isDatabaseOutage(new SyntaxError('Cannot convert f to a BigInt'))).toBe(false);
});

it('turns a refused connection into the fault not_ready', async () => {
  const sql = postgres('postgres://nobody@127.0.0.1:1/none', { connect_timeout: 1 });
  await expect(unlessDown(sql`SELECT 1`)).rejects.toMatchObject({ code: 'not_ready', extra: { retryAfterSeconds: 2 } });
  await sql.end();
});

it('turns a statement that hangs into the fault not_ready', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hung = expect(unlessDown(new Promise(() => undefined))).rejects.toMatchObject({ code: 'not_ready' });
  await vi.advanceTimersByTimeAsync(5_000);
  await hung;
  await expect(unlessDown(Promise.resolve(['row']))).resolves.toEqual(['row']);
  expect(vi.getTimerCount()).toBe(0);
});

it('leaves other failures as they are', async () => {
  await expect(unlessDown(Promise.reject(coded('23514')))).rejects.toMatchObject({ code: '23514' });
});

it('the code behind a fault is that of its cause, and none where it has no cause', () => {
  const locked = Object.assign(new Error('locked'), { code: '55P03' });
  expect(
    [locked, Object.assign(new Fault('not_ready'), { cause: locked }), new Fault('not_ready'), null].map(codeBehind),
  ).toEqual(['55P03', '55P03', '', '']);
});
