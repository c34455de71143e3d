import { expect, it } from 'vitest';
import { chainErrorText, RETRY_COST_MAX, rpcRefusalOf } from './call-outcome.ts';

function nested(depth: number): unknown {
  let value: unknown = 'end';
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
}

it("a chain's error becomes JSON of bounded length", () => {
  expect(chainErrorText('BlockhashNotFound')).toBe('"BlockhashNotFound"');
  expect(chainErrorText({ InstructionError: [0, { Custom: 1 }] })).toBe('{"InstructionError":[0,{"Custom":1}]}');
  expect(chainErrorText('x'.repeat(10_000)).length).toBe(300);
});

it('one that cannot be written, because it is nested without end or nothing at all, becomes a sentence', () => {
  expect(chainErrorText(nested(1_000_000))).toBe('an error that cannot be written');
  expect(chainErrorText(undefined)).toBe('none');
});

it('what an endpoint lacks, and will lack again, is asked of others at once, and its health does not suffer', () => {
  expect(rpcRefusalOf(-32010)).toEqual({ cause: 'rpc_unavailable', cost: RETRY_COST_MAX, rest: false });
  // A list cannot be what it was where a signature of it is not known any more.
  expect(rpcRefusalOf(-32020)).toEqual({ cause: 'rpc_disagrees', cost: RETRY_COST_MAX, rest: false });
});

it('what an endpoint has not reached yet is asked of it again after a rest', () => {
  for (const code of [-32004, -32014, -32016]) {
    const { cause, cost, rest } = rpcRefusalOf(code);
    expect({ cause, rest }).toEqual({ cause: 'rpc_unavailable', rest: true });
    expect(cost).toBeLessThan(RETRY_COST_MAX);
  }
});
