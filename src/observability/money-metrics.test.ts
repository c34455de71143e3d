import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchBooks } from './money-metrics.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Books of which nothing is known, and how often they were to be audited. */
function watched(auditMinutes: number) {
  const audit = vi.fn(async () => null);
  const log = { warn: vi.fn(), error: vi.fn() };
  const figures = () => Promise.reject(new Error('no figures'));
  return { audit, books: watchBooks(new Registry(), { auditMinutes, audit, figures, log }) };
}

it('asks for the first audit when the start is over, then every minute, and no more once it is closed', async () => {
  const { audit, books } = watched(60);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(audit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(audit).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(audit).toHaveBeenCalledTimes(4);
  books.close();
  await vi.advanceTimersByTimeAsync(180_000);
  expect(audit).toHaveBeenCalledTimes(4);
});

it('leaves audits to the operator where their age is not limited', async () => {
  const { audit } = watched(0);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(audit).not.toHaveBeenCalled();
});
