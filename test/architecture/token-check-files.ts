import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import { readConfig } from '#config/config.ts';
import { openLog } from '#lib/process/log.ts';
import { startApp } from '../../src/app/app.ts';
import { temporaryDataDir } from '../support/database.ts';
import { keepsBounds } from './bounds.mjs';

/*
 * Prints how many source files run while one REST token check is answered, without those of rules, which are a list. Exits with 1
 * when they are more than their bound. The service has answered another token before, so that what is made once for all checks is
 * not counted. `node --import tsx test/architecture/token-check-files.ts`, with `--list` for their names.
 */

const root = pathToFileURL(`${process.cwd()}/`).href;
const SOURCE = /^(src|packages\/core\/src)\//;

/** What the service does by the clock is no part of a check, though on a slow machine it falls into one. */
const MOMENT_MS = 500;
for (const name of ['setInterval', 'setTimeout'] as const) {
  const start = globalThis[name];
  const held = (run: () => void, ms = 0) => start(run, ms > MOMENT_MS ? 2 ** 31 - 1 : ms);
  Object.assign(globalThis, { [name]: held });
}

const app = await startApp(readConfig({ PORT: '0', DRAIN_MS: '0', DATA_DIR: temporaryDataDir() }), openLog('fatal'));
const { apiKey, subjects } = app.sandbox ?? { apiKey: '', subjects: [] };
const [first, second] = subjects.filter(({ kind, verdict }) => kind === 'token' && verdict === 'LOW_RISK');

async function check(address = ''): Promise<void> {
  const response = await fetch(`${app.url}/check/token/${address}`, { headers: { 'X-API-Key': apiKey } });
  if (response.status !== 200) throw new Error(`the check was answered with ${response.status}`);
  await response.text();
}

await check(first?.address);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await session.post('Profiler.takePreciseCoverage');
await check(second?.address);
const { result } = await session.post('Profiler.takePreciseCoverage');
const files = result
  .filter(
    ({ url, functions }) =>
      url.startsWith(root) &&
      SOURCE.test(url.slice(root.length)) &&
      functions.some(({ ranges }) => ranges.some((r) => r.count > 0)),
  )
  .map(({ url }) => url.slice(root.length).replace(/\?.*/, ''))
  .filter((file) => !/rules[/]\w+[/]rules[/]/.test(file));
session.disconnect();
await app.stop();
if (process.argv.includes('--list')) console.log([...new Set(files)].sort().join('\n'));
const value = new Set(files).size;
const keeps = keepsBounds([{ name: 'source files outside rules that a REST token check runs', value }]);
process.exit(keeps ? 0 : 1);
