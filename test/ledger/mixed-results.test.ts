import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { answer, asked, clean, idOf, newKey } from './fixture.ts';

type Then = (done?: (rows: unknown) => unknown, failed?: (error: unknown) => unknown) => Promise<unknown>;

/** A driver that, once told to, gives every statement the rows that the same statement brought the last time. */
class Mixer {
  readonly sql: Sql;
  isMixing = false;
  readonly #rows = new Map<unknown, unknown>();

  constructor(sql: Sql) {
    this.sql = new Proxy(sql, {
      apply: (target, self, args: unknown[]) => {
        const query = Reflect.apply(target as never, self, args) as { then: Then };
        const then = query.then.bind(query);
        // Only what is awaited is a statement; what stands in others is a part of one.
        const mixed: Then = async (done, failed) => {
          if (this.isMixing && this.#rows.has(args[0])) return done?.(this.#rows.get(args[0]));
          return await then((rows) => {
            this.#rows.set(args[0], rows);
            return done?.(rows);
          }, failed);
        };
        return Object.defineProperty(query, 'then', { value: mixed });
      },
    });
  }
}

let test: TestDatabase;
let mixer: Mixer;
let ledger: Ledger;
let keys: readonly [string, string];

beforeAll(async () => {
  test = await openTestDatabase();
  mixer = new Mixer(test.database.sql);
  ledger = openLedger({ ...test.database, sql: mixer.sql });
  keys = [await newKey(ledger), await newKey(ledger)];
});
afterAll(() => test.stop());

/** Does the same twice, the second time with the rows of the first. */
async function mixed(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  await first();
  mixer.isMixing = true;
  await expect(second().finally(() => (mixer.isMixing = false))).rejects.toMatchObject({ code: 'not_ready' });
}

describe('the rows of another statement', () => {
  it('are no hold: a key that has money is not called unknown', async () => {
    const named = (key: string) => ({ ...asked(key), idempotencyKey: 'mixed' });
    await mixed(
      () => ledger.hold(named('assay_unknown')),
      () => ledger.hold(named(keys[0])),
    );
  });

  it('are no hold of another account, one by one or together', async () => {
    const named = (key: string, idempotencyKey: string) => ({ ...asked(key), idempotencyKey });
    await mixed(
      () => ledger.hold(named(keys[0], 'first')),
      () => ledger.hold(named(keys[1], 'second')),
    );
    const together = (key: string) => Promise.all([ledger.hold(asked(key)), ledger.hold(asked(key))]);
    await together(keys[0]);
    await together(keys[1]);
    await mixed(
      () => together(keys[0]),
      () => together(keys[1]),
    );
  });

  it('are no charge', async () => {
    const [one = '', other = ''] = (await Promise.all(keys.map((key) => ledger.hold(asked(key))))).map(idOf);
    await mixed(
      () => ledger.post(one, answer),
      () => ledger.post(other, answer),
    );
    expect((await ledger.post(other, answer)).outcome).toBe('posted');
    expect(await ledger.audit()).toMatchObject({ ...clean, staleHolds: expect.any(Number) });
  });
});
