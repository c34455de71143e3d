import { expect, it } from 'vitest';
import { topupPage } from './view.ts';

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

it.each([true, false])('offers the test wallet in the sandbox alone: %s', async (sandbox) => {
  const topup = String(
    await topupPage({ baseUrl: 'https://assay.example', sandbox, network: mainnet, v1Network: 'solana' }).read({}),
  );
  expect(topup).toContain('<h1>Top up</h1>');
  expect([topup.includes('/web/test-wallet.js'), topup.includes('Try it with test money')]).toEqual([sandbox, sandbox]);
});
