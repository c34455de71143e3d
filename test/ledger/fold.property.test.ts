import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { fold } from '#ledger/fold.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import type { RefundBook } from '#ledger/refunds.ts';
import { openRefundBook } from '#ledger/refunds.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { age as ageBooks } from './aging.ts';
import { accountOf, addPass, answer, asked, charged, clean, idOf, newKey, PRICE, placeOf, USDC } from './fixture.ts';
import { enterEverything } from './rich-books.ts';

const DAYS = 90;

let test: TestDatabase;
let sql: Sql;
let ledger: Ledger;
let refunds: RefundBook;
beforeEach(async () => {
  test = await openTestDatabase();
  sql = test.database.sql;
  ledger = openLedger(test.database);
  refunds = openRefundBook(test.database);
  await sql`UPDATE folding SET begins_at = now()`;
});
afterEach(() => test.stop());

/** Lets days pass for everything that is in the books. */
const age = (days: number) => ageBooks(sql, days * 1_440);

async function kept(): Promise<Record<string, number>> {
  const rows = await sql<Record<string, number>[]>`
    SELECT (SELECT count(*) FROM holds WHERE state = 'posted')::int AS posted, (SELECT count(*) FROM answers)::int AS answers,
      (SELECT count(*) FROM holds WHERE state IN ('voided', 'expired'))::int AS given_back,
      (SELECT count(*) FROM movements WHERE kind = 'charge')::int AS charges,
      (SELECT count(*) FROM movements WHERE kind IN ('x402', 'change'))::int AS payments`;
  return rows[0] ?? {};
}

const balances = () => sql`SELECT id, balance, held FROM accounts ORDER BY id`;

