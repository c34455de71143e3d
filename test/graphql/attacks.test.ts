import { createHash } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { fakeMoney, moneyService } from '../rest/money.ts';
import { openCountingBilling } from '../support/graphql-billing.ts';
import {
  type Answered,
  answerOf,
  codesOf,
  type GraphqlRoute,
  openRoute,
  routeSettings,
  subjects,
} from '../support/graphql-route.ts';
import { BATCH, funders, requestOf, subjectAt } from './graphql-batches.ts';

const KEY = 'assay_test';
const OTHER_KEY = 'assay_other';
/** A few times the answer to public tools' introspection, for which nobody pays. */
const ANSWER_CHARS_MAX = 1_000_000;
const billing = openCountingBilling();
let route: GraphqlRoute;

beforeAll(async () => {
  route = await openRoute(billing, moneyService(fakeMoney(KEY), routeSettings));
});
afterAll(() => route.close());
beforeEach(() => {
  billing.clear();
  route.inspection.inspected.length = 0;
  route.hidden.length = 0;
});

const paying = { 'x-api-key': KEY };
const [address, other] = subjects;
const many = (n: number, one: (n: number) => string, by = ' ') => Array.from({ length: n }, (_, i) => one(i)).join(by);

async function isServing(): Promise<void> {
  expect((await fetch(new URL('/health', route.url))).status).toBe(200);
}

/** Refused with a code each, of bounded size, with nothing held and nothing worked, and the service goes on. */
async function expectRefused(answer: Answered, code: RegExp, status?: number): Promise<void> {
  const codes = codesOf(answer);
  expect(codes.length, answer.text.slice(0, 500)).toBeGreaterThan(0);
  for (const one of codes) expect(one, answer.text.slice(0, 500)).toMatch(code);
  if (status !== undefined) expect(answer.status).toBe(status);
  expect(answer.text).not.toMatch(/\.ts:|node_modules|at Object\./);
  expect(answer.text.length).toBeLessThan(100_000);
  expect([billing.bills, route.inspection.inspected]).toEqual([[], []]);
  await isServing();
}

const ALIASED = `query($requests: [CheckRequest!]!) { ${many(99, (n) => `a${n}: checks(requests: $requests) { __typename }`)} }`;
const listed = (count: number) => Array.from({ length: count }, () => ({ funder: { address } }));
const TOO_LARGE = /^OPERATION_TOO_LARGE$/;
const INVALID = /^GRAPHQL_VALIDATION_FAILED$/;

