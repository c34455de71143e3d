import postgres from 'postgres';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import type { TestDatabase } from '../support/database.ts';

/** A node of a plan as `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` tells it. */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** The nodes of the plan of each statement that `run` makes; what the statements change is changed twice. */
export async function plansOf(
  test: TestDatabase,
  run: (ledger: Ledger, sql: Sql) => Promise<unknown>,
): Promise<Plan[]> {
  const made: { readonly query: string; readonly parameters: readonly unknown[] }[] = [];
  const settings = { max: 1, fetch_types: false, types: { bigint: postgres.BigInt } };
  const sql = postgres(test.url, {
    ...settings,
    debug: (_connection, query, parameters) => void made.push({ query, parameters }),
  });
  try {
    await run(openLedger({ ...test.database, sql }), sql);
    const plans: Plan[] = [];
    for (const { query, parameters } of [...made]) {
      const rows = await sql.unsafe(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
        parameters.map(given) as string[],
      );
      plans.push(...nodes(rows[0]?.['QUERY PLAN'][0].Plan));
    }
    return plans;
  } finally {
    await sql.end();
  }
}

/** The driver hands over what goes on the wire; to be sent again it must be what it was. */
function given(parameter: unknown): unknown {
  if (parameter === 't' || parameter === 'f') return parameter === 't';
  const bytes = typeof parameter === 'string' && /^\\x([\da-f]*)$/.exec(parameter);
  return bytes ? Buffer.from(bytes[1] ?? '', 'hex') : parameter;
}

function nodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)];
}

/** How many rows a node read, those that its condition left aside among them. */
export function rowsOf(plan: Plan): number {
  return (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
}
