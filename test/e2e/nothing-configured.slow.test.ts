import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startProcess } from '../support/service.ts';
import { type Banner, get, printedBy } from './printed.ts';

const run = promisify(execFile);

/** Runs a program of an operator, as in `books grant`, on the data of a service. */
async function operator(service: ServiceProcess, program: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: service.dataDir };
  return await run(process.execPath, [`dist/${program}.js`, ...args], { env });
}

let service: ServiceProcess;
let other: ServiceProcess;
let world: Banner;

beforeAll(async () => {
  [service, other] = await Promise.all([startProcess(), startProcess()]);
  world = await printedBy(service);
});

afterAll(async () => {
  expect(await Promise.all([service.end(), other.end()])).toEqual([0, 0]);
});

describe('the service with nothing configured', () => {
  it('grants credit while it runs, and the new key pays', async () => {
    const made = JSON.parse((await operator(service, 'books', ['grant', '--usdc', '0.05'])).stdout);
    expect(made.balance_usdc).toBe('0.05');
    const path = String(world.paths.get('CEX_FUNDED'));
    expect((await get(service, path, made.api_key)).body.billing.balance_usdc).toBe('0.00');
    const broke = await get(service, path, made.api_key);
    expect([broke.status, broke.body.code]).toEqual([402, 'insufficient_balance']);
    const more = JSON.parse(
      (await operator(service, 'books', ['grant', '--usdc', '1.5', '--key', made.api_key])).stdout,
    );
    expect(more).toEqual({ balance_usdc: '1.50' });
  });

  it('signs answers that can be checked offline, and a changed byte is found', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'assay-verify-'));
    const answer = join(dir, 'answer.json');
    const jwks = join(dir, 'jwks.json');
    const { text } = await get(service, String(world.paths.get('CEX_FUNDED')), world.apiKey);
    writeFileSync(jwks, (await get(service, '/.well-known/jwks.json')).text);
    writeFileSync(answer, text);
    await operator(service, 'verify', [answer, '--jwks', jwks]);
    writeFileSync(answer, text.replace('CEX_FUNDED', 'CEX_FUNDEE'));
    await expect(operator(service, 'verify', [answer, '--jwks', jwks])).rejects.toMatchObject({ code: 1 });
  });

  it('runs beside a second one, each with books and a chain of its own', async () => {
    const their = await printedBy(other);
    expect((await get(other, String(their.paths.get('CEX_FUNDED')), their.apiKey)).status).toBe(200);
    expect((await get(other, String(their.paths.get('CEX_FUNDED')), world.apiKey)).status).toBe(402);
  });
});
