import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, KEY, type Reply, type Service, SUBJECT, startService } from '../rest/service.ts';
import { decent, message, modernHeaders, modernMessage } from './rpc.ts';

const NOT_ACCEPTABLE = -32_000;

/** A paid call in the form of each era, with the headers that it takes. */
const call = { name: 'check_funder', arguments: { address: SUBJECT } };
const eras = {
  '2025-11-25': { body: message('tools/call', call), headers: {} },
  '2026-07-28': { body: modernMessage('tools/call', call), headers: modernHeaders('tools/call', call.name) },
};

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));
beforeEach(() => {
  service.runs.length = 0;
});

describe.each(Object.entries(eras))('a paid call of %s', (_era, { body, headers }) => {
  /** With the header as it is, also an empty one, or with none. */
  const paid = async (accept?: string): Promise<Reply> => {
    const all = { 'content-type': 'application/json', 'x-api-key': KEY, ...headers };
    const sent = accept === undefined ? all : { ...all, accept };
    return decent(await ask(service, '/mcp', { method: 'POST', headers: sent, body: JSON.stringify(body) }));
  };

  it.each([
    'text/event-stream',
    'text/html',
    'image/*',
    'application/json;q=0',
    'application/json; q=0.000, text/event-stream',
    '*/*;q=0',
    'application/json;q=0, */*',
    'application/jsonl',
    'application/json-seq',
    'application/json; charset=utf-16',
    'text/x-application/json',
  ])('that could not be answered to Accept "%s" is 406, and nothing runs', async (accept) => {
    const reply = await paid(accept);
    expect([reply.status, reply.body.error.code, service.runs]).toEqual([406, NOT_ACCEPTABLE, []]);
    expect(reply.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'not_acceptable' } } });
    expect(reply.headers).not.toHaveProperty('x-verdict');
  });

  it.each([
    undefined,
    '',
    '*/*',
    'application/*;q=0.1',
    'application/json',
    'Application/JSON; charset="UTF-8"',
    'text/event-stream, application/json;q=0.5',
  ])('is answered in JSON to Accept "%s"', async (accept) => {
    const reply = await paid(accept);
    expect([reply.status, reply.body.result.isError, service.runs.length]).toEqual([200, undefined, 1]);
    expect(reply.body.result.structuredContent.verdict).toBe('CEX_FUNDED');
  });
});

describe('GET /mcp', () => {
  it.each([
    ['application/json, text/event-stream;q=0', 200],
    ['application/json, text/event-stream2', 200],
    ['text/*', 200],
    ['', 200],
    ['application/json, Text/Event-Stream;q=0.1', 405],
  ])(
    'with Accept "%s" is %i: a stream is offered to nobody, the document to everybody else',
    async (accept, status) => {
      expect((await ask(service, '/mcp', { headers: { accept } })).status).toBe(status);
    },
  );
});
