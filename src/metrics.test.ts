import { expect, it } from 'vitest';
import type { Chain } from '#chain/model.ts';
import type { FreeTally } from '#payments/till/model.ts';
import type { Watch } from '#payments/watch.ts';
import { openMetrics } from './metrics.ts';

it('what the free tier did is counted as it stands when it is asked for', async () => {
  const chain = { health: () => [] } as Partial<Chain> as Chain;
  const watch: Partial<Watch> = { feePayerLamports: null, failedSpendLamports: 0n, paused: false, warnings: () => [] };
  const till: { freeTally: FreeTally } = { freeTally: { taken: 0, refused: 0, rpcCalls: 0 } };
  const metrics = openMetrics({ chain, watch: watch as Watch, till });
  expect(await metrics()).toMatch(/^assay_free_checks_total 0$/m);
  till.freeTally = { taken: 7, refused: 2, rpcCalls: 140 };
  for (let times = 0; times < 2; times += 1) {
    const text = await metrics();
    expect(text).toMatch(/^assay_free_checks_total 7$/m);
    expect(text).toMatch(/^assay_free_checks_refused_total 2$/m);
    expect(text).toMatch(/^assay_free_rpc_calls_total 140$/m);
    expect(text).not.toMatch(/^assay_x402_fee_payer_lamports \d/m);
  }
});
