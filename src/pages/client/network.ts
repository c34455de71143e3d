const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
/** Clusters by CAIP-2 id, as the explorer and people call them. */
const CLUSTERS: Readonly<Record<string, string>> = {
  [MAINNET]: 'mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
};

/** A chain as answers name it: CAIP-2 id, and whether it is the sample world, which goes by the id of devnet. */
export interface NamedChain {
  readonly network: string;
  readonly sandbox: boolean;
}

/** The things that an explorer has pages for. */
export type Explored = 'account' | 'token' | 'tx';

/** The name of the cluster with this CAIP-2 id; null where it is none that people know by a name. */
export function clusterOf(network: string): string | null {
  return CLUSTERS[network] ?? null;
}

/** The name of a chain, for people. */
export function networkName({ network, sandbox }: NamedChain): string {
  return sandbox ? 'sandbox' : (CLUSTERS[network] ?? network);
}

/** Where a public explorer shows it; null where none can: the sample world is on one machine only. */
export function explorerUrl({ network, sandbox }: NamedChain, what: Explored, id: string): string | null {
  const cluster = CLUSTERS[network];
  if (sandbox || cluster === undefined) return null;
  const query = network === MAINNET ? '' : `?cluster=${cluster}`;
  return `https://solscan.io/${what}/${encodeURIComponent(id)}${query}`;
}
