import { describe, expect, it } from 'vitest';
import { SharedWait } from './call-wait.ts';
import { CallQueue, type Item } from './queue.ts';
import type { BatchClass } from './rpc-limits.ts';

let ids = 0;

function item(batch: BatchClass): Item & { readonly wait: SharedWait } {
  const wait = new SharedWait();
  wait.join({ deadline: 1e12, patienceMs: 1_000, rank: 'check' });
  ids += 1;
  return { id: ids, method: 'm', batch, text: '{}', wait, settle: () => undefined };
}

function queueOf(items: readonly Item[]): CallQueue {
  const queue = new CallQueue();
  for (const one of items) queue.push(one);
  return queue;
}

describe('the queue of an endpoint whose calls are rationed', () => {
  it('gives each class that waits its turn', () => {
    const queue = queueOf([item('transaction'), item('transaction'), item('transaction'), item('state')]);
    const turns = Array.from({ length: 4 }, () => {
      const next = queue.nextInTurn();
      if (next) queue.take(next.batch, 1, 1_000);
      return next;
    });
    expect(turns).toEqual([
      { batch: 'state', waiting: 2 },
      { batch: 'transaction', waiting: 1 },
      { batch: 'transaction', waiting: 1 },
      { batch: 'transaction', waiting: 1 },
    ]);
    expect(queue.nextInTurn()).toBeNull();
  });
});
