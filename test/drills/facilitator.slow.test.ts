import { setTimeout as pause } from 'node:timers/promises';
import type { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { startApp } from '../../src/app/app.ts';
import type { App } from '../../src/app/stopping.ts';
import { openLog } from '../../src/lib/process/log.ts';
import { addressOfKey, usdcOf } from '../payments/x402-counter.ts';
import { type FacilitatorServer, serveFacilitator } from '../support/facilitator-server.ts';
import { ask, checkOf, type Market, openMarket, PRICE, pay, until } from '../support/market.ts';
import { hangMs } from '../support/pace.ts';
import { mustBeSound } from './reckoning.ts';

const PAYERS = 5;
const MOODS = ['broken', 'deny', 'silent', 'hang', 'refuse', 'pretend'] as const;
const PAUSE_MS = 50;
/** What is under way gets so long before its lease and its block hash run out. */
const LAPSE_PAUSE_MS = hangMs(500);
/** Beyond the life of every block hash that was signed under, and what the service adds to it. */
const PAST_EVERY_BLOCKHASH = 400;
/** A payer with two failed settlements in an hour pays ahead from then on. */
const FINAL = ['payment_failed', 'payment_invalid', 'prepaid_only'];

const CLOSED = ['settled', 'failed', 'released'];

let market: Market;
let facilitator: FacilitatorServer;
let app: App;
let url: string;

beforeAll(async () => {
  market = await openMarket();
  facilitator = await serveFacilitator({ rpcUrl: market.sandbox.url });
  const { X402_FEE_PAYER: _, ...settings } = market.env;
  const env = { ...settings, X402_FACILITATOR: facilitator.url, PORT: '0' };
  const timeouts = {
    facilitator: { askMs: 400, settleMs: 600, retryMs: 200 },
    billing: { confirmMsMax: 1_000, repeatMsMax: 1_000, upkeepMs: 1_000 },
  };
  app = await startApp(readConfig(env), openLog('fatal'), timeouts);
  url = checkOf(app, market.subject('CEX_FUNDED'));
});
afterAll(async () => {
  await app?.stop();
  await facilitator?.close();
  await market?.stop();
});

/** How often the facilitator was asked to settle. */
const settlements = (): number => facilitator.requests.filter((path) => path.endsWith('/settle')).length;

/** Answers that were delivered, and every refusal that a payer met on the way. */
let delivered = 0;
const met: string[] = [];

/** Pays for one check after the other, each with one header that it shows until it knows what became of it. */
async function patient(over: AbortSignal): Promise<void> {
  let payer = await market.payer();
  while (!over.aborted) {
    const unpaid = await ask(url);
    // Nothing is offered while the facilitator was not heard of.
    if (unpaid.required === null) await pause(PAUSE_MS);
    else if ((await outcome(payer, unpaid)) === 'prepaid_only') payer = await market.payer();
  }
}

/** Shows one header until it is known what became of it: `delivered`, or the code of a refusal for good. */
async function outcome(payer: Keypair, unpaid: Awaited<ReturnType<typeof ask>>): Promise<string> {
  const { headers } = await pay(market.sandbox.url, 2, payer, unpaid);
  for (;;) {
    const { status, body, headers: told } = await ask(url, headers);
    if (status === 200) {
      delivered += 1;
      return 'delivered';
    }
    met.push(`${status} ${body.code}`);
    if (status !== 503 && status !== 429 && !FINAL.includes(body.code)) throw new Error(JSON.stringify(body));
    if (FINAL.includes(body.code)) return body.code;
    expect(Number(told.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await pause(PAUSE_MS);
  }
}

describe('a facilitator that fails in every way it can, one after the other', () => {
  it('makes nobody pay twice: what was answered is settled once, what was refused never, and nothing stays open', async () => {
    const merchant = addressOfKey(market.merchant);
    const over = new AbortController();
    const stories = Promise.all(Array.from({ length: PAYERS }, () => patient(over.signal)));
    stories.catch(() => undefined);
    await until(() => delivered >= PAYERS);
    for (const is of MOODS) {
      const [asked, refused] = [settlements(), met.length];
      facilitator.behave({ is });
      // While nothing is offered, payments that were signed before are refused.
      await until(() => settlements() > asked + 1 || met.length > refused + PAYERS);
    }
    facilitator.behave({ is: 'honest' });
    const clock = passTime();
    const before = delivered;
    await until(() => delivered > before);
    over.abort();
    await stories.finally(() => clock.stop());
    expect(met).toContain('503 in_flight');
    expect(await usdcOf(market.sandbox.url, merchant)).toBe(PRICE * BigInt(delivered));
    // A call whose lease ran out under it leaves its payment to the upkeep.
    await until(async () => [...(await payments()).keys()].every((state) => CLOSED.includes(state)));
    const states = await payments();
    expect(states.get('settled')).toBe(delivered);
    await mustBeSound(market.database.database);
  });
});

/** How many payments are in each state. */
async function payments(): Promise<ReadonlyMap<string, number>> {
  const rows = await market.database.database.sql<{ state: string; n: number }[]>`
    SELECT state, count(*)::int AS n FROM payments GROUP BY state`;
  return new Map(rows.map(({ state, n }) => [state, n]));
}

/** Lets leases and block hashes run out for those who still wait. */
function passTime(): { stop(): Promise<void> } {
  let over = false;
  const turn = async (): Promise<void> => {
    // A call that takes longer than a turn has more time in a later one.
    for (let pauseMs = LAPSE_PAUSE_MS; !over; pauseMs *= 1.5) {
      await pause(pauseMs);
      await market.lapse();
      await market.advance(PAST_EVERY_BLOCKHASH);
    }
  };
  const turning = turn();
  turning.catch(() => undefined);
  return {
    stop() {
      over = true;
      return turning;
    },
  };
}
