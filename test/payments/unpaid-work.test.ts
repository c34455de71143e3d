import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { openRateWindows, type RateWindows } from '#ledger/rate-windows.ts';
import type { LineBilling, Worked } from '#payments/bill.ts';
import {
  madeForChange,
  UNPAID_CALLS_MAX,
  type UnpaidCaller,
  UnpaidWork,
  unpaidCallerOf,
  WIDER_TIMES,
} from '#payments/billing/unpaid-work.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { billOf } from './billing-town.ts';

let test: TestDatabase;
let second: Database;
let replicas: readonly [UnpaidWork, UnpaidWork];
const logged: string[] = [];
let hosts = 0;

beforeAll(async () => {
  test = await openTestDatabase();
  second = await openDatabase({ url: test.url });
  replicas = [unpaidWorkOver(test.database), unpaidWorkOver(second)];
});
afterAll(async () => {
  await second.stop();
  await test.stop();
});

function unpaidWorkOver(database: Database): UnpaidWork {
  const log = { warn: (_fields: object, message: string) => void logged.push(message) };
  return new UnpaidWork({ windows: openRateWindows(database), log });
}

/** A caller that nobody was before, in a network of his own. */
function newCaller(): UnpaidCaller {
  hosts += 1;
  return unpaidCallerOf({ apiKey: null, address: `192.0.${hosts}.1` });
}

const signal = new AbortController().signal;

/**
 * Serves checks that make `calls` calls each; names with `free` in front end free, with `bad` fail, with `lost` are not charged in the
 * end. Returns the names that were worked.
 */
async function ask(unpaidWork: UnpaidWork, caller: UnpaidCaller, names: readonly string[], calls: number) {
  let made = 0;
  const worked: string[] = [];
  const bill = { ...billOf(names, {}), rpcCalls: () => made };
  const work = async ({ subject }: { readonly subject: string }): Promise<Worked> => {
    made += calls;
    worked.push(subject);
    await new Promise((resolve) => setImmediate(resolve));
    if (subject.startsWith('bad')) throw new Error('broken');
    return { answer: { body: '{}', verdict: 'X' }, free: subject.startsWith('free'), retryAfterSeconds: 30 };
  };
  const unpaid = await unpaidWork.open(caller, bill);
  const { lines } = await unpaid.during(work, async (counted) => {
    const results = await Promise.allSettled(bill.lines.map((line) => counted(line, signal)));
    if (names.includes('lost all')) throw new Error('the payment failed');
    return {
      lines: results.map((result, n) => {
        if (result.status === 'rejected') return { failure: result.reason as unknown };
        if (names[n]?.startsWith('lost')) return { failure: new Error('not stored') };
        const route: LineBilling['route'] = result.value.free ? 'none' : 'credit';
        return { answer: result.value.answer, billing: { route, chargedAtomic: 0n, replayed: false } };
      }),
    };
  });
  const refused = lines.filter(isRefused);
  if (refused[0] && refused.length === lines.length) throw refused[0].failure;
  return { worked, refused: names.filter((_, n) => refused.includes(lines[n] as Refused)) };
}

interface Refused {
  readonly failure: unknown;
}

function isRefused(line: object): line is Refused {
  return 'failure' in line && (line.failure as { code?: string } | null)?.code === 'too_many_free_answers';
}

/** The names that are worked, of checks that cost nothing more. */
const worked = async (unpaidWork: UnpaidWork, caller: UnpaidCaller, ...names: string[]) =>
  (await ask(unpaidWork, caller, names, 1)).worked;

const refusal = { code: 'too_many_free_answers', status: 429, extra: { retryAfterSeconds: expect.any(Number) } };

async function waitOf(refused: Promise<unknown>): Promise<number> {
  const error = await refused.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject(refusal);
  return (error as { extra: { retryAfterSeconds: number } }).extra.retryAfterSeconds;
}

/** Everything that was counted gets so much older. */
async function pass(seconds: number): Promise<void> {
  // No two rows of a label may come to begin at once.
  await test.database.sql`
    UPDATE rate_windows SET ends_at = ends_at - make_interval(secs => ${seconds}), starts_at = starts_at -
      CASE WHEN starts_at = to_timestamp(0) THEN interval '0' ELSE make_interval(secs => ${seconds} + random()) END`;
}

const HALF = UNPAID_CALLS_MAX / 2;

/** A caller who has used up his budget and that of some checks that earn. */
async function spent(...names: string[]): Promise<UnpaidCaller> {
  const caller = newCaller();
  await ask(replicas[0], caller, names, UNPAID_CALLS_MAX + 1_000);
  return caller;
}

