import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signerFor } from '#lib/attestation.ts';
import { openSigningKey, signingKeyFile } from '#lib/signing-key.ts';
import { verify } from './verify.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-verify-'));
const signer = signerFor(openSigningKey(signingKeyFile(directory)));
const answer = { schema_version: 1, verdict: 'UNKNOWN', reason_codes: ['NO_HISTORY'] };

function saved(name: string, value: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

const good = saved('good.json', { ...answer, attestation: signer.sign(answer), billing: { route: 'credit' } });
const bad = saved('bad.json', { ...answer, verdict: 'CEX_FUNDED', attestation: signer.sign(answer) });
const jwks = saved('jwks.json', signer.jwks());
const nowhere = { DATA_DIR: join(directory, 'none') };

describe('verify', () => {
  it('takes the keys from a file', async () => {
    expect(await verify([good, '--jwks', jwks], nowhere)).toEqual({ line: `ok ${signer.kid}`, exitCode: 0 });
    expect(await verify(['--jwks', jwks, bad], nowhere)).toEqual({
      line: 'not ok: the answer is not what was signed',
      exitCode: 1,
    });
  });

  it('takes the key of the data directory when none is named', async () => {
    expect((await verify([good], { DATA_DIR: directory })).exitCode).toBe(0);
    expect((await verify([good], nowhere)).line).toMatch(/--jwks/);
  });

  it('takes the keys from a URL, and says when there are none', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/.well-known/jwks.json') response.end(JSON.stringify(signer.jwks()));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect((await verify([good], { ...nowhere, BASE_URL: base })).exitCode).toBe(0);
      expect((await verify([good, '--jwks', `${base}/x`], nowhere)).line).toMatch(/could not be fetched/);
    } finally {
      server.close();
    }
  });

  it('explains itself when it is called wrongly', async () => {
    for (const argv of [[], ['--jwks', jwks], [good, '--jwks'], [good, bad], ['--help']]) {
      const outcome = await verify(argv, {});
      expect(outcome.exitCode).toBe(1);
      expect(outcome.line).toMatch(/^usage:/);
    }
    expect((await verify([join(directory, 'missing.json'), '--jwks', jwks], {})).line).toMatch(/ENOENT/);
    expect((await verify([saved('text.json', 'hello'), '--jwks', jwks], {})).line).toMatch(/is not JSON/);
  });

  it('ends the process with the right code', () => {
    const run = (file: string) =>
      execFileSync(process.execPath, ['dist/verify.js', file, '--jwks', jwks], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    expect(run(good)).toBe(`ok ${signer.kid}\n`);
    expect(() => run(bad)).toThrow();
  });
});
