import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FreeCallBook } from '#ledger/free-calls.ts';
import { openFreeCallBook } from '#ledger/free-calls.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { Fault } from '#lib/fault.ts';
import type { Bill, Credentials, Served, Worked } from '#payments/bill.ts';
import type { RunningBilling } from '#payments/billing/deps.ts';
import { FREE_RPC_CALLS_MAX, NETWORK_RPC_CALLS_MAX } from '#payments/billing/free-tier.ts';
import { UNPAID_CALLS_MAX, WIDER_TIMES } from '#payments/billing/unpaid-work.ts';
import { clean } from '../ledger/fixture.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { billingAt, billOf, KEY, PRICE, paidBy, promised, Town } from './billing-town.ts';

let test: TestDatabase;
let second: Database;
let books: readonly [FreeCallBook, FreeCallBook];
beforeAll(async () => {
  test = await openTestDatabase();
  second = await openDatabase({ url: test.url });
  books = [openFreeCallBook(test.database), openFreeCallBook(second)];
});
afterEach(async () => {
  await test.database.sql`DELETE FROM free_work`;
});
afterAll(async () => {
  expect(await openLedger(test.database).audit()).toEqual(clean);
  await second.stop();
  await test.stop();
});

let networks = 0;

/** The beginning of an IPv4 network that no other test calls from. */
function newNetwork(): string {
  networks += 1;
  return `10.0.${networks}`;
}

/** Billing that gives 5 free calls a day, and a caller at an address that nobody used before. */
class Visit {
  readonly town = new Town();
  readonly address = `${newNetwork()}.1`;
  readonly billing: RunningBilling;

  constructor(perDay = 5, options: Parameters<Town['billing']>[0] = {}) {
    this.billing = this.town.billing({ freeCalls: { book: books[0], perDay }, ...options });
  }

  bill(names: readonly string[], credentials: Partial<Credentials> = {}): Bill {
    return billOf(names, { freeCalls: true, address: this.address, ...credentials });
  }

  async ask(names: readonly string[], credentials: Partial<Credentials> = {}): Promise<Served<Worked>> {
    return await this.billing.serve(this.bill(names, credentials), this.town.work);
  }

  /** The refusal of a call. */
  async refused(names: readonly string[], credentials: Partial<Credentials> = {}): Promise<Fault> {
    const error = await this.ask(names, credentials).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Fault)) throw new Error(`no fault but ${String(error)}`);
    return error;
  }

  async left(address = this.address): Promise<number> {
    return (await this.billing.freeCalls(address)).remaining;
  }
}

