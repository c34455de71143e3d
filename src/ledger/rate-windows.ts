import { forgetOldest } from '#lib/fading-use.ts';
import type { Rate, RateCounter, RateState } from '#lib/request-rate.ts';
import { sha256, sha256Hex } from './accounts/api-key.ts';
import { plainArray } from './postgres/arrays.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Database, Sql } from './postgres/sql.ts';
import { inPortions } from './postgres/transaction.ts';

/** The requests of everybody within a window, the last portion included. */
interface Asked {
  readonly asked: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
}

interface RateCounterDeps {
  readonly windows: RateWindows;
  readonly log: { warn(fields: object, message: string): void };
  /** Milliseconds on a clock that never goes back; the process's own when absent. */
  readonly now?: () => number;
}

/** This process's portion of a label's window. */
interface Portion {
  /** Requests that are still allowed without a query. */
  have: number;
  /** Requests left for everybody when the portion was taken. */
  beyond: number;
  size: number;
  endsAt: number;
  spent: boolean;
  waiting: number;
  asking: Promise<void> | null;
}

/** An amount of a label that counts for this many seconds from now on. */
export interface AmountNote {
  readonly label: string;
  readonly amount: number;
  readonly seconds: number;
}

/** The amounts of a label that still count, as a sum, and how long the last of them does; zeros where there are none. */
export interface Noted {
  readonly amount: number;
  readonly msLeft: number;
}

/** A turn that was taken, with the pause that follows unless it ends well, or in how many milliseconds there may be one. */
export type Turn = { readonly pauseSeconds: number } | { readonly msLeft: number };

/**
 * Counts requests and amounts of callers for all replicas, by the database's clock. A label names the caller and the counted thing;
 * its SHA-256 is stored. Every method throws not_ready while the database is away.
 */
export interface RateWindows {
  /**
   * Adds `portion` to the current window of `seconds` length, which starts at a multiple of them. Requests above a limit count too,
   * so that of two concurrent callers each knows its own part.
   */
  ask(label: string, portion: number, seconds: number): Promise<Asked>;
  /** Records amounts, of one label once. A label has sixty rows at most, because amounts of one sixtieth of their time are one row. */
  note(notes: readonly AmountNote[]): Promise<void>;
  /** The noted amounts of each label, in their order. */
  noted(labels: readonly string[]): Promise<readonly Noted[]>;
  /** Takes the turn of all labels, or of none. Each has one turn at a time; the turn of a process that is gone ends after 90 seconds. */
  takeTurn(labels: readonly string[]): Promise<Turn>;
  /** Ends a turn: the next may be taken after the pause, and pauses twice as long. With null it went well, and the next may be at once. */
  endTurn(labels: readonly string[], pauseSeconds: number | null): Promise<void>;
  /** Deletes expired windows; returns their number. */
  forgetPast(): Promise<number>;
}

/** Maximum number of labels in memory; beyond it the least recently used one loses its portion. */
const LABELS_MAX = 10_000;

const PAUSE_MS = 2_000;

/** A portion is at most this part of the rest, so that replicas do not reserve what they never use. */
const SHARE = 20;

const FIRST_SHARE = 1_000;

const FORGOTTEN_AT_ONCE_MAX = 1_000;
/** The protection of the database must not wait for it as long as the service's own work. */
const ASK_MS_MAX = 1_000;

/** A turn lasts no longer than a check and its settlement. The pause that is due is remembered for an hour. */
const TURN_SECONDS = 90;
const PAUSE_SECONDS_MAX = 60;
const REMEMBERED_SECONDS = 3_600;
/** A running turn usually ends soon, long before its lease. */
const TURN_MS = 2_000;

/** Far above every limit, and within the column's range. */
const TAKEN_MAX = 2_000_000_000;

/**
 * Takes requests of a window from the database in portions, so that most are counted without a statement. The portions together
 * never exceed the rate; an unused portion expires with its window. While the database is away everything is admitted, because paid
 * work needs the database anyway.
 */
