import type { FreeCallBook, FreeDay, FreeNetwork, FreeRequest, FreeTaken } from './free-calls-model.ts';
import { unlessDown } from './outage.ts';
import type { Database, Sql } from './postgres/database.ts';
import { type Transaction, transact } from './transaction.ts';
import { openTurns } from './turns.ts';

/** Who loses a race looks again and mostly sees that nothing is left; a few looks also bridge midnight. */
const LOOKS_MAX = 4;
const FORGOTTEN_AT_ONCE_MAX = 1_000;
const SPENT_MAX = 1_000;

/** Takes a transaction back that counted a part of the networks only. */
class Uncovered extends Error {}

/** The free calls of each day in a database. */
export function openFreeCallBook({ sql }: Database): FreeCallBook {
  const taker = new Taker(sql);
  return {
    take: (request) => taker.take(request),
    today: (networks) => today(sql, networks),
    spend: (network, rpcCalls) => spend(sql, network, rpcCalls),
    forgetPastDays: () => forgetPastDays(sql),
  };
}

/**
 * Takes calls. Those of one caller go one at a time in each process: hundreds at once would else wait for each other's row
 * locks with a connection of the pool each, while everybody else waits for a connection.
 */
class Taker {
  readonly #sql: Sql;
  readonly #turns = openTurns();
  /** What was last read of a caller who had too little left, and how many takes had begun by then. */
  readonly #spent = new Map<string, { readonly day: FreeDay; readonly begun: number }>();
  #begun = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** A look first: who has nothing left is refused by one statement that locks nothing. */
  async take(request: FreeRequest): Promise<FreeTaken> {
    this.#begun += 1;
    const [own] = request.networks;
    if (!own) throw new Error('a caller without a network');
    const mine = this.#begun;
    const day = await this.#look(request);
    if (!covers(day, request)) return { taken: false, day };
    return await this.#turns.take(own.name, async () => {
      const spent = this.#spent.get(own.name);
      // Read after this call began: what was too little then is too little now.
      if (spent && spent.begun > mine && !covers(spent.day, request)) return { taken: false, day: spent.day };
      const taken = await this.#takeNow(request);
      if (!taken.taken) this.#remember(own.name, taken.day);
      return taken;
    });
  }

  async #takeNow(request: FreeRequest): Promise<FreeTaken> {
    for (let looks = 1; ; looks += 1) {
      const calls = await transact(this.#sql, (tx) => countAll(tx, request)).catch(nullWhenUncovered);
      if (calls !== null) return { taken: true, calls };
      const day = await this.#look(request);
      if (looks === LOOKS_MAX || !covers(day, request)) return { taken: false, day };
    }
  }

  #look({ networks }: FreeRequest): Promise<FreeDay> {
    return today(
      this.#sql,
      networks.map(({ name }) => name),
    );
  }

  #remember(name: string, day: FreeDay): void {
    this.#spent.delete(name);
    this.#spent.set(name, { day, begun: this.#begun });
    const [oldest] = this.#spent.keys();
    if (this.#spent.size > SPENT_MAX && oldest !== undefined) this.#spent.delete(oldest);
  }
}

function covers(day: FreeDay, { networks, calls: asked, rpcCallsMax }: FreeRequest): boolean {
  if (day.rpcCalls >= rpcCallsMax) return false;
  return networks.every(({ callsMax, rpcCallsMax: shareMax = Number.POSITIVE_INFINITY }, n) => {
    return (day.networkRpcCalls[n] ?? 0) < shareMax && (day.calls[n] ?? 0) + asked <= callsMax;
  });
}

function nullWhenUncovered(error: unknown): null {
  if (error instanceof Uncovered) return null;
  throw error;
}

async function countAll(tx: Transaction, { networks, calls }: FreeRequest): Promise<readonly number[]> {
  const counted: number[] = [];
  for (const network of networks) counted.push(await count(tx, network, calls));
  return counted;
}

/** The row is locked from here to the end of the transaction, so that the next one counts on from what became of it. */
async function count(tx: Transaction, { name, callsMax }: FreeNetwork, calls: number): Promise<number> {
  const [row] = await tx<{ calls: number }[]>`
    INSERT INTO free_calls AS counted (day, network, calls) VALUES (${utcDay(tx)}, ${name}, ${calls})
    ON CONFLICT (day, network) DO UPDATE SET calls = counted.calls + EXCLUDED.calls
      WHERE counted.calls + EXCLUDED.calls <= ${callsMax}
    RETURNING calls`;
  if (!row) throw new Uncovered();
  return row.calls;
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
 * One statement, so that no part of a sum is lost. The row of everybody is locked last: who holds it waits for nobody. The
 * network's row is missing where midnight passed since the calls were taken.
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

/** In portions; replicas that do this at once share the work. */
async function forgetPastDays(sql: Sql): Promise<number> {
  await unlessDown(sql`DELETE FROM free_work WHERE day < ${utcDay(sql)}`);
  let forgotten = 0;
  for (;;) {
    const rows = await unlessDown(sql`
      WITH due AS (
        SELECT day, network FROM free_calls WHERE day < ${utcDay(sql)}
        LIMIT ${FORGOTTEN_AT_ONCE_MAX} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM free_calls USING due WHERE free_calls.day = due.day AND free_calls.network = due.network`);
    forgotten += rows.count;
    if (rows.count < FORGOTTEN_AT_ONCE_MAX) return forgotten;
  }
}

function utcDay(sql: Sql | Transaction) {
  return sql`(now() AT TIME ZONE 'UTC')::date`;
}
