import type { Gap, Reading } from '#lib/reading.ts';
import { type AsOf, type Judgement, orderReasons, type PublishedGap, type Reason } from './check.ts';
import { readingNameOf } from './reading-names.ts';
import type { Finding, Rule } from './rule.ts';

/** One limit of the verdict: a reason, and the gap behind it if something could not be read. */
export interface Limit {
  readonly reason: Reason;
  readonly gap: Gap | null;
}

/** A verdict with its limits. */
export interface Step<V extends string, L extends Limit> {
  readonly verdict: V;
  readonly deciding: readonly L[];
}

/** The gap of a reading, with the reading's name in the evidence. */
export type NamedGap<E> = readonly [name: keyof E & string, gap: Gap];

/** The policy of a kind: everything that differs between kinds. `L` is a limit of a verdict. */
export interface Policy<E extends { readonly asOf: Reading<AsOf> }, V extends string, L extends Limit> {
  readonly rules: readonly Rule<E>[];
  /** Readings in the order in which an answer lists their gaps. */
  readonly readings: readonly (keyof E & string)[];
  /** The gap of a known reading that was not made; null where the verdict does not need it. */
  readonly unasked?: (name: keyof E & string, evidence: E) => Gap | null;
  /** Whether an answer lists the gaps behind every limit, or only those behind the reasons that it names. */
  readonly gapsBehind: 'limits' | 'listed';
  /** Whether two gaps are listed as one; by default only the same object is. */
  readonly isSameGap?: (one: Gap, other: Gap) => boolean;
  /** Whether reasons of facts name the slot. */
  readonly namesSlot: boolean;
  /** Removes reasons that do not count for this subject, and adds flags for them. */
  readonly waive?: (reasons: readonly Reason[], evidence: E) => Waived;
  readonly limitOfFact: (reason: Reason) => L;
  readonly limitsOfGaps: (gaps: readonly NamedGap<E>[], evidence: E) => readonly L[];
  /** Worst first; at each verdict, facts that lead to it alone come before gaps. */
  readonly steps: (limits: readonly L[], evidence: E) => readonly Step<V, L>[];
  /** The verdict if all steps are empty. */
  readonly otherwise: (limits: readonly L[]) => Step<V, L>;
  /** The reasons that the answer names. */
  readonly listed: (decided: Step<V, L>, limits: readonly L[]) => readonly L[];
  /** Percent, from 0 to 95. */
  readonly confidence: (decided: Step<V, L>, evidence: E) => number;
  readonly metrics: (evidence: E, listed: readonly L[]) => Judgement['metrics'];
  /** Flags that follow from gaps and the verdict. */
  readonly flags?: (verdict: V, gaps: readonly NamedGap<E>[], all: readonly Gap[]) => readonly string[];
}

/** The reasons that count, and the flags of those that do not. */
export interface Waived {
  readonly reasons: readonly Reason[];
  readonly flags: readonly string[];
}

/** Judges the evidence of one subject: rules raise reasons, and the policy's steps weigh them. */
export function judgeBy<E extends { readonly asOf: Reading<AsOf> }, V extends string, L extends Limit>(
  policy: Policy<E, V, L>,
  evidence: E,
): Judgement {
  const findings = policy.rules.map((rule) => rule.judge(evidence)).filter(isRaised);
  const raised = findings.flatMap(({ reasons }) => reasons);
  const { reasons, flags } = policy.waive?.(raised, evidence) ?? { reasons: raised, flags: [] };
  const unread = gapsOf(policy, evidence);
  const facts = reasons.map((reason) => policy.limitOfFact(policy.namesSlot ? withSlot(reason, evidence) : reason));
  const limits = [...facts, ...policy.limitsOfGaps(unread, evidence)];
  const steps = policy.steps(limits, evidence);
  const decided = firstOf(steps) ?? policy.otherwise(limits);
  const listed = policy.listed(decided, limits);
  const isSame = policy.isSameGap ?? Object.is;
  const behind = gapsIn([...(policy.gapsBehind === 'limits' ? limits : listed), ...decided.deciding]);
  const gaps = distinct([...unread.map(([, gap]) => gap), ...behind], isSame);
  const deciders = gapsIn(decided.deciding);
  const decidedBy = gaps.filter((gap) => deciders.some((one) => isSame(one, gap)));
  const all = [...findings.flatMap((finding) => finding.flags), ...flags];
  return {
    verdict: decided.verdict,
    reasons: orderReasons(listed.map(({ reason }) => reason)),
    confidencePercent: policy.confidence(decided, evidence),
    flags: [...new Set([...all, ...(policy.flags?.(decided.verdict, unread, gaps) ?? [])])].sort(),
    metrics: policy.metrics(evidence, listed),
    gaps: gaps.map((gap) => published(gap)),
    decidedBy: decidedBy.map((gap) => published(gap)),
  };
}

