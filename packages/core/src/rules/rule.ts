import type { Gap, Reading } from '#lib/reading.ts';
import type { CodeEntry, Reason, Severity } from './check.ts';

/** Reason codes with their words, declared by the rule that raises them. `W` is the kind's weight of a code. */
export type Codes<W = unknown> = Readonly<Record<string, CodeEntry & W>>;

/** A reason raised by a rule. Severity and message default to those of its code. */
export interface RaisedReason<C extends string = string> {
  readonly code: C;
  readonly evidence: Reason['evidence'];
  readonly message?: string | undefined;
  readonly severity?: Severity | undefined;
}

type Nothing = { readonly outcome: 'clear' | 'not_applicable' };
type Raised<R> = { readonly outcome: 'raised'; readonly reasons: readonly R[]; readonly flags: readonly string[] };
type Unknown = { readonly outcome: 'unknown'; readonly gaps: readonly Gap[] };

/** The answer of a rule: nothing, not applicable, or reasons with codes `C` and flags. */
export type RuleAnswer<C extends string = string> = Nothing | Raised<RaisedReason<C>>;

/** The finding of a rule: its answer with the words of its codes, or why it is unknown. */
export type Finding = Nothing | Raised<Reason> | Unknown;

type Values<E> = { readonly [K in keyof E]: E[K] extends Reading<infer T> ? T : never };

/** The rule's input from each reading that it needs: the value, or the part `P` of it that the kind takes; never null. */
type Needed<E, P> = { readonly [K in keyof E]: K extends keyof P ? P[K] : NonNullable<Values<E>[K]> };

/** How a kind takes a part of a value; null where the value has no such part. */
type Parts<E, P> = { readonly [K in keyof P & keyof E]: (value: Values<E>[K]) => P[K] | null };

/** A question over evidence `E`, with every code and flag that it can raise. */
export interface Rule<E, C extends Codes = Codes> {
  readonly id: string;
  readonly codes: C;
  /** The text of each flag. */
  readonly flags: Readonly<Record<string, string>>;
  readonly judge: (evidence: E) => Finding;
}

/**
 * Makes the rules of a kind. `judge` gets the values of `needs` and of `mayBeNull`. A gap in one of them makes the finding `unknown`
 * before; then a null in `needs` makes it `not_applicable`. `parts` takes a part of a value, such as the mint of a subject. The whole
 * evidence is for the subject and for optional readings. A rule can only raise declared codes and flags.
 */
export function ruleFor<E, W, P = Record<never, never>>(parts: Parts<E, P> = {} as Parts<E, P>) {
  return <
    const K extends keyof E,
    const C extends Codes<W> = Record<never, never>,
    const N extends keyof E = never,
  >(definition: {
    readonly id: string;
    readonly needs: readonly K[];
    readonly mayBeNull?: readonly N[];
    readonly codes?: C;
    readonly flags?: Readonly<Record<string, string>>;
    readonly judge: (
      facts: Pick<Needed<E, P>, K> & Pick<Values<E>, N>,
      evidence: E,
    ) => RuleAnswer<NoInfer<keyof C & string>>;
  }): Rule<E, C> => {
    const { id, needs, mayBeNull = [], flags = {} } = definition;
    const codes = definition.codes ?? ({} as C);
    const rule: Rule<E, C> = {
      id,
      codes,
      flags,
      judge(evidence) {
        const { values, gaps } = valuesOf([...mayBeNull, ...needs], evidence);
        if (gaps.length > 0) return { outcome: 'unknown', gaps };
        const needed = Object.fromEntries(needs.map((name) => [name, partOf(parts, name, values[name])]));
        if (Object.values(needed).includes(null)) return notApplicable;
        const facts = { ...values, ...needed } as Pick<Needed<E, P>, K> & Pick<Values<E>, N>;
        return findingOf(rule, definition.judge(facts, evidence));
      },
    };
    return rule;
  };
}

function valuesOf<E, K extends keyof E>(names: readonly K[], evidence: E) {
  const gaps: Gap[] = [];
  const values: Partial<Record<K, unknown>> = {};
  for (const name of names) {
    const reading = evidence[name] as Reading<unknown>;
    if (reading.known) values[name] = reading.value;
    else gaps.push(reading.gap);
  }
  return { values, gaps };
}

function partOf<E, P>(parts: Parts<E, P>, name: keyof E, value: unknown): unknown {
  const part = (parts as Partial<Record<keyof E, (value: unknown) => unknown>>)[name];
  return part ? part(value) : value;
}

function findingOf({ id, codes, flags }: Pick<Rule<unknown>, 'id' | 'codes' | 'flags'>, answer: RuleAnswer): Finding {
  if (answer.outcome !== 'raised') return answer;
  for (const flag of answer.flags) if (!Object.hasOwn(flags, flag)) throw unlisted(id, `flag ${flag}`);
  return { ...answer, reasons: answer.reasons.map((one) => worded(id, codes, one)) };
}

function worded(id: string, codes: Codes, { code, evidence, message, severity }: RaisedReason): Reason {
  const entry = codes[code];
  if (!entry) throw unlisted(id, code);
  return { code, severity: severity ?? entry.severity, message: message ?? entry.meaning, evidence };
}

const unlisted = (id: string, what: string) => new Error(`rule ${id} raised ${what}, which it does not list`);

export const clear: Nothing = { outcome: 'clear' };
export const notApplicable: Nothing = { outcome: 'not_applicable' };

/** A reason for this subject. Amounts and addresses in `evidence` are strings. */
export function reason<const C extends string>(
  code: C,
  evidence: Reason['evidence'],
  message?: string,
  severity?: Severity,
): RaisedReason<C> {
  return { code, evidence, message, severity };
}

/** The reason of a code that no rule raises, with the words of the catalogue. */
export function catalogued<C extends Codes>(codes: C, code: keyof C & string, evidence: Reason['evidence']): Reason {
  const { severity, meaning } = codes[code] as CodeEntry;
  return { code, severity, message: meaning, evidence };
}

/** An answer with these reasons and flags. */
export function raised<const R extends RaisedReason>(reasons: readonly R[], flags: readonly string[] = []): Raised<R> {
  return { outcome: 'raised', reasons, flags };
}

/** The same, `clear` where there is neither a reason nor a flag. */
export function found<const R extends RaisedReason>(
  reasons: readonly R[],
  flags: readonly string[] = [],
): Nothing | Raised<R> {
  return reasons.length + flags.length > 0 ? raised(reasons, flags) : clear;
}

type AllCodes<R> = R extends { readonly codes: infer C } ? C : never;
type Together<T> = (T extends unknown ? (given: T) => void : never) extends (given: infer I) => void ? I : never;

/** The codes of all rules in one table, in the order of the rules. A code of two rules must say the same in both. */
export function codesOf<R extends { readonly codes: Codes }>(rules: readonly R[]): Together<AllCodes<R>> {
  return Object.assign({}, ...rules.map(({ codes }) => codes));
}

/** The flags of all rules in one table, in the order of the rules. */
export function flagsOf(
  rules: readonly { readonly flags: Readonly<Record<string, string>> }[],
): Readonly<Record<string, string>> {
  return Object.assign({}, ...rules.map(({ flags }) => flags));
}
