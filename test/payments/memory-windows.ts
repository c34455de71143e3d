import type { Noted, RateWindows } from '#ledger/rate-windows.ts';

/** What is noted, in memory and by a clock of the test's, in milliseconds. */
export function memoryWindows(now: () => number): RateWindows {
  const notes = new Map<string, { readonly amount: number; readonly endsAt: number }[]>();
  return {
    ask: async () => {
      throw new Error('not scripted');
    },
    async note(label, amount, seconds) {
      notes.set(label, [...(notes.get(label) ?? []), { amount, endsAt: now() + seconds * 1_000 }]);
    },
    async noted(label): Promise<readonly Noted[]> {
      const live = (notes.get(label) ?? []).filter(({ endsAt }) => endsAt > now());
      return live.map(({ amount, endsAt }) => ({ amount, msLeft: endsAt - now() }));
    },
    forgetPast: async () => 0,
  };
}
