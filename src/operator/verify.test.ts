import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signerFor } from '#lib/signing/attestation.ts';
import { openSigningKey, signingKeyFile } from '#lib/signing/signing-key.ts';
import { verify } from './verify.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-verify-'));
const signer = signerFor(openSigningKey(signingKeyFile(directory)));
const answer = {
  schema_version: 1,
  kind: 'funder',
  subject: 'Whom',
  verdict: 'UNKNOWN',
  reason_codes: ['NO_HISTORY'],
  as_of: null as { time: string | null } | null,
};

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
    expect(await verify([good, '--jwks', jwks], nowhere)).toEqual({
      line: `ok ${signer.kid}: funder Whom UNKNOWN, of an unknown time`,
      exitCode: 0,
    });
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

  it('says how old the answer is', async () => {
    const time = new Date(Date.now() - 90_000).toISOString();
    const aged = { ...answer, as_of: { time } };
    const { line } = await verify(
      [saved('aged.json', { ...aged, attestation: signer.sign(aged) }), '--jwks', jwks],
      nowhere,
    );
    const [, seconds, shown] = /UNKNOWN, (\d+) s old \((.+)\)$/.exec(line) ?? [];
    expect(shown).toBe(time);
    expect(Number(seconds)).toBeGreaterThanOrEqual(90);
  });

  it('says of an answer from the future that the clock here is behind', async () => {
    const ahead = { ...answer, as_of: { time: new Date(Date.now() + 10_800_000).toISOString() } };
    const file = saved('ahead.json', { ...ahead, attestation: signer.sign(ahead) });
    const { line } = await verify([file, '--jwks', jwks], nowhere);
    expect(line).toMatch(/UNKNOWN, 10[78]\d\d s ahead of this machine's clock/);
  });

  it.each(['"verdict":"LOW_RISK"', '"\\u0076erdict" : "LOW_RISK"', '"kind":"a {\\"x\\": [","kind":"funder"'])(
    'refuses an answer with a member that stands twice: %s',
    async (member) => {
      const genuine = JSON.stringify({ ...answer, attestation: signer.sign(answer) });
      const path = saved('twice.json', genuine.replace('{', `{${member},`));
      expect(await verify([path, '--jwks', jwks], nowhere)).toEqual({
        line: expect.stringMatching(/^not ok: the member "(verdict|kind)" stands twice$/),
        exitCode: 1,
      });
    },
  );

  it('refuses an answer whose bytes are no UTF-8, though the character that stands for them was signed', async () => {
    const said = { ...answer, note: 'a\ufffdb' };
    const genuine = Buffer.from(JSON.stringify({ ...said, attestation: signer.sign(said) }));
    const at = genuine.indexOf('\ufffd');
    const path = saved('bytes.json', '');
    writeFileSync(path, Buffer.concat([genuine.subarray(0, at), Buffer.from([0xff]), genuine.subarray(at + 3)]));
    expect(await verify([path, '--jwks', jwks], nowhere)).toEqual({
      line: `not ok: ${path} is not UTF-8`,
      exitCode: 1,
    });
  });

  it('takes members of the same name in different objects', async () => {
    const nested = { ...answer, metrics: [{ kind: 1 }, { kind: 2 }], text: '"kind": {' };
    const path = saved('nested.json', { ...nested, attestation: signer.sign(nested) });
    expect((await verify([path, '--jwks', jwks], nowhere)).exitCode).toBe(0);
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
    expect(run(good)).toBe(`ok ${signer.kid}: funder Whom UNKNOWN, of an unknown time\n`);
    expect(() => run(bad)).toThrow();
  });
});
