import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { chargeTo, measureTurn } from './turn.ts';

/** Requests with what they were charged. */
function charged(count: number): readonly (readonly [request: IncomingMessage, spent: number[]])[] {
  return Array.from({ length: count }, () => {
    const [request, spent]: [IncomingMessage, number[]] = [{} as IncomingMessage, []];
    chargeTo(request, (one) => spent.push(one));
    return [request, spent] as const;
  });
}

describe('a measured turn', () => {
  it('is charged once, with what its promises and ticks did', async () => {
    const [[request, spent] = [{} as IncomingMessage, []]] = charged(1);
    let stillOpen = false;
    measureTurn(request);
    measureTurn(request);
    await Promise.resolve();
    await new Promise((resolve) => process.nextTick(resolve));
    for (let n = 0; n < 1_000; n += 1) await null;
    stillOpen = spent.length === 0;
    await nextTurn();
    expect(stillOpen).toBe(true);
    expect(spent).toHaveLength(1);
    expect(spent[0]).toBeGreaterThan(0);
    measureTurn(request);
    await nextTurn();
    expect(spent).toHaveLength(2);
  });

  it('is charged no more than any request takes, because a library may be loaded in it', async () => {
    const [[request, spent] = [{} as IncomingMessage, []]] = charged(1);
    measureTurn(request);
    const until = performance.now() + 100;
    while (performance.now() < until);
    await nextTurn();
    expect(spent[0]).toBeLessThanOrEqual(50);
  });

  it('is shared by the requests in it', async () => {
    const both = charged(2);
    for (const [request] of both) measureTurn(request);
    await nextTurn();
    const [[first], [second]] = both.map(([, spent]) => spent) as [number[], number[]];
    expect(first).toEqual(second);
  });

  it('is not measured for a request that nobody is charged for', () => {
    expect(() => measureTurn({} as IncomingMessage)).not.toThrow();
  });
});