describe('folding', () => {
  it('leaves every balance and a sound audit, and nothing of charges, of payments the messages and signatures', async () => {
    await enterEverything(test.database);
    const [before, signatures] = [
      await balances(),
      await sql`SELECT signature FROM chain_signatures ORDER BY signature`,
    ];
    await age(DAYS + 10);
    const unsettled = await sql`SELECT FROM payments WHERE state = 'settled' AND change_key_hash IS NOT NULL
      AND change_credited_at IS NULL`;
    const folded = await fold(sql, DAYS);
    expect(folded.charges).toBeGreaterThan(3);
    expect(folded.payments).toBeGreaterThan(3);
    expect(folded.givenBack).toBe(3);
    // The payment whose change is due stays until that is credited.
    expect(await kept()).toEqual({ posted: 0, answers: 0, given_back: 0, charges: 0, payments: unsettled.length });
    expect(await ledger.audit()).toEqual(clean);
    expect(await balances()).toEqual(before);
    expect(await sql`SELECT signature FROM chain_signatures ORDER BY signature`).toEqual(signatures);
    expect(await fold(sql, DAYS)).toEqual({ charges: 0, payments: 0, givenBack: 0 });
  });

  it('waits for the days to pass, for older versions to be gone, and for nothing at 0 days', async () => {
    await charged(ledger, asked(await newKey(ledger)));
    const nothing = { charges: 0, payments: 0, givenBack: 0 };
    expect(await fold(sql, DAYS)).toEqual(nothing);
    await age(DAYS + 1);
    expect(await fold(sql, 0)).toEqual(nothing);
    await sql`UPDATE folding SET begins_at = now() + interval '1 hour'`;
    expect(await fold(sql, DAYS)).toEqual(nothing);
    await sql`UPDATE folding SET begins_at = now()`;
    expect(await fold(sql, DAYS)).toEqual({ ...nothing, charges: 1 });
    await expect(fold(sql, 1)).rejects.toThrow(RangeError);
  });

  it('keeps a charge until its refund is old as well; what is folded cannot be refunded, and says so', async () => {
    const key = await newKey(ledger);
    const [refunded, other] = [await charged(ledger, asked(key)), await charged(ledger, asked(key))];
    await age(DAYS + 1);
    const [place, gone] = [await placeOf(sql, refunded), await placeOf(sql, other)];
    await refunds.charge(place);
    expect(await fold(sql, DAYS)).toMatchObject({ charges: 1 });
    expect(await refunds.charge(place)).toMatchObject({ outcome: 'refunded', already: true });
    expect(await refunds.charge(gone)).toEqual({ outcome: 'too_old' });
    await age(DAYS + 1);
    expect(await fold(sql, DAYS)).toMatchObject({ charges: 1 });
    expect(await refunds.charge(place)).toEqual({ outcome: 'too_old' });
    expect(await ledger.audit()).toEqual(clean);
    expect(await ledger.statement(key)).toMatchObject({ balanceAtomic: USDC - PRICE });
  });

  it('carries the calls of a pass, so that its count stays right', async () => {
    const key = await newKey(ledger);
    await addPass(sql, key, 5);
    for (let n = 0; n < 3; n += 1) await charged(ledger, asked(key));
    await age(DAYS + 1);
    await charged(ledger, asked(key));
    expect(await fold(sql, DAYS)).toMatchObject({ charges: 3 });
    expect(await ledger.audit()).toEqual(clean);
    await sql`UPDATE passes SET folded = folded - 1`;
    expect(await ledger.audit()).toMatchObject({ miscountedPasses: 1 });
  });

  it('hides nothing: what contradicts stays, and a changed sum is found', async () => {
    const key = await newKey(ledger);
    const account = await accountOf(sql, key);
    const damaged = await charged(ledger, asked(key));
    await charged(ledger, asked(key));
    await enterEverything(test.database);
    await age(DAYS + 1);
    await sql`UPDATE holds SET amount = amount - 1 WHERE id = ${damaged.split('.')[0] ?? ''}::bigint`;
    await fold(sql, DAYS);
    expect(await ledger.audit()).toEqual({ ...clean, mispricedCharges: 1 });
    await sql`UPDATE carried SET amount = amount + 1 WHERE from_account = ${account}`;
    expect(await ledger.audit()).toMatchObject({ unbalancedAccounts: 2 });
    await sql`UPDATE carried SET amount = amount - 1 WHERE from_account = ${account}`;
    await sql`UPDATE payments SET earned = earned + 1, amount = amount + 1
      WHERE message_hash = (SELECT min(message_hash) FROM payments WHERE folded_at IS NOT NULL)`;
    expect(await ledger.audit()).toMatchObject({ mismatchedPayments: 1, unbalancedAccounts: 0 });
  });

  it('is exact beside charges, refunds, voids and other folds at the same moment', async () => {
    const step = fc.constantFrom('charge', 'charge', 'void', 'refund', 'fold', 'age', 'audit');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 8 }),
        async (rounds) => {
          const key = await newKey(ledger);
          const posted: Awaited<ReturnType<typeof placeOf>>[] = [];
          let spent = 0n;
          const steps: Record<string, () => Promise<void>> = {
            charge: async () => {
              const held = idOf(await ledger.hold(asked(key)));
              await ledger.post(held, answer);
              spent += PRICE;
              posted.push(await placeOf(sql, held));
            },
            void: async () => void (await ledger.void(idOf(await ledger.hold(asked(key))), 'free')),
            refund: async () => {
              const place = posted.shift();
              if (!place) return;
              const { outcome } = await refunds.charge(place);
              if (outcome === 'refunded') spent -= PRICE;
            },
            fold: async () => void (await fold(sql, DAYS)),
            age: async () => undefined,
            audit: async () => expect(await ledger.audit()).toEqual(clean),
          };
          for (const round of rounds) {
            await Promise.all(round.map((name) => steps[name]?.()));
            // A refund names the moment of its charge: what is aged is named anew.
            if (round.includes('age')) {
              await age(DAYS + 1);
              for (const [n, { micros, holdId }] of posted.entries()) {
                posted[n] = { holdId, micros: micros - BigInt(DAYS + 1) * 86_400_000_000n };
              }
            }
          }
          expect(await ledger.audit()).toEqual(clean);
          expect(await ledger.statement(key)).toMatchObject({ balanceAtomic: USDC - spent });
        },
      ),
      { numRuns: cases(60) },
    );
  });
});
