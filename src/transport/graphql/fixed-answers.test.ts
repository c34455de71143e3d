import { getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fixedKeyOf } from './fixed-answers.ts';

/** Whether the answer to the first document is the answer to the second one. */
function isOneAnswer(first: string, second: string): boolean {
  const key = fixedKeyOf(parse(first));
  return key !== null && key === fixedKeyOf(parse(second));
}

describe('answers about the schema', () => {
  it('are one for each document, whatever its name, comments and white space', () => {
    const query = getIntrospectionQuery();
    for (const other of [
      query,
      query.replace('IntrospectionQuery', 'q1'),
      `# ${Math.random()}\n${query}`,
      query.replace(/\s+/g, '\n , '),
    ]) {
      expect(isOneAnswer(query, other)).toBe(true);
    }
    expect(isOneAnswer('{ __type(name: "A") { name } }', 'query x { __type(name: """A""") { name } }')).toBe(false);
  });

  it.each([
    ['another selection', '{ __schema { types { name } } }', '{ __schema { types { kind } } }'],
    ['another alias', '{ a: __typename }', '{ b: __typename }'],
    ['another argument', '{ __type(name: "A") { name } }', '{ __type(name: "B") { name } }'],
    ['a name in place of a text', '{ __type(name: "A") { name } }', '{ __type(name: A) { name } }'],
    ['texts that would be one word', '{ __type(name: "A B") { name } }', '{ __type(name: "A", B: "") { name } }'],
    [
      'a field that is named as the operation',
      'query q { __schema { q: types { name } } }',
      'query q { __schema { types { name } } }',
    ],
  ])('are not those of %s', (_what, first, second) => {
    expect(isOneAnswer(first, second)).toBe(false);
  });

  it.each([
    ['something else beside', '{ __typename account { balanceUsdc } }'],
    ['variables', 'query($a: String!) { __type(name: $a) { name } }'],
    ['two operations', 'query a { __typename } query b { __schema { __typename } }'],
    ['a fragment at its root', '{ ...f } fragment f on Query { __typename }'],
    ['a mutation', 'mutation { __typename }'],
  ])('are not kept of a document with %s', (_what, query) => {
    expect(isOneAnswer(query, query)).toBe(false);
  });
});