export class RatePortions implements RateCounter {
  readonly #deps: RateCounterDeps;
  readonly #now: () => number;
  readonly #portions = new Map<string, Portion>();
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Whether the outage is logged already, because every waiting request would log it. */
  #away = false;

  constructor(deps: RateCounterDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => performance.now());
  }

  take(label: string, rate: Rate): RateState | Promise<RateState> {
    const portion = this.#portions.get(label);
    return (portion && this.#atHand(portion)) ?? this.#paused(rate) ?? this.#taken(label, rate);
  }

  /** Null when the database has to be asked. */
  #atHand(portion: Portion): RateState | null {
    const msLeft = portion.endsAt - this.#now();
    if (msLeft <= 0) return null;
    if (portion.have > 0) {
      portion.have -= 1;
      return { allowed: true, left: portion.beyond + portion.have, msLeft };
    }
    return portion.spent ? { allowed: false, left: 0, msLeft } : null;
  }

  #paused({ seconds }: Rate): RateState | null {
    return this.#now() < this.#pausedUntil ? { allowed: true, left: null, msLeft: seconds * 1_000 } : null;
  }

  async #taken(label: string, rate: Rate): Promise<RateState> {
    const portion = this.#remembered(label);
    portion.waiting += 1;
    try {
      for (;;) {
        const state = this.#atHand(portion) ?? this.#paused(rate);
        if (state) return state;
        portion.asking ??= this.#ask(label, rate, portion).finally(() => {
          portion.asking = null;
        });
        await portion.asking;
      }
    } finally {
      portion.waiting -= 1;
    }
  }

  #remembered(label: string): Portion {
    const none = { have: 0, beyond: 0, size: 0, endsAt: 0, spent: false, waiting: 0, asking: null };
    const portion = this.#portions.get(label) ?? none;
    this.#portions.delete(label);
    this.#portions.set(label, portion);
    if (this.#portions.size > LABELS_MAX) forgetOldest(this.#portions);
    return portion;
  }

  /** The window's end is counted from before the query, so it is early rather than late. */
  async #ask(label: string, rate: Rate, portion: Portion): Promise<void> {
    const before = this.#now();
    const size = sizeOf(portion, rate, before);
    try {
      const { asked, msLeft } = await this.#deps.windows.ask(label, size, rate.seconds);
      portion.size = size;
      portion.have = Math.min(size, Math.max(0, rate.max - (asked - size)));
      portion.beyond = Math.max(0, rate.max - asked);
      portion.spent = asked >= rate.max;
      portion.endsAt = before + msLeft;
      this.#away = false;
    } catch (err) {
      this.#pausedUntil = this.#now() + PAUSE_MS;
      if (!this.#away) this.#deps.log.warn({ err }, 'requests are not counted while the database is away');
      this.#away = true;
    }
  }
}

/** Windows in a database, by its clock. A question that takes longer than `askMsMax` is an outage. */
export function openRateWindows({ sql }: Pick<Database, 'sql'>, askMsMax = ASK_MS_MAX): RateWindows {
  return {
    ask: (label, portion, seconds) => unlessDown(ask(sql, label, portion, seconds), askMsMax),
    note: (notes) => note(sql, notes),
    noted: together((labels) => unlessDown(noted(sql, labels), askMsMax)),
    takeTurn: (labels) =>
      unlessDown(takeTurn(sql, labels), askMsMax, (late) => {
        // Nobody waits for it any more.
        if ('pauseSeconds' in late) giveBack(sql, labels.map(sha256)).catch(() => undefined);
      }),
    endTurn: (labels, pauseSeconds) => unlessDown(endTurn(sql, labels, pauseSeconds)),
    forgetPast: () => forgetPast(sql),
  };
}

