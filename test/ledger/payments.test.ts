import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revoke } from '#ledger/accounts/revocation.ts';
import { openClaimBook } from '#ledger/claims.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { FAILED_SPEND_LAMPORTS_MAX } from '#payments/watch.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { hangMs } from '../support/pace.ts';
import {
  expectSound,
  fresh,
  hash,
  lapsePayments,
  moved,
  payment,
  settle,
  transfer,
  WORK,
  work,
} from './payments-fixture.ts';

let test: TestDatabase;
let book: PaymentBook;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  book = openPaymentBook(test.database);
  sql = test.database.sql;
});
afterEach(async () => {
  await expectSound(sql);
  // What a test left open must not count against the next.
  await lapsePayments(sql);
  await book.releaseAbandoned();
});
afterAll(() => test.stop());

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const SETTLED = { spentLamports: 0n, blame: false };

describe('reserve', () => {
  it('enters the payment before the work, under a lease of 60 seconds', async () => {
    const reservation = payment({ identifier: fresh('identifier') });
    expect(await book.recall(reservation.messageHash)).toBeNull();
    expect(await book.reserve(reservation)).toMatchObject({ outcome: 'reserved', othersAtomic: 0n });
    expect(await book.recall(reservation.messageHash)).toEqual({
      ...reservation,
      state: 'reserved',
      signature: null,
      answers: null,
      earnedAtomic: null,
      changeKeyHash: null,
      leased: true,
      closedSecondsAgo: null,
      reservedAt: expect.toSatisfy((at: number) => Math.abs(at - Date.now() / 1_000) < 60),
      reservedSecondsAgo: expect.toSatisfy((seconds: number) => seconds >= 0 && seconds < 60),
    });
    const rows = await sql`
      SELECT extract(epoch FROM leased_until - created_at)::int AS lease FROM payments
      WHERE message_hash = ${reservation.messageHash}`;
    expect(rows[0]).toEqual({ lease: 60 });
  });

  it('5.10 knows a message again, whatever header carries it and whatever it asks for', async () => {
    const first = payment();
    await book.reserve(first);
    for (const changes of [{}, { headerHash: hash('other') }, { requestHash: hash('other') }]) {
      expect(await book.reserve({ ...first, ...changes })).toMatchObject({
        outcome: 'known',
        record: { state: 'reserved', headerHash: first.headerHash, requestHash: first.requestHash, leased: true },
      });
    }
  });

  it('5.11 a released payment runs again with the same header for the same request, and with no other', async () => {
    const first = await work(book, payment(), { earnedAtomic: 1n, changeKeyHash: hash('key') });
    expect(await book.release(first.messageHash)).toBe(true);
    const record = { state: 'released', answers: null, earnedAtomic: null, changeKeyHash: null, leased: false };
    for (const changes of [{ headerHash: hash('other') }, { requestHash: hash('other') }]) {
      expect(await book.reserve({ ...first, ...changes })).toMatchObject({ outcome: 'known', record });
    }
    const again = { ...first, address: '192.0.2.2', heightBound: 2_000n };
    expect(await book.reserve(again)).toMatchObject({ outcome: 'reserved', othersAtomic: 0n });
    expect(await book.recall(first.messageHash)).toMatchObject({ ...again, state: 'reserved', closedSecondsAgo: null });
    expect(await book.reserve(again)).toMatchObject({ outcome: 'known' });
  });

  it('5.3 an identifier of the same payer finds the payment that bears it', async () => {
    const first = payment({ identifier: fresh('identifier') });
    await book.reserve(first);
    const { payer, source, identifier } = first;
    expect(await book.reserve(payment({ payer, source, identifier }))).toMatchObject({
      outcome: 'identified',
      record: { messageHash: first.messageHash, state: 'reserved' },
    });
    expect(await book.reserve(payment({ payer, source, identifier, requestHash: hash('other') }))).toEqual({
      outcome: 'identifier_differs',
    });
    expect(await book.reserve(payment({ identifier }))).toMatchObject({ outcome: 'reserved' });
    expect(await book.reserve(payment({ payer, source }))).toMatchObject({ outcome: 'reserved' });
  });

  it('5.3 a burnt or released payment gives its identifier back', async () => {
    const first = payment({ identifier: fresh('identifier') });
    const { payer, source, identifier } = first;
    await book.reserve(first);
    await book.release(first.messageHash);
    const second = payment({ payer, source, identifier });
    expect(await book.reserve(second)).toMatchObject({ outcome: 'reserved' });
    expect(await book.reserve(first)).toMatchObject({ outcome: 'identified', record: second });
    await book.failed(second.messageHash, SETTLED);
    expect(await book.reserve(first)).toMatchObject({ outcome: 'reserved' });
  });

  it('5.13 takes four unsettled payments of a payer from a source and tells what the others amount to', async () => {
    const from = { payer: fresh('payer'), source: fresh('source') };
    for (const others of [0n, 50_000n, 100_000n, 150_000n]) {
      expect(await book.reserve(payment(from))).toMatchObject({ outcome: 'reserved', othersAtomic: others });
    }
    const fifth = payment(from);
    expect(await book.reserve(fifth)).toEqual({ outcome: 'source_busy' });
    expect(await book.recall(fifth.messageHash)).toBeNull();
    const rows = await sql<{ hash: Uint8Array }[]>`
      SELECT message_hash AS hash FROM payments WHERE source = ${from.source} LIMIT 1`;
    await book.release(rows[0]?.hash ?? hash(''));
    expect(await book.reserve(fifth)).toMatchObject({ outcome: 'reserved', othersAtomic: 150_000n });
  });

  it('5.13 counts what others sign for a source neither among the payments of its owner nor as their amount', async () => {
    const owner = { payer: fresh('owner'), source: fresh('source') };
    for (let n = 0; n < 5; n += 1) {
      const forged = payment({ source: owner.source });
      expect(await book.reserve(forged)).toMatchObject({ outcome: 'reserved', othersAtomic: 0n });
    }
    expect(await book.reserve(payment(owner))).toMatchObject({ outcome: 'reserved', othersAtomic: 0n });
    expect(await book.reserve(payment(owner))).toMatchObject({ outcome: 'reserved', othersAtomic: 50_000n });
  });
});