describe('5.16 the free tier', () => {
  it('serves who has neither key nor payment, counts down, and stores nothing', async () => {
    const visit = new Visit();
    for (const freeRemaining of [4, 3, 2, 1, 0]) {
      const served = await visit.ask(['a']);
      expect(billingAt(served)).toEqual({ route: 'free', chargedAtomic: 0n, freeRemaining, replayed: false });
      expect(served).toMatchObject({ receipt: null, change: null, lines: [{ answer: { body: '{"of":"a"}' } }] });
      expect(served.lines[0]).not.toHaveProperty('holdId');
    }
    expect([visit.town.works, visit.town.books.asked.length, visit.town.payments.rows.size]).toEqual([5, 0, 0]);
  });

  it('then asks for payment, says how many are left and when they come again, and does no work', async () => {
    const visit = new Visit();
    await visit.ask(['a', 'b', 'c']);
    const { resetsAt } = await visit.billing.freeCalls(visit.address);
    const at = resetsAt.toISOString().replace('.000Z', 'Z');
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    const fault = await visit.refused(['a', 'b', 'c']);
    expect(fault).toMatchObject({
      code: 'payment_required',
      status: 402,
      message: `2 of 5 free calls are left today, and 3 are asked for at once. Free calls come again at ${at}; with an API key or a payment per call it goes on at once.`,
      extra: { priceAtomic: 3n * PRICE, freeCalls: { limit: 5, remaining: 2, resetsAt } },
    });
    await visit.ask(['a', 'b']);
    expect((await visit.refused(['a'])).message).toMatch(/^0 of 5 free calls are left today, and one is asked for\. /);
    expect(visit.town.works).toBe(5);
  });

  it('takes nothing for a batch that it does not cover', async () => {
    const visit = new Visit();
    await visit.refused(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await visit.left()).toBe(5);
    const served = await visit.ask(['a', 'b', 'c', 'd', 'e']);
    expect(served.lines.map((_, n) => billingAt(served, n).freeRemaining)).toEqual([0, 0, 0, 0, 0]);
  });

  it('counts an attempt whatever comes of it', async () => {
    const visit = new Visit();
    const served = await visit.ask(['free', 'bad', 'a']);
    expect(billingAt(served)).toMatchObject({ route: 'free', freeRemaining: 2 });
    expect(served.lines[1]).toMatchObject({ failure: { message: 'broken: bad' } });
    expect(billingAt(served, 2)).toMatchObject({ route: 'free', freeRemaining: 2 });
    expect(await visit.left()).toBe(2);
  });

  it('counts again what is asked again, under an identifier too: nobody can prove whose it is', async () => {
    const visit = new Visit();
    await visit.ask(['a'], { idempotencyKey: 'mine' });
    await visit.ask(['a'], { idempotencyKey: 'mine' });
    await visit.ask(['b'], { idempotencyKey: 'mine' });
    expect([visit.town.works, await visit.left()]).toEqual([3, 2]);
  });

  it('tells of each line as soon as it is worked', async () => {
    const visit = new Visit();
    const slow = promised<void>();
    const told: (string | number)[] = [];
    const first = promised<void>();
    const progress = {
      reserved: () => void told.push('reserved'),
      served: (n: number) => {
        told.push(n);
        first.keep();
      },
    };
    const serving = visit.billing.serve(
      visit.bill(['slow', 'quick']),
      async (line) => {
        if (line.subject === 'slow') await slow.promise;
        return await visit.town.work(line);
      },
      progress,
    );
    await first.promise;
    expect(told).toEqual(['reserved', 1]);
    slow.keep();
    await serving;
    expect(told).toEqual(['reserved', 1, 0]);
  });

  it('says where payment per call is off that a key goes on', async () => {
    const visit = new Visit(1, { enabled: false });
    await visit.ask(['a']);
    expect((await visit.refused(['a'])).message).toMatch(/; with an API key it goes on at once\.$/);
  });

  it('answers not_ready and does no work while the database is away', async () => {
    const gone = await openDatabase({ url: test.url });
    const visit = new Visit(5, { freeCalls: { book: openFreeCallBook(gone), perDay: 5 } });
    await gone.stop();
    expect(await visit.refused(['a'])).toMatchObject({ code: 'not_ready', status: 503 });
    expect(visit.town.works).toBe(0);
  });
});

describe('5.4 free calls are for nobody else', () => {
  it('not for an unknown key, a balance too small, or a payment that is refused', async () => {
    const visit = new Visit();
    expect(await visit.refused(['a'], { apiKey: 'assay_x' })).toMatchObject({ code: 'api_key_unknown' });
    visit.town.books.balance = 1n;
    expect(await visit.refused(['a'], { apiKey: KEY })).toMatchObject({ code: 'insufficient_balance' });
    const rubbish = { payment: { version: 2, value: 'rubbish' } } as const;
    expect(await visit.refused(['a'], rubbish)).toMatchObject({ code: 'payment_malformed' });
    const cheap = paidBy(visit.town.wallet.sign(PRICE - 1n));
    expect(await visit.refused(['a'], cheap)).toMatchObject({ code: 'payment_invalid' });
    expect([visit.town.works, await visit.left()]).toEqual([0, 5]);
  });

  it('not for a payment where payment per call is switched off', async () => {
    const visit = new Visit(5, { enabled: false });
    const fault = await visit.refused(['a'], paidBy(visit.town.wallet.sign(PRICE)));
    expect(fault).toMatchObject({ code: 'payment_required' });
    expect(fault.extra).not.toHaveProperty('freeCalls');
  });

  it('and a key or a payment that pays uses none', async () => {
    const visit = new Visit();
    expect(billingAt(await visit.ask(['a'], { apiKey: KEY }))).toMatchObject({ route: 'credit' });
    expect(billingAt(await visit.ask(['a'], paidBy(visit.town.wallet.sign(PRICE))))).toMatchObject({ route: 'x402' });
    expect(await visit.left()).toBe(5);
  });

  it('not for callers of a transport that gives none, nor where there are none', async () => {
    const visit = new Visit();
    const asked = visit.billing.serve(billOf(['a'], { address: visit.address }), visit.town.work);
    await expect(asked).rejects.toMatchObject({ code: 'payment_required', extra: { priceAtomic: PRICE } });
    for (const none of [new Visit(0), new Visit(0, { freeCalls: undefined })]) {
      const fault = await none.refused(['a']);
      expect(fault).toMatchObject({ code: 'payment_required', extra: { priceAtomic: PRICE } });
      expect(fault.extra).not.toHaveProperty('freeCalls');
      const today = await none.billing.freeCalls(none.address);
      expect(today).toMatchObject({ limit: 0, remaining: 0 });
      expect(today.resetsAt.getTime() % 86_400_000).toBe(0);
      expect(today.resetsAt.getTime()).toBeGreaterThan(Date.now());
    }
  });
});

