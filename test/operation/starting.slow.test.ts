import { existsSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryDataDir } from '../support/database.ts';
import { until } from '../support/market.ts';
import { type ServiceProcess, spawnProcess } from '../support/service.ts';
import { commandsOf, familyOf, living } from './processes.ts';

const IMPATIENCE_MS = 100;
const LOOK_MS = 5;

const ways = [
  ['one process', []],
  ['workers', ['--workers', '2']],
] as const;

const folderOf = (service: ServiceProcess): string => / data in (\S+),/.exec(service.output())?.[1] ?? service.dataDir;
const family = (service: ServiceProcess) => familyOf(service.process.pid ?? 0, folderOf(service));
const runs = (service: ServiceProcess, command: RegExp): boolean =>
  commandsOf(family(service)).some((one) => command.test(one));

/** When the signal comes, and how often. */
const moments = [
  ['before its database server starts', (service: ServiceProcess) => service.output().includes('data in'), 1],
  ['while its database server starts, twice', (service: ServiceProcess) => runs(service, /\/postgres -D/), 2],
  ['when it is connected to its database', (service: ServiceProcess) => runs(service, /^postgres: assay /), 1],
] as const;

describe.skipIf(!existsSync('/proc/self/stat'))('a service that is told to stop before it serves', () => {
  describe.each(ways)('%s', (_way, args) => {
    // Only the first start makes a database cluster: that takes longer than all the rest.
    const dataDir = temporaryDataDir();
    afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

    it.each(moments)('%s, ends all that it started, and nobody keeps the port', async (_moment, isNow, signals) => {
      const command = [process.execPath, 'dist/main.js', ...args] as const;
      const service = await spawnProcess({ LOG_LEVEL: 'info', DATA_DIR: dataDir }, command);
      await until(() => isNow(service), LOOK_MS);
      const started = new Set(family(service));
      const look = (): void => {
        for (const pid of family(service)) started.add(pid);
      };
      service.process.kill('SIGTERM');
      const looking = setInterval(look, LOOK_MS);
      if (signals > 1) await pause(IMPATIENCE_MS);
      if (signals > 1) service.process.kill('SIGTERM');
      expect(await service.exited).toBe(0);
      clearInterval(looking);
      expect(started.size).toBeGreaterThan(1);
      await until(() => living(started).length === 0);
      await expect(fetch(`${service.url}/health`)).rejects.toThrow();
    });
  });
});