describe('a document that would grow', () => {
  it.each([
    ['aliases of a check', `{ ${many(201, (n) => `a${n}: funderCheck(address: "${address}") { kind }`)} }`, TOO_LARGE],
    [
      '101 different checks',
      `{ ${many(101, (n) => `a${n}: funderCheck(address: "${subjectAt(n)}") { kind }`)} }`,
      TOO_LARGE,
    ],
    [
      'fragments that double themselves',
      `{ ...f0 } ${many(60, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`)} fragment f60 on Query { prices { kind } }`,
      TOO_LARGE,
    ],
    [
      'fragments that double themselves under aliases',
      `{ ...f0 } ${many(40, (n) => `fragment f${n} on __Type { a: ofType { ...f${n + 1} } b: ofType { ...f${n + 1} } }`)} fragment f40 on __Type { name }`,
      /OPERATION_TOO_LARGE|GRAPHQL_VALIDATION_FAILED/,
    ],
    [
      'fragments in a circle',
      '{ ...a } fragment a on Query { ...b } fragment b on Query { ...c } fragment c on Query { ...a }',
      INVALID,
    ],
    ['a fragment in itself', '{ ...a } fragment a on Query { prices { kind } ...a }', INVALID],
    ['deep inline fragments', `{ ${'... { '.repeat(99)} prices { kind } ${'}'.repeat(99)} }`, TOO_LARGE],
    ['directives', `{ prices ${'@include(if: true) '.repeat(500)} { kind } }`, INVALID],
    [
      'unknown directives',
      `{ prices ${'@a '.repeat(1_500)} { kind } }`,
      /GRAPHQL_VALIDATION_FAILED|GRAPHQL_PARSE_FAILED/,
    ],
    ['tokens', `{ ${'prices '.repeat(5_000)} }`, /GRAPHQL_PARSE_FAILED|OPERATION_TOO_LARGE/],
    ['operations', many(1_200, (n) => `query q${n} { __typename }`), /./],
    ['unused variables', `query(${many(900, (n) => `$v${n}: Int`)}) { prices { kind } }`, INVALID],
    [
      'introspection of introspection',
      `{ ${many(15, (n) => `a${n}: __schema { types { fields { type { fields { name } } } } }`)} }`,
      TOO_LARGE,
    ],
    ['aliases of __schema', `{ ${many(100, (n) => `a${n}: __schema { types { name description } }`)} }`, TOO_LARGE],
    ['aliases of __type', `{ ${many(100, (n) => `a${n}: __type(name: "Query") { fields { name } }`)} }`, TOO_LARGE],
    [
      'types through fields',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
      /OPERATION_TOO_LARGE|GRAPHQL_VALIDATION_FAILED/,
    ],
    [
      'types through interfaces',
      '{ __type(name: "WalletCheck") { interfaces { possibleTypes { interfaces { possibleTypes { interfaces { possibleTypes { fields { name } } } } } } } } }',
      /OPERATION_TOO_LARGE|GRAPHQL_VALIDATION_FAILED/,
    ],
    [
      '__type under aliases of its fields',
      `{ __type(name: "Query") { ${many(150, (n) => `a${n}: fields { type { fields { name } } }`)} } }`,
      TOO_LARGE,
    ],
    [
      'documents of a batch of repeats',
      `query($requests: [CheckRequest!]!) { checks(requests: $requests) { ... on Check { ${many(150, (n) => `a${n}: document`)} } } }`,
      TOO_LARGE,
    ],
    [
      'a chain of fragments',
      `{ ...f0 } ${many(490, (n) => `fragment f${n} on Query { ...f${n + 1} }`)} fragment f490 on Query { __typename }`,
      TOO_LARGE,
    ],
    [
      'a chain of fragments in inline fragments',
      `{ ...f0 } ${many(12, (n) => `fragment f${n} on Query { ${'... { '.repeat(98)} ...f${n + 1} ${'}'.repeat(98)} }`)} fragment f12 on Query { a }`,
      /OPERATION_TOO_LARGE|GRAPHQL_VALIDATION_FAILED/,
    ],
    ['unknown fragments', `{ ${many(1_300, (n) => `...f${n}`)} }`, INVALID],
    [
      'fragments that all spread all others',
      `{ ...f0 } ${many(60, (n) => `fragment f${n} on Query { ${many(29, (m) => `...f${(n + m + 1) % 60}`)} }`)}`,
      INVALID,
    ],
    [
      'fragments in a circle on far lines',
      `${'\n'.repeat(9_900)} { ...f0 } ${many(99, (n) => `fragment f${n} on Query { ...f${(n + 1) % 99} ...f0 }`)}`,
      INVALID,
    ],
    [
      'one alias of different fields',
      `{ ${many(500, (n) => `a: ${n % 2 ? 'prices { kind }' : 'passes { tier }'}`)} }`,
      TOO_LARGE,
    ],
    ['fields that differ in arguments', `{ ${many(25, (n) => `a: __type(name: "${n}") { name }`)} }`, /./],
    ['unknown fields that are nearly known', `{ ${many(100, (n) => `funderChekc${'x'.repeat(800)}${n}`)} }`, INVALID],
    ['variables twice', `query(${many(900, () => '$a: Int')}) { __typename }`, INVALID],
    ['lists in the type of a variable', `query($a: ${'['.repeat(200)}Int${']'.repeat(200)}) { __typename }`, TOO_LARGE],
    ['lists in a value', `{ checks(requests: ${'['.repeat(200)}${']'.repeat(200)}) { __typename } }`, TOO_LARGE],
    [
      'objects in a value',
      `{ checks(requests: ${'{ a: '.repeat(200)} 1 ${'}'.repeat(200)}) { __typename } }`,
      TOO_LARGE,
    ],
    ['lines', `${'\n'.repeat(40_000)}{ __typename }`, TOO_LARGE],
    ['50 aliases of introspection', `{ ${many(50, (n) => `a${n}: __schema { types { name } }`)} }`, TOO_LARGE],
  ])('by %s is refused', async (_, query, code) => {
    await expectRefused(
      await route.post(query, paying, { requests: Array.from({ length: 100 }, () => funders(1).map(requestOf)[0]) }),
      code,
    );
  });

  it('is refused by the same limits as the query of an address, and by its name', async () => {
    const query = `{ ...f0 } ${many(120, (n) => `fragment f${n} on Query { ...f${n + 1} }`)} fragment f120 on Query { a }`;
    const byAddress = await fetch(`${route.url}?query=${encodeURIComponent(query)}`, { headers: paying });
    await expectRefused(await answerOf(byAddress), TOO_LARGE);
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    await expectRefused(await route.send({ query, extensions }, paying), TOO_LARGE);
    await expectRefused(await route.send({ extensions }, paying), TOO_LARGE);
    await expectRefused(await route.send({ documentId: `sha256:${sha256Hash}` }, paying), TOO_LARGE);
    const variables = encodeURIComponent(`{"x":${'['.repeat(80)}${']'.repeat(80)}}`);
    const deep = await fetch(`${route.url}?query={__typename}&variables=${variables}`, { headers: paying });
    await expectRefused(await answerOf(deep), TOO_LARGE);
  });

  it('answers what it does not refuse within bounds', async () => {
    const broad = [
      `{ ${many(30, (n) => `a${n}: reasonCodes { code kind meaning severity action }`)} }`,
      `{ _service { ${many(15, (n) => `a${n}: sdl`)} } }`,
      `{ ${many(100, (n) => `a${n}: flags { code meaning }`)} }`,
      `{ ${many(14, (n) => `a${n}: __schema { types { name description } }`)} }`,
      `{ __schema { types { ${many(20, (n) => `a${n}: fields { name description }`)} } } }`,
      `{ __schema { types { fields { type { fields { name description } } } } } }`,
      `{ __schema { types { fields { ${many(150, (n) => `a${n}: description`)} } } } }`,
      `{ reasonCodes { ${many(190, (n) => `a${n}: meaning`)} } }`,
      `{ ${many(50, (n) => `a${n}: __schema { ...schema }`)} } fragment schema on __Schema { types { name fields { name } } }`,
    ];
    const broadest = [
      `{ ${many(18, (n) => `a${n}: reasonCodes { code kind meaning severity action }`)} }`,
      `{ _service { ${many(5, (n) => `a${n}: sdl`)} } }`,
      `{ a: __schema { types { name description fields { name description } } } b: __schema { types { name description fields { name description } } } }`,
      `{ __schema { types { fields { ${many(7, (n) => `a${n}: description`)} } } } }`,
      getIntrospectionQuery({ descriptions: true, specifiedByUrl: true, inputValueDeprecation: true }),
    ];
    for (const query of broad) {
      const answer = await route.post(query);
      expect(answer.text.length, query.slice(0, 80)).toBeLessThan(ANSWER_CHARS_MAX);
    }
    // As many as are allowed at the same time, so that the bound means something.
    for (const query of broadest) {
      const answer = await route.post(query);
      expect([answer.body.errors, answer.text.length < ANSWER_CHARS_MAX], query.slice(0, 80)).toEqual([
        undefined,
        true,
      ]);
    }
    await isServing();
  });
});

describe('a body', () => {
  it('of 10 MB is 413, and its connection does not hold the service up', async () => {
    const text = JSON.stringify({ query: '{ prices { kind } }', variables: { x: 'x'.repeat(10_000_000) } });
    const answer = await route.send(text).catch((error: Error) => error);
    // A server may close before all of it was taken.
    if (!(answer instanceof Error)) await expectRefused(answer, /^BODY_TOO_LARGE$/, 413);
    await isServing();
  });

  it.each<[string, string, RegExp]>([
    [
      'an array of operations',
      JSON.stringify([{ query: '{ prices { kind } }' }, { query: '{ prices { kind } }' }]),
      /^BAD_REQUEST$/,
    ],
    ['an empty array', '[]', /^BAD_REQUEST$/],
    ['null', 'null', /^BAD_REQUEST$/],
    ['a string', '"{ prices { kind } }"', /^BAD_REQUEST$/],
    ['no query', '{"variables":{}}', /^BAD_REQUEST$/],
    ['an array as query', '{"query":["{ prices { kind } }"]}', /^(BAD_REQUEST|INVALID_REQUEST)$/],
    ['an object as query', '{"query":{"kind":"Document"}}', /^(BAD_REQUEST|INVALID_REQUEST)$/],
    ['a number as query', '{"query":1}', /^(BAD_REQUEST|INVALID_REQUEST)$/],
    ['an empty query', '{"query":""}', /^[A-Z_]+$/],
    ['a query of blanks', '{"query":"  , ,  # nothing"}', /^GRAPHQL_PARSE_FAILED$/],
    ['a null byte', JSON.stringify({ query: '{ prices\u0000 { kind } }' }), /^GRAPHQL_PARSE_FAILED$/],
    ['a lone surrogate', '{"query":"{ prices\\ud800 { kind } }"}', /^GRAPHQL_PARSE_FAILED$/],
    ['a fullwidth name', JSON.stringify({ query: '{ ｐrices { kind } }' }), /^GRAPHQL_PARSE_FAILED$/],
    ['a name with a hidden joiner', JSON.stringify({ query: '{ pri\u200dces { kind } }' }), /^GRAPHQL_PARSE_FAILED$/],
    ['a name that looks like another', JSON.stringify({ query: '{ funderСheck { kind } }' }), /^GRAPHQL_PARSE_FAILED$/],
    ['prototype names as fields', JSON.stringify({ query: '{ __proto__ constructor toString { kind } }' }), INVALID],
    [
      'prototype names as types',
      JSON.stringify({ query: '{ ...a } fragment a on constructor { __typename }' }),
      INVALID,
    ],
    ['variables as text', JSON.stringify({ query: BATCH, variables: '{"requests":[]}' }), /^BAD_REQUEST$/],
    ['variables as an array', JSON.stringify({ query: BATCH, variables: [] }), /^BAD_REQUEST$/],
    ['extensions as text', JSON.stringify({ query: '{ prices { kind } }', extensions: 'x' }), /^BAD_REQUEST$/],
    ['extensions as an array', JSON.stringify({ query: '{ prices { kind } }', extensions: [1] }), /^BAD_REQUEST$/],
    ['a member that nobody knows', JSON.stringify({ query: '{ prices { kind } }', map: {} }), /^BAD_REQUEST$/],
    [
      'an unknown operationName',
      JSON.stringify({ query: 'query A { prices { kind } }', operationName: 'B' }),
      /^[A-Z_]+$/,
    ],
    [
      'a prototype name as operationName',
      JSON.stringify({ query: 'query A { prices { kind } }', operationName: '__proto__' }),
      /^[A-Z_]+$/,
    ],
    [
      'a number as operationName',
      JSON.stringify({ query: 'query A { prices { kind } }', operationName: 1 }),
      /^[A-Z_]+$/,
    ],
    [
      'an object as operationName',
      JSON.stringify({ query: 'query A { prices { kind } }', operationName: {} }),
      /^[A-Z_]+$/,
    ],
    [
      'several operations and no name',
      JSON.stringify({ query: 'query A { prices { kind } } query B { passes { tier } }' }),
      /^[A-Z_]+$/,
    ],
    ['no operation', JSON.stringify({ query: 'fragment a on Query { prices { kind } }' }), /^[A-Z_]+$/],
    [
      'definitions of types',
      JSON.stringify({ query: 'type A { b: Int } extend type Query { c: Int } query { prices { kind } }' }),
      INVALID,
    ],
    ['@defer', JSON.stringify({ query: '{ ... @defer { prices { kind } } }' }), INVALID],
    ['@stream', JSON.stringify({ query: '{ prices @stream { kind } }' }), INVALID],
    ['broken JSON', '{"query":"{ prices { kind } }"', /^BODY_NOT_JSON$/],
    [
      'deep JSON variables in an unknown place',
      `{"query":"{ prices { kind } }","a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      /^BAD_REQUEST$/,
    ],
  ])('of %s is refused', async (_, text, code) => {
    await expectRefused(await route.send(text, paying), code);
    expect(route.hidden).toEqual([]);
  });

  it.each([
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ prices { kind } }"}\r\n--x--',
    ],
    ['application/x-www-form-urlencoded', 'query=%7Bprices%7Bkind%7D%7D'],
    ['application/graphql', '{ prices { kind } }'],
    ['text/plain', '{"query":"{ prices { kind } }"}'],
    ['application/json; charset=iso-8859-1', '{"query":"{ prices { kind } }"}'],
    ['application/xml', '<a/>'],
  ])('of media type %s is 415', async (type, body) => {
    await expectRefused(await route.send(body, { ...paying, 'content-type': type }), /^UNSUPPORTED_MEDIA_TYPE$/, 415);
  });

  it('with a content coding that nobody knows is refused', async () => {
    const answer = await route.send('{}', { ...paying, 'content-encoding': 'unheard-of' });
    await expectRefused(answer, /^[A-Z_]+$/, 415);
  });
});

