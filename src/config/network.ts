import { type Address, address } from 'assay-core/solana/address.ts';

/** A Solana cluster as payments and documents name it. */
export interface Network {
  /** CAIP-2: `solana:` and the first 32 characters of the genesis hash. */
  readonly caip2: string;
  /** The name that x402 version 1 clients know, where they know one. */
  readonly v1Name: string | null;
  /** The cluster's USDC, where Circle issues one. */
  readonly usdcMint: Address | null;
}

export const mainnet = {
  caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  v1Name: 'solana',
  usdcMint: address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
} satisfies Network;

/** The sandbox has this identity too, so that unmodified payment clients work and no client takes it for mainnet. */
export const devnet: Network = {
  caip2: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  v1Name: 'solana-devnet',
  usdcMint: address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'),
};

const testnet: Network = { caip2: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', v1Name: null, usdcMint: null };

const networks = [mainnet, devnet, testnet];

/** The network with this CAIP-2 id; an unknown one is taken as it is. Null when the text is no Solana CAIP-2 id. */
export function networkOf(caip2: string): Network | null {
  const listed = networks.find((network) => network.caip2 === caip2);
  if (listed) return listed;
  return /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(caip2) ? { caip2, v1Name: null, usdcMint: null } : null;
}

/** The network whose USDC this mint is, or null. */
export function networkWithUsdc(mint: Address): Network | null {
  return networks.find((network) => network.usdcMint === mint) ?? null;
}

/** How people call the cluster with this genesis hash: by its own name where it has one, else by its CAIP-2 id. */
export function nameOfGenesis(genesisHash: string): string {
  const name = { [mainnet.caip2]: 'mainnet', [devnet.caip2]: 'devnet', [testnet.caip2]: 'testnet' };
  const caip2 = `solana:${genesisHash.slice(0, 32)}`;
  return name[caip2] ?? caip2;
}

/** True when a cluster with this genesis hash is the network. */
export function isGenesisOf(network: Network, genesisHash: string): boolean {
  return network.caip2 === `solana:${genesisHash.slice(0, 32)}`;
}
