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
  /** Rows that the next statement gets. */
  others: readonly unknown[] | null = null;
  readonly #rows = new Map<unknown, unknown>();

  constructor(sql: Sql) {
    this.sql = new Proxy(sql, {
      apply: (target, self, args: unknown[]) => {
        const query = Reflect.apply(target as never, self, args) as { then: Then };
        const then = query.then.bind(query);
        // Only what is awaited is a statement; what stands in others is a part of one.
        const mixed: Then = async (done, failed) => {
          const rows = this.others;
          this.others = null;
          if (rows) return done?.(rows);
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

/** Does it with `rows` for the first statement. */
async function given(rows: readonly unknown[], work: () => Promise<unknown>): Promise<unknown> {
  mixer.others = rows;
  return await work();
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

  it.each([[[]], [[{ expired: 3 }]], [[{ hold_id: '1.2', locked: null }]]])(
    'are no hold although they look different: %j',
    async (rows) => {
      const request = asked(keys[0]);
      const holds = [
        () => ledger.hold(request),
        () => ledger.hold({ ...request, idempotencyKey: 'others' }),
        () => ledger.holdAll({ apiKey: keys[0], lines: [request] }),
      ];
      for (const hold of holds) await expect(given(rows, hold)).rejects.toMatchObject({ code: 'not_ready' });
    },
  );

  it('are no charge although they look different', async () => {
    const holdId = idOf(await ledger.hold(asked(keys[0])));
    await expect(given([{ expired: 3 }], () => ledger.post(holdId, answer))).rejects.toMatchObject({
      code: 'not_ready',
    });
    expect((await ledger.post(holdId, answer)).outcome).toBe('posted');
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
