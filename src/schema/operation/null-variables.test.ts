import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { nullWhereNoneFits } from './plan.ts';

const ADDRESS = 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs';

function refused(query: string, variables: Record<string, unknown>, operationName?: string): boolean {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const error = nullWhereNoneFits({ schema, document, operationName, variables });
  if (error) expect(error.extensions).toMatchObject({ code: 'INVALID_REQUEST' });
  return error !== null;
}

describe('null for a variable with a default', () => {
  it.each([
    ['a directive', `query($v: Boolean = true) { f: funderCheck(address: "${ADDRESS}") { verdict @include(if: $v) } }`],
    [
      'a directive of a fragment',
      `query($v: Boolean = true) { ...f } fragment f on Query { prices @skip(if: $v) { kind } }`,
    ],
    ['an argument', 'query($v: [CheckRequest!] = []) { checks(requests: $v) { __typename } }'],
    [
      'a member of an input object',
      'query($v: Kind = TOKEN) { checks(requests: [{ kind: $v, subject: "x" }]) { __typename } }',
    ],
    [
      'a member of a list',
      `query($v: CheckRequest = { kind: TOKEN, subject: "x" }) { checks(requests: [$v]) { __typename } }`,
    ],
  ])('is refused in the place of %s that takes none', (_, query) => {
    expect(refused(query, { v: null })).toBe(true);
    expect(refused(query, {})).toBe(false);
  });

  it('is taken where null is taken', () => {
    const query = `query($v: Sol = "1") { tradeCheck(mint: "${ADDRESS}", sizeSol: $v) { verdict } }`;
    expect(refused(query, { v: null })).toBe(false);
  });

  it('matters in the operation that runs only', () => {
    const query = `query A { prices { kind } } query B($v: Boolean = true) { prices @include(if: $v) { kind } }`;
    expect(refused(query, { v: null }, 'A')).toBe(false);
    expect(refused(query, { v: null }, 'B')).toBe(true);
  });
});
