import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HoldLine, Ledger, PastCheck, PastCheckPage } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  accountOf,
  addPass,
  asked,
  charged,
  clean,
  idOf,
  newKey,
  newLine,
  PRICE,
  placeOf,
  rowOf,
  USDC,
} from './fixture.ts';

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

const kinds = ['wallet', 'token', 'trade'] as const;
const verdicts = ['CLEAR', 'RISKY'] as const;
const subjects = ['subject A', 'subject B'] as const;

/** Charges a check of everything that a filter can tell apart; the n-th differs from its neighbours. */
async function checked(apiKey: string, n: number): Promise<string> {
  const line: HoldLine = {
    ...newLine(),
    kind: kinds[n % kinds.length] ?? '',
    subject: subjects[n % subjects.length] ?? '',
  };
  const verdict = verdicts[Math.floor(n / 2) % verdicts.length] ?? '';
  return await charged(ledger, { apiKey, ...line }, { body: JSON.stringify({ n }), verdict });
}

async function whole(apiKey: string, filter: Omit<PastCheckPage, 'limit'> = {}): Promise<readonly PastCheck[]> {
  const page = await ledger.pastChecks(apiKey, { limit: 100, ...filter });
  if (!page || page.more) throw new Error('the key is unknown or has more than a page');
  return page.checks;
}

/** Spreads the charges of an account over time: pairs share a moment, two hours lie between pairs. */
async function spread(apiKey: string): Promise<void> {
  await sql`
    UPDATE holds SET closed_at = '2026-11-01T00:00:00.123456Z'::timestamptz + make_interval(hours => place.n::int / 2 * 2)
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM holds
      WHERE account_id = ${await accountOf(sql, apiKey)} AND state = 'posted') AS place
    WHERE holds.id = place.id`;
}

