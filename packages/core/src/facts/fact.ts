import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { span, tracing } from '#lib/tracing.ts';

/** One thing that a check works out once, from its input and from other facts. `I` is the input of the checks that have the fact. */
export interface Fact<in I, out T> {
  readonly name: string;
  readonly compute: (check: FactCheck<I>) => Promise<T>;
}

/** A check as its facts see it. */
export interface FactCheck<out I> {
  readonly input: I;
  /** True once no caller waits for the check. A deadline does not end it: the facts known by then are judged. */
  readonly isOver: () => boolean;
  /** The fact, gaps included. It is worked out when it is first asked for. Throws where facts need each other. */
  get<T>(fact: Fact<I, T>): Promise<T>;
}

type Needs<I> = Readonly<Record<string, Fact<I, unknown>>>;
type ValueOf<F> = F extends Fact<never, infer T> ? T : never;
/** The values that a fact receives: its needs, by name. */
type Values<N> = { readonly [K in keyof N]: ValueOf<N[K]> };
/** What a reading is handed: the values of readings that it needs, by name. */
type Known<N> = { readonly [K in keyof N]: ValueOf<N[K]> extends Reading<infer T> ? T : ValueOf<N[K]> };
/** What a further reading is handed: the same values, of which none is null. */
type There<N> = { readonly [K in keyof N]: NonNullable<Known<N>[K]> };
type Compute<I, G, T> = (given: G, check: FactCheck<I>) => T | Promise<T>;

const CLOSED = missing('check', 'deadline', 'the operation was closed');

/** Makes facts over one type of input. All needs of a fact are requested at once, when the fact is. */
export function factsOf<I>() {
  /** A fact that always has a value. It receives its needs unchanged, gaps included. */
  function fact<const N extends Needs<I>, T>(name: string, needs: N, compute: Compute<I, Values<N>, T>): Fact<I, T> {
    return { name, compute: async (check) => compute(await allFacts(check, needs), check) };
  }
  /** A fact that may be missing. Where one that it needs is missing, it is missing for the same cause, under its own name. */
  function reading<const N extends Needs<I>, T>(
    name: string,
    needs: N,
    compute: Compute<I, Known<N>, Reading<T>>,
  ): Fact<I, Reading<T>> {
    return fact(name, needs, async (given, check): Promise<Reading<T>> => {
      const values = knownOf(given);
      if (!values.known) return renamed(name, values.gap);
      const found = check.isOver() ? CLOSED : await compute(values.value, check);
      return found.known ? found : renamed(name, found.gap);
    });
  }
  /** A fact that is needless, and so null, where one that it needs is missing or null. */
  function further<const N extends Needs<I>, T>(
    name: string,
    needs: N,
    compute: Compute<I, There<N>, Reading<T>>,
  ): Fact<I, Reading<T | null>> {
    return fact(name, needs, async (given, check): Promise<Reading<T | null>> => {
      const values = knownOf(given);
      if (!values.known || Object.values(values.value).includes(null)) return known(null);
      const found = check.isOver() ? CLOSED : await compute(values.value as There<N>, check);
      return found.known ? found : renamed(name, found.gap);
    });
  }
  /** The same for facts that go on without it: its gap is handed over in `read`, and is no gap of theirs. */
  function tolerated<T>(of: Fact<I, Reading<T>>): Fact<I, { readonly read: Reading<T> }> {
    return fact(of.name, { of }, (given) => ({ read: given.of }));
  }
  return { fact, reading, further, tolerated };
}

/** Several facts by name, all asked for at once. */
export async function allFacts<I, N extends Needs<I>>(check: FactCheck<I>, needs: N): Promise<Values<N>> {
  const values = Object.entries(needs).map(async ([at, one]) => [at, await check.get(one)] as const);
  return Object.fromEntries(await Promise.all(values)) as Values<N>;
}

/** A check that has worked out nothing yet. */
export function openFacts<I>(input: I, isOver: () => boolean = () => false): FactCheck<I> {
  const values = new Map<Fact<I, unknown>, Promise<unknown>>();
  /** What each fact that is being worked out has asked for. */
  const waits = new Map<Fact<I, unknown>, Set<Fact<I, unknown>>>();
  const leadsTo = (from: Fact<I, unknown>, to: Fact<I, unknown>, seen = new Set([from])): boolean =>
    from === to || [...(waits.get(from) ?? [])].some((next) => !seen.has(next) && leadsTo(next, to, seen.add(next)));
  const begin = (fact: Fact<I, unknown>): Promise<unknown> => {
    waits.set(fact, new Set());
    const work = async () => fact.compute(checkFor(fact));
    return (tracing.on ? span(`fact ${fact.name}`, {}, work) : work()).finally(() => waits.delete(fact));
  };
  const checkFor = (asking: Fact<I, unknown> | null): FactCheck<I> => ({
    input,
    isOver,
    get<T>(fact: Fact<I, T>): Promise<T> {
      if (asking && waits.has(fact) && leadsTo(fact, asking))
        throw new Error(`the facts ${asking.name} and ${fact.name} need each other`);
      if (asking) waits.get(asking)?.add(fact);
      const value = values.get(fact) ?? begin(fact);
      values.set(fact, value);
      return value as Promise<T>;
    },
  });
  return checkFor(null);
}

/** The values of all readings among these, and the rest as it is; or the first gap. */
function knownOf<N>(given: Values<N>): Reading<Known<N>> {
  const values: Record<string, unknown> = {};
  for (const [at, one] of Object.entries(given)) {
    if (!isReading(one)) values[at] = one;
    else if (one.known) values[at] = one.value;
    else return one;
  }
  return known(values as Known<N>);
}

function isReading(value: unknown): value is Reading<unknown> {
  return typeof value === 'object' && value !== null && 'known' in value && typeof value.known === 'boolean';
}
