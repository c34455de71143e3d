import { pay } from 'assay-sandbox/world/instructions.ts';
import { faucet } from 'assay-sandbox/world/scene.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { verifyAnswer } from '#lib/signing/attestation.ts';
import { type WatchedSandbox, watchSandbox } from '../../packages/core/test/support/wallet-road.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { inTime } from '../support/in-time.ts';
import { asPublished } from '../support/published-schemas.ts';
import { openService, type Service } from '../support/service.ts';

const SIGNATURES_MAX = 100;
/** More than count. */
const DUST = 310;
const POINTS_MAX = 100;
const TRADES_MAX = 10;
let road: WatchedSandbox;
let test: TestDatabase;
let service: Service;
let apiKey: string;

beforeAll(async () => {
  [road, test] = await Promise.all([watchSandbox(), openTestDatabase()]);
  apiKey = String((await openLedger(test.database).grant(5_000_000n)).apiKey);
  service = await openService({
    ...devnetSettings,
    DATABASE_URL: test.url,
    SOLANA_RPC_URLS: road.url,
    WALLET_SIGNATURES_MAX: String(SIGNATURES_MAX),
  });
});

afterAll(async () => {
  await service.end();
  await road.close();
  await test.stop();
});

const check = (subject: string) =>
  inTime(
    () => checkOnce(subject),
    ({ body }) => body,
  );

async function checkOnce(subject: string) {
  const response = await fetch(`${service.url}/check/wallet/${subject}`, { headers: { 'X-API-Key': apiKey } });
  return asPublished({ status: response.status, headers: response.headers, body: await response.json() });
}

async function graphql(query: string) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-API-Key': apiKey },
    body: JSON.stringify({ query }),
  });
  return await response.json();
}

const balance = async () =>
  Math.round(Number((await graphql('{ account { balanceUsdc } }')).data.account.balanceUsdc) * 1e6);

/** Every field of the metrics, as the schema itself tells them. */
async function metricsFields(of = 'WalletMetrics'): Promise<string> {
  const inner = 'name kind ofType { name kind ofType { name kind ofType { name kind } } }';
  const asked = `{ __type(name: "${of}") { fields { name type { ${inner} } } } }`;
  const { fields } = (await graphql(asked)).data.__type;
  const written = fields.map(async ({ name, type }: { name: string; type: TypeRef }) => {
    const end = endOf(type);
    return end.kind === 'OBJECT' ? `${name} { ${await metricsFields(String(end.name))} }` : name;
  });
  return (await Promise.all(written)).join(' ');
}

interface TypeRef {
  readonly name: string | null;
  readonly kind: string;
  readonly ofType?: TypeRef | null;
}

const endOf = (type: TypeRef): TypeRef => (type.ofType ? endOf(type.ofType) : type);

