import { afterEach, expect, it } from 'vitest';
import type { BatchAnswer, Delivered } from '#schema/contract.ts';
import { delivered, KEY, type Reply, type Service, SUBJECT, startService } from '../rest/service.ts';
import { message, post, postModern } from './rpc.ts';

let service: Service;
afterEach(() => service.close(0));

const withKey = { 'x-api-key': KEY };
const textOf = ({ body }: Reply) => body.result.content.map(({ text }: { text: string }) => text).join('\n');

/** An answer that is free because something could not be read just now. */
function unread(retryAfterSeconds: number): Delivered {
  return { ...delivered(), billing: { route: 'none', charged_usdc: '0.00' }, retryAfterSeconds };
}

const check = { name: 'check_funder', arguments: { address: SUBJECT } };
const batch = {
  name: 'check_batch',
  arguments: { checks: [1, 2, 3].map(() => ({ kind: 'funder', subject: SUBJECT })) },
};

function batchOf(results: BatchAnswer['results']): () => Promise<BatchAnswer> {
  return async () => ({
    results,
    bill: { checks: 3, delivered: 2, price_usdc: '0.15', charged_usdc: '0.05' },
  });
}

it('a free answer of one check says when to ask again, in the header and in words', async () => {
  service = await startService({ run: async () => unread(7) });
  for (const reply of [
    await post(service, message('tools/call', check), withKey),
    await postModern(service, 'tools/call', check, withKey),
  ]) {
    expect(reply.headers['retry-after']).toBe('7');
    expect(textOf(reply)).toContain('Nothing was charged. What was missing may be there after 7 s: ask again then.');
  }
});

it('an answer that was charged says nothing of it', async () => {
  service = await startService();
  const reply = await post(service, message('tools/call', check), withKey);
  expect(reply.headers).not.toHaveProperty('retry-after');
  expect(textOf(reply)).not.toContain('ask again');
});

it('a header speaks for one message only', async () => {
  service = await startService({ run: async () => unread(7) });
  const reply = await post(service, [message('tools/call', check, 1), message('ping', undefined, 2)], withKey);
  expect(reply.status).toBe(200);
  expect(reply.headers).not.toHaveProperty('retry-after');
});

it('of many checks the header waits for all, and each says in words when it may be there', async () => {
  const failed = {
    kind: 'funder',
    subject: SUBJECT,
    code: 'chain_unavailable',
    detail: 'Away.',
    retryable: true,
    retry_after_seconds: 9,
  };
  service = await startService({ runAll: batchOf([unread(3), failed, delivered()]) });
  const reply = await post(service, message('tools/call', batch), withKey);
  expect(reply.headers['retry-after']).toBe('9');
  const [, first, , third] = textOf(reply).split('\n');
  expect(first).toContain('may be there after 3 s');
  expect(third).not.toContain('ask again');
});

it('of many checks that lack nothing there is no such header', async () => {
  service = await startService({ runAll: batchOf([delivered(), delivered(), delivered()]) });
  expect((await post(service, message('tools/call', batch), withKey)).headers).not.toHaveProperty('retry-after');
});

it('terms say when to come back while payments cannot be taken for now', async () => {
  service = await startService({
    settings: { enabled: false, outage: { cause: 'facilitator', detail: 'It does not answer.' } },
  });
  const reply = await post(service, message('tools/call', check));
  const { retry_after_seconds: seconds } = reply.body.result.structuredContent;
  expect(seconds).toBeGreaterThan(0);
  expect(reply.headers['retry-after']).toBe(String(seconds));
});
