import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { type Codes, notApplicable, type Rule } from '../rule.ts';
import type { TokenEvidence } from './evidence.ts';

/** The same rule, not applicable to wrapped SOL: other tokens are sold for it, so it needs no pool. */
export function notForWrappedSol<C extends Codes>(rule: Rule<TokenEvidence, C>): Rule<TokenEvidence, C> {
  return {
    ...rule,
    judge: (evidence) => (evidence.subject === WRAPPED_SOL ? notApplicable : rule.judge(evidence)),
  };
}
