import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post as postA2a, sending, withKey } from '../a2a/rpc.ts';
import { message, modernHeaders, modernMessage, post as postMcp } from '../mcp/rpc.ts';
import { ask, KEY, type Reply, type Service, SUBJECT, startService } from '../rest/service.ts';
import { bodyChanges, changed } from './bodies.ts';

/* Requests that were right once, with anything changed in them: JSON-RPC of both agents' protocols and bodies of REST. */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

/** No failure of ours, nothing of our insides, and JSON whose type says so. */
function decent(reply: Reply): void {
  expect([reply.status, reply.text.slice(0, 400)]).toSatisfy(([status]) => Number(status) < 500);
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(reply.text).not.toMatch(/node_modules|\.[jt]s:\d+:\d+/);
  if (reply.text !== '') expect(reply.headers['content-type']).toMatch(/^(application\/(problem\+)?json|text\/)/);
  expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
}

describe('a message of A2A', () => {
  const question = { kind: 'funder', address: SUBJECT };
  const call = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
  const wire = fc.constantFrom('1.0' as const, '0.3' as const);
  const bodies = fc.oneof(
    wire.map((of) => sending(of, [question])),
    wire.map((of) => sending(of, ['is this wallet funded by an exchange?', question], { contextId: 'c' })),
    wire.map((of) =>
      sending(of, [question], { taskId: 'token.x', metadata: { 'x402.payment.status': 'payment-submitted' } }),
    ),
    fc.constantFrom('GetTask', 'tasks/get', 'CancelTask', 'ListTasks').map((method) => call(method, { id: 'token.x' })),
  );

  it('with anything changed is answered without a failure of ours', async () => {
    await fc.assert(
      fc.asyncProperty(wire, bodies, bodyChanges, fc.boolean(), async (of, body, changes, hasKey) => {
        decent(await postA2a(service, of, changed(body, changes) as object, hasKey ? { ...withKey } : {}));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a message of MCP', () => {
  const check = { name: 'check_funder', arguments: { address: SUBJECT } };
  const bodies = fc.constantFrom(
    message('tools/call', check),
    message('tools/call', { name: 'check_batch', arguments: { requests: [{ kind: 'funder', subject: SUBJECT }] } }),
    message('resources/read', { uri: 'assay://prices' }),
    message('prompts/get', { name: 'pre_trade_check', arguments: { mint: SUBJECT } }),
    modernMessage('tools/call', check),
    [message('ping'), message('tools/list', {}, 2)],
  );
  const headers = fc.constantFrom({}, { 'x-api-key': KEY }, modernHeaders('tools/call', 'check_funder'));

  it('with anything changed is answered without a failure of ours', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, bodyChanges, headers, async (body, changes, with_) => {
        decent(await postMcp(service, changed(body, changes), with_));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a body of REST', () => {
  const bodies = fc.constantFrom(
    ['/credits/prepare', { payer: SUBJECT, amount_atomic: 1_000_000 }] as const,
    ['/credits/prepare', { payer: SUBJECT, amount_atomic: 19_000_000, pass: true }] as const,
    ['/credits/claim', { signature: '1'.repeat(64), ticket: 'AXloiPX0', key: KEY }] as const,
    ['/pay/prepare', { payer: SUBJECT, resource: `/check/funder/${SUBJECT}` }] as const,
  );

  it('with anything changed is answered without a failure of ours', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, bodyChanges, async ([path, body], changes) => {
        const headers = { 'content-type': 'application/json' };
        decent(
          await ask(service, path, { method: 'POST', headers, body: JSON.stringify(changed(body, changes)) ?? '' }),
        );
      }),
      { numRuns: 200 },
    );
  });
});