describe('5.13 places and failures', () => {
  let own: TestDatabase;
  let shop: PaymentBook;
  beforeEach(async () => {
    own = await openTestDatabase();
    shop = openPaymentBook(own.database);
  });
  afterEach(() => own.stop());

  /** A source whose first payment settled so long ago; null: none did. */
  async function since(ago: string | null, earned = 20_000n): Promise<string> {
    const source = fresh('source');
    if (ago !== null)
      await own.database.sql`
        INSERT INTO payers (source, settled_at, earned) VALUES (${source}, now() - ${ago}::text::interval, ${earned})`;
    return source;
  }
  const young = '1 hour';
  const [here, there] = ['192.0.2.1', '198.51.100.1'];
  /** Enters as many unsettled payments as if they had been reserved. */
  async function crowd(standing: string, count: number, range = '192.0.2.0/24', state = 'reserved'): Promise<void> {
    const name = fresh('crowd');
    await own.database.sql`INSERT INTO payers (source) VALUES (${name})`;
    await own.database.sql`
      INSERT INTO payments (message_hash, header_hash, request_hash, version, secret, payer, source, amount, address, height_bound,
        standing, range, state, leased_until)
      SELECT sha256((${name}::text || n)::bytea), sha256('x'), sha256('x'), 2, true, ${name}, ${name}, 1, 'a', 1,
        ${standing}, ${range}, ${state}, now() + interval '1 hour' FROM generate_series(1, ${count}::int) AS n`;
  }
  const ask = async (source: string, address = here) => (await shop.reserve(payment({ source, address }))).outcome;
  /** What a payment comes to that is worked and about to be sent. */
  async function send(source: string, address = here) {
    const one = await work(shop, payment({ source, address }));
    return { one, outcome: await shop.sent(one.messageHash, null, WORK.answers) };
  }
  async function fail(source: string, spentLamports: bigint, address = here): Promise<void> {
    const { one, outcome } = await send(source, address);
    expect(outcome).toBe('sent');
    await shop.failed(one.messageHash, { spentLamports, blame: false });
  }

  it('count for a source by what it has settled and since when', async () => {
    const ages = [since(null), since('1 second'), since('29 days', 4_999_999n), since('1 day', 5_000_000n)];
    const sources = await Promise.all([...ages, since('30 days')]);
    for (const source of sources) expect(await ask(source)).toBe('reserved');
    const rows = await own.database.sql<{ source: string; standing: string; range: string }[]>`SELECT * FROM payments`;
    const standings = new Map(rows.map(({ source, standing }) => [source, standing]));
    expect(sources.map((source) => standings.get(source))).toEqual(['new', 'young', 'young', 'known', 'old']);
    expect(new Set(rows.map(({ range }) => range))).toEqual(new Set(['192.0.2.0/24']));
  });

  it('are known of a source from its first settled payment on, with what all of them earned', async () => {
    const source = fresh('source');
    for (const signature of [fresh('signature'), fresh('signature')]) {
      const one = await work(shop, payment({ source }), { earnedAtomic: 20_000n });
      await shop.sent(one.messageHash, signature, WORK.answers);
      expect(await shop.settled(one.messageHash, signature)).toBe('settled');
      expect(await shop.settled(one.messageHash, signature)).toBe('settled');
      await own.database.sql`UPDATE payers SET settled_at = settled_at - interval '2 hours'`;
    }
    const rows = await own.database.sql`SELECT settled_at < now() - interval '3 hours' AS known, earned FROM payers`;
    expect(rows[0]).toEqual({ known: true, earned: 40_000n });
  });

  it('of one range are four fifths of what its standing has, and leave room for the next range', async () => {
    await crowd('young', 204);
    const [one, other] = [await since(young), await since(young)];
    expect([await ask(one), await ask(other, there)]).toEqual(['all_busy', 'reserved']);
    await crowd('young', 40, '198.51.100.0/24');
    expect([await ask(other, there), await ask(other, '203.0.113.1')]).toEqual(['all_busy', 'reserved']);
    expect(await own.database.sql`SELECT FROM payments WHERE source = ${one}`).toHaveLength(0);
    await own.database.sql`UPDATE payments SET leased_until = now() - interval '1 second' WHERE state = 'reserved'`;
    await shop.releaseAbandoned();
    expect(await ask(one)).toBe('reserved');
  });

  it.each([
    ['new', 512],
    ['young', 256],
    ['old', 512],
    ['known', 512],
  ])('that %s sources fill are none of others', async (full, places) => {
    for (let range = 0; range < 8; range += 1) await crowd(full, places / 8, `10.0.${range}.0/24`);
    const sources = {
      new: since(null),
      young: since(young),
      old: since('90 days'),
      known: since('90 days', 5_000_000n),
    };
    for (const [standing, source] of Object.entries(sources))
      expect([standing, await ask(await source)]).toEqual([standing, standing === full ? 'all_busy' : 'reserved']);
  });

  it('are found behind others by sources whose payments were released again and again, for an hour', async () => {
    const source = await since('90 days');
    for (let n = 0; n < 4; n += 1) {
      const one = payment({ source });
      expect(await shop.reserve(one)).toMatchObject({ outcome: 'reserved' });
      await shop.release(one.messageHash);
    }
    // Its turn is the same while there is room: our own failures must not refuse a customer.
    const kept = payment({ source });
    expect(await shop.reserve(kept)).toMatchObject({ outcome: 'reserved' });
    for (let range = 0; range < 8; range += 1) await crowd('old', 32, `10.0.${range}.0/24`);
    expect([await ask(source), await ask(await since('90 days'))]).toEqual(['all_busy', 'reserved']);
    await own.database.sql`UPDATE payers SET released_since = now() - interval '61 minutes'`;
    expect(await ask(source)).toBe('reserved');
    await shop.release(kept.messageHash);
    const rows = await own.database.sql`SELECT released FROM payers WHERE source = ${source}`;
    expect(rows[0]).toEqual({ released: 1 });
  });

  it('count nothing that was not sent, however many payments are held', async () => {
    await crowd('new', 300);
    expect(await Promise.all(Array.from({ length: 40 }, () => send(fresh('new'))))).toEqual(
      Array.from({ length: 40 }, () => expect.objectContaining({ outcome: 'sent' })),
    );
  });

  it('are asked about where a payment is sent, with what is sent already', async () => {
    const { one } = await send(fresh('new'));
    await crowd('new', 318, '192.0.2.0/24', 'sent');
    const late = await send(fresh('new'));
    expect(late.outcome).toBe('sent');
    const full = await work(shop, payment({ source: fresh('new') }));
    expect(await shop.sent(full.messageHash, fresh('signature'), WORK.answers)).toBe('no_room');
    expect(await shop.recall(full.messageHash)).toMatchObject({ state: 'worked', leased: true });
    expect((await send(fresh('new'), there)).outcome).toBe('sent');
    expect((await send(await since(young))).outcome).toBe('sent');
    // What settles makes room at once.
    for (const { messageHash } of [one, late.one]) await shop.settled(messageHash, fresh('signature'));
    expect(await shop.sent(full.messageHash, fresh('signature'), WORK.answers)).toBe('sent');
  });

  it.each([
    ['new', null, 0n, 4_790_000n, '61 minutes'],
    ['young', '2 hours', 0n, 7_990_000n, '25 hours'],
    ['old', '40 days', 0n, 6_390_000n, '25 hours'],
    ['known', '41 days', 5_000_000n, 9_590_000n, '25 hours'],
  ])(
    'pause %s sources of a range before any work, until the failures are old',
    async (_, ago, earned, lamports, old) => {
      const others = [null, '2 hours', '40 days'].filter((other) => other !== ago);
      const alike = () => since(ago, earned);
      await fail(await alike(), lamports);
      expect([await ask(await alike()), await ask(await alike(), there)]).toEqual(['sources_paused', 'reserved']);
      for (const other of others) expect(await ask(await since(other))).toBe('reserved');
      expect(await own.database.sql`SELECT FROM payers WHERE settled_at IS NULL`).toHaveLength(ago === null ? 2 : 1);
      await own.database.sql`UPDATE payments SET closed_at = now() - ${old}::text::interval WHERE state = 'failed'`;
      expect(await ask(await alike())).toBe('reserved');
    },
  );

  it('of a day stay below what pauses everybody, whoever fails', async () => {
    const days = [
      ['new', null, 0n, 11_990_000n],
      ['young', '2 hours', 0n, 9_990_000n],
      ['old', '40 days', 0n, 7_990_000n],
      ['known', '40 days', 5_000_000n, 11_990_000n],
    ] as const;
    for (const [standing, ago, earned, lamports] of days) {
      await crowd(standing, 1, 'elsewhere', 'sent');
      await own.database.sql`
        UPDATE payments SET state = 'failed', spent_lamports = ${lamports}, closed_at = now() - interval '2 hours'
        WHERE standing = ${standing}`;
      expect(await ask(await since(ago, earned))).toBe('sources_paused');
    }
    expect(await shop.failedSpendLamports()).toBeLessThan(FAILED_SPEND_LAMPORTS_MAX);
  });
});

