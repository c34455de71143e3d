import { expect, it } from 'vitest';
import { Muster } from './muster.ts';

it('holds everybody until the last one has arrived or been struck off', async () => {
  const muster = new Muster();
  const started: string[] = [];
  for (let i = 0; i < 3; i += 1) muster.enrol();
  const first = muster.arrive().then(() => started.push('first'));
  await new Promise((resolve) => setImmediate(resolve));
  const second = muster.arrive().then(() => started.push('second'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual([]);
  muster.strike();
  await Promise.all([first, second]);
  expect(started).toEqual(['first', 'second']);
});

it('lets one that comes alone start at once, and serves a second round', async () => {
  const muster = new Muster();
  muster.enrol();
  await muster.arrive();
  muster.enrol();
  await muster.arrive();
});
