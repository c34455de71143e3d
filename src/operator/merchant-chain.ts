import { openChain } from 'assay-core/chain/open-chain.ts';
import { type Config, readConfig } from '#config/config.ts';
import type { Env } from '#config/env.ts';
import { openPaymentChain } from '#payments/chain/open-payment-chain.ts';
import { openAssetFacts } from '#payments/credits/asset-facts.ts';
import type { InflowDeps } from '#payments/inflow.ts';

/** The chain as payments see it, with the merchant's token account, and the configuration that named both. */
interface MerchantChain extends Pick<InflowDeps, 'chain' | 'destination'> {
  readonly config: Config;
}

/** The result of `use` with the chain that SOLANA_RPC_URLS and PAY_TO name; null if they name none. */
export async function withMerchantChain<T>(env: Env, use: (merchant: MerchantChain) => Promise<T>): Promise<T | null> {
  if (!env.SOLANA_RPC_URLS || !env.PAY_TO) return null;
  const config = readConfig(env);
  const { chain, usdcMint, payTo } = config;
  if (chain.kind !== 'rpc' || payTo === null) return null;
  const opened = openChain({ urls: chain.urls });
  const chainOfPayments = openPaymentChain(opened.transport);
  const facts = openAssetFacts({ chain: chainOfPayments, assetMint: usdcMint, payTo });
  try {
    await facts.firstReading;
    const destination = facts.current()?.destination;
    if (!destination) throw new Error('No endpoint told the mint, so the books cannot be compared with the chain.');
    return await use({ chain: chainOfPayments, destination, config });
  } finally {
    facts.close();
    await opened.close();
  }
}
