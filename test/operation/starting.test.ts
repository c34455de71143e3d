import { existsSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { until } from '../support/market.ts';
import { type Service, spawnService } from '../support/service.ts';
import { familyOf, living } from './processes.ts';

/** Many processes start here, on machines that may be busy. */
vi.setConfig({ testTimeout: 120_000 });

const IMPATIENCE_MS = 100;

const ways = [
  ['one process', []],
  ['workers', ['--workers', '2']],
] as const;

/** When the signal comes, and how often: as soon as something of what is started can be seen, and a while after. */
const moments = [
  ['while the database server starts', (service: Service) => service.output().includes('data in'), 0, 1],
  ['while everything starts', (service: Service) => service.output().includes('data in'), 500, 1],
  ['while everything starts, twice', (service: Service) => service.output().includes('data in'), 300, 2],
  ['shortly before it serves', (service: Service) => familyOf(service.process.pid ?? 0, null).length > 2, 900, 1],
] as const;

const folderOf = (service: Service): string => / data in (\S+),/.exec(service.output())?.[1] ?? service.dataDir;

describe.skipIf(!existsSync('/proc/self/stat'))('a service that is told to stop before it serves', () => {
  describe.each(ways)('%s', (_way, args) => {
    it.each(moments)(
      '%s ends all that it started, and nobody keeps the port',
      async (_moment, isNow, laterMs, signals) => {
        const command = [process.execPath, 'dist/main.js', ...args] as const;
        const service = await spawnService({ LOG_LEVEL: 'info' }, command);
        const family = new Set<number>();
        const look = (): void => {
          for (const pid of familyOf(service.process.pid ?? 0, folderOf(service))) family.add(pid);
        };
        await until(() => isNow(service));
        await pause(laterMs);
        look();
        service.process.kill('SIGTERM');
        const looking = setInterval(look, 20);
        if (signals > 1) await pause(IMPATIENCE_MS);
        if (signals > 1) service.process.kill('SIGTERM');
        expect(await service.exited).toBe(0);
        clearInterval(looking);
        expect(family.size).toBeGreaterThan(1);
        await expect.poll(() => living(family), { timeout: 5_000 }).toEqual([]);
        await expect(fetch(`${service.url}/health`)).rejects.toThrow();
        rmSync(service.dataDir, { recursive: true, force: true });
      },
    );
  });
});
