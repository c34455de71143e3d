import { expect } from 'vitest';
import { ask, type Reply, type Service } from '../rest/service.ts';

type Headers = Readonly<Record<string, string>>;
type Params = Readonly<Record<string, unknown>>;

const JSON_BODY = { 'content-type': 'application/json' };
const META = 'io.modelcontextprotocol/';
export const MODERN = '2026-07-28';

/** What every answer to a message has to be, whatever was sent: JSON of ours or nothing, kept by nobody, and found again. */
export function decent(reply: Reply): Reply {
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(reply.headers['mcp-session-id']).toBeUndefined();
  expect(reply.text).not.toMatch(/<html|<pre|node_modules|\.[jt]s:\d+:\d+/);
  if (reply.text === '') return reply;
  expect(reply.headers['content-type']).toMatch(/^application\/json/);
  expect(reply.headers['cache-control']).toBe('no-store');
  return reply;
}

/** POST of a body: a string as it is, anything else as JSON. A header that is empty is not sent. */
export async function post(service: Pick<Service, 'port'>, body: unknown, headers: Headers = {}): Promise<Reply> {
  const all: Record<string, string> = { ...JSON_BODY, ...headers };
  for (const [name, value] of Object.entries(all)) if (value === '') delete all[name];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return decent(await ask(service, '/mcp', { method: 'POST', headers: all, body: text }));
}

/** A request of 2025-11-25 and before. */
export function message(method: string, params?: Params, id: string | number = 1): object {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

/** A request of 2026-07-28, which says in each message what an earlier one said in a handshake. */
export function modernMessage(method: string, params: Params = {}, version = MODERN): object {
  const meta = { [`${META}protocolVersion`]: version, [`${META}clientCapabilities`]: {} };
  return message(method, { ...params, _meta: { ...meta, ...(params._meta as Params | undefined) } });
}

/** The headers that go with it. Names are those of a tool, prompt or resource. */
export function modernHeaders(method: string, name?: string, version = MODERN): Headers {
  return { 'mcp-protocol-version': version, 'mcp-method': method, ...(name !== undefined && { 'mcp-name': name }) };
}

/** Sends a request of 2026-07-28 with the headers that it takes. */
export function postModern(
  service: Pick<Service, 'port'>,
  method: string,
  params: Params = {},
  headers: Headers = {},
): Promise<Reply> {
  const name = params.name ?? params.uri;
  const all = { ...modernHeaders(method, typeof name === 'string' ? name : undefined), ...headers };
  return post(service, modernMessage(method, params), all);
}
