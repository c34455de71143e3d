import type { Keypair } from '@solana/web3.js';
import { address } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { openSealer } from '#payments/credits/ticket.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { makeWallet } from '../../src/operator/demo/chain.ts';
import { fromHeader, paymentFor } from '../../src/operator/demo/steps.ts';
import { openService, type Service } from '../support/service.ts';
import { ask, boughtKey, claim, type MoneyTown, openMoneyTown, paid, prepare, USDC, withKey } from './money-town.ts';

let town: MoneyTown;
let wallet: Keypair;
let one: Service;
let two: Service;

beforeAll(async () => {
  town = await openMoneyTown();
  wallet = await town.wallet();
  [one, two] = await Promise.all([openService(town.settings), openService(town.settings)]);
  await town.settle();
});
afterAll(async () => {
  await Promise.all([one?.end(), two?.end()]);
  await town?.stop();
});

const balanceOf = async (key: string, url = one.url) =>
  (await withKey(`${url}/credits/balance`, key)).body.balance_usdc;
const isUnknown = async (key: string) => (await withKey(`${one.url}/credits/balance`, key)).status === 401;

/** The books must always be sound, and every movement of money in them accounted for. */
async function expectSoundBooks(): Promise<void> {
  expect(await openLedger(town.database.database).audit()).toMatchObject({ unbalancedAccounts: 0, sumAtomic: 0n });
}

describe('credit is bought by one transfer (5.6, 5.7, 5.9)', () => {
  it('prepare, sign, send, claim, check, balance: refused with Retry-After until final, then credited', async () => {
    const prepared = await prepare(one.url, wallet, 5_000_000);
    const signature = await town.send(prepared.transaction, wallet);
    const early = await ask(`${two.url}/credits/claim`, { signature, ticket: prepared.ticket });
    expect([early.status, early.body.code]).toEqual([409, 'transaction_not_final']);
    expect(early.body).toMatchObject({ retryable: true, retry_action: 'wait_and_retry', retry_after_seconds: 2 });
    expect(early.headers.get('retry-after')).toBe('2');
    await town.settle();
    const { status, body } = await claim(two.url, { signature, ticket: prepared.ticket });
    expect([status, body.credited_usdc, body.balance_usdc]).toEqual([200, '5.00', '5.00']);
    const check = await withKey(`${one.url}/check/funder/${town.subject}`, body.api_key);
    expect(check.body.billing).toMatchObject({ route: 'credit', charged_usdc: '0.05', balance_usdc: '4.95' });
    const account = await withKey(`${two.url}/credits/balance`, body.api_key);
    expect(account.body).toMatchObject({ balance_usdc: '4.95', balance_atomic: '4950000', passes: [] });
    expect(account.body.movements).toMatchObject([
      { kind: 'charge', amount_usdc: '-0.05' },
      { kind: 'topup', amount_usdc: '5.00', ref: signature },
    ]);
    await expectSoundBooks();
  });

  it('a key in the claim is topped up, an unknown one is 401 and consumes nothing', async () => {
    const key = await boughtKey(town, one.url, wallet, 1_000_000);
    const claims = await paid(town, two.url, wallet, 2_000_000);
    const unknown = await claim(two.url, { ...claims, key: 'assay_nobody' });
    expect([unknown.status, unknown.body.code]).toEqual([401, 'api_key_unknown']);
    const { status, body } = await claim(two.url, { ...claims, key });
    expect([status, body.balance_usdc, 'api_key' in body]).toEqual([200, '3.00', false]);
    const again = await claim(one.url, { ...claims, key });
    expect(again.body).toMatchObject({ credited_usdc: '2.00', repeated: true });
    expect([again.body.balance_usdc, again.body.api_key]).toEqual([undefined, undefined]);
  });

  it('a pass unlike the ticket is 422 on both sides and consumes nothing', async () => {
    const claims = await paid(town, one.url, wallet, 500_000);
    const wrong = await claim(one.url, { ...claims, pass: true });
    expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['body', 'pass']]);
    expect((await claim(one.url, { ...claims, pass: false })).body.credited_usdc).toBe('0.50');
    const pass = await prepare(one.url, wallet, 19_000_000, { pass: true });
    const other = await claim(one.url, { signature: claims.signature, ticket: pass.ticket, pass: false });
    expect([other.status, other.body.detail[0].loc]).toEqual([422, ['body', 'pass']]);
  });
});

