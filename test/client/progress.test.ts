import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openProgress } from '../../packages/assay/src/progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(isTty: boolean, columns = 80) {
  const written: string[] = [];
  const progress = openProgress({ isTty, columns, write: (text) => void written.push(text) }, () => Date.now());
  return { written, progress };
}

describe('progress', () => {
  it('shows nothing of what is quick', () => {
    const { written, progress } = watched(true);
    progress.begin('asking');
    vi.advanceTimersByTime(900);
    progress.end();
    expect(written).toEqual([]);
  });

  it('counts the seconds of what is slow, and takes its line away', () => {
    const { written, progress } = watched(true);
    progress.begin('asking');
    vi.advanceTimersByTime(2_500);
    progress.note('trying\u001b[2J again');
    vi.advanceTimersByTime(500);
    progress.end();
    expect(written[0]?.replace('\r\u001b[2K', '')).toMatch(/^[|/\\-] 1 s {2}asking$/);
    expect(written.at(-2)).toContain('s  trying\\u{1b}[2J again');
    expect(written.at(-1)).toBe('\r\u001b[2K');
    const before = written.length;
    vi.advanceTimersByTime(5_000);
    expect(written.length).toBe(before);
  });

  it('stays on one line', () => {
    const { written, progress } = watched(true, 12);
    progress.begin('a long way to go');
    vi.advanceTimersByTime(1_500);
    progress.end();
    expect(written[0]?.replace('\r\u001b[2K', '').length).toBeLessThan(12);
  });

  it('says nothing where nobody watches', () => {
    const { written, progress } = watched(false);
    progress.begin('asking');
    vi.advanceTimersByTime(5_000);
    progress.end();
    expect(written).toEqual([]);
  });
});
