import { sha256 } from './accounts/api-key.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Database, Sql } from './postgres/sql.ts';
import { inPortions, type SqlTransaction, transact } from './postgres/transaction.ts';

/** A request for free calls: all of them, or none. */
interface FreeRequest {
  /** Each network counts all calls. A wider network comes after those within it, because that is the order of locks. */
  readonly networks: readonly FreeNetwork[];
  readonly calls: number;
  /** The daily limit of chain endpoint calls for all free calls together. */
  readonly rpcCallsMax: number;
  /** The reserved calls while the work runs: for the last network, and for everybody. None when absent. */
  readonly reserve?: { readonly amount: number; readonly allAmount: number };
}

/** A caller, or the wider network around callers, and its free calls a day. */
export interface FreeNetwork {
  /** 1 to 64 bytes. */
  readonly name: string;
  readonly callsMax: number;
  /** The network's daily limit of chain endpoint calls; unlimited when absent. */
  readonly rpcCallsMax?: number;
}

/** A reservation of both budgets for running work, until it is released or expires. */
export interface FreeReservation {
  readonly network: string;
  readonly at: string;
  readonly amount: number;
  readonly allAmount: number;
}

/** The state of a day in UTC by the database's clock, so that replicas agree. */
export interface FreeDay {
  /** The free calls of each requested network, in order. */
  readonly calls: readonly number[];
  /** The chain endpoint calls recorded for each network. */
  readonly networkRpcCalls: readonly number[];
  /** The chain endpoint calls of everybody's free calls. */
  readonly rpcCalls: number;
  /** The end of the day. */
  readonly resetsAt: Date;
}

/** `calls` of each network, with the taken ones. `busy`: running work may use up the rest of a budget, so nothing can be taken now. */
export type FreeTaken =
  | { readonly taken: true; readonly calls: readonly number[]; readonly reservation?: FreeReservation }
  | { readonly taken: false; readonly day: FreeDay; readonly busy?: true };

/** Counts the free calls of a day exactly, for all replicas. Every method throws not_ready while the database is away. */
export interface FreeCallBook {
  take(request: FreeRequest): Promise<FreeTaken>;
  /** Only reads. At least one name. */
  today(networks: readonly string[]): Promise<FreeDay>;
  /** Records chain endpoint calls of free calls, for the network and for everybody, and releases the reservation. */
  spend(network: string, rpcCalls: number, reservation?: FreeReservation): Promise<void>;
  /** Deletes earlier days; returns the number of callers and networks. */
  forgetPastDays(): Promise<number>;
}

/** Longer than the work of any free call, so that reservations of a killed process expire. */
const LEASE_SECONDS = 120;

const FORGOTTEN_AT_ONCE_MAX = 1_000;

/** A call that loses a race tries again and usually finds nothing left. A few attempts also bridge midnight. */
const ATTEMPTS_MAX = 4;

/** Rolls back a transaction that counted only a part of the networks. */
class Uncovered extends Error {}

/** Rolls back a transaction because running work may use up the rest of a budget. */
class Busy extends Error {}

/** The free calls in a database. */
export function openFreeCallBook({ sql }: Database): FreeCallBook {
  const queues = openNamedQueues();
  return {
    take: (request) => take(sql, queues, request),
    today: (networks) => today(sql, networks),
    spend: async (network, rpcCalls, reservation) => {
      if (rpcCalls > 0) await spend(sql, network, rpcCalls);
      if (reservation) await release(sql, reservation);
    },
    forgetPastDays: () => forgetPastDays(sql),
  };
}

/**
 * Takes calls, one at a time for each caller in a process: otherwise hundreds of calls would each hold a connection while they wait for
 * one row lock, and other callers would find no connection. For a caller without free calls one statement without locks refuses.
 */
async function take(sql: Sql, queues: NamedQueues, request: FreeRequest): Promise<FreeTaken> {
  const day = await dayOf(sql, request);
  const name = request.networks[0]?.name ?? '';
  return covers(day, request) ? await queues.take(name, () => takeNow(sql, request)) : { taken: false, day };
}

async function takeNow(sql: Sql, request: FreeRequest): Promise<FreeTaken> {
  for (let attempt = 1; ; attempt += 1) {
    const taken = await transact(sql, (tx) => countAll(tx, request)).catch(refusalIn);
    if (!(taken instanceof Error)) return { taken: true, ...taken };
    const day = await dayOf(sql, request);
    if (!covers(day, request)) return { taken: false, day };
    if (taken instanceof Busy) return { taken: false, day, busy: true };
    if (attempt === ATTEMPTS_MAX) return { taken: false, day };
  }
}

