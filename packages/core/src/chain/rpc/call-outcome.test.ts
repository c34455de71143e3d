import { expect, it } from 'vitest';
import { chainErrorText, consequences, needsEveryone, RETRY_COST_MAX } from './call-outcome.ts';

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

it('what an endpoint lacks, and will lack again, is asked of others at once', () => {
  expect(consequences.excluded).toEqual({ cause: 'plan_refuses', cost: RETRY_COST_MAX });
  // A list cannot be what it was where a signature of it is not known any more.
  expect(consequences.unknown_cursor).toEqual({ cause: 'rpc_disagrees', cost: RETRY_COST_MAX });
});

it('what an endpoint has not reached yet, or was asked for too fast, is asked of it again', () => {
  for (const kind of ['behind', 'too_fast', 'broken', 'slow'] as const) {
    expect(consequences[kind].cause).toBe('rpc_unavailable');
    expect(consequences[kind].cost).toBeLessThan(RETRY_COST_MAX);
  }
});

it('only a ledger that was cut is a cause that is no fault of ours, and needs the word of all endpoints', () => {
  const historyMissing = Object.entries(consequences).filter(([, { cause }]) => needsEveryone(cause));
  expect(historyMissing.map(([kind]) => kind)).toEqual(['pruned', 'skipped']);
});
