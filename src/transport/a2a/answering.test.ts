import type { Task } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { openRecentTasks } from './answering.ts';

const MINUTES = 60_000;

function task(id: string, text = ''): Task {
  return { id, contextId: text, status: undefined, artifacts: [], history: [], metadata: undefined };
}

describe('recent tasks', () => {
  it('are found for ten minutes', () => {
    let now = 0;
    const recent = openRecentTasks(() => now);
    recent.keep(task('a'));
    now = 10 * MINUTES - 1;
    expect(recent.find('a')).toMatchObject({ id: 'a', artifacts: [] });
    now = 10 * MINUTES;
    expect(recent.find('a')).toBeNull();
  });

  it('are at most a thousand, the newest', () => {
    const recent = openRecentTasks(() => 0);
    for (let n = 0; n < 1_001; n += 1) recent.keep(task(`t${n}`));
    expect([recent.find('t0'), recent.find('t1')?.id, recent.find('t1000')?.id]).toEqual([null, 't1', 't1000']);
  });

  it('take a bounded number of characters', () => {
    const recent = openRecentTasks(() => 0);
    for (const id of ['a', 'b', 'c']) recent.keep(task(id, 'x'.repeat(6_000_000)));
    expect([recent.find('a'), recent.find('b')?.id, recent.find('c')?.id]).toEqual([null, 'b', 'c']);
  });

  it('stand once, in the last state', () => {
    const recent = openRecentTasks(() => 0);
    for (const text of ['one', 'two']) recent.keep(task('a', text));
    expect(recent.find('a')?.contextId).toBe('two');
  });

  it('are copies', () => {
    const recent = openRecentTasks(() => 0);
    recent.keep(task('a'));
    const found = recent.find('a');
    if (found) found.contextId = 'changed';
    expect(recent.find('a')?.contextId).toBe('');
  });
});
