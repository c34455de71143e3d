import type { Complaints } from './complaints.ts';
import { devnet, mainnet, type Network, networkOf } from './network.ts';

/** Where the chain is read: endpoints in order of preference, or the embedded sandbox. */
export type ChainSource =
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'rpc'; readonly urls: readonly string[]; readonly checkGenesis: boolean };

/** The endpoints of SOLANA_RPC_URLS, or the sandbox when there are none. */
export function readChain(c: Complaints, production: boolean): ChainSource {
  const text = c.text('SOLANA_RPC_URLS');
  if (text === null) {
    if (production) c.add('SOLANA_RPC_URLS is required when NODE_ENV is production: the sandbox is for development.');
    return { kind: 'sandbox' };
  }
  const urls = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (urls.length === 0) c.add('SOLANA_RPC_URLS holds no URL.');
  for (const url of urls) c.url('SOLANA_RPC_URLS', url, false);
  const skip = c.choice('SOLANA_SKIP_GENESIS_CHECK', ['0', '1'], '0');
  return { kind: 'rpc', urls: [...new Set(urls)], checkGenesis: skip === '0' };
}

/** The cluster that payments and documents name. */
export function readNetwork(c: Complaints, chain: ChainSource): Network {
  const text = c.text('SOLANA_NETWORK');
  const fallback = chain.kind === 'sandbox' ? devnet : mainnet;
  if (text === null) return fallback;
  const network = networkOf(text);
  if (!network) c.add(`SOLANA_NETWORK must be a CAIP-2 id such as ${mainnet.caip2}, not ${JSON.stringify(text)}.`);
  if (network && chain.kind === 'sandbox' && network.caip2 !== devnet.caip2) {
    c.add(`SOLANA_NETWORK is ${text}, but without SOLANA_RPC_URLS the sandbox runs, which goes by ${devnet.caip2}.`);
  }
  return network ?? fallback;
}
