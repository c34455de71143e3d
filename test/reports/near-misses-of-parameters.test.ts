import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { said, post as sendA2a, sending } from '../a2a/rpc.ts';
import { message, post as sendMcp } from '../mcp/rpc.ts';
import { ask, KEY, type Service, SUBJECT, startService } from '../rest/service.ts';
import { openService, type Service as Whole } from '../support/service.ts';

/**
 * A caller misspells a parameter that has a default. A service that ignores what it does not know answers about the default and is paid
 * for it, as in https://github.com/Materials-Consortia/optimade-python-tools/issues/1120. What trackers and proxies add is no such
 * mistake: https://github.com/mozilla/api.webmaker.org/issues/176
 */
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

const MISSES = [
  ...[
    'size=7',
    'sizeSol=7',
    'Size_Sol=7',
    'SIZE_SOL=7',
    'size-sol=7',
    'sizesol=7',
    'size.sol=7',
    'size_sol[]=7',
    'size%20sol=7',
  ],
  ...[
    'amount=7',
    'amountSol=7',
    'amount_in=7',
    'sol=7',
    'SOL=7',
    'sol_size=7',
    'trade_size=7',
    'tradesize=7',
    'inSol=7',
    'lamports=7',
  ],
  ...[
    'siz_sol=7',
    'sise_sol=7',
    'sizsol=7',
    'size_sols=7',
    'size_usd=7',
    'qty=7',
    'utm_source=a&amp;size_sol=7',
    'size=',
    'size',
  ],
];

const STRANGE = [
  ...[
    'utm_source=x',
    'utm_medium=x',
    'utm_campaign=x',
    'fbclid=x',
    'gclid=x',
    'msclkid=x',
    'ttclid=x',
    '_ga=1',
    '_gl=1',
    '_=1732900000',
  ],
  ...[
    'cb=1',
    'nocache=1',
    'ts=1',
    'v=2',
    'ref=x',
    'source=x',
    'lang=de',
    '__cf_chl_tk=x',
    'X-Amz-Date=1',
    'session=x',
    'resolution=x',
  ],
  ...['console=x', 'solution=x', 'site=x', 'side=buy', '=x', 'other'],
];

const trade = (query: string, headers = {}) => ask(service, `/check/trade/${SUBJECT}?${query}`, { headers });

describe('on a trade check', () => {
  it.each(MISSES)('%s is refused before any payment, with the right name', async (query) => {
    for (const headers of [{}, { 'X-API-Key': KEY }, { 'PAYMENT-SIGNATURE': 'e30=' }]) {
      const { status, body } = await trade(query, headers);
      const [name] = new URLSearchParams(query.split('&').at(-1)).keys();
      expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc)]).toEqual([422, [['query', name]]]);
      expect(body.detail[0].msg).toMatch(/\bsize_sol\b/);
    }
    expect(service.runs).toHaveLength(0);
  });

  it('is refused beside the right name as well, together with what else is wrong', async () => {
    const { body } = await trade('size_sol=0&size=7&fbclid=x');
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))).toEqual(['size_sol', 'size']);
    expect((await trade('size_sol=2&amount=7', { 'X-API-Key': KEY })).status).toBe(422);
  });

  it('is refused in a probe of the template, and a thousand names cost one short answer', async () => {
    expect((await ask(service, '/check/trade/{mint}?size=7')).status).toBe(422);
    const { status, text } = await trade(Array.from({ length: 1_000 }, (_, n) => `size${n}=7`).join('&'));
    expect([status, text.length < 2_000]).toEqual([422, true]);
  });

  it.each(STRANGE)('%s means nothing and is ignored', async (query) => {
    expect((await trade(query)).status).toBe(402);
    const { status } = await trade(`${query}&size_sol=7`, { 'X-API-Key': KEY });
    expect([status, service.runs.pop()?.args]).toEqual([200, { mint: SUBJECT, size_sol: '7' }]);
  });

  it('says so to a person as well, who may correct it', async () => {
    const { status, text } = await trade('sizeSol=7', { accept: 'text/html' });
    expect([status, text.includes('it is called size_sol')]).toEqual([422, true]);
  });
});

it.each(['wallet', 'token', 'funder'])('a %s check has no size, so nothing is a near miss of one', async (kind) => {
  for (const query of ['size=7', 'size_sol=7', 'amount=x'])
    expect((await ask(service, `/check/${kind}/${SUBJECT}?${query}`)).status).toBe(402);
});

it('a payment is not prepared for a misspelt question', async () => {
  const body = JSON.stringify({ payer: SUBJECT, resource: `/check/trade/${SUBJECT}?size=7` });
  const headers = { 'content-type': 'application/json' };
  const reply = await ask(service, '/pay/prepare', { method: 'POST', headers, body });
  expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['body', 'resource']]);
  expect(reply.body.detail[0].msg).toContain('size_sol');
});

