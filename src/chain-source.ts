import { readGenesisHash } from '#chain/rpc/genesis.ts';
import { ConfigError } from './config/complaints.ts';
import type { Config } from './config/config.ts';
import { isGenesisOf, type Network } from './config/network.ts';
import type { Logger } from './log.ts';

/** Where the chain is read, and the sandbox when it is the embedded one. */
export interface ChainParts {
  readonly urls: readonly string[];
  readonly sandbox: {
    readonly url: string;
    readonly subjects: readonly { readonly verdict: string; readonly address: string; readonly what: string }[];
  } | null;
  close(): Promise<void>;
}

const GENESIS_TRIES = 3;
const GENESIS_PAUSE_MS = 1_000;

/** Starts the sandbox, or checks that the configured endpoints serve the configured network. */
export async function openChainSource(config: Config, log: Logger): Promise<ChainParts> {
  const { chain } = config;
  if (chain.kind === 'sandbox') return await openSandbox(log);
  if (chain.checkGenesis) await checkGenesis(chain.urls, config.network);
  return { urls: chain.urls, sandbox: null, close: async () => undefined };
}

async function openSandbox(log: Logger): Promise<ChainParts> {
  const { startSandbox } = await import('#sandbox/start.ts').catch(() => {
    throw new ConfigError([
      'SOLANA_RPC_URLS is not set and the sandbox is not installed: it is a development part. Set SOLANA_RPC_URLS, or install without --omit=dev.',
    ]);
  });
  const sandbox = await startSandbox({ log: (line) => log.warn(line) });
  return { urls: [sandbox.url], sandbox, close: () => sandbox.stop() };
}

/** An endpoint of another network would make every verdict wrong, so one that cannot be asked is no reason to start. */
async function checkGenesis(urls: readonly string[], network: Network): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answers = await readGenesisHash(urls);
    const complaints = answers.flatMap(({ origin, hash, error }) => {
      if (hash === null) return [`SOLANA_RPC_URLS: the genesis hash could not be read: ${error}.`];
      if (isGenesisOf(network, hash)) return [];
      return [`SOLANA_RPC_URLS: ${origin} serves the network with genesis hash ${hash}, not ${network.caip2}.`];
    });
    if (complaints.length === 0) return;
    const wrong = answers.some(({ hash }) => hash !== null && !isGenesisOf(network, hash));
    const anyRight = answers.some(({ hash }) => hash !== null);
    if (wrong || tries === GENESIS_TRIES) throw new ConfigError(complaints);
    if (anyRight && tries > 1) return;
    await new Promise((resolve) => setTimeout(resolve, GENESIS_PAUSE_MS));
  }
}
