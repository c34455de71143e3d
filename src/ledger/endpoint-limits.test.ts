import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { openEndpointLimitsStore } from './endpoint-limits.ts';

let books: TestDatabase;
beforeAll(async () => {
  books = await openTestDatabase();
});
afterAll(() => books.stop());

it('what endpoints allow is kept for a day, the newest for each', async () => {
  const store = openEndpointLimitsStore(books.database);
  expect(await store.read()).toEqual(new Map());
  await store.keep(
    new Map([
      ['one', 'a'],
      ['two', 'b'],
    ]),
  );
  await store.keep(new Map([['one', 'c']]));
  expect(await store.read()).toEqual(
    new Map([
      ['one', 'c'],
      ['two', 'b'],
    ]),
  );
  await books.database.sql`UPDATE endpoint_limits SET learned_at = now() - interval '1 day' WHERE endpoint = 'two'`;
  expect(await store.read()).toEqual(new Map([['one', 'c']]));
  await store.keep(new Map());
  const left = await books.database.sql`SELECT endpoint FROM endpoint_limits`;
  expect(left.map(({ endpoint }) => endpoint)).toEqual(['one']);
});
