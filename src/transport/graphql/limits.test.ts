import { type GraphQLObjectType, getIntrospectionQuery, getNamedType, isObjectType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { parseWithinLimits, refusedBatch, refusedDocument, unconditionalSubscription } from './limits.ts';

/** Names of the limits that a document breaks; undefined for what a rule of validation finds. */
function broken(query: string): unknown[] {
  const document = parse(query);
  return [...refusedDocument(schema, document), ...validate(schema, document, [unconditionalSubscription])].map(
    ({ extensions }) => (extensions.limit as { name?: string })?.name,
  );
}

const subject = 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs';

const many = (n: number, one: (n: number) => string) => Array.from({ length: n }, (_, i) => one(i)).join(' ');

/** Every field of a type, at any depth. */
function everything(name: string): string {
  const fields = Object.values((schema.getType(name) as GraphQLObjectType).getFields());
  return fields
    .map((field) => {
      const of = getNamedType(field.type);
      return isObjectType(of) ? `${field.name} { ${everything(of.name)} }` : field.name;
    })
    .join(' ');
}

describe('an operation passes', () => {
  it.each([
    [
      'the introspection query of public tools',
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        inputValueDeprecation: true,
        schemaDescription: true,
        directiveIsRepeatable: true,
      }),
    ],
    [
      'a batch with its documents',
      '{ checks(requests: []) { ... on Check { document verdict reasons { code message evidence } gaps { reading } billing { route } } ... on CheckFault { code message invalid } } }',
    ],
    [
      '100 checks by alias, each with its document',
      `{ ${many(100, (n) => `a${n}: funderCheck(address: "1") { document verdict }`)} }`,
    ],
    [
      'every field of a check of each kind',
      `{ wallet(address: "${subject}") { id check { ${everything('WalletCheck')} } funderCheck { ${everything('FunderCheck')} } }
        token(mint: "${subject}") { id check { ${everything('TokenCheck')} } tradeCheck { ${everything('TradeCheck')} } } }`,
    ],
    ['200 aliases', `{ ${many(200, (n) => `a${n}: prices { kind }`)} }`],
    [
      'all of the catalogue',
      '{ prices { kind } passes { tier } reasonCodes { code kind meaning severity action } flags { code } _service { sdl } }',
    ],
    ['16 levels', `{ __schema { queryType ${'{ ofType '.repeat(13)} { name }${' }'.repeat(13)} } }`],
  ])('with %s', (_, query) => expect(broken(query)).toEqual([]));
});

describe('an operation is refused', () => {
  it.each([
    ['depth', `{ __schema { queryType ${'{ ofType '.repeat(14)} { name }${' }'.repeat(14)} } }`],
    ['aliases', `{ ${many(201, (n) => `a${n}: __typename`)} }`],
    ['fields', `{ ${'prices { kind } '.repeat(551)} }`],
    ['cost', `{ ${many(3, (n) => `a${n}: __schema { __typename }`)} }`],
    ['cost', `{ ${many(25, (n) => `a${n}: __type(name: "Query") { name }`)} }`],
    ['cost', `{ __schema { types { fields { ${many(8, (n) => `a${n}: description`)} } } } }`],
    ['cost', `{ ...f } fragment f on Query { __schema { types { ${many(8, (n) => `a${n}: fields { name }`)} } } }`],
    ['cost', `mutation { ${many(15, (n) => `a${n}: claimCredit(signature: "", ticket: "") { note }`)} }`],
    ['cost', `{ account { ${many(3, (n) => `a${n}: checks { edges { node { document } } }`)} } }`],
    ['values', `{ checks(requests: []) { ... on Check { ${many(11, (n) => `a${n}: document`)} } } }`],
    [
      'values',
      `{ _entities(representations: []) { ... on Wallet { ${many(11, (n) => `a${n}: walletCheck { document }`)} } } }`,
    ],
    ['values', `{ _service { ${many(10, (n) => `a${n}: sdl`)} } }`],
    ['values', `{ reasonCodes { ${many(20, (n) => `a${n}: meaning`)} } }`],
    [
      'values',
      `{ checks(requests: []) { ... on WalletCheck { metrics { results { ${many(40, (n) => `a${n}: equity { lamports }`)} } } } } }`,
    ],
    [
      'values',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    ],
    ['values', `{ __schema { types { ${many(60, (n) => `a${n}: fields { type { fields { name } } }`)} } } }`],
    [
      'values',
      '{ __schema { types { possibleTypes { fields { type { possibleTypes { fields { args { type { possibleTypes { name } } } } } } } } } } }',
    ],
  ])('by %s', (name, query) => expect(broken(query)).toContain(name));

  it('for what its fragments make of it, wherever they are spread, in linear time', () => {
    const bomb = many(40, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);
    expect(broken(`{ ...f0 } ${bomb} fragment f40 on Query { prices { kind } }`)).toEqual(['fields', 'cost', 'values']);
    expect(broken('{ ...a } fragment a on Query { ...b } fragment b on Query { ...a prices { kind } }')).toEqual([]);
    expect(broken('{ ...nobody }')).toEqual([]);
  });

  it('for its definitions, before anything of it is measured', () => {
    const chain = many(100, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);
    expect(broken(`{ ...f0 } ${many(99, (n) => `fragment f${n} on Query { __typename }`)}`)).toEqual([]);
    expect(broken(`{ ...f0 } ${chain} fragment f100 on Query { __typename }`)).toEqual(['definitions']);
  });

  it('operation by operation', () => {
    const half = (name: string) => `query ${name} { ${many(150, (n) => `a${n}: __typename`)} }`;
    expect(broken(`${half('A')} ${half('B')}`)).toEqual([]);
    expect(broken(`${half('A')} query C { ${many(201, (n) => `a${n}: __typename`)} }`)).toEqual(['aliases']);
  });

  it.each([101, 5_000])('for %i checks or entities', (items) => {
    expect(refusedBatch({ items })?.extensions).toEqual({
      code: 'OPERATION_TOO_LARGE',
      limit: { name: 'checks', max: 100 },
    });
  });

  it('and is not for 100 of them', () => expect(refusedBatch({ items: 100 })).toBeNull());
});

