/*
 * What is switched off has no trouble to report: https://github.com/Sonarr/Sonarr/pull/5950. Without payment per call nobody waits for the
 * token account of PAY_TO, because the first top-up creates it.
 */
import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOfKey } from '../payments/x402-counter.ts';
import { type Market, openMarket } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { until } from '../support/until.ts';

let market: Market;
const payTo = addressOfKey(Keypair.generate());

beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market?.stop());

const health = async ({ url }: Service) => await (await fetch(`${url}/health`)).json();
const metrics = async ({ url }: Service) => await (await fetch(`${url}/metrics`)).text();
const first = { NODE_ENV: 'production', PAY_TO: payTo };

it('a new merchant wallet is trouble where payments per call need it, and none where they are switched off', async () => {
  const local = await market.open(first);
  await until(async () => (await health(local)).checks.payments.ok === false);
  expect(await metrics(local)).toContain('assay_part_unwell{part="payments",code="merchant_token_account_missing"} 1');
  const off = await market.open({ ...first, X402_FACILITATOR: 'off', X402_FEE_PAYER: '' });
  const { ready, checks, warnings = [] } = await health(off);
  expect([ready, checks.payments, warnings]).toEqual([true, { ok: true }, []]);
  const told = await metrics(off);
  expect(told).not.toContain('assay_part_unwell{part="payments"');
  for (const name of ['assay_payment_warnings', 'assay_x402_paused', 'assay_x402_facilitator_away']) {
    expect(told).toContain(`\n${name} 0`);
  }
});