describe('5.13 two failed settlements', () => {
  it('within an hour send the source to prepaid credit for 24 hours', async () => {
    const [first, second] = [payment(), payment()];
    const source = first.source;
    for (const one of [first, { ...second, source }]) {
      await work(book, one);
      expect(await book.failed(one.messageHash, { spentLamports: 10_000n, blame: true })).toBe(true);
    }
    const refused = await book.reserve(payment({ source }));
    expect(refused).toMatchObject({ outcome: 'source_prepaid' });
    if (refused.outcome !== 'source_prepaid') return;
    expect(Math.abs(refused.untilSeconds - 86_400)).toBeLessThan(hangMs(10_000) / 1_000);
    expect(await book.reserve(first)).toMatchObject({ outcome: 'known', record: { state: 'failed' } });
    await sql`UPDATE payers SET prepaid_until = now() WHERE source = ${source}`;
    expect(await book.reserve(payment({ source }))).toMatchObject({ outcome: 'reserved' });
  });

  it("more than an hour apart, or not the payer's doing, do not", async () => {
    const source = fresh('source');
    const fail = async (blame: boolean) => {
      const one = await work(book, payment({ source }));
      expect(await book.failed(one.messageHash, { spentLamports: 0n, blame })).toBe(true);
    };
    await fail(true);
    await fail(false);
    await sql`UPDATE payers SET failed_at = now() - interval '61 minutes' WHERE source = ${source}`;
    await fail(true);
    expect(await book.reserve(payment({ source }))).toMatchObject({ outcome: 'reserved' });
    const rows = await sql`SELECT failures FROM payers WHERE source = ${source}`;
    expect(rows[0]).toEqual({ failures: 1 });
  });
});

