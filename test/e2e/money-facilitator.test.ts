import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isSound } from '#ledger/audit/audit.ts';
import type { PaymentTimeouts } from '../../src/app/payments.ts';
import { type FacilitatorServer, serveFacilitator } from '../support/facilitator-server.ts';
import { type Answer, ask, checkOf, type Market, openMarket, PRICE, pay, type Version } from '../support/market.ts';
import { hangMs } from '../support/pace.ts';
import type { Service } from '../support/service.ts';

const AUTHORIZATION = 'Bearer of-the-facilitator';

let market: Market;
let subject: string;
const servers: FacilitatorServer[] = [];

interface Shop {
  readonly facilitator: FacilitatorServer;
  /** A payment that a new payer signed for the check of this shop, and how it is shown. */
  pay(version?: Version): Promise<{ readonly headers: Readonly<Record<string, string>>; ask(): Promise<Answer> }>;
}

/** A shop with a facilitator of its own. */
async function openShop(timeouts: PaymentTimeouts = {}): Promise<Shop> {
  const facilitator = await serveFacilitator({ rpcUrl: market.sandbox.url, authorization: AUTHORIZATION });
  servers.push(facilitator);
  const env = {
    X402_FACILITATOR: facilitator.url,
    X402_FACILITATOR_HEADERS: JSON.stringify({ Authorization: AUTHORIZATION }),
  };
  const service = await market.open({ ...env, X402_FEE_PAYER: '' }, timeouts);
  return {
    facilitator,
    async pay(version = 2) {
      const url = checkOf(service, subject);
      const { headers } = await pay(market.sandbox.url, version, await market.payer(), await ask(url));
      return { headers, ask: () => ask(url, headers) };
    },
  };
}

let shop: Shop;
let off: Service;

beforeAll(async () => {
  market = await openMarket();
  subject = market.subject('CEX_FUNDED');
  [shop, off] = await Promise.all([openShop(), market.open({ X402_FACILITATOR: 'off', X402_FEE_PAYER: '' })]);
});
afterAll(async () => {
  await market?.stop();
  await Promise.all(servers.map((server) => server.close()));
});

describe('a facilitator elsewhere', () => {
  it.each([2, 1] as const)('settles a payment of version %i under its own fee payer', async (version) => {
    shop.facilitator.behave({ is: 'honest' });
    const since = await market.watch();
    const payment = await shop.pay(version);
    const first = await payment.ask();
    expect([first.status, first.body.billing?.transaction]).toEqual([200, shop.facilitator.sent.at(-1)]);
    const again = await payment.ask();
    expect([again.status, again.body.billing.replayed]).toEqual([200, true]);
    expect(await since()).toEqual({ got: PRICE, spent: 0n });
  });

  it('that says it failed after it broadcast does not make the payment lost', async () => {
    const since = await market.watch();
    const payment = await shop.pay();
    shop.facilitator.behave({ is: 'deny' });
    const { status, body } = await payment.ask();
    expect([status, body.billing?.transaction]).toEqual([200, shop.facilitator.sent.at(-1)]);
    expect((await since()).got).toBe(PRICE);
  });

  it('that names another transaction is not believed: the receipt names the one with the signature of the payer', async () => {
    shop.facilitator.behave({ is: 'honest' });
    await (await shop.pay()).ask();
    const signature = String(shop.facilitator.sent.at(-1));
    const since = await market.watch();
    const payment = await shop.pay();
    shop.facilitator.behave({ is: 'swap', signature });
    const { status, body } = await payment.ask();
    expect([status, body.billing?.transaction]).toEqual([200, shop.facilitator.sent.at(-1)]);
    expect(body.billing.transaction).not.toBe(signature);
    expect((await since()).got).toBe(PRICE);
  });

  it('that answers 500 is ours: 503, and the same header pays once it is well', async () => {
    const since = await market.watch();
    const payment = await shop.pay();
    shop.facilitator.behave({ is: 'broken' });
    const { status, body } = await payment.ask();
    expect([status, body.code]).toEqual([503, 'chain_unavailable']);
    expect((await since()).got).toBe(0n);
    shop.facilitator.behave({ is: 'honest' });
    expect((await payment.ask()).status).toBe(200);
    expect((await since()).got).toBe(PRICE);
  });
});

