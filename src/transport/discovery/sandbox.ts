import type { Express } from 'express';
import type { HttpDeps } from '#http/http-deps.ts';
import { readJson } from '#http/media.ts';
import { FRESH, type Page } from '#http/page.ts';
import { sendJson } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';

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
    },
  ];
}

/**
 * The chain of the sandbox under the service's own origin: the policy of the pages lets them reach no other. It is mounted in the
 * sandbox alone.
 */
export function mountSandboxRpc(app: Express, { sandbox }: SandboxDeps): void {
  if (sandbox === undefined) return;
  const route = app.route('/sandbox/rpc');
  route.post(...readJson, async (request, response) => {
    sendJson(response, 200, await sandbox.send(request.body), FRESH);
  });
  route.all(() => {
    throw new Fault('method_not_allowed', undefined, { allow: ['POST', 'OPTIONS'] });
  });
}
