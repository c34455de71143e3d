import { connect } from 'node:net';
import { Keypair, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { openService, type Service } from '../support/service.ts';
import { ask, type MoneyTown, openMoneyTown, prepare, USDC, withKey } from './money-town.ts';

let town: MoneyTown;
let service: Service;
const payer = Keypair.generate();

beforeAll(async () => {
  town = await openMoneyTown();
  service = await openService(town.settings);
});
afterAll(async () => {
  await service?.end();
  await town?.stop();
});

const order = (members: Readonly<Record<string, unknown>>) =>
  ask(`${service.url}/credits/prepare`, { payer: payer.publicKey.toBase58(), amount_atomic: 5_000_000, ...members });
const rows = async () => {
  const { sql } = town.database.database;
  const counted = await sql`SELECT (SELECT count(*) FROM claims) + (SELECT count(*) FROM holds) AS n`;
  return Number(counted[0]?.n);
};

describe('POST /credits/prepare takes', () => {
  it.each([0, -1, 0.5, 499_999, 500_000.5, 10_000_000_001, 2 ** 53, '500000', '', null, true, [], {}, [500_000]])(
    'no amount %j: 422 with loc amount_atomic',
    async (amount_atomic) => {
      const { status, body } = await order({ amount_atomic });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'amount_atomic']]);
    },
  );

  it.each(['9223372036854775808', '18446744073709551616', '18446744073709551615', '1e400', '-0', '5000000.0000001'])(
    'no amount %s as the number of its JSON: 422',
    async (amount) => {
      const text = `{"payer":"${payer.publicKey.toBase58()}","amount_atomic":${amount}}`;
      const { status, body } = await ask(`${service.url}/credits/prepare`, text);
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'amount_atomic']]);
    },
  );

  it('the smallest and the largest amount exactly', async () => {
    for (const amount_atomic of [500_000, 10_000_000_000]) {
      const { status, body } = await order({ amount_atomic });
      expect([status, body.amount_atomic]).toEqual([200, amount_atomic]);
    }
  });

  it('a pass for 19 or 49 USDC only, and the refusal names both', async () => {
    for (const [amount, tier] of [
      [19_000_000, 'traveller'],
      [49_000_000, 'voyager'],
    ] as const) {
      expect((await order({ amount_atomic: amount, pass: true })).body.pass.tier).toBe(tier);
      expect((await order({ amount_atomic: amount })).body.pass).toBeUndefined();
    }
    for (const amount_atomic of [20_000_000, 19_000_001, 48_999_999, 500_000]) {
      const { status, body } = await order({ amount_atomic, pass: true });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'amount_atomic']]);
      expect(body.detail[0].msg).toMatch(/19\.00.*49\.00/);
    }
  });

  it('no payer that cannot pay: off curve, the merchant, the fee payer, no address, a mint as text with blanks', async () => {
    const [derived] = PublicKey.findProgramAddressSync([Buffer.from('x')], new PublicKey(USDC));
    const keys = [derived, town.merchant.publicKey, town.feePayer.publicKey].map((key) => key.toBase58());
    for (const bad of [...keys, '', 'x', ` ${USDC}`, 'l'.repeat(44), 7, null, {}]) {
      const { status, body } = await order({ payer: bad });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'payer']]);
    }
  });

  it('everything that is wrong is reported at once', async () => {
    const { body } = await order({ payer: 'x', amount_atomic: 1, pass: 'yes' });
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc[1]).sort()).toEqual(['amount_atomic', 'pass', 'payer']);
  });
});

describe('keys', () => {
  it('GET /credits/balance without a key, or with an unknown or odd one, is 401', async () => {
    const url = `${service.url}/credits/balance`;
    expect((await ask(url)).status).toBe(401);
    for (const key of ['assay_unknown', 'x', "' OR 1=1 --", 'a'.repeat(8_000)]) {
      const { status, body } = await withKey(url, key);
      expect([status, body.code]).toEqual([401, 'api_key_unknown']);
    }
  });
});