describe('a signature is credited once (5.7, 5.10)', () => {
  it('claimed with two tickets at once on two replicas: one credits, the other is refused', async () => {
    const other = await prepare(two.url, wallet, 3_000_000);
    const { signature, ticket } = await paid(town, one.url, wallet, 3_000_000);
    const replies = await Promise.all([
      claim(one.url, { signature, ticket }),
      claim(two.url, { signature, ticket: other.ticket }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    expect(['transfer_mismatch', 'signature_already_credited']).toContain(replies[1]?.body.code);
    const late = await claim(two.url, { signature, ticket: other.ticket });
    expect([late.status, late.body.code]).toEqual([409, 'signature_already_credited']);
  });

  it('claimed ten times at once on two replicas it is credited once, and one key works', async () => {
    const claims = await paid(town, one.url, wallet, 4_000_000);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => claim([one, two][i % 2]!.url, claims)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(replies.filter(({ body }) => !body.repeated)).toHaveLength(1);
    const keys = replies.flatMap(({ body }) => body.api_key ?? []);
    const balances = await Promise.all(keys.map((key) => balanceOf(key)));
    expect(balances.filter((balance) => balance === '4.00')).toHaveLength(1);
    await expectSoundBooks();
  });

  it('one top-up claimed at once on two replicas with a key adds its amount once', async () => {
    const key = await boughtKey(town, one.url, wallet, 1_000_000);
    const claims = { ...(await paid(town, one.url, wallet, 1_500_000)), key };
    const replies = await Promise.all([one, two, one, two].map(({ url }) => claim(url, claims)));
    expect(replies.map(({ body }) => body.credited_usdc)).toEqual(Array(4).fill('1.50'));
    expect(await balanceOf(key)).toBe('2.50');
  });

  it('a settlement per call is no claim: 409', async () => {
    const payer = makeWallet();
    await rpc(town.sandbox.url, 'sandbox_airdropUsdc', [payer.address, '1000000']);
    await town.settle();
    const url = `${one.url}/check/funder/${town.subject}`;
    const required = fromHeader((await ask(url)).headers, 'payment-required');
    const header = await paymentFor(required, payer, town.sandbox.url);
    const { body, headers } = await ask(url, undefined, { 'PAYMENT-SIGNATURE': header });
    expect(body.billing).toMatchObject({ route: 'x402', charged_usdc: '0.05' });
    const signature = (fromHeader(headers, 'payment-response') as { transaction: string }).transaction;
    await town.settle();
    const { ticket } = await prepare(two.url, wallet, 500_000);
    const claimed = await claim(two.url, { signature, ticket });
    expect([claimed.status, claimed.body.code]).toEqual([409, 'signature_already_credited']);
  });

  it("a stranger's claim with a ticket of his own is refused and takes nothing from the payer", async () => {
    const stranger = await town.wallet();
    const { ticket } = await prepare(one.url, stranger, 700_000);
    const claims = await paid(town, one.url, wallet, 700_000);
    const stolen = await claim(two.url, { signature: claims.signature, ticket });
    expect(stolen.body).toMatchObject({ status: 409, code: 'transfer_mismatch', mismatch: 'ticket' });
    expect((await claim(one.url, claims)).body).toMatchObject({ credited_usdc: '0.70' });
  });
});

describe('keys are issued again by rule 5.8', () => {
  it('a repeat gets a fresh key in the place of the old one, until a key was presented, and none that it names is revoked', async () => {
    const claims = await paid(town, one.url, wallet, 600_000);
    const first = (await claim(one.url, claims)).body.api_key;
    const { api_key: second, ...told } = (await claim(two.url, claims)).body;
    expect(told).toMatchObject({ credited_usdc: '0.60', repeated: true });
    expect(second).not.toBe(first);
    expect([await isUnknown(first), await balanceOf(second)]).toEqual([true, '0.60']);
    const third = (await claim(one.url, claims)).body;
    expect([third.repeated, third.api_key]).toEqual([true, undefined]);
    const named = (await claim(one.url, { ...claims, key: second })).body;
    expect([named.repeated, named.api_key, await balanceOf(second)]).toEqual([true, undefined, '0.60']);
    const replaced = await claim(one.url, { ...claims, key: first });
    expect([replaced.status, replaced.body.code]).toEqual([401, 'api_key_unknown']);
  });

  it('nobody gets a key with a key of another account', async () => {
    const stranger = await boughtKey(town, one.url, wallet, 500_000);
    const claims = await paid(town, one.url, wallet, 500_000);
    const first = (await claim(one.url, claims)).body.api_key;
    const asked = (await claim(one.url, { ...claims, key: stranger })).body;
    expect([asked.repeated, asked.api_key, await balanceOf(first)]).toEqual([true, undefined, '0.50']);
  });

  it('not after a day, and not after somebody else credited the account', async () => {
    const { sql } = town.database.database;
    const old = await paid(town, one.url, wallet, 500_000);
    expect((await claim(one.url, old)).body.api_key).toMatch(/^assay_/);
    await sql`UPDATE claims SET created_at = now() - interval '24 hours 1 second' WHERE signature = ${old.signature}`;
    const late = (await claim(one.url, old)).body;
    expect([late.repeated, late.api_key]).toEqual([true, undefined]);
    const shared = await paid(town, one.url, wallet, 500_000);
    const key = (await claim(one.url, shared)).body.api_key;
    await openLedger(town.database.database).grant(1_000_000n, key);
    const again = (await claim(one.url, shared)).body;
    expect([again.repeated, again.api_key]).toEqual([true, undefined]);
    expect(await balanceOf(key)).toBe('1.50');
  });
});

describe('tickets are sealed (5.6)', () => {
  it('are kept by no replica: one that never heard of them, under the next secret, credits them', async () => {
    const transfer = await paid(town, one.url, wallet, 800_000);
    const again = await openService({ ...town.settings, TICKET_SECRET: `${'n'.repeat(40)},${town.ticketSecret}` });
    expect((await claim(again.url, transfer)).body.credited_usdc).toBe('0.80');
    await again.end();
  });

  it('tampered, truncated, foreign and of another network they are 422 ticket_invalid, and the good one is credited after them', async () => {
    const { signature, ticket } = await paid(town, one.url, wallet, 500_000);
    const terms = openSealer([town.ticketSecret]).open(ticket);
    if (!terms) throw new Error('the ticket does not open with the shared secret');
    const bad = [
      `${ticket.slice(0, 60)}${ticket[60] === 'A' ? 'B' : 'A'}${ticket.slice(61)}`,
      ticket.slice(0, -1),
      `${ticket}A`,
      `${ticket}=`,
      ` ${ticket}`,
      '',
      'x'.repeat(3_000),
      openSealer(['a secret that nobody here has, long enough']).seal(terms),
      openSealer([town.ticketSecret]).seal({ ...terms, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
    ];
    for (const one_ of bad) {
      const { status, body } = await ask(`${two.url}/credits/claim`, { signature, ticket: one_ });
      expect([status, body.detail?.[0].loc, body.detail?.[0].type]).toEqual([
        422,
        ['body', 'ticket'],
        'ticket_invalid',
      ]);
    }
    expect((await claim(one.url, { signature, ticket })).status).toBe(200);
    expect(terms.mint).toBe(address(USDC));
  });
});
