import { AgentCard } from '@a2a-js/sdk';
import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, PUBLIC, type Service, SUBJECT, startService } from '../rest/service.ts';
import { type Json, post, said, sending, withKey } from './rpc.ts';

const X402 = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2';
const question = { kind: 'funder', address: SUBJECT };

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

const call = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });

describe('what is no request', () => {
  it.each<[string, string, string, number, number]>([
    ['broken JSON', 'application/json', '{', 400, -32700],
    ['an empty body', 'application/json', '', 400, -32600],
    ['null', 'application/json', 'null', 400, -32600],
    ['a text', 'application/json', '"hello"', 400, -32600],
    ['a batch', 'application/json', '[{"jsonrpc":"2.0","id":1,"method":"SendMessage"}]', 400, -32600],
    ['another version of JSON-RPC', 'application/json', '{"jsonrpc":"1.0","id":1,"method":"SendMessage"}', 400, -32600],
    ['no method', 'application/json', '{"jsonrpc":"2.0","id":1}', 400, -32600],
    ['an object as id', 'application/json', '{"jsonrpc":"2.0","id":{"a":1},"method":"GetTask"}', 400, -32600],
    ['another media type', 'text/plain', '{}', 415, -32005],
    ['too much', 'application/json', `"${'x'.repeat(1_100_000)}"`, 413, -32600],
  ])('%s is a JSON-RPC error', async (_what, type, body, status, code) => {
    const reply = await post(service, '1.0', body, { 'content-type': type });
    expect([reply.status, reply.body?.error.code]).toEqual([status, code]);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.text).not.toMatch(/ at |node_modules|<html/);
  });

  it.each(['GET', 'PUT', 'DELETE', 'HEAD'])('%s is answered with what is allowed', async (method) => {
    const reply = await ask(service, '/a2a', { method });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST, OPTIONS']);
    if (method !== 'GET') return;
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(reply.body).toMatchObject({ status: 405, code: 'method_not_allowed', hint: { url: `${PUBLIC}/a2a` } });
    expect(reply.body.detail).toContain('/.well-known/agent-card.json');
    const { headers, body } = reply.body.hint;
    const asked = said(await post(service, '1.0', body, { ...headers }));
    expect([asked.state, asked.value.id.split('.')[0]]).toEqual(['input-required', 'token']);
  });

  it('has nothing below its path', async () => {
    expect((await ask(service, '/a2a/v1', { method: 'POST' })).status).toBe(404);
  });
});

describe('versions and methods', () => {
  const send = sending('1.0', [question]);
  const sendLegacy = sending('0.3', [question]);

  it.each<[string, object, Record<string, string>, number | null]>([
    ['1.0 with its method', send, { 'a2a-version': '1.0' }, null],
    ['1.0 with a patch', send, { 'a2a-version': '1.0.1' }, null],
    ['0.3 with its method', sendLegacy, { 'a2a-version': '0.3' }, null],
    ['none with a method of 1.0', send, { 'a2a-version': '' }, null],
    ['none with a method of 0.3', sendLegacy, { 'a2a-version': '' }, null],
    ['0.3 with a method of 1.0', send, { 'a2a-version': '0.3' }, -32601],
    ['1.0 with a method of 0.3', sendLegacy, { 'a2a-version': '1.0' }, -32601],
    ['one that is not spoken', send, { 'a2a-version': '2.0' }, -32009],
    ['nonsense', send, { 'a2a-version': '__proto__' }, -32009],
  ])('%s', async (_what, body, headers, code) => {
    const reply = await post(service, '1.0', body, headers);
    expect([reply.status, reply.body.error?.code ?? null]).toEqual([200, code]);
  });

  it('takes the version from the query as well', async () => {
    const headers = { 'content-type': 'application/json' };
    const reply = await ask(service, '/a2a?A2A-Version=9.9', { method: 'POST', headers, body: JSON.stringify(send) });
    expect(reply.body.error.code).toBe(-32009);
  });

  it.each<[string, unknown, number]>([
    ['SendStreamingMessage', (send as Json).params, -32004],
    ['SubscribeToTask', { id: 'x' }, -32004],
    ['ListTasks', {}, -32004],
    ['GetExtendedAgentCard', {}, -32004],
    ['CreateTaskPushNotificationConfig', { taskId: 'x', url: 'https://a.example' }, -32003],
    ['GetTask', {}, -32602],
    ['GetTask', { id: 'x' }, -32001],
    ['CancelTask', { id: 'x' }, -32001],
    ['SendMessage', {}, -32602],
    ['SendMessage', { message: { parts: [] } }, -32602],
    ['Unheard', {}, -32601],
    ['Unheard', undefined, -32601],
    ['ListTasks', undefined, -32004],
    ['GetTask', [], -32602],
  ])('%s with %j', async (method, params, code) => {
    const reply = await post(service, '1.0', call(method, params));
    expect([reply.status, reply.body.error.code, reply.body.id]).toEqual([200, code, 1]);
  });

  it.each<[string, unknown, number]>([
    ['message/stream', (sendLegacy as Json).params, -32004],
    ['tasks/resubscribe', { id: 'x' }, -32004],
    ['tasks/get', { id: 'x' }, -32001],
    ['tasks/pushNotificationConfig/set', { taskId: 'x', pushNotificationConfig: { url: 'https://a.example' } }, -32003],
    ['message/send', {}, -32602],
    ['unheard/of', {}, -32601],
    ['unheard/of', undefined, -32601],
  ])('0.3: %s with %j', async (method, params, code) => {
    const reply = await post(service, '0.3', call(method, params));
    expect([reply.status, reply.body.error.code]).toEqual([200, code]);
  });

  it('tells the payment extension that is in force', async () => {
    const modern = await post(service, '1.0', send, { 'a2a-extensions': `https://other.example, ${X402}` });
    expect(modern.headers['a2a-extensions']).toBe(X402);
    const legacy = await post(service, '0.3', sendLegacy, { 'x-a2a-extensions': X402 });
    expect(legacy.headers['x-a2a-extensions']).toBe(X402);
    expect((await post(service, '1.0', send)).headers['a2a-extensions']).toBeUndefined();
  });
});

