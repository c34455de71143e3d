import type { Sql } from './postgres/sql.ts';
import type { SqlTransaction } from './postgres/transaction.ts';

/**
 * An event and the arrows of a state diagram that it stands for. `none` is no row: before it is inserted, and after it is deleted.
 * `same` is the state that the row has already.
 */
export interface Transition<State extends string = string, Event extends string = string> {
  readonly from: readonly (State | 'none')[];
  readonly event: Event;
  readonly to: State | 'none' | 'same';
  /** Whether the event needs a lease that runs, or one that is over; where it is absent, the lease does not matter. */
  readonly lease?: 'live' | 'over';
  /** The other conditions, in words. */
  readonly condition?: string;
  /** Columns that the event assigns beside the state, as SQL. */
  readonly sets?: Readonly<Record<string, string>>;
  /** The other writes of the same statement or transaction, in words. */
  readonly writes?: readonly string[];
  /** The service's output after the commit, in words. */
  readonly sends?: readonly string[];
}

/** A table of the database, and the conditions that the lease of a row runs. */
interface Leased {
  readonly table: string;
  readonly live: string;
  readonly over: string;
}

/** Parts of statements that follow from the transitions of a table. */
export function transitionSql<State extends string, Event extends string>(
  { table, ...leases }: Leased,
  transitions: readonly Transition<State, Event>[],
) {
  const byEvent = new Map(transitions.map((one) => [one.event, one]));
  const of = (event: Event): Transition<State, Event> => {
    const found = byEvent.get(event);
    if (!found) throw new RangeError(`the table ${table} has no event ${event}`);
    return found;
  };
  const assignments = (event: Event): [column: string, value: string][] => {
    const { to, sets = {} } = of(event);
    const columns = Object.entries(sets);
    return to === 'same' ? columns : [['state', `'${to}'`], ...columns];
  };
  type Statement = Sql | SqlTransaction;
  const listed = (sql: Statement, event: Event, text: (column: string, value: string) => string) =>
    sql.unsafe(
      assignments(event)
        .map(([column, value]) => text(column, value))
        .join(', '),
    );
  return {
    /** The SET clause of an event: the state that it leads to, where that is another, and the columns that it assigns. */
    assigned: (sql: Statement, event: Event) => listed(sql, event, (column, value) => `${column} = ${value}`),
    /** The same columns as the list of an INSERT, which `values` goes with. */
    columns: (sql: Statement, event: Event) => listed(sql, event, (column) => column),
    values: (sql: Statement, event: Event) => listed(sql, event, (_column, value) => value),
    /** The condition that a row is in a state that an event leads out of, with a lease as the event needs it. */
    isBefore: (sql: Statement, event: Event) => {
      const { from, lease } = of(event);
      const states = from.filter((state) => state !== 'none');
      return sql.unsafe(inStates(table, states) + (lease ? ` AND ${leases[lease]}` : ''));
    },
    /** Whether an event leads out of the state. */
    leadsFrom: (event: Event, state: State | 'none') => of(event).from.includes(state),
  };
}

/** The condition that a row is in one of the states; of one state it is an equation, as partial indices write it. */
export function inStates(table: string, states: readonly string[]): string {
  const quoted = states.map((state) => `'${state}'`);
  return quoted.length === 1 ? `${table}.state = ${quoted.join()}` : `${table}.state IN (${quoted.join(', ')})`;
}
