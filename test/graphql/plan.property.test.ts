import { formatUsdc } from 'assay-core/lib/money.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import { fakeMoney, moneyService } from '../rest/money.ts';
import { openCountingBilling } from '../support/graphql-billing.ts';
import { askedBy, priceOf } from '../support/graphql-model.ts';
import { anyOperation } from '../support/graphql-operations.ts';
import { type Answered, codesOf, type GraphqlRoute, openRoute, routeSettings } from '../support/graphql-route.ts';
import { printed } from '../support/graphql-text.ts';
import type { Operated } from '../support/graphql-written.ts';

const RUNS = cases(500);
/** Below so many operations the shares of the refused and of the charged ones are chance. */
const SHARES_FROM = 1_000;
const KEY = 'assay_test';
const billing = openCountingBilling();
let route: GraphqlRoute;

beforeAll(async () => {
  route = await openRoute(billing, moneyService(fakeMoney(KEY), routeSettings));
});
afterAll(() => route.close());
beforeEach(() => {
  billing.refuse = null;
});

async function run(operated: Operated): Promise<Answered> {
  billing.clear();
  route.inspection.inspected.length = 0;
  return await route.send(printed(operated), { 'x-api-key': KEY });
}

const nameOfRequest = (request: string) => {
  const { kind, address, mint, size_sol } = JSON.parse(request) as Record<string, string>;
  return [kind, address ?? mint, size_sol].filter((part) => part !== undefined).join(' ');
};
const sorted = (names: Iterable<string>) => [...names].sort();
const billed = () => billing.bills.flatMap(({ lines }) => lines.map(({ request }) => nameOfRequest(request)));

/** The names of the checks whose documents stand in an answer. */
function deliveredIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [member, inner] of Object.entries(value)) {
    if (member === 'document') found.add((inner as { metrics: { name: string } }).metrics.name);
    else deliveredIn(inner, found);
  }
  return found;
}

it('prices an operation at what it delivers, and works nothing else', async () => {
  let [refused, charged] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (g) => {
      const operated = anyOperation(g);
      const answer = await run(operated);
      if (codesOf(answer).some((code) => code === 'GRAPHQL_VALIDATION_FAILED' || code === 'OPERATION_TOO_LARGE')) {
        // Too broad for the limits: then nothing at all may have happened.
        refused += 1;
        expect([billing.bills, route.inspection.inspected]).toEqual([[], []]);
        expect(codesOf(answer)).not.toContain('GRAPHQL_VALIDATION_FAILED');
        return;
      }
      const asked = askedBy(operated);
      const expected = sorted(asked);
      const context = JSON.stringify(printed(operated));
      expect(sorted(billed()), context).toEqual(expected);
      expect(sorted(route.inspection.inspected), context).toEqual(expected);
      expect(sorted(deliveredIn(answer.body.data)), context).toEqual(expected);
      expect(
        codesOf(answer).filter((code) => code !== 'INVALID_REQUEST'),
        context,
      ).toEqual([]);
      expect(billing.bills.length, context).toBe(expected.length > 0 ? 1 : 0);
      expect(billing.bills.flatMap(({ lines }) => lines).reduce((sum, { priceAtomic }) => sum + priceAtomic, 0n)).toBe(
        priceOf(asked),
      );
      const usdc = formatUsdc(priceOf(asked));
      const expectedBilling = {
        checks: expected.length,
        delivered: expected.length,
        priceUsdc: usdc,
        chargedUsdc: usdc,
      };
      expect(answer.body.extensions?.billing, context).toEqual(expected.length > 0 ? expectedBilling : undefined);
      if (expected.length > 0) charged += 1;
    }),
    { numRuns: RUNS },
  );
  // The property is worth something only where most operations run and many cost something.
  expect(charged).toBeGreaterThan(0);
  if (RUNS >= SHARES_FROM) {
    expect(refused).toBeLessThan(RUNS / 10);
    expect(charged).toBeGreaterThan(RUNS / 3);
  }
  expect(route.hidden).toEqual([]);
  expect(route.inspection.closed).toBe(route.inspection.opened);
});

it('asks for that sum when it is not paid, and works nothing', async () => {
  billing.refuse = () => new Fault('payment_required');
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (g) => {
      const operated = anyOperation(g);
      const answer = await run(operated);
      expect(route.inspection.inspected).toEqual([]);
      if (codesOf(answer).includes('OPERATION_TOO_LARGE')) return;
      const asked = askedBy(operated);
      const context = JSON.stringify(printed(operated));
      expect([answer.status === 402, answer.body.price_usdc], context).toEqual([
        asked.size > 0,
        asked.size > 0 ? formatUsdc(priceOf(asked)) : undefined,
      ]);
      expect(sorted(billed()), context).toEqual(sorted(asked));
    }),
    { numRuns: cases(100) },
  );
});
