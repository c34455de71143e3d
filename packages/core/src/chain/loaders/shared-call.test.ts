import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import type { Signature } from '#solana/address.ts';
import { backgroundWait } from '../rpc/call-wait.ts';
import type { AnsweredCall, RpcCaller } from '../rpc/rpc-caller.ts';
import { PresentReadings } from './present-readings.ts';
import { openUnchangingCaches } from './unchanging-readings.ts';

/*
 * A reader whose time is up leaves a call that it asked for and never waits for. That call never starts, so nothing else would take
 * it out of the cache: it would keep the reader, and whoever joined it later would ask through a session that is closed.
 */
const wait = backgroundWait(1_000);
const answer: AnsweredCall<number> = { reading: known(7), bytes: 1 };

it('forgets a present reading that nobody waited for', async () => {
  const readings = new PresentReadings(60_000, 1_000_000);
  const ask = () => readings.share('balance', async () => answer);
  ask();
  await turn();
  ask().wait(wait, () => undefined);
  await turn();
  ask();
  expect(readings.stats()).toMatchObject({ misses: 2, joined: 0, hits: 1 });
});

it('forgets a transaction that nobody waited for', async () => {
  const never = new Promise<never>(() => undefined);
  const rpc = { trusted: [], call: () => never, callAt: () => never, lacks: () => false } satisfies RpcCaller;
  const { transactions } = openUnchangingCaches(rpc, () => false, 1_000_000);
  const ask = () => transactions.get('1'.repeat(64) as Signature);
  ask();
  await turn();
  ask().wait(wait, () => undefined);
  await turn();
  ask();
  expect(transactions.stats()).toMatchObject({ misses: 2, joined: 1, hits: 0 });
});