describe('5.11 the way of a payment', () => {
  it('reserved, worked, sent, settled: earned once, answers kept', async () => {
    const reservation = await work(book);
    const { messageHash } = reservation;
    expect(await book.recall(messageHash)).toMatchObject({ state: 'worked', ...WORK });
    const signature = fresh('signature');
    expect(await book.sent(messageHash, signature, WORK.answers)).toBe('sent');
    expect(await book.recall(messageHash)).toMatchObject({ state: 'sent', signature, leased: true });
    expect(await moved(sql, `x402:${hex(messageHash)}`)).toEqual([]);
    expect(await book.settled(messageHash, signature)).toBe('settled');
    expect(await book.settled(messageHash, signature)).toBe('settled');
    expect(await book.settled(messageHash, fresh('signature'))).toBe('lost');
    expect(await book.recall(messageHash)).toMatchObject({
      state: 'settled',
      ...WORK,
      leased: false,
      closedSecondsAgo: 0,
    });
    expect(await moved(sql, `x402:${hex(messageHash)}`)).toEqual(['chain > revenue 50000']);
  });

  it('a signature that is not known before sending is entered when the payment settles', async () => {
    const { messageHash } = await work(book);
    expect(await book.sent(messageHash, null, WORK.answers)).toBe('sent');
    const signature = fresh('signature');
    expect(await book.settled(messageHash, signature)).toBe('settled');
    const rows = await sql`SELECT role FROM chain_signatures WHERE signature = ${signature}`;
    expect(rows[0]).toEqual({ role: 'x402' });
  });

  it('no step is taken twice, out of turn, or for a payment that is not there', async () => {
    const nothing = hash(fresh('nothing'));
    const { messageHash } = payment();
    for (const one of [nothing, messageHash]) {
      expect(await book.worked(one, WORK)).toBe(false);
      expect(await book.sent(one, fresh('signature'), WORK.answers)).toBe('lost');
      expect(await book.settled(one, fresh('signature'))).toBe('lost');
      expect(await book.failed(one, SETTLED)).toBe(false);
      expect(await book.release(one)).toBe(false);
      expect(await book.takeOver(one)).toBe(false);
      expect(await book.creditChange(one)).toBe(false);
    }
    const reserved = payment();
    await book.reserve(reserved);
    expect(await book.sent(reserved.messageHash, null, WORK.answers)).toBe('lost');
    expect(await book.settled(reserved.messageHash, fresh('signature'))).toBe('lost');
    const worked = await work(book);
    expect(await book.worked(worked.messageHash, WORK)).toBe(false);
    expect(await book.settled(worked.messageHash, fresh('signature'))).toBe('lost');
    await book.sent(worked.messageHash, null, WORK.answers);
    expect(await book.sent(worked.messageHash, null, WORK.answers)).toBe('lost');
    expect(await book.release(worked.messageHash)).toBe(false);
    await book.settled(worked.messageHash, fresh('signature'));
    expect(await book.failed(worked.messageHash, SETTLED)).toBe(false);
  });

  it('a burnt message stays burnt, and settles only when it landed after all', async () => {
    const { messageHash, ...rest } = await work(book);
    const signature = fresh('signature');
    await book.sent(messageHash, signature, WORK.answers);
    expect(await book.failed(messageHash, { spentLamports: 15_000n, blame: false })).toBe(true);
    expect(await book.failed(messageHash, SETTLED)).toBe(false);
    expect(await book.reserve({ messageHash, ...rest })).toMatchObject({
      outcome: 'known',
      record: { state: 'failed' },
    });
    expect(await book.settled(messageHash, signature)).toBe('settled');
    expect(await book.recall(messageHash)).toMatchObject({ state: 'settled', answers: WORK.answers });
    expect(await moved(sql, `x402:${hex(messageHash)}`)).toEqual(['chain > revenue 50000']);
  });

  it('a late settlement leaves the identifier to the payment that took it meanwhile', async () => {
    const first = await work(book, payment({ identifier: fresh('identifier') }));
    const { payer, identifier } = first;
    await book.sent(first.messageHash, null, WORK.answers);
    await book.failed(first.messageHash, SETTLED);
    const second = await settle(book, payment({ payer, identifier }));
    expect(await book.settled(first.messageHash, fresh('signature'))).toBe('settled');
    expect(await book.recall(first.messageHash)).toMatchObject({ state: 'settled', identifier: null });
    expect(await book.recall(second.messageHash)).toMatchObject({ state: 'settled', identifier });
  });

  it('a payment that failed before anything was earned never settles', async () => {
    const reserved = payment();
    await book.reserve(reserved);
    await book.failed(reserved.messageHash, SETTLED);
    expect(await book.settled(reserved.messageHash, fresh('signature'))).toBe('lost');
  });

  it('nothing is earned beyond the amount, and never nothing', async () => {
    const reserved = payment();
    await book.reserve(reserved);
    for (const earnedAtomic of [0n, 50_001n]) {
      await expect(book.worked(reserved.messageHash, { ...WORK, earnedAtomic })).rejects.toThrow(/payments_earned/);
    }
  });
});

