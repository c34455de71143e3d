import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/model.ts';
import type { Sql } from '#ledger/postgres/database.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { accountOf, addPass, asked, charged, clean, newKey, PRICE, USDC } from './fixture.ts';

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
});
afterAll(async () => {
  expect(await ledger.audit()).toEqual(clean);
  await test.stop();
});

/** One movement between a system account and a customer: in when the amount is positive. */
async function move(kind: string, cause: string, system: string, account: bigint, amount: bigint): Promise<void> {
  const size = amount < 0n ? -amount : amount;
  await sql.begin(async (tx) => {
    await tx`INSERT INTO movements (kind, cause) VALUES (${kind}, ${cause}) ON CONFLICT DO NOTHING`;
    await tx`
      INSERT INTO postings SELECT movements.id,
        CASE WHEN ${amount}::bigint > 0 THEN accounts.id ELSE ${account}::bigint END,
        CASE WHEN ${amount}::bigint > 0 THEN ${account}::bigint ELSE accounts.id END, ${size}
      FROM movements, accounts WHERE cause = ${cause} AND name = ${system}`;
    await tx`UPDATE accounts SET balance = balance + ${amount} WHERE id = ${account}`;
    await tx`UPDATE accounts SET balance = balance - ${amount} WHERE name = ${system}`;
  });
}

/** A settled payment per call whose change is due. */
async function settled(signature: string): Promise<string> {
  const hash = randomBytes(32);
  await sql`INSERT INTO chain_signatures (signature, role) VALUES (${signature}, 'x402')`;
  await sql`INSERT INTO payers (source) VALUES (${signature})`;
  await sql`
    INSERT INTO payments (message_hash, header_hash, request_hash, version, secret, payer, source, amount, earned, address,
      state, height_bound, signature, leased_until, closed_at)
    VALUES (${hash}, ${hash}, ${hash}, 2, true, 'payer', ${signature}, 100, 60, '::1', 'settled', 1, ${signature}, now(), now())`;
  return hash.toString('hex');
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

function nodes(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)];
}

function rowsOf(plan: Plan): number {
  return plan['Actual Rows'] * plan['Actual Loops'];
}

