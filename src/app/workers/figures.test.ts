import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FiguresService, openFigures } from './figures.ts';
import type { WorkerHandle } from './member.ts';
import type { ToWorker } from './messages.ts';

let service: FiguresService | null = null;
// No worker is too busy to answer here.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => {
  service?.close();
  vi.useRealTimers();
});

const counter = (value: number) => [
  { name: 'checks', help: 'Checks.', type: 'counter', aggregator: 'sum', values: [{ labels: {}, value }] },
];

/** A worker that serves, reports its figures only while `answer` is true, and exits when asked to. */
function worker() {
  const asked: ToWorker[] = [];
  let end = (): void => undefined;
  const member: WorkerHandle = {
    ...{ pid: 1, ready: new Promise(() => undefined), serves: () => true, leaving: () => false },
    ended: new Promise((resolve) => {
      end = () => resolve(1);
    }),
    send: (message) => void asked.push(message),
    ...{ listen: () => undefined, kill: () => undefined },
  };
  return { member, asked, end: () => end() };
}

it('what a worker says at its end unasked is kept, and no answer of before takes its place', async () => {
  const [leaving, asking] = [worker(), worker()];
  let members = [leaving.member, asking.member];
  const figures = openFigures(() => members);
  service = figures;
  const said = async (id: number): Promise<string | null> => {
    figures.hear(asking.member, { type: 'all-figures-wanted', id });
    while (!asking.asked.some(({ type }) => type === 'figures-wanted')) await turn();
    for (const message of asking.asked.splice(0)) {
      if (message.type === 'figures-wanted')
        figures.hear(asking.member, { type: 'figures', id: message.id, figures: counter(1) });
    }
    while (!asking.asked.some(({ type }) => type === 'figures-of-all')) await turn();
    const told = asking.asked.splice(0).find((message) => message.type === 'figures-of-all');
    return told?.type === 'figures-of-all' ? told.text : null;
  };
  const first = said(1);
  figures.hear(leaving.member, { type: 'last-figures', figures: counter(20) });
  for (const message of leaving.asked.splice(0)) {
    if (message.type === 'figures-wanted')
      figures.hear(leaving.member, { type: 'figures', id: message.id, figures: counter(7) });
  }
  expect(await first).toMatch(/^checks 21$/m);
  members = [asking.member];
  leaving.end();
  await leaving.member.ended;
  expect(await said(2)).toMatch(/^checks 21$/m);
});
