import { describe, expect, it } from 'vitest';
import type { PassState } from '#ledger/books.ts';
import { billingAt, billOf, KEY, lineAt, PRICE, paidBy, Town } from './billing-town.ts';

const rubbish = { payment: { version: 2, value: 'rubbish' } } as const;

describe('5.4 which route pays', () => {
  it('a key that covers the call pays it, and a payment that came along is neither verified nor settled', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    const served = await town.serve('a', { ...paidBy(signed), apiKey: KEY });
    expect(billingAt(served)).toMatchObject({ route: 'credit', chargedAtomic: PRICE });
    expect([town.facilitator.settlements, town.payments.rows.size]).toEqual([0, 0]);
    expect(served.receipt).toBeNull();
  });

  it('a malformed payment beside a key that covers the call is ignored', async () => {
    const town = new Town();
    expect(billingAt(await town.serve('a', { ...rubbish, apiKey: KEY }))).toMatchObject({ route: 'credit' });
  });

  it('a malformed payment is refused where nothing else pays', async () => {
    const town = new Town();
    await expect(town.serve('a', rubbish)).rejects.toMatchObject({ code: 'payment_malformed', status: 400 });
    await expect(town.serve('a', { ...rubbish, apiKey: 'x' })).rejects.toMatchObject({ code: 'payment_malformed' });
  });

  it('a payment that is known goes before a key', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    await town.serve('a', paidBy(signed));
    const again = await town.serve('a', { ...paidBy(signed), apiKey: KEY });
    expect(billingAt(again)).toMatchObject({ route: 'x402', replayed: true });
    expect(town.books.asked).toEqual([]);
  });

  it('a payment that was released is as good as new: a key that covers the call goes first', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    await town.serve('free', paidBy(signed));
    const served = await town.serve('a', { ...paidBy(signed), apiKey: KEY });
    expect(billingAt(served)).toMatchObject({ route: 'credit' });
  });

  it('a key that is unknown or too poor leaves it to the payment', async () => {
    const town = new Town();
    const unknown = await town.serve('a', { ...paidBy(town.wallet.sign(PRICE)), apiKey: 'assay_x' });
    expect(billingAt(unknown)).toMatchObject({ route: 'x402' });
    town.books.balance = PRICE - 1n;
    const poor = await town.serve('a', { ...paidBy(town.wallet.sign(PRICE)), apiKey: KEY });
    expect(billingAt(poor)).toMatchObject({ route: 'x402' });
  });

  it('nothing that pays is the refusal of the key, or payment_required, with the price of the whole bill', async () => {
    const town = new Town();
    await expect(town.serve(['a', 'b'], {})).rejects.toMatchObject({
      code: 'payment_required',
      extra: { priceAtomic: 2n * PRICE },
    });
    await expect(town.serve(['a', 'b'], { apiKey: 'assay_x' })).rejects.toMatchObject({
      code: 'api_key_unknown',
      extra: { priceAtomic: 2n * PRICE },
    });
    town.books.balance = 1n;
    await expect(town.serve(['a', 'b'], { apiKey: KEY })).rejects.toMatchObject({
      code: 'insufficient_balance',
      extra: { priceAtomic: 2n * PRICE, balanceAtomic: 1n },
    });
    expect(town.works).toBe(0);
  });

  it('a payment where payment per call is switched off is not looked at', async () => {
    const town = new Town();
    const billing = town.billing({ enabled: false });
    const call = billing.serve(billOf(['a'], paidBy(town.wallet.sign(PRICE))), town.work);
    await expect(call).rejects.toMatchObject({ code: 'payment_required' });
    await expect(billing.serve(billOf(['a'], rubbish), town.work)).rejects.toMatchObject({ code: 'payment_required' });
  });
});

describe('5.3 an idempotency key of an account', () => {
  it.each([
    ['in_flight', { code: 'request_in_flight', status: 409, extra: { retryAfterSeconds: 1 } }],
    ['differs', { code: 'request_differs', status: 409 }],
  ] as const)('that is %s refuses, even with a payment', async (outcome, refusal) => {
    const town = new Town();
    town.books.result = { outcome };
    const credentials = { ...paidBy(town.wallet.sign(PRICE)), apiKey: KEY, idempotencyKey: 'mine' };
    await expect(town.serve('a', credentials)).rejects.toMatchObject(refusal);
    expect(town.books.asked).toMatchObject([{ idempotencyKey: 'mine' }]);
    expect(town.works).toBe(0);
  });

  it('that was answered gives the stored answer again, free and without work', async () => {
    const town = new Town();
    const answer = { body: '{}', verdict: 'CEX_FUNDED' };
    town.books.result = { outcome: 'replayed', holdId: '7', balanceAtomic: 5n, answer };
    const served = await town.serve('a', { apiKey: KEY });
    expect(lineAt(served)).toEqual({
      answer,
      holdId: '7',
      billing: { route: 'none', chargedAtomic: 0n, balanceAtomic: 5n, replayed: true },
    });
    expect(town.works).toBe(0);
  });
});

describe('a bill on a key', () => {
  it('charges every line by itself: a free one and a failed one are given back', async () => {
    const town = new Town();
    const served = await town.serve(['a', 'free', 'bad'], { apiKey: KEY });
    expect(billingAt(served, 0)).toMatchObject({ route: 'credit', chargedAtomic: PRICE });
    expect(billingAt(served, 1)).toMatchObject({ route: 'none', chargedAtomic: 0n });
    expect(served.lines[2]).toMatchObject({ failure: { message: 'broken: bad' } });
    expect(town.books.voided.sort()).toEqual(['hold-bad', 'hold-free']);
  });

  it('on a pass charges nothing and shows the pass', async () => {
    const town = new Town();
    const pass: PassState = {
      tier: 'traveller',
      state: 'active',
      startsAt: new Date(0),
      expiresAt: new Date(1),
      callsIncluded: 2_000,
      callsLeft: 1_999,
    };
    town.books.result = { outcome: 'held', holdId: '7', balanceAtomic: 0n, pass };
    expect(billingAt(await town.serve('a', { apiKey: KEY }))).toMatchObject({ route: 'pass', chargedAtomic: 0n, pass });
    expect(billingAt(await town.serve('free', { apiKey: KEY }))).toMatchObject({ route: 'none', chargedAtomic: 0n });
  });

  it('names its holds, so that a finished response is noted', async () => {
    const town = new Town();
    const billing = town.billing();
    const served = await billing.serve(billOf(['a'], { apiKey: KEY }), town.work);
    billing.finish(lineAt(served).holdId ?? '');
    expect(town.books.finished).toEqual(['hold-a']);
  });
});