describe('entries', () => {
  it('show each movement once, newest first, with its amount as the account sees it and what it refers to', async () => {
    const key = await newKey(ledger);
    const account = await accountOf(sql, key);
    await move('topup', 'claim:sig1', 'chain:1', account, 5n * USDC);
    await move('topup', 'claim:sig2', 'chain:2', account, 19n * USDC);
    await move('pass', 'pass:sig2', 'revenue:2', account, -19n * USDC);
    await charged(ledger, { ...asked(key), subject: 'subject A' });
    await move('change', `change:${await settled('sig3')}`, 'chain:3', account, 40n);
    await addPass(sql, key, 1);
    await charged(ledger, asked(key));
    const page = await ledger.entries(key, { limit: 100 });
    expect(page?.entries.map(({ kind, amountAtomic, ref }) => [kind, amountAtomic, ref])).toEqual([
      ['change', 40n, 'sig3'],
      ['charge', -PRICE, 'funder/subject A'],
      ['pass', -19n * USDC, 'sig2'],
      ['topup', 19n * USDC, 'sig2'],
      ['topup', 5n * USDC, 'sig1'],
      ['grant', USDC, null],
    ]);
    expect(page?.more).toBe(false);
    expect(page?.entries.every(({ at, id }) => at instanceof Date && typeof id === 'bigint')).toBe(true);
  });

  it('sum the postings that one movement has to an account', async () => {
    const key = await newKey(ledger);
    const account = await accountOf(sql, key);
    await move('change', 'change:00', 'chain:1', account, 10n);
    await move('change', 'change:00', 'chain:2', account, 5n);
    await move('change', 'change:00', 'revenue:2', account, -3n);
    expect(await ledger.entries(key, { limit: 1 })).toMatchObject({
      entries: [{ kind: 'change', amountAtomic: 12n, ref: null }],
      more: true,
    });
  });

  it('come in pages that neither repeat nor miss one, while new ones are entered', async () => {
    const key = await newKey(ledger, 100n * USDC);
    for (let n = 0; n < 24; n += 1) await charged(ledger, asked(key));
    const whole = await ledger.entries(key, { limit: 100 });
    const paged = [];
    for (let before: bigint | undefined, more = true; more; ) {
      const page = await ledger.entries(key, { limit: 7, ...(before === undefined ? {} : { before }) });
      if (!page) throw new Error('the key got lost');
      paged.push(...page.entries);
      before = page.entries.at(-1)?.id;
      more = page.more;
      await charged(ledger, asked(key));
    }
    expect(paged).toEqual(whole?.entries);
    expect(paged).toHaveLength(25);
    const exact = await ledger.entries(key, { limit: 25, before: (paged[0]?.id ?? 0n) + 1n });
    expect(exact).toMatchObject({ more: false, entries: { length: 25 } });
    expect(await ledger.entries(key, { limit: 1, before: 0n })).toEqual({ entries: [], more: false });
  });

  it('are the own ones only, and none for a key that is unknown or revoked', async () => {
    const [key, other] = [await newKey(ledger), await newKey(ledger)];
    await charged(ledger, asked(other));
    expect((await ledger.entries(key, { limit: 100 }))?.entries).toHaveLength(1);
    expect(await ledger.entries('assay_unknown', { limit: 1 })).toBeNull();
    await sql`UPDATE api_keys SET revoked_at = now() WHERE account_id = ${await accountOf(sql, key)}`;
    expect(await ledger.entries(key, { limit: 1 })).toBeNull();
    expect(await ledger.statement(key)).toBeNull();
  });

  it.each([0, 101, 1.5, Number.NaN])('refuse a page of %s', async (limit) => {
    await expect(ledger.entries('assay_x', { limit })).rejects.toThrow(RangeError);
  });

  it('are read along indexes', async () => {
    const key = await newKey(ledger, 1_000n * USDC);
    const account = await accountOf(sql, key);
    await sql`
      WITH moved AS (
        INSERT INTO movements (kind, cause) SELECT 'charge', 'bulk:' || n FROM generate_series(1, 20000) AS n RETURNING id
      ) INSERT INTO postings SELECT id, ${account}::bigint, (SELECT id FROM accounts WHERE name = 'revenue:1'), 1 FROM moved`;
    await sql`UPDATE accounts SET balance = balance - 20000 WHERE id = ${account}`;
    await sql`UPDATE accounts SET balance = balance + 20000 WHERE name = 'revenue:1'`;
    await sql`UPDATE movements SET kind = 'grant' WHERE cause LIKE 'bulk:%'`;
    await sql`ANALYZE`;
    const plans: Plan[] = [];
    const explained: Sql = new Proxy(sql, {
      async apply(target, self, [strings, ...values]) {
        const text: string[] = [`EXPLAIN (ANALYZE, FORMAT JSON) ${strings[0]}`, ...strings.slice(1)];
        const rows = await Reflect.apply(target, self, [Object.assign(text, { raw: text }), ...values]);
        plans.push(rows[0]['QUERY PLAN'][0].Plan);
        return [];
      },
    });
    for (const before of [undefined, 10_000n]) {
      await openLedger({ ...test.database, sql: explained }).entries(key, { limit: 10, ...(before ? { before } : {}) });
    }
    expect(plans).toHaveLength(2);
    const scanned = plans.flatMap(nodes).filter((node) => node['Node Type'] === 'Seq Scan');
    const names = scanned.map((node) => node['Relation Name']);
    // The other tables hold a handful of rows here, for which no index is worth its while.
    expect(names.filter((name) => name === 'postings' || name === 'movements')).toEqual([]);
    for (const plan of plans) expect(Math.max(...nodes(plan).map(rowsOf))).toBeLessThan(100);
  });
});
