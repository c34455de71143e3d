import { PICO_PER_USDC_ATOMIC } from 'assay-core/lib/money.ts';
import { expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { Closers } from '#lib/process/closers.ts';
import { pricesAtomic } from '#payments/prices.ts';
import { openWallets, type WalletsParts } from './wallets.ts';

it('lets the list of a wallet cost as much as its check is sold for', () => {
  const config = readConfig({ WALLET_HISTORY: 'off' });
  const parts = { config, sandboxStart: 0, closers: new Closers() } as unknown as WalletsParts;
  expect(openWallets(parts).bounds.picoUsdMax).toBe(pricesAtomic.wallet * PICO_PER_USDC_ATOMIC);
});
