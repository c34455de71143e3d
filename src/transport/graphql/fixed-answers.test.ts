import {
  type GraphQLOutputType,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { schema } from '#schema/schema.ts';
import { openEngine } from './engine.ts';
import { fixedFields, fixedKeyOf } from './fixed-answers.ts';
import type { PublicResult } from './public-errors.ts';
import type { Asking } from './server-context.ts';

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

/** Throws whatever is read of it, so that an answer made with it depends on nothing of a caller or of the books. */
const unread = new Proxy({} as never, {
  get: (_target, name) => {
    throw new Error(`a kept answer read ${String(name)}`);
  },
});

/** An engine of its own, which counts the operations that it executes. */
function openCounting() {
  let executed = 0;
  const open = (): object => {
    executed += 1;
    return { tally: { checks: 0 }, refusal: null };
  };
  const engine = openEngine({ service: { open } as never, money: unread, settings: unread, log: unread });
  const errors = { baseUrl: '', requestId: '', hidden: () => undefined, refused: () => undefined };
  const caller = { credentials: unread, requestId: '' };
  const asking = { caller, isSafe: true, takesEvents: false, prefersEvents: false, errors } as unknown as Asking;
  const ask = async (query: string): Promise<Readonly<Record<string, unknown>>> => {
    const { body } = (await engine({ query }, asking)) as PublicResult;
    return JSON.parse(typeof body === 'string' ? body : JSON.stringify(body));
  };
  return { ask, executed: () => executed };
}

/** Every field of a type without required arguments, some levels deep. */
function selectionOf(type: GraphQLOutputType, levels = 3): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter((one) => !one.args.some(isRequiredArgument));
  const chosen = fields.filter((one) => levels > 0 || isLeafType(getNamedType(one.type)));
  return `{ ${chosen.map((one) => `${one.name} ${selectionOf(one.type, levels - 1)}`).join(' ')} }`;
}

const metaSelections: Readonly<Record<string, string>> = {
  __schema: '__schema { types { name fields { name description } } }',
  __type: '__type(name: "Price") { name fields { name } }',
  __typename: '__typename',
};

function documentOf(name: string): string {
  const field = schema.getQueryType()?.getFields()[name];
  return field ? `{ ${name} ${selectionOf(field.type)} }` : `{ ${metaSelections[name]} }`;
}

describe('a kept answer', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([...fixedFields])('to %s reads nothing of its caller, the books or the time', async (name) => {
    const query = documentOf(name);
    const answers: unknown[] = [];
    for (const time of ['2026-01-01T00:00:00Z', '2031-07-01T12:34:56Z']) {
      vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] });
      const { ask, executed } = openCounting();
      answers.push(await ask(query), await ask(query));
      expect(executed()).toBe(1);
    }
    for (const one of answers) expect(one).toEqual(answers[0]);
    expect(answers[0]).not.toHaveProperty('errors');
  });

  it('has no errors: what failed is executed again', async () => {
    const { ask, executed } = openCounting();
    const query = `{ reasonCodes(code: "${'a'.repeat(65)}") { code } }`;
    for (const times of [1, 2]) {
      expect(await ask(query)).toMatchObject({ data: { reasonCodes: null }, errors: [{ path: ['reasonCodes'] }] });
      expect(executed()).toBe(times);
    }
  });
});
