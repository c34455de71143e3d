import type { HttpDeps } from '#http/model.ts';
import { shown } from '#http/questions/calls.ts';

const LAMPORTS = 1_000_000_000;
const USDC_ATOMIC = '60000000';
/** So many slots take whatever landed past finality. */
const SLOTS = 32;

/** What a wallet of one's own needs of the sample world, in this order. */
const faucet = [
  { what: '1 SOL for the fees of the network', method: 'requestAirdrop', params: ['<YOUR_WALLET>', LAMPORTS] },
  { what: '60 USDC to pay with', method: 'sandbox_airdropUsdc', params: ['<YOUR_WALLET>', USDC_ATOMIC] },
  {
    what: 'moves the clock past finality: after a transfer, before its claim',
    method: 'sandbox_advance',
    params: [SLOTS],
  },
] as const;

/** Where the sample world is reached and how a wallet gets its money; nothing where the chain is a real one. */
export function sandboxRpc({ settings, sandboxRpcUrl }: Pick<HttpDeps, 'settings' | 'sandboxRpcUrl'>): object {
  if (!settings.sandbox || sandboxRpcUrl === undefined) return {};
  const headers = { 'Content-Type': 'application/json' };
  return {
    sandbox_rpc: {
      url: sandboxRpcUrl,
      hint: 'The JSON-RPC of Solana for the sample world: a new key pair of your own gets money here, and what it signed is sent here with sendTransaction.',
      faucet: faucet.map(({ what, method, params }) => {
        const body = { jsonrpc: '2.0', id: 1, method, params };
        return { what, method, params, curl: shown({ method: 'POST', url: sandboxRpcUrl, headers, body }).curl };
      }),
    },
  };
}