describe('past checks', () => {
  it('are those that were charged, newest first, with what they were about and what they cost', async () => {
    const key = await newKey(ledger);
    await charged(ledger, { ...asked(key), subject: 'first' }, { body: '{}', verdict: 'CEX_FUNDED' });
    await addPass(sql, key, 1);
    const line = { ...newLine(), kind: 'trade', size: '2.5' };
    await charged(ledger, { apiKey: key, ...line }, { body: '{}', verdict: 'TRADABLE' });
    await ledger.void(idOf(await ledger.hold(asked(key))), 'free');
    await ledger.void(idOf(await ledger.hold(asked(key))), 'failed');
    await ledger.hold(asked(key));
    expect(await whole(key)).toMatchObject([
      { kind: 'trade', size: '2.5', verdict: 'TRADABLE', priceAtomic: 0n, route: 'pass', kept: true },
      {
        kind: 'funder',
        subject: 'first',
        size: null,
        verdict: 'CEX_FUNDED',
        priceAtomic: PRICE,
        route: 'credit',
        kept: true,
      },
    ]);
    const [newest, oldest] = await whole(key);
    expect(newest?.at).toBeInstanceOf(Date);
    expect(newest && oldest && newest.place.micros > oldest.place.micros).toBe(true);
  });

  it('tell the size of each line of a bill', async () => {
    const key = await newKey(ledger);
    const lines = ['1', '2.5', undefined].map((size) => ({ ...newLine(), ...(size !== undefined && { size }) }));
    const held = await ledger.holdAll({ apiKey: key, lines });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    for (const line of held.lines) await ledger.post(idOf(line), { body: '{}', verdict: 'CLEAR' });
    expect((await whole(key)).map(({ size }) => size)).toEqual([null, '2.5', '1']);
  });

  it('keep no size that is longer than a size', async () => {
    const key = await newKey(ledger);
    await expect(ledger.hold({ ...asked(key), size: '1'.repeat(33) })).rejects.toThrow('holds_size');
    await expect(ledger.hold({ ...asked(key), size: '' })).rejects.toThrow('holds_size');
  });

  it('are listed once, however often their answer was given again', async () => {
    const key = await newKey(ledger);
    const request = asked(key);
    await charged(ledger, request);
    expect(await ledger.hold(request)).toMatchObject({ outcome: 'replayed' });
    expect(await whole(key)).toHaveLength(1);
  });

  it('come in pages that neither repeat nor miss one, while new ones are charged', async () => {
    const key = await newKey(ledger, 100n * USDC);
    for (let n = 0; n < 25; n += 1) await checked(key, n);
    await spread(key);
    const before = await whole(key);
    const paged: PastCheck[] = [];
    for (let place: PastCheck['place'] | undefined, more = true; more; ) {
      const page = await ledger.pastChecks(key, { limit: 4, ...(place && { before: place }) });
      if (!page) throw new Error('the key got lost');
      paged.push(...page.checks);
      place = page.checks.at(-1)?.place;
      more = page.more;
      await checked(key, 0);
    }
    expect(paged).toEqual(before);
    expect(paged).toHaveLength(25);
  });

  it('meet every condition of a page', async () => {
    const key = await newKey(ledger, 100n * USDC);
    for (let n = 0; n < 24; n += 1) await checked(key, n);
    await spread(key);
    const all = await whole(key);
    const moments = all.flatMap(({ at }) => [at, new Date(at.getTime() + 1)]);
    const far = [new Date('0000-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')];
    const moment = fc.constantFrom(undefined, ...moments, ...far);
    const page = fc.record({
      limit: fc.integer({ min: 1, max: 30 }),
      kinds: fc.option(fc.subarray([...kinds, 'funder']), { nil: undefined }),
      verdicts: fc.option(fc.subarray([...verdicts, 'OTHER']), { nil: undefined }),
      subject: fc.constantFrom(undefined, ...subjects, 'subject C'),
      since: moment,
      until: moment,
      before: fc.constantFrom(undefined, ...all.map(({ place }) => place)),
    });
    await fc.assert(
      fc.asyncProperty(page, async (asking) => {
        const { limit, before, since, until } = asking;
        // The database keeps microseconds, of which a moment here has none.
        const matching = all.filter(
          (check) =>
            (!asking.kinds || asking.kinds.some((kind) => kind === check.kind)) &&
            (!asking.verdicts || asking.verdicts.some((verdict) => verdict === check.verdict)) &&
            (!asking.subject || asking.subject === check.subject) &&
            (!since || check.place.micros >= BigInt(since.getTime()) * 1000n) &&
            (!until || check.place.micros < BigInt(until.getTime()) * 1000n),
        );
        const isOlder = (check: PastCheck) =>
          !before || all.indexOf(check) > all.findIndex(({ place }) => place.holdId === before.holdId);
        const expected = matching.filter(isOlder);
        const given = Object.fromEntries(Object.entries(asking).filter(([, value]) => value !== undefined));
        const found = await ledger.pastChecks(key, { limit, ...given });
        expect(found).toEqual({ checks: expected.slice(0, limit), more: expected.length > limit });
        expect(await ledger.countPastChecks(key, given)).toBe(matching.length);
      }),
      { numRuns: 300 },
    );
  });

  it('are the own ones only, and none for a key that is unknown or revoked', async () => {
    const [key, other] = [await newKey(ledger), await newKey(ledger)];
    const place = await placeOf(sql, await charged(ledger, asked(other)));
    expect(await ledger.pastChecks(key, { limit: 100 })).toEqual({ checks: [], more: false });
    expect(await ledger.storedBodies(key, [place])).toEqual(new Map());
    expect((await ledger.storedBodies(other, [place])).size).toBe(1);
    expect(await ledger.pastChecks('assay_unknown', { limit: 1 })).toBeNull();
    expect((await ledger.storedBodies('assay_unknown', [place])).size).toBe(0);
    await sql`UPDATE api_keys SET revoked_at = now() WHERE account_id = ${await accountOf(sql, other)}`;
    expect(await ledger.pastChecks(other, { limit: 1 })).toBeNull();
    expect(await ledger.countPastChecks(other, {})).toBe(0);
    expect((await ledger.storedBodies(other, [place])).size).toBe(0);
  });

  it('keep their verdict and lose their body after 24 hours', async () => {
    const key = await newKey(ledger);
    const [old, young] = [await checked(key, 0), await checked(key, 1)];
    await sql`UPDATE answers SET created_at = now() - interval '25 hours' WHERE hold_id = ${rowOf(old)}::bigint`;
    await ledger.forgetOldAnswers();
    expect((await whole(key)).map(({ kept, verdict }) => [kept, verdict])).toEqual([
      [true, 'CLEAR'],
      [false, 'CLEAR'],
    ]);
    const places = [await placeOf(sql, old), await placeOf(sql, young)];
    expect(await ledger.storedBodies(key, places)).toEqual(new Map([[BigInt(rowOf(young)), '{"n":1}']]));
    const others = places.map(({ micros, holdId }) => ({ micros: micros + 1n, holdId }));
    expect(await ledger.storedBodies(key, others)).toEqual(new Map());
  });

  it.each([0, 101, 1.5, Number.NaN])('refuse a page of %s', async (limit) => {
    await expect(ledger.pastChecks('assay_x', { limit })).rejects.toThrow(RangeError);
  });
});
