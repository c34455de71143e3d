import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  CHECK_TIME_MS_MAX,
  DRAIN_MS_MAX,
  GRACE_MS,
  PRIMARY_STOP_MS_MAX,
  STOP_MS_MAX,
} from '../../src/config/stop-times.ts';

/** A hold is given back by others after this time; `src/ledger/holds` and billing write it. */
const HOLD_MS = 60_000;

it('each time of a stop has room for what ends within it', () => {
  const times = [CHECK_TIME_MS_MAX, GRACE_MS, STOP_MS_MAX, PRIMARY_STOP_MS_MAX];
  expect([...times].sort((a, b) => a - b)).toEqual(times);
  expect(new Set(times).size).toBe(times.length);
  expect(CHECK_TIME_MS_MAX).toBeLessThan(HOLD_MS);
});

it('the supervisor waits longer than the longest drain and everything that follows it', () => {
  const unit = readFileSync('deploy/assay.service', 'utf8');
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  expect(seconds * 1_000).toBeGreaterThan(DRAIN_MS_MAX + PRIMARY_STOP_MS_MAX);
});

it.each(['src/app/app.ts', 'src/app/stopping.ts', 'src/app/workers/primary.ts'])(
  '%s takes its time from there',
  (file) => {
    expect(readFileSync(file, 'utf8')).toContain('config/stop-times.ts');
  },
);
