import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { audit, isSound } from '#ledger/audit/audit.ts';
import { auditIfDue, findingsText } from '#ledger/audit/scheduled.ts';
import type { Ledger } from '#ledger/books.ts';
import { openClaimBook } from '#ledger/claims.ts';
import { bookFigures } from '#ledger/figures.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openRefundBook } from '#ledger/refunds.ts';
import { checkCursor } from '#schema/account/account-page.ts';
import { auditBooksCommand } from '../../src/operator/commands/audit-books.ts';
import { refundCommand } from '../../src/operator/commands/refund.ts';
import type { BooksLocation } from '../../src/operator/run-command.ts';
import { addPass, asked, charged, clean, newKey, PRICE, placeOf, rowOf } from '../ledger/fixture.ts';
import { PASS, payment, transfer, WORK, work } from '../ledger/payments-fixture.ts';
import { gate } from '../rest/service.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
let books: BooksLocation;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
  books = { databaseUrl: test.url, dataDir: 'unused' };
});
afterAll(() => test.stop());

const newSignature = (): string => bs58.encode(randomBytes(64));

async function refund(...args: string[]): Promise<Record<string, unknown>> {
  return (await refundCommand(args, books)).report;
}

/** A transfer that was credited to a new account. */
async function credited(changes = {}): Promise<{ signature: string; apiKey: string }> {
  const signature = newSignature();
  const result = await openClaimBook(test.database).credit(transfer({ signature, ...changes }));
  if (result.outcome !== 'credited' || !result.apiKey) throw new Error(result.outcome);
  return { signature, apiKey: result.apiKey };
}

/** A payment per call that was settled. */
async function paid(): Promise<string> {
  const book = openPaymentBook(test.database);
  const { messageHash } = await work(book, payment());
  const signature = newSignature();
  await book.sent(messageHash, signature, WORK.answers);
  await book.settled(messageHash, signature);
  return signature;
}