describe('variables', () => {
  const batch = (requests: string) => `{"query":${JSON.stringify(BATCH)},"variables":{"requests":${requests}}}`;
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

  it.each<[string, string]>([
    ['nested 10,000 deep', batch(deep)],
    ['nested 10,000 deep as a size', batch(`[{"trade":{"mint":"${address}","sizeSol":${deep}}}]`)],
    ['nested 10,000 deep where nothing declares them', `{"query":"{ prices { kind } }","variables":{"x":${deep}}}`],
    ['nested 65 deep', `{"query":"{ prices { kind } }","variables":{"x":${'['.repeat(64)}${']'.repeat(64)}}}`],
    ['of 1,000 checks under 99 aliases', JSON.stringify({ query: ALIASED, variables: { requests: listed(1_000) } })],
  ])('%s are too large', async (_, text) => {
    await expectRefused(await route.send(text, paying), TOO_LARGE);
    expect(route.hidden).toEqual([]);
  });

  it('nested deeply are no internal error for whoever has nothing to pay with either', async () => {
    billing.refuse = () => new Fault('payment_required');
    try {
      const text = `{"query":"{ funderCheck(address: \\"${address}\\") { kind } }","variables":{"x":${deep}}}`;
      await expectRefused(await route.send(text), TOO_LARGE);
      expect(route.hidden).toEqual([]);
    } finally {
      billing.refuse = null;
    }
  });

  it.each<[string, string]>([
    ['40,000 that are no objects', batch(JSON.stringify(Array.from({ length: 40_000 }, () => 1)))],
    [
      '3,000 members that nobody knows',
      batch(
        JSON.stringify([
          Object.fromEntries(
            many(3_000, (n) => `m${n}`)
              .split(' ')
              .map((name) => [name, 1]),
          ),
        ]),
      ),
    ],
    [
      '90 long names',
      batch(
        JSON.stringify([
          Object.fromEntries(
            many(90, (n) => `${'m'.repeat(900)}${n}`)
              .split(' ')
              .map((name) => [name, 1]),
          ),
        ]),
      ),
    ],
  ])('of %s are refused with the first of their errors', async (_, text) => {
    const answer = await route.send(text, paying);
    await expectRefused(answer, /^INVALID_REQUEST$/, 400);
    expect(answer.body.errors.length).toBeLessThan(10);
    expect(answer.text.length).toBeLessThan(10_000);
  });

  it.each<[string, string]>([
    ['null', batch('null')],
    ['a list of null', batch('[null]')],
    ['of other types', batch('[{"funder":1}]')],
    ['of unknown members', batch(`[{"funder":{"address":"${address}","price":0}}]`)],
    ['with prototype names', batch(`[{"funder":{"address":"${address}","__proto__":{"a":1},"constructor":1}}]`)],
    ['with a kind in upper case', batch(`[{"FUNDER":{"address":"${address}"}}]`)],
    ['with a prototype name as kind', batch(`[{"constructor":{"address":"${address}"}}]`)],
    ['of two kinds', batch(`[{"funder":{"address":"${address}"},"wallet":{"address":"${address}"}}]`)],
    ['of a kind and a null', batch(`[{"funder":{"address":"${address}"},"wallet":null}]`)],
    ['of no kind', batch('[{}]')],
    ['of a kind that is null', batch('[{"funder":null}]')],
    ['that are missing', JSON.stringify({ query: BATCH, variables: {} })],
    ['under a prototype name', JSON.stringify({ query: BATCH.replaceAll('$requests', '$__proto__'), variables: {} })],
  ])('%s are refused', async (_, text) => {
    await expectRefused(await route.send(text, paying), /^(INVALID_REQUEST|BAD_USER_INPUT)$/);
    expect(route.hidden).toEqual([]);
  });

  it.each<[string, string, number]>([
    ['huge integers as a size', `[{"trade":{"mint":"${address}","sizeSol":${'9'.repeat(400)}}}]`, 0],
    ['a text of 90 KB as a subject', `[{"funder":{"address":"${'1'.repeat(90_000)}"}}]`, 0],
    ['a subject with a null byte', `[{"funder":{"address":"${address}\\u0000"}}]`, 0],
    ['a number as a subject', '[{"funder":{"address":1}}]', 0],
    ['what a scalar would mark as malformed', '[{"funder":{"address":{"malformed":{"given":"x","items":[]}}}}]', 0],
    ['a key twice, of which the last counts', `[{"funder":{"address":"${other}","address":"${address}"}}]`, 1],
  ])('%s are an answer of its own', async (_, requests, charged) => {
    const answer = await route.send(batch(requests), paying);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(answer.text.length).toBeLessThan(200_000);
    expect(billing.bills.length).toBe(charged);
    if (charged === 0) expect(answer.body.data.checks[0].code).toBe('INVALID_REQUEST');
    else expect(route.inspection.inspected).toEqual([`funder ${address}`]);
    await isServing();
  });

  it('beside those that are declared change nothing', async () => {
    const x = `${'['.repeat(60)}${']'.repeat(60)}`;
    const text = `{"query":"{ prices { kind } }","variables":{"__proto__":{"polluted":1},"x":${x}}}`;
    const answer = await route.send(text);
    expect([answer.status, ({} as Record<string, unknown>).polluted]).toEqual([200, undefined]);
  });
});

