import { sha256 } from '#ledger/accounts/api-key.ts';
import { revoke } from '#ledger/accounts/revocation.ts';
import { openClaimBook } from '#ledger/claims.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { openRefundBook } from '#ledger/refunds.ts';
import { termsOf, tiers } from '#payments/credits/tiers.ts';
import { asked, charged, idOf, lapse, newKey, placeOf } from './fixture.ts';
import { payment, settle, transfer, WORK, work } from './payments-fixture.ts';

/** Enters every sort of movement, of a key and every state of a hold and of a payment at least once, as the service enters them. */
export async function enterEverything(database: Database): Promise<void> {
  const key = await charges(database);
  const funded = await claimed(database, key);
  const paid = await payments(database, key);
  const refunds = openRefundBook(database);
  const ledger = openLedger(database);
  const outcomes = [
    await refunds.charge(await placeOf(database.sql, await charged(ledger, asked(key)))),
    await refunds.payment(paid[0] ?? ''),
    await refunds.payment(paid[1] ?? '', key),
    await refunds.topUp(funded, 1_000_000n),
  ];
  await revoke(database.sql, { apiKey: await newKey(ledger) }, true);
  for (const { outcome } of outcomes) if (outcome !== 'refunded') throw new Error(outcome);
}

/** What a trade of a size is answered with. */
const sized = {
  body: '{"kind":"trade","subject":"subject","verdict":"NO_POOL","metrics":{"size_sol":"0.5"}}',
  verdict: 'NO_POOL',
};

/** Holds of every state on a balance; returns its key. */
async function charges(database: Database): Promise<string> {
  const ledger = openLedger(database);
  const key = await newKey(ledger);
  await ledger.grant(5n, key);
  await charged(ledger, asked(key));
  await charged(ledger, asked(key, 0n));
  await charged(ledger, { ...asked(key), kind: 'trade', size: '0.5' }, sized);
  await ledger.void(idOf(await ledger.hold(asked(key))), 'free');
  await ledger.void(idOf(await ledger.hold(asked(key))), 'failed');
  await lapse(database.sql, idOf(await ledger.hold(asked(key))));
  await ledger.expireHolds();
  await ledger.hold(asked(key));
  return key;
}

/** Top-ups of a new account and of a known one, and an account with passes; returns the signature of a top-up. */
async function claimed(database: Database, key: string): Promise<string> {
  const ledger = openLedger(database);
  const claims = openClaimBook(database);
  const first = transfer();
  await claims.credit(first);
  await claims.credit(transfer({ apiKey: key }));
  let holder: string | undefined;
  for (const tier of [tiers[0], tiers[1]]) {
    if (!tier) throw new Error('there are two tiers');
    const buying = transfer({ amountAtomic: tier.priceAtomic, pass: termsOf(tier), ...(holder && { apiKey: holder }) });
    const bought = await claims.credit(buying);
    if (bought.outcome !== 'credited') throw new Error(bought.outcome);
    holder ??= bought.apiKey;
  }
  await charged(ledger, asked(holder ?? ''));
  await ledger.hold(asked(holder ?? ''));
  return first.signature;
}

/** Payments per call of every state, with change and without; returns the signatures of two that earned all. */
async function payments(database: Database, key: string): Promise<readonly string[]> {
  const book = openPaymentBook(database);
  const whole = [await settle(book), await settle(book)];
  for (const changeKeyHash of [sha256(key), sha256('a key of its own')]) {
    const { messageHash } = await settle(book, payment(), { earnedAtomic: 20_000n, changeKeyHash });
    await book.creditChange(messageHash);
  }
  await settle(book, payment(), { earnedAtomic: 30_000n, changeKeyHash: sha256('due') });
  const blame = { spentLamports: 5_000n, blame: true };
  const burnt = await work(book);
  await book.sent(burnt.messageHash, 'burnt', WORK.answers);
  await book.failed(burnt.messageHash, blame);
  await book.failed((await work(book)).messageHash, blame);
  await book.release((await work(book)).messageHash);
  await book.reserve(payment());
  await work(book);
  await book.sent((await work(book)).messageHash, 'under way', WORK.answers);
  return whole.map(({ signature }) => signature);
}
