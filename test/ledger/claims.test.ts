import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimBook, ClaimRepeat, CreditResult } from '#ledger/claims.ts';
import { openClaimBook } from '#ledger/claims.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import { gate } from '../rest/service.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectSound, fresh, hash, liveKeys, moved, PASS, transfer } from './payments-fixture.ts';

let test: TestDatabase;
let replica: Database;
let book: ClaimBook;
let other: ClaimBook;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = await openDatabase({ url: test.url });
  book = openClaimBook(test.database);
  other = openClaimBook(replica);
  sql = test.database.sql;
});
afterEach(() => expectSound(sql));
afterAll(async () => {
  await replica.stop();
  await test.stop();
});

function keyOf(result: CreditResult | ClaimRepeat | null): string {
  if (!result || !('apiKey' in result) || !result.apiKey) throw new Error(`no key: ${JSON.stringify(result?.outcome)}`);
  return result.apiKey;
}

async function credited(changes = {}) {
  const request = transfer(changes);
  return { ...request, apiKey: keyOf(await book.credit(request)), request };
}

async function age(signature: string, hours: number): Promise<void> {
  await sql`
    UPDATE claims SET created_at = created_at - make_interval(hours => ${hours}) WHERE signature = ${signature}`;
}

describe('credit', () => {
  it('makes an account, shows its key once and moves the money in from the chain', async () => {
    const request = transfer();
    const result = await book.credit(request);
    expect(result).toEqual({
      outcome: 'credited',
      apiKey: expect.stringMatching(/^assay_\w{40,}$/),
      balanceAtomic: 5_000_000n,
    });
    expect(await moved(sql, `claim:${request.signature}`)).toEqual(['chain > customer 5000000']);
    expect(await liveKeys(sql, request.signature)).toEqual([hash(keyOf(result))]);
    const rows = await sql`SELECT role FROM chain_signatures WHERE signature = ${request.signature}`;
    expect(rows[0]).toEqual({ role: 'claim' });
  });

  it('adds to the account of a key, issues none, and counts as its first use', async () => {
    const { apiKey, request } = await credited();
    await sql`UPDATE accounts SET held = 1000000 WHERE id = (SELECT max(id) FROM accounts)`;
    const added = await book.credit(transfer({ apiKey, amountAtomic: 1n }));
    expect(added).toEqual({ outcome: 'credited', balanceAtomic: 4_000_001n });
    const rows = await sql`SELECT presented_at IS NOT NULL AS presented FROM api_keys WHERE hash = ${hash(apiKey)}`;
    expect(rows[0]).toEqual({ presented: true });
    expect(await liveKeys(sql, request.signature)).toEqual([hash(apiKey)]);
  });

  it('5.7 an unknown or revoked key consumes nothing', async () => {
    const { apiKey, signature } = await credited();
    await sql`UPDATE api_keys SET revoked_at = now() WHERE hash = ${hash(apiKey)}`;
    const request = transfer();
    for (const key of ['', 'assay_no', apiKey]) {
      expect(await book.credit({ ...request, apiKey: key })).toEqual({ outcome: 'key_unknown' });
      expect(await book.recall({ ...request, apiKey: key })).toEqual({ outcome: 'key_unknown' });
    }
    expect(await book.recall({ ...transfer({ signature }), apiKey: 'assay_no' })).toEqual({ outcome: 'key_unknown' });
    expect(await book.recall(request)).toBeNull();
    expect(await book.credit(request)).toMatchObject({ outcome: 'credited' });
  });

  it('5.7 one ticket credits each distinct transfer', async () => {
    const { ticketHash, apiKey } = await credited();
    expect(await book.credit(transfer({ ticketHash, apiKey }))).toMatchObject({ balanceAtomic: 10_000_000n });
    expect(await book.credit(transfer({ ticketHash }))).toMatchObject({ balanceAtomic: 5_000_000n });
  });

  it('5.7 a repeat is answered with the amount credited and moves nothing', async () => {
    const { apiKey } = await credited();
    const request = transfer({ apiKey, amountAtomic: 2_000_000n });
    expect(await book.credit(request)).toEqual({ outcome: 'credited', balanceAtomic: 7_000_000n });
    const repeated = { outcome: 'repeated', creditedAtomic: 2_000_000n, tier: null };
    expect(await book.credit({ ...request, amountAtomic: 9n })).toEqual(repeated);
    expect(await book.recall(request)).toEqual(repeated);
    expect(await book.recall({ signature: request.signature, ticketHash: request.ticketHash })).toEqual(repeated);
  });

  it('a signature that was credited under another ticket is taken', async () => {
    const { signature } = await credited();
    expect(await book.credit(transfer({ signature }))).toEqual({ outcome: 'taken' });
    expect(await book.recall(transfer({ signature }))).toEqual({ outcome: 'taken' });
  });

  it('a transfer of nothing credits nothing and leaves its signature free', async () => {
    const request = transfer({ amountAtomic: 0n });
    await expect(book.credit(request)).rejects.toThrow(/amount/);
    expect(await book.recall(request)).toBeNull();
  });
});