describe('the wallet check of the built service', () => {
  it('answers over REST with a signed verdict for 0.10', async () => {
    const before = await balance();
    const { status, headers, body } = await check(road.subject('forty round trips'));
    expect([status, body.verdict, headers.get('x-verdict')]).toEqual([200, 'TRUSTED', 'TRUSTED']);
    expect(body).toMatchObject({ kind: 'wallet', reason_codes: ['POSITIVE_EXPECTANCY_LCB99'], gaps: [] });
    expect(body.billing).toMatchObject({ route: 'credit', charged_usdc: '0.10' });
    expect(before - (await balance())).toBe(100_000);
    const jwks = await (await fetch(`${service.url}/.well-known/jwks.json`)).json();
    expect(await verifyAnswer(body, jwks)).toMatchObject({ ok: true });
    const changed = { ...body, metrics: { ...body.metrics, wins: body.metrics.wins + 1 } };
    expect(await verifyAnswer(changed, jwks)).toMatchObject({ ok: false });
  });

  it.each([
    ['forty round trips', 'TRUSTED'],
    ['in profit by no more than luck', 'NEUTRAL'],
    ['thirty-one round trips', 'UNTRUSTED'],
  ])('answers over GraphQL with the figures of the document: %s', async (story, verdict) => {
    const subject = road.subject(story);
    const query = `{ walletCheck(address: "${subject}") {
      walletVerdict reasonCodes document billing { chargedUsdc } metrics { ${await metricsFields()} }
    } }`;
    const { data, errors } = await graphql(query);
    expect(errors).toBeUndefined();
    const { metrics, document, ...rest } = data.walletCheck;
    expect(rest).toEqual({
      walletVerdict: verdict,
      reasonCodes: document.reason_codes,
      billing: { chargedUsdc: '0.10' },
    });
    const { results, books, window } = metrics;
    expect([results.gap, books.gap, window.gap]).toEqual([null, null, null]);
    expect(results.profit.realizedPnlLamports).toBe(document.metrics.realized_pnl_lamports);
    expect(results.sample.closedCount).toBe(document.metrics.closed);
    expect(window.judged.dayCount).toBe(document.metrics.window.days);
    expect(Date.parse(window.judged.startsAt) / 1000).toBe(document.metrics.window.from_unix);
    expect(books.entries.map(({ currency }: { currency: string }) => currency)).toContain('SOL');
    expect(results.equity.length).toBeGreaterThan(10);
    expect(results.equity.length).toBeLessThanOrEqual(POINTS_MAX);
    expect(results.topTrades.length).toBeLessThanOrEqual(TRADES_MAX);
    const failed = metrics.failedTests.map(({ code }: { code: string }) => code);
    expect(document.reason_codes).toEqual(expect.arrayContaining(failed));
    expect(failed.length > 0).toBe(verdict !== 'TRUSTED');
    const { as_of: _, attestation: __, ...facts } = document;
    const { as_of: ___, attestation: ____, billing, ...same } = (await check(subject)).body;
    expect(facts).toEqual(same);
    expect(billing.charged_usdc).toBe('0.10');
  });

  it('charges nothing where the endpoint withholds bodies', async () => {
    const subject = road.subject('a good record that ended');
    road.withhold(await road.listed(subject));
    const before = await balance();
    const { status, body } = await check(subject);
    expect([status, body.verdict]).toEqual([200, 'UNVERIFIABLE']);
    expect(body.reason_codes).toContain('META_MISSING');
    expect(body).toMatchObject({ metrics: {}, billing: { route: 'none', charged_usdc: '0.00' } });
    expect(body.attestation).toBeUndefined();
    expect(await balance()).toBe(before);
    road.withhold();
  });

  it.each([
    ['thirty-two round trips', 'UNTRUSTED', 'PAID_BY_LINKED_WALLETS', 10_000],
    ['the same, paid by wallets', 'NEUTRAL', 'STRANGERS_NOT_PROVEN', 0],
  ])('does not believe a record that was bought: %s', async (story, verdict, code, linked) => {
    const { status, body } = await check(road.subject(story));
    expect([status, body.verdict, body.gaps]).toEqual([200, verdict, []]);
    expect(body.reason_codes[0]).toBe(code);
    expect(body.metrics.closed).toBe(32);
    expect(body.metrics.payers).toMatchObject({
      linked_bps: linked,
      proven_strangers_bps: 0,
      unread_bps: 0,
      wallets: 8,
    });
  });

  it('says who paid for a record that strangers paid for', async () => {
    const { body } = await check(road.subject('forty round trips'));
    expect(body.verdict).toBe('TRUSTED');
    expect(body.metrics.payers).toMatchObject({ positions: 32, linked_bps: 0 });
    expect(body.metrics.payers.proven_strangers_bps).toBeGreaterThanOrEqual(5_000);
    expect(body.metrics.payers.one_owner_bps).toBeLessThan(1_000);
  });

  it('judges the newest part of a history that is longer than it counts, and charges for it', async () => {
    const busy = road.cast.person('who gets the fees of coins with tides').address;
    expect((await road.listed(busy)).length).toBeGreaterThan(SIGNATURES_MAX);
    road.forget();
    const { status, body } = await check(busy);
    expect([status, body.verdict, body.gaps]).toEqual([200, 'INSUFFICIENT', []]);
    expect(body.reason_codes).toContain('WINDOW_SHORT');
    expect(body.flags).toContain('WINDOW_SHORTENED');
    expect(body.billing).toMatchObject({ route: 'credit', charged_usdc: '0.10' });
    expect(body.attestation).toEqual(expect.any(String));
    const { window } = body.metrics;
    expect(window).toMatchObject({ why: 'transactions', asked: { days: 90 }, breaks: 0, mismatches: 0 });
    expect(window.judged).toEqual({ from_unix: window.from_unix, to_unix: window.to_unix, days: window.days });
    expect(window.judged.from_unix).toBeGreaterThan(window.asked.from_unix);
    expect(window.signatures - window.dust_transactions).toBeLessThanOrEqual(SIGNATURES_MAX);
    // What the next older second holds tells that there is no room for it.
    expect(road.asked().bodies.length).toBeLessThan((await road.listed(busy)).length + SIGNATURES_MAX);
  });

  it('says of a wallet that strangers sent dust to what it said before', async () => {
    const subject = road.subject('forty round trips');
    const before = (await check(subject)).body;
    const giver = faucet(road.cast);
    const to = road.cast.person('a wallet with a steady record').publicKey;
    expect(to.toBase58()).toBe(subject);
    await road.sendAll(
      Array.from({ length: DUST }, (_, n) => ({ payer: giver, instructions: [pay(giver, to, BigInt(n + 1))] })),
    );
    const { body } = await check(subject);
    expect([body.verdict, body.reason_codes]).toEqual([before.verdict, before.reason_codes]);
    expect([before.verdict, body.confidence]).toEqual(['TRUSTED', before.confidence]);
    const { window } = body.metrics;
    expect(window).toMatchObject({ why: null, dust_transactions: DUST, breaks: 0, mismatches: 0 });
    expect(window.signatures).toBeGreaterThan(DUST + before.metrics.window.signatures - 3);
    expect(body.metrics.realized_pnl_lamports).toBe(before.metrics.realized_pnl_lamports);
  });

  it('charges for a wallet of more token accounts than it reads', async () => {
    const subject = road.subject('thirty-one round trips');
    road.crowd(subject);
    const { status, body } = await check(subject);
    expect([status, body.verdict, body.reason_codes]).toEqual([200, 'UNVERIFIABLE', ['HISTORY_TRUNCATED']]);
    expect(body.gaps[0]).toEqual({ reading: 'history', cause: 'limit_reached', retryable: false });
    expect(body.billing).toMatchObject({ route: 'credit', charged_usdc: '0.10' });
  });
});
