import { answerSizeMax } from './answer-size.ts';
import { encodeCall, readSingle } from './envelope.ts';
import { now, type RpcLimits, rpcLimits } from './limits.ts';
import { openTarget, post } from './wire.ts';

const METHOD = 'getGenesisHash';

/** What one endpoint says its genesis hash is; `error` tells why it is null, without the URL's path. */
export interface EndpointGenesis {
  readonly origin: string;
  readonly hash: string | null;
  readonly error: string | null;
}

/** Asks every endpoint for its genesis hash once, for the check at start. Throws only for what is not a URL. */
export function readGenesisHash(
  urls: readonly string[],
  limits: Partial<RpcLimits> = {},
): Promise<readonly EndpointGenesis[]> {
  return Promise.all(urls.map((url) => readOne(url, { ...rpcLimits, ...limits })));
}

async function readOne(url: string, limits: RpcLimits): Promise<EndpointGenesis> {
  const target = openTarget(url, 1, limits.connectTimeoutMs);
  const { origin } = target;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort('timeout'), limits.requestTimeoutMs);
  const startedAt = now();
  try {
    const posted = await post(target, encodeCall(1, METHOD, []), controller.signal, answerSizeMax([METHOD], limits));
    if (!posted.ok) {
      const { detail } = posted.failure;
      return { origin, hash: null, error: `${origin}: ${detail} after ${Math.round(now() - startedAt)} ms` };
    }
    const outcome = readSingle(posted.body, 1, posted.bytes);
    if (outcome.kind === 'result' && typeof outcome.result === 'string') {
      return { origin, hash: outcome.result, error: null };
    }
    const detail = outcome.kind === 'refused' ? outcome.detail : 'the answer is not a genesis hash';
    return { origin, hash: null, error: `${origin}: ${detail}` };
  } finally {
    clearTimeout(timer);
    await target.pool.destroy();
  }
}
