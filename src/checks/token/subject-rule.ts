import type { Address } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';
import { type Finding, type Rule, ruleFor } from '../rule.ts';
import type { TokenEvidence } from './evidence.ts';

type Facts<K extends keyof TokenEvidence> = {
  readonly [N in K]: TokenEvidence[N] extends Reading<infer T> ? T : never;
};

/** A rule whose answer depends on the address asked about as well, which is no reading and so can be no need of it. */
export function ruleOnSubject<const K extends keyof TokenEvidence>(definition: {
  readonly id: string;
  readonly needs: readonly K[];
  readonly codes: readonly string[];
  readonly flags?: readonly string[];
  readonly judge: (facts: Facts<K>, subject: Address) => Finding;
}): Rule<TokenEvidence> {
  const { id, codes, flags = [] } = definition;
  return {
    id,
    codes,
    flags,
    judge: (evidence) =>
      ruleFor<TokenEvidence>()({
        ...definition,
        judge: (facts) => definition.judge(facts as Facts<K>, evidence.subject),
      }).judge(evidence),
  };
}
