import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Service, startService } from '../rest/service.ts';

const redocly = 'test/peers/node_modules/@redocly/cli/bin/cli.js';

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'assay-peers-'));
});
afterAll(async () => {
  await service.close(0);
  await rm(folder, { recursive: true });
});

interface Report {
  readonly totals: { readonly errors: number };
  readonly problems: readonly { readonly ruleId: string; readonly severity: string; readonly message: string }[];
}

/** What the linter says of a document under its recommended rules. It exits with 1 when there are errors. */
async function lint(text: string): Promise<Report> {
  const file = join(folder, 'openapi.json');
  await writeFile(file, text);
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [redocly, 'lint', file, '--extends=recommended', '--format=json'];
  const run = promisify(execFile)(process.execPath, args, { env, maxBuffer: 16 * 1024 * 1024 });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1));
}

describe('redocly', () => {
  it('finds no error in the served document', async () => {
    const report = await lint((await ask(service, '/openapi.json')).text);
    expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report.totals.errors).toBe(0);
  });

  it('would find one: a document that is broken on purpose fails', async () => {
    const { text } = await ask(service, '/openapi.json');
    const report = await lint(text.replace('"operationId":"health"', '"operationId":"ready"'));
    expect(report.problems.map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
  });
});
