import { describe, expect, it } from 'vitest';
import { type Claimed, readProblem, type TopupAnswer } from './api.ts';
import { claimUntilDecided, waitSeconds } from './payment.ts';

const problem = (status: number, members: object, retryAfter: string | null = null): TopupAnswer<Claimed> => ({
  problem: readProblem(status, retryAfter, members),
});
const notFinal = problem(409, { code: 'transaction_not_final', retryable: true, detail: 'Not yet.' }, '2');
const credited: TopupAnswer<Claimed> = { value: { credited_usdc: '5.00', api_key: 'assay_new' }, servedAt: 0 };

async function claim(answers: readonly TopupAnswer<Claimed>[], givenUpAfter = Number.POSITIVE_INFINITY) {
  const [waits, reported]: [number[], string[]] = [[], []];
  let calls = 0;
  const decided = await claimUntilDecided({
    ask: async () => answers[calls++] ?? credited,
    wait: async (seconds) => void waits.push(seconds),
    reported: ({ code }) => void reported.push(code),
    isGivenUp: () => calls >= givenUpAfter,
  });
  return { decided, waits, reported, calls };
}

describe('a claim', () => {
  it('is repeated as the service asks until it is credited', async () => {
    const { decided, waits, reported } = await claim([notFinal, notFinal]);
    expect(decided).toMatchObject({ api_key: 'assay_new' });
    expect(waits).toEqual([2, 2]);
    expect(reported).toEqual(['transaction_not_final', 'transaction_not_final']);
  });

  it('goes on after broken connections, outages and too many questions', async () => {
    const responses = [
      { problem: readProblem(0, null, null) },
      { problem: readProblem(502, null, null) },
      problem(503, { code: 'chain_unavailable', retryable: true }, '2'),
      problem(429, { code: 'too_many_requests', retryable: true }, '7'),
    ];
    const { decided, waits } = await claim(responses);
    expect(decided).toMatchObject({ credited_usdc: '5.00' });
    expect(waits).toEqual([2, 2, 2, 7]);
  });

  it('ends at a refusal that no repeat changes', async () => {
    const mismatch = problem(409, { code: 'transfer_mismatch', retryable: false, mismatch: 'amount' });
    const { decided, calls } = await claim([notFinal, mismatch]);
    expect([decided, calls]).toEqual([expect.objectContaining({ mismatch: 'amount' }), 2]);
    expect((await claim([{ problem: readProblem(404, null, null) }])).decided).toMatchObject({ code: 'unexpected' });
  });

  it('ends without a word when it is given up', async () => {
    expect(await claim([notFinal, notFinal, notFinal], 2)).toMatchObject({ decided: null, calls: 2 });
  });

  it('waits longer and longer, and never shorter than asked', () => {
    const waits = Array.from({ length: 40 }, (_, calls) => waitSeconds(2, calls + 1));
    expect(waits.slice(0, 8)).toEqual(Array(8).fill(2));
    expect(waits.at(-1)).toBe(30);
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    expect([waitSeconds(0, 1), waitSeconds(60, 1), waitSeconds(null, 1)]).toEqual([1, 60, 2]);
  });
});
