import { type CheckRequest, createClient } from 'assay-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { BASE, charged, DEPLOYER, json, MINT, openStandIn, type Parts, type StandIn } from './stand-in.ts';

let service: StandIn;
beforeEach(() => {
  service = openStandIn();
});

/** Lets the service answer batches with signed answers of these parts. */
function answering(partsOf: (request: CheckRequest) => Parts): void {
  service.on('/graphql', ({ body }) => {
    const { requests } = JSON.parse(body ?? '').variables;
    const checks = requests.map((one: Record<string, { mint?: string; address?: string; sizeSol?: string }>) => {
      const [[kind, { mint, address, ...size }] = ['', {}]] = Object.entries(one);
      const request = { kind, subject: mint ?? address, ...size } as CheckRequest;
      const { billing: _billing, ...document } = charged(service, request, partsOf(request)) as Parts;
      return { document, billing: { route: 'CREDIT', chargedUsdc: '0.02' } };
    });
    return json({ data: { checks } });
  });
}

const client = (options: object = {}) => createClient({ url: BASE, fetch: service.fetch, apiKey: 'key', ...options });
const trade = { mint: MINT, sizeSol: '5', budgetBps: 300 };

describe('the guard', () => {
  it('asks its second question under a key of its own, and the same one when it is repeated', async () => {
    answering(({ kind, sizeSol }) =>
      kind === 'trade' && sizeSol === '5'
        ? {
            verdict: 'HIGH_COST',
            metrics: { size_sol: '5', cost_bps: 900, sizes: [{ size_sol: '1', cost_bps: 100 }] },
          }
        : {},
    );
    const reduced = { decision: 'reduce', sizeSol: '1' };
    expect(await client().guard(trade, { idempotencyKey: 'job-1' })).toMatchObject(reduced);
    expect(await client().guard(trade, { idempotencyKey: 'job-1' })).toMatchObject(reduced);
    const keys = service.asked.flatMap(({ path, headers }) =>
      path === '/graphql' ? [headers.get('idempotency-key')] : [],
    );
    expect([keys.length, new Set(keys).size]).toEqual([4, 2]);
  });

  it.each([
    ['gaps', 'token', { gaps: [null] }],
    ['reasons', 'token', { verdict: 'CRITICAL', reasons: [null] }],
    ['sizes', 'trade', { verdict: 'HIGH_COST', metrics: { size_sol: '5', cost_bps: 900, sizes: '0.1' } }],
  ])('blocks for %s of another form', async (_, kind, parts) => {
    answering((request) => (request.kind === kind ? parts : {}));
    const { decision, reasons } = await client().guard(trade);
    expect([decision, reasons]).toEqual(['block', [expect.objectContaining({ code: 'not_assay', kind })]]);
  });

  it.each([
    ['is not known', null, [{ code: 'NOT_READ', kind: 'funder' }]],
    ['is another one', MINT, [{ code: 'CONTRADICTION', kind: 'funder' }]],
    ['is the deployer', DEPLOYER, []],
  ])('with a deployer for a token whose creator %s', async (_, creator, reasons) => {
    answering(({ kind }) => (kind === 'token' ? { metrics: { creator } } : {}));
    const decided = await client().guard({ ...trade, deployer: DEPLOYER });
    expect(decided).toMatchObject({ decision: reasons.length > 0 ? 'block' : 'allow', reasons });
  });

  it('says that it decided about the sandbox', async () => {
    answering(() => ({ sandbox: true }));
    expect(await client().guard(trade)).toMatchObject({ decision: 'allow', sandbox: true, reasons: [] });
  });
});
