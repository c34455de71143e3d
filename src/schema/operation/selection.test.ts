import { buildSchema, type GraphQLObjectType, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from './plan.ts';
import { KeptPlans, planningOf } from './selection-plan.ts';

const schema = buildSchema(`
  interface Named { name: String }
  type Query implements Named { name: String other(n: Int): Query }
  type Thing implements Named { name: String }
  union Either = Query | Thing`);

/** The fields of the operation on an object of the type: response names, each with its nodes as they are written. */
function fields(text: string, variables: Record<string, unknown> = {}, type = 'Query') {
  const document = parse(text);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const object = schema.getType(type) as GraphQLObjectType;
  const found = fieldsOf({ schema, document, variables }, object, [operation.selectionSet]);
  return [...found].map(([name, nodes]) => `${name}:${nodes.map((node) => node.name.value)}`);
}

describe('fields', () => {
  it.each<[string, string[]]>([
    ['{ name }', ['name:name']],
    ['{ b: name a: name b: name }', ['b:name,name', 'a:name']],
    ['{ name @skip(if: true) other }', ['other:other']],
    ['{ name @include(if: false) @skip(if: false) }', []],
    ['{ name @include(if: true) @skip(if: true) }', []],
    ['{ ... { name } ... on Query { other } ... on Thing { a: name } }', ['name:name', 'other:other']],
    ['{ ... on Named { name } ... on Either { other } }', ['name:name', 'other:other']],
    ['{ ... on Unknown { name } ...Nobody }', []],
    ['{ ...F ...F } fragment F on Query { name }', ['name:name']],
    ['{ ...F @skip(if: true) ...F } fragment F on Query { name }', ['name:name']],
    ['{ ...F } fragment F on Query { name ...F }', ['name:name']],
    ['{ ...F ...G } fragment F on Thing { name } fragment G on Either { other ...F }', ['other:other']],
    ['{ ... @skip(if: true) { name } ... @include(if: true) { other } }', ['other:other']],
  ])('of %s', (text, expected) => expect(fields(text)).toEqual(expected));

  it.each<[Record<string, unknown>, string[]]>([
    [{ v: true }, ['other:other']],
    [{ v: false }, ['name:name']],
  ])('by the variables %j', (variables, expected) => {
    expect(fields('query($v: Boolean!) { name @skip(if: $v) other @include(if: $v) }', variables)).toEqual(expected);
  });

  it('follow the type of the object', () => {
    const text =
      '{ ... on Named { name } ... on Query { a: name } ... on Thing { b: name } ... on Either { c: name } }';
    expect(fields(text, {}, 'Thing')).toEqual(['name:name', 'b:name', 'c:name']);
  });

  it('have no condition of null', () => {
    expect(() => fields('query($v: Boolean = true) { name @include(if: $v) }', { v: null })).toThrow(
      /must not be null/,
    );
  });
});

describe('the plans of a document', () => {
  const conditions = [...'abcdefgh'];
  const document = parse(
    `query(${conditions.map((name) => `$${name}: Boolean!`)}) { ${conditions.map((name) => `${name}: name @include(if: $${name})`)} }`,
  );
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const chosen = (n: number) => conditions.filter((_, bit) => (n >> bit) % 2 === 1);
  const variablesOf = (n: number) => Object.fromEntries(conditions.map((name) => [name, chosen(n).includes(name)]));

  it('are kept', () => {
    const planning = planningOf({ schema, document, operation });
    expect(planning(variablesOf(3))).toBe(planning(variablesOf(3)));
    expect(planning(variablesOf(3))).not.toBe(planning(variablesOf(4)));
  });

  it('have no more fields together than its length allows, whatever its conditions, and are right all the same', () => {
    const kept = new KeptPlans(document);
    const planning = planningOf({ schema, document, operation, kept });
    const allowed = 64 + (document.loc?.end ?? 0) / 4;
    for (let n = 0; n < 2 ** conditions.length; n += 1) {
      const plan = planning(variablesOf(n));
      expect(plan.root().map(({ name }) => name)).toEqual(chosen(n));
      expect(kept.fields).toBeLessThanOrEqual(allowed);
    }
  });

  it('of several operations are told apart', () => {
    const two = parse('query A { name } query B { other { name } }');
    const kept = new KeptPlans(two);
    const names = two.definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION
        ? planningOf({ schema, document: two, operation: one, kept })({}).root()
        : [],
    );
    expect(names.map(({ name }) => name)).toEqual(['name', 'other']);
  });
});
