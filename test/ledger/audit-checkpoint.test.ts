import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { audit, compared, inSnapshot, isSound } from '#ledger/audit/audit.ts';
import type { Checkpoint } from '#ledger/audit/checkpoint.ts';
import { auditIfDue, makeAudit } from '#ledger/audit/scheduled.ts';
import type { AuditResult, Ledger } from '#ledger/books.ts';
import { fold } from '#ledger/fold.ts';
import { post } from '#ledger/holds/post.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { age } from './aging.ts';
import { told, withoutConstraints } from './audit-harm.ts';
import { addPass, answer, asked, charged, clean, idOf, lapse, newKey } from './fixture.ts';
import { HARMS } from './harms.ts';
import { enterEverything } from './rich-books.ts';

const DAYS = 90;
const DAY_MINUTES = 1_440;

let test: TestDatabase;
let sql: Sql;
let ledger: Ledger;
beforeEach(async () => {
  test = await openTestDatabase();
  sql = test.database.sql;
  ledger = openLedger(test.database);
  await sql`UPDATE folding SET begins_at = now()`;
});
afterEach(() => test.stop());

/** Everything an hour ago, and no open hold, which would keep those behind it in sight. */
async function enterLongAgo(): Promise<void> {
  await enterEverything(test.database);
  await lapse(sql);
  await ledger.expireHolds();
  await age(sql, 60);
}

async function checkpoint(): Promise<Checkpoint> {
  const rows = await sql<Checkpoint[]>`SELECT at, hold_floor AS "holdFloor" FROM audit_checkpoint`;
  if (!rows[0]) throw new Error('there is no checkpoint');
  return rows[0];
}

/** What is found from the checkpoint on, without a look at the rest. */
async function newer(): Promise<AuditResult> {
  const from = await checkpoint();
  return await inSnapshot(sql, 'READ ONLY', (tx) => compared(tx, tiers, from));
}

/** What each harm is told as, from the checkpoint on and in all of the books. */
async function findings(): Promise<ReadonlyMap<string, readonly (AuditResult | 'none')[]>> {
  const found = new Map<string, readonly (AuditResult | 'none')[]>();
  const from = await checkpoint();
  await withoutConstraints(sql, async (tx) => {
    for (const [name, , harm] of HARMS) found.set(name, [await told(tx, harm, from), await told(tx, harm)]);
  });
  return found;
}

function isMissed(found: AuditResult | 'none' | undefined): boolean {
  if (!found || found === 'none') throw new Error('nothing was changed');
  return isSound(found);
}

/** Harm to rows from before the checkpoint that an audit from there on does not see. */
const OLD_HARM_MISSED = [
  'the answer about another kind of thing on the charge of another customer',
  'an answer about another subject',
  'an answer about another size',
  'a body with another verdict',
];

