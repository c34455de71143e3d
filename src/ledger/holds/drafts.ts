import { isAccount, nextEpoch } from '../accounts/account-row.ts';
import { sha256 } from '../accounts/api-key.ts';
import type { HoldLine } from '../books.ts';
import type { Transaction } from '../postgres/transaction.ts';
import { newToken } from './name.ts';
import type { PassRow } from './pass-state.ts';
import type { OpenPass, Search } from './standing.ts';
import { columns, values } from './states.ts';

/** A line of a bill with its place on it. */
export interface PlacedLine extends HoldLine {
  readonly line: number;
}

/** A line and what it is to be reserved on: a pass, or an amount of the balance. */
export interface Draft extends PlacedLine {
  readonly pass: OpenPass | null;
  readonly amountAtomic: bigint;
}

/** What was reserved: the holds by line, and what is left to spend. */
export interface Opened {
  readonly spendable: bigint;
  readonly lines: ReadonlyMap<number, { readonly holdId: string; readonly pass: PassRow | null }>;
}

/**
 * What each line is reserved on, first come first served: a call of the running pass, then the balance of `spendable`, and only where
 * that does not cover it a call of a queued pass. What nothing covers takes its price.
 */
export function drafted(
  lines: readonly PlacedLine[],
  passes: readonly OpenPass[],
  spendable: bigint,
): readonly Draft[] {
  const left = new Map(passes.map((pass) => [pass, pass.included - pass.used]));
  const drawn = (isRunning: boolean): OpenPass | null => {
    const pass = passes.find((one) => one.running === isRunning && (left.get(one) ?? 0) > 0) ?? null;
    if (pass) left.set(pass, (left.get(pass) ?? 0) - 1);
    return pass;
  };
  let balance = spendable;
  return lines.map((line) => {
    const pass = drawn(true) ?? (balance >= line.priceAtomic ? null : drawn(false));
    if (!pass) balance -= line.priceAtomic;
    return { ...line, pass, amountAtomic: pass ? 0n : line.priceAtomic };
  });
}

interface OpenedRow {
  readonly hold_id: string;
  readonly line: number;
  readonly spendable: bigint;
}

/** Reserves the drafts in one statement. Account and passes are locked and were found to suffice. */
export async function open(tx: Transaction, search: Search, drafts: readonly Draft[]): Promise<Opened> {
  const rows = await tx<OpenedRow[]>`
    WITH caller AS MATERIALIZED (
      SELECT account_id FROM api_keys WHERE hash = ${search.key}
    ), drafts AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${encoded(drafts)}::text::json)
        AS draft (line smallint, token bigint, kind text, subject text, size text, hash text, pass_id bigint, amount bigint)
    ), drawn AS (
      UPDATE passes SET used = used + taken.calls
      FROM (SELECT pass_id, count(*)::int AS calls FROM drafts WHERE pass_id IS NOT NULL GROUP BY pass_id) AS taken
      WHERE passes.id = taken.pass_id
    ), reserved AS (
      UPDATE accounts SET held = held + (SELECT sum(amount) FROM drafts), ${nextEpoch(tx)}
      WHERE ${isAccount(tx, tx`(SELECT account_id::text FROM caller)`)} RETURNING balance - held AS spendable
    ), opened AS (
      INSERT INTO holds (token, account_id, amount, pass_id, kind, subject, size, request_hash, bill_hash, line,
        idempotency_key, ${columns(tx, 'hold')})
      SELECT token, caller.account_id, amount, pass_id, kind, subject, size, decode(hash, 'hex'),
        ${search.identifier === null ? null : search.billHash}, line, ${search.identifier},
        ${values(tx, 'hold')}
      FROM caller, drafts RETURNING id, token, line
    )
    SELECT concat_ws('.', opened.id, opened.token) AS hold_id, opened.line, reserved.spendable FROM opened, reserved`;
  const taken = usedAfter(drafts);
  const passes = new Map(drafts.map(({ line, pass }) => [line, pass && { ...pass, used: taken.get(pass.id) ?? 0 }]));
  const lines = new Map(rows.map((row) => [row.line, { holdId: row.hold_id, pass: passes.get(row.line) ?? null }]));
  const [row] = rows;
  if (!row) throw new Error('the bill was not entered');
  return { spendable: row.spendable, lines };
}

function encoded(drafts: readonly Draft[]): string {
  return JSON.stringify(
    drafts.map(({ line, kind, subject, size, request, pass, amountAtomic }) => ({
      line,
      token: String(newToken()),
      kind,
      subject,
      size: size ?? null,
      hash: Buffer.from(sha256(request)).toString('hex'),
      pass_id: pass?.id ?? null,
      amount: String(amountAtomic),
    })),
  );
}

/** How many calls are used on each pass once the whole bill is reserved. */
function usedAfter(drafts: readonly Draft[]): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const { pass } of drafts) if (pass) used.set(pass.id, (used.get(pass.id) ?? pass.used) + 1);
  return used;
}