describe('leases', () => {
  it('whoever holds none changes nothing, and one who takes over goes on', async () => {
    const reserved = payment();
    const { messageHash } = reserved;
    await book.reserve(reserved);
    expect(await book.takeOver(messageHash)).toBe(false);
    await lapsePayments(sql, messageHash);
    await book.renew(messageHash);
    expect(await book.recall(messageHash)).toMatchObject({ leased: false });
    expect(await book.worked(messageHash, WORK)).toBe(false);
    expect(await book.release(messageHash)).toBe(false);
    expect(await book.failed(messageHash, SETTLED)).toBe(false);
    expect(await book.takeOver(messageHash)).toBe(true);
    expect(await book.takeOver(messageHash)).toBe(false);
    expect(await book.worked(messageHash, WORK)).toBe(true);
    await lapsePayments(sql, messageHash);
    expect(await book.sent(messageHash, null, WORK.answers)).toBe('lost');
  });

  it('a renewal starts the lease anew', async () => {
    const { messageHash } = await work(book);
    await sql`UPDATE payments SET leased_until = now() + interval '5 seconds' WHERE message_hash = ${messageHash}`;
    await book.renew(messageHash);
    const rows = await sql`
      SELECT leased_until > now() + interval '50 seconds' AS renewed FROM payments WHERE message_hash = ${messageHash}`;
    expect(rows[0]).toEqual({ renewed: true });
  });

  it('what is on chain is stated without a lease', async () => {
    const { messageHash } = await work(book);
    await book.sent(messageHash, null, WORK.answers);
    await lapsePayments(sql, messageHash);
    expect(await book.settled(messageHash, fresh('signature'))).toBe('settled');
  });

  it('what was worked and put off is kept for a minute for who takes it over, unless its payer pays anew', async () => {
    const [kept, taken] = [await work(book), await work(book)];
    const left = await work(book, payment({ identifier: fresh('identifier') }));
    for (const one of [kept, taken, left]) expect(await book.putOff(one.messageHash)).toBe(true);
    expect([await book.putOff(kept.messageHash), await book.putOff(payment().messageHash)]).toEqual([false, false]);
    await book.releaseAbandoned();
    expect(await book.recall(kept.messageHash)).toMatchObject({
      state: 'worked',
      answers: WORK.answers,
      leased: false,
    });
    expect(await book.takeOver(taken.messageHash)).toBe(true);
    const { payer, source, identifier } = left;
    expect(await book.reserve(payment({ payer, source, identifier }))).toMatchObject({
      outcome: 'reserved',
      othersAtomic: 0n,
    });
    expect(await book.recall(left.messageHash)).toMatchObject({ state: 'released' });
    await sql`UPDATE payments SET leased_until = leased_until - interval '1 minute'`;
    await book.releaseAbandoned();
    expect([await book.recall(kept.messageHash), await book.recall(taken.messageHash)]).toMatchObject([
      { state: 'released', answers: null },
      { state: 'worked' },
    ]);
  });

  it('payments that may have reached the chain are found, oldest first; the others are released', async () => {
    const [old, young, reserved, done, busy] = await Promise.all([
      work(book),
      work(book),
      payment(),
      work(book),
      work(book),
    ]);
    await book.reserve(reserved);
    for (const one of [old, young, busy]) await book.sent(one.messageHash, null, WORK.answers);
    await sql`UPDATE payments SET created_at = now() - interval '1 minute' WHERE message_hash = ${old.messageHash}`;
    for (const one of [old, young, reserved, done]) await lapsePayments(sql, one.messageHash);
    const hashes = (await book.unresolved(100)).map((record) => hex(record.messageHash));
    expect(hashes).toContain(hex(young.messageHash));
    expect(hashes[0]).toBe(hex(old.messageHash));
    expect(hashes).not.toContain(hex(busy.messageHash));
    expect(await book.unresolved(1)).toHaveLength(1);
    expect(await book.releaseAbandoned()).toBe(2);
    expect(await book.releaseAbandoned()).toBe(0);
    for (const one of [reserved, done]) {
      expect(await book.recall(one.messageHash)).toMatchObject({ state: 'released', answers: null });
    }
    expect(await book.recall(old.messageHash)).toMatchObject({ state: 'sent', answers: WORK.answers });
  });
});

