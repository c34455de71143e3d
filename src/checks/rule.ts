import type { Gap, Reading } from '#lib/reading.ts';
import type { Reason } from './check.ts';

/** What a rule found: nothing, something that does not apply, one or more reasons or flags, or why it cannot know. */
export type Finding =
  | { readonly outcome: 'clear' | 'not_applicable' }
  | { readonly outcome: 'raised'; readonly reasons: readonly Reason[]; readonly flags: readonly string[] }
  | { readonly outcome: 'unknown'; readonly gaps: readonly Gap[] };

type Readings<E> = { readonly [K in keyof E]: E[K] extends Reading<infer T> ? T : never };

/** A question over evidence `E`. `judge` of the definition sees the values of `needs`, already unwrapped, and nothing else. */
export interface Rule<E> {
  readonly id: string;
  readonly codes: readonly string[];
  readonly flags: readonly string[];
  readonly judge: (evidence: E) => Finding;
}

/** Wraps a rule so that a gap in what it needs becomes `unknown` before its own code runs, and only its codes leave it. */
export function ruleFor<E>() {
  return <const K extends keyof E>(definition: {
    readonly id: string;
    readonly needs: readonly K[];
    readonly codes: readonly string[];
    readonly flags?: readonly string[];
    readonly judge: (facts: Pick<Readings<E>, K>) => Finding;
  }): Rule<E> => ({
    id: definition.id,
    codes: definition.codes,
    flags: definition.flags ?? [],
    judge(evidence) {
      const gaps: Gap[] = [];
      const facts: Partial<Record<K, unknown>> = {};
      for (const name of definition.needs) {
        const reading = evidence[name] as Reading<unknown>;
        if (reading.known) facts[name] = reading.value;
        else gaps.push(reading.gap);
      }
      if (gaps.length > 0) return { outcome: 'unknown', gaps };
      const finding = definition.judge(facts as Pick<Readings<E>, K>);
      refuseUnlisted(definition.id, definition.codes, definition.flags ?? [], finding);
      return finding;
    },
  });
}

function refuseUnlisted(id: string, codes: readonly string[], flags: readonly string[], finding: Finding): void {
  if (finding.outcome !== 'raised') return;
  for (const reason of finding.reasons) {
    if (!codes.includes(reason.code)) throw new Error(`rule ${id} raised ${reason.code}, which it does not list`);
  }
  for (const flag of finding.flags) {
    if (!flags.includes(flag)) throw new Error(`rule ${id} raised flag ${flag}, which it does not list`);
  }
}

export const clear: Finding = { outcome: 'clear' };
export const notApplicable: Finding = { outcome: 'not_applicable' };

/** A finding with these reasons and flags. */
export function raised(reasons: readonly Reason[], flags: readonly string[] = []): Finding {
  return { outcome: 'raised', reasons, flags };
}
