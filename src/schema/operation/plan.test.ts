import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { NO_CHECKS, planOf, spoilingNull } from './plan.ts';

const one = 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs';
const two = '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj';

function plan(text: string, variables?: Record<string, unknown> | null, operationName?: string) {
  const { asks, items, keysOnly } = planOf({ schema, document: parse(text), variables, operationName });
  return { asks: asks.map(({ kind, subject, sizeLamports }) => [kind, subject, sizeLamports]), items, keysOnly };
}

const nothing = { asks: [], items: 0, keysOnly: false };

describe('a plan', () => {
  it('names every check in the order of the document, as often as it is asked', () => {
    const text = `{ funderCheck(address: "${one}") { kind } a: tradeCheck(mint: "${two}", sizeSol: 2) { kind }
      checks(requests: [{ wallet: { address: "${one}" } }, { wallet: { address: "${one}" } }, { token: { mint: "?" } }]) { __typename } }`;
    expect(plan(text)).toEqual({
      asks: [
        ['funder', one, null],
        ['trade', two, 2_000_000_000n],
        ['wallet', one, null],
        ['wallet', one, null],
      ],
      items: 5,
      keysOnly: false,
    });
  });

  it('takes a field that merges as the engine executes it: once', () => {
    const text = `{ funderCheck(address: "${one}") { kind } ...F } fragment F on Query { funderCheck(address: "${one}") { verdict } }`;
    expect(plan(text).asks).toEqual([['funder', one, null]]);
  });

  it('follows entities, each by its own fields, and takes them for keys only', () => {
    const text = `query($r: [_Any!]!) { _entities(representations: $r) { ... on Wallet { check { kind } } ...T }
      _entities(representations: $r) { ... on Wallet { funderCheck { kind } } } }
      fragment T on Token { tradeCheck(sizeSol: 1) { kind } }`;
    const r = [{ __typename: 'Wallet', address: one }, { __typename: 'Token', mint: two }, { __typename: '__Type' }];
    expect(plan(text, { r })).toEqual({
      asks: [
        ['wallet', one, null],
        ['funder', one, null],
        ['trade', two, 1_000_000_000n],
      ],
      // Three representations, and as many checks of those that stand for something.
      items: 3,
      keysOnly: true,
    });
  });

  it('follows a wallet, a token and a node to the checks under them, which may be paid per call', () => {
    const id = (text: string) => Buffer.from(text).toString('base64url');
    const text = `query($id: ID!) { w: wallet(address: "${one}") { id check { kind } } t: token(mint: "${two}") { ...T }
      n: node(id: $id) { id ... on Node { ... on Wallet { check { kind } funderCheck { kind } } } ...T }
      m: node(id: "${id(`Token:${two}`)}") { ... on Wallet { check { kind } } ...T }
      r: node(id: "${id('ReasonCode:funder:NO_HISTORY')}") { ... on ReasonCode { code } } x: node(id: "?") { ...T } }
      fragment T on Token { tradeCheck(sizeSol: 1) { kind } }`;
    expect(plan(text, { id: id(`Wallet:${one}`) })).toEqual({
      asks: [
        ['wallet', one, null],
        ['trade', two, 1_000_000_000n],
        ['wallet', one, null],
        ['funder', one, null],
        ['trade', two, 1_000_000_000n],
      ],
      items: 5,
      keysOnly: false,
    });
  });

  it('leaves out a check with a malformed argument, and keeps the others', () => {
    const text = `query($a: Address!) { x: funderCheck(address: $a) { kind } y: wallet(address: "no") { check { kind } }
      z: tradeCheck(mint: "${two}", sizeSol: "0") { kind } w: walletCheck(address: "${two}") { kind } }`;
    expect(plan(text, { a: '?' }).asks).toEqual([['wallet', two, null]]);
  });

  it('is for keys only where a subscription streams', () => {
    const text = `subscription { checks(requests: [{ funder: { address: "${one}" } }]) { done } }`;
    expect(plan(text)).toEqual({ asks: [['funder', one, null]], items: 1, keysOnly: true });
  });

  it.each<[string, string, Record<string, unknown> | undefined, string | undefined]>([
    ['free fields', '{ prices { kind } __schema { types { name } } }', undefined, undefined],
    [
      'a mutation',
      `mutation { prepareCredit(input: { payer: "${one}", amountAtomic: "5" }) { ticket } }`,
      undefined,
      undefined,
    ],
    ['an operation that is not there', `query A { funderCheck(address: "${one}") { kind } }`, undefined, 'B'],
    [
      'several without a name',
      `query A { funderCheck(address: "${one}") { kind } } query B { __typename }`,
      undefined,
      undefined,
    ],
    ['a variable that is missing', 'query($a: Address!) { funderCheck(address: $a) { kind } }', {}, undefined],
    [
      'a variable that is malformed',
      'query($a: Address!) { funderCheck(address: $a) { kind } }',
      { a: '?' },
      undefined,
    ],
    [
      'a null that a default allowed',
      `query($a: Address = "${one}") { funderCheck(address: $a) { kind } }`,
      { a: undefined, b: 1 },
      'X',
    ],
  ])('asks nothing for %s', (_, text, variables, name) => expect(plan(text, variables, name)).toEqual(nothing));

  it('is of the operation that is named', () => {
    const text = `query A { funderCheck(address: "${one}") { kind } } query B { walletCheck(address: "${two}") { kind } }`;
    expect(plan(text, null, 'B').asks).toEqual([['wallet', two, null]]);
  });

  it('leaves out a field that the engine refuses, and keeps the others', () => {
    const text = `query($a: Address = "${one}", $b: Address = "${two}") { x: funderCheck(address: $a) { kind } y: walletCheck(address: $b) { kind } }`;
    expect(plan(text, { a: null }).asks).toEqual([['wallet', two, null]]);
  });

  it('without checks is one and the same', () =>
    expect(planOf({ schema, document: parse('mutation { x }') })).toBe(NO_CHECKS));
});

describe('null for a variable with a default', () => {
  const refused = (text: string, variables: Record<string, unknown>, operationName?: string): boolean => {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const error = spoilingNull({ schema, document, operationName, variables });
    if (error) expect(error.extensions).toMatchObject({ code: 'INVALID_REQUEST' });
    return error !== null;
  };

  it.each([
    `query($v: Boolean = true) { f: funderCheck(address: "${one}") { verdict @include(if: $v) } }`,
    'query($v: Boolean = true) { ...f } fragment f on Query { prices @skip(if: $v) { kind } }',
  ])('is refused as a condition: %s', (text) => {
    expect(refused(text, { v: null })).toBe(true);
    expect(refused(text, {})).toBe(false);
  });

  it('is refused as an argument of a field that cannot be null, which would spoil the answers beside it', () => {
    const text = `query($v: [_Any!] = []) { f: funderCheck(address: "${one}") { verdict } _entities(representations: $v) { __typename } }`;
    expect(refused(text, { v: null })).toBe(true);
    expect(refused(text, {})).toBe(false);
  });

  it.each([
    `query($v: SOL = "1") { tradeCheck(mint: "${one}", sizeSol: $v) { verdict } }`,
    'query($v: [CheckRequest!] = []) { checks(requests: $v) { __typename } }',
  ])('concerns the field alone as an argument: %s', (text) => expect(refused(text, { v: null })).toBe(false));

  it('matters in the operation that runs only', () => {
    const text = 'query A { prices { kind } } query B($v: Boolean = true) { prices @include(if: $v) { kind } }';
    expect(refused(text, { v: null }, 'A')).toBe(false);
    expect(refused(text, { v: null }, 'B')).toBe(true);
  });
});