describe('5.10 on-chain signatures', () => {
  it('5.10 a signature credited by claim cannot be settled by x402 and the reverse', async () => {
    const claims = openClaimBook(test.database);
    const credit = transfer();
    await claims.credit(credit);
    const early = await work(book);
    expect(await book.sent(early.messageHash, credit.signature, WORK.answers)).toBe('taken');
    expect(await book.recall(early.messageHash)).toMatchObject({ state: 'worked', signature: null });
    expect(await book.sent(early.messageHash, null, WORK.answers)).toBe('sent');
    expect(await book.settled(early.messageHash, credit.signature)).toBe('taken');
    expect(await book.recall(early.messageHash)).toMatchObject({ state: 'sent', signature: null });
    expect(await moved(sql, `x402:${hex(early.messageHash)}`)).toEqual([]);

    const { signature } = await settle(book);
    expect(await claims.credit(transfer({ signature }))).toEqual({ outcome: 'taken' });
    expect(await claims.recall(transfer({ signature }))).toEqual({ outcome: 'taken' });
    expect(await moved(sql, `claim:${signature}`)).toEqual([]);
  });

  it('5.10 a signature pays for one message', async () => {
    const { signature } = await settle(book);
    const other = await work(book);
    expect(await book.sent(other.messageHash, signature, WORK.answers)).toBe('taken');
    await book.sent(other.messageHash, null, WORK.answers);
    expect(await book.settled(other.messageHash, signature)).toBe('taken');
  });

  it('5.10 a signature that was sent is taken for a claim before it lands', async () => {
    const { messageHash } = await work(book);
    const signature = fresh('signature');
    await book.sent(messageHash, signature, WORK.answers);
    expect(await openClaimBook(test.database).credit(transfer({ signature }))).toEqual({ outcome: 'taken' });
  });
});

