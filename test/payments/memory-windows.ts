import type { Noted, RateWindows } from '#ledger/rate-windows.ts';

const TURN_MS = 90_000;
const HOUR_MS = 3_600_000;

/** What is noted, in memory and by a clock of the test's, in milliseconds. */
export function memoryWindows(now: () => number): RateWindows {
  const notes = new Map<string, { readonly amount: number; readonly endsAt: number }[]>();
  const turns = new Map<string, { readonly freeAt: number; readonly pause: number }>();
  return {
    ask: async () => {
      throw new Error('not scripted');
    },
    async note(added) {
      for (const { label, amount, seconds } of added) {
        notes.set(label, [...(notes.get(label) ?? []), { amount, endsAt: now() + seconds * 1_000 }]);
      }
    },
    async noted(labels): Promise<readonly Noted[]> {
      return labels.map((label) => {
        const live = (notes.get(label) ?? []).filter(({ endsAt }) => endsAt > now());
        const amount = live.reduce((sum, one) => sum + one.amount, 0);
        return { amount, msLeft: Math.max(0, ...live.map(({ endsAt }) => endsAt - now())) };
      });
    },
    async takeTurn(labels) {
      const before = labels.map((label) => turns.get(label) ?? { freeAt: 0, pause: 0 });
      const msLeft = Math.max(...before.map(({ freeAt }) => freeAt - now()));
      if (msLeft > 0) return { msLeft };
      const known = before.filter(({ freeAt }) => freeAt + HOUR_MS > now()).map(({ pause }) => pause);
      for (const [n, label] of labels.entries()) {
        turns.set(label, { freeAt: now() + TURN_MS, pause: before[n]?.pause ?? 0 });
      }
      return { pauseSeconds: Math.min(60, Math.max(1, 2 * Math.max(0, ...known))) };
    },
    async endTurn(labels, pause) {
      for (const label of labels) {
        if (pause === null) turns.delete(label);
        else turns.set(label, { freeAt: now() + pause * 1_000, pause });
      }
    },
    forgetPast: async () => 0,
  };
}
