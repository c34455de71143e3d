import { openChain } from '#chain/open.ts';
import { openMarket, warmMarket } from '#schema/inspectors.ts';
import { type ChainParts, verifyLater } from './chain-source.ts';
import type { Config } from './config/config.ts';
import { mainnet } from './config/network.ts';
import type { Foundations } from './foundations.ts';
import type { Logger } from './log.ts';
import { openPurse, type Patience, type Purse } from './money.ts';

/** What stands on the chain alone. */
export interface Ground {
  readonly source: ChainParts;
  readonly chain: ReturnType<typeof openChain>;
  readonly purse: Purse;
  readonly market: ReturnType<typeof openMarket>;
  /** Settled when what markets rest on has been read. */
  readonly warm: Promise<void>;
}

/** Opened while the database starts, which takes longer than the chain. */
export async function openGround(config: Config, log: Logger, laid: Foundations, patience: Patience): Promise<Ground> {
  const { closers } = laid;
  const source = await laid.source;
  const chain = openChain({
    urls: source.urls,
    awaited: source.unverified.length,
    isMainnet: config.network.caip2 === mainnet.caip2,
    log: (event, fields) => log.warn(fields, event),
    limits: {
      cacheBytesMax: config.cache.chainBytesMax,
      sharedMs: config.cache.sharedMs,
      callsPerSecondMax: config.protection.rpcCallsPerSecondMax,
      ...patience.chain,
    },
  });
  closers.add(() => chain.close());
  closers.add(verifyLater(source, config.network, log, (url) => chain.admit(url)));
  const market = openMarket(config.usdcMint);
  const warm = warmMarket(market, chain.session());
  const sandboxUrl = source.sandbox?.url ?? null;
  const purse = await openPurse({ config, chain: chain.payments(), sandboxUrl, closers, patience });
  return { source, chain, purse, market, warm };
}
