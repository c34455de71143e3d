import type { Judgement } from '#rules/check.ts';

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
 * either. It never makes up for ELEVATED, on which agents do buy. Who locks other liquidity beside what nobody can read is ELEVATED by what
 * remains of it (`LIQUIDITY_NOT_COUNTED`), which is proven.
 */
export function isBetter(kind: 'token' | 'trade', before: Said, after: Said): boolean {
  const ranks = kind === 'token' ? tokenRanks : tradeRanks;
  const [was, now] = [rankOf(ranks, before.verdict) ?? worthless[kind], rankOf(ranks, after.verdict)];
  const isBound = after.flags.includes('VERDICT_IS_LOWER_BOUND');
  const isByRest = before.verdict === 'UNKNOWN' && after.flags.includes('LIQUIDITY_NOT_COUNTED');
  if (isByRest && after.verdict === 'ELEVATED') return false;
  return now !== null && now < (isBound ? Math.min(was, worthless[kind]) : was);
}

/**
 * The verdicts of all checks by how good they are, lowest best. Those of the last line tell everybody to stay away, and so does what is not
 * listed: `UNKNOWN`.
 */
const goodness: readonly (readonly string[])[] = [
  ['LOW_RISK', 'ACCEPTABLE_COST', 'TRUSTED', 'CEX_FUNDED'],
  ['ELEVATED', 'ELEVATED_COST', 'NEUTRAL', 'WALLET_FUNDED'],
  ['HIGH_COST', 'INSUFFICIENT', 'UNKNOWN_ORIGIN'],
  ['HIGH_RISK', 'CRITICAL', 'UNTRADEABLE', 'NO_POOL', 'UNTRUSTED', 'UNVERIFIABLE', 'UNVERIFIABLE_ORIGIN'],
];
const WORST = goodness.length - 1;

function goodnessOf(verdict: string): number {
  const found = goodness.findIndex((one) => one.includes(verdict));
  return found < 0 ? WORST : found;
}

/** Codes of what is hidden, or could not be excluded. */
const SAYS_HIDDEN = /_CROWDED$|_NOT_EXCLUDED$|_NOT_PROVEN$|_UNREAD$/;

/** The parts of an answer that could not be read, or are unknown. */
const openIn = ({ gaps, flags, reasons }: Judgement) => [
  ...gaps.map(({ reading, cause }) => `${reading} ${cause}`),
  ...flags,
  ...reasons.flatMap(({ code }) => (SAYS_HIDDEN.test(code) ? [code] : [])),
];

/** Facts that weigh much, apart from those that tell what was not read. */
const accusations = ({ reasons, gaps }: Judgement) =>
  reasons.filter(({ severity, evidence }) => {
    const isGap = gaps.some(({ cause }) => cause === evidence.cause);
    return (severity === 'critical' || severity === 'high') && !isGap;
  });

/**
 * Whether an answer became worse. Where strangers made something too dear to read, the next worse verdict may follow with a gap or a flag
 * that was not there before and says so; never one that tells everybody to stay away. No fact that weighs much is new.
 */
export function isWorse(before: Judgement, after: Judgement): boolean {
  const [was, now] = [goodnessOf(before.verdict), goodnessOf(after.verdict)];
  if (was === WORST) return false;
  const known = new Set(before.reasons.map(({ code }) => code));
  if (accusations(after).some(({ code }) => !known.has(code))) return true;
  if (now <= was) return false;
  const open = new Set(openIn(before));
  const isSaid = openIn(after).some((one) => !open.has(one));
  return now === WORST || now > was + 1 || !isSaid;
}
