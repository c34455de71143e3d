import { describe, expect, it } from 'vitest';
import type { Credentials, Served, Worked } from '#payments/bill.ts';
import { billingAt, billOf, KEY, PRICE, paidBy, Town } from './till-town.ts';
import type { SignedPayment } from './till-world.ts';

const HOUR_MS = 3_600_000;
const refusal = { code: 'too_many_free_answers', status: 429, extra: { retryAfterSeconds: 3_600 } };

/** A till that stays open over many calls. */
class Counter {
  readonly town = new Town();
  readonly #till = this.town.till();

  sign(lines = 1): SignedPayment {
    return this.town.wallet.sign(PRICE * BigInt(lines));
  }

  async ask(
    names: readonly string[],
    signed: SignedPayment,
    others: Partial<Credentials> = {},
  ): Promise<Served<Worked>> {
    return await this.#till.serve(billOf(names, { ...paidBy(signed), ...others }), this.town.work);
  }

  async useUp(): Promise<void> {
    const signed = this.sign();
    for (let n = 0; n < 10; n += 1) await this.ask(['free'], signed);
  }
}

describe('5.5 free answers to payments per call', () => {
  it('are ten an hour for one header, and then 429 before reservation and work', async () => {
    const counter = new Counter();
    const { town } = counter;
    const signed = counter.sign();
    for (let n = 0; n < 10; n += 1) expect(billingAt(await counter.ask(['free'], signed)).route).toBe('none');
    await expect(counter.ask(['free'], signed)).rejects.toMatchObject(refusal);
    expect(town.works).toBe(10);
    expect(town.stateOf(signed)).toBe('released');
    const unseen = counter.sign();
    await expect(counter.ask(['a'], unseen)).rejects.toMatchObject(refusal);
    expect(town.works).toBe(10);
    expect(town.payments.rows.size).toBe(1);
  });

  it('are open again to the same header after an hour', async () => {
    const counter = new Counter();
    const { town } = counter;
    const signed = counter.sign();
    await counter.useUp();
    town.nowMs += HOUR_MS - 1_000;
    const soon = { ...refusal, extra: { retryAfterSeconds: 1 } };
    await expect(counter.ask(['a'], signed)).rejects.toMatchObject(soon);
    town.nowMs += 1_000;
    expect(billingAt(await counter.ask(['a'], signed)).route).toBe('x402');
  });

  it('are counted for each address by itself, IPv6 by its network', async () => {
    const counter = new Counter();
    const signed = counter.sign();
    await counter.useUp();
    for (let n = 0; n < 10; n += 1) await counter.ask(['free'], signed, { address: `2001:db8::${n}` });
    await expect(counter.ask(['free'], signed, { address: '2001:db8::ffff' })).rejects.toMatchObject(refusal);
    expect(billingAt(await counter.ask(['a'], counter.sign(), { address: '192.0.2.2' })).route).toBe('x402');
  });

  it('are counted line by line, of a payment that settles as well', async () => {
    const counter = new Counter();
    const free = ['free1', 'free2', 'free3'];
    for (let n = 0; n < 3; n += 1) await counter.ask(['a', 'bad', ...free], counter.sign(5));
    expect(counter.town.facilitator.settlements).toBe(3);
    await counter.ask(free, counter.sign(3));
    await expect(counter.ask(['a'], counter.sign())).rejects.toMatchObject(refusal);
  });

  it('are counted when the settlement is refused', async () => {
    const counter = new Counter();
    const free = Array.from({ length: 10 }, (_, n) => `free${n}`);
    counter.town.facilitator.settling = async () => ({ is: 'refused', reason: 'drained' });
    await expect(counter.ask(['a', ...free], counter.sign(11))).rejects.toMatchObject({ code: 'payment_failed' });
    await expect(counter.ask(['a'], counter.sign())).rejects.toMatchObject(refusal);
  });

  it('are not answers that were charged or failed, however many', async () => {
    const counter = new Counter();
    for (let n = 0; n < 12; n += 1) {
      await counter.ask([`a${n}`], counter.sign());
      await expect(counter.ask(['bad'], counter.sign())).rejects.toThrow('broken');
    }
    expect(billingAt(await counter.ask(['free'], counter.sign())).route).toBe('none');
  });

  it('do not stand in the way of an answer that was paid for, which counts as none when it is given again', async () => {
    const counter = new Counter();
    const { town } = counter;
    const signed = counter.sign(2);
    const first = await counter.ask(['a', 'free'], signed);
    for (let n = 0; n < 12; n += 1) expect(billingAt(await counter.ask(['a', 'free'], signed)).replayed).toBe(true);
    const unspent = counter.sign();
    for (let n = 0; n < 9; n += 1) await counter.ask(['free'], unspent);
    await expect(counter.ask(['free'], unspent)).rejects.toMatchObject(refusal);
    const again = await counter.ask(['a', 'free'], signed);
    expect(billingAt(again).transaction).toBe(billingAt(first).transaction);
    expect(town.works).toBe(11);
  });

  it('of an address leave a key alone, whose account is counted by the ledger', async () => {
    const counter = new Counter();
    const signed = counter.sign();
    await counter.useUp();
    expect(billingAt(await counter.ask(['a'], signed, { apiKey: KEY })).route).toBe('credit');
  });
});
