import type { Gap } from '#lib/reading.ts';
import type { Reason } from '../check.ts';
import type { Step } from '../engine.ts';
import { type Codes, codesOf } from '../rule.ts';
import {
  type Category,
  MEDIUM_CATEGORIES_HIGH,
  MEDIUM_COUNT_HIGH,
  type TokenVerdict,
  type TokenWeight,
} from './policy.ts';
import { tokenRules } from './rules/index.ts';

/** A reason with the gap behind it where it says what could not be read; `blocks`: no good verdict is possible with it. */
export interface TokenLimit {
  readonly reason: Reason;
  readonly gap: Gap | null;
  readonly blocks: 'everything' | 'good' | 'best' | null;
}

const weights: Codes<TokenWeight> = codesOf(tokenRules);

/** What a code is weighed by; null for one that only gaps lead to. */
export function weightOf({ code }: Pick<Reason, 'code'>): TokenWeight | null {
  return weights[code] ?? null;
}

/**
 * The gate: what is no fungible mint is UNKNOWN; then proven facts, worst first; then what could not be read; then what is
 * left. Facts come before gaps, so that a bad fact is never hidden behind UNKNOWN, and gaps before good news.
 */
export function stepsOf(found: readonly TokenLimit[]): readonly Step<TokenVerdict, TokenLimit>[] {
  const facts = found.filter(({ gap }) => gap === null);
  const steps: readonly (readonly [TokenVerdict, readonly TokenLimit[]])[] = [
    ['UNKNOWN', found.filter(({ blocks }) => blocks === 'everything')],
    ['UNKNOWN', ofCategory(facts, 'identity')],
    ['CRITICAL', ofSeverity(facts, 'critical')],
    ['HIGH_RISK', ofSeverity(facts, 'high')],
    ['HIGH_RISK', heavyTogether(facts)],
    ['UNKNOWN', found.filter(({ blocks }) => blocks === 'good')],
    // What is half known may be worse with what is not: a new token with any of these facts has a serious one.
    ['UNKNOWN', mediumFacts(facts).length > 0 ? found.filter(({ blocks }) => blocks === 'best') : []],
    // A fact that leads to the verdict alone comes before a gap that would lead there too.
    ['ELEVATED', ofSeverity(facts, 'medium')],
    ['ELEVATED', found.filter(({ blocks }) => blocks === 'best')],
  ];
  return steps.map(([verdict, deciding]) => ({ verdict, deciding }));
}

function ofCategory(found: readonly TokenLimit[], category: Category): readonly TokenLimit[] {
  return found.filter(({ reason }) => categoryOf(reason) === category);
}

function ofSeverity(facts: readonly TokenLimit[], severity: Reason['severity']): readonly TokenLimit[] {
  return facts.filter(({ reason }) => reason.severity === severity && categoryOf(reason) !== 'identity');
}

/** The medium facts about the token itself, and not about what was read of it. */
function mediumFacts(facts: readonly TokenLimit[]): readonly TokenLimit[] {
  return ofSeverity(facts, 'medium').filter(({ reason }) => categoryOf(reason) !== 'data');
}

/** The medium facts, where they are enough of them, of enough categories; else none. */
function heavyTogether(facts: readonly TokenLimit[]): readonly TokenLimit[] {
  const medium = mediumFacts(facts);
  const count = medium.reduce((sum, { reason }) => sum + (weightOf(reason)?.counts ?? 1), 0);
  const categories = new Set(medium.map(({ reason }) => categoryOf(reason)));
  return count >= MEDIUM_COUNT_HIGH && categories.size >= MEDIUM_CATEGORIES_HIGH ? medium : [];
}

/** The category of a reason's code; what no weight names came from a gap. */
export function categoryOf(reason: Pick<Reason, 'code'>): Category {
  return weightOf(reason)?.category ?? 'data';
}
