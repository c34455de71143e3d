import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { Fault } from '#lib/fault.ts';
import { madeForChange } from '#payments/billing/unpaid-work.ts';
import { MemoryPayments } from './billing-books.ts';
import { billingAt, billOf, KEY, lineAt, PRICE, paidBy, promised, Town } from './billing-town.ts';
import { randomSignature } from './billing-world.ts';

const inFlight = { code: 'in_flight', status: 503, extra: { retryAfterSeconds: 2 } };
const alreadyUsed = { code: 'payment_already_used', status: 409 };

describe('5.11 a payment per call', () => {
  it('is reserved before the work, settled after it, and only then delivered', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    const states: (string | undefined)[] = [];
    const settle = town.facilitator.settling;
    town.facilitator.settling = async (...args) => {
      states.push(town.stateOf(signed));
      const result = await settle(...args);
      states.push(town.stateOf(signed));
      return result;
    };
    const served = await town.billing().serve(billOf(['a'], paidBy(signed)), async (line) => {
      states.push(town.stateOf(signed));
      return await town.work(line);
    });
    expect(states).toEqual(['reserved', 'worked', 'sent']);
    expect(town.stateOf(signed)).toBe('settled');
    expect(billingAt(served)).toEqual({
      route: 'x402',
      chargedAtomic: PRICE,
      transaction: signed.signature,
      replayed: false,
    });
    const { payer } = town.wallet;
    const network = 'solana:test';
    expect(served.receipt).toEqual({ version: 2, success: true, transaction: signed.signature, network, payer });
    expect(served.change).toBeNull();
  });

  it('is bound to a block height beyond which it cannot land', async () => {
    const town = new Town();
    await town.serve('a', paidBy(town.wallet.sign(PRICE)));
    expect([...town.payments.rows.values()][0]?.heightBound).toBe(200n);
  });

  it('is released by an answer that is free, which is delivered, and the same header may run again', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    const served = await town.serve('free', paidBy(signed));
    expect(billingAt(served)).toEqual({ route: 'none', chargedAtomic: 0n, replayed: false });
    expect(served.receipt).toBeNull();
    expect(town.stateOf(signed)).toBe('released');
    await town.serve('free', paidBy(signed));
    expect(town.works).toBe(2);
    expect(town.facilitator.settlements).toBe(0);
  });

  it('is released when the work fails, and the failure is thrown', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    await expect(town.serve('bad', paidBy(signed))).rejects.toThrow('broken: bad');
    expect(town.stateOf(signed)).toBe('released');
    expect(town.facilitator.settlements).toBe(0);
  });

  it.each([
    ['invalid', { is: 'invalid', reason: 'invalid_exact_svm_payload', detail: 'why' } as const, 'payment_invalid'],
    ['not verifiable', { is: 'unavailable', detail: 'down' } as const, 'chain_unavailable'],
  ])('that is %s costs no work and stays unused', async (_, verified, code) => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.facilitator.verified = verified;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code });
    expect(town.stateOf(signed)).toBe('released');
    expect(town.works).toBe(0);
  });

  it('whose blockhash is too old for a check is refused before any work, with the advice to sign anew', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.chain.lifeMs = 7_999;
    const refusal = { code: 'payment_invalid', message: expect.stringMatching(/too old.*Sign a new one/), status: 402 };
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject(refusal);
    expect([town.stateOf(signed), town.works, town.facilitator.settlements]).toEqual(['released', 0, 0]);
    town.chain.lifeMs = 8_000;
    expect(billingAt(await town.serve('a', paidBy(town.wallet.sign(PRICE))))).toMatchObject({ route: 'x402' });
  });

  it('whose trial run finds its blockhash too old is refused with the same advice', async () => {
    const town = new Town();
    const detail = 'the simulation failed: "BlockhashNotFound"';
    town.facilitator.verified = { is: 'invalid', reason: 'invalid_exact_svm_transaction_simulation_failed', detail };
    const call = town.serve('a', paidBy(town.wallet.sign(PRICE)));
    await expect(call).rejects.toMatchObject({ code: 'payment_invalid', message: expect.stringMatching(/Sign a new/) });
  });

  it('that runs out during the work is given back: nobody is charged without an answer, or answered without paying', async () => {
    const town = new Town();
    const billing = town.billing({ limits: { lifeMsMin: 40, settleMs: 30 } });
    town.chain.lifeMs = 50;
    const signed = town.wallet.sign(PRICE);
    const endless = billing.serve(billOf(['a'], paidBy(signed)), () => new Promise<never>(() => undefined));
    await expect(endless).rejects.toMatchObject({ code: 'payment_invalid', extra: { priceAtomic: PRICE } });
    expect([town.stateOf(signed), town.facilitator.settlements]).toEqual(['released', 0]);
  });

  it('leaves no listener on the signal of its work: Node would keep the signal, and the whole call with it, for ever', async () => {
    const town = new Town();
    // A payment that can run out has a signal that is made of two.
    town.chain.lifeMs = 60_000;
    const signals: EventTarget[] = [];
    const during: number[] = [];
    const bill = billOf(['a', 'bad'], paidBy(town.wallet.sign(2n * PRICE)));
    await town.billing().serve(bill, async (line, lapse) => {
      if (!(lapse instanceof AbortSignal)) throw new Error('the work of a payment has no signal');
      signals.push(lapse);
      during.push(getEventListeners(lapse, 'abort').length);
      return await town.work(line);
    });
    expect(during).toEqual([1, 2]);
    expect(signals.map((signal) => getEventListeners(signal, 'abort'))).toEqual([[], []]);
  });

  it('that runs out pays for those of its checks that were done in time', async () => {
    const town = new Town();
    const billing = town.billing({ limits: { lifeMsMin: 40, settleMs: 30 } });
    town.chain.lifeMs = 80;
    const signed = town.wallet.sign(2n * PRICE);
    const served = await billing.serve(billOf(['a', 'slow'], paidBy(signed)), (line) =>
      line.subject === 'slow' ? new Promise<never>(() => undefined) : town.work(line),
    );
    expect(billingAt(served)).toMatchObject({ route: 'x402', chargedAtomic: PRICE });
    expect(served.lines[1]).toMatchObject({ failure: { code: 'payment_invalid' } });
    expect(town.stateOf(signed)).toBe('settled');
  });

  it('that fails the static checks never reaches the books', async () => {
    const town = new Town();
    town.facilitator.checked = { valid: false, reason: 'invalid_exact_svm_payload_transaction' };
    const call = town.serve('a', paidBy(town.wallet.sign(PRICE)));
    await expect(call).rejects.toMatchObject({ code: 'payment_invalid', extra: { priceAtomic: PRICE } });
    await expect(town.serve('a', paidBy(town.wallet.sign(PRICE - 1n)))).rejects.toMatchObject({
      code: 'payment_invalid',
    });
    expect(town.payments.rows.size).toBe(0);
  });

  it('is refused as ours while the chain cannot be read', async () => {
    const town = new Town();
    town.chain.isDown = true;
    const call = town.serve('a', paidBy(town.wallet.sign(PRICE)));
    await expect(call).rejects.toMatchObject({ code: 'chain_unavailable', status: 503 });
    expect(town.payments.rows.size).toBe(0);
  });

  it('that is refused at settlement is burnt, and its header never runs again', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.facilitator.settling = async () => ({ is: 'refused', reason: 'drained' });
    const refusal = { code: 'payment_failed', extra: { receipt: { success: false, errorReason: 'drained' } } };
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject(refusal);
    expect(town.stateOf(signed)).toBe('failed');
    expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: true }]);
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'payment_failed', status: 402 });
    expect(town.works).toBe(1);
  });

  it('that is refused at settlement for our own sake is settled later without new work', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    const { settling } = town.facilitator;
    town.facilitator.settling = async () => ({ is: 'refused', reason: 'no endpoint', ours: true });
    for (let n = 0; n < 2; n += 1)
      await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'chain_unavailable' });
    expect([town.stateOf(signed), town.payments.failures]).toEqual(['worked', []]);
    town.facilitator.settling = settling;
    expect(billingAt(await town.serve('a', paidBy(signed)))).toMatchObject({ route: 'x402' });
    expect(town.works).toBe(1);
  });

  it('that fails on chain is burnt with what it cost the sponsor', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.facilitator.settling = async (one, beforeSend) => {
      await beforeSend(one.signature);
      town.chain.land(one, 'custom program error: 0x1');
      return { is: 'submitted', signature: one.signature };
    };
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'payment_failed' });
    expect(town.payments.failures).toEqual([{ spentLamports: 10_001n, blame: true }]);
  });

  it('that is only processed is not believed, and the outcome is never a 402', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.facilitator.settling = async (one, beforeSend) => {
      await beforeSend(one.signature);
      town.chain.statuses.set(one.signature, { slot: 1, commitment: 'processed', error: null });
      return { is: 'submitted', signature: one.signature };
    };
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({
      ...inFlight,
      extra: { receipt: { success: false, errorReason: 'settlement_pending', transaction: signed.signature } },
    });
    expect(town.stateOf(signed)).toBe('sent');
  });

  it('whose facilitator broke after sending is looked for on chain', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.facilitator.settling = async (one, beforeSend) => {
      await beforeSend(one.signature);
      town.chain.land(one, null);
      throw new Error('socket hang up');
    };
    expect(billingAt(await town.serve('a', paidBy(signed)))).toMatchObject({ route: 'x402' });
  });

  it('whose facilitator broke before sending stays unused', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.facilitator.settling = () => Promise.reject(new Error('broken'));
    await expect(town.serve('a', paidBy(signed))).rejects.toThrow('broken');
    expect(town.stateOf(signed)).toBe('worked');
  });

  it('is not delivered when the books lost sight of it before sending, and nothing is sent', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    let sent = false;
    town.facilitator.settling = async (one, beforeSend) => {
      await town.payments.release(one.payment.messageHash);
      await beforeSend(one.signature);
      sent = true;
      return { is: 'submitted', signature: one.signature };
    };
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'in_flight' });
    expect(sent).toBe(false);
  });

  it('that landed while the database is away is in flight, and its repeat is answered', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.payments.settled = () => Promise.reject(new Fault('not_ready'));
    const call = town.serve('a', paidBy(signed));
    await expect(call).rejects.toMatchObject({ code: 'in_flight' });
    town.payments.settled = MemoryPayments.prototype.settled;
    const again = await town.serve('a', paidBy(signed));
    expect(billingAt(again)).toMatchObject({ route: 'x402', chargedAtomic: PRICE, replayed: true });
    expect(town.works).toBe(1);
  });
});

