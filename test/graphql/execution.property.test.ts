import fc, { type GeneratorValue } from 'fast-check';
import {
  buildSchema,
  type ExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  getVariableValues,
  Kind,
  parse,
  execute as reference,
  validate,
} from 'graphql';
import { expect, it } from 'vitest';
import { execute } from '#schema/operation/execution.ts';
import { planningOf } from '#schema/operation/selection-plan.ts';
import { cases, runsAll } from '../../packages/core/test/support/cases.ts';

const schema = buildSchema(`
  interface Node { id: ID! self: Node }
  union Either = Query | Thing
  enum Colour { RED GREEN }
  input Choice @oneOf { name: String count: Int }
  input Filter { colours: [Colour!] = [RED] choice: Choice deep: Filter }
  type Query implements Node {
    id: ID! self: Node text(of: String = "x", n: Int): String strict(filter: Filter): String! colour: Colour numbers: [Int]
    strictNumbers: [Int!]! things: [Thing] strictThings: [Thing!] one: Thing must: Thing! either: Either eithers: [Either!]!
    flag(on: Boolean!): Boolean nested: [[Thing!]] float: Float }
  type Thing implements Node { id: ID! self: Node size: Float strict: String! deep: Thing parent: Query! nodes: [Node!] either: Either! }
  type Mutation { first(n: Int): Query second: Query! third: Int! }`);

const ALIASES = ['a', 'b', '__proto__', 'constructor', 'toString', 'id'];
const LEAVES: Readonly<Record<string, readonly string[]>> = {
  Query: ['id', 'text', 'strict', 'colour', 'numbers', 'strictNumbers', 'float', 'flag', '__typename'],
  Thing: ['id', 'size', 'strict', '__typename'],
  Node: ['id', '__typename'],
  Either: ['__typename'],
  Mutation: ['third'],
};
const OBJECTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Query: [
    ['self', 'Node'],
    ['things', 'Thing'],
    ['strictThings', 'Thing'],
    ['one', 'Thing'],
    ['must', 'Thing'],
    ['either', 'Either'],
    ['eithers', 'Either'],
    ['nested', 'Thing'],
  ],
  Thing: [
    ['self', 'Node'],
    ['deep', 'Thing'],
    ['parent', 'Query'],
    ['nodes', 'Node'],
    ['either', 'Either'],
  ],
  Node: [['self', 'Node']],
  Either: [],
  Mutation: [
    ['first', 'Query'],
    ['second', 'Query'],
  ],
};
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  text: [
    '',
    '',
    '(of: "a")',
    '(of: $s)',
    '(n: 7)',
    '(n: $n, of: null)',
    '(of: "__MAGIC_DATE__71d4310a process.exit()")',
  ],
  strict: [
    '',
    '(filter: { colours: [GREEN] })',
    '(filter: $f)',
    '(filter: { choice: { name: $s } })',
    '(filter: { deep: { colours: RED } })',
  ],
  flag: ['(on: true)', '(on: $on)', '(on: $maybe)'],
  first: ['', '(n: $n)'],
};
const CONDITIONS = [
  '@skip(if: $on)',
  '@include(if: $maybe)',
  '@skip(if: false)',
  '@include(if: true)',
  '@include(if: false) @skip(if: $on)',
];
const DECLARED = '($s: String, $n: Int = 3, $f: Filter, $on: Boolean = true, $maybe: Boolean = false)';

/** Makes documents of the schema above from the choices of a generator. Not every one is valid. */
class Maker {
  readonly #g: GeneratorValue;
  #names = 0;

  constructor(g: GeneratorValue) {
    this.#g = g;
  }

  #oneOf<T>(items: readonly T[]): T {
    return items[this.#g(fc.nat, { max: items.length - 1 })] as T;
  }

