import { getTableConfig, PgDialect } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { holds } from '../tables/holds.ts';
import { holdStates } from './states.ts';

it('the states of a hold are those that the database allows', () => {
  const check = getTableConfig(holds).checks.find(({ name }) => name === 'holds_state');
  if (!check) throw new Error('the table has no such constraint');
  const { sql } = new PgDialect().sqlToQuery(check.value);
  const allowed = [...sql.matchAll(/'(\w+)'/g)].map(([, state]) => state);
  expect(new Set(holdStates.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(['none', ...allowed]));
});

it('a hold is closed once: no event leads from a closed state to another', () => {
  const closed = ['posted', 'voided', 'expired'];
  for (const { from, to } of holdStates) if (closed.includes(from)) expect([from, 'none']).toContain(to);
});
