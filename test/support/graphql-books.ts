import { expect } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { MoneyService } from '#schema/contract.ts';
import { accountOf, clean } from '../ledger/fixture.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { type GraphqlRoute, openRoute } from './graphql-route.ts';
import { keyBilling, noMoney } from './key-billing.ts';
import { until } from './market.ts';

/** The GraphQL route over the real billing and the real books. */
export interface Books {
  readonly database: TestDatabase;
  readonly ledger: Ledger;
  readonly route: GraphqlRoute;
  /** A new key with so much credit, in atomic USDC. */
  key(atomic: bigint): Promise<string>;
  /** The key's spendable balance, atomic. */
  left(key: string): Promise<bigint>;
  /** How many holds of a key are in each state, once none is open. */
  holds(key: string): Promise<Readonly<Record<string, number>>>;
  /** Charges in the books of a key, atomic and positive. */
  charges(key: string): Promise<bigint[]>;
  /** Closes all and proves that the books are sound. */
  stop(): Promise<void>;
}

/** Opens books and route. Call `stop` in `afterAll`. */
export async function openBooks(): Promise<Books> {
  const database = await openTestDatabase();
  const ledger = openLedger(database.database);
  const money: MoneyService = Object.create(noMoney, { accounts: { value: ledger } });
  const route = await openRoute(keyBilling(ledger, database.database), money);
  const { sql } = database.database;
  const counted = async (key: string) => {
    const rows = await sql<{ state: string; n: number }[]>`
      SELECT state, count(*)::int AS n FROM holds WHERE account_id = ${await accountOf(sql, key)} GROUP BY state`;
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  };
  return {
    database,
    ledger,
    route,
    key: async (atomic) => String((await ledger.grant(atomic)).apiKey),
    left: async (key) => (await ledger.statement(key))?.balanceAtomic ?? -1n,
    async holds(key) {
      await until(async () => (await counted(key)).held === undefined);
      return await counted(key);
    },
    async charges(key) {
      const page = await ledger.entries(key, { limit: 100 });
      return (page?.entries ?? []).filter(({ kind }) => kind === 'charge').map(({ amountAtomic }) => -amountAtomic);
    },
    async stop() {
      route.close();
      expect(await ledger.audit()).toMatchObject(clean);
      await database.stop();
    },
  };
}