describe('unpaid work of a caller', () => {
  it('refuses nobody, however many, while it costs less than the budget', async () => {
    const caller = newCaller();
    for (let n = 0; n < 40; n += 1) expect(await worked(replicas[0], caller, 'free a')).toEqual(['free a']);
  });

  it.each([['free one'], ['bad one'], ['lost one'], ['lost all']])(
    'counts however it ends, over all replicas: %s',
    async (name) => {
      const caller = newCaller();
      for (const unpaidWork of replicas) await ask(unpaidWork, caller, [name], HALF).catch(() => undefined);
      // A trial, which earns nothing.
      await ask(replicas[0], caller, [`${name} again`], 1);
      for (const unpaidWork of replicas) {
        expect(await waitOf(ask(unpaidWork, caller, [`${name} new`], 1))).toBeLessThanOrEqual(30);
        expect(await worked(unpaidWork, newCaller(), `${name} new`)).toHaveLength(1);
      }
    },
  );

  it('beyond the budget refuses without work what ended free for anybody, until that may be asked again', async () => {
    const caller = await spent('free b');
    await worked(replicas[0], newCaller(), 'free of others');
    for (const unpaidWork of replicas) {
      expect(await waitOf(ask(unpaidWork, caller, ['free b', 'free of others'], 1))).toBeLessThanOrEqual(30);
      expect(await ask(unpaidWork, caller, ['free b', 'a'], 1)).toEqual({ worked: ['a'], refused: ['free b'] });
    }
    await pass(30);
    expect(await worked(replicas[1], caller, 'free b')).toEqual(['free b']);
  });

  it('beyond the budget tries one check at a time', async () => {
    const caller = await spent('free c');
    const asked = [0, 1, 2, 3].map((n) => ask(n % 2 ? replicas[0] : replicas[1], caller, [`free c ${n}`], 1));
    const ended = await Promise.all(asked.map((each) => each.then(({ worked }) => worked).catch(() => [])));
    expect(ended.flat()).toHaveLength(1);
    await pass(60);
    const batch = ['free d', 'free e', 'free f', 'free g'];
    const first = await ask(replicas[0], caller, batch, 1);
    expect([first.worked.length, first.refused.length]).toEqual([1, 3]);
    await pass(5);
    // What has just been found undecided is left out, and others stand for the rest.
    const again = await ask(replicas[0], caller, [...first.worked, 'f', 'g'], 1);
    expect({ ...again, worked: again.worked.toSorted() }).toEqual({ worked: ['f', 'g'], refused: first.worked });
    // Each that earns lets two more begin, so that one that is paid for is no way for many that are not.
    await pass(60);
    const more = await ask(replicas[0], caller, ['h', 'free i', 'free j', 'free k', 'free l'], 1);
    expect(more.worked).toHaveLength(more.worked[0] === 'h' ? 3 : 1);
  });

  it('waits longer after each trial that earns nothing, and not at all after one that earns', async () => {
    const caller = await spent('free h');
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await worked(replicas[0], caller, `free h ${seconds}`)).toHaveLength(1);
      expect(await waitOf(ask(replicas[1], caller, ['free h later'], 1))).toBe(seconds);
      await pass(seconds);
    }
    for (let n = 0; n < 5; n += 1) expect(await worked(replicas[1], caller, `h ${n}`)).toHaveLength(1);
  });

  it('costs some hundred calls an hour beyond the budget', async () => {
    const caller = await spent('free i');
    let calls = 0;
    for (let seconds = 0; seconds < 3_600; ) {
      calls += (await worked(replicas[0], caller, `free i ${seconds}`)).length;
      const wait = await waitOf(ask(replicas[0], caller, ['free i more'], 1));
      await pass(wait);
      seconds += wait;
    }
    expect(calls).toBeLessThan(100);
  });

  it('is made up for by work that earns: whoever pays for most of his checks is never refused', async () => {
    const caller = newCaller();
    const batch = Array.from({ length: 100 }, (_, n) => (n < 3 ? `free j ${n}` : `j ${n}`));
    for (let n = 0; n < 30; n += 1) {
      expect((await ask(replicas[n % 2] ?? replicas[0], caller, batch, 60)).worked).toHaveLength(100);
    }
  });

  it('lets a caller go on as before soon after his checks earn again', async () => {
    const caller = await spent('free k');
    for (let n = 0; n < 30; n += 1) await worked(replicas[0], caller, `k ${n}`);
    const asked = [0, 1, 2, 3].map((n) => worked(replicas[0], caller, `l ${n}`));
    expect((await Promise.all(asked)).flat()).toHaveLength(4);
  });

  it('counts in a sliding hour', async () => {
    const caller = newCaller();
    await ask(replicas[0], caller, ['free m'], HALF);
    await pass(600);
    await ask(replicas[0], caller, ['free m'], HALF);
    await worked(replicas[0], caller, 'free n');
    await waitOf(ask(replicas[0], caller, ['free o'], 1));
    await pass(3_000);
    for (let n = 0; n < 5; n += 1) expect(await worked(replicas[0], caller, 'free m')).toEqual(['free m']);
  });

  it('of a bill counts by the part of it that earned nothing', async () => {
    const caller = newCaller();
    await ask(replicas[0], caller, ['free p', 'q', 'r', 'bad'], 100);
    expect(await openRateWindows(test.database).noted(caller.own)).toMatchObject([{ amount: 200 }]);
  });

  it('is that of a key wherever it comes from, else of an address, IPv6 by its /64, and of who pays', async () => {
    const own = (apiKey: string | null, address: string, payer?: string) =>
      unpaidCallerOf({ apiKey, address }, payer).own;
    expect(own('assay_x', '192.0.2.1')).toEqual(own('assay_x', '198.51.100.1'));
    expect(own('assay_x', '192.0.2.1')).not.toEqual(own('assay_y', '192.0.2.1'));
    expect(own('assay_x', '192.0.2.1').join()).not.toContain('assay_x');
    expect(own(null, '2001:db8:1:2::1')).toEqual(own(null, '2001:db8:1:2:ffff::9'));
    expect(own(null, '192.0.2.1')).not.toEqual(own(null, '192.0.2.2'));
    // Who pays is one caller at every address.
    await ask(replicas[0], unpaidCallerOf({ apiKey: null, address: '198.18.0.1' }, 'A'), ['bad'], 2 * HALF);
    const elsewhere = unpaidCallerOf({ apiKey: null, address: '198.18.1.1' }, 'A');
    await worked(replicas[0], elsewhere, 'free s');
    await waitOf(ask(replicas[0], elsewhere, ['free t'], 1));
  });

  it('of keys that were made for change is that of their address as well', async () => {
    const keyed = (apiKey: string) => unpaidCallerOf({ apiKey, address: '198.18.7.1' });
    const made = ['assay_1', 'assay_2', 'assay_3'].map((apiKey) => madeForChange(sha256(apiKey)));
    await openRateWindows(test.database).note(made);
    for (const unpaidWork of replicas)
      await ask(unpaidWork, keyed(`assay_${replicas.indexOf(unpaidWork) + 1}`), ['bad'], HALF);
    await worked(replicas[0], keyed('assay_3'), 'free w');
    await waitOf(ask(replicas[1], keyed('assay_3'), ['free x'], 1));
    for (let n = 0; n < 3; n += 1)
      expect(await worked(replicas[0], keyed('assay_bought'), `free y ${n}`)).toHaveLength(1);
  });

  it('is looked up for a key without any once a second, and at once after a note of this process', async () => {
    const windows = openRateWindows(test.database);
    let lookups = 0;
    let now = 0;
    const counted: RateWindows = {
      ...windows,
      noted: (labels) => {
        lookups += 1;
        return windows.noted(labels);
      },
    };
    const unpaidWork = new UnpaidWork({ windows: counted, log: { warn: () => undefined }, now: () => now });
    const caller = unpaidCallerOf({ apiKey: 'assay_clear', address: '198.18.8.1' });
    const lookedUp = async (name: string, calls: number): Promise<number> => {
      const before = lookups;
      await ask(unpaidWork, caller, [name], calls);
      return lookups - before;
    };
    expect([await lookedUp('a', 1), await lookedUp('b', 1), await lookedUp('c', 1)]).toEqual([1, 0, 0]);
    now += 1_001;
    expect([await lookedUp('d', 1), await lookedUp('bad', 2 * HALF)]).toEqual([1, 0]);
    await worked(unpaidWork, caller, 'free z');
    await waitOf(ask(unpaidWork, caller, ['free z'], 1));
  });

  it('has a bound for a network whose addresses take turns', async () => {
    const at = (host: number) => unpaidCallerOf({ apiKey: null, address: `198.51.100.${host}` });
    for (let host = 0; host < WIDER_TIMES; host += 1) await ask(replicas[0], at(host), ['bad'], 2 * HALF);
    const { worked: tried, refused } = await ask(replicas[0], at(99), ['bad', 'bad too'], 1);
    expect([tried.length, refused.length]).toEqual([1, 1]);
  });

  it('is served also where it cannot be counted', async () => {
    const own = await openTestDatabase();
    const unpaidWork = unpaidWorkOver(own.database);
    await own.stop();
    expect(await worked(unpaidWork, newCaller(), 'free v')).toEqual(['free v']);
    expect(logged).toEqual(['what unpaid work cost could not be noted']);
  });
});
