import { openChain } from 'assay-core/chain/open-chain.ts';
import { openMarket, warmMarket } from 'assay-core/check/inspectors.ts';
import type { Config } from '#config/config.ts';
import { mainnet } from '#config/network.ts';
import type { Logger } from '#lib/process/log.ts';
import { openPaymentChain } from '#payments/chain/open-payment-chain.ts';
import type { PaymentChain } from '#payments/chain/payment-chain.ts';
import { type ChainParts, verifyLater } from './chain-source.ts';
import { type MerchantWallet, openMerchantWallet, type PaymentTimeouts } from './payments.ts';
import type { Prerequisites } from './prerequisites.ts';

/** The parts that only need the chain. */
export interface OpenedChainParts {
  readonly source: ChainParts;
  readonly chain: ReturnType<typeof openChain>;
  readonly payments: PaymentChain;
  readonly merchantWallet: MerchantWallet;
  readonly market: ReturnType<typeof openMarket>;
  /** Resolves when the market configurations are read. */
  readonly warm: Promise<void>;
}

/** Opens the parts that only need the chain, while the database starts, which takes longer. */
export async function openChainParts(
  config: Config,
  log: Logger,
  opened: Prerequisites,
  timeouts: PaymentTimeouts,
): Promise<OpenedChainParts> {
  const { closers } = opened;
  const source = await opened.source;
  const chain = openChain({
    urls: source.urls,
    awaited: source.unverified.length,
    picoUsdPerCall: config.picoUsdPerCall,
    isMainnet: config.network.caip2 === mainnet.caip2,
    log: (event, fields) => log.warn(fields, event),
    limits: {
      cacheBytesMax: config.cache.chainBytesMax,
      sharedMs: config.cache.sharedMs,
      callsPerSecondMax: config.protection.rpcCallsPerSecondMax,
      ...timeouts.chain,
    },
  });
  closers.add(() => chain.close());
  closers.add(verifyLater(source, config.network, log, (url) => chain.admit(url)));
  const market = openMarket(config.usdcMint);
  const warm = warmMarket(market, chain.session());
  const sandboxUrl = source.sandbox?.url ?? null;
  const payments = openPaymentChain(chain.transport);
  const merchantWallet = await openMerchantWallet({ config, chain: payments, sandboxUrl, closers, timeouts });
  return { source, chain, payments, merchantWallet, market, warm };
}
