import { expect, test } from 'vitest';
import { encodeBase58 } from '#chain/base58.ts';
import { moveTimes, timesIn } from './format.ts';

const LATER = 0x0101_0101;

/** Data of 20 bytes with a time in the middle. */
function data(time: number): string {
  const bytes = Buffer.alloc(20, 7);
  bytes.writeBigUInt64LE(BigInt(time), 8);
  return encodeBase58(bytes);
}

function meta(time: number, other = 'a log'): string {
  return JSON.stringify({ inner: [{ data: data(time) }, { data: data(1) }, { data: data(time + 60) }], logs: [other] });
}

test('times are found by comparison and moved to any other time', () => {
  const times = timesIn(meta(1_700_000_000), meta(1_700_000_000 + LATER), LATER);
  expect(times.map(({ offsets }) => offsets)).toEqual([[8], [8]]);
  for (const seconds of [-1_700_000_000, -1, 0, 1, 255, 256, 80_000_000, LATER])
    expect(moveTimes(meta(1_700_000_000), times, seconds)).toBe(meta(1_700_000_000 + seconds));
});

test('a text without times stays as it is', () => {
  expect(timesIn(meta(5), meta(5), LATER)).toEqual([]);
  expect(moveTimes(meta(5), [], 1)).toBe(meta(5));
});

test('a difference that is no time in base58 data is refused', () => {
  expect(() => timesIn(meta(5), meta(5 + LATER, 'another log'), LATER)).toThrow();
  expect(() => timesIn(meta(5), meta(6 + LATER), LATER)).toThrow();
  expect(() => timesIn('{"a":1}', '{"a":1,"b":2}', LATER)).toThrow();
  expect(() => timesIn('{"a":1}', '{"a":2}', LATER)).toThrow();
});
