import { formatUsdc } from 'assay-core/lib/money.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pricesAtomic } from '#payments/prices.ts';
import { openService, type Service } from '../support/service.ts';
import { type Banner, get, readBanner } from './printed.ts';

async function graphql(service: Service, query: string, apiKey?: string) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey && { 'X-API-Key': apiKey }) },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

let service: Service;
let world: Banner;

beforeAll(async () => {
  service = await openService();
  world = await readBanner(service);
});

afterAll(() => service.end());

describe('the service on its sandbox', () => {
  it('prints a key and one sample call for each verdict of each check', () => {
    for (const kind of [kinds.funder, kinds.trade]) {
      const printed = world.samples.filter((sample) => sample.kind === kind.name).map(({ verdict }) => verdict);
      expect(printed.sort()).toEqual(Object.keys(kind.verdicts).sort());
    }
    expect(world.apiKey).toMatch(/^assay_\S{32,}$/);
  });

  it('gives each sample the verdict that it was printed with, signed, and charges what it says', async () => {
    for (const { kind, verdict, path } of world.samples) {
      const { status, body, headers } = await get(service, path, world.apiKey);
      expect([path, status, body.verdict]).toEqual([path, 200, verdict]);
      expect(headers.get('x-verdict')).toBe(verdict);
      expect(body.sandbox).toBe(true);
      expect(body.reason_codes.length).toBeGreaterThan(0);
      const free = body.billing.route === 'none';
      expect(body.billing.charged_usdc).toBe(free ? '0.00' : formatUsdc(pricesAtomic[kind]));
      expect(body.attestation === undefined).toBe(free);
    }
  });

  it('lowers the balance by exactly the price', async () => {
    const path = String(world.paths.get('CEX_FUNDED'));
    const before = (await get(service, path, world.apiKey)).body.billing.balance_usdc;
    const after = (await get(service, path, world.apiKey)).body.billing.balance_usdc;
    expect(Math.round((Number(before) - Number(after)) * 1e6)).toBe(50_000);
  });

  it('answers over GraphQL with the same document and the same charge', async () => {
    const path = String(world.paths.get('WALLET_FUNDED'));
    const address = path.split('/').at(-1);
    const query = `{ funderCheck(address: "${address}") { verdict reasonCodes confidence document billing { chargedUsdc } } }`;
    const answer = await graphql(service, query, world.apiKey);
    expect(answer.status).toBe(200);
    const rest = (await get(service, path, world.apiKey)).body;
    const { as_of: restAsOf, attestation: restJws, billing: _, ...restFacts } = rest;
    const { as_of: asOf, attestation: jws, ...facts } = answer.body.data.funderCheck.document;
    expect(facts).toEqual(restFacts);
    expect([typeof jws, typeof restJws, asOf.slot <= restAsOf.slot]).toEqual(['string', 'string', true]);
    expect(answer.body.data.funderCheck.billing.chargedUsdc).toBe('0.05');
  });

  it('asks for payment in one 402 over REST and over GraphQL', async () => {
    const path = String(world.paths.get('CEX_FUNDED'));
    const rest = await get(service, path);
    expect([rest.status, rest.body.code, rest.body.x402Version]).toEqual([402, 'payment_required', 1]);
    const required = JSON.parse(Buffer.from(String(rest.headers.get('payment-required')), 'base64').toString());
    expect(required.accepts[0]).toMatchObject({ scheme: 'exact', amount: '50000' });
    const unknown = await get(service, path, `assay_${'1'.repeat(43)}`);
    expect([unknown.status, unknown.body.code]).toEqual([402, 'api_key_unknown']);
    const address = path.split('/').at(-1);
    const unpaid = await graphql(service, `{ funderCheck(address: "${address}") { verdict } }`);
    expect([unpaid.status, unpaid.body.errors[0].extensions.code]).toEqual([402, 'PAYMENT_REQUIRED']);
    expect(unpaid.headers.get('payment-required')).toBeTruthy();
  });
});