/** The row is locked for one statement, whose result says where each portion lies, also with concurrent calls. */
async function ask(sql: Sql, label: string, portion: number, seconds: number): Promise<Asked> {
  const rows = await sql<{ taken: number; ms_left: number }[]>`
    INSERT INTO rate_windows AS counted (caller, starts_at, ends_at, taken)
    SELECT ${sha256(label)}::bytea, starts_at, starts_at + make_interval(secs => ${seconds}), ${portion}::int
    FROM (SELECT to_timestamp(floor(extract(epoch FROM now()) / ${seconds}) * ${seconds}) AS starts_at) AS clock
    ON CONFLICT (caller, starts_at) DO UPDATE SET taken = LEAST(counted.taken::bigint + EXCLUDED.taken, ${TAKEN_MAX}::bigint)::int
    RETURNING taken, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS ms_left`;
  const [row] = rows;
  if (!row) throw new Error('a window was not counted');
  return { asked: row.taken, msLeft: row.ms_left };
}

/** Rows are locked in one order everywhere. */
async function note(sql: Sql, notes: readonly AmountNote[]): Promise<void> {
  const rows = notes.map(({ label, amount, seconds }) => ({ caller: nameOf(label), amount, seconds }));
  await unlessDown(sql`
    INSERT INTO rate_windows AS counted (caller, starts_at, ends_at, taken)
    SELECT decode(caller, 'hex'), to_timestamp(floor(extract(epoch FROM now()) / part) * part), now() + make_interval(secs => seconds), amount
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS noted (caller text, amount int, seconds int),
      LATERAL (SELECT GREATEST(1, seconds / 60) AS part) AS parts
    ORDER BY caller
    ON CONFLICT (caller, starts_at) DO UPDATE SET ends_at = GREATEST(counted.ends_at, EXCLUDED.ends_at),
      taken = LEAST(counted.taken::bigint + EXCLUDED.taken, ${TAKEN_MAX}::bigint)::int`);
}

async function noted(sql: Sql, labels: readonly string[]): Promise<readonly Noted[]> {
  const names = labels.map(nameOf);
  const rows = await sql<{ caller: string; taken: number; ms_left: number }[]>`
    SELECT encode(caller, 'hex') AS caller, sum(taken)::float8 AS taken, (extract(epoch FROM max(ends_at) - now()) * 1000)::float8 AS ms_left
    FROM rate_windows
    WHERE caller = ANY(ARRAY(SELECT decode(name, 'hex') FROM unnest(${plainArray(names)}::text::text[]) AS name)) AND ends_at > now()
    GROUP BY caller`;
  const found = new Map(rows.map(({ caller, taken, ms_left }) => [caller, { amount: taken, msLeft: ms_left }]));
  return names.map((name) => found.get(name) ?? { amount: 0, msLeft: 0 });
}

/** How many questions share a statement at most. */
const QUESTIONS_AT_ONCE_MAX = 256;

/** A question that waits for a statement. */
interface Question {
  readonly labels: readonly string[];
  readonly answer: (found: readonly Noted[]) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Every charged call asks, so the questions of one turn of the event loop share a statement, and so do those that come while one is under
 * way. If it fails, all that wait fail with it, because they would only find the same outage later.
 */
function together(read: RateWindows['noted']): RateWindows['noted'] {
  const waiting: Question[] = [];
  let isBusy = false;
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const members = waiting.splice(0, QUESTIONS_AT_ONCE_MAX);
      try {
        const found = [...(await read(members.flatMap(({ labels }) => labels)))];
        for (const { labels, answer } of members) answer(found.splice(0, labels.length));
      } catch (error) {
        for (const { fail } of [...members, ...waiting.splice(0)]) fail(error);
      }
    }
    isBusy = false;
  };
  return (labels) => {
    if (!isBusy) setImmediate(() => void send());
    isBusy = true;
    return new Promise((answer, fail) => waiting.push({ labels, answer, fail }));
  };
}

/*
 * A turn is the row of its label that begins at the epoch: `taken` is the pause that came before it, and it is remembered for an hour
 * after the moment from which the next may be taken.
 */

