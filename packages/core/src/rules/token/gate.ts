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

/**
 * A reason with the gap behind it, if something could not be read; `blocks`: it rules out a good verdict. `medium`: it hides one medium
 * fact of the control at most. `highest`: it rules out the best verdict.
 */
export interface TokenLimit {
  readonly reason: Reason;
  readonly gap: Gap | null;
  readonly blocks: 'everything' | 'good' | 'best' | 'medium' | 'highest' | null;
}

const weights: Codes<TokenWeight> = codesOf(tokenRules);

/** The weight of a code; null for a code that only gaps lead to. */
export function weightOf({ code }: Pick<Reason, 'code'>): TokenWeight | null {
  return weights[code] ?? null;
}

/**
 * The gate, in order: other accounts than fungible mints are UNKNOWN; then proven facts, worst first; then gaps; then the rest.
 * Facts come before gaps, so that UNKNOWN never hides a bad fact, and gaps before good news.
 */
export function stepsOf(found: readonly TokenLimit[]): readonly Step<TokenVerdict, TokenLimit>[] {
  const facts = found.filter(({ gap }) => gap === null);
  const steps: readonly (readonly [TokenVerdict, readonly TokenLimit[]])[] = [
    ['UNKNOWN', found.filter(({ blocks }) => blocks === 'everything')],
    ['UNKNOWN', facts.filter(({ reason }) => categoryOf(reason) === 'identity')],
    ['CRITICAL', ofSeverity(facts, 'critical')],
    ['HIGH_RISK', ofSeverity(facts, 'high')],
    ['HIGH_RISK', heavyTogether(facts)],
    ['UNKNOWN', found.filter(({ blocks }) => blocks === 'good')],
    // With a medium fact the unread part may hide a worse one: a new token with any of these facts has a serious one.
    ['UNKNOWN', mediumFacts(facts).length > 0 ? found.filter(({ blocks }) => blocks === 'best') : []],
    ['UNKNOWN', mayBeHeavy(facts) ? found.filter(({ blocks }) => blocks === 'medium') : []],
    // A fact that leads to the verdict alone comes before a gap that would lead to it.
    ['ELEVATED', ofSeverity(facts, 'medium')],
    ['ELEVATED', found.filter(({ blocks }) => blocks === 'best' || blocks === 'medium' || blocks === 'highest')],
  ];
  return steps.map(([verdict, deciding]) => ({ verdict, deciding }));
}

function ofSeverity(facts: readonly TokenLimit[], severity: Reason['severity']): readonly TokenLimit[] {
  return facts.filter(({ reason }) => reason.severity === severity && categoryOf(reason) !== 'identity');
}

/** The medium facts about the token itself, without those about its reading. */
function mediumFacts(facts: readonly TokenLimit[]): readonly TokenLimit[] {
  return ofSeverity(facts, 'medium').filter(({ reason }) => categoryOf(reason) !== 'data');
}

/** The medium facts if there are enough of them in enough categories; else none. */
function heavyTogether(facts: readonly TokenLimit[]): readonly TokenLimit[] {
  const { medium, count, categories } = mediumWeight(facts);
  return count >= MEDIUM_COUNT_HIGH && categories.size >= MEDIUM_CATEGORIES_HIGH ? medium : [];
}

/** Whether one more medium fact of the control would make the medium facts weigh as a serious one. */
function mayBeHeavy(facts: readonly TokenLimit[]): boolean {
  const { count, categories } = mediumWeight(facts);
  return count + 1 >= MEDIUM_COUNT_HIGH && new Set([...categories, 'control']).size >= MEDIUM_CATEGORIES_HIGH;
}

function mediumWeight(facts: readonly TokenLimit[]) {
  const medium = mediumFacts(facts);
  const count = medium.reduce((sum, { reason }) => sum + (weightOf(reason)?.counts ?? 1), 0);
  return { medium, count, categories: new Set(medium.map(({ reason }) => categoryOf(reason))) };
}

/** The category of a reason's code. A code without a weight comes from a gap. */
export function categoryOf(reason: Pick<Reason, 'code'>): Category {
  return weightOf(reason)?.category ?? 'data';
}