  #chance(percent: number): boolean {
    return this.#g(fc.nat, { max: 99 }) < percent;
  }

  #field(on: string, depth: number): string {
    // Most have a name of their own, because fields of one name must agree.
    const own = this.#chance(60) ? `u${this.#names++}: ` : '';
    const alias = this.#chance(15) ? `${this.#oneOf(ALIASES)}: ` : own;
    const condition = this.#chance(15) ? ` ${this.#oneOf(CONDITIONS)}` : '';
    const inner = OBJECTS[on] ?? [];
    const [name, below] =
      depth > 0 && inner.length > 0 && this.#chance(60) ? this.#oneOf(inner) : [this.#oneOf(LEAVES[on] ?? []), null];
    return `${alias}${name}${this.#oneOf(ARGUMENTS[name] ?? [''])}${condition}${below === null ? '' : ` ${this.set(below, depth - 1)}`}`;
  }

  #selection(on: string, depth: number): string {
    if (on !== 'Mutation' && this.#chance(25)) {
      const to = this.#oneOf(['Query', 'Thing', 'Node', 'Either']);
      return this.#chance(50) ? `... on ${to} ${this.set(to, depth - 1)}` : `...F${to}`;
    }
    return this.#field(on, depth);
  }

  set(on: string, depth: number): string {
    const count = 1 + this.#g(fc.nat, { max: 3 });
    return `{ ${Array.from({ length: count }, () => this.#selection(on, depth)).join(' ')} }`;
  }

  document(): string {
    const root = this.#chance(15) ? 'Mutation' : 'Query';
    const text = `${root.toLowerCase()} Q${DECLARED} ${this.set(root, 3)}`;
    const fragments = ['Query', 'Thing', 'Node', 'Either'].filter((name) => text.includes(`...F${name}`));
    return [text, ...fragments.map((name) => `fragment F${name} on ${name} { ${this.#field(name, 0)} }`)].join('\n');
  }

  variables(): Record<string, unknown> {
    const given: [string, unknown][] = [
      ['s', this.#oneOf(['t', null])],
      ['n', this.#oneOf([1, null])],
      ['on', this.#chance(50)],
      ['maybe', this.#oneOf([true, false, null])],
      ['f', this.#oneOf([null, { choice: { count: 1 } }])],
    ];
    return Object.fromEntries(given.filter(() => this.#chance(60)));
  }
}

const VALUES: Readonly<Record<string, unknown>> = {
  Query: { __typename: 'Query' },
  Thing: { __typename: 'Thing' },
  String: 'text',
  ID: 'id',
  Int: 5,
  Float: 0.5,
  Boolean: true,
  Colour: 'RED',
};

/** Numbers below a bound that follow from a seed and a text. */
function drawing(seed: number, text: string): (max: number) => number {
  let hash = seed;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return (max) => {
    hash = (Math.imul(hash, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((hash / 2 ** 32) * max);
  };
}

/** Rejected, but heeded: of a list that fails earlier nobody looks at the rest. */
function rejected(error: Error): Promise<never> {
  const promise = Promise.reject(error);
  promise.catch(() => undefined);
  return promise;
}

/** The value, or a promise of it, or something else in its place. */
function spoilt(value: unknown, fieldName: string, draw: (max: number) => number): unknown {
  const others = [
    null,
    undefined,
    new Error(`error of ${fieldName}`),
    rejected(new Error(`rejection of ${fieldName}`)),
    { no: 'such value' },
  ];
  const way = draw(50);
  if (way < others.length) return others[way];
  return way < 15 ? Promise.resolve(value) : value;
}

function valueOfType(type: string, fieldName: string, draw: (max: number) => number): unknown {
  const inner = type.replace(/!$/, '');
  const made = (): unknown => {
    if (inner.startsWith('[')) {
      // graphql-js leaves a rejected item unheeded where another one spoils the list at once.
      const most = inner.endsWith('!]') ? 2 : 4;
      return Array.from({ length: draw(most) }, () => valueOfType(inner.slice(1, -1), fieldName, draw));
    }
    const isAbstract = inner === 'Node' || inner === 'Either';
    return VALUES[isAbstract ? (draw(2) === 0 ? 'Query' : 'Thing') : inner];
  };
  return spoilt(made(), fieldName, draw);
}

/** A resolver whose answer to each field follows from its path and arguments, so that both engines get the same one. */
function resolverOf(seed: number): GraphQLFieldResolver<unknown, unknown> {
  return (_source, args, _context, { path, returnType, fieldName }) => {
    let keys = '';
    for (let one: typeof path | undefined = path; one; one = one.prev) keys += `/${one.key}`;
    const draw = drawing(seed, keys + JSON.stringify(args));
    if (draw(50) === 0) throw new Error(`${fieldName} throws`);
    return valueOfType(String(returnType), fieldName, draw);
  };
}

/** Every other field of one object has a resolver of one parameter, whose answer follows from its name alone. */
function readerOf(seed: number, name: string, type: string): GraphQLFieldResolver<unknown, unknown> {
  return (_source) => {
    const draw = drawing(seed, name);
    if (draw(50) === 0) throw new Error(`${name} throws`);
    return valueOfType(type, name, draw);
  };
}

function resolveBy(resolve: GraphQLFieldResolver<unknown, unknown>, seed: number | null = null): void {
  for (const type of ['Query', 'Thing', 'Mutation']) {
    for (const [n, field] of Object.values((schema.getType(type) as GraphQLObjectType).getFields()).entries()) {
      const isReader = seed !== null && (seed + n) % 2 === 0;
      field.resolve = isReader ? readerOf(seed, field.name, String(field.type)) : resolve;
    }
  }
}

/** What may differ: of values that fit no type the message, and the order of errors that came of different promises. */
function comparable({ data, errors = [] }: ExecutionResult | Awaited<ReturnType<typeof execute>>): unknown {
  const told = errors.map(({ message, path, locations, originalError }) =>
    JSON.stringify([
      /must resolve to|has the type|cannot represent|serialize/.test(message) ? 'unfit' : message,
      path,
      locations,
      originalError?.constructor.name,
    ]),
  );
  return { data: JSON.stringify(data), errors: told.sort() };
}

/** Executes a document by both engines; null where it is none or its variables are refused. */
async function byBoth(text: string, given: Record<string, unknown>, seed: number) {
  const document = parse(text);
  if (validate(schema, document).some(({ message }) => !/never used/.test(message))) return null;
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('no operation');
  const { coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  if (!variables) return null;
  resolveBy(resolverOf(seed), seed);
  const expected = await reference({ schema, document, variableValues: given });
  const planning = planningOf({ schema, document, operation });
  const first = await execute(planning(variables), { context: undefined, variables });
  const again = await execute(planning(variables), { context: undefined, variables });
  return { expected, found: [first, again] };
}

it('executes as graphql-js does: the same data in the same order, and the same errors at the same places', async () => {
  let [executed, withErrors] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.nat(), async (g, seed) => {
      const maker = new Maker(g);
      const [text, given] = [maker.document(), maker.variables()];
      const results = await byBoth(text, given, seed);
      if (!results) return;
      const { expected, found } = results;
      for (const one of found)
        expect(comparable(one), `${text}\n${JSON.stringify(given)}`).toEqual(comparable(expected));
      executed += 1;
      if (expected.errors) withErrors += 1;
    }),
    { numRuns: cases(2_000) },
  );
  // The property is worth something only where many documents are executed, and many of the answers have errors.
  if (runsAll) expect([executed > 500, withErrors > 120]).toEqual([true, true]);
});

it('leaves no item of a list unheeded where another one spoils the list at once', async () => {
  resolveBy((_source, _args, _context, { returnType }) =>
    String(returnType) === '[Int!]!' ? [Promise.reject(new Error('later')), null] : { __typename: 'Thing' },
  );
  const document = parse('{ strictNumbers }');
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const planning = planningOf({ schema, document, operation });
  const { data, errors } = await execute(planning({}), { context: undefined, variables: {} });
  expect([data, errors?.map(({ path }) => path)]).toEqual([null, [['strictNumbers', 1]]]);
});
