import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, PUBLIC, type Service, startService } from '../rest/service.ts';

/** What `/mcp` says when a client connects. */
async function greeting(service: Service): Promise<string> {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const { body } = await ask(service, '/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  return body.result.instructions;
}

/** The OpenAPI document without its components, which define words, and without the names of other documents. */
function operations(text: string): string {
  const { components: _words, ...document } = JSON.parse(text);
  return JSON.stringify(document);
}

/** GET `/mcp` without what the tools say of themselves, which tests of the tools look at. */
function endpoint(text: string): string {
  const { tools: _tools, ...about } = JSON.parse(text);
  return JSON.stringify(about);
}

/** The text without the catalogue of errors, which lists every refusal that there may ever be. */
function withoutErrors(text: string): string {
  return text.slice(0, text.indexOf('\n## Errors'));
}

/** Every document that says how a call is paid, with the part of it that speaks of this service as it is now. */
const documents: readonly (readonly [path: string, told?: (text: string) => string])[] = [
  ['/'],
  ['/check'],
  ['/check/token'],
  ['/credits'],
  ['/llms.txt'],
  ['/llms-full.txt', withoutErrors],
  ['/mcp', endpoint],
  ['/mcp/server-card'],
  ['/openapi.json', operations],
  ['/robots.txt'],
  ['/reason-codes'],
  ['/schema-version'],
  ['/.well-known/x402'],
  ['/.well-known/ai-catalog.json'],
  ['/.well-known/api-catalog'],
  ['/.well-known/agent-card.json'],
];

/** Where x402 is named and not offered: addresses, versions and names of members, and that it is switched off. */
const named = [
  /\/\.well-known\/x402(?:\.json)?/g,
  /"x402Version":2/g,
  /"protocol":"x402"/g,
  /"x402":"https:[^"]*"/g,
  /"operationId":"x402\w*"/g,
  /Per call \(x402\): Payment per call is not offered here now\./g,
  /payment per call by x402 is not offered here now/g,
  /Payment required \(x402 version 2\)/g,
];

const OFFERS_X402 = /x402|PAYMENT-|X-PAYMENT|payment header|pay\/prepare|x-payment-info/;
const OFFERS_FREE =
  /first \d+ checks|free calls? (?:come|are|a day)|free checks|"free_calls_per_day":[1-9]|checks of a caller/i;

async function told(service: Service): Promise<ReadonlyMap<string, string>> {
  const read = documents.map(async ([path, part = (text: string) => text]) => {
    const { status, text } = await ask(service, path);
    expect([path, status]).toEqual([path, 200]);
    return [path, named.reduce((rest, pattern) => rest.replace(pattern, ''), part(text))] as const;
  });
  return new Map([...(await Promise.all(read)), ['greeting', await greeting(service)]]);
}

/** The documents in which the pattern is found, with what was found. */
function found(texts: ReadonlyMap<string, string>, pattern: RegExp): Readonly<Record<string, string>> {
  const hits = [...texts].flatMap(([path, text]) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [[path, text.slice(Math.max(0, at - 60), at + 60)] as const];
  });
  return Object.fromEntries(hits);
}

const X402_IN = ['/', '/check', '/credits', '/llms.txt', '/llms-full.txt', '/mcp', '/openapi.json', 'greeting'];
const FREE_IN = ['/', '/check', '/llms.txt', '/llms-full.txt', '/mcp', '/mcp/server-card', '/openapi.json', 'greeting'];