describe('a price that a caller would have lower', () => {
  const check = (directive: string, more = '') =>
    `query($v: Boolean! ${more}) { funderCheck(address: "${address}") ${directive} { document } }`;

  it.each<[string, string, object, number]>([
    [
      'a condition that holds by its default',
      `query($v: Boolean = true) { funderCheck(address: "${address}") @include(if: $v) { kind } }`,
      {},
      1,
    ],
    ['a condition that does not hold', check('@skip(if: $v)'), { v: true }, 0],
    ['two conditions', check('@skip(if: $v) @include(if: $v)'), { v: false }, 0],
    ['an alias of free name', `{ prices: funderCheck(address: "${address}") { kind } }`, {}, 1],
    ['a free field of paid name', '{ funderCheck: prices { kind } }', {}, 0],
    [
      'a check in an inline fragment',
      `{ ... { ... on Query { funderCheck(address: "${address}") { kind } } } }`,
      {},
      1,
    ],
    [
      'the same check in two places',
      `{ ...a ...b } fragment a on Query { funderCheck(address: "${address}") { kind } } fragment b on Query { funderCheck(address: "${address}") { verdict } x: checks(requests: [{ funder: { address: "${address}" } }]) { __typename } }`,
      {},
      1,
    ],
    [
      'a size by default and by its value',
      `query($s: SOL = "0.5", $n: SOL) { a: tradeCheck(mint: "${address}", sizeSol: $s) { kind } b: tradeCheck(mint: "${address}", sizeSol: $n) { kind } c: tradeCheck(mint: "${address}", sizeSol: null) { kind } d: tradeCheck(mint: "${address}") { kind } e: tradeCheck(mint: "${address}", sizeSol: 5e-1) { kind } }`,
      {},
      1,
    ],
    ['one request for a list', `{ checks(requests: { funder: { address: "${address}" } }) { __typename } }`, {}, 1],
    [
      'a list by its default',
      `query($r: [CheckRequest!]! = [{ funder: { address: "${address}" } }, { token: { mint: "${address}" } }]) { checks(requests: $r) { __typename } }`,
      {},
      2,
    ],
    [
      'a subject by its default',
      `query($s: Address = "${address}") { checks(requests: [{ funder: { address: $s } }]) { __typename } }`,
      {},
      1,
    ],
    [
      'an entity by its default',
      `query($r: [_Any!]! = [{ __typename: "Wallet", address: "${address}" }]) { _entities(representations: $r) { ... on Wallet { check { kind } } } }`,
      {},
      1,
    ],
  ])('by %s is what is delivered', async (_, query, variables, checks) => {
    const answer = await route.post(query, paying, variables);
    expect(answer.body.errors).toBeUndefined();
    expect(billing.bills.flatMap(({ lines }) => lines).length).toBe(checks);
    expect([new Set(route.inspection.inspected).size, route.inspection.inspected.length]).toEqual([checks, checks]);
    expect(answer.body.extensions?.billing?.checks).toBe(checks === 0 ? undefined : checks);
  });

  it.each<[string, string, object]>([
    [
      'a condition of null',
      `query($v: Boolean = true) { funderCheck(address: "${address}") @include(if: $v) { kind } }`,
      { v: null },
    ],
    [
      'a null for a list with a default',
      `query($r: [CheckRequest!] = []) { checks(requests: $r) { __typename } }`,
      { r: null },
    ],
    [
      'a null for an address with a default',
      `query($a: Address = "${address}") { funderCheck(address: $a) { kind } }`,
      { a: null },
    ],
    [
      'a null for a subject with a default',
      `query($s: Address = "${address}") { checks(requests: [{ funder: { address: $s } }]) { __typename } }`,
      { s: null },
    ],
    [
      'a condition of null in a fragment of an entity',
      `query($v: Boolean = true) { _entities(representations: [{ __typename: "Wallet", address: "${address}" }]) { ... on Wallet @include(if: $v) { check { kind } } } }`,
      { v: null },
    ],
  ])('by %s is refused', async (_, query, variables) => {
    await expectRefused(await route.post(query, paying, variables), /^[A-Z_]+$/);
    expect(route.hidden).toEqual([]);
  });
});

