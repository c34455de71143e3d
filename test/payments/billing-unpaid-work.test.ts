import { describe, expect, it } from 'vitest';
import type { Credentials, Served, Worked } from '#payments/bill.ts';
import { UNPAID_CALLS_MAX } from '#payments/billing/unpaid-work.ts';
import { billingAt, billOf, KEY, PRICE, paidBy, Town } from './billing-town.ts';

const RETRY_MS = 60_000;
const refusal = { code: 'too_many_free_answers', status: 429, extra: { retryAfterSeconds: 60 } };

/** Billing that stays open over many calls, of which each line asks the endpoints so often. */
class Counter {
  readonly town = new Town();
  readonly #billing = this.town.billing();
  calls = UNPAID_CALLS_MAX;

  async ask(names: readonly string[], credentials: Partial<Credentials>): Promise<Served<Worked>> {
    let made = 0;
    const bill = { ...billOf(names, credentials), rpcCalls: () => made };
    return await this.#billing.serve(bill, async (line) => {
      made += this.calls;
      return await this.town.work(line);
    });
  }

  /** Pays per call. */
  async pay(names: readonly string[], address = '192.0.2.1'): Promise<Served<Worked>> {
    return await this.ask(names, { ...paidBy(this.town.wallet.sign(PRICE * BigInt(names.length))), address });
  }
}

describe('5.5 free answers', () => {
  it.each(['payment', 'key'])(
    'paid by %s, that used up their budget refuse what ended free, and nothing else',
    async (by) => {
      const counter = new Counter();
      const { town } = counter;
      const ask = (names: readonly string[]) =>
        by === 'key' ? counter.ask(names, { apiKey: KEY }) : counter.pay(names);
      expect(billingAt(await ask(['free'])).route).toBe('none');
      const { asked } = town.books;
      const before = [asked.length, town.payments.rows.size];
      await expect(ask(['free'])).rejects.toMatchObject(refusal);
      // Before any hold, reservation or work.
      expect([asked.length, town.payments.rows.size, town.works]).toEqual([...before, 1]);
      counter.calls = 1;
      expect(billingAt(await ask(['a'])).route).toBe(by === 'key' ? 'credit' : 'x402');
      expect(billingAt(await ask(['free other'])).route).toBe('none');
      town.nowMs += RETRY_MS;
      expect(billingAt(await ask(['free'])).route).toBe('none');
    },
  );

  it('of an address leave a key alone, and those of a key its address', async () => {
    const counter = new Counter();
    await counter.pay(['free']);
    expect(billingAt(await counter.ask(['free'], { apiKey: KEY })).route).toBe('none');
    // Who pays is one caller at every address.
    await expect(counter.pay(['free'])).rejects.toMatchObject(refusal);
    await expect(counter.pay(['free'], '198.51.100.9')).rejects.toMatchObject(refusal);
  });

  it('fail alone in a bill whose other lines are charged', async () => {
    const counter = new Counter();
    await counter.pay(['free']);
    const { lines, change } = await counter.pay(['free', 'a']);
    expect(lines[0]).toMatchObject({ failure: { code: 'too_many_free_answers' } });
    expect(lines[1]).toMatchObject({ billing: { route: 'x402', chargedAtomic: PRICE } });
    expect(change?.amountAtomic).toBe(PRICE);
  });

  it('of a bill that is paid for the most part use up no budget, from its first time on', async () => {
    const counter = new Counter();
    counter.town.books.balance = 100n * PRICE;
    const names = ['free', ...Array.from({ length: 30 }, (_, n) => `charged ${n}`)];
    await counter.ask(names, { apiKey: KEY });
    expect(billingAt(await counter.ask(['free'], { apiKey: KEY })).route).toBe('none');
  });

  it('do not stop the rest of a bill each time because they are its first lines', async () => {
    const counter = new Counter();
    counter.town.books.balance = 1_000n * PRICE;
    for (const name of ['free', 'free too']) await counter.ask([name], { apiKey: KEY });
    counter.calls = 1;
    const served = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      counter.town.nowMs += 2 * RETRY_MS;
      const names = ['free', 'free too', ...Array.from({ length: 20 }, (_, n) => `${round} ${n}`)];
      const { lines } = await counter.ask(names, { apiKey: KEY });
      for (const line of lines) if ('billing' in line) served.add(line.billing.route);
    }
    expect(served).toContain('credit');
  });

  it('of trials cost no more than the budget within an hour, however dear each of them is', async () => {
    const counter = new Counter();
    counter.town.books.balance = 1_000n * PRICE;
    const ask = (name: string) => counter.ask([name], { apiKey: KEY });
    const HOUR_MS = 60 * RETRY_MS;
    await ask('free');
    counter.calls = 30_000;
    // The first trial may cost more than what is left, because nobody knows before what it costs.
    await ask('free dear');
    for (let minute = 0; minute < 30; minute += 1) {
      counter.town.nowMs += RETRY_MS;
      await expect(ask(`free ${minute}`)).rejects.toMatchObject({ code: 'too_many_free_answers' });
    }
    expect(counter.town.works).toBe(2);
    await expect(counter.ask(['free'], { apiKey: KEY })).rejects.toMatchObject({
      extra: { retryAfterSeconds: expect.any(Number) },
    });
    counter.town.nowMs += HOUR_MS;
    expect(billingAt(await ask('free again')).route).toBe('none');
  });

  it('do not stand in the way of an answer that was paid for', async () => {
    const counter = new Counter();
    counter.calls *= 2;
    const signed = counter.town.wallet.sign(2n * PRICE);
    const first = await counter.ask(['a', 'free'], paidBy(signed));
    await expect(counter.pay(['free'])).rejects.toMatchObject(refusal);
    const again = await counter.ask(['a', 'free'], paidBy(signed));
    expect(billingAt(again)).toMatchObject({ replayed: true, transaction: billingAt(first).transaction });
  });
});

