/*
 * A client asks for the next page of a list with a cursor that the server never gave: one of another server, or one that a proxy kept.
 * Servers that answered with the first page made clients loop, or take one page for two:
 * https://github.com/MongLong0214/logic-pro-mcp/issues/218. The protocol asks for -32602.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { message, post, postModern } from '../mcp/rpc.ts';
import { KEY, type Service, startService } from '../rest/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service?.close(0));

describe.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])('%s', (method) => {
  it.each(['unknown', '', 'MTA=', 'null', '0'])('refuses the cursor %j in both eras', async (cursor) => {
    const older = await post(service, message(method, { cursor }));
    expect([older.status, older.body]).toMatchObject([
      200,
      { id: 1, error: { code: -32602, message: expect.stringMatching(/cursor/i) } },
    ]);
    const { body } = await postModern(service, method, { cursor });
    expect(body).toMatchObject({ id: 1, error: { code: -32602, message: expect.stringMatching(/cursor/i) } });
    expect([older.body.result, body.result]).toEqual([undefined, undefined]);
  });

  it.each([undefined, {}])('is whole without a cursor, and names no next page: params %j', async (params) => {
    const { body } = await post(service, message(method, params));
    const [list] = Object.values(body.result).filter(Array.isArray);
    expect(list?.length).toBeGreaterThan(0);
    expect(body.result.nextCursor).toBeUndefined();
    expect((await postModern(service, method)).body.result.nextCursor).toBeUndefined();
  });
});

it('lists of the other protocols refuse what is no cursor of theirs', async () => {
  const tasks = { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: { pageToken: 'unknown' } };
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0', 'x-api-key': KEY };
  const response = await fetch(`http://127.0.0.1:${service.port}/a2a`, {
    method: 'POST',
    headers,
    body: JSON.stringify(tasks),
  });
  expect(await response.json()).toMatchObject({ id: 1, error: { code: expect.any(Number) } });
});
