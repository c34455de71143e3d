import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Service, startService } from '../rest/service.ts';
import { openWire } from './wire.ts';

const METRICS = 'assay_up 1\n';

let service: Service;
beforeAll(async () => {
  service = await startService({ metrics: async () => METRICS, metricsAccess: { token: null, open: true } });
});
afterAll(() => service.close(0));

const read = (headers: Record<string, string>) => ask(service, '/metrics', { headers });

describe('metrics that are open to this machine', () => {
  it.each(['127.0.0.1', '127.0.0.1:3000', 'localhost', 'LocalHost:80', '[::1]:3000'])(
    'are read by the name %s',
    async (host) => {
      const { status, text } = await read({ host });
      expect([status, text]).toEqual([200, METRICS]);
    },
  );

  it.each(['assay.example', 'localhost.example', '127.0.0.1.example', 'example:127.0.0.1', '10.0.0.1'])(
    'are not read by the name %j, which a page elsewhere may have given to this machine',
    async (host) => {
      const { status, text } = await read({ host });
      expect([status, text.includes('assay_up')]).toEqual([404, false]);
    },
  );

  it.each([
    ['Origin', 'https://example.com'],
    ['Origin', 'null'],
    ['Origin', 'http://localhost'],
    ['X-Forwarded-Proto', 'https'],
    ['True-Client-IP', '127.0.0.1'],
  ])('are not read by a request with %s: %s', async (name, value) => {
    const { status, text } = await read({ host: 'localhost', [name]: value });
    expect([status, text.includes('assay_up')]).toEqual([404, false]);
  });

  it('are not read by a request without a name', async () => {
    const { send, ended } = await openWire(service.port);
    send('GET /metrics HTTP/1.0\r\n\r\n');
    expect(await ended).toMatch(/^HTTP\/1\.1 404 /);
  });
});