describe('representations that stand for nothing', () => {
  const query = `query($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Wallet { address check { kind } } ... on Token { mint check { kind } } } }`;
  const forged: readonly unknown[] = [
    { __typename: 'Coin', address },
    { __typename: '__Type', name: 'Query' },
    { __typename: '__Schema' },
    { __typename: 'Query', address },
    { __typename: 'Mutation' },
    { __typename: 'Check', address },
    { __typename: 'WalletCheck', address },
    { __typename: '_Entity', address },
    { __typename: '__proto__', address },
    { __typename: 'constructor', address },
    { __typename: 'toString', address },
    { __typename: 'wallet', address },
    { __typename: ['Wallet'], address },
    { __typename: { toString: 'Wallet' }, address },
    { __typename: null, address },
    { address },
    { __typename: 'Wallet' },
    { __typename: 'Wallet', mint: address },
    { __typename: 'Wallet', address: null },
    { __typename: 'Wallet', address: [address] },
    { __typename: 'Wallet', address: { toString: address } },
    { __typename: 'Wallet', address: 'nope' },
    { __typename: 'Token', mint: 7 },
    [],
    [{ __typename: 'Wallet', address }],
    'Wallet',
    1e308,
    true,
  ];

  it('are null with an error each, beside those that stand for something', async () => {
    const r = [...forged, { __typename: 'Wallet', address }, { __typename: 'Token', mint: address }];
    const answer = await route.post(query, paying, { r });
    expect(answer.body.data._entities.slice(0, forged.length)).toEqual(forged.map(() => null));
    expect(answer.body.data._entities.slice(forged.length)).toMatchObject([
      { __typename: 'Wallet' },
      { __typename: 'Token' },
    ]);
    expect(codesOf(answer)).toEqual(forged.map(() => 'INVALID_REQUEST'));
    expect(route.inspection.inspected).toEqual([`wallet ${address}`, `token ${address}`]);
    expect(billing.bills.length).toBe(1);
    expect(route.hidden).toEqual([]);
  });

  it.each(forged)('cost nothing alone: %j', async (one) => {
    await expectRefused(await route.post(query, paying, { r: [one] }), /^INVALID_REQUEST$/);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a null among others', [null]],
    ['101 of them', Array.from({ length: 101 }, () => ({}))],
    ['101 repeats', Array.from({ length: 101 }, () => ({ __typename: 'Wallet', address }))],
  ])('are refused as %s', async (_, r) => {
    await expectRefused(
      await route.post(query, paying, { r }),
      /^(INVALID_REQUEST|OPERATION_TOO_LARGE|BAD_USER_INPUT)$/,
    );
  });

  it('are never paid per call', async () => {
    billing.refuse = null;
    await route.post(query, { 'payment-signature': 'signed' }, { r: [{ __typename: 'Wallet', address }] });
    expect(billing.bills[0]?.credentials).toMatchObject({ payment: null, apiKey: null });
  });
});