describe('passes', () => {
  it('5.15 a pass is paid in full from the transfer and runs at once', async () => {
    const request = transfer({ amountAtomic: 19_000_000n, pass: PASS });
    const result = await book.credit(request);
    expect(result).toMatchObject({
      balanceAtomic: 0n,
      pass: { tier: 'traveller', state: 'active', callsIncluded: 2_000, callsLeft: 2_000 },
    });
    if (result.outcome !== 'credited' || !result.pass) throw new Error('no pass');
    expect(result.pass.expiresAt.getTime() - result.pass.startsAt.getTime()).toBe(30 * 86_400_000);
    expect(await moved(sql, `claim:${request.signature}`)).toEqual(['chain > customer 19000000']);
    expect(await moved(sql, `pass:${request.signature}`)).toEqual(['customer > revenue 19000000']);
    expect(await book.recall(request)).toMatchObject({ creditedAtomic: 19_000_000n, tier: 'traveller' });
  });

  it('5.15 a purchase appends a period to the queue and leaves the balance alone', async () => {
    const { apiKey } = await credited();
    const buy = () => book.credit(transfer({ apiKey, amountAtomic: 19_000_000n, pass: PASS }));
    const results = await Promise.all([
      buy(),
      buy(),
      other.credit(transfer({ apiKey, amountAtomic: 49_000_000n, pass: { tier: 'voyager', days: 30, calls: 20_000 } })),
    ]);
    const passes = results.flatMap((result) => (result.outcome === 'credited' && result.pass ? [result.pass] : []));
    passes.sort((one, two) => one.startsAt.getTime() - two.startsAt.getTime());
    expect(passes.map(({ state }) => state)).toEqual(['active', 'queued', 'queued']);
    expect(passes[1]?.startsAt).toEqual(passes[0]?.expiresAt);
    expect(passes[2]?.startsAt).toEqual(passes[1]?.expiresAt);
    expect(results.every((result) => result.outcome === 'credited' && result.balanceAtomic === 5_000_000n)).toBe(true);
  });

  it('5.15 a pass after the last has expired runs from now', async () => {
    const { apiKey } = await credited({ amountAtomic: 19_000_000n, pass: PASS });
    await sql`
      UPDATE passes SET starts_at = now() - interval '50 days', expires_at = now() - interval '20 days'
      WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${hash(apiKey)})`;
    const renewed = await book.credit(transfer({ apiKey, amountAtomic: 19_000_000n, pass: PASS }));
    expect(renewed).toMatchObject({ pass: { state: 'active' } });
    if (renewed.outcome !== 'credited' || !renewed.pass) throw new Error('no pass');
    expect(Math.abs(renewed.pass.startsAt.getTime() - Date.now())).toBeLessThan(60_000);
  });
});

