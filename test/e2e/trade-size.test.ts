import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPools } from '../../packages/core/test/support/recorded-pools.ts';
import { recordedPools, USDC } from '../../packages/core/test/support/recorded-worlds.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Asking, withRecorded } from '../support/recorded-service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

async function withClmm(use: (asking: Asking) => Promise<void>): Promise<void> {
  const { accounts } = recordedPools.clmm!();
  await withRecorded(database, accounts, {}, use);
}

const QUERY = (args: string) =>
  `query Trade${args.includes('$') ? '($size: SOL)' : ''} { tradeCheck(mint: "${USDC}"${args}) { verdict metrics { sizeSol cost { roundTrip { boughtAmount } } } } }`;

function sizeOf(answer: { readonly body: { readonly data?: Record<string, unknown> | null } }): string | undefined {
  return (answer.body.data?.tradeCheck as { metrics?: { sizeSol?: string } } | null)?.metrics?.sizeSol;
}

describe.runIf(hasPools)('the size of a trade, on every road', () => {
  it('is 0.5 SOL where none is given', async () => {
    await withClmm(async ({ ask, query }) => {
      expect((await ask(USDC)).body.metrics).toMatchObject({ size_sol: '0.5', tokens_bought: '40879554' });
      expect(sizeOf(await query(QUERY('')))).toBe('0.5');
      expect(sizeOf(await query(QUERY(', sizeSol: null')))).toBe('0.5');
      expect(sizeOf(await query(QUERY(', sizeSol: $size')))).toBe('0.5');
      expect(sizeOf(await query(QUERY(', sizeSol: $size'), { size: null }))).toBe('0.5');
    });
  });

  it('is one request however it is written: a repeat is answered again and not charged', async () => {
    await withClmm(async ({ ask, query, rpc }) => {
      const once = { 'Idempotency-Key': randomUUID() };
      const first = await ask(USDC, '0.5', once);
      rpc.forget();
      for (const size of ['0.50', '0.500000000', '00.5', undefined]) {
        const again = await ask(USDC, size, once);
        expect([size, again.status, again.replayed]).toEqual([size, 200, true]);
        expect({ ...again.body, billing: null }).toEqual({ ...first.body, billing: null });
        expect(again.body.billing.balance_usdc).toBe(first.body.billing.balance_usdc);
      }
      expect(rpc.asked().requests).toBe(0);
      const other = await ask(USDC, '0.51', once);
      expect(other.status).toBe(409);
      const shared = await query(
        `{ a: tradeCheck(mint: "${USDC}", sizeSol: "0.5") { verdict }
           b: tradeCheck(mint: "${USDC}", sizeSol: 0.50) { verdict }
           credits: account { balance: balanceUsdc } }`,
      );
      expect(shared.body.data).toMatchObject({ a: { verdict: 'ACCEPTABLE_COST' }, b: { verdict: 'ACCEPTABLE_COST' } });
      const after = await ask(USDC, '0.5', { 'Idempotency-Key': randomUUID() });
      const spent = Number(first.body.billing.balance_usdc) - Number(after.body.billing.balance_usdc);
      // One operation over GraphQL, whose two spellings are one check, and this one.
      expect(spent).toBeCloseTo(0.04, 6);
    });
  });

  it('takes a single lamport and ten thousand SOL: a verdict, never a failure', async () => {
    await withClmm(async ({ ask, query }) => {
      const smallest = await ask(USDC, '0.000000001');
      expect([smallest.status, smallest.body.verdict]).toEqual([200, 'UNTRADEABLE']);
      expect(smallest.body.metrics).toMatchObject({ size_sol: '0.000000001', tokens_bought: null });
      expect(sizeOf(await query(QUERY(', sizeSol: 0.000000001')))).toBe('0.000000001');
      const small = await ask(USDC, '0.0001');
      expect([small.status, small.body.verdict]).toEqual([200, 'HIGH_COST']);
      expect(small.body.flags).toContain('NETWORK_FEES_DOMINATE');
      for (const size of ['10000', '10000.0', '9999.999999999']) {
        expect([(await ask(USDC, size)).status, size]).toEqual([200, size]);
      }
      expect((await query(QUERY(', sizeSol: 10000'))).status).toBe(200);
    });
  });

  it('is refused with its place before anything is charged or read', async () => {
    await withClmm(async ({ ask, query, url, apiKey, rpc }) => {
      const before = (await ask(USDC, '0.2')).body.billing.balance_usdc;
      rpc.forget();
      const wrong = ['0', '0.0', '-1', 'NaN', '1e400', '1e5', '', '0x1', '10000.000000001', '10001', '0.0000000001'];
      for (const size of [
        ...wrong,
        '+1',
        '%201',
        '1%20',
        '.5',
        '5.',
        '1,5',
        'Infinity',
        '%D9%A1',
        '1%00',
        '99999999',
      ]) {
        const { status, body } = await ask(USDC, size);
        const [item] = (body.detail ?? []) as readonly { loc: unknown }[];
        expect([size, status, item?.loc]).toEqual([size, 422, ['query', 'size_sol']]);
      }
      const twice = await fetch(`${url}/check/trade/${USDC}?size_sol=0.5&size_sol=0.5`, {
        headers: { 'X-API-Key': apiKey },
      });
      expect([twice.status, (await twice.json()).detail[0].loc]).toEqual([422, ['query', 'size_sol']]);
      for (const size of ['0', '-1', 'NaN', '1e400', '', '0x1', '10000.000000001', '0.0000000001']) {
        const { body } = await query(QUERY(', sizeSol: $size'), { size });
        expect([size, body.errors?.length, body.data]).toEqual([size, 1, { tradeCheck: null }]);
      }
      for (const literal of ['0', '-1', '1e400', 'true', 'NaN', '[0.5]', '{ a: 1 }', '10000.000000001']) {
        const { body } = await query(QUERY(`, sizeSol: ${literal}`));
        expect([literal, body.errors?.length, body.data]).toEqual([literal, 1, { tradeCheck: null }]);
      }
      expect(rpc.asked().methods).toEqual([]);
      expect(Number(before) - Number((await ask(USDC, '0.3')).body.billing.balance_usdc)).toBeCloseTo(0.02, 6);
    });
  });

  it('is taken from a variable whether it is text or a number', async () => {
    await withClmm(async ({ query }) => {
      for (const size of ['0.25', 0.25]) expect(sizeOf(await query(QUERY(', sizeSol: $size'), { size }))).toBe('0.25');
    });
  });
});
