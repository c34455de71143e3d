import { afterEach, describe, expect, it } from 'vitest';
import { ask, type Service, startService } from '../rest/service.ts';

const TOKEN = 'collector-token-of-24-chars';
const METRICS = 'assay_up 1\n';

let service: Service;
afterEach(() => service.close(0));

const serve = async (metricsAccess?: { token: string | null; open: boolean }) => {
  service = await startService({ metrics: async () => METRICS, ...(metricsAccess && { metricsAccess }) });
};

const status = async (headers: Record<string, string> = {}) => (await ask(service, '/metrics', { headers })).status;

describe('/metrics beside everything else', () => {
  it('is served without a token only to who comes from this machine by no proxy', async () => {
    await serve({ token: null, open: true });
    const direct = await ask(service, '/metrics');
    expect([direct.status, direct.text]).toEqual([200, METRICS]);
    for (const name of ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via', 'X-Forwarded-Host']) {
      expect([name, await status({ [name]: '127.0.0.1' })]).toEqual([name, 404]);
    }
  });

  it('does not exist where the service is reached from outside and no token is set, and says how to have it', async () => {
    await serve({ token: null, open: false });
    const shut = await ask(service, '/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
    expect([shut.status, shut.body.code]).toEqual([404, 'not_found']);
    expect(shut.body.detail).toMatch(/METRICS_PORT .* METRICS_TOKEN/);
  });

  it('does not exist where nobody said who may read it', async () => {
    await serve();
    expect(await status()).toBe(404);
  });

  it('with a token is served to whoever presents it, by a proxy as well, and to nobody else', async () => {
    await serve({ token: TOKEN, open: false });
    expect(await status({ Authorization: `Bearer ${TOKEN}`, 'X-Forwarded-For': '192.0.2.1' })).toBe(200);
    for (const given of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN, 'Bearer ', '']) {
      const { status: refused, headers, text } = await ask(service, '/metrics', { headers: { Authorization: given } });
      expect([given, refused, headers['www-authenticate']]).toEqual([given, 401, 'Bearer realm="metrics"']);
      expect(text).not.toContain('assay_up');
    }
  });
});
