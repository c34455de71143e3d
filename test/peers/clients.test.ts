import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { type Buyer, holding, openBuyer } from './buyer.ts';
import { openTown, type Town } from './town.ts';

/*
 * The published payment clients as they are, against the service in a process of its own on the sandbox's chain.
 * test/peers/package.json replaces `wagmi`, which only the browser part of `x402` loads, by a small package: its tree
 * alone is 340 MB. Nothing that runs here is changed by that.
 */

const PRICE = 50_000n;
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

let town: Town;
let rpcUrl: string;
let buyer: Buyer;
let mint: string;
let merchant: string;

beforeAll(async () => {
  town = await openTown();
  rpcUrl = town.rpcUrl;
  const { body } = await read(await fetch(check('CEX_FUNDED')));
  mint = body.accepts[0].asset;
  merchant = body.accepts[0].payTo;
});
afterAll(async () => {
  await town?.service.end();
});
beforeEach(async () => {
  buyer = await openBuyer(rpcUrl);
});

function addressOf(verdict: string): string {
  return town.sample('funder', verdict);
}

function check(verdict: string): string {
  return `${town.service.url}/check/funder/${addressOf(verdict)}`;
}

async function read(response: Response) {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** The settlement response in a header. */
function receiptIn(headers: Headers, name: string) {
  const value = headers.get(name);
  return value === null ? null : JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
}

async function graphql(fetcher: Buyer['v2'], query: string) {
  const body = JSON.stringify({ query });
  return await read(
    await fetcher(`${town.service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }),
  );
}

/** What the buyer has paid and the merchant has got since a moment ago. */
async function moved(): Promise<() => Promise<readonly [paid: bigint, got: bigint]>> {
  const before = await holdings();
  return async () => {
    const after = await holdings();
    return [before[0] - after[0], after[1] - before[1]];
  };
}

function holdings(): Promise<[bigint, bigint]> {
  return Promise.all([holding(rpcUrl, buyer.address, mint), holding(rpcUrl, merchant, mint)]);
}

describe.each([
  { client: '@x402/fetch 2.27.0', version: 'v2', receipt: 'PAYMENT-RESPONSE', network: DEVNET },
  { client: 'x402-fetch 1.2.0', version: 'v1', receipt: 'X-PAYMENT-RESPONSE', network: 'solana-devnet' },
] as const)('$client', ({ version, receipt, network }) => {
  it('pays a check within its own limits, and exactly its price moves', async () => {
    const since = await moved();
    const { status, headers, body } = await read(await buyer[version](check('CEX_FUNDED')));
    expect([status, body.verdict]).toEqual([200, 'CEX_FUNDED']);
    const settled = receiptIn(headers, receipt);
    expect(settled).toMatchObject({ success: true, network, payer: buyer.address });
    expect(body.billing).toMatchObject({ route: 'x402', charged_usdc: '0.05', transaction: settled.transaction });
    expect(body.attestation).toEqual(expect.any(String));
    expect(await since()).toEqual([PRICE, PRICE]);
    const { value } = await rpc<{ value: object[] }>(rpcUrl, 'getSignatureStatuses', [[settled.transaction]]);
    expect(value[0]).toMatchObject({ err: null });
  });

  it('gets the stored answer for the same header, and nothing moves', async () => {
    const first = await read(await buyer[version](check('WALLET_FUNDED')));
    const since = await moved();
    const again = await read(await fetch(check('WALLET_FUNDED'), { headers: buyer.sent[0] ?? {} }));
    expect([again.status, again.body.attestation]).toEqual([200, first.body.attestation]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(receiptIn(again.headers, receipt)).toEqual(receiptIn(first.headers, receipt));
    expect(await since()).toEqual([0n, 0n]);
  });

  it('cannot use a payment for another subject', async () => {
    expect((await buyer[version](check('WALLET_FUNDED'))).status).toBe(200);
    const other = await read(await fetch(check('CEX_FUNDED'), { headers: buyer.sent[0] ?? {} }));
    expect([other.status, other.body.code]).toEqual([409, 'payment_already_used']);
  });

  it('pays nothing for a verdict that a gap of ours decided', async () => {
    const since = await moved();
    const { status, headers, body } = await read(await buyer[version](check('UNVERIFIABLE_ORIGIN')));
    expect([status, body.verdict, body.billing.route]).toEqual([200, 'UNVERIFIABLE_ORIGIN', 'none']);
    expect(receiptIn(headers, receipt)).toBeNull();
    expect(await since()).toEqual([0n, 0n]);
  });
});

describe('@x402/fetch 2.27.0 over GraphQL', () => {
  const fields = 'verdict billing { route chargedUsdc transaction }';

  it('pays an operation of one check', async () => {
    const since = await moved();
    const query = `{ funderCheck(address: "${addressOf('CEX_FUNDED')}") { ${fields} } }`;
    const { status, headers, body } = await graphql(buyer.v2, query);
    expect([status, body.errors]).toEqual([200, undefined]);
    const settled = receiptIn(headers, 'PAYMENT-RESPONSE');
    const billing = { route: 'X402', chargedUsdc: '0.05', transaction: settled.transaction };
    expect(body.data.funderCheck).toEqual({ verdict: 'CEX_FUNDED', billing });
    expect(await since()).toEqual([PRICE, PRICE]);
  });

  it('pays an operation of two checks at once', async () => {
    const since = await moved();
    const [a, b] = [addressOf('CEX_FUNDED'), addressOf('WALLET_FUNDED')];
    const query = `{ a: funderCheck(address: "${a}") { ${fields} } b: funderCheck(address: "${b}") { ${fields} } }`;
    const { status, headers, body } = await graphql(buyer.v2, query);
    expect([status, body.errors]).toEqual([200, undefined]);
    const { transaction } = receiptIn(headers, 'PAYMENT-RESPONSE');
    const billing = { route: 'X402', chargedUsdc: '0.05', transaction };
    expect(body.data).toEqual({
      a: { verdict: 'CEX_FUNDED', billing },
      b: { verdict: 'WALLET_FUNDED', billing },
    });
    expect(buyer.sent).toHaveLength(1);
    expect(await since()).toEqual([2n * PRICE, 2n * PRICE]);
  });
});

describe('a payment with one byte changed', () => {
  it('is refused, and nothing moves', async () => {
    await buyer.v2(check('CEX_FUNDED'));
    const headers = { 'PAYMENT-SIGNATURE': tampered(String(buyer.sent[0]?.['PAYMENT-SIGNATURE'])) };
    const since = await moved();
    const { status, body } = await read(await fetch(check('CEX_FUNDED'), { headers }));
    expect([status, body.code]).toEqual([402, 'payment_invalid']);
    expect(await since()).toEqual([0n, 0n]);
  });
});

/** The payment with one byte of its transaction changed, so that no signature holds. */
function tampered(header: string): string {
  const payment = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  const bytes = Buffer.from(payment.payload.transaction, 'base64');
  const last = bytes.length - 2;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  payment.payload.transaction = bytes.toString('base64');
  return Buffer.from(JSON.stringify(payment)).toString('base64');
}
