import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { billingAt, billOf, lineAt, PRICE, paidBy, Town } from './billing-town.ts';
import type { SignedPayment } from './billing-world.ts';

const alreadyUsed = { code: 'payment_already_used', status: 409 };
const elsewhere = { address: '198.51.100.7' };

/** A payment whose process is gone: it came as far as `state` and its lease has run out. */
async function abandoned(town: Town, state: 'reserved' | 'worked' | 'sent', landed = false): Promise<SignedPayment> {
  const signed = town.wallet.sign(PRICE);
  const { facilitator, payments } = town;
  const settle = facilitator.settling;
  const gone = new Promise<never>(() => undefined);
  facilitator.settling = async (one, beforeSend) => {
    if (state === 'sent') await beforeSend(one.signature);
    if (landed) town.chain.land(one, null);
    return await gone;
  };
  const billing = town.billing();
  void billing.serve(billOf(['a'], paidBy(signed)), async (line) =>
    state === 'reserved' ? await gone : town.work(line),
  );
  while (town.stateOf(signed) !== state || (landed && town.chain.statuses.size === 0)) await new Promise(setImmediate);
  payments.seconds += 61;
  facilitator.settling = settle;
  town.works = 0;
  return signed;
}

describe('5.12 redelivery', () => {
  it('gives the stored answer, receipt and price for the whole header and the same request, free of charge', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    const first = await town.serve('a', paidBy(signed));
    const again = await town.serve('a', { ...paidBy(signed), ...elsewhere });
    expect(lineAt(again).answer).toEqual(lineAt(first).answer);
    expect(lineAt(again).worked).toBeUndefined();
    expect(again.receipt).toEqual(first.receipt);
    expect(billingAt(again)).toEqual({ ...billingAt(first), replayed: true });
    expect([town.works, town.facilitator.settlements]).toEqual([1, 1]);
  });

  it('refuses every other reuse of a payment in one way', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    await town.serve('a', paidBy(signed));
    await expect(town.serve('b', paidBy(signed))).rejects.toMatchObject(alreadyUsed);
    await expect(town.serve('a', paidBy(town.wallet.rewrap(signed)))).rejects.toMatchObject(alreadyUsed);
    expect(town.works).toBe(1);
  });

  it('without a secret in the header works from the same address within 120 seconds only', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE, { secret: false });
    await town.serve('a', paidBy(signed, 1));
    expect(billingAt(await town.serve('a', paidBy(signed, 1)))).toMatchObject({ replayed: true });
    await expect(town.serve('a', { ...paidBy(signed, 1), ...elsewhere })).rejects.toMatchObject(alreadyUsed);
    town.payments.seconds += 121;
    await expect(town.serve('a', paidBy(signed, 1))).rejects.toMatchObject(alreadyUsed);
  });

  it('ends when the answers are forgotten, and never runs the work again', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    await town.serve('a', paidBy(signed));
    town.payments.seconds += 86_401;
    await town.payments.forgetOldAnswers();
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject(alreadyUsed);
    expect(town.works).toBe(1);
  });
});

describe('5.11 a repeat of a payment whose outcome is open', () => {
  it('waits while the first call runs, and is in flight when that takes too long', async () => {
    const town = new Town();
    const signed = await abandoned(town, 'worked');
    town.payments.seconds -= 61;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'in_flight', status: 503 });
    expect(town.works).toBe(0);
  });

  it('does the work anew when it was never done', async () => {
    const town = new Town();
    const signed = await abandoned(town, 'reserved');
    const served = await town.serve('a', paidBy(signed));
    expect(billingAt(served)).toMatchObject({ route: 'x402', replayed: false });
    expect(town.works).toBe(1);
  });

  it('settles the stored answer when the work was done', async () => {
    const town = new Town();
    const signed = await abandoned(town, 'worked');
    const served = await town.serve('a', paidBy(signed));
    expect(lineAt(served).answer.body).toBe('{"of":"a"}');
    expect(billingAt(served)).toEqual({
      route: 'x402',
      chargedAtomic: PRICE,
      transaction: signed.signature,
      replayed: false,
    });
    expect([town.works, town.stateOf(signed)]).toEqual([0, 'settled']);
  });

  it('does not blame the payer for the time that went by', async () => {
    const town = new Town();
    const signed = await abandoned(town, 'worked');
    town.facilitator.settling = async () => ({ is: 'refused', reason: 'blockhash expired' });
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'payment_failed' });
    expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: false }]);
  });

  it('that landed is settled and delivered, at once and without sending again', async () => {
    const town = new Town();
    const signed = await abandoned(town, 'sent', true);
    const sent = town.facilitator.settlements;
    town.payments.seconds -= 61;
    const served = await town.serve('a', paidBy(signed));
    expect(billingAt(served)).toMatchObject({ transaction: signed.signature, replayed: true });
    expect(town.facilitator.settlements).toBe(sent);
  });

  it('is not delivered to a stranger who rebuilt the header from the chain', async () => {
    const town = new Town();
    const signed = await abandoned(town, 'sent', true);
    for (const [key, row] of town.payments.rows) town.payments.rows.set(key, { ...row, secret: false });
    await expect(town.serve('a', { ...paidBy(signed), ...elsewhere })).rejects.toMatchObject(alreadyUsed);
    expect(billingAt(await town.serve('a', paidBy(signed)))).toMatchObject({ replayed: true });
  });

  it('stays in flight until a finalized height beyond its bound shows that it cannot land', async () => {
    const town = new Town();
    const signed = await abandoned(town, 'sent');
    town.chain.height = 200n;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'in_flight' });
    town.payments.seconds += 61;
    town.chain.height = 201n;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'payment_failed', status: 402 });
    expect(town.stateOf(signed)).toBe('failed');
  });

  it('is never given up while the chain cannot be read', async () => {
    const town = new Town();
    const signed = await abandoned(town, 'sent');
    town.chain.height = 201n;
    town.chain.isDown = true;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'in_flight' });
    expect(town.stateOf(signed)).toBe('sent');
  });

  it('a late settlement releases the stored answer to the same header', async () => {
    const town = new Town();
    const signed = await abandoned(town, 'sent');
    town.chain.height = 201n;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'payment_failed' });
    town.chain.land(signed, null);
    expect(billingAt(await town.serve('a', paidBy(signed)))).toMatchObject({ route: 'x402', replayed: true });
    expect([town.works, town.stateOf(signed)]).toEqual([0, 'settled']);
  });
});