describe.each([
  [true, 5],
  [true, 0],
  [false, 5],
  [false, 0],
])('with x402 on %s and %i free calls', (enabled, freeCallsPerDay) => {
  let service: Service;
  let texts: ReadonlyMap<string, string>;
  beforeAll(async () => {
    service = await startService({ settings: { enabled }, freeCallsPerDay });
    texts = await told(service);
  });
  afterAll(() => service.close(0));

  it('no document offers what there is not, and those that say how to pay offer what there is', () => {
    const [x402, free] = [found(texts, OFFERS_X402), found(texts, OFFERS_FREE)];
    if (enabled) expect(Object.keys(x402)).toEqual(expect.arrayContaining(X402_IN));
    else expect(x402).toEqual({});
    if (freeCallsPerDay > 0) expect(Object.keys(free)).toEqual(expect.arrayContaining(FREE_IN));
    else expect(free).toEqual({});
  });

  it('every document names the key, which is always a way', () => {
    for (const path of X402_IN) expect([path, texts.get(path)]).toEqual([path, expect.stringMatching(/X-API-Key/)]);
  });

  it('shows a call of MCP with a key exactly where none is free', async () => {
    const keyless = freeCallsPerDay > 0;
    for (const { example } of [(await ask(service, '/')).body.mcp, (await ask(service, '/mcp')).body]) {
      expect(example.headers['X-API-Key']).toBe(keyless ? undefined : '<YOUR_KEY>');
    }
    const command = /curl -i -X POST[^`]*\/mcp'/.exec(texts.get('/llms.txt') ?? '')?.[0] ?? '';
    expect(command).not.toBe('');
    expect(command.includes('X-API-Key')).toBe(!keyless);
  });

  it('describes checks that can be paid per call exactly where they can', async () => {
    const { paths } = (await ask(service, '/openapi.json')).body;
    const check = paths['/check/token/{mint}'].get;
    expect(Object.hasOwn(check, 'x-payment-info')).toBe(enabled);
    expect(check.security).toEqual(enabled ? [{}, { ApiKey: [] }, { Bearer: [] }] : [{ ApiKey: [] }, { Bearer: [] }]);
    expect(Object.hasOwn(check.responses['402'], 'headers')).toBe(enabled);
    expect(Object.hasOwn(paths, '/pay/prepare')).toBe(enabled);
  });
});

describe('payment per call that comes and goes while the service runs', () => {
  it('is followed by every document, which has another entity tag then', async () => {
    let enabled = true;
    const settings = {
      get enabled() {
        return enabled;
      },
    };
    const live = await startService();
    const off = await startService({ settings: { enabled: false } });
    const service = await startService({
      wrap: (given) => Object.defineProperties({ ...given }, Object.getOwnPropertyDescriptors(settings)),
    });
    for (const [path] of documents) {
      if (path === '/.well-known/agent-card.json') continue;
      enabled = true;
      const before = await ask(service, path);
      enabled = false;
      const after = await ask(service, path);
      expect([path, before.text]).toEqual([path, (await ask(live, path)).text]);
      expect([path, after.text]).toEqual([path, (await ask(off, path)).text]);
      if (before.text !== after.text && before.headers.etag) {
        expect([path, after.headers['cache-control']]).toEqual([path, 'no-cache']);
        expect(after.headers.etag).not.toBe(before.headers.etag);
      }
    }
    await Promise.all([service, live, off].map((each) => each.close(0)));
  });
});

describe('the sandbox', () => {
  it('is reached and paid in by what / says, and only there', async () => {
    const subject = { kind: 'token', verdict: 'LOW_RISK', address: 'A', what: 'an old coin' } as const;
    const chain = {
      rpcUrl: 'http://127.0.0.1:1',
      apiKey: async () => 'assay_printed',
      samples: [subject],
      send: async (body: unknown) => ({ sent: body }),
    };
    const sandbox = await startService({ settings: { sandbox: true }, sandbox: chain });
    const { body } = await ask(sandbox, '/');
    expect([body.sandbox, body.sandbox_rpc.url]).toEqual([true, chain.rpcUrl]);
    expect(body.sandbox_rpc.faucet.map(({ method }: { method: string }) => method)).toEqual([
      'requestAirdrop',
      'sandbox_airdropUsdc',
      'sandbox_advance',
    ]);
    for (const { params, curl } of body.sandbox_rpc.faucet) expect(curl).toContain(JSON.stringify(params));
    expect((await ask(sandbox, new URL(body.links.sandbox).pathname)).body).toEqual({
      sandbox: true,
      api_key: 'assay_printed',
      rpc_url: chain.rpcUrl,
      rpc_path: '/sandbox/rpc',
      samples: [
        {
          kind: 'token',
          verdict: 'LOW_RISK',
          subject: 'A',
          story: 'an old coin',
          path: '/check/token/A',
          url: `${PUBLIC}/check/token/A`,
        },
      ],
    });
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[{"method":"getSlot"}]' };
    expect((await ask(sandbox, '/sandbox/rpc', post)).body).toEqual({ sent: [{ method: 'getSlot' }] });
    const real = await startService();
    const { body: described } = await ask(real, '/');
    expect([described.sandbox_rpc, described.links.sandbox]).toEqual([undefined, undefined]);
    for (const path of ['/sandbox', '/sandbox/rpc']) expect((await ask(real, path)).status).toBe(404);
    await Promise.all([sandbox.close(0), real.close(0)]);
  });
});

describe('a wallet that speaks no x402', () => {
  it('is led to what prepares a payment', async () => {
    const service = await startService();
    const { body } = await ask(service, '/');
    const prepare = body.start_here.pay_per_call.find(({ url }: { url: string }) => url === `${PUBLIC}/pay/prepare`);
    const reply = await ask(service, '/pay/prepare', {
      method: 'POST',
      headers: prepare.headers,
      body: JSON.stringify({ ...prepare.body, payer: '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY' }),
    });
    expect(reply.status).toBe(200);
    for (const path of ['/llms.txt', '/llms-full.txt', '/credits']) {
      expect((await ask(service, path)).text).toContain(`POST ${PUBLIC}/pay/prepare`);
    }
    await service.close(0);
  });
});
