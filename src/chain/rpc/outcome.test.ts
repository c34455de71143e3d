import { expect, it } from 'vitest';
import { chainErrorText } from './outcome.ts';

function nested(depth: number): unknown {
  let value: unknown = 'end';
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
}

it("a chain's error is told as JSON, of bounded length", () => {
  expect(chainErrorText('BlockhashNotFound')).toBe('"BlockhashNotFound"');
  expect(chainErrorText({ InstructionError: [0, { Custom: 1 }] })).toBe('{"InstructionError":[0,{"Custom":1}]}');
  expect(chainErrorText('x'.repeat(10_000)).length).toBe(300);
});

it('one that cannot be written, because it is nested without end or nothing at all, is told in words', () => {
  expect(chainErrorText(nested(1_000_000))).toBe('an error that cannot be written');
  expect(chainErrorText(undefined)).toBe('none');
});
