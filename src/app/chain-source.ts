import type { Config } from '#config/config.ts';
import { ConfigError } from '#config/config.ts';
import { isGenesisOf, type Network } from '#config/network.ts';
import type { Logger } from '#lib/process/log.ts';

/** A sandbox subject that shows a verdict of a kind of check. `what` describes it for people. */
export interface Sample {
  readonly kind: 'funder' | 'trade' | 'token' | 'wallet';
  readonly verdict: string;
  readonly address: string;
  readonly what: string;
}

/** Access to the chain, and the sandbox if it is the embedded one. */
export interface ChainParts {
  readonly urls: readonly string[];
  /** Endpoints whose network is not known yet. They are not used until it is. */
  readonly unverified: readonly string[];
  readonly sandbox: {
    readonly url: string;
    readonly subjects: readonly Sample[];
    /** Start time in Unix milliseconds. Each start makes a new chain. */
    readonly startedMs: number;
  } | null;
}

type Closer = () => Promise<void>;

type OpenedChain = ChainParts & { readonly close: Closer };

const GENESIS_TRIES = 3;
const GENESIS_PAUSE_MS = 1_000;
const VERIFY_EVERY_MS = 10_000;

/** Imported only when an endpoint is asked, because the start of a sandbox must not wait for the HTTP client. */
async function readGenesis(urls: readonly string[]) {
  const { readGenesisHash } = await import('assay-core/chain/rpc/endpoint-probe.ts');
  return await readGenesisHash(urls);
}

/**
 * Loads the code of the configured chain and returns its opener, which starts the sandbox at once, or checks that the endpoints
 * serve the configured network. Throws a `ConfigError` where the sandbox, a development part, is not installed.
 */
export async function loadChainSource({ chain, network }: Config, log: Logger): Promise<() => Promise<OpenedChain>> {
  if (chain.kind === 'rpc') return () => openEndpoints(chain.urls, chain.checkGenesis ? network : null);
  const { rpcPorts: ports } = chain;
  const { startSandbox } = await import('assay-sandbox/start.ts').catch((): never => {
    throw new ConfigError([
      'SOLANA_RPC_URLS is not set and the sandbox is not installed: it is a development part. Set SOLANA_RPC_URLS (and with it PAY_TO and X402_FACILITATOR), or install without --omit=dev.',
    ]);
  });
  return async () => {
    const { url, subjects, stop } = await startSandbox({ ports, log: (line) => log.warn(line) });
    return { urls: [url], unverified: [], sandbox: { url, subjects, startedMs: Date.now() }, close: stop };
  };
}

/** Separates the endpoints whose network could not be read; keeps all of them where no network is configured. */
async function openEndpoints(all: readonly string[], network: Network | null): Promise<OpenedChain> {
  const unverified = network === null ? [] : await checkGenesis(all, network);
  const urls = all.filter((url) => !unverified.includes(url));
  // An endpoint that is silent now may have what the others lack.
  if (network !== null && unverified.length === 0) await checkNodes(urls);
  return { urls, unverified, sandbox: null, close: async () => undefined };
}

/**
 * The endpoints whose network could not be read. An endpoint of another network would make every verdict wrong, so it stops the
 * start. So does having no endpoint that answers.
 */
async function checkGenesis(urls: readonly string[], network: Network): Promise<readonly string[]> {
  for (let tries = 1; ; tries += 1) {
    const answers = await readGenesis(urls);
    const wrong = answers.flatMap(({ origin, hash }) =>
      hash === null || isGenesisOf(network, hash) ? [] : [complaintOf(origin, hash, network)],
    );
    if (wrong.length > 0) throw new ConfigError(wrong);
    const unverified = urls.filter((_, index) => answers[index]?.hash === null);
    if (unverified.length < urls.length && (unverified.length === 0 || tries > 1)) return unverified;
    if (tries === GENESIS_TRIES) {
      throw new ConfigError(answers.map(({ error }) => `SOLANA_RPC_URLS: no genesis hash could be read: ${error}.`));
    }
    await new Promise((resolve) => setTimeout(resolve, GENESIS_PAUSE_MS));
  }
}

/** A node that was started without what checks need stops the start, unless another endpoint has it: it would answer nothing. */
async function checkNodes(urls: readonly string[]): Promise<void> {
  const { nodeComplaints } = await import('assay-core/chain/doctor/node-flags.ts');
  const complaints = await nodeComplaints(urls);
  if (complaints.length > 0) throw new ConfigError(complaints.map((line) => `SOLANA_RPC_URLS: ${line}`));
}

function complaintOf(origin: string, hash: string, network: Network): string {
  return `SOLANA_RPC_URLS: ${origin} serves the network with genesis hash ${hash}, not ${network.caip2}.`;
}

/** Asks unverified endpoints repeatedly for their network, and admits those of the right network. */
export function verifyLater(
  source: Pick<ChainParts, 'unverified'>,
  network: Network,
  log: Logger,
  admit: (url: string) => void,
  everyMs = VERIFY_EVERY_MS,
): Closer {
  const left = new Set(source.unverified);
  if (left.size === 0) return async () => undefined;
  log.warn({ endpoints: left.size }, 'endpoints that could not be asked for their network are not used yet');
  const again = setInterval(async () => {
    const urls = [...left];
    for (const [index, { origin, hash }] of (await readGenesis(urls)).entries()) {
      const url = urls[index];
      if (hash === null || url === undefined || !left.delete(url)) continue;
      if (isGenesisOf(network, hash)) admit(url);
      else log.error({ origin, hash }, 'an endpoint serves another network and stays out of use');
    }
    if (left.size === 0) clearInterval(again);
  }, everyMs);
  return async () => clearInterval(again);
}