describe('5.11 a facilitator elsewhere', () => {
  /** Sends under a signature that we cannot know before. */
  function elsewhere(town: Town, settle: 'says' | 'lies' | 'hangs' | 'nothing'): void {
    town.facilitator.settling = async (one, beforeSend) => {
      await beforeSend(null);
      if (settle === 'lies') {
        const other = town.wallet.sign(PRICE);
        town.chain.land(other, null);
        return { is: 'submitted', signature: other.signature };
      }
      if (settle !== 'nothing') town.chain.land(one, null);
      return settle === 'says' ? { is: 'submitted', signature: one.signature } : { is: 'unknown', reason: 'timeout' };
    };
  }

  it("is believed when its transaction carries the payer's own signature", async () => {
    const town = new Town();
    elsewhere(town, 'says');
    const signed = town.wallet.sign(PRICE);
    expect(billingAt(await town.serve('a', paidBy(signed))).transaction).toBe(signed.signature);
  });

  it("that times out after sending is found by the payer's signature", async () => {
    const town = new Town();
    town.chain.land({ signature: randomSignature(), payerSignature: randomSignature() }, null);
    elsewhere(town, 'hangs');
    const signed = town.wallet.sign(PRICE);
    expect(billingAt(await town.serve('a', paidBy(signed))).transaction).toBe(signed.signature);
  });

  it('that names another transaction is not believed', async () => {
    const town = new Town();
    elsewhere(town, 'lies');
    const signed = town.wallet.sign(PRICE);
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'in_flight' });
    expect(town.stateOf(signed)).toBe('sent');
  });

  it('that sent nothing is given up when the height is over and the account shows nothing, without blame', async () => {
    const town = new Town();
    elsewhere(town, 'nothing');
    const signed = town.wallet.sign(PRICE);
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'in_flight' });
    town.payments.seconds += 61;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'in_flight' });
    town.payments.seconds += 61;
    town.chain.height = 201n;
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'payment_failed' });
    expect(town.payments.failures).toEqual([{ spentLamports: 0n, blame: false }]);
  });
});

