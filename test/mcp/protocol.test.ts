import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, KEY, type Service, startService } from '../rest/service.ts';
import { decent, MODERN, message, modernHeaders, modernMessage, post, postModern } from './rpc.ts';

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const [PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS] = [-32_700, -32_600, -32_601, -32_602];

let service: Service;
beforeAll(async () => {
  service = await startService({ mcpBaseUrl: 'https://mcp.example' });
});
afterAll(() => service.close(0));

const hello = (protocolVersion: string) =>
  message('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'a client', version: '1' } });

describe('POST /mcp of 2025-11-25 and before', () => {
  it.each(LEGACY)('shakes hands by %s', async (version) => {
    const { status, body } = await post(service, hello(version));
    expect([status, body.id, body.result.protocolVersion]).toEqual([200, 1, version]);
    expect(body.result.serverInfo).toMatchObject({
      name: expect.stringMatching(/assay$/),
      title: 'Assay',
      version: '0.3.0-agent',
    });
    expect(body.result.capabilities).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    expect(body.result.instructions).toMatch(/check_token/);
  });

  it.each(['1900-01-01', MODERN, 'latest'])('offers its newest to a client that asks for %s', async (version) => {
    expect((await post(service, hello(version))).body.result.protocolVersion).toBe('2025-11-25');
  });

  it.each(LEGACY)('answers without a handshake, with the version %s in the header', async (version) => {
    const { status, body } = await post(service, message('ping'), { 'mcp-protocol-version': version });
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('refuses another version in the header and names the others', async () => {
    const { status, body } = await post(service, message('ping'), { 'mcp-protocol-version': '1900-01-01' });
    expect(status).toBe(400);
    for (const version of LEGACY) expect(body.error.message).toContain(version);
  });

  it.each(['2027-01-01', 'x'])('holds a message with the version %s in the header for a later one', async (version) => {
    const { status, body } = await post(service, message('ping'), { 'mcp-protocol-version': version });
    expect([status, body.error.code]).toEqual([400, INVALID_PARAMS]);
  });

  it.each([
    '',
    '*/*',
    'application/json',
    'application/*',
    'APPLICATION/JSON',
    'text/event-stream;q=1, application/json',
  ])('answers in JSON to Accept "%s"', async (accept) => {
    const { status, body } = await post(service, message('ping'), { accept });
    expect([status, body.result]).toEqual([200, {}]);
  });

  it.each(['text/html', 'text/event-stream', 'image/*'])('cannot answer to Accept %s: 406', async (accept) => {
    const { status, body } = await post(service, message('ping'), { accept });
    expect([status, body.error.code]).toEqual([406, -32_000]);
  });

  it.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['an answer to nothing', { jsonrpc: '2.0', id: 7, result: {} }],
    [
      'many notifications',
      [1, 2].map(() => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })),
    ],
  ])('takes %s with 202 and nothing else', async (_, body) => {
    const { status, text } = await post(service, body);
    expect([status, text]).toEqual([202, '']);
  });

  it('ignores a session that a client makes up', async () => {
    const { status, body } = await post(service, message('ping'), { 'mcp-session-id': 'mine' });
    expect([status, body.result]).toEqual([200, {}]);
  });

  it('answers several messages at once, each by its id', async () => {
    const { status, body } = await post(service, [
      message('ping', undefined, 'a'),
      message('nope/nope', undefined, 'b'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      message('prompts/list', {}, 3),
    ]);
    expect(status).toBe(200);
    const byId = new Map(body.map((answer: { id: unknown }) => [answer.id, answer]));
    expect([...byId.keys()].map(String).sort()).toEqual(['3', 'a', 'b']);
    expect(byId.get('a')).toMatchObject({ result: {} });
    expect(byId.get('b')).toMatchObject({ error: { code: METHOD_NOT_FOUND } });
  });

  it('takes ten messages at once and no more', async () => {
    const pings = Array.from({ length: 10 }, (_, n) => message('ping', undefined, n));
    expect((await post(service, pings)).body).toHaveLength(10);
    const { status, body } = await post(service, [...pings, message('ping', undefined, 10)]);
    expect([status, body.error.code, body.error.data.code]).toEqual([400, INVALID_REQUEST, 'bad_request']);
  });

  it.each([
    ['with one id', [message('ping', undefined, 7), message('tools/call', { name: 'balance' }, 7)]],
    ['that ask for the same long list', [message('tools/list', {}, 1), message('tools/list', {}, 2)]],
  ])('refuses two requests of one array %s', async (_, messages) => {
    const { status, body } = await post(service, messages);
    expect([status, body.error.code]).toEqual([400, INVALID_REQUEST]);
  });

  it('answers a request that its own array cancels, because its work has begun', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const { status, body } = await post(service, [
      message('ping', undefined, 1),
      cancelled,
      message('ping', undefined, 2),
    ]);
    expect([status, body.map(({ id }: { id: unknown }) => id)]).toEqual([200, [1, 2]]);
  });

  it('has errors for unknown methods, tools, resources and prompts', async () => {
    const codes = async (method: string, params: object) => {
      const { status, body } = await post(service, message(method, { ...params }));
      return [status, body.error.code];
    };
    expect(await codes('nope', {})).toEqual([200, METHOD_NOT_FOUND]);
    expect(await codes('tools/call', { name: 'nope', arguments: {} })).toEqual([200, INVALID_PARAMS]);
    expect(await codes('tools/call', { name: '__proto__', arguments: {} })).toEqual([200, INVALID_PARAMS]);
    expect(await codes('tools/call', {})).toEqual([200, INVALID_PARAMS]);
    expect(await codes('resources/read', { uri: 'assay://nope' })).toEqual([200, INVALID_PARAMS]);
    expect(await codes('resources/read', { uri: 'file:///etc/passwd' })).toEqual([200, INVALID_PARAMS]);
    expect(await codes('prompts/get', { name: 'nope' })).toEqual([200, INVALID_PARAMS]);
    expect(await codes('logging/setLevel', { level: 'info' })).toEqual([200, METHOD_NOT_FOUND]);
    expect(await codes('resources/subscribe', { uri: 'assay://prices' })).toEqual([200, METHOD_NOT_FOUND]);
  });
});

