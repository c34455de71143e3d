import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { audit } from '#ledger/audit/audit.ts';
import { type MadeAudit, makeAudit } from '#ledger/audit/scheduled.ts';
import type { Ledger } from '#ledger/books.ts';
import { openClaimBook } from '#ledger/claims.ts';
import { fold } from '#ledger/fold.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openRefundBook } from '#ledger/refunds.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { age } from './aging.ts';
import { addPass, answer, asked, charged, clean, idOf, newKey, placeOf, rowOf, USDC } from './fixture.ts';
import { payment, settle, transfer, work } from './payments-fixture.ts';

const DAYS = 90;
const MINUTES = 25;
const DAY_MINUTES = 1_440;

let test: TestDatabase;
let sql: Sql;
beforeEach(async () => {
  test = await openTestDatabase();
  sql = test.database.sql;
  await sql`UPDATE folding SET begins_at = now()`;
});
afterEach(() => test.stop());

/** The sums and calls of the checkpoint that are not what all of the books come to at its time. */
async function differing(): Promise<readonly unknown[]> {
  return await sql`
    WITH checkpoint AS (SELECT at, hold_floor FROM audit_checkpoint), older AS (
      SELECT from_account, to_account, amount FROM carried
      UNION ALL SELECT from_account, to_account, amount FROM checkpoint, movements JOIN postings ON movement_id = movements.id
        WHERE created_at < at
    ), whole AS (
      SELECT account_id, sum(amount) AS amount FROM (
        SELECT to_account AS account_id, amount FROM older UNION ALL SELECT from_account, -amount FROM older
      ) AS sides GROUP BY account_id
    ), drawn AS (
      SELECT passes.id, folded + (SELECT count(*) FROM holds, checkpoint
        WHERE pass_id = passes.id AND state = 'posted' AND holds.id <= hold_floor) AS calls FROM passes
    )
    SELECT 'account' AS what, account_id AS id, audit_sums.amount AS kept, whole.amount AS whole
    FROM audit_sums FULL JOIN whole USING (account_id) WHERE COALESCE(audit_sums.amount, 0) <> COALESCE(whole.amount, 0)
    UNION ALL SELECT 'pass', id, audit_calls.calls, drawn.calls
    FROM audit_calls FULL JOIN drawn ON id = pass_id WHERE COALESCE(audit_calls.calls, 0) <> COALESCE(drawn.calls, 0)
    UNION ALL SELECT 'hold', id, hold_floor, NULL FROM holds, checkpoint
    WHERE id <= hold_floor AND (state = 'held' OR closed_at >= at)`;
}

/** True when a fold may take what is younger than the checkpoint, or there is none. */
async function isOld(): Promise<boolean> {
  const rows = await sql`SELECT FROM audit_checkpoint WHERE at > now() - make_interval(days => ${DAYS})`;
  return rows.length === 0;
}

/** Everything that moves money, calls or signatures, by name. */
function steps(ledger: Ledger, keys: { readonly key: string; readonly passKey: string }) {
  const [claims, payments] = [openClaimBook(test.database), openPaymentBook(test.database)];
  const refunds = openRefundBook(test.database);
  const { key, passKey } = keys;
  const [open, posted, claimed, paid, due]: [string[], string[], string[], string[], Uint8Array[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  const change = async () =>
    (await settle(payments, payment(), { earnedAtomic: 20_000n, changeKeyHash: sha256(key) })).messageHash;
  const credit = async (apiKey?: string) => {
    const request = transfer(apiKey === undefined ? {} : { apiKey });
    await claims.credit(request);
    claimed.push(request.signature);
  };
  const of =
    <T>(list: T[], use: (one: T) => Promise<unknown>) =>
    async () => {
      const one = list.shift();
      if (one !== undefined) await use(one);
    };
  const giveBackAll = async () => {
    for (const holdId of open.splice(0)) await ledger.void(holdId, 'failed');
  };
  const moves: Record<string, () => Promise<unknown>> = {
    charge: async () => posted.push(await charged(ledger, asked(key))),
    free: () => charged(ledger, asked(key, 0n)),
    passCall: () => charged(ledger, asked(passKey)),
    open: async () => open.push(idOf(await ledger.hold(asked(key))), idOf(await ledger.hold(asked(passKey)))),
    post: of(open, (holdId) => ledger.post(holdId, answer)),
    void: of(open, (holdId) => ledger.void(holdId, 'free')),
    grant: () => ledger.grant(USDC, key),
    claim: () => credit(),
    topUp: () => credit(key),
    pass: async () => addPass(sql, await newKey(ledger), 3),
    payment: async () => paid.push((await settle(payments)).signature),
    change: async () => payments.creditChange(await change()),
    changeDue: async () => due.push(await change()),
    creditDue: of(due, (hash) => payments.creditChange(hash)),
    release: async () => payments.release((await work(payments)).messageHash),
    refundCharge: of(posted, async (holdId) => {
      // What is folded has no place any more.
      const rows = await sql`SELECT FROM holds WHERE id = ${rowOf(holdId)}::bigint`;
      if (rows.length > 0)
        await placeOf(sql, holdId).then(
          (place) => refunds.charge(place),
          () => undefined,
        );
    }),
    refundPayment: of(paid, (signature) => refunds.payment(signature, key)),
    refundTopUp: of(claimed, (signature) => refunds.topUp(signature, 1n)),
    fold: () => fold(sql, DAYS),
  };
  return { moves, giveBackAll };
}

const NAMES = [
  ...['charge', 'charge', 'free', 'passCall', 'open', 'post', 'void', 'grant', 'claim', 'topUp', 'pass', 'payment'],
  ...['change', 'changeDue', 'creditDue', 'release', 'refundCharge', 'refundPayment', 'refundTopUp', 'fold', 'fold'],
  ...['audit', 'audit', 'audit', 'minutes', 'minutes', 'minutes', 'days', 'days'],
] as const;
const ROUNDS = fc.array(fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 6 }), {
  minLength: 3,
  maxLength: 12,
});

it('an audit from a checkpoint on is sound beside everything that moves money, and its sums are those of all of the books', async () => {
  const ledger = openLedger(test.database);
  let [gone, made] = [0, 0];
  await fc.assert(
    fc.asyncProperty(ROUNDS, async (rounds) => {
      const [key, passKey] = [await newKey(ledger, 100n * USDC), await newKey(ledger)];
      await addPass(sql, passKey, 1_000);
      const { moves, giveBackAll } = steps(ledger, { key, passKey });
      await makeAudit(sql, []);
      let mayBeFull = false;
      const told = ({ sound, since, findings }: MadeAudit) => {
        expect(sound ? null : findings).toBeNull();
        made += 1;
        if (since !== null) gone += 1;
        else expect(mayBeFull).toBe(true);
      };
      for (const round of rounds) {
        mayBeFull ||= round.includes('fold') && (await isOld());
        await Promise.all(round.map((name) => (name === 'audit' ? makeAudit(sql, []).then(told) : moves[name]?.())));
        mayBeFull &&= await isOld();
        if (!mayBeFull) expect(await differing()).toEqual([]);
        if (round.includes('minutes')) await age(sql, MINUTES);
        // Leases last a minute.
        if (round.includes('days')) await giveBackAll().then(() => age(sql, (DAYS + 1) * DAY_MINUTES));
      }
      await giveBackAll();
      told(await makeAudit(sql, []));
      expect(await audit(sql)).toEqual(clean);
      expect(await differing()).toEqual([]);
    }),
    { numRuns: cases(50) },
  );
  expect(gone).toBeGreaterThan(made / 2);
});