describe("another key's account", () => {
  const account = '{ account { balanceUsdc entries(first: 3) { edges { node { ref } } } } }';

  it.each<[string, string]>([
    ['by an argument', `{ account(key: "${KEY}") { balanceUsdc } }`],
    ['by an argument of a list', `{ account { entries(apiKey: "${KEY}") { edges { cursor } } } }`],
    [
      'as an entity',
      `{ _entities(representations: [{ __typename: "Account", key: "${KEY}" }]) { ... on Account { balanceUsdc } } }`,
    ],
    ['through a check', `{ checks(requests: []) { ... on Account { balanceUsdc } } }`],
  ])('is not there %s', async (_, query) => {
    const answer = await route.post(query, { 'x-api-key': OTHER_KEY });
    await expectRefused(answer, INVALID);
  });

  it('is not shown to another key, whatever names it', async () => {
    const bodies = [
      { query: `{ a: account { balanceUsdc } b: account { balanceAtomic } }` },
      { query: account, variables: { key: KEY, apiKey: KEY, 'x-api-key': KEY } },
      { query: account, extensions: { key: KEY, headers: paying, caller: { credentials: { apiKey: KEY } } } },
      {
        query: `query Q($k: _Any) { account { balanceUsdc } _entities(representations: [$k]) { __typename } }`,
        variables: { k: { __typename: 'Account', apiKey: KEY } },
      },
    ];
    for (const body of bodies) {
      const { text } = await route.send(body, { 'x-api-key': OTHER_KEY });
      expect(text).not.toMatch(/4\.98|4980000|ref-/);
    }
    const url = `${route.url}?query=${encodeURIComponent(account)}&x-api-key=${KEY}&apiKey=${KEY}`;
    expect(await (await fetch(url)).text()).not.toMatch(/4\.98|ref-/);
    const doubled = await fetch(route.url, {
      method: 'POST',
      headers: [
        ['content-type', 'application/json'],
        ['x-api-key', OTHER_KEY],
        ['x-api-key', KEY],
      ],
      body: JSON.stringify({ query: account }),
    });
    expect(await doubled.text()).not.toMatch(/4\.98|ref-/);
    expect((await route.post(account, paying)).body.data.account.balanceUsdc).toBe('4.98');
  });
});

