import { expect, test } from 'vitest';
import { ExecutionHistory } from './history.ts';

function record(number: number, keys: readonly string[]) {
  const bytes = Buffer.from(`${number}`);
  return { signature: `s${number}`, slot: 10 * number, error: null, memo: null, keys, wire: bytes, meta: bytes };
}

function signatures(history: ExecutionHistory, address: string, page: object = {}): string[] {
  return history.page(address, { maxSlot: 1e9, limit: 1000, ...page }).map((one) => one.signature);
}

test('a page is newest first and cut by before, until, limit and slot', () => {
  const history = new ExecutionHistory();
  for (let number = 0; number < 6; number += 1) history.add(record(number, number % 2 === 0 ? ['x', 'even'] : ['x']));
  expect(signatures(history, 'x')).toEqual(['s5', 's4', 's3', 's2', 's1', 's0']);
  expect(signatures(history, 'even')).toEqual(['s4', 's2', 's0']);
  expect(signatures(history, 'even', { before: 's3' })).toEqual(['s2', 's0']);
  expect(signatures(history, 'x', { until: 's3', limit: 1 })).toEqual(['s5']);
  expect(signatures(history, 'x', { maxSlot: 20 })).toEqual(['s2', 's1', 's0']);
  expect(signatures(history, 'x', { before: 'unknown' })).toEqual([]);
  expect(signatures(history, 'nobody')).toEqual([]);
});

test('a transaction of an earlier slot than others takes its place among them', () => {
  const history = new ExecutionHistory(5);
  for (const number of [4, 6, 1, 5, 2]) history.add(record(number, ['x']));
  expect(signatures(history, 'x')).toEqual(['s6', 's5', 's4', 's2', 's1']);
  expect(signatures(history, 'x', { before: 's5', until: 's1' })).toEqual(['s4', 's2']);
  history.add(record(3, ['x']));
  expect(signatures(history, 'x')).toEqual(['s6', 's5', 's3', 's2', 's1']);
});

test('beyond its bound the oldest are forgotten everywhere', () => {
  const history = new ExecutionHistory(3);
  for (let number = 0; number < 5; number += 1) history.add(record(number, number === 0 ? ['x', 'first'] : ['x']));
  expect(history.count).toBe(5);
  expect([...history.all()].map((one) => one.signature)).toEqual(['s2', 's3', 's4']);
  expect(history.get('s1')).toBeNull();
  expect(signatures(history, 'x')).toEqual(['s4', 's3', 's2']);
  expect(signatures(history, 'first')).toEqual([]);
});

test('what is kept does not change with the buffer that it came from', () => {
  const history = new ExecutionHistory();
  const wire = Buffer.from('abc');
  history.add({ ...record(1, ['x']), wire });
  wire.fill(0);
  expect(Buffer.from(history.get('s1')?.wire ?? []).toString()).toBe('abc');
});
