import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { type Codes, notApplicable, type Rule } from '../rule.ts';
import type { TokenEvidence } from './evidence.ts';

/** The same rule, which does not apply to wrapped SOL: it is what other tokens are sold for, and needs no pool to leave. */
export function notForWrappedSol<C extends Codes>(rule: Rule<TokenEvidence, C>): Rule<TokenEvidence, C> {
  return {
    ...rule,
    judge: (evidence) => (evidence.subject === WRAPPED_SOL ? notApplicable : rule.judge(evidence)),
  };
}
