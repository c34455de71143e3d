import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import type { RunningBilling } from '#payments/billing/deps.ts';
import { MemoryPayments } from './billing-books.ts';
import { billingAt, billOf, PRICE, paidBy, Town } from './billing-town.ts';
import type { SignedPayment } from './billing-world.ts';

const inFlight = { code: 'in_flight', status: 503 };

/** The upkeep of billing, for some rounds. */
async function kept(town: Town, billing: RunningBilling): Promise<void> {
  billing.start();
  await town.rounds();
}

/** Hands every payment to a network that never carries it out. */
function loseAll(town: Town, told: 'submitted' | 'unknown' = 'submitted'): void {
  town.facilitator.settling = async ({ signature }, beforeSend) => {
    await beforeSend(signature);
    return told === 'submitted' ? { is: 'submitted', signature } : { is: 'unknown', reason: 'no answer', signature };
  };
}

/** Pays, and nothing lands; then nothing can land any more. Returns the billing that paid. */
async function paidInVain(town: Town, signed: SignedPayment): Promise<RunningBilling> {
  const billing = town.billing({ limits: { upkeepMs: 1 } });
  await expect(billing.serve(billOf(['a'], paidBy(signed)), town.work)).rejects.toMatchObject(inFlight);
  expect(town.stateOf(signed)).toBe('sent');
  town.chain.height = 201n;
  return billing;
}

describe('5.11 a payment that the books note as sent', () => {
  it('while the answer of the books gets lost is sent all the same, and delivered', async () => {
    const town = new Town();
    let lost = 0;
    town.payments.sent = async (...args) => {
      const outcome = await MemoryPayments.prototype.sent.apply(town.payments, args);
      lost += 1;
      if (lost === 1) throw new Fault('not_ready');
      return outcome;
    };
    const signed = town.wallet.sign(PRICE);
    expect(billingAt(await town.serve('a', paidBy(signed)))).toMatchObject({ route: 'x402', replayed: false });
    expect([town.stateOf(signed), lost]).toEqual(['settled', 2]);
  });

  it('and that was never sent, because no answer of the books came at all, is nobody’s fault', async () => {
    const town = new Town();
    town.payments.sent = async (...args) => {
      await MemoryPayments.prototype.sent.apply(town.payments, args);
      throw new Fault('not_ready');
    };
    const signed = town.wallet.sign(PRICE);
    const billing = town.billing({ limits: { upkeepMs: 1 } });
    const call = billing.serve(billOf(['a'], paidBy(signed)), town.work);
    await expect(call).rejects.toMatchObject({ code: 'not_ready' });
    expect([town.stateOf(signed), town.chain.statuses.size]).toEqual(['sent', 0]);
    town.payments.seconds += 61;
    town.chain.height = 201n;
    await kept(town, billing);
    await billing.close();
    expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: false }]);
  });

  it('by a process that ended before it sent it is nobody’s fault', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.facilitator.settling = async (one, beforeSend) => {
      await beforeSend(one.signature);
      return await new Promise<never>(() => undefined);
    };
    void town.billing().serve(billOf(['a'], paidBy(signed)), town.work);
    while (town.stateOf(signed) !== 'sent') await new Promise(setImmediate);
    town.payments.seconds += 61;
    town.chain.height = 201n;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'payment_failed' });
    expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: false }]);
  });

  it('of which no endpoint says that it took it is nobody’s fault', async () => {
    const town = new Town();
    loseAll(town, 'unknown');
    const billing = await paidInVain(town, town.wallet.sign(PRICE));
    town.payments.seconds += 61;
    await kept(town, billing);
    await billing.close();
    expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: false }]);
  });
});

describe('5.13 a payment that was sent and never came', () => {
  it('is the payer’s doing: it was good right before', async () => {
    const town = new Town();
    loseAll(town);
    const signed = town.wallet.sign(PRICE);
    const billing = await paidInVain(town, signed);
    await kept(town, billing);
    await billing.close();
    expect(town.stateOf(signed)).toBe('failed');
    expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: true }]);
  });

  it('is so also when the lease ran out meanwhile and the payer asks first', async () => {
    const town = new Town();
    loseAll(town);
    const signed = town.wallet.sign(PRICE);
    const billing = await paidInVain(town, signed);
    town.payments.seconds += 61;
    const again = billing.serve(billOf(['a'], paidBy(signed)), town.work);
    await expect(again).rejects.toMatchObject({ code: 'payment_failed' });
    expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: true }]);
  });

  it('stays with the process that sent it while that lives, and is in doubt for the payer after it', async () => {
    const town = new Town();
    loseAll(town);
    const signed = town.wallet.sign(PRICE);
    const billing = await paidInVain(town, signed);
    town.chain.height = 200n;
    town.payments.seconds += 40;
    await kept(town, billing);
    await billing.close();
    town.chain.height = 201n;
    town.payments.seconds += 30;
    const other = town.billing({ limits: { upkeepMs: 1 } });
    await kept(town, other);
    expect(town.stateOf(signed)).toBe('sent');
    town.payments.seconds += 40;
    await kept(town, other);
    await other.close();
    expect(town.stateOf(signed)).toBe('failed');
    expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: false }]);
  });

  it('is settled by that process when it lands late, without waiting for its lease to run out', async () => {
    const town = new Town();
    loseAll(town);
    const signed = town.wallet.sign(PRICE);
    const billing = await paidInVain(town, signed);
    town.chain.land(signed, null);
    await kept(town, billing);
    await billing.close();
    expect(town.stateOf(signed)).toBe('settled');
  });
});

describe('5.11 a payment of a facilitator elsewhere, of whose payer more is listed than fits a page', () => {
  async function crowded(town: Town, others: number): Promise<SignedPayment> {
    const signed = town.wallet.sign(PRICE);
    town.facilitator.settling = async (_, beforeSend) => {
      await beforeSend(null);
      return { is: 'unknown', reason: 'no answer' };
    };
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject(inFlight);
    town.chain.land(signed, null);
    for (let n = 0; n < others; n += 1) town.chain.land(town.wallet.sign(PRICE), null);
    town.payments.seconds += 61;
    town.chain.height = 201n;
    return signed;
  }

  it('is found behind the newest, and never taken for absent', async () => {
    const town = new Town();
    const signed = await crowded(town, 150);
    expect(billingAt(await town.serve('a', paidBy(signed)))).toMatchObject({ transaction: signed.signature });
  });

  it('is open while the list is too long to be read to its time', async () => {
    const town = new Town();
    const signed = await crowded(town, 1_000);
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject(inFlight);
    expect(town.stateOf(signed)).toBe('sent');
    expect(town.payments.failures).toEqual([]);
  });
});

describe('5.14 the upkeep of change', () => {
  it('comes to every payment, however many before it cannot be credited', async () => {
    const town = new Town();
    let last = town.wallet.sign(2n * PRICE);
    for (let n = 0; n < 40; n += 1) {
      last = town.wallet.sign(2n * PRICE);
      await town.serve(['a', 'free'], { ...paidBy(last), address: `10.0.${n}.1` });
    }
    town.chain.finalize(last.signature);
    const billing = town.billing({ limits: { upkeepMs: 1 } });
    await kept(town, billing);
    await billing.close();
    expect(town.payments.credited).toContain(Buffer.from(last.payment.messageHash).toString('hex'));
  });
});
