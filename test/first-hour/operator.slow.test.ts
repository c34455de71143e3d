import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '#lib/process/free-port.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { hangMs } from '../support/pace.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';

// The first five minutes of an operator, in the order in which they are lived: each step stands on the one before.

/** Debian's package of the same name. */
const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;
if (!hasPrometheus)
  console.warn('Prometheus is not installed (Debian: apt-get install prometheus): nobody reads the metrics.');

const TOKEN = 'metrics-of-the-first-hour';
const directory = mkdtempSync(join(tmpdir(), 'assay-first-hour-'));
/** Scrapes come every 15 seconds, and figures of the books are read every ten. */
const seen = { timeout: hangMs(90_000), interval: 250 };

let database: TestDatabase;
let metricsPort: number;
let service: ServiceProcess;
let prometheus: { readonly url: string; readonly process: ChildProcess } | null = null;

beforeAll(async () => {
  database = await openTestDatabase();
  metricsPort = await freePort();
});
afterAll(async () => {
  if (prometheus) {
    const ended = once(prometheus.process, 'exit');
    prometheus.process.kill('SIGTERM');
    await ended;
  }
  await service?.end('SIGKILL');
  await database.stop();
  rmSync(directory, { recursive: true });
});

/** Starts Prometheus with what is shipped, whose target alone is another. */
async function startPrometheus() {
  cpSync('deploy/prometheus', directory, { recursive: true });
  const file = join(directory, 'prometheus.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('assay:9464', `127.0.0.1:${metricsPort}`));
  writeFileSync(join(directory, 'metrics-token'), TOKEN);
  const address = `127.0.0.1:${await freePort()}`;
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${directory}/data`, `--web.listen-address=${address}`];
  return { url: `http://${address}`, process: spawn('prometheus', options, { stdio: 'ignore' }) };
}

/** What its HTTP interface says; null while it does not answer. */
async function told(path: string): Promise<Readonly<Record<string, unknown[]>> | null> {
  const answer = await fetch(`${prometheus?.url}/api/v1/${path}`).catch(() => null);
  return answer?.ok ? (await answer.json()).data : null;
}

async function firing(): Promise<readonly string[]> {
  const { alerts = [] } = (await told('alerts')) ?? {};
  const all = alerts as readonly { readonly state: string; readonly labels: { readonly alertname: string } }[];
  return all.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
}

async function auditBooks(): Promise<{ readonly code: number; readonly sound: boolean }> {
  const run = promisify(execFile)(process.execPath, ['dist/books.js', 'audit-books', '--full'], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
  });
  const { stdout, code = 0 } = (await run.catch((failed: { stdout: string; code: number }) => failed)) as {
    stdout: string;
    code?: number;
  };
  return { code, sound: JSON.parse(stdout).sound };
}

const harm = (by: number) =>
  database.database.sql`UPDATE accounts SET balance = balance + ${by}::int WHERE name = 'issuance'`;

describe('the first five minutes of an operator', () => {
  it('start two workers on a database of their own, which say that they are ready', async () => {
    const env = {
      DATABASE_URL: database.url,
      METRICS_PORT: String(metricsPort),
      METRICS_TOKEN: TOKEN,
      AUDIT_MINUTES: '0',
    };
    service = await startProcess(env, [process.execPath, 'dist/main.js', '--workers', '2']);
    expect(await (await fetch(`${service.url}/health/ready`)).json()).toMatchObject({ ready: true });
    const { api_key: key, samples } = await (await fetch(`${service.url}/sandbox`)).json();
    const answer = await fetch(service.url + samples[0].path, { headers: { 'X-API-Key': key } });
    expect([answer.status, (await answer.json()).billing.route]).toEqual([200, 'credit']);
  });

  it('show metrics to whoever has the token, and to nobody else', async () => {
    const metrics = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers });
    expect((await metrics({})).status).toBe(401);
    const text = await (await metrics({ authorization: `Bearer ${TOKEN}` })).text();
    expect(text).toMatch(/^assay_ready 1$/m);
    expect((await fetch(`${service.url}/metrics`)).status).not.toBe(200);
  });

  it.skipIf(!hasPrometheus)('have Prometheus read them, with every rule loaded and none firing', async () => {
    prometheus = await startPrometheus();
    await expect.poll(async () => (await told('targets'))?.activeTargets, seen).toMatchObject([{ health: 'up' }]);
    const { groups = [] } = (await told('rules')) ?? {};
    const loaded = (groups as { rules: { name: string; health: string }[] }[]).flatMap(({ rules }) => rules);
    const shipped = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')).groups as {
      rules: { alert: string }[];
    }[];
    expect(loaded.map(({ name }) => name).sort()).toEqual(
      shipped.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort(),
    );
    expect(await firing()).toEqual([]);
  });

  it('compare the books by a command, which finds them sound', async () => {
    expect(await auditBooks()).toEqual({ code: 0, sound: true });
  });

  it('are told by the audit, and by an alert, when somebody changed a balance', async () => {
    await harm(1);
    expect(await auditBooks()).toEqual({ code: 2, sound: false });
    if (hasPrometheus)
      await expect.poll(firing, seen).toEqual(expect.arrayContaining(['AssayBooksUnsound', 'AssayBooksDiffer']));
  });

  it('see the alert end when the books are right again', async () => {
    await harm(-1);
    expect(await auditBooks()).toEqual({ code: 0, sound: true });
    if (hasPrometheus) await expect.poll(firing, seen).toEqual([]);
  });

  it('stop the service, which ends in order', async () => {
    expect(await service.end()).toBe(0);
  });
});
