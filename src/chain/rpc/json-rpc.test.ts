import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTarget, retryAfterMs } from './json-rpc.ts';

afterEach(() => void vi.useRealTimers());

describe('retryAfterMs', () => {
  it('takes seconds, also as a list and with a fraction', () => {
    expect(retryAfterMs('2')).toBe(2_000);
    expect(retryAfterMs(' 0.25 ')).toBe(250);
    expect(retryAfterMs(['3', '9'])).toBe(3_000);
  });

  it('takes an HTTP date, and none in the past', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('Wed, 21 Oct 2026 07:28:00 GMT') });
    expect(retryAfterMs('Wed, 21 Oct 2026 07:28:05 GMT')).toBe(5_000);
    expect(retryAfterMs('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(0);
  });

  it('makes nothing of anything else', () => {
    for (const text of [undefined, '', 'soon', '-3x', '1e']) expect(retryAfterMs(text)).toBeNull();
  });
});

describe('openTarget', () => {
  it('keeps path, query and user apart from the origin that may be shown', async () => {
    const target = openTarget('https://user:p%40ss@rpc.example:8443/v2/KEY?token=T', 1, 1_000);
    expect(target.origin).toBe('https://rpc.example:8443');
    expect(target.path).toBe('/v2/KEY?token=T');
    expect(target.headers.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
    expect(target.headers).not.toHaveProperty('accept-encoding');
    await target.pool.destroy();
  });

  it('refuses what is not an http URL without repeating it', () => {
    for (const url of ['', 'rpc.example', 'wss://rpc.example/KEY', 'file:///KEY']) {
      expect(() => openTarget(url, 1, 1_000)).toThrow('an RPC endpoint is not an http or https URL');
    }
  });
});
