import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import type { CheckFailure } from '../contract.ts';
import { type CheckRequest, readRequest } from '../questions.ts';
import { progressOf, type ResultProgress } from './batch.ts';

const one = 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs';
const two = '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj';
const failed = ({ kind, subject }: CheckRequest): CheckFailure => ({
  kind,
  subject: String(subject),
  fault: new Fault('not_ready'),
});

async function all(stream: AsyncGenerator<ResultProgress>): Promise<ResultProgress[]> {
  const found: ResultProgress[] = [];
  for await (const progress of stream) found.push(progress);
  return found;
}

describe('progress', () => {
  it('reports each different check once, with every request that it answers', async () => {
    const requests: CheckRequest[] = [
      { kind: 'trade', subject: one },
      { kind: 'trade', subject: one, sizeSol: '0.50' },
      { kind: 'trade', subject: one, sizeSol: '0.6' },
      { kind: 'funder', subject: 'no' },
      { kind: 'funder', subject: 'no' },
      { kind: 'trade', subject: one, sizeSol: null },
    ];
    const asked: CheckRequest[] = [];
    const reported = await all(
      progressOf(requests, readRequest, async (request) => {
        asked.push(request);
        return failed(request);
      }),
    );
    expect(reported.map(({ indexes, done, total }) => [indexes, done, total])).toEqual([
      [[0, 1, 5], 3, 6],
      [[2], 4, 6],
      [[3], 5, 6],
      [[4], 6, 6],
    ]);
    expect(asked).toHaveLength(4);
  });

  it('comes in the order in which results come', async () => {
    const open = new Map<string, () => void>();
    const stream = progressOf(
      [one, two].map((subject): CheckRequest => ({ kind: 'funder', subject })),
      readRequest,
      (request) => new Promise((resolve) => open.set(String(request.subject), () => resolve(failed(request)))),
    );
    const first = stream.next();
    open.get(two)?.();
    expect((await first).value).toMatchObject({ indexes: [1], done: 1 });
    const second = stream.next();
    open.get(one)?.();
    expect((await second).value).toMatchObject({ indexes: [0], done: 2 });
    expect((await stream.next()).done).toBe(true);
  });

  it('ends with the first failure, and leaves no other unheard', async () => {
    const requests = [one, two].map((subject): CheckRequest => ({ kind: 'funder', subject }));
    const failure = new Error('gone');
    await expect(all(progressOf(requests, readRequest, async () => Promise.reject(failure)))).rejects.toBe(failure);
  });

  it('of nothing is over at once', async () => {
    expect(await all(progressOf([], readRequest, async (request) => failed(request)))).toEqual([]);
  });
});