describe('hostile params', () => {
  /** Stands for a value that is nested deeper than a stack goes; it is written into the text. */
  const DEEP = 'nested';
  const written = (body: object) =>
    JSON.stringify(body).replaceAll(`"${DEEP}"`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  const message = (change: object) => ({ message: { messageId: 'm', role: 'ROLE_USER', parts: [], ...change } });
  const shapes: readonly unknown[] = [
    { message: 7 },
    { message: [] },
    message({ parts: 'x' }),
    message({ parts: [null] }),
    message({ parts: [7, 'x', []] }),
    message({ parts: [{}] }),
    message({ parts: [{ kind: 'text' }] }),
    message({ parts: [{ kind: 'text', text: { toString: 1 } }] }),
    message({ parts: [{ text: { toString: 1 } }] }),
    message({ parts: [{ data: null }, { data: [1] }, { data: 'x' }] }),
    message({ parts: [{ kind: 'data' }, { kind: 'data', data: null }] }),
    message({ parts: [{ kind: 'file', file: null }] }),
    message({ parts: [{ raw: 7 }, { url: {} }] }),
    message({ parts: [{ data: { kind: { toString: 1 }, address: SUBJECT } }] }),
    message({ parts: [{ data: { kind: 'constructor', address: SUBJECT } }] }),
    message({ parts: [{ data: { kind: 'funder', address: { toString: 1 } } }] }),
    message({ parts: [{ data: JSON.parse(`{"__proto__":{"kind":"funder"},"address":"${SUBJECT}"}`) }] }),
    message({ parts: [{ text: '{'.repeat(5_000) }] }),
    message({ parts: [{ text: `${'1'.repeat(43)} `.repeat(400) }] }),
    message({ parts: [{ text: `funder ${'-'.repeat(900)}sol` }] }),
    message({ parts: [{ text: '1'.repeat(20_000) }] }),
    message({ parts: [{ data: DEEP }] }),
    message({ parts: [{ data: question }], metadata: DEEP }),
    message({ parts: [{ data: question }], metadata: { 'x402.payment.payload': DEEP } }),
    message({ parts: [{ data: question }], metadata: { 'x402.payment.payload': { a: DEEP } } }),
    message({ parts: [{ data: question }], metadata: { 'x402.payment.payload': '%%%' } }),
    message({ parts: [{ data: question }], contextId: { toString: 1 } }),
    message({ parts: [{ data: question }], taskId: ['x'] }),
    { ...message({ parts: [{ data: question }] }), configuration: 7, tenant: { a: 1 } },
    {
      ...message({ parts: [{ data: question }] }),
      configuration: { acceptedOutputModes: 7, pushNotificationConfig: 1 },
    },
    { id: { toString: 1 } },
    { id: 'x'.repeat(20_000) },
    { id: `token.${'1'.repeat(32)}.${'0'.repeat(32)}`, historyLength: {} },
  ];
  const methods = {
    '1.0': ['SendMessage', 'GetTask', 'CancelTask'],
    '0.3': ['message/send', 'tasks/get', 'tasks/cancel'],
  };

  it.each(['1.0', '0.3'] as const)('are an answer or an error of the protocol in the form of %s', async (wire) => {
    for (const method of methods[wire]) {
      for (const params of shapes) {
        const reply = await post(service, wire, written(call(method, params)), withKey);
        const code = reply.body.error?.code ?? 0;
        expect([method, JSON.stringify(params).slice(0, 80), reply.status, code >= -32009 || code === -32602]).toEqual([
          method,
          JSON.stringify(params).slice(0, 80),
          200,
          true,
        ]);
        expect(reply.text).not.toMatch(/TypeError|Cannot |undefined|node_modules/);
      }
    }
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('the agent card', () => {
  const PATHS = ['/.well-known/agent-card.json', '/.well-known/agent.json'];

  it('is the same bytes at both addresses, and says which is the right one', async () => {
    const [one, other] = await Promise.all(PATHS.map((path) => ask(service, path)));
    expect(one?.text).toBe(other?.text);
    for (const reply of [one, other]) {
      expect([reply?.status, reply?.headers['content-type']]).toEqual([200, 'application/json']);
      expect(reply?.headers.link).toBe('</.well-known/agent-card.json>; rel="canonical"');
      expect(reply?.headers['cache-control']).toContain('max-age');
    }
  });

  it('is read by the package of 1.0 without loss of what it knows', async () => {
    const { body } = await ask(service, PATHS[0] ?? '');
    const card = AgentCard.fromJSON(body);
    expect(card.supportedInterfaces.map(({ url, protocolVersion }) => [url, protocolVersion])).toEqual([
      [`${PUBLIC}/a2a`, '1.0'],
      [`${PUBLIC}/a2a`, '0.3'],
    ]);
    expect(card.securitySchemes.apiKey?.scheme).toMatchObject({ value: { location: 'header', name: 'X-API-Key' } });
    expect(card.capabilities).toMatchObject({ streaming: false, extensions: [{ uri: X402, required: false }] });
    expect(card.version).toBe('0.3.0-agent');
  });

  it('has the members that 0.3 reads', async () => {
    const { body } = await ask(service, PATHS[0] ?? '');
    expect(body).toMatchObject({ url: `${PUBLIC}/a2a`, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' });
    expect(body.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-API-Key' });
    expect(body.security).toContainEqual({});
  });

  it('has a skill for each kind, whose examples are answered', async () => {
    const { body } = await ask(service, PATHS[0] ?? '');
    expect(body.skills.map(({ id }: Json) => id)).toEqual(Object.keys(kinds).map((name) => `check_${name}`));
    for (const { id, examples, description } of body.skills) {
      expect(description).toMatch(/0\.\d+ USDC/);
      for (const example of examples) {
        const { value } = said(await post(service, '1.0', sending('1.0', [example])));
        expect(`check_${value.id.split('.')[0]}`).toBe(id);
      }
    }
  });

  it('says of the sandbox that nothing in it is real', async () => {
    const sandbox = await startService({ settings: { sandbox: true } });
    const { body } = await ask(sandbox, PATHS[0] ?? '');
    await sandbox.close(0);
    expect(body.description).toContain('not real');
  });

  it('offers no payment where none is taken', async () => {
    const keysOnly = await startService({ settings: { enabled: false, feePayer: null } });
    const { body } = await ask(keysOnly, PATHS[0] ?? '');
    const reply = await post(keysOnly, '1.0', sending('1.0', [question]), { 'a2a-extensions': X402 });
    const told = said(reply);
    const paying = { metadata: { 'x402.payment.status': 'payment-rejected' }, taskId: told.value.id };
    const rejected = said(await post(keysOnly, '1.0', sending('1.0', ['no'], paying)));
    const params = { id: told.value.id };
    const found = said(await post(keysOnly, '1.0', call('GetTask', params)));
    await keysOnly.close(0);
    expect(body.capabilities.extensions).toBeUndefined();
    expect([told.state, told.objects.length, told.objects[0].hint.url]).toEqual([
      'input-required',
      1,
      `${PUBLIC}/credits`,
    ]);
    expect(told.metadata?.['x402.payment.required']).toBeUndefined();
    expect(reply.headers['a2a-extensions']).toBeUndefined();
    expect([rejected.state, found.state]).toEqual(['canceled', 'canceled']);
    for (const { value } of [told, rejected, found]) expect(value.status.message.extensions ?? []).toEqual([]);
  });

  it('lists the extension in a task where payment is taken, and in no message that has nothing of it', async () => {
    const asked = said(await post(service, '1.0', sending('1.0', [question])));
    expect(asked.value.status.message.extensions).toEqual([X402]);
    const helped = said(await post(service, '1.0', sending('1.0', ['hello'])));
    expect(helped.value.extensions ?? []).toEqual([]);
  });

  it('spells the subject as REST does and the size as a number', async () => {
    const { body } = await ask(service, PATHS[0] ?? '');
    const examples = body.skills.map(({ examples: [first] }: Json) => JSON.parse(first));
    expect(examples.map((one: Json) => Object.keys(one)[1])).toEqual(
      Object.values(kinds).map(({ subject }) => subject),
    );
    expect(examples.find(({ kind }: Json) => kind === 'trade').size_sol).toBe(0.5);
  });
});
