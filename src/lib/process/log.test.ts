import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

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

/** The lines that a program writes to its standard error, which is a terminal where `terminal` is true. */
function said(program: string, terminal: boolean): string {
  const file = join(directory, 'lines.mjs');
  writeFileSync(file, `import { openLog } from '${process.cwd()}/src/lib/process/log.ts';\n${program}`);
  const node = [process.execPath, '--import', 'tsx', file];
  const command = terminal
    ? ['script', '-qec', `${node.join(' ')} 1>&2`, '/dev/null']
    : ['sh', '-c', `${node.join(' ')} 2>&1`];
  const { stdout } = spawnSync(String(command[0]), command.slice(1), {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TERM: 'xterm' },
  });
  return stdout;
}

const REQUEST = `log.info({ request_id: 'r-1', method: 'GET', path: '/check/\\u009b2J', status: 402, ms: 7, code: 'payment_required' }, 'request');`;

describe('lines where nobody said how', () => {
  it('are sentences on a terminal, from which no caller can steer it', () => {
    const line = said(`const log = openLog('info', 'auto'); ${REQUEST}`, true);
    expect(line).toContain('/check/\ufffd2J');
    expect(line).toMatch(/402.*GET .*7 ms.*payment_required/);
    expect(line).not.toContain('request_id');
  });

  it('are JSON elsewhere', () => {
    expect(JSON.parse(said(`const log = openLog('info', 'auto'); ${REQUEST}`, false))).toMatchObject({ status: 402 });
  });
});

describe('a format that somebody asked for', () => {
  it('is kept away from a terminal', () => {
    const line = said(`const log = openLog('info', 'pretty'); log.warn({ part: 'rpc' }, 'a part is not well');`, false);
    expect(line).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: a part is not well \{"part":"rpc"\}\n$/);
  });

  it('is kept on one', () => {
    expect(JSON.parse(said(`const log = openLog('info', 'json'); ${REQUEST}`, true))).toMatchObject({ status: 402 });
  });
});
