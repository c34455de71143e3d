import type { Limit, Plan, Refusal } from '../../../packages/core/test/support/plans/plan.ts';
import { unknownMethod } from '../../../packages/core/test/support/plans/refusals.ts';

/** Plans of no provider, with figures and refusals that no table names: knowledge about them was learned from the endpoint. */

const perItem = { status: 200 } as const;
const byStatus: Refusal = { status: 429, code: null, message: '', inArray: 'whole' };
const byText: Refusal = {
  status: 200,
  code: -32000,
  message: 'You reached the number of requests per second of your subscription',
  inArray: perItem,
};
const forbidden: Refusal = { status: 403, code: null, message: 'Forbidden', inArray: 'whole' };
const overloaded: Refusal = { status: 503, code: -32603, message: 'upstream is at capacity', inArray: perItem };
const tooLarge: Refusal = { status: 200, code: -32008, message: 'response is too large', inArray: 'whole' };
const tooMany: Refusal = { status: 400, code: -32602, message: 'at most 37 accounts', inArray: perItem };

function drawn(name: string, limits: readonly Limit[], more: Partial<Plan> = {}): Plan {
  const refused = [{ methods: ['getTransactionsForAddress'], refusal: unknownMethod }, ...(more.refused ?? [])];
  return { name, latencyMs: 20, price: { nanoUsd: 0n, units: { each: 1 } }, limits, ...more, refused };
}

const rate = (most: number, refusal: Refusal, window: Limit['window'] = 'rolling'): Limit => {
  return { most, seconds: 1, window, refusal };
};

/** Plans of limits of 7, 37 and 250, of refusals that only status or only text tells, and of limits that change. */
export const drawnPlans: readonly Plan[] = [
  drawn('7 a second, by status alone', [rate(7, byStatus)]),
  drawn('37 a second and addresses, by text alone', [rate(37, byText)], { addresses: { most: 37, refusal: tooMany } }),
  drawn('250 a second, arrays of 7', [rate(250, byStatus, 'fixed')], { arrays: { most: 7, refusal: byStatus } }),
  drawn('each thirteenth transaction fails', [], {
    refused: [{ methods: ['getTransaction'], every: 13, refusal: overloaded }],
  }),
  drawn('transactions forbidden after thirty', [], {
    refused: [{ methods: ['getTransaction'], after: 30, refusal: forbidden }],
  }),
  drawn('addresses of 7, answers of half a megabyte', [], {
    addresses: { most: 7, refusal: tooLarge },
    answer: { most: 500_000, refusal: tooLarge },
  }),
  drawn('250 a second, then 37', [rate(250, byStatus)], {
    later: { afterCalls: 300, plan: drawn('37', [rate(37, byText)]) },
  }),
  drawn('arrays, then none', [rate(250, byStatus)], {
    later: {
      afterCalls: 100,
      plan: drawn('none', [rate(250, byStatus)], { arrays: { most: 0, refusal: forbidden } }),
    },
  }),
];
