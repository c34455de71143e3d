import { expect, it } from 'vitest';
import type { CheckNote } from '#schema/contract.ts';
import { openRecent } from './status.ts';

const MINUTE_MS = 60_000;

const note = (change: Partial<CheckNote> = {}): CheckNote => ({
  kind: 'token',
  subject: '',
  verdict: 'LOW_RISK',
  route: 'credit',
  chargedAtomic: 20_000n,
  replayed: false,
  rpcCalls: new Map(),
  rpcPicoUsd: 0n,
  ms: 100,
  ...change,
});

it('quantiles are at most a tenth too high, by kind and road', () => {
  const recent = openRecent();
  for (let ms = 1; ms <= 1_000; ms += 1) recent.served(note({ ms }), 'rest');
  recent.served(note({ ms: 7 }), 'mcp');
  const [rest, mcp] = recent.sinceStart().latency;
  expect([rest?.road, rest?.checks, mcp?.road, mcp?.checks]).toEqual(['rest', 1_000, 'mcp', 1]);
  for (const [shown, exact] of [
    [rest?.p50_ms, 500],
    [rest?.p90_ms, 900],
    [rest?.p99_ms, 990],
    [mcp?.p99_ms, 7],
  ] as const) {
    expect(shown).toBeGreaterThanOrEqual(exact);
    expect(shown).toBeLessThanOrEqual(exact * 1.1);
  }
});

it('the last hour forgets what is older, the time since start does not', () => {
  let now = 0;
  const recent = openRecent(() => now);
  recent.served(note({ verdict: 'CRITICAL' }), 'rest');
  now = 59 * MINUTE_MS;
  recent.served(note(), 'rest');
  expect(recent.lastHour().verdicts).toEqual({ token: { CRITICAL: 1, LOW_RISK: 1 } });
  now = 60 * MINUTE_MS;
  expect(recent.lastHour().verdicts).toEqual({ token: { LOW_RISK: 1 } });
  now = 500 * MINUTE_MS;
  expect(recent.lastHour()).toEqual({ checks: 0, latency: [], verdicts: {} });
  expect(recent.sinceStart().verdicts).toEqual({ token: { CRITICAL: 1, LOW_RISK: 1 } });
});

it('a repeat from the books counts as an answer and not as a time', () => {
  const recent = openRecent();
  recent.served(note({ replayed: true }), 'rest');
  expect(recent.sinceStart()).toEqual({ checks: 1, latency: [], verdicts: { token: { LOW_RISK: 1 } } });
});