describe('5.5 work that is paid for in the end', () => {
  it('by a payment that is refused counts as unpaid, for its payer at every address', async () => {
    const counter = new Counter();
    counter.town.facilitator.settling = async () => ({ is: 'refused', reason: 'the transaction failed' });
    await expect(counter.pay(['a'])).rejects.toMatchObject({ code: 'payment_failed' });
    counter.calls = 1;
    await expect(counter.pay(['b'], '198.51.100.1')).rejects.toMatchObject({ code: 'payment_failed' });
    await expect(counter.pay(['c'], '203.0.113.1')).rejects.toMatchObject({ code: 'too_many_free_answers' });
    expect(counter.town.works).toBe(2);
  });

  it('by a charge that is not written counts as unpaid', async () => {
    const counter = new Counter();
    counter.town.books.ledger.post = async () => ({ outcome: 'lost' });
    const codes: unknown[] = [];
    for (const name of ['a', 'b', 'c']) {
      const served = await counter
        .ask([name], { apiKey: KEY })
        .catch((error: unknown) => ({ lines: [{ failure: error }] }));
      codes.push((served.lines[0] as { failure?: { code?: string } }).failure?.code);
    }
    expect(codes).toEqual(['answer_not_stored', 'answer_not_stored', 'too_many_free_answers']);
  });
});

describe('refused payments of an address', () => {
  it('are sixty within a minute, and then none is looked at', async () => {
    const counter = new Counter();
    const { town } = counter;
    town.chain.accounts.clear();
    for (let n = 0; n < 60; n += 1)
      await expect(counter.pay(['a'])).rejects.toMatchObject({ code: 'insufficient_funds' });
    await expect(counter.pay(['a'])).rejects.toMatchObject({
      code: 'too_many_payments',
      status: 429,
      extra: { retryAfterSeconds: 1 },
    });
    await expect(counter.pay(['a'], '192.0.2.9')).rejects.toMatchObject({ code: 'insufficient_funds' });
    town.nowMs += 60_000;
    await expect(counter.pay(['a'])).rejects.toMatchObject({ code: 'insufficient_funds' });
  });

  it('are twenty times as many of a /48 or a /24, whatever addresses it has', async () => {
    const counter = new Counter();
    counter.town.chain.accounts.clear();
    const signed = paidBy(counter.town.wallet.sign(PRICE));
    const pay = (address: string) => counter.ask(['a'], { ...signed, address });
    const from = (n: number): string => `2001:db8:0:${n.toString(16)}::1`;
    for (let n = 0; n < 1_200; n += 1) await expect(pay(from(n))).rejects.toMatchObject({ code: 'insufficient_funds' });
    await expect(pay(from(1_200))).rejects.toMatchObject({ code: 'too_many_payments' });
    await expect(pay('2001:db8:1::1')).rejects.toMatchObject({ code: 'insufficient_funds' });
  });
});
