import { expect } from 'vitest';
import { compared, isSound } from '#ledger/audit/audit.ts';
import type { Checkpoint } from '#ledger/audit/checkpoint.ts';
import type { AuditResult } from '#ledger/books.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import type { SqlTransaction } from '#ledger/postgres/transaction.ts';
import { tiers } from '#payments/credits/tiers.ts';

/** The tables of money, and what tells the sorts of their rows apart. */
const SORTS = {
  accounts: `split_part(COALESCE(name, kind), ':', 1)`,
  api_keys: `CASE WHEN revoked_at IS NULL THEN 'good' ELSE 'revoked' END`,
  movements: `kind`,
  postings: `(SELECT kind FROM movements WHERE id = movement_id)`,
  holds: `CASE WHEN state IN ('voided', 'expired') THEN 'given back' ELSE state END
    || CASE WHEN pass_id IS NULL THEN CASE amount WHEN 0 THEN ' for nothing' ELSE '' END ELSE ' on a pass' END
    || CASE WHEN size IS NULL THEN '' ELSE ' of a size' END`,
  answers: `''`,
  chain_signatures: `role`,
  claims: `CASE WHEN tier IS NULL THEN 'top-up' ELSE 'pass' END`,
  passes: `tier`,
  payments: `state || CASE WHEN change_credited_at IS NOT NULL THEN ' with change'
    WHEN change_key_hash IS NOT NULL THEN ' with change due' ELSE '' END`,
} as const;
export type Table = keyof typeof SORTS;
export const TABLES = Object.keys(SORTS) as Table[];

/** Runs `work` where rows are held by nothing but what each must be in itself, and takes everything back. */
export async function withoutConstraints(sql: Sql, work: (tx: SqlTransaction) => Promise<void>): Promise<void> {
  const done = new Error('everything is taken back');
  const run = sql.begin(async (tx) => {
    const held = await tx<{ drop: string }[]>`
      SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;
    for (const { drop } of held) await tx.unsafe(drop);
    for (const table of ['accounts', 'movements', 'holds', 'passes']) {
      await tx.unsafe(`ALTER TABLE ${table} ALTER id DROP IDENTITY`);
    }
    await work(tx);
    throw done;
  });
  await expect(run).rejects.toBe(done);
}

/**
 * Does harm and asks the audit, from the checkpoint on where one is named; what was done is taken back. `none` where nothing was changed or a
 * constraint refused it.
 */
export async function told(
  tx: SqlTransaction,
  harm: (tx: SqlTransaction) => Promise<number>,
  checkpoint: Checkpoint | null = null,
): Promise<AuditResult | 'none'> {
  let outcome: AuditResult | 'none' = 'none';
  const done = new Error('the harm is taken back');
  const attempt = tx.savepoint(async (inner) => {
    if ((await harm(inner)) === 0) throw done;
    outcome = await compared(inner, tiers, checkpoint);
    throw done;
  });
  await attempt.catch((error: unknown) => {
    if (error !== done && !/^23/.test((error as { code?: string }).code ?? '')) throw error;
  });
  return outcome;
}

interface Row {
  readonly ctid: string;
  readonly sort: string;
}

/** One row of each sort of a table. */
async function rowsOf(tx: SqlTransaction, table: Table): Promise<readonly Row[]> {
  return await tx.unsafe<Row[]>(
    `SELECT DISTINCT ON (sort) ctid::text, ${SORTS[table]} AS sort FROM ${table} ORDER BY sort, ${table}.ctid`,
  );
}

/** Other values for a column: its neighbours, nothing, and what other rows have there. */
function othersFor(table: Table, column: string, type: string): readonly string[] {
  const here = `${table}.${column}`;
  const neighbours: Readonly<Record<string, readonly string[]>> = {
    text: [`${here} || 'x'`],
    bytea: [`set_byte(${here}, 0, get_byte(${here}, 0) # 1)`],
    boolean: [`NOT ${here}`],
    'timestamp with time zone': [`${here} + interval '1 hour'`, `${here} - interval '1 hour'`],
  };
  const values = (n: number, order: string) =>
    `(SELECT other FROM (SELECT DISTINCT ${column} AS other FROM ${table}) AS others
      WHERE other <> COALESCE(${here}, other) OR ${here} IS NULL ORDER BY other ${order} OFFSET ${n} LIMIT 1)`;
  const foreign = [0, 1, 2, 3].map((n) => values(n, 'ASC')).concat(values(0, 'DESC'));
  return [...(neighbours[type] ?? [`${here} + 1`, `${here} - 1`]), 'NULL', ...(type === 'boolean' ? [] : foreign)];
}

/** What the audit misses in a table: a column, or the loss of a row, in every sort of row or only in some. */
export async function missedIn(tx: SqlTransaction, table: Table): Promise<readonly string[]> {
  const columns = await tx<{ column_name: string; data_type: string }[]>`
    SELECT column_name, data_type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} ORDER BY ordinal_position`;
  const rows = await rowsOf(tx, table);
  const missed: string[] = [];
  const harms = columns.map(({ column_name: column, data_type: type }) => ({
    name: column,
    ways: othersFor(table, column, type).map((value) => [
      `UPDATE ${table} SET ${column} = ${value}`,
      `AND ${column} IS DISTINCT FROM ${value}`,
    ]),
  }));
  for (const { name, ways } of [...harms, { name: 'the row', ways: [[`DELETE FROM ${table}`, '']] }]) {
    const outcomes = new Map<string, ReadonlySet<string>>();
    for (const { ctid, sort } of rows) {
      const of = ways.map(([verb, unless]) => `${verb} WHERE ctid = '${ctid}' ${unless} RETURNING 1`);
      const results = await inTurn(of, (harm) => told(tx, async (inner) => (await inner.unsafe(harm)).length));
      outcomes.set(sort, new Set(results.map((one) => (one === 'none' ? one : isSound(one) ? 'missed' : 'found'))));
    }
    const blind = [...outcomes].filter(([, of]) => of.has('missed')).map(([sort]) => sort);
    const sighted = [...outcomes.values()].some((of) => of.has('found'));
    missed.push(...(sighted ? blind.map((sort) => `${name} of ${sort}`) : blind.slice(0, 1).map(() => name)));
  }
  return missed;
}

async function inTurn<Q, A>(questions: readonly Q[], ask: (question: Q) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  for (const question of questions) answers.push(await ask(question));
  return answers;
}
