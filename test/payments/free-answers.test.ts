import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { openRateWindows } from '#ledger/rate-windows.ts';
import type { Worked } from '#payments/bill.ts';
import { FREE_ANSWER_CALLS_MAX, FreeAnswers, freeLabelOf } from '#payments/billing/free-answers.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { hangMs } from '../support/pace.ts';
import { billOf } from './billing-town.ts';

let test: TestDatabase;
let second: Database;
let replicas: readonly [FreeAnswers, FreeAnswers];
const logged: string[] = [];
let hosts = 0;

beforeAll(async () => {
  test = await openTestDatabase();
  second = await openDatabase({ url: test.url, dataDir: 'unused' });
  replicas = [answersOver(test.database), answersOver(second)];
});
afterAll(async () => {
  await second.stop();
  await test.stop();
});

function answersOver(database: Database): FreeAnswers {
  const log = { warn: (_fields: object, message: string) => void logged.push(message) };
  return new FreeAnswers({ windows: openRateWindows(database), log, now: () => 0 });
}

/** A caller that nobody was before. */
function newCaller(): string {
  hosts += 1;
  return freeLabelOf({ apiKey: null, address: `192.0.2.${hosts}` });
}

const signal = new AbortController().signal;

/** Serves checks that make `calls` calls each; names with `free` in front end free. Returns the names that were worked. */
async function ask(answers: FreeAnswers, caller: string, names: readonly string[], calls: number) {
  let made = 0;
  const worked: string[] = [];
  const bill = { ...billOf(names, {}), rpcCalls: () => made };
  const work = async ({ subject }: { readonly subject: string }): Promise<Worked> => {
    made += calls;
    worked.push(subject);
    if (subject.startsWith('bad')) throw new Error('broken');
    return { answer: { body: '{}', verdict: 'X' }, free: subject.startsWith('free') };
  };
  await answers.within(caller, bill, work, (counted) => Promise.allSettled(bill.lines.map((l) => counted(l, signal))));
  return worked;
}

const refusal = (seconds: unknown) => ({
  code: 'too_many_free_answers',
  status: 429,
  extra: { retryAfterSeconds: seconds },
});

/** Everything that was counted gets so much older. */
async function pass(seconds: number): Promise<void> {
  await test.database.sql`
    UPDATE rate_windows SET starts_at = starts_at - make_interval(secs => ${seconds}), ends_at = ends_at - make_interval(secs => ${seconds})`;
}

const HALF = FREE_ANSWER_CALLS_MAX / 2;

describe('free answers to a caller', () => {
  it('refuse nobody, however many, while they cost less than the budget', async () => {
    const [one] = replicas;
    const caller = newCaller();
    for (let n = 0; n < 40; n += 1) expect(await ask(one, caller, ['free a'], 10)).toEqual(['free a']);
  });

  it('beyond the budget, over all replicas, are refused for what ended free before, and for nothing else', async () => {
    const [one, two] = replicas;
    const caller = newCaller();
    await ask(one, caller, ['free b'], HALF);
    await ask(two, caller, ['free b'], HALF);
    for (const answers of replicas) {
      await expect(ask(answers, caller, ['free b'], 1)).rejects.toMatchObject(refusal(expect.any(Number)));
      const error = await ask(answers, caller, ['free b'], 1).catch((thrown: unknown) => thrown);
      const { retryAfterSeconds } = (error as { extra: { retryAfterSeconds: number } }).extra;
      expect(retryAfterSeconds).toBeGreaterThan(3_600 - hangMs(10_000) / 1_000);
      expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
      expect(await ask(answers, caller, ['a'], 1)).toEqual(['a']);
      expect(await ask(answers, caller, ['free new'], 0)).toEqual(['free new']);
      expect(await ask(answers, newCaller(), ['free b'], 0)).toEqual(['free b']);
    }
  });

  it('beyond the budget leave the other lines of a bill alone', async () => {
    const [one] = replicas;
    const caller = newCaller();
    await ask(one, caller, ['free c'], FREE_ANSWER_CALLS_MAX);
    expect(await ask(one, caller, ['free c', 'a', 'free d'], 1)).toEqual(['a', 'free d']);
  });

  it('count in a sliding hour', async () => {
    const [one] = replicas;
    const caller = newCaller();
    await ask(one, caller, ['free e'], HALF);
    await pass(600);
    await ask(one, caller, ['free e'], HALF);
    await expect(ask(one, caller, ['free e'], 1)).rejects.toMatchObject(refusal(expect.any(Number)));
    await pass(3_000);
    expect(await ask(one, caller, ['free e'], 0)).toEqual(['free e']);
  });

  it('of a bill count by the part of it that earned nothing', async () => {
    const caller = newCaller();
    await ask(replicas[0], caller, ['free f', 'a', 'b', 'bad'], 100);
    const noted = await openRateWindows(test.database).noted(caller);
    expect(noted.map(({ amount }) => amount)).toEqual([200]);
  });

  it('are those of a key wherever it comes from, else of an address, IPv6 by its /64', () => {
    const label = (apiKey: string | null, address: string) => freeLabelOf({ apiKey, address });
    expect(label('assay_x', '192.0.2.1')).toBe(label('assay_x', '198.51.100.1'));
    expect(label('assay_x', '192.0.2.1')).not.toBe(label('assay_y', '192.0.2.1'));
    expect(label('assay_x', '192.0.2.1')).not.toContain('assay_x');
    expect(label(null, '2001:db8:1:2::1')).toBe(label(null, '2001:db8:1:2:ffff::9'));
    expect(label(null, '192.0.2.1')).not.toBe(label(null, '192.0.2.2'));
  });

  it('leave also where they cannot be noted', async () => {
    const own = await openTestDatabase();
    const answers = answersOver(own.database);
    await own.stop();
    expect(await ask(answers, newCaller(), ['free g'], 5)).toEqual(['free g']);
    expect(logged).toEqual(['what free answers cost could not be noted']);
  });
});
