import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { openSlowLink, type SlowLink } from '../../labs/soak/slow-link.ts';
import { until } from '../support/market.ts';
import { Customers } from './customers.ts';
import { mustAgree } from './reckoning.ts';
import { openInProcessStage, recordedSubject, type Stage } from './stage.ts';

const KEYS = 30;
const MAX_CONNECTIONS = 20;
const SLOW = { thereMs: 40, backMs: 40 };

let stage: Stage;
let customers: Customers;
let link: SlowLink;

/** The service has three connections to its database, which is far away. */
beforeAll(async () => {
  stage = await openInProcessStage({
    env: { DATABASE_POOL_MAX: '3' },
    server: { settings: { max_connections: String(MAX_CONNECTIONS), superuser_reserved_connections: '0' } },
    toldUrl: async (url) => {
      link = await openSlowLink(new URL(url), SLOW);
      const near = new URL(url);
      near.port = String(link.port);
      return near.href;
    },
  });
  const keys = await Promise.all(Array.from({ length: KEYS }, () => stage.key()));
  customers = new Customers(`${stage.service.url}/check/funder/${recordedSubject('CEX_FUNDED')}`, keys);
});
afterEach(() => customers?.rest());
afterAll(async () => {
  await stage?.stop();
  await link?.close();
});

/** Takes every connection that the server has left; the result gives them back. */
async function takeAllConnections(): Promise<() => Promise<void>> {
  const taken: postgres.Sql[] = [];
  for (;;) {
    const sql = postgres(stage.databaseUrl, { max: 1, fetch_types: false });
    const refused = await sql`SELECT 1`.then(
      () => false,
      () => true,
    );
    if (refused) {
      await sql.end();
      break;
    }
    taken.push(sql);
  }
  return async () => {
    await Promise.all(taken.map((sql) => sql.end()));
  };
}

describe('a service with three connections to a database far away', () => {
  it('serves thirty customers at once, or tells them when to come again', async () => {
    customers.work();
    await customers.answered(3 * KEYS);
    await customers.rest();
    await mustAgree(stage.database, customers.delivered);
  });

  it('that loses them while others have all there are: 503 with Retry-After, and then all goes on', async () => {
    customers.refusals.clear();
    const giveBack = await takeAllConnections();
    // At work, so that what they ask for breaks with its connection: a quiet pool would take the places that it leaves.
    customers.work();
    try {
      await stage.database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'assay' AND pid <> pg_backend_pid()`;
      await until(() => customers.refusals.has('503 not_ready'));
    } finally {
      await giveBack();
    }
    await customers.answered(KEYS);
    await customers.rest();
    await mustAgree(stage.database, customers.delivered);
  });
});
