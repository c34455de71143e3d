import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallBudget } from './call-budget.ts';
import { type Rank, SharedWait } from './call-wait.ts';
import type { BatchClass } from './rpc-limits.ts';
import { CallQueue, type Item, type RequestCapacity, SendQueue } from './send-queue.ts';

const UNBOUNDED = Number.POSITIVE_INFINITY;
const load: RequestCapacity = {
  itemsMax: () => 100,
  bytesMax: 1_000_000,
  isUnmixed: false,
  arrayMost: () => UNBOUNDED,
  room: () => UNBOUNDED,
  roomOf: () => UNBOUNDED,
};
const SECONDS = 40;

let ids = 0;
function item(rank: Rank, batch: BatchClass = 'state'): Item & { readonly wait: SharedWait } {
  const wait = new SharedWait();
  wait.join({ deadline: 1e12, answerTimeoutMs: 1_000, rank });
  ids += 1;
  return { id: ids, method: 'm', batch, text: '{}', wait, settle: () => undefined };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** An endpoint of which so many calls of each rank wait all the time, and how many of each have left. */
function busy(budget: CallBudget, ranks: readonly Rank[]) {
  const left: Record<Rank, number> = { settlement: 0, payment: 0, check: 0 };
  const sendQueue = new SendQueue(budget, () => pump());
  const pump = (): void => {
    for (let items = sendQueue.take(load); items.length > 0; items = sendQueue.take(load)) {
      for (const { wait } of items) {
        left[wait.rank] += 1;
        sendQueue.push(item(wait.rank));
      }
    }
  };
  for (const rank of ranks) for (let n = 0; n < 50; n++) sendQueue.push(item(rank));
  pump();
  return left;
}

describe('calls that wait for an endpoint', () => {
  it('leave together and oldest first where nothing is rationed, whoever asks', () => {
    const sendQueue = new SendQueue(new CallBudget(null), () => undefined);
    const items = [item('check'), item('settlement'), item('payment')];
    for (const one of items) sendQueue.push(one);
    expect(sendQueue.take(load)).toEqual(items);
    expect(sendQueue.take(load)).toEqual([]);
  });

  it('leave by rank where they are rationed, those of settlements even when the budget is used up', () => {
    const sendQueue = new SendQueue(new CallBudget(4), () => undefined);
    const [check, payment, settlement, later] = [
      item('check'),
      item('payment'),
      item('settlement'),
      item('settlement'),
    ];
    for (const one of [check, payment, settlement]) sendQueue.push(one);
    expect([sendQueue.take(load), sendQueue.take(load), sendQueue.take(load)]).toEqual([
      [settlement],
      [payment],
      [check],
    ]);
    for (let n = 0; n < 9; n++) sendQueue.push(item('check'));
    sendQueue.push(later);
    expect(sendQueue.take(load)).toEqual([later]);
    expect(sendQueue.take(load)).toEqual([]);
  });

  it('take no room that an earlier rank waits for at another endpoint, though they ask for it first', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const budget = new CallBudget(1);
    const [here, there] = [new SendQueue(budget, () => undefined), new SendQueue(budget, () => undefined)];
    const [first, payment, check] = [item('check'), item('payment'), item('check')];
    here.push(first);
    expect(here.take(load)).toEqual([first]);
    there.push(payment);
    here.push(check);
    expect([there.take(load), here.take(load)]).toEqual([[], []]);
    clock.mockReturnValue(1_000);
    expect([here.take(load), there.take(load)]).toEqual([[], [payment]]);
    clock.mockReturnValue(2_000);
    expect(here.take(load)).toEqual([check]);
  });

  it('that nobody waits for any longer take no part of the budget', () => {
    const sendQueue = new SendQueue(new CallBudget(1), () => undefined);
    const [gone, wanted] = [item('payment'), item('payment')];
    gone.wait.leave();
    for (const one of [gone, wanted]) sendQueue.push(one);
    expect(sendQueue.take(load)).toEqual([wanted]);
  });
});

describe('a budget that everybody wants more of than there is', () => {
  it.each([
    [1, ['payment', 'check'], 'payment', 1 / 2],
    [8, ['payment', 'check'], 'payment', 1 / 2],
    [8, ['settlement', 'check'], 'settlement', 3 / 4],
    [8, ['settlement', 'payment', 'check'], 'settlement', 3 / 4],
  ] as const)('of %i calls a second leaves %j their parts', (perSecond, ranks, first, share) => {
    const left = busy(new CallBudget(perSecond), ranks);
    vi.advanceTimersByTime(SECONDS * 1_000);
    const total = left.settlement + left.payment + left.check;
    expect(total).toBeLessThanOrEqual(perSecond * (SECONDS + 2));
    expect(total).toBeGreaterThan(perSecond * (SECONDS - 3));
    expect(left[first]).toBeLessThanOrEqual(perSecond * share * (SECONDS + 4));
    expect(left[first]).toBeGreaterThan(perSecond * share * (SECONDS - 4));
    expect(left.check).toBeGreaterThan(perSecond * (1 - share) * (SECONDS - 6));
  });

  it('is all theirs who alone want it, but for what nobody has paid for', () => {
    const [checks, payments] = [busy(new CallBudget(6), ['check']), busy(new CallBudget(6), ['payment'])];
    vi.advanceTimersByTime(SECONDS * 1_000);
    expect(checks.check).toBeGreaterThan(6 * (SECONDS - 2));
    expect(payments.payment).toBeLessThanOrEqual(3 * (SECONDS + 2));
  });

  it('is kept over several endpoints, where a later rank at one does not starve an earlier one at another', () => {
    const budget = new CallBudget(6);
    const [first, second, third] = [busy(budget, ['check']), busy(budget, ['payment']), busy(budget, ['check'])];
    vi.advanceTimersByTime(SECONDS * 1_000);
    const total = first.check + second.payment + third.check;
    expect(total).toBeLessThanOrEqual(6 * (SECONDS + 2));
    expect(second.payment).toBeGreaterThan(3 * (SECONDS - 4));
    for (const checks of [first.check, third.check]) expect(checks).toBeGreaterThan(total / 8);
  });
});

describe('the queue of an endpoint whose calls are rationed', () => {
  it('gives each class that waits its turn', () => {
    const queue = new CallQueue();
    for (const batch of ['transaction', 'transaction', 'transaction', 'state'] as const)
      queue.push(item('check', batch));
    const turns = Array.from({ length: 4 }, () => {
      const next = queue.nextInTurn();
      if (next) queue.take(next.batch, 1, load);
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