async function dayOf(sql: Sql, { networks }: FreeRequest): Promise<FreeDay> {
  const names = networks.map(({ name }) => name);
  return await today(sql, names);
}

function covers(day: FreeDay, { networks, calls: asked, rpcCallsMax }: FreeRequest): boolean {
  if (day.rpcCalls >= rpcCallsMax) return false;
  return networks.every(({ callsMax, rpcCallsMax: shareMax = Number.POSITIVE_INFINITY }, n) => {
    return (day.networkRpcCalls[n] ?? 0) < shareMax && (day.calls[n] ?? 0) + asked <= callsMax;
  });
}

function refusalIn(error: unknown): Uncovered | Busy {
  if (error instanceof Uncovered || error instanceof Busy) return error;
  throw error;
}

type Counted = Omit<FreeTaken & { readonly taken: true }, 'taken'>;

async function countAll(tx: SqlTransaction, request: FreeRequest): Promise<Counted> {
  const counted: CountedRow[] = [];
  for (const network of request.networks) counted.push(await count(tx, network, request.calls));
  const calls = counted.map((row) => row.calls);
  const [widest, spent] = [request.networks.at(-1), counted.at(-1)];
  if (!request.reserve || !widest || !spent) return { calls };
  const budget = {
    network: widest.name,
    spent: Number(spent.rpc_calls),
    max: widest.rpcCallsMax ?? Number.MAX_SAFE_INTEGER,
    allSpent: await lockAllSpent(tx),
    allMax: request.rpcCallsMax,
  };
  const reservation = await reserve(tx, budget, request.reserve);
  if (!reservation) throw new Busy();
  return { calls, reservation };
}

/** Locks the total until the end of the transaction, after the networks, so that each reservation sees the earlier ones. */
async function lockAllSpent(tx: SqlTransaction): Promise<number> {
  const [row] = await tx<{ rpc_calls: bigint }[]>`
    INSERT INTO free_work AS spent (day, rpc_calls) VALUES (${utcDay(tx)}, 0)
    ON CONFLICT (day) DO UPDATE SET rpc_calls = spent.rpc_calls RETURNING rpc_calls`;
  return Number(row?.rpc_calls ?? 0);
}

interface CountedRow {
  readonly calls: number;
  readonly rpc_calls: bigint;
}

/** Locks the row until the end of the transaction, so that the next call counts on from its result. */
async function count(tx: SqlTransaction, { name, callsMax }: FreeNetwork, calls: number): Promise<CountedRow> {
  const [row] = await tx<CountedRow[]>`
    INSERT INTO free_calls AS counted (day, network, calls) VALUES (${utcDay(tx)}, ${name}, ${calls})
    ON CONFLICT (day, network) DO UPDATE SET calls = counted.calls + EXCLUDED.calls
      WHERE counted.calls + EXCLUDED.calls <= ${callsMax}
    RETURNING calls, rpc_calls`;
  if (!row) throw new Uncovered();
  return row;
}

interface DayRow {
  readonly network: string | null;
  readonly calls: number | null;
  readonly network_rpc_calls: bigint | null;
  readonly rpc_calls: bigint;
  readonly resets_at: Date;
}

async function today(sql: Sql, networks: readonly string[]): Promise<FreeDay> {
  const rows = await unlessDown(sql<DayRow[]>`
    SELECT free_calls.network, free_calls.calls, free_calls.rpc_calls AS network_rpc_calls,
      COALESCE(free_work.rpc_calls, 0)::bigint AS rpc_calls,
      (clock.day + 1)::timestamp AT TIME ZONE 'UTC' AS resets_at
    FROM (SELECT ${utcDay(sql)} AS day) AS clock
    LEFT JOIN free_work ON free_work.day = clock.day
    LEFT JOIN free_calls ON free_calls.day = clock.day AND free_calls.network IN ${sql(networks)}`);
  const [first] = rows;
  if (!first) throw new Error('the database told no day');
  const counted = new Map(rows.map((row) => [row.network, row]));
  return {
    calls: networks.map((network) => counted.get(network)?.calls ?? 0),
    networkRpcCalls: networks.map((network) => Number(counted.get(network)?.network_rpc_calls ?? 0)),
    rpcCalls: Number(first.rpc_calls),
    resetsAt: first.resets_at,
  };
}

/**
 * One statement, so that no part of a sum is lost. It locks the total last, so that the holder of that lock waits for no other. The
 * network's row is missing if midnight passed since the calls were taken.
 */