describe('5.16 whose free calls they are', () => {
  it('a caller is one over IPv4, mapped, by 6to4 and by NAT64', async () => {
    const visit = new Visit();
    const forms = ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', '2002:c000:201:5::9', '64:ff9b::c000:201'];
    for (const address of forms) await visit.ask(['a'], { address });
    for (const address of forms) expect(await visit.left(address)).toBe(0);
    expect(await visit.left('64:ff9b::c000:202')).toBe(5);
  });

  it('those of a /64 are shared, and the next /64 has its own', async () => {
    const visit = new Visit();
    await visit.ask(['a', 'b'], { address: '2001:db8:1:2::1' });
    await visit.ask(['a', 'b'], { address: '2001:db8:1:2:ffff::9' });
    expect(await visit.left('2001:db8:1:2:3:4:5:6')).toBe(1);
    expect(await visit.left('2001:db8:1:3::1')).toBe(5);
  });

  it.each([
    ['/48', (n: number) => `2001:db8:ffff:${n.toString(16)}::1`, '2001:db8:fffe::1'],
    ['/24', (n: number) => `198.51.100.${n}`, '198.51.101.1'],
  ])('a %s has those of twenty callers', async (_, neighbour, stranger) => {
    const visit = new Visit();
    const five = ['a', 'b', 'c', 'd', 'e'];
    for (let n = 0; n < WIDER_TIMES - 1; n += 1) await visit.ask(five, { address: neighbour(n) });
    await visit.ask(['a', 'b'], { address: neighbour(100) });
    expect(await visit.left(neighbour(101))).toBe(3);
    const fault = await visit.refused(five, { address: neighbour(101) });
    expect(fault.message).toMatch(
      /^3 of 5 free calls are left today, and 5 are asked for at once\. Others of the same network used /,
    );
    expect(fault.extra.freeCalls).toMatchObject({ limit: 5, remaining: 3 });
    expect(billingAt(await visit.ask(['a', 'b', 'c'], { address: neighbour(101) }))).toMatchObject({
      freeRemaining: 0,
    });
    expect(await visit.left(neighbour(102))).toBe(0);
    expect(await visit.left(stranger)).toBe(5);
  });

  it.each([5, 37])('200 calls at once from one address at two replicas get exactly %i', async (perDay) => {
    const visit = new Visit(perDay);
    const other = visit.town.billing({ freeCalls: { book: books[1], perDay } });
    const asked = Array.from({ length: 200 }, (_, n) =>
      (n % 2 === 0 ? visit.billing : other).serve(visit.bill(['a']), visit.town.work),
    );
    const results = await Promise.allSettled(asked);
    const served = results.flatMap((result) => (result.status === 'fulfilled' ? [billingAt(result.value)] : []));
    const counts = served.map(({ freeRemaining }) => freeRemaining ?? -1).sort((one, two) => one - two);
    expect(counts).toEqual(Array.from({ length: perDay }, (_, n) => n));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'payment_required', extra: { freeCalls: { remaining: 0 } } });
    }
    expect([visit.town.works, refusals.length]).toEqual([perDay, 200 - perDay]);
  });
});

