import { expect, it } from 'vitest';
import { onAbort, SharedWait, withoutSentAt } from './call-wait.ts';

it('a shared wait is of use to the same people for as long, whenever they came', () => {
  const shared = new SharedWait();
  shared.join({ deadline: 100, answerTimeoutMs: 10, rank: 'check' });
  const other = withoutSentAt(shared);
  shared.join({ deadline: 200, answerTimeoutMs: 20, rank: 'payment' });
  expect([other.deadline, other.answerTimeoutMs, other.rank]).toEqual([200, 20, 'payment']);
  shared.leave();
  expect(other.signal.aborted).toBe(false);
  shared.leave();
  expect(other.signal.aborted).toBe(true);
});

it('each listener of one wait is called once when it aborts, and none that was removed', () => {
  const shared = new SharedWait();
  shared.join({ deadline: 100, answerTimeoutMs: 10, rank: 'check' });
  const called: number[] = [];
  const stops = [1, 2, 3, 4].map((n) => onAbort(shared.signal, () => called.push(n)));
  stops[3]?.();
  shared.leave();
  expect(called).toEqual([1, 2, 3]);
  onAbort(shared.signal, () => called.push(5));
  expect(called).toEqual([1, 2, 3, 5]);
});

it('the time of a call without the time of its reading stays apart', () => {
  const shared = new SharedWait();
  shared.sentAt = 1;
  const other = withoutSentAt(shared);
  other.sentAt = 2;
  expect(shared.sentAt).toBe(1);
});

it('any number of calls may listen to one signal', () => {
  const warnings: unknown[] = [];
  const note = (warning: unknown) => warnings.push(warning);
  process.on('warning', note);
  const { signal } = new AbortController();
  for (let n = 0; n < 50; n += 1) onAbort(signal, () => undefined);
  return new Promise((resolve) => setImmediate(resolve)).then(() => {
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