describe('a refund', () => {
  afterEach(async () => expect(await ledger.audit()).toEqual(clean));

  it('gives the whole price of a charge back to its account, once', async () => {
    const apiKey = await newKey(ledger);
    await charged(ledger, asked(apiKey));
    const page = await ledger.pastChecks(apiKey, { limit: 1 });
    const cursor = checkCursor(sha256(apiKey), page!.checks[0]!.place);
    const first = await refund('--charge', cursor);
    expect(first).toEqual({ refunded_usdc: '0.05', account: expect.any(String), balance_usdc: '1.00' });
    expect(await refund('--charge', cursor)).toEqual({ ...first, already: true });
    expect((await ledger.entries(apiKey, { limit: 9 }))?.entries).toMatchObject([
      { kind: 'refund', amountAtomic: PRICE, ref: 'funder/subject' },
      { kind: 'charge', amountAtomic: -PRICE, ref: 'funder/subject' },
      { kind: 'grant' },
    ]);
  });

  it('of one charge that ten operators ask for at once moves its price once', async () => {
    const apiKey = await newKey(ledger);
    const place = await placeOf(sql, await charged(ledger, asked(apiKey)));
    const refunds = openRefundBook(test.database);
    const results = await Promise.all(Array.from({ length: 10 }, () => refunds.charge(place)));
    expect(results.filter((result) => result.outcome === 'refunded' && !result.already)).toHaveLength(1);
    expect(await ledger.statement(apiKey)).toMatchObject({ balanceAtomic: 1_000_000n });
  });

  it('is refused for what was not charged, and for a call on a pass', async () => {
    const apiKey = await newKey(ledger);
    const held = await ledger.hold(asked(apiKey));
    if (held.outcome !== 'held') throw new Error(held.outcome);
    const open = checkCursor(sha256(apiKey), { micros: 0n, holdId: BigInt(rowOf(held.holdId)) });
    await expect(refund('--charge', open)).rejects.toThrow(/know no such charge.*nothing was refunded/);
    await ledger.void(held.holdId, 'failed');
    const none = checkCursor(sha256(apiKey), { micros: 0n, holdId: 999_999_999n });
    await expect(refund('--charge', none)).rejects.toThrow(/know no such charge/);
    await addPass(sql, apiKey, 2_000);
    const onPass = await placeOf(sql, await charged(ledger, asked(apiKey)));
    await expect(refund('--charge', checkCursor(sha256(apiKey), onPass))).rejects.toThrow(/call on a pass/);
  });

  it('is not for the charge that has the same id since a failover lost the one that is meant', async () => {
    const apiKey = await newKey(ledger);
    const { micros, holdId } = await placeOf(sql, await charged(ledger, asked(apiKey)));
    const lost = checkCursor(sha256(apiKey), { micros: micros - 1n, holdId });
    await expect(refund('--charge', lost)).rejects.toThrow(/know no such charge/);
    expect(await ledger.statement(apiKey)).toMatchObject({ balanceAtomic: 950_000n });
  });

  it('of a payment per call goes to a key that is named, or to a new one, once', async () => {
    const [one, two] = [await paid(), await paid()];
    const made = await refund('--payment', one);
    expect(made).toMatchObject({
      refunded_usdc: '0.05',
      api_key: expect.stringMatching(/^assay_/),
      balance_usdc: '0.05',
    });
    expect(await refund('--payment', one)).toEqual({
      refunded_usdc: '0.05',
      account: made.account,
      balance_usdc: '0.05',
      already: true,
    });
    const named = await refund('--payment', two, '--key', String(made.api_key));
    expect(named).toMatchObject({ account: made.account, balance_usdc: '0.10' });
    expect((await ledger.entries(String(made.api_key), { limit: 9 }))?.entries.map(({ ref }) => ref)).toEqual([
      two,
      one,
    ]);
    await expect(refund('--payment', await paid(), '--key', 'assay_no')).rejects.toThrow(/No account has this key/);
    await expect(refund('--payment', newSignature())).rejects.toThrow(/know no such/);
  });

  it('of a transfer debits what is unspent of it, and says what has to be sent', async () => {
    const { signature, apiKey } = await credited();
    await charged(ledger, asked(apiKey));
    await expect(refund('--top-up', signature, '--usdc', '4.96')).rejects.toThrow(/At most 4.95 USDC are unspent/);
    const whole = await refund('--top-up', signature);
    expect(whole).toEqual({
      refunded_usdc: '4.95',
      account: expect.any(String),
      balance_usdc: '0.00',
      send_atomic: '4950000',
      send_to_fee_payer_of: signature,
    });
    expect(await refund('--top-up', signature, '--usdc', '1')).toEqual({ ...whole, already: true });
    expect((await ledger.entries(apiKey, { limit: 9, kinds: ['refund'] }))?.entries).toMatchObject([
      { kind: 'refund', amountAtomic: -4_950_000n, ref: signature },
    ]);
  });

  it('of a transfer never takes what is held, nor more than the transfer, nor what bought a pass', async () => {
    const { signature, apiKey } = await credited();
    await ledger.grant(7_000_000n, apiKey);
    expect(await refund('--top-up', signature)).toMatchObject({ refunded_usdc: '5.00', balance_usdc: '7.00' });
    const other = await credited({ amountAtomic: 500_000n });
    const held = await ledger.hold(asked(other.apiKey, 500_000n));
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await expect(refund('--top-up', other.signature)).rejects.toThrow(/At most 0.00 USDC/);
    await ledger.void(held.holdId, 'failed');
    const pass = await credited({ amountAtomic: 19_000_000n, pass: PASS });
    await expect(refund('--top-up', pass.signature)).rejects.toThrow(/bought a pass/);
  });

  it('races charges of the same account without overdrawing it', async () => {
    const { signature, apiKey } = await credited({ amountAtomic: 500_000n });
    const calls = Array.from({ length: 10 }, async () => {
      const held = await ledger.hold(asked(apiKey));
      if (held.outcome === 'held') await ledger.post(held.holdId, { body: '{}', verdict: 'UNKNOWN' });
      return held.outcome;
    });
    const [back, ...outcomes] = await Promise.all([refund('--top-up', signature).catch(() => null), ...calls]);
    const charges = outcomes.filter((outcome) => outcome === 'held').length;
    const left = (await ledger.statement(apiKey))?.balanceAtomic ?? 0n;
    expect(BigInt(charges) * PRICE + BigInt(String(back?.send_atomic ?? 0)) + left).toBe(500_000n);
  });

  it.each([
    [[]],
    [['--charge']],
    [['--charge', 'x']],
    [['--charge', '5']],
    [['--charge', '5', '--usdc', '1']],
    [['--payment', 'x']],
    [['--payment', newSignature(), '--key', '']],
    [['--top-up', newSignature(), '--usdc', '0']],
    [['--top-up', newSignature(), '--key', 'assay_x']],
    [['--charge', '5', '--payment', newSignature()]],
    [['--all']],
  ])('does not understand %j, and says so before it looks for a database', async (args) => {
    const refused = refundCommand(args, { databaseUrl: 'postgres://127.0.0.1:1/none', dataDir: 'unused' });
    await expect(refused).rejects.toThrow(/npm run --silent refund -- --charge CURSOR/);
  });
});