describe('a facilitator elsewhere that lies', () => {
  // Whatever was told, the books hold what came in, and every answer that left was paid.
  let since: Awaited<ReturnType<Market['watch']>>;
  let settledBefore = 0;
  const settled = async () => {
    const [row] = await market.database.database.sql`SELECT count(*)::int AS n FROM payments WHERE state = 'settled'`;
    return Number(row?.n);
  };
  beforeEach(async () => {
    [since, settledBefore] = [await market.watch(), await settled()];
  });
  afterEach(async () => {
    shop.facilitator.behave({ is: 'honest' });
    expect((await since()).got).toBe(PRICE * BigInt((await settled()) - settledBefore));
    expect(isSound(await market.ledger.audit())).toBe(true);
  });

  it('and calls a payment invalid that it has sent makes nobody sign another', async () => {
    const payment = await shop.pay();
    shop.facilitator.behave({ is: 'snatch' });
    const { status, body } = await payment.ask();
    expect([status, body.billing?.transaction]).toEqual([200, shop.facilitator.sent.at(-1)]);
  });

  it('and calls a good payment invalid uses nothing of it: the same one pays when it is honest', async () => {
    const payment = await shop.pay();
    shop.facilitator.behave({ is: 'reject' });
    const refused = await payment.ask();
    expect([refused.status, refused.body.code, (await since()).got]).toEqual([402, 'payment_invalid', 0n]);
    shop.facilitator.behave({ is: 'honest' });
    expect((await payment.ask()).status).toBe(200);
  });

  it('and calls a payment valid that cannot land any more delivers nothing', async () => {
    const payment = await shop.pay();
    await market.advance(400);
    shop.facilitator.behave({ is: 'approve' });
    const refused = await payment.ask();
    expect([refused.status, refused.body.code, (await since()).got]).toEqual([402, 'payment_invalid', 0n]);
    // What it supports is asked by the clock.
    expect(shop.facilitator.requests.filter((path) => path !== '/supported').at(-1)).toBe('/verify');
  });
});

describe('without a facilitator', () => {
  it('nothing is offered per call', async () => {
    const { status, body, required } = await ask(checkOf(off, subject));
    expect([status, body.accepts, required]).toEqual([402, [], null]);
  });

  it('a payment is not looked at, and a key still pays', async () => {
    const { headers } = await shop.pay();
    const since = await market.watch();
    const refused = await ask(checkOf(off, subject), headers);
    expect([refused.status, refused.body.code]).toEqual([402, 'payment_required']);
    const key = await market.key(PRICE);
    const byKey = await ask(checkOf(off, subject), { ...headers, 'X-API-Key': key });
    expect([byKey.status, byKey.body.billing.route]).toEqual([200, 'credit']);
    expect((await since()).got).toBe(0n);
  });
});

describe('a facilitator elsewhere, after its timeout,', () => {
  it('that broadcast and hangs has delivered: the chain is asked', async () => {
    const { facilitator, pay } = await openShop({ facilitator: { settleMs: hangMs(300) } });
    const payment = await pay();
    facilitator.behave({ is: 'hang' });
    const { status, body } = await payment.ask();
    expect(facilitator.sent).toHaveLength(1);
    expect([status, body.billing?.transaction]).toEqual([200, facilitator.sent[0]]);
  });

  it('that says it failed and sends it later has delivered late: in flight, and then the answer', async () => {
    const { facilitator, pay } = await openShop({ billing: { confirmMsMax: 20, repeatMsMax: 20 } });
    const payment = await pay();
    facilitator.behave({ is: 'delay' });
    const early = await payment.ask();
    expect([early.status, early.body.code]).toEqual([503, 'in_flight']);
    await facilitator.release();
    await market.lapse();
    const late = await payment.ask();
    expect([late.status, late.body.billing?.transaction]).toEqual([200, facilitator.sent.at(-1)]);
  });

  it('that names the payment of another for one that it never sent is not believed', async () => {
    const { facilitator, pay } = await openShop({ billing: { confirmMsMax: 20, repeatMsMax: 20 } });
    expect((await (await pay()).ask()).status).toBe(200);
    const payment = await pay();
    facilitator.behave({ is: 'borrow', signature: String(facilitator.sent.at(-1)) });
    const { status, body, text } = await payment.ask();
    expect([status, body.code]).toEqual([503, 'in_flight']);
    expect(text).not.toContain('CEX_FUNDED');
    facilitator.behave({ is: 'honest' });
    await market.advance(400);
    await market.lapse();
    // Within the 20 ms of one call the outcome may not be read yet.
    await expect.poll(async () => (await payment.ask()).body.code).toBe('payment_failed');
  });

  it('that only says it settled is not believed: in flight, and 402 once it cannot land any more', async () => {
    const { facilitator, pay } = await openShop({ billing: { confirmMsMax: 20 } });
    const payment = await pay();
    facilitator.behave({ is: 'pretend' });
    const early = await payment.ask();
    expect([early.status, early.body.code]).toEqual([503, 'in_flight']);
    expect(early.receipt(2)).toMatchObject({ success: false, errorReason: 'settlement_pending' });
    expect(early.text).not.toContain('CEX_FUNDED');
    await market.advance(400);
    await market.lapse();
    const late = await payment.ask();
    expect([late.status, late.body.code]).toEqual([402, 'payment_failed']);
  });
});