describe('5.10 one table of signatures', () => {
  it('a signature that was claimed as credit pays for no call, and nothing is delivered or sent', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    town.payments.claimed.add(signed.signature);
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject(alreadyUsed);
    expect(town.chain.statuses.size).toBe(0);
  });

  it('the same while the payment was on its way: what landed is not delivered', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    const settle = town.facilitator.settling;
    town.facilitator.settling = async (...args) => {
      const result = await settle(...args);
      town.payments.claimed.add(signed.signature);
      return result;
    };
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject(alreadyUsed);
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject(alreadyUsed);
  });
});

describe('5.13 work is not multiplied', () => {
  it.each([
    ['source_busy', 'too_many_payments'],
    ['all_busy', 'too_many_payments'],
    ['sources_paused', 'too_many_payments'],
    ['identifier_differs', 'request_differs'],
  ] as const)('%s is refused as %s before any work', async (outcome, code) => {
    const town = new Town();
    town.payments.refusal = { outcome };
    await expect(town.serve('a', paidBy(town.wallet.sign(PRICE)))).rejects.toMatchObject({ code });
    expect(town.works).toBe(0);
  });

  it('a source that failed twice pays by prepaid credit only', async () => {
    const town = new Town();
    town.payments.refusal = { outcome: 'source_prepaid', untilSeconds: 60 };
    const call = town.serve('a', paidBy(town.wallet.sign(PRICE)));
    await expect(call).rejects.toMatchObject({ code: 'prepaid_only', status: 403 });
  });

  it('unsettled payments of a source stay at or below its simulated balance', async () => {
    const town = new Town();
    town.payments.othersAtomic = 70_000n;
    town.facilitator.verified = { is: 'valid', sourceAfterAtomic: 69_999n };
    const signed = town.wallet.sign(PRICE);
    await expect(town.serve('a', paidBy(signed))).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(town.works).toBe(0);
    town.facilitator.verified = { is: 'valid', sourceAfterAtomic: 70_000n };
    await town.serve('a', paidBy(signed));
    expect(town.works).toBe(1);
  });

  it('20 calls with one payment do the work once and all get the answer', async () => {
    const town = new Town();
    const signed = town.wallet.sign(PRICE);
    const calls = Array.from({ length: 20 }, () => town.serve('a', paidBy(signed)));
    const served = await Promise.all(calls);
    expect(town.works).toBe(1);
    expect(town.facilitator.settlements).toBe(1);
    expect(served.filter((one) => billingAt(one).replayed)).toHaveLength(19);
  });
});

