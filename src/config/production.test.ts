import { describe, expect, it } from 'vitest';
import { Complaints } from './complaints.ts';
import type { Env } from './env.ts';
import { readObservability } from './production.ts';

const TOKEN = 'a-token-of-22-letters!';

function complaints(env: Env, host = '127.0.0.1'): string {
  const c = new Complaints(env);
  readObservability(c, { host, port: 8402 });
  return c.list.join('\n');
}

describe('the settings of what operators see', () => {
  it('take a port of their own, a token, and a collector', () => {
    const env = { METRICS_PORT: '9090', METRICS_TOKEN: TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect(complaints(env, '0.0.0.0')).toBe('');
    expect(readObservability(new Complaints(env), { host: '0.0.0.0', port: 8402 })).toMatchObject({
      ...{ metricsPort: 9090, metricsToken: TOKEN, tracing: true },
    });
  });

  it.each([
    ['a token that is short', { METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    ['a token that no header can carry', { METRICS_TOKEN: 'sixteen letters and blanks' }, 'METRICS_TOKEN'],
    ['the port of the service', { METRICS_PORT: '8402' }, 'METRICS_PORT and PORT'],
    ['a port that would be told nowhere', { METRICS_PORT: '0' }, 'METRICS_PORT'],
    ['a collector that is no URL', { OTEL_EXPORTER_OTLP_ENDPOINT: 'not-a-url' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ] as const)('refuse %s', (_, env, complaint) => expect(complaints(env)).toContain(complaint));

  it('ask for a token where others can reach the port', () => {
    expect(complaints({ METRICS_PORT: '9090' })).toBe('');
    expect(complaints({ METRICS_PORT: '9090' }, '0.0.0.0')).toContain('METRICS_TOKEN is required');
  });
});