async function takeTurn(sql: Sql, labels: readonly string[]): Promise<Turn> {
  const callers = labels.map(sha256);
  const rows = await sql<{ caller: Uint8Array; pause: number }[]>`
    INSERT INTO rate_windows AS turn (caller, starts_at, ends_at, taken)
    SELECT decode(caller, 'hex'), to_timestamp(0), now() + make_interval(secs => ${TURN_SECONDS + REMEMBERED_SECONDS}), 0
    FROM json_array_elements_text(${JSON.stringify(labels.map(nameOf))}::text::json) AS caller
    WHERE NOT EXISTS (
      SELECT FROM rate_windows WHERE rate_windows.caller IN ${sql(callers)} AND starts_at = to_timestamp(0) AND ends_at > ${freeAt(sql)}
    )
    ORDER BY caller
    ON CONFLICT (caller, starts_at) DO UPDATE SET ends_at = EXCLUDED.ends_at, taken = CASE WHEN turn.ends_at > now() THEN turn.taken ELSE 0 END
    WHERE turn.ends_at <= ${freeAt(sql)}
    RETURNING caller, taken AS pause`;
  if (rows.length === labels.length) {
    const longest = Math.max(...rows.map(({ pause }) => pause));
    return { pauseSeconds: Math.min(PAUSE_SECONDS_MAX, Math.max(1, 2 * longest)) };
  }
  // Another call took one of them in this moment.
  if (rows.length > 0)
    await giveBack(
      sql,
      rows.map(({ caller }) => caller),
    );
  const [left] = await sql<{ ms_left: number | null }[]>`
    SELECT (extract(epoch FROM max(ends_at) - ${freeAt(sql)}) * 1000)::float8 AS ms_left
    FROM rate_windows WHERE caller IN ${sql(callers)} AND starts_at = to_timestamp(0)`;
  const msLeft = left?.ms_left ?? 0;
  return { msLeft: msLeft > PAUSE_SECONDS_MAX * 1_000 ? TURN_MS : Math.max(0, msLeft) };
}

/** The taken part is free at once, with the pause that came before it. */
async function giveBack(sql: Sql, callers: readonly Uint8Array[]): Promise<void> {
  await sql`UPDATE rate_windows SET ends_at = ${freeAt(sql)} WHERE caller IN ${sql(callers)} AND starts_at = to_timestamp(0)`;
}

async function endTurn(sql: Sql, labels: readonly string[], pauseSeconds: number | null): Promise<void> {
  const turns = sql`caller IN ${sql(labels.map(sha256))} AND starts_at = to_timestamp(0)`;
  if (pauseSeconds === null) await sql`DELETE FROM rate_windows WHERE ${turns}`;
  else {
    await sql`
      UPDATE rate_windows SET taken = ${pauseSeconds}, ends_at = now() + make_interval(secs => ${pauseSeconds + REMEMBERED_SECONDS})
      WHERE ${turns}`;
  }
}

/** A turn that ends later than this is not free yet. */
function freeAt(sql: Sql) {
  return sql`(now() + make_interval(secs => ${REMEMBERED_SECONDS}))`;
}

function nameOf(label: string): string {
  return sha256Hex(label);
}

/** In portions; replicas that run at the same time share the work. */
async function forgetPast(sql: Sql): Promise<number> {
  return await inPortions(FORGOTTEN_AT_ONCE_MAX, async () => {
    const rows = await unlessDown(sql`
      WITH due AS (
        SELECT caller, starts_at FROM rate_windows WHERE ends_at <= now()
        LIMIT ${FORGOTTEN_AT_ONCE_MAX} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM rate_windows USING due
      WHERE rate_windows.caller = due.caller AND rate_windows.starts_at = due.starts_at`);
    return rows.count;
  });
}

/** Twice what was used up, within bounds; small in a new window, and at least for everybody who waits. */
function sizeOf({ size, beyond, endsAt, waiting }: Portion, { max }: Rate, now: number): number {
  const isNew = endsAt <= now;
  const wanted = isNew ? Math.floor(max / FIRST_SHARE) : Math.min(2 * size, Math.floor(beyond / SHARE));
  return Math.min(max, Math.max(1, wanted, waiting));
}