describe('5.14 change', () => {
  const names = ['a', 'free', 'c'];

  it('of an operation of which a part was not judged goes to a key of its own, shown again only with the header', async () => {
    const town = new Town();
    const signed = town.wallet.sign(3n * PRICE);
    const served = await town.serve(names, paidBy(signed));
    expect([0, 1, 2].map((n) => billingAt(served, n).route)).toEqual(['x402', 'none', 'x402']);
    expect(served.change).toEqual({ amountAtomic: PRICE, apiKey: expect.stringMatching(/^assay_\w{40,}$/) });
    const again = await town.serve(names, paidBy(signed));
    expect(again.change).toEqual(served.change);
    expect(lineAt(again, 2).answer).toEqual(lineAt(served, 2).answer);
    expect(again.lines[1]).toMatchObject({ failure: { code: 'answer_not_stored' } });
    const other = await town.serve(names, paidBy(town.wallet.sign(3n * PRICE)));
    expect(other.change?.apiKey).not.toBe(served.change?.apiKey);
  });

  it('goes to the key that was sent along, which is not shown', async () => {
    const town = new Town();
    town.books.balance = 0n;
    const served = await town.serve(names, { ...paidBy(town.wallet.sign(3n * PRICE)), apiKey: KEY });
    expect(served.change).toEqual({ amountAtomic: PRICE });
  });

  it('goes to a key of its own where the key that was sent along is none of ours', async () => {
    const town = new Town();
    const served = await town.serve(names, { ...paidBy(town.wallet.sign(3n * PRICE)), apiKey: 'assay_guess' });
    expect(served.change?.apiKey).toMatch(/^assay_/);
    expect(served.change?.apiKey).not.toBe('assay_guess');
    const { label } = madeForChange(sha256(served.change?.apiKey ?? ''));
    expect(await town.windows.noted([label])).toMatchObject([{ amount: 1 }]);
  });

  it('is never needed where nothing was judged: nothing is settled', async () => {
    const town = new Town();
    const signed = town.wallet.sign(2n * PRICE);
    const served = await town.serve(['free1', 'bad'], paidBy(signed));
    expect(billingAt(served)).toMatchObject({ route: 'none' });
    expect(served.lines[1]).toMatchObject({ failure: { message: 'broken: bad' } });
    expect(served.change).toBeNull();
    expect(town.stateOf(signed)).toBe('released');
  });

  it('x402 v1 pays for one check only', async () => {
    const town = new Town();
    const two = town.serve(['a', 'b'], paidBy(town.wallet.sign(2n * PRICE), 1));
    await expect(two).rejects.toMatchObject({ code: 'payment_invalid' });
    const one = await town.serve('a', paidBy(town.wallet.sign(PRICE), 1));
    expect(one.receipt).toMatchObject({ version: 1, success: true });
  });
});

