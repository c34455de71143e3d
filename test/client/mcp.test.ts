import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStandIn, type StandIn, startCli } from './cli-process.ts';

let service: StandIn;
beforeEach(async () => {
  service = await openStandIn();
});
afterEach(() => service.close());

/** The bridge in a process of its own: what it is told and what it says, by lines. */
function bridge(env: Readonly<Record<string, string>> = {}) {
  const { process, ended } = startCli(['mcp'], { ASSAY_URL: service.url, ASSAY_API_KEY: 'assay_key', ...env }, 'pipe');
  const lines = createInterface({ input: process.stdout as Readable })[Symbol.asyncIterator]();
  return {
    ended,
    tell: (message: object | string) =>
      process.stdin?.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    heard: async () => JSON.parse(String((await lines.next()).value)),
    end: () => process.stdin?.end(),
  };
}

const call = (id: number, params = {}) => ({ jsonrpc: '2.0', id, method: 'tools/list', params });
const answer = (id: number | null, result: unknown = {}) => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id, result }),
});

const stream = (body: string) => ({ status: 200, body, headers: { 'content-type': 'text/event-stream' } });

describe('assay mcp', () => {
  it('forwards a message with the key, and names the agreed version once there is one', async () => {
    service.says(answer(1, { protocolVersion: '2025-11-25' }), answer(2));
    const { tell, heard, end, ended } = bridge();
    tell({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    await heard();
    tell(call(2));
    expect(await heard()).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    const [first, second] = service.asked.map(({ headers }) => headers);
    expect([first?.['x-api-key'], first?.['mcp-protocol-version']]).toEqual(['assay_key', undefined]);
    expect(second?.['mcp-protocol-version']).toBe('2025-11-25');
    end();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('repeats in headers what a message of the new era says of itself', async () => {
    service.says(answer(1));
    const { tell, heard, end, ended } = bridge();
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    tell({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'prüfe', _meta } });
    await heard();
    const headers = service.asked[0]?.headers ?? {};
    expect([headers['mcp-protocol-version'], headers['mcp-method']]).toEqual(['2026-07-28', 'tools/call']);
    expect(headers['mcp-name']).toBe(`=?base64?${Buffer.from('prüfe').toString('base64')}?=`);
    end();
    await ended;
  });

  it('passes on every message of a stream of events', async () => {
    const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} };
    const body = `: hello\n\ndata: ${JSON.stringify(progress)}\n\nevent: message\r\ndata: ${answer(1).body}\r\n\r\n`;
    service.says(stream(body));
    const { tell, heard, end, ended } = bridge();
    tell(call(1));
    expect(await heard()).toEqual(progress);
    expect(await heard()).toMatchObject({ id: 1 });
    end();
    await ended;
  });

  it('closes the connection of a request that is cancelled, and says nothing of it', async () => {
    service.says({ status: 200, hangs: true }, answer(2));
    const { tell, heard, end, ended } = bridge();
    const asked = service.askedTimes(1);
    tell(call(1));
    await asked;
    const closed = once(service.asked[0]?.socket ?? process, 'close');
    tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await closed;
    tell(call(2));
    expect(await heard()).toMatchObject({ id: 2 });
    end();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    [
      'a refusal of the service, by the id of its request',
      { status: 400, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}' },
      -32_600,
    ],
    ['a page of a proxy', { status: 502, body: '<html>' }, -32_603],
    ['a redirect', { status: 302, headers: { location: 'http://elsewhere.example' } }, -32_603],
    ['an empty response', { status: 200, body: '' }, -32_603],
    ['what notifications get', { status: 202, body: '' }, -32_603],
    ['a stream that ends too early', stream('data: {"jsonrpc":"2.0","id":7,'), -32_603],
    ['a stream of something else', stream('data: {"foo":1}\n\ndata: {"jsonrpc":"2.0","id":7}\n\n'), -32_603],
    ['a response to another request', answer(8), -32_603],
  ])('answers %s with an error', async (_, said, code) => {
    service.says(said);
    const { tell, heard, end, ended } = bridge();
    tell(call(7));
    expect(await heard()).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code } });
    tell('no json');
    expect(await heard()).toMatchObject({ id: null, error: { code: -32_700 } });
    end();
    expect((await ended).code).toBe(0);
  });

  it('answers a request that only a notification of the stream came for', async () => {
    service.says(stream('data: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n'));
    const { tell, heard, end, ended } = bridge();
    tell(call(7));
    expect(await heard()).toMatchObject({ method: 'notifications/progress' });
    const { id, error } = await heard();
    expect([id, error.code]).toEqual([7, -32_603]);
    expect(error.message).toBe(
      `The service at ${service.url} did not answer: its response ended without an answer. ASSAY_URL is its address, without /mcp.`,
    );
    end();
    expect((await ended).code).toBe(0);
  });

  it.each([
    ['nothing', { status: 202, body: '' }, ''],
    ['a refusal', { status: 400, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}' }, ''],
    ['a page of a proxy', { status: 502, body: '<html>' }, 'it is no MCP endpoint (status 502)'],
  ])('never answers notifications and responses: the service says %s', async (_, said, complaint) => {
    service.says(said);
    const { tell, end, ended } = bridge();
    tell({ jsonrpc: '2.0', method: 'notifications/initialized' });
    tell({ jsonrpc: '2.0', id: 7, result: {} });
    tell({ jsonrpc: '2.0', id: 8, error: { code: -1, message: 'no' } });
    end();
    const { code, stdout, stderr } = await ended;
    expect([code, stdout, stderr.split('\n').length - 1]).toEqual([0, '', complaint === '' ? 0 : 3]);
    expect(stderr).toContain(complaint);
    expect(service.asked).toHaveLength(3);
  });

  it.each([
    ['address', { ASSAY_URL: 'localhost:8402' }, 'The address of the service is http'],
    ['key', { ASSAY_API_KEY: 'assay key' }, 'The key has characters that no key has.'],
  ])('answers every request with what is wrong with a malformed %s', async (_, env, why) => {
    const { tell, heard, end, ended } = bridge(env);
    tell(call(1));
    expect(await heard()).toMatchObject({ id: 1, error: { code: -32_603, message: expect.stringContaining(why) } });
    tell({ jsonrpc: '2.0', method: 'notifications/initialized' });
    tell('no json');
    tell(call(2));
    expect(await heard()).toMatchObject({ id: 2, error: { code: -32_603 } });
    end();
    const { code, stdout, stderr } = await ended;
    expect([code, stdout.trim().split('\n').length, service.asked.length]).toEqual([2, 2, 0]);
    expect(stderr).toContain('Not understood (usage)');
  });

  it('answers when nobody is there', async () => {
    const { tell, heard, end, ended } = bridge();
    await service.close();
    tell({ jsonrpc: '2.0', id: 6, result: {} });
    tell(call(7));
    expect(await heard()).toMatchObject({ id: 7, error: { message: expect.stringContaining('ECONNREFUSED') } });
    end();
    await ended;
    service = await openStandIn();
  });
});