describe('a body that is no message', () => {
  it.each(['{', '', 'undefined', '{"a":}', '\u0000', '<xml/>', '[1', 'é"'])('%j is a parse error', async (body) => {
    const reply = await post(service, body);
    expect([reply.status, reply.body.error.code, reply.body.id]).toEqual([400, PARSE_ERROR, null]);
  });

  it.each([
    '1',
    'null',
    '"x"',
    '{}',
    '[]',
    '[1]',
    '[[]]',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"id":1,"method":"ping"}',
  ])('%s is refused', async (body) => {
    const reply = await post(service, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.code).toBeLessThan(-31_999);
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data', 'application/jsonp', ''])(
    '%s is 415',
    async (type) => {
      const reply = await post(service, message('ping'), { 'content-type': type });
      expect([reply.status, reply.body.error.code]).toEqual([415, INVALID_REQUEST]);
    },
  );

  it('is read as JSON with a charset', async () => {
    expect((await post(service, message('ping'), { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(
      200,
    );
    const other = await post(service, message('ping'), { 'content-type': 'application/json; charset=x-unknown' });
    expect([other.status, other.body.error.code]).toEqual([415, INVALID_REQUEST]);
  });

  it('is 413 when it is too large, announced or not', async () => {
    const body = JSON.stringify(message('ping', { filler: 'x'.repeat(2_000_000) }));
    for (const headers of [{ 'content-length': String(body.length) }, { 'transfer-encoding': 'chunked' }] as const) {
      const reply = await post(service, body, headers);
      expect([reply.status, reply.body.error.code]).toEqual([413, INVALID_REQUEST]);
    }
  });

  it('does no harm when it is deep', async () => {
    const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
    for (const body of [deep, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":${deep}}}`]) {
      const reply = await post(service, body);
      expect([reply.status, reply.body.error.code]).toEqual([400, INVALID_REQUEST]);
    }
    const shallow = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`);
    expect((await post(service, message('ping', { shallow }))).status).toBe(200);
  });
});

describe('POST /mcp of 2026-07-28', () => {
  it('is discovered', async () => {
    const { status, body } = await postModern(service, 'server/discover');
    expect([status, body.result.supportedVersions]).toEqual([200, [MODERN]]);
    expect(body.result).toMatchObject({
      ttlMs: 3_600_000,
      cacheScope: 'public',
      capabilities: { tools: {}, completions: {} },
    });
    expect(body.result._meta['io.modelcontextprotocol/serverInfo']).toMatchObject({ title: 'Assay' });
  });

  it.each([
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'assay://prices' }],
  ])('says how long %s may be kept, and by whom', async (method, params) => {
    const { status, body } = await postModern(service, method, params);
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
  });

  it.each(['', '*/*', 'application/json'])('answers in JSON to Accept "%s"', async (accept) => {
    expect((await postModern(service, 'tools/list', {}, { accept })).body.result.tools).toHaveLength(7);
  });

  it('calls a tool', async () => {
    const params = { name: 'explain_reason', arguments: { code: 'LP_BURNED' } };
    const { status, body } = await postModern(service, 'tools/call', params);
    expect([status, body.result.structuredContent.code]).toEqual([200, 'LP_BURNED']);
  });

  it.each([
    ['a name that the body does not have', 'tools/call', { 'mcp-name': 'other' }],
    ['no name', 'tools/call', { 'mcp-name': '' }],
    ['another method', 'tools/call', { 'mcp-method': 'tools/list' }],
    ['a method in other letters', 'tools/call', { 'mcp-method': 'TOOLS/CALL' }],
    ['no method', 'tools/call', { 'mcp-method': '' }],
    ['another revision', 'tools/call', { 'mcp-protocol-version': '2027-01-01' }],
  ])('refuses headers with %s', async (_, method, headers) => {
    const reply = await postModern(service, method, { name: 'balance', arguments: {} }, headers);
    expect([reply.status, reply.body.error.code]).toEqual([400, -32_020]);
  });

  it.each(['protocolVersion', 'clientCapabilities'])('refuses a message without %s', async (member) => {
    const body = modernMessage('tools/list') as { params: { _meta: Record<string, unknown> } };
    delete body.params._meta[`io.modelcontextprotocol/${member}`];
    const reply = await post(service, body, modernHeaders('tools/list'));
    expect(reply.status).toBe(400);
    expect([INVALID_PARAMS, -32_020]).toContain(reply.body.error.code);
  });

  it('refuses a message without any of it', async () => {
    const reply = await post(service, message('tools/list'), modernHeaders('tools/list'));
    expect([reply.status, reply.body.error.code]).toEqual([400, INVALID_PARAMS]);
  });

  it('names what it speaks to a client that speaks another revision', async () => {
    const version = '2027-01-01';
    const reply = await post(
      service,
      modernMessage('tools/list', {}, version),
      modernHeaders('tools/list', undefined, version),
    );
    expect([reply.status, reply.body.error.code]).toEqual([400, -32_022]);
    expect(reply.body.error.data).toEqual({ supported: [MODERN], requested: version });
  });

  it.each(['nope/nope', 'initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'subscriptions/listen'])(
    'has no method %s: 404',
    async (method) => {
      const reply = await postModern(service, method, method === 'subscriptions/listen' ? { notifications: {} } : {});
      expect([reply.status, reply.body.error.code, reply.body.id]).toEqual([404, METHOD_NOT_FOUND, 1]);
    },
  );

  it('has errors for unknown tools, resources and prompts', async () => {
    const unknown = [
      await postModern(service, 'tools/call', { name: 'nope', arguments: {} }),
      await postModern(service, 'resources/read', { uri: 'assay://nope' }),
      await postModern(service, 'prompts/get', { name: 'nope' }),
    ];
    expect(unknown.map(({ body }) => body.error.code)).toEqual([INVALID_PARAMS, INVALID_PARAMS, INVALID_PARAMS]);
  });

  it('takes one message at a time', async () => {
    const two = [modernMessage('tools/list'), modernMessage('prompts/list')];
    const reply = await post(service, two, modernHeaders('tools/list'));
    expect(reply.status).toBe(400);
  });
});

describe('other methods', () => {
  const get = (headers: Record<string, string>, method = 'GET') => ask(service, '/mcp', { method, headers });

  it.each([{}, { accept: '*/*' }, { accept: 'text/html,application/xhtml+xml' }, { accept: 'application/json' }])(
    'GET with %j tells what is here',
    async (headers) => {
      const { status, body, headers: told } = await get(headers as Record<string, string>);
      expect([status, told.vary]).toEqual([200, expect.stringContaining('Accept')]);
      expect(told['content-type']).toMatch(/^application\/json/);
      expect(body).toMatchObject({ transport: 'streamable-http', url: 'https://mcp.example/mcp' });
      expect(body.protocol_versions).toEqual([MODERN, ...LEGACY]);
      expect(body.tools).toHaveLength(7);
      expect(body.server_card).toBe('https://mcp.example/mcp/server-card');
    },
  );

  it('GET tells a call that works as it stands', async () => {
    const { example } = (await get({})).body;
    const { status, body } = await post(service, example.body, { 'x-api-key': KEY });
    expect([status, body.result.isError]).toEqual([200, undefined]);
    expect(example.curl).toContain(JSON.stringify(example.body));
  });

  it.each([
    ['GET', { accept: 'text/event-stream' }],
    ['GET', { accept: 'application/json, text/event-stream' }],
    ['DELETE', {}],
    ['PUT', {}],
    ['PATCH', {}],
  ])('%s with %j is 405', async (method, headers) => {
    const reply = await get(headers as Record<string, string>, method);
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, POST, OPTIONS']);
    expect(reply.body.error.code).toBe(INVALID_REQUEST);
  });

  it('HEAD tells that there is something', async () => {
    expect(await get({}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });
});

describe('who may ask', () => {
  const call = (headers: Record<string, string>) => post(service, message('ping'), headers);

  it.each([
    'http://localhost',
    'http://localhost:5173',
    'http://127.0.0.1:1',
    'http://[::1]:8080',
    'https://assay.example',
    'https://assay.example:8443',
    'https://mcp.example',
  ])('a page of %s', async (origin) => {
    expect((await call({ origin })).status).toBe(200);
  });

  it.each([
    'http://evil.example',
    'null',
    'https://assay.example.evil.example',
    'https://notassay.example',
    'http://[::2]',
    'http://127.0.0.1.evil.example',
    'garbage',
  ])('no page of %s', async (origin) => {
    const { status, body } = await call({ origin });
    expect([status, body.error.code]).toEqual([403, -32_000]);
  });

  it.each(['localhost', 'localhost:99', '127.0.0.1:80', '[::1]:80', 'assay.example', 'mcp.example:443', 'MCP.Example'])(
    'a request for the host %s',
    async (host) => {
      expect((await call({ host })).status).toBe(200);
    },
  );

  it.each([
    'evil.example',
    'evil.example:80',
    '[::2]',
    '169.254.169.254',
    'localhost.evil.example',
    'x@localhost.evil',
  ])('no request for the host %s', async (host) => {
    const { status, body } = await call({ host });
    expect([status, body.error.code]).toEqual([403, -32_000]);
  });
});

it('a request without a body is answered decently', async () => {
  decent(await ask(service, '/mcp', { method: 'POST' }));
});