describe('5.14 change', () => {
  it('goes to the key that was sent along, once, and not before the payment settled', async () => {
    const claims = openClaimBook(test.database);
    const opened = await claims.credit(transfer({ amountAtomic: 1_000_000n }));
    const apiKey = opened.outcome === 'credited' ? (opened.apiKey ?? '') : '';
    const due = { earnedAtomic: 30_000n, changeKeyHash: hash(apiKey) };
    const { messageHash } = await work(book, payment(), due);
    expect(await book.creditChange(messageHash)).toBe(false);
    const signature = fresh('signature');
    await book.sent(messageHash, signature, WORK.answers);
    await book.settled(messageHash, signature);
    expect(await book.changeDue(10)).toEqual([{ messageHash, signature }]);
    expect(await book.creditChange(messageHash)).toBe(true);
    expect(await book.creditChange(messageHash)).toBe(false);
    expect(await book.changeDue(10)).toEqual([]);
    expect(await moved(sql, `x402:${hex(messageHash)}`)).toEqual(['chain > revenue 30000']);
    expect(await moved(sql, `change:${hex(messageHash)}`)).toEqual(['chain > customer 20000']);
    expect(await claims.credit(transfer({ apiKey, amountAtomic: 1n }))).toMatchObject({ balanceAtomic: 1_020_001n });
  });

  it('opens an account for a key that is not there yet, and adds to that later', async () => {
    const apiKey = fresh('assay');
    for (const balance of [20_000n, 40_000n]) {
      const { messageHash } = await settle(book, payment(), { earnedAtomic: 30_000n, changeKeyHash: hash(apiKey) });
      expect(await book.creditChange(messageHash)).toBe(true);
      const rows = await sql`
        SELECT balance, presented_at FROM accounts JOIN api_keys ON account_id = id WHERE hash = ${hash(apiKey)}`;
      expect(rows).toEqual([{ balance, presented_at: null }]);
    }
  });

  it('reaches the account of a key that was revoked meanwhile, and brings no new key about', async () => {
    const claims = openClaimBook(test.database);
    const request = transfer();
    const opened = await claims.credit(request);
    const apiKey = opened.outcome === 'credited' ? (opened.apiKey ?? '') : '';
    const change = { earnedAtomic: 1n, changeKeyHash: hash(apiKey) };
    const { messageHash } = await settle(book, payment(), change);
    expect(await revoke(sql, { apiKey }, true)).toHaveProperty('apiKey');
    expect(await book.creditChange(messageHash)).toBe(true);
    expect(await claims.recall(request)).not.toHaveProperty('apiKey');
    const rows = await sql`
      SELECT balance FROM accounts JOIN api_keys ON account_id = id WHERE hash = ${hash(apiKey)}`;
    expect(rows).toEqual([{ balance: 5_049_999n }]);
  });

  it('is none where all was earned, or where the payment was released', async () => {
    const { messageHash } = await settle(book, payment(), { changeKeyHash: hash('key') });
    expect(await book.recall(messageHash)).toMatchObject({ changeKeyHash: null });
    expect(await book.creditChange(messageHash)).toBe(false);
    const released = await work(book, payment(), { earnedAtomic: 1n, changeKeyHash: hash('key') });
    await book.release(released.messageHash);
    expect(await book.creditChange(released.messageHash)).toBe(false);
    expect(await book.changeDue(10)).toEqual([]);
  });
});

