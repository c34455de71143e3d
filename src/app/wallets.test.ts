import { expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { Closers } from '#lib/process/closers.ts';
import { openWallets, type WalletsParts } from './wallets.ts';

it('lets the list of a wallet cost 0.10 dollars, for which its check is sold', () => {
  const config = readConfig({ WALLET_HISTORY: 'off' });
  const parts = { config, sandboxStart: 0, closers: new Closers() } as unknown as WalletsParts;
  expect(openWallets(parts).bounds.picoUsdMax).toBe(100_000_000_000n);
});
