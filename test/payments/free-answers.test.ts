import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#ledger/postgres/database.ts';
import { openRateWindows } from '#ledger/rate-windows.ts';
import { FreeAnswers } from '#payments/till/free-answers.ts';
import { OpenOutcomes } from '#payments/till/open-outcomes.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { hangMs } from '../support/pace.ts';

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
  return new FreeAnswers({ windows: openRateWindows(database), outcomes: new OpenOutcomes(() => 0), log });
}

/** An address that nobody used before. */
function newAddress(): string {
  hosts += 1;
  return `192.0.2.${hosts}`;
}

const free = (answers: number) => ({ free: answers, paid: 0 });

/** The seconds to wait, or null for one who is let in. */
async function retryAfter(answers: FreeAnswers, address: string): Promise<number | null> {
  try {
    const leave = await answers.admit(address, 1);
    leave();
    return null;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_free_answers', status: 429 });
    return (error as { extra: { retryAfterSeconds: number } }).extra.retryAfterSeconds;
  }
}

/** Everything that was counted gets so much older. */
async function pass(seconds: number): Promise<void> {
  await test.database.sql`
    UPDATE rate_windows SET starts_at = starts_at - make_interval(secs => ${seconds}), ends_at = ends_at - make_interval(secs => ${seconds})`;
}

describe('free answers of an address', () => {
  it('are ten within an hour, over all replicas', async () => {
    const [one, two] = replicas;
    const address = newAddress();
    for (let n = 0; n < 5; n += 1) {
      expect([await retryAfter(one, address), await retryAfter(two, address)]).toEqual([null, null]);
      await one.count(address, free(1));
      await two.count(address, free(1));
    }
    for (const answers of replicas) {
      const seconds = await retryAfter(answers, address);
      expect(seconds).toBeGreaterThan(3_600 - hangMs(10_000) / 1_000);
      expect(seconds).toBeLessThanOrEqual(3_600);
    }
    expect(await retryAfter(one, newAddress())).toBeNull();
  });

  it('count one by one, so that the hour slides', async () => {
    const [one] = replicas;
    const address = newAddress();
    await one.count(address, free(4));
    await pass(600);
    await one.count(address, free(6));
    expect(await retryAfter(one, address)).toBeLessThanOrEqual(3_000);
    await pass(3_000);
    expect(await retryAfter(one, address)).toBeNull();
    await one.count(address, free(4));
    expect(await retryAfter(one, address)).toBeLessThanOrEqual(600);
  });

  it('are those of its /64', async () => {
    const [one, two] = replicas;
    await one.count('2001:db8:1:2::1', free(5));
    await two.count('2001:db8:1:2:ffff::9', free(5));
    expect(await retryAfter(two, '2001:db8:1:2:3:4:5:6')).not.toBeNull();
    expect(await retryAfter(two, '2001:db8:1:3::1')).toBeNull();
  });

  it('bound what is under way, once there was one: all of it could end free', async () => {
    const [one, two] = replicas;
    const address = newAddress();
    (await one.admit(address, 500))();
    await two.count(address, free(1));
    await expect(one.admit(address, 91)).rejects.toMatchObject({ code: 'too_many_requests' });
    const leave = await one.admit(address, 90);
    await expect(one.admit(address, 1)).rejects.toMatchObject({ code: 'too_many_requests' });
    leave();
    (await one.admit(address, 90))();
  });

  it('are admitted by nobody while the database is away, and what was given leaves all the same', async () => {
    const gone = await openDatabase({ url: test.url, dataDir: 'unused' });
    const answers = answersOver(gone);
    await gone.stop();
    const address = newAddress();
    await expect(answers.admit(address, 1)).rejects.toMatchObject({ code: 'not_ready' });
    await answers.count(address, free(1));
    expect(logged).toEqual(['free answers could not be noted']);
  });
});
