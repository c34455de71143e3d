import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeMoney, moneyService } from '../rest/money.ts';
import { type CountingBilling, openCountingBilling } from '../support/graphql-billing.ts';
import { anyOperation } from '../support/graphql-operations.ts';
import { type GraphqlRoute, openRoute, routeSettings, subjects } from '../support/graphql-route.ts';
import { printed } from '../support/graphql-text.ts';
import { bodyChanges, changed } from './bodies.ts';

/* Documents that mean nothing, or nearly something: none is a failure of ours, and none is worked without a bill. */

const KEY = 'assay_test';
const billing: CountingBilling = openCountingBilling();
let route: GraphqlRoute;
beforeAll(async () => {
  route = await openRoute(billing, moneyService(fakeMoney(KEY), routeSettings));
});
afterAll(() => route.close());

const words = fc.constantFrom(
  ...[
    'query',
    'mutation',
    'subscription',
    'fragment',
    'on',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ':',
    '!',
    '=',
    '@',
    '...',
    '$',
  ],
  ...[
    '@include',
    '@skip',
    'if',
    'true',
    'null',
    'Query',
    'Check',
    '__schema',
    '__typename',
    'types',
    'name',
    '"',
    '"""',
  ],
  ...['tokenCheck', 'funderCheck', 'checks', 'requests', 'mint', 'address', 'verdict', 'document', 'prices', 'account'],
  ...[
    '_entities',
    'representations',
    'prepareCredit',
    'claimCredit',
    'input',
    '1e400',
    '-',
    '#',
    '\\u0000',
    ',',
    '&',
    '|',
  ],
  `"${subjects[0]}"`,
);
const salad = fc.array(words, { maxLength: 60 }).map((all) => all.join(' '));
const edit = fc.record({ at: fc.nat(), length: fc.nat(6), put: fc.oneof(words, fc.string({ maxLength: 4 })) });

/** Nothing failed on our side, and what was worked stood on a bill. */
async function send(body: unknown): Promise<void> {
  billing.clear();
  route.inspection.inspected.length = 0;
  const { status, text } = await route.send(body, { 'x-api-key': KEY });
  expect(status, text.slice(0, 400)).toBeLessThan(500);
  expect(text).not.toMatch(/INTERNAL|node_modules|\.[jt]s:\d+:\d+/);
  expect(route.inspection.inspected.length).toBe(billing.bills.flatMap(({ lines }) => lines).length);
  expect(route.hidden).toEqual([]);
}

it('words of the language in any order are refused or answered', async () => {
  await fc.assert(
    fc.asyncProperty(salad, (query) => send({ query })),
    { numRuns: 300 },
  );
});

it('an operation with places of its text changed is refused, or billed for what it asks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.array(edit, { minLength: 1, maxLength: 3 }), async (g, edits) => {
      const sent = printed(anyOperation(g)) as { query: string };
      const query = edits.reduce((text, { at, length, put }) => {
        const place = at % Math.max(1, text.length);
        return text.slice(0, place) + put + text.slice(place + length);
      }, sent.query);
      await send({ ...sent, query });
    }),
    { numRuns: 300 },
  );
});

it('a request with anything else changed is refused, or billed for what it asks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), bodyChanges, async (g, changes) => send(changed(printed(anyOperation(g)), changes))),
    { numRuns: 300 },
  );
});
