import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBooksDatabase } from '#app/database.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { temporaryDataDir } from '../support/database.ts';
import { until } from '../support/market.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';
import { startLoad } from './load.ts';
import { familyOf, living } from './processes.ts';

const COMMAND = [process.execPath, 'dist/main.js', '--workers', '2'] as const;
const LABELS = '{"date":"2026-11","labels":[]}';
const CHECKS = 10;
const LOOK_MS = 5;

const dataDir = temporaryDataDir();
const labelsFile = join(dataDir, 'labels.json');
let service: ServiceProcess;
let books: Database;
/** The printed key with credit, a key with more of it, and the address of a sample check. */
let printedKey: string;
let apiKey: string;
let check: string;

beforeAll(async () => {
  writeFileSync(labelsFile, LABELS);
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'info', DRAIN_MS: '300', LABELS_FILE: labelsFile };
  service = await startProcess(env, COMMAND);
  await until(() => /Try +curl .*\s/.test(service.output()) && served().length === 2);
  printedKey = String(/API key\s+(assay_\w+)/.exec(service.output())?.[1]);
  check = String(/(http\S+\/check\/funder\/\S+)/.exec(service.output())?.[1]);
  books = await openBooksDatabase({ dataDir });
  apiKey = String((await openLedger(books).grant(1_000_000_000n)).apiKey);
});
afterAll(async () => {
  await books?.stop();
  await service?.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** The process ids of workers that have come to serve, in their order. */
const served = (): readonly number[] =>
  [...service.output().matchAll(/"worker":(\d+),"msg":"a worker serves"/g)].map(([, pid]) => Number(pid));

/** How long each start in the place of a dead worker waited, in milliseconds. */
const pauses = (): readonly number[] =>
  [...service.output().matchAll(/"pauseMs":(\d+),"msg":"a worker has ended/g)].map(([, ms]) => Number(ms));

const timesSaid = (text: string): number => service.output().split(text).length - 1;

/** How often all workers were replaced. */
const rounds = (): number => timesSaid('all workers were replaced');

/** On a connection of its own, so that any worker may answer. */
async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, { headers: { ...headers, connection: 'close' } });
  return { status: response.status, text: await response.text() };
}

/** What all workers counted of checks, as whichever of them is asked says it. */
async function counted(): Promise<number> {
  const lines = (await get(`${service.url}/metrics`)).text.match(/^assay_checks_total\{.*\} \d+$/gm) ?? [];
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function charges(): Promise<number> {
  const rows = await books.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM movements WHERE kind = 'charge'`;
  return Number(rows[0]?.n);
}

async function ask(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const { status, text } = await get(check, { 'X-API-Key': apiKey });
    expect([status, JSON.parse(text).kind]).toEqual([200, 'funder']);
  }
}

describe('a service of two workers with nothing configured', () => {
  it('prints one key, and every worker knows it, the sandbox and the samples', async () => {
    expect(service.output().match(/ {2}API key /g)).toHaveLength(1);
    expect(new Set(served()).size).toBe(2);
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(check, { 'X-API-Key': printedKey })));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const keys = await Promise.all(Array.from({ length: 6 }, () => get(`${service.url}/.well-known/jwks.json`)));
    expect(new Set(keys.map(({ text }) => text)).size).toBe(1);
  });

  it('keeps the figures of workers that are replaced, once: no sum falls or grows while nobody asks', async () => {
    const before = await counted();
    await ask(CHECKS);
    const seen = [await counted()];
    service.process.kill('SIGUSR2');
    while (rounds() === 0) {
      seen.push(await counted());
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    await ask(CHECKS);
    const after = await counted();
    expect(new Set(served()).size).toBe(4);
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen)).toEqual(new Set([before + CHECKS]));
    expect(after).toBe(before + 2 * CHECKS);
  });

  it('replaces its workers one after another without losing a request, a charge, an answer or a figure', async () => {
    const before = { workers: served().length, figures: await counted(), charges: await charges() };
    const load = startLoad({ callers: 4, apiKey, next: () => check });
    await until(() => load.answered() > 20);
    service.process.kill('SIGUSR2');
    await until(() => rounds() === 2);
    const then = load.answered();
    await until(() => load.answered() > then + 20);
    const seen = await load.stop();
    expect(seen.lost.slice(0, 3)).toEqual([]);
    expect(served()).toHaveLength(before.workers + 2);
    // Nobody looked at the figures meanwhile.
    expect((await counted()) - before.figures).toBe(seen.answered);
    expect((await charges()) - before.charges).toBe(seen.charged);
    expect(await openLedger(books).audit()).toMatchObject({ postedWithoutAnswer: 0, unbalancedAccounts: 0 });
  });

  it('puts another worker in the place of one that was killed, goes on serving meanwhile, and loses no count that was read', async () => {
    const before = served();
    const figures = await counted();
    process.kill(Number(before.at(-1)), 'SIGKILL');
    await until(() => served().length > before.length);
    expect((await get(`${service.url}/health/ready`)).status).toBe(200);
    expect(await counted()).toBe(figures);
  });

  it('keeps its workers when a new one does not serve, and starts others ever more slowly, until one serves', async () => {
    const [before, failed] = [served(), timesSaid('Assay could not start')];
    writeFileSync(labelsFile, 'no labels');
    service.process.kill('SIGUSR2');
    await until(() => service.output().includes('a new worker does not serve, so the old ones stay'));
    expect(living(before)).toHaveLength(2);
    const seen = pauses().length;
    process.kill(Number(living(before)[0]), 'SIGKILL');
    await until(() => pauses().length > seen + 3);
    expect((await get(`${service.url}/health/ready`)).status).toBe(200);
    writeFileSync(labelsFile, LABELS);
    await until(() => served().length > before.length);
    const waited = pauses().slice(seen + 1);
    expect(waited).toEqual([...waited].sort((a, b) => a - b));
    expect(new Set(waited).size).toBe(waited.length);
    // One for the killed worker and one for each that failed in its place; the first failure was that of the replacement.
    expect(pauses().length - seen).toBe(timesSaid('Assay could not start') - failed);
  });

  it('ends with 0, and leaves nobody, when it is stopped while a worker does not listen yet', async () => {
    const pid = service.process.pid ?? 0;
    const before = new Set(familyOf(pid, null));
    process.kill(Number(served().at(-1)), 'SIGKILL');
    await until(() => familyOf(pid, null).some((one) => !before.has(one)), LOOK_MS);
    const family = familyOf(pid, null);
    await books.stop();
    expect(await service.end('SIGTERM')).toBe(0);
    await expect.poll(() => living(family)).toEqual([]);
  });
});