async function spend(sql: Sql, network: string, rpcCalls: number): Promise<void> {
  await unlessDown(sql`
    WITH shared AS (
      INSERT INTO free_calls AS counted (day, network, calls, rpc_calls)
      VALUES (${utcDay(sql)}, ${network}, 0, ${BigInt(rpcCalls)})
      ON CONFLICT (day, network) DO UPDATE SET rpc_calls = counted.rpc_calls + EXCLUDED.rpc_calls
      RETURNING day
    )
    INSERT INTO free_work AS spent (day, rpc_calls) SELECT day, ${BigInt(rpcCalls)}::bigint FROM shared
    ON CONFLICT (day) DO UPDATE SET rpc_calls = spent.rpc_calls + EXCLUDED.rpc_calls`);
}

/** In portions; replicas that run at the same time share the work. */
async function forgetPastDays(sql: Sql): Promise<number> {
  await unlessDown(sql`DELETE FROM free_work WHERE day < ${utcDay(sql)}`);
  return await inPortions(FORGOTTEN_AT_ONCE_MAX, async () => {
    const rows = await unlessDown(sql`
      WITH due AS (
        SELECT day, network FROM free_calls WHERE day < ${utcDay(sql)}
        LIMIT ${FORGOTTEN_AT_ONCE_MAX} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM free_calls USING due WHERE free_calls.day = due.day AND free_calls.network = due.network`);
    return rows.count;
  });
}

/** The day by the database's clock. */
function utcDay(sql: Sql | SqlTransaction) {
  return sql`(now() AT TIME ZONE 'UTC')::date`;
}

/** The used and allowed chain endpoint calls of free calls, of a network and of everybody. */
interface Budget {
  readonly network: string;
  readonly spent: number;
  readonly max: number;
  readonly allSpent: number;
  readonly allMax: number;
}

/** Reserves the expected cost of free work, in the transaction that counts it and under its locks. Null if nothing is left. */
async function reserve(
  tx: SqlTransaction,
  { network, spent, max, allSpent, allMax }: Budget,
  amounts: Pick<FreeReservation, 'amount' | 'allAmount'>,
): Promise<FreeReservation | null> {
  const [own, all] = labelsOf(network);
  const rows = await tx<{ at: string }[]>`
    WITH reserved AS (
      SELECT COALESCE(sum(taken) FILTER (WHERE caller = ${own}), 0) AS own, COALESCE(sum(taken) FILTER (WHERE caller = ${all}), 0) AS everybody
      FROM rate_windows WHERE caller IN (${own}, ${all}) AND ends_at > now()
    )
    INSERT INTO rate_windows AS counted (caller, starts_at, ends_at, taken)
    SELECT asked.caller, now(), now() + make_interval(secs => ${LEASE_SECONDS}), asked.amount
    FROM reserved, (VALUES (${own}::bytea, ${amounts.amount}::int), (${all}::bytea, ${amounts.allAmount}::int)) AS asked (caller, amount)
    WHERE ${spent}::bigint + reserved.own < ${max}::bigint AND ${allSpent}::bigint + reserved.everybody < ${allMax}::bigint
    ON CONFLICT (caller, starts_at) DO UPDATE SET taken = counted.taken + EXCLUDED.taken
    RETURNING starts_at::text AS at`;
  const [row] = rows;
  return row ? { network, at: row.at, ...amounts } : null;
}

/** Releases a reservation once its cost is recorded. The time is passed as text, because the driver would drop its microseconds. */
async function release(sql: Sql, { network, at, amount, allAmount }: FreeReservation): Promise<void> {
  const [own, all] = labelsOf(network);
  await unlessDown(sql`
    UPDATE rate_windows SET taken = GREATEST(0, taken - given.amount)
    FROM (VALUES (${own}::bytea, ${amount}::int), (${all}::bytea, ${allAmount}::int)) AS given (caller, amount)
    WHERE rate_windows.caller = given.caller AND rate_windows.starts_at = ${at}::text::timestamptz`);
}

function labelsOf(network: string): readonly [Uint8Array, Uint8Array] {
  return [sha256(`free work for ${network}`), sha256('free work for everybody')];
}

type NamedQueues = ReturnType<typeof openNamedQueues>;

/** Runs calls of one name one at a time, in order of arrival, and calls of different names side by side. A name without calls is deleted. */
function openNamedQueues() {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take<T>(name: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.then(work, work);
      last.set(name, mine);
      try {
        return await mine;
      } finally {
        if (last.get(name) === mine) last.delete(name);
      }
    },
  };
}
