import { describe, expect, it } from 'vitest';
import type { AccountState, At } from '#chain/chain-reader.ts';
import { activationOf, GateWatch } from '#chain/loaders/gate-watch.ts';
import type { Wait } from '#chain/rpc/call-wait.ts';
import type { RpcCaller } from '#chain/rpc/rpc-caller.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { key } from '../../../test/support/transactions.ts';
import {
  type GateSchedule,
  mainnetSchedule,
  msBetween,
  ratesUntil,
  rentFor,
  scheduleOf,
  slotMsAt,
} from './gate-schedule.ts';
import { FEATURE_PROGRAM, gates } from './gate-table.ts';

const gate = (name: string) => gates.find((one) => one.name === name) ?? expect.unreachable(name);

function account(bytes: readonly number[], owner = FEATURE_PROGRAM): AccountState {
  return { address: key('gate'), lamports: 953_520n, owner, executable: false, data: Uint8Array.from(bytes) };
}

/** A gate account that was activated at the slot. */
function active(slot: number): AccountState {
  const data = new Uint8Array(9);
  data[0] = 1;
  new DataView(data.buffer).setBigUint64(1, BigInt(slot), true);
  return account([...data]);
}

describe('the account of a gate', () => {
  it.each<[string, AccountState | null, number | null | 'odd']>([
    ['that is active', active(444_096_000), 444_096_000],
    ['that nobody scheduled', null, null],
    ['that waits for its epoch', account([0, 0, 0, 0, 0, 0, 0, 0, 0]), null],
    ['to whose address somebody sent lamports', account([], key('system')), null],
    ['of too few bytes', account([1, 0, 0]), 'odd'],
    ['of too many bytes', account([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 'odd'],
    ['whose first byte is neither', account([2, 0, 0, 0, 0, 0, 0, 0, 0]), 'odd'],
    ['that was activated in the future', active(460_000_001), 'odd'],
  ])('%s', (_, state, expected) => {
    expect(activationOf(state, 460_000_000)).toBe(expected);
  });
});

describe('the schedule of mainnet', () => {
  it.each([
    [444_095_999, 2_039_280n],
    [444_096_000, 1_855_569n],
    [446_255_999, 1_855_569n],
    [446_256_000, 1_488_440n],
  ])('tells the rent of a token account at slot %i', (slot, lamports) => {
    expect(rentFor(mainnetSchedule, slot, 165)).toBe(lamports);
  });

  it('tells the time of slots, which changes an epoch after the activation', () => {
    const steps = [440_639_999, 440_640_000, 442_368_000, 447_984_000, 454_895_999, 454_896_000];
    expect(steps.map((slot) => slotMsAt(mainnetSchedule, slot))).toEqual([400, 350, 300, 250, 250, 200]);
    expect(msBetween(mainnetSchedule, 454_895_990, 454_896_010)).toBe(10 * 250 + 10 * 200);
    expect(msBetween(mainnetSchedule, 454_896_010, 454_895_990)).toBe(-4_500);
    expect(msBetween(mainnetSchedule, 0, 440_640_001)).toBe(440_640_000 * 400 + 350);
  });

  it('tells the rates at which an account may have been opened', () => {
    expect(ratesUntil(mainnetSchedule, 444_000_000)).toEqual([6960n]);
    expect(ratesUntil(mainnetSchedule, 460_000_000)).toEqual([6960n, 6333n, 5080n]);
  });
});

/** An endpoint whose gate accounts are these, by name, read at the slot. */
class Gates implements Pick<RpcCaller, 'call' | 'lacks'> {
  slot = 460_000_000;
  accounts: Record<string, AccountState> = {};
  failure: Reading<never> | null = null;
  calls = 0;

  async call<I, T>(_: unknown, _input: I): Promise<{ reading: Reading<T>; bytes: number }> {
    this.calls += 1;
    const value = gates.map(({ name }) => this.accounts[name] ?? null);
    const at: At<readonly (AccountState | null)[]> = { slot: this.slot, value };
    return { reading: this.failure ?? known(at as T), bytes: 100 };
  }

  lacks(): boolean {
    return false;
  }
}

function open(isMainnet: boolean) {
  const endpoint = new Gates();
  const logged: unknown[] = [];
  const watch = new GateWatch(endpoint, isMainnet, (event, fields) => logged.push({ event, ...fields }));
  const read = (slot: number) =>
    new Promise<Reading<GateSchedule>>((resolve) => {
      const { signal } = new AbortController();
      const wait: Wait = { signal, deadline: performance.now() + 1_000, answerTimeoutMs: 1_000, rank: 'check' };
      watch.schedule(slot).wait(wait, ({ reading }) => resolve(reading));
    });
  return { endpoint, logged, read };
}

describe('the watch of the gates', () => {
  it('takes what accounts tell, where it is not mainnet', async () => {
    const { endpoint, logged, read } = open(false);
    endpoint.accounts = { rent_2575: active(459_648_000) };
    expect(await read(460_000_000)).toEqual(known(scheduleOf(new Map([[gate('rent_2575'), 459_648_000]]))));
    expect(logged).toEqual([]);
  });

  it('takes the table for mainnet, says once what contradicts it, and reads what the table does not know', async () => {
    const { endpoint, logged, read } = open(true);
    const activated = gates.flatMap(({ name, mainnetSlot }) =>
      mainnetSlot === null ? [] : [[name, active(mainnetSlot)]],
    );
    endpoint.accounts = { ...Object.fromEntries(activated), rent_6333: active(1), rent_2575: active(459_648_000) };
    const reading = await read(460_000_000);
    expect(reading.known && reading.value.rents.map(({ value }) => value)).toEqual([6960n, 6333n, 5080n, 2575n]);
    expect(reading.known && reading.value.slotTimes).toEqual(mainnetSchedule.slotTimes);
    endpoint.slot += 432_000;
    await read(460_400_000);
    const event = 'a gate account contradicts the table of gates';
    expect(logged).toEqual([{ event, gate: 'rent_6333', tabled: 444_096_000, told: 1 }]);
  });

  it('asks once for all, and again where an epoch began since', async () => {
    const { endpoint, read } = open(false);
    await Promise.all([read(1), read(460_000_000)]);
    await read(460_079_999);
    expect(endpoint.calls).toBe(1);
    endpoint.slot = 460_080_000;
    endpoint.accounts = { rent_2575: active(460_080_000) };
    const reading = await read(460_080_000);
    expect(endpoint.calls).toBe(2);
    expect(reading.known && rentFor(reading.value, 460_080_000, 0)).toBe(128n * 2575n);
  });

  it('leaves a gap where the endpoint is still in the epoch before, or does not answer', async () => {
    const { endpoint, read } = open(false);
    expect(await read(460_080_000)).toMatchObject({ known: false, gap: { reading: 'gates', cause: 'rpc_disagrees' } });
    expect((await read(460_079_999)).known).toBe(true);
    endpoint.failure = missing('gates', 'rpc_unavailable');
    expect(await read(460_080_000)).toMatchObject({ known: false, gap: { cause: 'rpc_unavailable' } });
    expect((await read(460_079_999)).known).toBe(true);
  });

  it('leaves a gap where a gate that the table does not know has an odd shape', async () => {
    const { endpoint, read } = open(true);
    endpoint.accounts = { rent_2575: account([3]) };
    expect(await read(460_000_000)).toMatchObject({ known: false, gap: { reading: 'gates', cause: 'unreadable' } });
  });
});
