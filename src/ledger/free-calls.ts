import type { FreeCallBook, FreeDay, FreeNetwork, FreeRequest, FreeTaken } from './free-calls-model.ts';
import { forgetPastDays, utcDay } from './free-days.ts';
import { release, reserve } from './free-reservations.ts';
import type { Database } from './postgres/database.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Sql } from './postgres/sql.ts';
import { type Transaction, transact } from './postgres/transaction.ts';
import { openTurns } from './turns.ts';

/** Who loses a race looks again and mostly sees that nothing is left; a few looks also bridge midnight. */
const LOOKS_MAX = 4;
const SPENT_MAX = 1_000;

/** Takes a transaction back that counted a part of the networks only. */
class Uncovered extends Error {}

/** Takes a transaction back because work under way may use up what is left of a budget. */
class Busy extends Error {}

/** The free calls of each day in a database. */
export function openFreeCallBook({ sql }: Database): FreeCallBook {
  const taker = new Taker(sql);
  return {
    take: (request) => taker.take(request),
    today: (networks) => today(sql, networks),
    spend: async (network, rpcCalls, reservation) => {
      if (rpcCalls > 0) await spend(sql, network, rpcCalls);
      if (reservation) await release(sql, reservation);
    },
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
      if (!taken.taken && !taken.busy) this.#remember(own.name, taken.day);
      return taken;
    });
  }

  async #takeNow(request: FreeRequest): Promise<FreeTaken> {
    for (let looks = 1; ; looks += 1) {
      const taken = await transact(this.#sql, (tx) => countAll(tx, request)).catch(refusalIn);
      if (!(taken instanceof Error)) return { taken: true, ...taken };
      const day = await this.#look(request);
      if (!covers(day, request)) return { taken: false, day };
      if (taken instanceof Busy) return { taken: false, day, busy: true };
      if (looks === LOOKS_MAX) return { taken: false, day };
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

function refusalIn(error: unknown): Uncovered | Busy {
  if (error instanceof Uncovered || error instanceof Busy) return error;
  throw error;
}

type Counted = Omit<FreeTaken & { readonly taken: true }, 'taken'>;

async function countAll(tx: Transaction, request: FreeRequest): Promise<Counted> {
  const counted: CountedRow[] = [];
  for (const network of request.networks) counted.push(await count(tx, network, request.calls));
  const calls = counted.map((row) => row.calls);
  const [widest, spent] = [request.networks.at(-1), counted.at(-1)];
  if (!request.reserve || !widest || !spent) return { calls };
  const budget = {
    ...{ network: widest.name, spent: Number(spent.rpc_calls), max: widest.rpcCallsMax ?? Number.MAX_SAFE_INTEGER },
    ...{ allSpent: await lockAllSpent(tx), allMax: request.rpcCallsMax },
  };
  const reservation = await reserve(tx, budget, request.reserve);
  if (!reservation) throw new Busy();
  return { calls, reservation };
}

/** Locked to the end of the transaction, after the networks, so that of all who reserve each sees what the others did. */
async function lockAllSpent(tx: Transaction): Promise<number> {
  const [row] = await tx<{ rpc_calls: bigint }[]>`
    INSERT INTO free_work AS spent (day, rpc_calls) VALUES (${utcDay(tx)}, 0)
    ON CONFLICT (day) DO UPDATE SET rpc_calls = spent.rpc_calls RETURNING rpc_calls`;
  return Number(row?.rpc_calls ?? 0);
}

interface CountedRow {
  readonly calls: number;
  readonly rpc_calls: bigint;
}

/** The row is locked from here to the end of the transaction, so that the next one counts on from what became of it. */
async function count(tx: Transaction, { name, callsMax }: FreeNetwork, calls: number): Promise<CountedRow> {
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
