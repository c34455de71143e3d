import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Counter, Gauge, Registry } from 'prom-client';
import { afterEach, expect, it, vi } from 'vitest';
import { Closers } from '#lib/process/closers.ts';
import { addUpMetrics, shareMetrics } from './metrics.ts';

afterEach(() => {
  cluster.removeAllListeners();
  Object.assign(cluster, { worker: undefined });
  vi.restoreAllMocks();
});

const counter = (value: number) => ({
  name: 'checks',
  help: 'Checks.',
  type: 'counter',
  aggregator: 'sum',
  values: [{ labels: {}, value }],
});

/** A worker as its primary sees it, which answers with its count unless it hangs. */
function worker() {
  const sent: {
    readonly question?: string;
    readonly id: string;
    readonly answers?: string;
    readonly value?: string;
  }[] = [];
  const one = Object.assign(new EventEmitter(), { checks: 0, hangs: false, sent, send });
  function send(message: (typeof sent)[number], done: () => void): void {
    sent.push(message);
    done();
    if (message.question === 'metrics' && !one.hangs) say({ metrics: [counter(one.checks)], answers: message.id });
  }
  const say = (message: object): void => {
    one.emit('message', message);
    cluster.emit('message', one, message);
  };
  say({ metrics: [] });
  return Object.assign(one, { say });
}

async function counted(asked: ReturnType<typeof worker>): Promise<string | undefined> {
  asked.say({ question: 'metrics of all', id: 'this' });
  await vi.waitUntil(() => asked.sent.some(({ answers }) => answers === 'this'), { timeout: 10_000 });
  return /^checks (\d+)$/m.exec(asked.sent.pop()?.value ?? '')?.[1];
}

it('the primary adds up workers that serve, that hang and that have ended', async () => {
  addUpMetrics();
  const [serving, hanging, leaving] = [worker(), worker(), worker()];
  Object.assign(hanging, { checks: 20 });
  Object.assign(leaving, { checks: 300 });
  expect(await counted(serving)).toBe('320');
  hanging.hangs = true;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const late = new AbortController();
    void turn().then(() => late.abort());
    return late.signal;
  });
  serving.checks = 1;
  leaving.say({ metrics: [counter(4_000)] });
  cluster.emit('disconnect', leaving);
  expect(await counted(serving)).toBe('4021');
});

it('what a worker says at its end is its last word, whatever was asked before', async () => {
  const sent: { readonly metrics?: unknown; readonly answers?: string }[] = [];
  const send = (message: (typeof sent)[number], done: () => void): void => {
    sent.push(message);
    done();
  };
  const self = Object.assign(new EventEmitter(), { send }) as unknown as Worker;
  Object.assign(cluster, { worker: self });
  const registry = new Registry();
  const checks = new Counter({ name: 'checks', help: 'Checks.', registers: [registry] });
  let answer = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  new Gauge({ name: 'slow', help: 'Slow.', registers: [registry], collect: () => slow });
  const closers = new Closers();
  shareMetrics(registry, closers);
  self.emit('message', { question: 'metrics', id: 'early' });
  checks.inc(2);
  await closers.close();
  answer();
  await turn();
  expect(sent.at(-1)).toMatchObject({ metrics: [{ name: 'checks', values: [{ value: 2 }] }] });
});