describe('5.3 a payment identifier', () => {
  const identifier = 'order-0123456789abcdef';

  it('answers the same purchase, signed a second time, without settling again', async () => {
    const town = new Town();
    const first = town.wallet.sign(PRICE, { identifier });
    await town.serve('a', paidBy(first));
    const second = town.wallet.sign(PRICE, { identifier });
    const served = await town.serve('a', paidBy(second));
    expect(billingAt(served)).toMatchObject({ replayed: true, transaction: first.signature });
    expect(served.receipt).toMatchObject({ success: true, transaction: first.signature });
    expect([town.works, town.facilitator.settlements, town.payments.rows.size]).toEqual([1, 1, 1]);
  });

  it('of a verified payer may be the Idempotency-Key, and names one request', async () => {
    const town = new Town();
    await town.serve('a', { ...paidBy(town.wallet.sign(PRICE)), idempotencyKey: 'mine' });
    const other = town.serve('b', { ...paidBy(town.wallet.sign(PRICE)), idempotencyKey: 'mine' });
    await expect(other).rejects.toMatchObject({ code: 'request_differs' });
  });

  it('in progress is 409 request_in_flight', async () => {
    const town = new Town();
    const answer = promised<void>();
    const first = town.billing().serve(billOf(['a'], paidBy(town.wallet.sign(PRICE, { identifier }))), async (line) => {
      await answer.promise;
      return await town.work(line);
    });
    await new Promise(setImmediate);
    const second = town.serve('a', paidBy(town.wallet.sign(PRICE, { identifier })));
    await expect(second).rejects.toMatchObject({ code: 'request_in_flight', extra: { retryAfterSeconds: 1 } });
    answer.keep();
    await first;
  });
});
