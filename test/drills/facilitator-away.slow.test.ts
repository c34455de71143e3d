import { Keypair } from '@solana/web3.js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { startApp } from '../../src/app/app.ts';
import type { App } from '../../src/app/stopping.ts';
import { type FacilitatorServer, serveFacilitator } from '../support/facilitator-server.ts';
import { ask, checkOf, type Market, openMarket, pay, until } from '../support/market.ts';
import { hangMs } from '../support/pace.ts';

let market: Market;
let facilitator: FacilitatorServer;
let app: App;
/** Starts the service, anew where it was stopped. */
let open: () => Promise<void>;
let url: string;
const lines: string[] = [];

beforeAll(async () => {
  market = await openMarket();
  facilitator = await serveFacilitator({ rpcUrl: market.sandbox.url });
  facilitator.behave({ is: 'broken' });
  const { X402_FEE_PAYER: _, ...settings } = market.env;
  const env = { ...settings, X402_FACILITATOR: facilitator.url, PORT: '0' };
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  // A payment may be as old as it can be: a start takes its time.
  const billing = { lifeMsMin: 0 };
  const timeouts = {
    billing,
    facilitator: { askMs: hangMs(1_000), settleMs: hangMs(1_000), refreshMs: 300, retryMs: 100 },
  };
  open = async () => {
    app = await startApp(readConfig(env), log, timeouts);
    url = checkOf(app, market.subject('CEX_FUNDED'));
  };
  await open();
});
afterAll(async () => {
  await app?.stop();
  await facilitator?.close();
  await market?.stop();
});

const health = async () => (await ask(`${app.listening}/health`)).body;

async function figure(): Promise<string | undefined> {
  const text = await (await fetch(`${app.listening}/metrics`)).text();
  return /^assay_x402_facilitator_away (\d)$/m.exec(text)?.[1];
}

/** What the log says of the facilitator, in its order. */
const said = (): readonly string[] =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ part }) => part === 'facilitator')
    .map(({ level, msg }) => `${level} ${msg}`);

const WENT = '40 a part is not well';
const CAME = '30 a part is well again';

describe('a facilitator that is away when the service starts, and again later,', () => {
  it('is reported by the 402 as something that passes, by health, by a figure and by one line', async () => {
    for (let calls = 0; calls < 5; calls += 1) {
      const { status, body, required, headers } = await ask(url);
      expect([status, required, body.accepts, body.retryable]).toEqual([402, null, [], true]);
      expect(body.detail).toMatch(/not possible at the moment/);
      expect([body.hint.url, body.retry_action]).toEqual([`${app.url}/credits`, 'wait_and_retry']);
      expect(headers.get('cache-control')).toContain('no-store');
      expect(headers.get('retry-after')).toBe(String(body.retry_after_seconds));
      await health();
    }
    const order = { payer: Keypair.generate().publicKey.toBase58(), resource: new URL(url).pathname };
    const prepared = await fetch(`${app.url}/pay/prepare`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    expect([prepared.status, ((await prepared.json()) as { code: string }).code]).toEqual([503, 'chain_unavailable']);
    expect(await (await fetch(`${app.url}/llms.txt`)).text()).toMatch(/not possible at the moment/);
    const { ready, checks, warnings } = await health();
    const away = { ok: false, code: 'facilitator_down', detail: expect.stringContaining('HTTP 500') };
    expect([ready, checks.facilitator]).toEqual([true, { ...away, since: expect.any(String) }]);
    // Others may stand beside it for as long as the accounts were not looked at.
    expect(warnings).toContainEqual(expect.stringContaining('the facilitator is away'));
    expect([await figure(), said()]).toEqual(['1', [WENT]]);
  });

  it('is used again without hands when it is back, and the next line says so', async () => {
    facilitator.behave({ is: 'honest' });
    await until(async () => (await ask(url)).required !== null);
    await until(async () => (await health()).checks.facilitator.ok === true);
    expect([await figure(), said()]).toEqual(['0', [WENT, CAME]]);
    const { headers } = await pay(market.sandbox.url, 2, await market.payer(), await ask(url));
    expect((await ask(url, headers)).status).toBe(200);
  });

  it('makes no payment invalid that was signed before it went: the same one pays when it is back', async () => {
    const { headers } = await pay(market.sandbox.url, 2, await market.payer(), await ask(url));
    facilitator.behave({ is: 'broken' });
    await until(async () => (await ask(url)).required === null);
    const refused = await ask(url, headers);
    expect([refused.status, refused.body.code]).toEqual([503, 'chain_unavailable']);
    facilitator.behave({ is: 'honest' });
    await until(async () => (await ask(url)).required !== null);
    expect((await ask(url, headers)).status).toBe(200);
  });

  it('makes none fail that was worked for when the service went down, and repeated before it was heard of again', async () => {
    const { sql } = market.database.database;
    const { headers } = await pay(market.sandbox.url, 2, await market.payer(), await ask(url));
    // The service dies between its work and its sending.
    await sql.unsafe(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'gone'; END $$;
      CREATE TRIGGER die BEFORE UPDATE ON payments FOR EACH ROW WHEN (NEW.state IN ('sent', 'released')) EXECUTE FUNCTION die()`);
    expect((await ask(url, headers)).status).toBe(500);
    await app.stop();
    await sql`DROP TRIGGER die ON payments`;
    const newest = async () => (await sql`SELECT state FROM payments ORDER BY created_at DESC LIMIT 1`)[0]?.state;
    expect(await newest()).toBe('worked');
    facilitator.behave({ is: 'broken' });
    await open();
    await market.lapse();
    const refused = await ask(url, headers);
    expect([refused.status, refused.body.code, await newest()]).toEqual([503, 'chain_unavailable', 'worked']);
    facilitator.behave({ is: 'honest' });
    await until(async () => (await ask(url)).required !== null);
    expect((await ask(url, headers)).status).toBe(200);
  });
});
