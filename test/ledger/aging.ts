import type { Sql } from '#ledger/postgres/sql.ts';

/** Lets time pass for everything that is in the books: it happened so much earlier. Periods of passes and leases stay. */
export async function age(sql: Sql, minutes: number): Promise<void> {
  const past = sql`make_interval(mins => ${minutes})`;
  await sql`UPDATE holds SET created_at = created_at - ${past}, closed_at = closed_at - ${past}`;
  await sql`UPDATE answers SET created_at = created_at - ${past}`;
  await sql`UPDATE movements SET created_at = created_at - ${past}`;
  await sql`UPDATE chain_signatures SET created_at = created_at - ${past}`;
  await sql`UPDATE claims SET created_at = created_at - ${past}`;
  await sql`UPDATE passes SET created_at = created_at - ${past}`;
  await sql`UPDATE payments SET created_at = created_at - ${past}, closed_at = closed_at - ${past},
    change_credited_at = change_credited_at - ${past}`;
  await sql`UPDATE audit_checkpoint SET at = at - ${past}`;
  await sql`UPDATE book_audits SET at = at - ${past}, unread_since = unread_since - ${past}`;
}
