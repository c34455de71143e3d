import { randomBytes } from 'node:crypto';
import type { Sql } from '../postgres/sql.ts';

/*
 * A hold is named by its id and a random token, as the text `id.token`, which SQL writes as `concat_ws('.', id, token)`. The
 * id alone does not do: after a failover that lost commits, or a restore, the sequence gives out the ids again that other
 * replicas still hold. Holds of an older version have no token, and their id is the whole name.
 */

/** The parts of a hold's name. */
interface HoldName {
  readonly id: string;
  readonly token: string | null;
}

/** Random bytes for the next tokens: a question for eight costs the system as much as one for hundreds. */
let random: Buffer = Buffer.alloc(0);
const TOKEN_BYTES = 8;
const RANDOM_BYTES = 512 * TOKEN_BYTES;

/** A token of 63 random bits, so that it is a positive `bigint` of PostgreSQL. */
export function newToken(): bigint {
  if (random.length === 0) random = randomBytes(RANDOM_BYTES);
  const token = random.readBigUInt64BE() >> 1n;
  random = random.subarray(TOKEN_BYTES);
  return token;
}

/** Id and token of a hold's name. */
export function partsOf(holdId: string): HoldName {
  const [id = '', token = null] = holdId.split('.');
  return { id, token };
}

/** The condition that `holds` is the one of this name. A name without a token stands for a row without one. */
export function isNamed(sql: Sql, holdId: string) {
  const { id, token } = partsOf(holdId);
  return sql`holds.id = ${id}::bigint AND holds.token IS NOT DISTINCT FROM ${token}::bigint`;
}

/**
 * The condition that a named hold is open, by the constraint `holds_closed`. With its state instead, the planner would search all open
 * ones, whose index is full of closed ones while a snapshot is open.
 */
export function isOpen(sql: Sql) {
  return sql`holds.closed_at IS NULL`;
}