describe('an audit from a checkpoint on', () => {
  it('finds every harm that was done to what is newer, as one of all of the books does', async () => {
    await makeAudit(sql, tiers);
    await enterEverything(test.database);
    expect(await newer()).toEqual(clean);
    const found = await findings();
    for (const [name, count] of HARMS) {
      const [short, full] = (found.get(name) ?? []).map((one) => (one === 'none' ? one : one[count]));
      expect.soft([name, short]).toEqual([name, full]);
      expect.soft([name, Number(full) > 0]).toEqual([name, true]);
    }
  });

  it('finds harm to what is older where it changes a balance, a pass or a key; the rest is for one of all of the books', async () => {
    await enterLongAgo();
    expect(await makeAudit(sql, tiers)).toMatchObject({ sound: true, since: null });
    const found = await findings();
    expect([...found].filter(([, [, full]]) => isMissed(full))).toEqual([]);
    expect([...found].filter(([, [short]]) => isMissed(short)).map(([name]) => name)).toEqual(OLD_HARM_MISSED);
  });

  it('is one of all of the books again after a week', async () => {
    await enterLongAgo();
    await makeAudit(sql, tiers);
    await makeAudit(sql, tiers);
    await sql`UPDATE audit_checkpoint SET full_at = full_at - interval '6 days 23 hours'`;
    expect((await makeAudit(sql, tiers)).since).toBeInstanceOf(Date);
    await sql`UPDATE audit_checkpoint SET full_at = full_at - interval '1 hour'`;
    await sql`UPDATE answers SET body = replace(body, 'funder', 'token')`;
    expect(await auditIfDue(sql, 0, tiers)).toMatchObject({ sound: false, since: null });
    await sql`UPDATE answers SET body = replace(body, 'token', 'funder')`;
    expect((await makeAudit(sql, tiers)).since).toBeNull();
    expect((await makeAudit(sql, tiers)).since).toBeInstanceOf(Date);
  });

  it('compares a charge whose transaction was open at the checkpoint', async () => {
    const holdId = idOf(await ledger.hold(asked(await newKey(ledger))));
    const [began, audited] = await sql.begin(async (tx) => {
      const rows = await tx<{ at: Date }[]>`SELECT date_trunc('milliseconds', now()) AS at`;
      await until(async () => Date.now() - (rows[0]?.at.getTime() ?? 0) > 200);
      const made = await makeAudit(sql, tiers);
      expect(await post(tx as unknown as Sql, holdId, answer)).toMatchObject({ outcome: 'posted' });
      return [rows[0]?.at, made] as const;
    });
    expect(audited).toMatchObject({ sound: true });
    // It is as far before the begin of that transaction as before its own, had there been none.
    expect((await checkpoint()).at).toEqual(new Date((began?.getTime() ?? 0) - 600_000));
    expect(await newer()).toEqual(clean);
    await sql`UPDATE holds SET amount = amount - 1`;
    expect(await newer()).toEqual({ ...clean, mispricedCharges: 1 });
    expect(await makeAudit(sql, tiers)).toMatchObject({ sound: false, since: null, findings: { mispricedCharges: 1 } });
  });

  it('is no false alarm after a fold of what is younger than the checkpoint', async () => {
    const key = await newKey(ledger);
    await addPass(sql, key, 1);
    await makeAudit(sql, []);
    for (let n = 0; n < 3; n += 1) await charged(ledger, asked(key));
    await age(sql, (DAYS + 1) * DAY_MINUTES);
    expect(await fold(sql, DAYS)).toMatchObject({ charges: 3 });
    expect(await newer()).toMatchObject({ unbalancedAccounts: 3, miscountedPasses: 1 });
    expect(await makeAudit(sql, [])).toMatchObject({ sound: true, since: null });
    expect(await makeAudit(sql, [])).toMatchObject({ sound: true, since: expect.any(Date) });
  });

  it.each([
    ['a sum that was changed', 'UPDATE audit_sums SET amount = amount + 1'],
    ['a sum that was lost', 'DELETE FROM audit_sums'],
    ['a sum of an account that there is not', 'INSERT INTO audit_sums (account_id, amount) VALUES (99999, 1)'],
    ['calls that were changed', 'UPDATE audit_calls SET calls = calls + 1'],
    ['calls of a pass that there is not', 'INSERT INTO audit_calls (pass_id, calls) VALUES (99999, 1)'],
    ['a floor that is too low', 'UPDATE audit_checkpoint SET hold_floor = 0'],
    ['a clock that was set back', `UPDATE audit_checkpoint SET at = at + interval '1 hour'`],
  ])('is no false alarm after %s, and the checkpoint is made anew', async (_, damage) => {
    await enterLongAgo();
    await makeAudit(sql, tiers);
    await sql.unsafe(damage);
    await charged(ledger, asked(await newKey(ledger)));
    expect(await makeAudit(sql, tiers)).toMatchObject({ sound: true, since: null });
    expect(await newer()).toEqual(clean);
    expect(await makeAudit(sql, tiers)).toMatchObject({ sound: true, since: expect.any(Date) });
  });

  it('of books that were found unsound goes on finding it, and goes on from a checkpoint once it is mended', async () => {
    await enterLongAgo();
    await makeAudit(sql, tiers);
    await sql`UPDATE claims SET amount = amount + 1 WHERE tier IS NULL`;
    const { mismatchedPayments } = await audit(sql, tiers);
    expect(await newer()).toEqual(clean);
    const unsound = { sound: false, since: null, findings: { mismatchedPayments } };
    expect(await makeAudit(sql, tiers, true)).toMatchObject(unsound);
    expect(await makeAudit(sql, tiers)).toMatchObject(unsound);
    expect(await auditIfDue(sql, 0, tiers)).toMatchObject(unsound);
    await sql`UPDATE claims SET amount = amount - 1 WHERE tier IS NULL`;
    expect(await auditIfDue(sql, 0, tiers)).toMatchObject({ sound: true, since: null });
    expect(await auditIfDue(sql, 0, tiers)).toMatchObject({ sound: true, since: expect.any(Date) });
  });

  it('by several at once tells all of them the same, and one of them keeps the checkpoint', async () => {
    await enterEverything(test.database);
    const made = await Promise.all([1, 2, 3, 4].map(() => makeAudit(sql, tiers)));
    expect(made.map(({ sound }) => sound)).toEqual([true, true, true, true]);
    await age(sql, 60);
    const newest = await Promise.all(
      [1, 2, 3, 4].map((n) => (n === 1 ? auditIfDue(sql, 0, tiers) : makeAudit(sql, tiers))),
    );
    expect(newest.filter((one) => one?.sound === false || one?.since === null)).toEqual([]);
    expect(await newer()).toEqual(clean);
  });
});