describe('GET /credits', () => {
  it('lists what the specification lists', async () => {
    const { status, body } = await ask(`${service.url}/credits`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'what',
        'how',
        'why_the_ticket',
        'pay_to',
        'asset',
        'network',
        'min_topup_usdc',
        'prices_usdc',
        'example_value',
        'passes',
        'check_balance',
        'also_supported',
      ]),
    );
    expect(body).toMatchObject({
      pay_to: town.merchant.publicKey.toBase58(),
      network: town.settings.SOLANA_NETWORK,
      min_topup_usdc: '0.50',
      prices_usdc: { wallet: '0.10', token: '0.02', trade: '0.02', funder: '0.05' },
    });
    expect(Object.keys(body.passes)).toEqual(expect.arrayContaining(['what', 'tiers', 'how', 'fair_use', 'renewal']));
    expect(JSON.stringify(body)).not.toContain(town.ticketSecret);
  });
});

describe('browsers', () => {
  const paths = ['/credits', '/credits/prepare', '/credits/claim', '/credits/balance', '/pay/prepare'];

  it.each(paths)('OPTIONS %s is answered with leave for the headers of payment and runs nothing', async (path) => {
    const before = await rows();
    const response = await fetch(service.url + path, { method: 'OPTIONS', headers: { origin: 'https://a.example' } });
    expect([response.status, response.headers.get('access-control-allow-origin'), await response.text()]).toEqual([
      204,
      '*',
      '',
    ]);
    for (const name of ['X-API-Key', 'Idempotency-Key', 'PAYMENT-SIGNATURE', 'X-PAYMENT', 'Content-Type']) {
      expect(response.headers.get('access-control-allow-headers')).toContain(name);
    }
    expect(await rows()).toBe(before);
  });

  it('a refusal carries the headers too, and lets Retry-After be read', async () => {
    const { status, headers } = await order({ amount_atomic: 0 });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([422, '*']);
    expect(headers.get('access-control-expose-headers')).toMatch(/PAYMENT-REQUIRED.*Retry-After/);
  });

  it.each(paths.slice(1))('HEAD %s is 405 without a body and runs nothing', async (path) => {
    const response = await fetch(service.url + path, { method: 'HEAD', headers: { 'X-API-Key': 'assay_x' } });
    expect([response.status, await response.text()]).toEqual([405, '']);
    expect(response.headers.get('allow')).toMatch(/^(GET|POST), OPTIONS$/);
  });

  it('HEAD on a check never runs it, not even paid for', async () => {
    const { apiKey } = await openLedger(town.database.database).grant(1_000_000n);
    const before = await rows();
    const url = `${service.url}/check/funder/${town.subject}`;
    const response = await fetch(url, { method: 'HEAD', headers: { 'X-API-Key': String(apiKey) } });
    expect([response.status, await rows(), await response.text()]).toEqual([402, before, '']);
    const { body } = await withKey(`${service.url}/credits/balance`, String(apiKey));
    expect([body.balance_usdc, body.movements.length]).toEqual(['1.00', 1]);
  });
});

/** The status line that a raw request is answered with; empty when the connection is closed without one. */
function rawStatus(text: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  return new Promise((resolve) => {
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''));
    socket.write(text);
  });
}

describe('what is too large', () => {
  it('a header of 1 MB is refused and the service stays up', async () => {
    for (const name of ['X-API-Key', 'PAYMENT-SIGNATURE', 'Idempotency-Key']) {
      const text = `GET /check/funder/${town.subject} HTTP/1.1\r\nHost: a\r\n${name}: ${'A'.repeat(1_048_576)}\r\n\r\n`;
      expect(await rawStatus(text)).toMatch(/^(HTTP\/1\.1 431 .*)?$/);
    }
    expect((await ask(`${service.url}/health/ready`)).status).toBe(200);
  });

  it('a body of 1 MB is 413, and one that is no JSON object is refused', async () => {
    const url = `${service.url}/credits/claim`;
    const large = await ask(url, { signature: 'x', ticket: 'x'.repeat(1_048_576) });
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
    expect((await ask(url, '{"signature":')).status).toBe(400);
    for (const text of ['[]', '"x"', '7', 'null', '{}']) expect((await ask(url, text)).status).toBe(422);
    const form = await fetch(url, { method: 'POST', body: new URLSearchParams({ signature: 'x' }) });
    expect(form.status).toBe(415);
  });

  it('members named after the prototype of objects change nothing', async () => {
    const { ticket } = await prepare(service.url, payer, 500_000);
    const text = `{"__proto__":{"signature":"x","key":"y"},"constructor":1,"ticket":"${ticket}"}`;
    const { status, body } = await ask(`${service.url}/credits/claim`, text);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'signature']]);
  });
});
