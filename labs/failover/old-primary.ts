import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import type { Sql } from '#ledger/postgres/sql.ts';

const READ_EVERY_MS = 50;
const NEWEST = 500;

/** The newest rows of the books; equal rows in two servers are the same row. */
const rowsOf = (sql: postgres.Sql) => sql<{ row: string; at: number; standby: boolean }[]>`
  SELECT concat(what, ' ', id, ' ', created_at) AS row, extract(epoch FROM created_at)::float8 * 1000 AS at,
    pg_is_in_recovery() AS standby
  FROM (SELECT 'hold' AS what, id, created_at FROM holds UNION ALL
    SELECT 'movement', id, created_at FROM movements) AS rows ORDER BY created_at DESC LIMIT ${NEWEST}`;

/** Reads the books of a server beside everybody else, for as long as it takes itself for the primary while another one is it. */
export class OldPrimary {
  /** How often it answered as a primary beside the new one. */
  answers = 0;
  readonly #url: string;
  readonly #rows = new Set<string>();
  readonly #reading: Promise<void>;
  #replacedAt = Number.POSITIVE_INFINITY;
  #sql: postgres.Sql | null = null;
  #over = false;

  constructor(url: string) {
    this.#url = url;
    this.#reading = this.#read();
  }

  /** From now on another one is the primary. */
  replaced(): void {
    this.#replacedAt = Date.now();
  }

  /** The rows that it got since then and the books do not have. */
  async lost(books: Sql): Promise<readonly string[]> {
    this.#over = true;
    await this.#sql?.end({ timeout: 0 });
    await this.#reading;
    const kept = new Set((await rowsOf(books as unknown as postgres.Sql)).map(({ row }) => row));
    return [...this.#rows].filter((row) => !kept.has(row));
  }

  async #read(): Promise<void> {
    for (; !this.#over; await pause(READ_EVERY_MS)) {
      this.#sql ??= postgres(this.#url, { max: 1, connect_timeout: 2 });
      const rows = await rowsOf(this.#sql).catch(() => []);
      if (rows[0]?.standby !== false || Date.now() < this.#replacedAt) continue;
      this.answers += 1;
      for (const { row, at } of rows) if (at > this.#replacedAt) this.#rows.add(row);
    }
  }
}
