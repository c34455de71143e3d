import type { HttpDeps } from '#http/http-deps.ts';
import { FRESH, type Page } from '#http/page.ts';
import { shown } from '#http/questions/calls.ts';
import { htmlForm } from '../html.ts';
import { samplesHtml } from './view.tsx';

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

type SandboxDeps = Pick<HttpDeps, 'sandbox' | 'settings'>;

/** What a newcomer needs in the sandbox: the key with credit, the chain's address, and the samples. There is no such page elsewhere. */
export function sandboxPages({ sandbox, settings }: SandboxDeps): readonly Page[] {
  if (sandbox === undefined) return [];
  const samples = sandbox.samples.map(({ kind, verdict, address, what }) => {
    const path = `/check/${kind}/${address}`;
    return { kind, verdict, subject: address, story: what, path, url: `${settings.baseUrl}${path}` };
  });
  return [
    {
      path: '/sandbox',
      operationId: 'sandbox',
      summary: 'The key, the chain and the samples of the sandbox',
      tag: 'Service',
      mediaType: 'application/json',
      headers: FRESH,
      read: async () => ({
        sandbox: true,
        api_key: await sandbox.apiKey(),
        rpc_url: sandbox.rpcUrl,
        rpc_path: '/sandbox/rpc',
        samples,
      }),
      alternative: htmlForm(async () =>
        samplesHtml({
          site: settings,
          apiKey: await sandbox.apiKey(),
          rpcUrl: sandbox.rpcUrl,
          samples,
          faucet: faucetCalls(sandbox.rpcUrl),
        }),
      ),
    },
  ];
}