describe('5.16 what the free tier may cost a day', () => {
  it('is counted by what the work asked of the endpoints, failed work as well', async () => {
    const visit = new Visit();
    await visit.billing.serve({ ...visit.bill(['a', 'bad']), rpcCalls: () => 120 }, visit.town.work);
    await visit.billing.serve({ ...visit.bill(['a'], { apiKey: KEY }), rpcCalls: () => 999 }, visit.town.work);
    expect(await books[1].today(['-'])).toMatchObject({ rpcCalls: 120 });
  });

  it('ends free calls for everybody when it is used up, and paid ones go on', async () => {
    const visit = new Visit();
    await books[1].spend('elsewhere', FREE_RPC_CALLS_MAX - 1);
    expect(billingAt(await visit.ask(['a']))).toMatchObject({ route: 'free' });
    await books[1].spend('elsewhere', 1);
    const fault = await visit.refused(['a']);
    expect(fault.message).toMatch(/^Today's free budget of the service is used up\. Free calls come again at /);
    expect(fault.extra).toMatchObject({ priceAtomic: PRICE, freeCalls: { limit: 5, remaining: 0 } });
    expect(await visit.left()).toBe(0);
    expect(billingAt(await visit.ask(['a'], { apiKey: KEY }))).toMatchObject({ route: 'credit' });
  });

  it.each([
    ['/24', '198.18.7.1', '198.18.7.2', '198.18.8.1', '198.18.7.0/24'],
    ['/24 of a 6to4 network', '2002:c612:901::1', '198.18.9.2', '2002:c612:a01::1', '198.18.9.0/24'],
    ['/48', '2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:8:1::1', '2001:db8:7::/48'],
    ['caller that no network is around', '::1', '::1', '::2', '0:0:0:0:0:0:0:1'],
  ])('ends free calls of a %s when it cost its share, and all others go on', async (_, address, near, far, network) => {
    const visit = new Visit();
    const cost = (rpcCalls: number) =>
      visit.billing.serve({ ...visit.bill(['a'], { address }), rpcCalls: () => rpcCalls }, visit.town.work);
    await cost(NETWORK_RPC_CALLS_MAX - 1);
    await cost(1);
    expect(await books[1].today([network])).toMatchObject({ networkRpcCalls: [NETWORK_RPC_CALLS_MAX] });
    const fault = await visit.refused(['a'], { address: near });
    expect(fault).toMatchObject({ code: 'payment_required', extra: { freeCalls: { limit: 5, remaining: 0 } } });
    expect(fault.message).toMatch(
      /^Free checks from your network used up its share of today's free budget\. Free calls come again at /,
    );
    expect([await visit.left(address), await visit.left(near), visit.town.works]).toEqual([0, 0, 2]);
    expect(billingAt(await visit.ask(['a'], { address: far }))).toMatchObject({ route: 'free' });
    expect(billingAt(await visit.ask(['a'], { address, apiKey: KEY }))).toMatchObject({ route: 'credit' });
  });

  it('is twenty such shares', () => {
    expect(FREE_RPC_CALLS_MAX / NETWORK_RPC_CALLS_MAX).toBe(20);
  });

  it('that cannot be noted spoils no answer', async () => {
    const spend = async () => Promise.reject(new Fault('not_ready'));
    const visit = new Visit(5, { freeCalls: { book: { ...books[0], spend }, perDay: 5 } });
    const served = await visit.billing.serve({ ...visit.bill(['a']), rpcCalls: () => 3 }, visit.town.work);
    expect(billingAt(served)).toMatchObject({ route: 'free' });
    expect(visit.town.logged).toEqual(['what free calls cost could not be noted']);
  });

  it('is reported to operators, with what was served and refused', async () => {
    const visit = new Visit();
    await visit.billing.serve({ ...visit.bill(['a', 'b']), rpcCalls: () => 12 }, visit.town.work);
    await visit.refused(['a', 'b', 'c', 'd']);
    expect(visit.billing.freeTally).toEqual({ taken: 2, refused: 4, rpcCalls: 12 });
  });
});

describe('5.5 answers that a gap of ours decided', () => {
  it('beyond their budget are refused before they are counted, and all else goes on', async () => {
    const visit = new Visit(50);
    let made = 0;
    const ask = (names: readonly string[]) => {
      const bill = { ...visit.bill(names), rpcCalls: () => made };
      return visit.billing.serve(bill, async (line) => {
        made += UNPAID_CALLS_MAX;
        return await visit.town.work(line);
      });
    };
    await ask(['free']);
    await expect(ask(['free'])).rejects.toMatchObject({ code: 'too_many_free_answers', status: 429 });
    expect([visit.town.works, await visit.left()]).toEqual([1, 49]);
    expect(billingAt(await ask(['a']))).toMatchObject({ route: 'free', freeRemaining: 48 });
  });
});

it('the upkeep deletes free calls of past days', async () => {
  const { sql } = test.database;
  const visit = new Visit(5, { limits: { upkeepMs: 1, forgetMs: 0 } });
  await visit.ask(['a']);
  await sql`INSERT INTO free_calls VALUES (now() AT TIME ZONE 'UTC' - interval '1 day', 'yesterday', 3)`;
  visit.billing.start();
  while ((await sql`SELECT FROM free_calls WHERE network = 'yesterday'`).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await visit.billing.close();
  expect(await visit.left()).toBe(4);
});

describe('5.16 what free calls that are under way may cost', () => {
  /** Asks for so many wallets at once, each from another caller of a network, whose work waits; and one at last. */
  async function underWay(calls: number, addressOf: (n: number) => string, last: string) {
    const visit = new Visit(5);
    const gate = promised<void>();
    const began = Array.from({ length: calls }, () => promised<void>());
    const billFrom = (address: string): Bill => {
      const bill = visit.bill(['a'], { address });
      return { ...bill, lines: bill.lines.map((line) => ({ ...line, kind: 'wallet' })), rpcCalls: () => 7 };
    };
    const asked = began.map((begun, n) =>
      visit.billing.serve(billFrom(addressOf(n)), async (line) => {
        begun.keep();
        await gate.promise;
        return await visit.town.work(line);
      }),
    );
    await Promise.all(began.map(({ promise }) => promise));
    const refused = await visit.billing.serve(billFrom(last), visit.town.work).then(
      () => null,
      (error: unknown) => error,
    );
    gate.keep();
    await Promise.all(asked);
    return { visit, refused, again: () => visit.billing.serve(billFrom(last), visit.town.work) };
  }

  it('is kept of the share of its network: five wallets at once, and the next when they are done', async () => {
    const network = newNetwork();
    const { visit, refused, again } = await underWay(5, (n) => `${network}.${n}`, `${network}.99`);
    expect(refused).toMatchObject({ code: 'too_many_requests', extra: { retryAfterSeconds: 3 } });
    expect(await visit.left(`${network}.99`)).toBe(5);
    expect(billingAt(await again())).toMatchObject({ route: 'free', freeRemaining: 4 });
    expect((await books[1].today([`${network}.0/24`])).networkRpcCalls).toEqual([42]);
  });

  it('is kept of the budget of the day at the bounds of a check: twenty wallets at once, of whomever', async () => {
    await test.database.sql`DELETE FROM rate_windows`;
    const { refused, again } = await underWay(20, () => `${newNetwork()}.1`, `${newNetwork()}.1`);
    expect(refused).toMatchObject({ code: 'too_many_requests' });
    expect(billingAt(await again())).toMatchObject({ route: 'free' });
  });

  it('counts no more two minutes after a process was killed that kept it', async () => {
    const network = newNetwork();
    const reserve = { amount: NETWORK_RPC_CALLS_MAX, allAmount: 1 };
    const wider = { name: `${network}.0/24`, callsMax: 100, rpcCallsMax: NETWORK_RPC_CALLS_MAX };
    const request = { networks: [wider], calls: 1, rpcCallsMax: FREE_RPC_CALLS_MAX, reserve };
    expect(await books[0].take(request)).toMatchObject({ taken: true });
    expect(await books[1].take(request)).toMatchObject({ taken: false, busy: true });
    await test.database
      .sql`UPDATE rate_windows SET starts_at = starts_at - interval '2 minutes', ends_at = ends_at - interval '2 minutes'`;
    expect(await books[1].take(request)).toMatchObject({ taken: true });
  });

  it('never exceeds the budget by more than one bill, however many ask at once of two replicas', async () => {
    const network = newNetwork();
    const wider = { name: `${network}.0/24`, callsMax: 1_000, rpcCallsMax: 1_000 };
    const request = {
      networks: [wider],
      calls: 1,
      rpcCallsMax: FREE_RPC_CALLS_MAX,
      reserve: { amount: 90, allAmount: 1 },
    };
    const results = await Promise.all(Array.from({ length: 60 }, (_, n) => books[n % 2 === 0 ? 0 : 1].take(request)));
    expect(results.filter(({ taken }) => taken)).toHaveLength(12);
  });
});
