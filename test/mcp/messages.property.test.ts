import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../packages/core/test/support/cases.ts';
import { KEY, type Service, startService } from '../rest/service.ts';
import { MODERN, post } from './rpc.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

/** The library calls parameters of the wrong shape an internal error, and says what is wrong with them in JSON. */
function isComplaint(text: string): boolean {
  return text.startsWith('[') && Array.isArray(JSON.parse(text));
}

describe('any message', () => {
  const name = fc.constantFrom('check_token', 'check_batch', 'explain_reason', 'balance', 'pre_trade_check', 'nope');
  const params = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record(
      { name, arguments: fc.jsonValue({ maxDepth: 3 }), _meta: fc.jsonValue({ maxDepth: 2 }) },
      { requiredKeys: [] },
    ),
    fc.record({ uri: fc.string(), ref: fc.jsonValue(), argument: fc.jsonValue() }, { requiredKeys: [] }),
  );
  const method = fc.constantFrom(
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/read',
    'prompts/get',
    'completion/complete',
    'server/discover',
    'subscriptions/listen',
    'notifications/cancelled',
    '',
  );
  const id = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.constant(undefined), fc.double());
  const one = fc.record(
    { jsonrpc: fc.constant('2.0'), id, method: fc.oneof(method, fc.string()), params },
    { requiredKeys: ['jsonrpc'] },
  );
  const body = fc.oneof(one, fc.array(one, { maxLength: 4 }), fc.jsonValue());
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    { 'x-api-key': KEY },
    { 'mcp-protocol-version': MODERN },
    { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': 'balance' },
    { 'payment-signature': '%' },
  );

  it('is answered in JSON and without a failure of ours', async () => {
    await fc.assert(
      fc.asyncProperty(body, headers, async (sent, with_) => {
        const reply = await post(service, sent, with_);
        expect(reply.status).toBeLessThan(500);
        const answers = [reply.body].flat().filter((answer) => answer?.error?.code === -32_603);
        expect(answers.filter(({ error }) => !isComplaint(error.message))).toEqual([]);
      }),
      { numRuns: cases(300) },
    );
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
