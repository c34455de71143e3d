import { type OpenedChain, openChain } from 'assay-core/chain/open-chain.ts';
import { type GateSchedule, mainnetSchedule, rentFor, slotMsAt } from 'assay-core/solana/gates/gate-schedule.ts';
import { EPOCH_SLOTS } from 'assay-core/solana/gates/gate-table.ts';
import { worldRent } from 'assay-sandbox/chain/gates.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { roomy } from '../support/chains.ts';

const MAINNET_NOW = mainnetSchedule.rents.at(-1)?.fromSlot ?? 0;
let sandbox: Sandbox;
let chain: OpenedChain;
beforeAll(async () => {
  sandbox = await startSandbox({ finalitySlots: 0 });
  chain = openChain({ urls: [sandbox.url] });
});
afterAll(async () => {
  await chain.close();
  await sandbox.stop();
});

const ask = <T>(method: string, ...params: readonly unknown[]) => rpc<T>(sandbox.url, method, params);
const rentNow = () => ask<number>('getMinimumBalanceForRentExemption', 165);

/** What a check reads of the gates up to the newest slot. */
async function scheduleNow(): Promise<{ readonly slot: number; readonly schedule: GateSchedule }> {
  const slot = await ask<number>('getSlot');
  const session = chain.session();
  const read = await session.reader(roomy).schedule(slot);
  session.close();
  if (!read.known) throw new Error(read.gap.detail);
  return { slot, schedule: read.value };
}

/** Lamports a byte in the account that programs read them from. */
async function sysvarRate(): Promise<bigint> {
  const { value } = await ask<{ value: { data: [string] } }>(
    'getAccountInfo',
    'SysvarRent111111111111111111111111111111111',
    { encoding: 'base64' },
  );
  return Buffer.from(value.data[0], 'base64').readBigUInt64LE(0);
}

test('costs what mainnet does, and its gate accounts say so of every slot of the world', async () => {
  const { slot, schedule } = await scheduleNow();
  const mainnet = rentFor(mainnetSchedule, MAINNET_NOW, 165);
  expect([rentFor(schedule, slot, 165), worldRent(165), BigInt(await rentNow())]).toEqual([mainnet, mainnet, mainnet]);
  expect(rentFor(schedule, slot - 40_000_000, 165)).toBe(mainnet);
  expect(slotMsAt(schedule, slot)).toBe(slotMsAt(schedule, slot - 40_000_000));
  expect(await sysvarRate()).toBe(mainnet / 293n);
});

test('goes on to the next epoch where rent changes, and the service reads that', async () => {
  const before = await scheduleNow();
  const slot = await ask<number>('sandbox_setRent', 2575);
  expect(slot % EPOCH_SLOTS).toBeLessThan(100);
  expect(await rentNow()).toBe(754_475);
  expect(await sysvarRate()).toBe(2575n);
  const after = await scheduleNow();
  expect(after.slot).toBeGreaterThan(before.slot);
  expect(rentFor(after.schedule, after.slot, 165)).toBe(754_475n);
  expect(rentFor(after.schedule, before.slot, 165)).toBe(worldRent(165));
  expect(await ask('sandbox_activateGate', 'rent_1322')).toBeGreaterThan(slot);
  expect(await rentNow()).toBe(387_346);
});

test('changes the time of a slot an epoch after its gate, and block times go on from there', async () => {
  const was = (await scheduleNow()).slot;
  const wasTime = await ask<number>('getBlockTime', was);
  const slot = await ask<number>('sandbox_setSlotTime', 300);
  const { schedule } = await scheduleNow();
  expect(slotMsAt(schedule, slot)).toBe(300);
  expect(await ask<number>('getBlockTime', was)).toBe(wasTime);
  const newest = await ask<number>('getBlockTime', slot);
  expect(newest - (await ask<number>('getBlockTime', slot - EPOCH_SLOTS / 2))).toBeGreaterThan(10_000);
  const [sample] = await ask<readonly { numSlots: number }[]>('getRecentPerformanceSamples', 1);
  expect(sample?.numSlots).toBe(200);
});

test.each([
  ['sandbox_setRent', 4242],
  ['sandbox_setRent', null],
  ['sandbox_setSlotTime', 123],
  ['sandbox_activateGate', 'alpenglow'],
  ['sandbox_activateGate', 'rent_1322'],
  ['sandbox_setRent', 5080],
])('refuses %s to %s, which no gate makes without changing what was', async (method, value) => {
  await expect(ask(method, value)).rejects.toThrow(/expected what one of these gates changes/);
});
