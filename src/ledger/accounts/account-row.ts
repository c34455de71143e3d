import type { Sql } from '../postgres/sql.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';

/*
 * Every charge writes the row of its account. While any snapshot is open, PostgreSQL keeps all versions of that row, and a look-up by
 * id or name goes through them from the oldest on: the more, the longer the snapshot. So the row has an epoch, which rises now and
 * then, and an index with the newest epoch first, through which a look-up sees the versions of the newest one or two only.
 */

/** About so many versions of a row share an epoch. More would make a look-up longer, fewer would write more index entries. */
const VERSIONS_PER_EPOCH = 128;

/** The name of a system account, and the id of a customer, as text: the first column of the index. */
type Named = ReturnType<Sql>;

/**
 * The condition that `accounts` is the account that `named` names. A statement that waited for the row finds a newer epoch in it than it
 * saw first, hence no equality. The newest epoch is the last entry up to the name: for one account, PostgreSQL expects a single entry, and
 * may sort all of them instead of reading the index from its end.
 */
export function isAccount(sql: Sql | SqlTransaction, named: Named): Named {
  return sql`COALESCE(accounts.name, accounts.id::text) = ${named} AND accounts.epoch >= (
    SELECT seen.epoch FROM accounts AS seen WHERE COALESCE(seen.name, seen.id::text) <= ${named}
    ORDER BY COALESCE(seen.name, seen.id::text) DESC, seen.epoch DESC LIMIT 1)`;
}

/** The columns that every frequent update of `accounts` sets beside the amounts. */
export function advancedEpoch(sql: Sql | SqlTransaction): Named {
  return sql`epoch = accounts.epoch + (random() < ${1 / VERSIONS_PER_EPOCH}::float8)::int`;
}
