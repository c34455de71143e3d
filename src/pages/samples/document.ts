import type { SandboxAccess } from '#http/http-deps.ts';
import { shown } from '#http/questions/calls.ts';

const LAMPORTS = 1_000_000_000;

const USDC_ATOMIC = '60000000';

/** After this many slots a landed transaction is final. */
const SLOTS = 32;

/** The needs of a developer's own wallet in the sample world, in this order. */
const faucet = [
  { what: '1 SOL for the fees of the network', method: 'requestAirdrop', params: ['<YOUR_WALLET>', LAMPORTS] },
  { what: '60 USDC to pay with', method: 'sandbox_airdropUsdc', params: ['<YOUR_WALLET>', USDC_ATOMIC] },
  {
    what: 'moves the clock past finality: after a transfer, before its claim',
    method: 'sandbox_advance',
    params: [SLOTS],
  },
] as const;

/** Calls that give money to a wallet of the sample world, each with its command. */
export function faucetCalls(url: string) {
  const headers = { 'Content-Type': 'application/json' };
  return faucet.map(({ what, method, params }) => {
    const body = { jsonrpc: '2.0', id: 1, method, params };
    return { what, method, params, curl: shown({ method: 'POST', url, headers, body }).curl };
  });
}

/** The first needs of a newcomer: the key with credit, the address of the chain, and the samples. */
export type SandboxDocument = Awaited<ReturnType<typeof sandboxDocument>>;

/** The document of `/sandbox`. */
export async function sandboxDocument(sandbox: SandboxAccess, baseUrl: string) {
  return {
    sandbox: true,
    api_key: await sandbox.apiKey(),
    rpc_url: sandbox.rpcUrl,
    rpc_path: '/sandbox/rpc',
    samples: sandbox.samples.map(({ kind, verdict, address, what }) => {
      const path = `/check/${kind}/${address}`;
      return { kind, verdict, subject: address, story: what, path, url: `${baseUrl}${path}` };
    }),
  };
}
