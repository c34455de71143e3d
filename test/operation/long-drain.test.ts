import { expect, it } from 'vitest';
import { DRAIN_MS_MAX } from '#config/stop-times.ts';
import { until } from '../support/market.ts';
import { startService } from '../support/service.ts';

it('the longest drain of workers is not cut: they answer to its end, and the service ends with 0', async () => {
  const command = [process.execPath, 'dist/main.js', '--workers', '1'] as const;
  const service = await startService({ DRAIN_MS: String(DRAIN_MS_MAX) }, command);
  const isReady = async (): Promise<boolean> => (await fetch(`${service.url}/health/ready`)).status === 200;
  const ended = service.end('SIGTERM');
  await until(async () => !(await isReady()));
  const answered: number[] = [];
  const asking = setInterval(async () => {
    const response = await fetch(`${service.url}/health`, { headers: { connection: 'close' } }).catch(() => null);
    if (response?.status === 200) answered.push(performance.now());
  }, 1_000);
  const begun = performance.now();
  expect(await ended).toBe(0);
  clearInterval(asking);
  expect(Number(answered.at(-1)) - begun).toBeGreaterThan(DRAIN_MS_MAX / 2);
}, 150_000);