describe('the audit', () => {
  it('of sound books says so, ends with 0, and is kept for every replica to tell', async () => {
    const { report, exitCode = 0 } = await auditBooksCommand([], books);
    expect([exitCode, report]).toMatchObject([0, { sound: true, unbalanced_accounts: 0, sum_atomic: '0' }]);
    expect((await bookFigures(sql)).audit).toMatchObject({ sound: true, findings: { sum_atomic: 0 } });
  });

  it('goes on from the one before and says from when, or reads everything where it is asked to', async () => {
    const [first, next, whole] = [
      await auditBooksCommand(['--full'], books),
      await auditBooksCommand([], books),
      await auditBooksCommand(['--full'], books),
    ];
    expect(first.report).toMatchObject({ sound: true, full: true });
    expect(next.report).toMatchObject({ sound: true, full: false, since: expect.stringMatching(/^\d{4}-.+Z$/) });
    expect(whole.report).toMatchObject({ sound: true, full: true });
    expect(whole.report).not.toHaveProperty('since');
    await expect(auditBooksCommand(['--all'], books)).rejects.toThrow(/npm run --silent audit-books -- \[--full\]/);
  });

  it('by the clock is made by one of several replicas, and not again before it is due', async () => {
    await sql`UPDATE book_audits SET at = now() - interval '61 minutes'`;
    const made = await Promise.all([1, 2, 3].map(() => auditIfDue(sql, 60)));
    expect(made.filter((result) => result !== null)).toHaveLength(1);
    expect(await auditIfDue(sql, 60)).toBeNull();
  });

  it('by the clock that began before another was kept is not kept', async () => {
    await sql`UPDATE book_audits SET at = now() - interval '61 minutes'`;
    const [holding, locked] = [gate(), gate()];
    const holder = sql.begin(async (tx) => {
      await tx`LOCK TABLE claims IN ACCESS EXCLUSIVE MODE`;
      locked.open();
      await holding.opened;
    });
    await locked.opened;
    const late = auditIfDue(sql, 60);
    const waiting = () => sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'claims'::regclass`;
    await until(async () => (await waiting()).length > 0);
    await sql`UPDATE book_audits SET at = now()`;
    holding.open();
    expect(await late).toBeNull();
    await holder;
  });

  it.each([
    [
      'a balance that its postings do not make',
      'unbalanced_accounts',
      `UPDATE accounts SET balance = balance + 1 WHERE id = (SELECT max(id) FROM accounts)`,
    ],
    ['a movement of nothing', 'empty_movements', `INSERT INTO movements (kind, cause) VALUES ('grant', 'grant:empty')`],
    [
      'a charge of another price',
      'mispriced_charges',
      `UPDATE holds SET amount = amount + 1 WHERE state = 'posted' AND amount > 0`,
    ],
    ['a claim of another amount', 'mismatched_payments', `UPDATE claims SET amount = amount + 1`],
    [
      'a payment that earned another amount',
      'mismatched_payments',
      `UPDATE payments SET amount = amount + 1, earned = earned + 1 WHERE state = 'settled'`,
    ],
    [
      'a top-up that nobody claimed',
      'mismatched_payments',
      `UPDATE movements SET cause = cause || 'x' WHERE kind = 'topup'`,
    ],
    [
      'a signature in two roles',
      'misused_signatures',
      `UPDATE chain_signatures SET role = 'x402' WHERE role = 'claim'`,
    ],
    [
      'a refund of more than there was',
      'excessive_refunds',
      `UPDATE postings SET amount = amount * 100 FROM movements WHERE id = movement_id AND kind = 'refund'`,
    ],
    ['a refund of nothing', 'excessive_refunds', `UPDATE movements SET cause = cause || '0' WHERE kind = 'refund'`],
  ])('finds %s', async (_, count, harm) => {
    const taken = new Error('the harm is taken back');
    let findings = '';
    const harmed = sql.begin(async (tx) => {
      await tx.unsafe(harm);
      const within = { begin: (_mode: string, work: (inner: typeof tx) => Promise<unknown>) => tx.savepoint(work) };
      const result = await audit(within as unknown as Sql);
      expect(isSound(result)).toBe(false);
      findings = findingsText(result);
      throw taken;
    });
    await expect(harmed).rejects.toBe(taken);
    expect(JSON.parse(findings)[count]).toBeGreaterThan(0);
  });

  it('of unsound books ends with 2', async () => {
    const harm = (by: number) => sql`UPDATE accounts SET balance = balance + ${by}::int WHERE name = 'issuance'`;
    await harm(1);
    const { report, exitCode } = await auditBooksCommand([], books);
    await harm(-1);
    expect([exitCode, report]).toMatchObject([2, { sound: false, unbalanced_accounts: 1, sum_atomic: '1' }]);
    expect((await bookFigures(sql)).audit).toMatchObject({ sound: false });
  });
});