/** The deciding step: the first that is not empty. */
export function firstOf<V extends string, L extends Limit>(steps: readonly Step<V, L>[]): Step<V, L> | undefined {
  return steps.find(({ deciding }) => deciding.length > 0);
}

/**
 * The steps of a kind whose codes and gaps state the best verdict that they allow: the worst of these decides, a fact before a gap.
 * Without a slot only gaps decide, because there is no answer.
 */
export function worstFirst<V extends string, L extends Limit & { readonly allows: V }>(
  bestFirst: readonly V[],
  limits: readonly L[],
  { asOf }: { readonly asOf: Reading<unknown> },
): readonly Step<V, L>[] {
  return bestFirst.toReversed().flatMap((verdict) => {
    const all = limits.filter(({ allows }) => allows === verdict);
    const [facts, gaps] = [all.filter(({ gap }) => gap === null), all.filter(({ gap }) => gap !== null)];
    return (asOf.known ? [facts, gaps] : [gaps]).map((deciding) => ({ verdict, deciding }));
  });
}

/**
 * The deciding limits, then other facts that allow less than the verdict `good`. Other good news is left out, because it would read
 * as the verdict.
 */
export function decidedAndWorse<V extends string, L extends Limit & { readonly allows: V }>(
  bestFirst: readonly V[],
  good: V,
): (decided: Step<V, L>, limits: readonly L[]) => readonly L[] {
  const rank = (verdict: V) => bestFirst.indexOf(verdict);
  return ({ verdict, deciding }, limits) => {
    const worse = limits.filter(({ allows, gap }) => gap === null && rank(allows) > rank(good) && allows !== verdict);
    return eachCodeOnce([...worse, ...deciding]);
  };
}

/** Each code once, with the last of its reasons. */
export function eachCodeOnce<L extends Limit>(limits: readonly L[]): readonly L[] {
  return [...new Map(limits.map((limit) => [limit.reason.code, limit])).values()];
}

/** The gaps behind these. */
export function gapsIn(limits: readonly Limit[]): readonly Gap[] {
  return limits.flatMap(({ gap }) => (gap ? [gap] : []));
}

type Raised = Extract<Finding, { readonly outcome: 'raised' }>;
const isRaised = (finding: Finding): finding is Raised => finding.outcome === 'raised';

function withSlot(reason: Reason, { asOf }: { readonly asOf: Reading<AsOf> }): Reason {
  return asOf.known ? { ...reason, evidence: { ...reason.evidence, slot: String(asOf.value.slot) } } : reason;
}

function gapsOf<E extends { readonly asOf: Reading<AsOf> }, V extends string, L extends Limit>(
  { readings, unasked }: Policy<E, V, L>,
  evidence: E,
): readonly NamedGap<E>[] {
  return readings.flatMap((name) => {
    const reading = evidence[name] as Reading<unknown>;
    const gap = reading.known ? unasked?.(name, evidence) : reading.gap;
    return gap ? [[name, published(gap, name)] as const] : [];
  });
}

/** The gap under its published name: that of the evidence's reading where it has none. The same gap where it has one. */
function published(gap: Gap, ofEvidence = gap.reading): PublishedGap {
  const reading = readingNameOf(gap.reading, ofEvidence);
  return reading === gap.reading ? (gap as PublishedGap) : { ...gap, reading };
}

function distinct(gaps: readonly Gap[], isSame: (one: Gap, other: Gap) => boolean): readonly Gap[] {
  return gaps.filter((gap, index) => gaps.findIndex((one) => isSame(one, gap)) === index);
}
