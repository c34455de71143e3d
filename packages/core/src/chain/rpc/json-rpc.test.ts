import { describe, expect, it } from 'vitest';
import { openTarget } from './json-rpc.ts';

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