describe('retention', () => {
  it('5.11 what was never used is deleted a day after its release, and nothing that was sent, settled or burnt', async () => {
    const unused = await work(book);
    const young = await work(book);
    for (const one of [unused, young]) expect(await book.release(one.messageHash)).toBe(true);
    const [done, burnt, open, sent] = [await settle(book), await work(book), await work(book), await work(book)];
    await book.failed(burnt.messageHash, SETTLED);
    await book.sent(sent.messageHash, null, WORK.answers);
    for (const one of [unused, done, burnt, open, sent]) {
      await sql`
        UPDATE payments SET created_at = now() - interval '25 hours', closed_at = closed_at - interval '25 hours'
        WHERE message_hash = ${one.messageHash}`;
    }
    expect(await book.forgetUnused()).toBe(1);
    expect(await book.recall(unused.messageHash)).toBeNull();
    expect(await book.reserve(unused)).toMatchObject({ outcome: 'reserved' });
    for (const one of [young, done, burnt, open, sent]) expect(await book.recall(one.messageHash)).not.toBeNull();
    for (const one of [done, burnt, open, sent]) expect(await book.reserve(one)).toMatchObject({ outcome: 'known' });
    await book.forgetOldAnswers();
  });

  it('5.11 with what was never used goes its payer, unless something else is known of that one', async () => {
    const payers = async () => (await sql<{ source: string }[]>`SELECT source FROM payers`).map(({ source }) => source);
    const alone = await work(book, payment({ source: 'alone' }));
    const blamed = await work(book, payment({ source: 'blamed' }));
    const busy = await work(book, payment({ source: 'busy' }));
    await work(book, payment({ source: 'busy' }));
    for (const one of [alone, blamed, busy]) expect(await book.release(one.messageHash)).toBe(true);
    await sql`UPDATE payers SET failures = 1, failed_at = now() WHERE source = 'blamed'`;
    await sql`UPDATE payments SET closed_at = now() - interval '25 hours' WHERE state = 'released'`;
    await book.forgetUnused();
    const left = await payers();
    expect(left).not.toContain('alone');
    expect(left).toEqual(expect.arrayContaining(['blamed', 'busy']));
  });

  it('5.13 a refusal leaves nothing of its payer', async () => {
    const named = payment({ identifier: 'mine', requestHash: hash('asked') });
    await work(book, named);
    const other = payment({ identifier: 'mine', payer: named.payer, source: 'other', requestHash: hash('other') });
    expect(await book.reserve(other)).toMatchObject({ outcome: 'identifier_differs' });
    expect(await sql`SELECT FROM payers WHERE source = 'other'`).toHaveLength(0);
  });

  it('5.11 is swept by several replicas at once, while the same payments run again', async () => {
    const drafts = Array.from({ length: 40 }, () => payment());
    // New ones would pause each other.
    for (const { source } of drafts)
      await sql`INSERT INTO payers (source, settled_at) VALUES (${source}, now() - interval '31 days')`;
    const many = await Promise.all(drafts.map((one) => work(book, one)));
    for (const one of many) await book.release(one.messageHash);
    await sql`UPDATE payments SET closed_at = now() - interval '25 hours' WHERE state = 'released'`;
    const again = many.slice(0, 20);
    const [reserved, ...swept] = await Promise.all([
      Promise.all(again.map((one) => book.reserve(one))),
      book.forgetUnused(),
      book.forgetUnused(),
    ]);
    expect(new Set(reserved.map(({ outcome }) => outcome))).toEqual(new Set(['reserved']));
    expect(swept[0] + swept[1]).toBeGreaterThanOrEqual(20);
    for (const one of again) expect(await book.recall(one.messageHash)).toMatchObject({ state: 'reserved' });
    for (const one of many.slice(20)) expect(await book.recall(one.messageHash)).toBeNull();
  });

  it('5.3 answers are deleted after 24 hours, the rows never', async () => {
    const [old, young, burnt, open] = [await settle(book), await settle(book), await work(book), await work(book)];
    await book.failed(burnt.messageHash, SETTLED);
    for (const one of [old, burnt, open]) {
      await sql`UPDATE payments SET created_at = now() - interval '25 hours' WHERE message_hash = ${one.messageHash}`;
    }
    expect(await book.forgetOldAnswers()).toBe(2);
    expect(await book.forgetOldAnswers()).toBe(0);
    expect(await book.recall(old.messageHash)).toMatchObject({
      state: 'settled',
      answers: null,
      earnedAtomic: 50_000n,
    });
    expect(await book.recall(burnt.messageHash)).toMatchObject({ state: 'failed', answers: null });
    for (const one of [young, open]) {
      expect(await book.recall(one.messageHash)).toMatchObject({ answers: WORK.answers });
    }
    expect(await book.reserve(old)).toMatchObject({ outcome: 'known' });
  });

  it('5.13 what failed settlements cost is summed over 24 hours, and what was sent may cost', async () => {
    const before = await book.failedSpendLamports();
    const [recent, old, landed] = [await work(book), await work(book), await work(book)];
    for (const one of [recent, old, landed]) {
      await book.sent(one.messageHash, null, WORK.answers);
      await book.failed(one.messageHash, { spentLamports: 10_000n, blame: false });
    }
    await sql`UPDATE payments SET closed_at = now() - interval '25 hours' WHERE message_hash = ${old.messageHash}`;
    await book.settled(landed.messageHash, fresh('signature'));
    expect((await book.failedSpendLamports()) - before).toBe(10_000n);
    const open = await work(book);
    await book.sent(open.messageHash, null, WORK.answers);
    expect((await book.failedSpendLamports()) - before).toBe(25_000n);
  });
});

it('a database that is gone is the fault not_ready', async () => {
  const own = await openTestDatabase();
  const gone = openPaymentBook(own.database);
  const claims = openClaimBook(own.database);
  await own.stop();
  const calls = [gone.reserve(payment()), gone.settled(hash('x'), 'x'), gone.recall(hash('x')), gone.unresolved(1)];
  for (const call of [...calls, claims.credit(transfer()), claims.recall(transfer())]) {
    await expect(call).rejects.toMatchObject({ code: 'not_ready' });
  }
});
