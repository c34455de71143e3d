import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
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
  // Movements are entered here for payments that nobody recorded, between any accounts.
  const { unbalancedAccounts, overdrawnAccounts, mispricedCharges, sumAtomic } = clean;
  expect(await ledger.audit()).toMatchObject({ unbalancedAccounts, overdrawnAccounts, mispricedCharges, sumAtomic });
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

/** A pass as a claim enters it, of a period that is over; returns the payment's signature. */
async function boughtPass(account: bigint): Promise<string> {
  const signature = `signature-${randomBytes(8).toString('hex')}`;
  await sql`INSERT INTO chain_signatures (signature, role) VALUES (${signature}, 'claim')`;
  await sql`
    INSERT INTO passes (account_id, tier, starts_at, expires_at, included, signature)
    VALUES (${account}, 'traveller', now() - interval '30 days', now(), 10, ${signature})`;
  return signature;
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
      ['pass', -19n * USDC, expect.any(String)],
      ['topup', 19n * USDC, expect.any(String)],
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
    expect(await ledger.countEntries(key, {})).toBe(0);
    expect(await ledger.statement(key)).toBeNull();
  });

  it.each([0, 101, 1.5, Number.NaN])('refuse a page of %s', async (limit) => {
    await expect(ledger.entries('assay_x', { limit })).rejects.toThrow(RangeError);
  });

  it('are those of the kinds that were asked for', async () => {
    const key = await newKey(ledger);
    const account = await accountOf(sql, key);
    await move('topup', 'claim:kinds1', 'chain:1', account, 19n * USDC);
    await move('pass', `pass:${await boughtPass(account)}`, 'revenue:2', account, -19n * USDC);
    for (let n = 0; n < 2; n += 1) await charged(ledger, asked(key));
    await move('change', 'change:01', 'chain:3', account, 40n);
    const whole = await ledger.entries(key, { limit: 100 });
    const kinds = ['grant', 'topup', 'pass', 'charge', 'change', 'refund'] as const;
    await fc.assert(
      fc.asyncProperty(fc.subarray([...kinds]), fc.integer({ min: 1, max: 8 }), async (some, limit) => {
        const expected = whole?.entries.filter(({ kind }) => some.includes(kind)) ?? [];
        const page = await ledger.entries(key, { limit, kinds: some });
        expect(page).toEqual({ entries: expected.slice(0, limit), more: expected.length > limit });
        expect(await ledger.countEntries(key, { kinds: some })).toBe(expected.length);
        const before = expected[0]?.id;
        if (before === undefined) return;
        const rest = await ledger.entries(key, { limit, kinds: some, before });
        expect(rest?.entries).toEqual(expected.slice(1, limit + 1));
      }),
    );
    expect(whole?.entries.map(({ kind }) => kind)).toEqual(['change', 'charge', 'charge', 'pass', 'topup', 'grant']);
  });

  it('are those of the time that was asked for, its begin within and its end without', async () => {
    const key = await newKey(ledger, 100n * USDC);
    for (let n = 0; n < 12; n += 1) await charged(ledger, asked(key));
    const account = await accountOf(sql, key);
    // Later than what other tests enter, for times follow ids.
    const begin = Math.floor(Date.now() / 1000) + 86_400;
    // Hours apart, so that what a time cuts off by id is exercised as well; neighbours stand in the wrong order.
    await sql`
      UPDATE movements SET created_at = 'epoch'::timestamptz + make_interval(secs => ${begin}) + make_interval(
        hours => place.n::int / 2 * 2, mins => CASE place.n % 2 WHEN 0 THEN 10 ELSE 0 END)
      FROM (SELECT movement_id, row_number() OVER (ORDER BY movement_id) AS n FROM postings
        WHERE ${account}::bigint IN (from_account, to_account)) AS place
      WHERE id = place.movement_id`;
    const whole = (await ledger.entries(key, { limit: 100 }))?.entries ?? [];
    expect(new Set(whole.map(({ at }) => at.getTime())).size).toBe(13);
    const moment = fc.constantFrom(
      undefined,
      ...whole.map(({ at }) => at),
      ...whole.map(({ at }) => new Date(at.getTime() + 1)),
      new Date('0000-01-01T00:00:00Z'),
      new Date('9999-12-31T23:59:59Z'),
    );
    const some = fc.constantFrom(undefined, ['charge'] as const, ['grant', 'pass'] as const);
    await fc.assert(
      fc.asyncProperty(moment, moment, some, async (since, until, kinds) => {
        const expected = whole.filter(
          ({ at, kind }) =>
            (!since || at >= since) && (!until || at < until) && (!kinds || kinds.some((one) => one === kind)),
        );
        const times = { ...(since && { since }), ...(until && { until }), ...(kinds && { kinds }) };
        const page = await ledger.entries(key, { limit: 100, ...times });
        expect(page).toEqual({ entries: expected, more: false });
        expect(await ledger.countEntries(key, times)).toBe(expected.length);
      }),
      { numRuns: 200 },
    );
  });
});
