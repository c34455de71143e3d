import { readFileSync } from 'node:fs';
import { getTableConfig, PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { holdStates } from './holds/states.ts';
import { paymentStates } from './payments/states.ts';
import { statesPage } from './states-page.ts';
import { holds } from './tables/holds.ts';
import { payments } from './tables/payments.ts';

/** The states that a constraint of a table names. */
function named(table: typeof holds | typeof payments, constraint: string): readonly (string | undefined)[] {
  const check = getTableConfig(table).checks.find(({ name }) => name === constraint);
  if (!check) throw new Error(`the table has no constraint ${constraint}`);
  return [...new PgDialect().sqlToQuery(check.value).sql.matchAll(/'(\w+)'/g)].map(([, state]) => state);
}

describe.each([
  { what: 'hold', transitions: holdStates, table: holds, closed: ['posted', 'voided', 'expired'] },
  { what: 'payment', transitions: paymentStates, table: payments, closed: ['settled', 'failed', 'released'] },
])('the states of a $what', ({ what, transitions, table, closed }) => {
  it('are those that the database allows', () => {
    const states = transitions.flatMap(({ from, to }) => [...from, ...(to === 'same' ? [] : [to])]);
    expect(new Set(states)).toEqual(new Set(['none', ...named(table, `${what}s_state`)]));
  });

  it('have each event once, so that a statement finds what it runs', () => {
    const events = transitions.map(({ event }) => event);
    expect(new Set(events).size).toBe(events.length);
  });

  it('take the time of closing whenever an event leads from an open state to a closed one, and only then', () => {
    for (const { from, to, sets } of transitions) {
      const closes = closed.includes(to) && from.some((state) => state !== to);
      expect(sets?.closed_at === 'now()').toBe(closes);
    }
  });
});

it('a hold is closed once: no event leads from a closed state to another', () => {
  for (const { from, to } of holdStates) {
    if (from.some((state) => ['posted', 'voided', 'expired'].includes(state))) expect(['same', 'none']).toContain(to);
  }
});

it('a payment that is settled stays so, whatever happens', () => {
  for (const { from, to } of paymentStates) if (from.includes('settled')) expect(to).toBe('same');
});

it('a payment changes under a lease that runs or is over, unless the chain, a caller or its age decides', () => {
  const free = paymentStates.filter(({ lease }) => !lease).map(({ event }) => event);
  expect(free).toEqual([
    'reserve',
    'settle',
    'credit change',
    'give up identifier',
    'forget answers',
    'fold',
    'delete',
  ]);
});

it('the page of states is what docs/states.md says; `npm run states` writes it', () => {
  expect(readFileSync('docs/states.md', 'utf8')).toBe(statesPage());
});
