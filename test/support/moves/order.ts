import type { Judgement } from '#checks/check.ts';

/**
 * How good each verdict is, lowest best. Those of one figure tell everybody to stay away, so that more knowledge may turn one into
 * another. UNKNOWN is no better than any of them, and what it becomes must not be good.
 */
const tokenRanks = { LOW_RISK: 0, ELEVATED: 1, HIGH_RISK: 2, CRITICAL: 3 } as const;
const tradeRanks = { ACCEPTABLE_COST: 0, ELEVATED_COST: 1, HIGH_COST: 2, UNTRADEABLE: 3, NO_POOL: 3 } as const;

/** The figure from which nobody should buy. */
const worthless = { token: tokenRanks.HIGH_RISK, trade: tradeRanks.UNTRADEABLE } as const;

function rankOf(ranks: Readonly<Record<string, number>>, verdict: string): number | null {
  return ranks[verdict] ?? null;
}

/** What an answer says at a glance. */
type Said = Pick<Judgement, 'verdict' | 'flags'>;

/**
 * Whether the second answer of a kind is better than the first one. The flag that calls an answer a lower bound makes up for one step
 * alone: who refuses the proof of CRITICAL leaves HIGH_RISK with the flag, because a proven fact comes before a gap, and nobody buys
 * either. It never makes up for ELEVATED, on which agents do buy.
 */
export function isBetter(kind: 'token' | 'trade', before: Said, after: Said): boolean {
  const ranks = kind === 'token' ? tokenRanks : tradeRanks;
  const [was, now] = [rankOf(ranks, before.verdict) ?? worthless[kind], rankOf(ranks, after.verdict)];
  const isBound = after.flags.includes('VERDICT_IS_LOWER_BOUND');
  return now !== null && now < (isBound ? Math.min(was, worthless[kind]) : was);
}
