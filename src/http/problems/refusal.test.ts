import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { Fault, type FaultCode } from '#lib/fault.ts';
import type { FaultEntry } from '#lib/fault-catalogue.ts';
import { faults } from '#lib/fault-catalogue.ts';
import type { HttpDeps } from '../http-deps.ts';
import { problemOf, retryAfterOf } from './problem.ts';
import { sendRefusal } from './refusal.ts';

const BASE = 'https://assay.example';
const entries = Object.entries(faults) as readonly (readonly [FaultCode, FaultEntry])[];
const delayed = entries.filter(([, { status }]) => status === 429 || status === 503);

/** What `sendRefusal` wrote of an error, for a request of this path. */
function refused(error: unknown, url = '/check/token/x') {
  const request = Object.assign(new IncomingMessage(new Socket()), { url, method: 'GET' });
  const response = new ServerResponse(request);
  // With a header of its own the response keeps those that come with its head.
  response.setHeader('x-request-id', 'r');
  const write = vi.spyOn(response, 'write').mockReturnValue(true);
  const settings = { baseUrl: BASE } as HttpDeps['settings'];
  sendRefusal({ settings, log: { info: () => undefined, error: () => undefined } }, response, error);
  return { text: String(write.mock.calls[0]?.[0]), headers: response.getHeaders() };
}

describe('a refusal', () => {
  it('of too much or for now there are some of', () => {
    expect(delayed.map(([code]) => code).sort()).toEqual([
      'answer_not_stored',
      'chain_unavailable',
      'in_flight',
      'not_ready',
      'overloaded',
      'rate_limited',
      'too_many_free_answers',
      'too_many_payments',
      'too_many_requests',
    ]);
  });

  it.each(delayed)('%s says when to come back, in its header and in its body, whoever threw it', (code) => {
    const { text, headers } = refused(new Fault(code));
    const body = JSON.parse(text);
    expect(body.retry_after_seconds).toBeGreaterThan(0);
    expect(headers['retry-after']).toBe(String(body.retry_after_seconds));
    expect(body.hint).toMatchObject({ method: 'GET', url: `${BASE}/check/token/x` });
    expect(refused(new Fault(code, undefined, { retryAfterSeconds: 77 })).headers['retry-after']).toBe('77');
  });

  it.each(entries)('%s says what to do next where it can be tried again', (code, entry) => {
    expect(entry.title.length).toBeGreaterThan(5);
    expect(entry.meaning.endsWith('.')).toBe(true);
    if (entry.retryable) expect(entry.retryAction).toBeDefined();
    if (entry.retryAction === 'wait_and_retry' && entry.status !== 500) {
      const known = retryAfterOf(new Fault(code)) !== undefined || entry.status === 409;
      expect(known).toBe(true);
    }
  });

  it('of what is no fault says nothing of it, and names the call to repeat', () => {
    const { text, headers } = refused(new Error('secret'), '/check/wallet/x?a=b');
    expect(JSON.parse(text)).toMatchObject({ code: 'internal_error', hint: { url: `${BASE}/check/wallet/x?a=b` } });
    expect(headers).not.toHaveProperty('retry-after');
    expect(text).not.toContain('secret');
  });

  it('without its request has no call to repeat', () => {
    expect(problemOf(new Fault('too_many_requests'), BASE, 'r')).not.toHaveProperty('hint');
  });
});