describe.each([
  [
    '/credits/prepare',
    { payer: SUBJECT, amount_atomic: 19_000_000 },
    ['Pass', 'PASS', 'amountAtomic', 'amount', 'payr'],
  ],
  ['/credits/claim', { signature: '1'.repeat(64), ticket: 'x' }, ['api_key', 'apiKey', 'Key', 'tickets']],
  ['/pay/prepare', { payer: SUBJECT, resource: `/check/token/${SUBJECT}` }, ['resources', 'Payer']],
])('a body of %s', (path, right, others) => {
  it.each(others)('with the member %s, almost one of its own, is refused by name', async (other) => {
    const body = `${JSON.stringify(right).slice(0, -1)},${JSON.stringify(other)}:true}`;
    const reply = await ask(service, path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect([reply.status, reply.body.detail]).toMatchObject([422, [{ loc: ['body', other], type: 'extra_forbidden' }]]);
  });
});

describe.each(['size', 'sizeSol', 'amount', 'Size_Sol'])('the name %s', (name) => {
  it('is refused in the arguments of a tool, and in those of a prompt', async () => {
    const key = { 'X-API-Key': KEY };
    const args = { mint: SUBJECT, [name]: 7 };
    const asked = await sendMcp(service, message('tools/call', { name: 'check_trade', arguments: args }), key);
    expect([asked.body.result.isError, asked.text.includes('size_sol')]).toEqual([true, true]);
    const checks = [{ kind: 'trade', subject: SUBJECT, [name]: 7 }];
    const batch = await sendMcp(service, message('tools/call', { name: 'check_batch', arguments: { checks } }), key);
    expect([batch.body.result.isError, batch.text.includes('size_sol')]).toEqual([true, true]);
    const prompt = { name: 'pre_trade_check', arguments: { mint: SUBJECT, [name]: '7' } };
    const written = await sendMcp(service, message('prompts/get', prompt));
    expect(written.body.error?.message).toContain('size_sol');
    expect(service.runs).toHaveLength(0);
  });

  it('is refused in a message to the agent', async () => {
    const { is, objects } = said(
      await sendA2a(service, '1.0', sending('1.0', [{ kind: 'trade', mint: SUBJECT, [name]: 7 }])),
    );
    expect([is, objects[0].detail[0].msg]).toEqual(['message', expect.stringContaining('size_sol')]);
  });
});

describe('over GraphQL', () => {
  let whole: Whole;
  beforeAll(async () => {
    whole = await openService();
  });
  afterAll(() => whole?.end());

  const mint = 'So11111111111111111111111111111111111111112';
  const query =
    'query Q($mint: Address!, $sizeSol: SOL = "0.5") { tradeCheck(mint: $mint, sizeSol: $sizeSol) { verdict } }';
  const post = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${whole.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: reply.status, text: await reply.text() };
  };

  it.each(['size_sol', 'sizesol', 'size', 'amount', 'sizeSOL'])('the variable %s is refused by name', async (name) => {
    const { status, text } = await post({ query, variables: { mint, [name]: '7' } });
    expect([status, text.includes('it is called $sizeSol')]).toEqual([400, true]);
  });

  it('a variable that means nothing is ignored, and so is any beside all that are declared', async () => {
    for (const variables of [
      { mint, utm: 1 },
      { mint, sizeSol: '7', size: 1 },
    ])
      expect((await post({ query, variables })).status).toBe(402);
    const two =
      'query Q($a: SOL, $sizeSol: SOL, $mint: Address!) { tradeCheck(mint: $mint, sizeSol: $a) { verdict } b: tradeCheck(mint: $mint, sizeSol: $sizeSol) { verdict } }';
    expect((await post({ query: two, variables: { mint, a: '7' } })).status).toBe(402);
  });

  it.each(['Variables', 'variable', 'varables', 'operation_name'])('the member %s is refused by name', async (name) => {
    const { status, text } = await post({ query, [name]: { mint, sizeSol: '7' } });
    expect([status, text]).toEqual([400, expect.stringMatching(/is called (variables|operationName)/)]);
    const url = new URLSearchParams({ query: '{ prices { kind } }', [name]: '{"mint":"x"}' });
    const read = await fetch(`${whole.url}/graphql?${url}`, { headers: { accept: 'application/json' } });
    expect(read.status).toBe(400);
  });

  it.each(['_', 'utm_source', 'fbclid', 'op', 'hash'])('the parameter %s is ignored', async (name) => {
    const url = new URLSearchParams({ query: '{ prices { kind } }', [name]: '1' });
    const read = await fetch(`${whole.url}/graphql?${url}`, { headers: { accept: 'application/json' } });
    expect(read.status).toBe(200);
  });
});