describe('5.8 a repeat of the claim that made an account', () => {
  it('issues a fresh key while the first was never presented, and revokes that', async () => {
    const { request, apiKey, signature } = await credited();
    const second = keyOf(await book.recall(request));
    expect(second).not.toBe(apiKey);
    const third = keyOf(await book.credit(request));
    expect(await liveKeys(sql, signature)).toEqual([hash(third)]);
    expect(await book.recall({ ...request, apiKey: second })).toEqual({ outcome: 'key_unknown' });
  });

  it('issues one for a pass as well', async () => {
    const { request } = await credited({ amountAtomic: 19_000_000n, pass: PASS });
    expect(keyOf(await book.recall(request))).toMatch(/^assay_/);
  });

  it('issues none once the first key or a later one was presented', async () => {
    const { request, apiKey, signature } = await credited();
    await sql`UPDATE api_keys SET presented_at = now() WHERE hash = ${hash(apiKey)}`;
    expect(await book.recall(request)).toEqual({ outcome: 'repeated', creditedAtomic: 5_000_000n, tier: null });
    expect(await liveKeys(sql, signature)).toEqual([hash(apiKey)]);
  });

  it('issues none where the key is presented at the same moment', async () => {
    const { request, apiKey, signature } = await credited();
    const { opened: presented, open: isPresented } = gate();
    const presenting = sql.begin(async (tx) => {
      await tx`UPDATE api_keys SET presented_at = now() WHERE hash = ${hash(apiKey)}`;
      isPresented();
      await tx`SELECT pg_sleep(0.3)`;
    });
    await presented;
    expect(await book.recall(request)).not.toHaveProperty('apiKey');
    await presenting;
    expect(await liveKeys(sql, signature)).toEqual([hash(apiKey)]);
  });

  it('issues none after 24 hours', async () => {
    const { request, apiKey, signature } = await credited();
    await age(signature, 23);
    const second = keyOf(await book.recall(request));
    expect(second).not.toBe(apiKey);
    await age(signature, 1);
    expect(await book.recall(request)).not.toHaveProperty('apiKey');
    expect(await liveKeys(sql, signature)).toEqual([hash(second)]);
  });

  it('issues none once anybody else credited the account', async () => {
    const { request, apiKey, signature } = await credited();
    await book.credit(transfer({ apiKey }));
    // Even if the top-up had not presented the key.
    await sql`UPDATE api_keys SET presented_at = NULL WHERE hash = ${hash(apiKey)}`;
    expect(await book.recall(request)).not.toHaveProperty('apiKey');
    expect(await liveKeys(sql, signature)).toEqual([hash(apiKey)]);
  });

  it('issues none where the key was revoked by somebody else', async () => {
    const { request, apiKey, signature } = await credited();
    await sql`UPDATE api_keys SET revoked_at = now() WHERE hash = ${hash(apiKey)}`;
    expect(await book.recall(request)).not.toHaveProperty('apiKey');
    expect(await liveKeys(sql, signature)).toEqual([]);
  });

  it('issues five at most, each in the place of the one before', async () => {
    const { request, apiKey, signature } = await credited();
    const issued: string[] = [apiKey];
    for (let n = 0; n < 5; n += 1) issued.push(keyOf(await book.recall(request)));
    expect(new Set(issued).size).toBe(6);
    const sixth = await book.recall(request);
    expect(sixth).toEqual({ outcome: 'repeated', creditedAtomic: 5_000_000n, tier: null });
    const rows = await sql`SELECT hash FROM api_keys JOIN claims USING (account_id) WHERE signature = ${signature}`;
    expect(rows.map((row) => Buffer.from(row.hash))).toEqual([Buffer.from(hash(issued.at(-1) ?? ''))]);
  });

  it('is not held up by keys that were revoked long ago', async () => {
    const { request, signature } = await credited();
    await sql`
      INSERT INTO api_keys (hash, account_id, revoked_at)
      SELECT sha256(convert_to(concat(account_id, ' ', n), 'UTF8')), account_id, now()
      FROM claims, generate_series(1, 1000) AS n WHERE signature = ${signature}`;
    const { opened: locked, open: isLocked } = gate();
    const { opened: over, open: isOver } = gate();
    const locking = sql.begin(async (tx) => {
      await tx`SELECT FROM api_keys JOIN claims USING (account_id) WHERE signature = ${signature}
        AND revoked_at IS NOT NULL FOR UPDATE OF api_keys`;
      isLocked();
      await over;
    });
    await locked;
    keyOf(await book.recall(request));
    isOver();
    await locking;
    const plan = (
      await sql`
      EXPLAIN SELECT FROM api_keys WHERE account_id = 1 AND revoked_at IS NULL`
    ).map((row) => row['QUERY PLAN']);
    expect(plan.join()).toContain('api_keys_live');
  });

  it('revokes no key that it names, at any time, and issues none', async () => {
    const { request, apiKey, signature } = await credited();
    const named = { ...request, apiKey };
    for (const hours of [0, 1_000]) {
      await age(signature, hours);
      for (const repeat of [await book.recall(named), await book.credit(named)]) {
        expect(repeat).toEqual({ outcome: 'repeated', creditedAtomic: 5_000_000n, tier: null });
      }
    }
    await age(signature, -1_000);
    expect(await book.recall(request)).not.toHaveProperty('apiKey');
    expect(await liveKeys(sql, signature)).toEqual([hash(apiKey)]);
  });

  it('issues none for a claim that named the key of another account, nor for one that added to one', async () => {
    const [mine, theirs] = [await credited(), await credited()];
    expect(await book.recall({ ...mine.request, apiKey: theirs.apiKey })).not.toHaveProperty('apiKey');
    const topUp = transfer({ apiKey: mine.apiKey });
    await book.credit(topUp);
    expect(await book.recall(topUp)).not.toHaveProperty('apiKey');
    expect(await liveKeys(sql, mine.signature)).toEqual([hash(mine.apiKey)]);
    expect(await liveKeys(sql, theirs.signature)).toEqual([hash(theirs.apiKey)]);
  });

  it('leaves one live key however many repeat at once, on two replicas', async () => {
    const { request, signature } = await credited();
    const repeats = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? book : other).recall(request)),
    );
    const live = await liveKeys(sql, signature);
    expect(live).toHaveLength(1);
    const issued = repeats.flatMap((repeat) => (repeat && 'apiKey' in repeat ? [keyOf(repeat)] : []));
    expect(issued).toHaveLength(5);
    expect(issued.filter((key) => Buffer.compare(hash(key), live[0] ?? hash('')) === 0)).toHaveLength(1);
  });

  it('and a top-up with the key at the same moment never leave money without a key', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { request, apiKey, signature } = await credited();
      const topUp = transfer({ apiKey });
      const [repeat, added] = await Promise.all([other.recall(request), book.credit(topUp)]);
      const live = await liveKeys(sql, signature);
      if (added.outcome === 'credited') expect(live).toEqual([hash(apiKey)]);
      else {
        expect(added).toEqual({ outcome: 'key_unknown' });
        expect(live).toEqual([hash(keyOf(repeat))]);
        expect(await book.credit(transfer({ signature: topUp.signature }))).toMatchObject({ outcome: 'credited' });
      }
    }
  });
});

describe('races', () => {
  it('5.7 two replicas that claim one signature with two tickets credit it once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const signature = fresh('signature');
      const results = await Promise.all([book.credit(transfer({ signature })), other.credit(transfer({ signature }))]);
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['credited', 'taken']);
      expect(await moved(sql, `claim:${signature}`)).toEqual(['chain > customer 5000000']);
    }
  });

  it('twenty claims of one transfer to two accounts credit one of them', async () => {
    const keys = [(await credited()).apiKey, (await credited()).apiKey];
    const request = transfer();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? book : other).credit({ ...request, apiKey: keys[index % 2] ?? '' }),
      ),
    );
    expect(results.filter(({ outcome }) => outcome === 'credited')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(19);
    expect(await moved(sql, `claim:${request.signature}`)).toHaveLength(1);
  });
});