describe('a payment that failed at a facilitator elsewhere', () => {
  const OTHERS = 100;

  /** The payer has paid others since, so many times as an account's recent history holds. */
  async function failed(town: Town): Promise<SignedPayment> {
    const signed = town.wallet.sign(PRICE);
    const { facilitator, chain, payments } = town;
    facilitator.settling = async (_, beforeSend) => {
      await beforeSend(null);
      return { is: 'unknown', reason: 'no answer' };
    };
    for (let n = 0; n < OTHERS; n++) chain.land(town.wallet.sign(PRICE), null);
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'in_flight' });
    payments.seconds += 61;
    chain.height = 201n;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'payment_failed' });
    chain.read.length = 0;
    chain.searched.length = 0;
    return signed;
  }

  it('is looked for once for all that repeat it within seconds, behind whoever has money under way', async () => {
    const town = new Town();
    const signed = await failed(town);
    const billing = town.billing();
    const repeat = () => billing.serve(billOf(['a'], paidBy(signed)), town.work);
    for (const answer of await Promise.allSettled(Array.from({ length: 20 }, repeat))) {
      expect(answer).toMatchObject({ reason: { code: 'payment_failed' } });
    }
    await expect(repeat()).rejects.toMatchObject({ code: 'payment_failed' });
    expect(town.chain.searched).toEqual(['payment']);
    expect(town.chain.read).toEqual(new Array(OTHERS).fill('payment'));
  });

  it('is found when it lands late, and what was read before is not read again', async () => {
    const town = new Town();
    const signed = await failed(town);
    const billing = town.billing();
    const repeat = () => billing.serve(billOf(['a'], paidBy(signed)), town.work);
    await expect(repeat()).rejects.toMatchObject({ code: 'payment_failed' });
    town.chain.land(signed, null);
    town.nowMs += 10_000;
    expect(billingAt(await repeat())).toMatchObject({ transaction: signed.signature, replayed: true });
    expect([town.chain.searched.length, town.chain.read.length]).toEqual([2, OTHERS + 1]);
  });
});

describe('the upkeep of billing', () => {
  async function kept(town: Town): Promise<void> {
    const billing = town.billing({ limits: { upkeepMs: 1 } });
    billing.start();
    await town.rounds();
    await billing.close();
  }

  it('5.11 settles what landed while nobody looked, and fails what cannot land any more', async () => {
    const town = new Town();
    const landed = await abandoned(town, 'sent', true);
    const lost = await abandoned(town, 'sent');
    town.chain.height = 201n;
    await kept(town);
    expect([town.stateOf(landed), town.stateOf(lost)]).toEqual(['settled', 'failed']);
    expect(town.logged).toEqual([]);
  });

  it('5.11 releases what was reserved or worked by processes that are gone', async () => {
    const town = new Town();
    const reserved = await abandoned(town, 'reserved');
    const worked = await abandoned(town, 'worked');
    await kept(town);
    expect([town.stateOf(reserved), town.stateOf(worked)]).toEqual(['released', 'worked']);
    town.payments.seconds += 60;
    await kept(town);
    expect(town.stateOf(worked)).toBe('released');
  });

  it('5.14 credits change once its payment is finalized, not before', async () => {
    const town = new Town();
    const signed = town.wallet.sign(2n * PRICE);
    await town.serve(['a', 'free'], paidBy(signed));
    await kept(town);
    expect(town.payments.credited).toEqual([]);
    town.chain.finalize(signed.signature);
    await kept(town);
    expect(town.payments.credited).toContain(Buffer.from(signed.payment.messageHash).toString('hex'));
  });

  it('goes on after a failure, which is logged', async () => {
    const town = new Town();
    const reserved = await abandoned(town, 'reserved');
    town.payments.unresolved = () => Promise.reject(new Error('away'));
    await kept(town);
    expect(town.logged[0]).toMatch(/reconciled/);
    expect(town.stateOf(reserved)).toBe('released');
  });

  it('ends with its billing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const billing = new Town().billing({ limits: { upkeepMs: 1 } });
    billing.start();
    expect(vi.getTimerCount()).toBe(1);
    await billing.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
