import type { OpenedChain } from 'assay-core/chain/open-chain.ts';
import type { EndpointLimitsStore } from '#ledger/endpoint-limits.ts';
import type { Closers } from '#lib/process/closers.ts';
import type { Logger } from '#lib/process/log.ts';

/** If the process is killed, the knowledge since the last write is lost. */
const KEPT_EVERY_MS = 60_000;

interface Remembered {
  readonly chain: Pick<OpenedChain, 'limits' | 'restoreLimits'>;
  readonly store: EndpointLimitsStore;
  readonly log: Logger;
  readonly closers: Closers;
}

/**
 * Gives the chain what was learned about its endpoints before the last stop, and keeps what changes from then on. The service works
 * without: it learns again.
 */
export async function rememberEndpointLimits({ chain, store, log, closers }: Remembered): Promise<void> {
  const failed = (err: unknown) => log.warn({ err }, 'what endpoints allow could not be kept');
  try {
    chain.restoreLimits(await store.read());
  } catch (err) {
    failed(err);
  }
  let kept = new Map(chain.limits());
  const keep = async (): Promise<void> => {
    const now = chain.limits();
    const changed = new Map([...now].filter(([endpoint, limits]) => kept.get(endpoint) !== limits));
    if (changed.size > 0) await store.keep(changed);
    kept = new Map(now);
  };
  const timer = setInterval(() => void keep().catch(failed), KEPT_EVERY_MS).unref();
  closers.add(async () => {
    clearInterval(timer);
    await keep().catch(failed);
  });
}