describe('GET', () => {
  const get = async (params: Record<string, string>, headers: Record<string, string> = {}) =>
    answerOf(
      await fetch(`${route.url}?${new URLSearchParams(params)}`, {
        headers: { accept: 'application/json', ...paying, ...headers },
      }),
    );

  it('of a mutation is 405', async () => {
    const query = `mutation { prepareCredit(input: { payer: "${address}", amountAtomic: "5000000" }) { ticket } }`;
    await expectRefused(await get({ query }), /^[A-Z_]+$/, 405);
    const two = `query A { prices { kind } } ${query.replace('mutation', 'mutation B')}`;
    await expectRefused(await get({ query: two, operationName: 'B' }), /^[A-Z_]+$/, 405);
  });

  it('of a subscription is progress for a key as well, and 406 where it is not asked for as events', async () => {
    const query = `subscription { checks(requests: [{ funder: { address: "${address}" } }]) { done } }`;
    await expectRefused(await get({ query }), /^NOT_ACCEPTABLE$/, 406);
    const events = await get({ query }, { accept: 'text/event-stream' });
    expect(events.text).toContain('event: complete');
    expect(billing.bills[0]?.credentials.payment).toBeNull();
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['variables that are no JSON', { query: '{ prices { kind } }', variables: '{' }, /^BAD_REQUEST$/],
    ['extensions that are no JSON', { query: '{ prices { kind } }', extensions: 'x' }, /^BAD_REQUEST$/],
    ['variables that are no object', { query: '{ prices { kind } }', variables: '[1]' }, /^BAD_REQUEST$/],
    ['nothing', {}, /^BAD_REQUEST$/],
    ['a number as extensions', { query: '{ prices { kind } }', extensions: '1' }, /^BAD_REQUEST$/],
    ['a null hash', { extensions: '{"persistedQuery":null}' }, /^[A-Z_]+$/],
  ])('with %s is refused', async (_, params, code) => {
    await expectRefused(await get(params), code);
    expect(route.hidden).toEqual([]);
  });
});