describe('a document', () => {
  it.each([
    ['selections', `${'{ a '.repeat(101)}${'}'.repeat(101)}`],
    ['lists', `{ a(b: ${'['.repeat(101)}${']'.repeat(101)}) }`],
    ['objects', `{ a(b: ${'{ c: '.repeat(101)}1${'}'.repeat(101)}) }`],
    ['types', `query($a: ${'['.repeat(101)}Int${']'.repeat(101)}) { a }`],
    ['all of them', `{ a(b: ${'[{ c: '.repeat(60)}1${'}]'.repeat(60)}) }`],
    ['brackets that nobody closes', '{'.repeat(5_000)],
  ])('is refused before it is parsed for nested %s', (_, text) => {
    expect(() => parseWithinLimits(text)).toThrow(
      expect.objectContaining({ extensions: { code: 'OPERATION_TOO_LARGE', limit: { name: 'nesting', max: 100 } } }),
    );
  });

  it.each(['\n', '\r', '\r\n', ',#\n'])('is refused before it is parsed for lines that end with %j', (end) => {
    expect(() => parseWithinLimits(`${end.repeat(10_000)}{ a }`)).toThrow(
      expect.objectContaining({ extensions: { code: 'OPERATION_TOO_LARGE', limit: { name: 'lines', max: 10_000 } } }),
    );
    expect(parseWithinLimits(`${end.repeat(9_999)}{ a }`)).toMatchObject({ kind: 'Document' });
  });

  it('may have any brackets in strings and comments', () => {
    const open = '['.repeat(500);
    expect(parseWithinLimits(`{ a(b: "${open}\\"${open}", c: """${open}\\"""${open}""") } # ${open}`)).toMatchObject({
      kind: 'Document',
    });
  });

  it('is refused for its tokens while it is parsed', () => {
    expect(() => parseWithinLimits(`{ ${'a '.repeat(4_000)} }`)).toThrow(/more that 4000 tokens|token/);
  });
});

describe('a subscription', () => {
  it.each([
    'subscription { checks(requests: []) @skip(if: true) { done } }',
    'subscription($v: Boolean!) { checks(requests: []) @include(if: $v) { done } }',
    'subscription { ... @include(if: true) { checks(requests: []) { done } } }',
    'subscription { ...a } fragment a on Subscription { ... on Subscription @skip(if: false) { checks(requests: []) { done } } }',
    'subscription { ...a @skip(if: true) } fragment a on Subscription { checks(requests: []) { done } }',
  ])('has no condition at its root: %s', (query) => expect(broken(query)).toEqual([undefined]));

  it.each([
    'subscription { checks(requests: []) { done @skip(if: true) total } }',
    'subscription { ...a } fragment a on Subscription { checks(requests: []) { done } ...a }',
    'query { prices @skip(if: true) { kind } }',
  ])('and no other rule: %s', (query) => expect(broken(query)).toEqual([]));
});
