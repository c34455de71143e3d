import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'assay-log-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Logs until the file takes no more, and once more after somebody has emptied it. */
const PROGRAM = `
  import { truncateSync } from 'node:fs';
  import { setTimeout as pause } from 'node:timers/promises';
  import { openLog } from './src/lib/process/log.ts';
  const log = openLog('info');
  for (let n = 0; n < 50; n += 1) {
    log.info({ n, pad: 'x'.repeat(200) }, 'request');
    await pause(1);
  }
  truncateSync(process.env.LOG_FILE);
  log.info('there is room again');
  process.stdout.write('went on');
`;

it('a log that cannot be written costs lines and nothing else, and goes on when it can', async () => {
  const file = join(directory, 'full.log');
  // One block of 1,024 bytes. Without the signal, which would end the process, a write beyond it fails.
  const limited = 'trap "" XFSZ; ulimit -f 1; exec "$0" --import tsx --input-type=module -e "$1" 2>>"$LOG_FILE"';
  const child = spawn('bash', ['-c', limited, process.execPath, PROGRAM], {
    env: { PATH: process.env.PATH, LOG_FILE: file, TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, said }).toEqual({ code: 0, said: 'went on' });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(JSON.parse(String(lines.at(-1))).msg).toBe('there is room again');
  expect(lines).toHaveLength(1);
});
