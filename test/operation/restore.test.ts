import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { adoptCommand } from '../../src/operator/commands/adopt.ts';
import { auditBooksCommand } from '../../src/operator/commands/audit-books.ts';
import { commandOutcome } from '../../src/operator/run-command.ts';
import { boughtKey, claim, type MoneyTown, openMoneyTown, paid, withKey } from '../e2e/money-town.ts';
import { ask, forwarding, type Json, pay, type Signed, signed, wrapped } from '../support/market.ts';
import { openService, type Service } from '../support/service.ts';

let town: MoneyTown;
let service: Service;
/** What commands ask. */
let endpoint: string;
/** The books of before the payments, and when they were copied. */
let backup: { readonly url: string; readonly since: string; drop(): Promise<void> };

const check = (): string => `${service.url}/check/funder/${town.subject}`;

/** Shows, for another check, a payment that a stranger copied from the chain. */
async function askAsThief({ signed: of }: Call) {
  const url = `${service.url}/check/funder/${town.merchant.publicKey.toBase58()}`;
  return await ask(url, signed(2, wrapped((await ask(url)).required, of.payload.payload.transaction)).headers);
}

/** Copies the books as they are, which PostgreSQL does while nobody is connected. */
async function copyBooks(): Promise<typeof backup> {
  const [from, to] = [new URL(town.database.url), new URL(town.database.url)];
  to.pathname += '_backup';
  const [source, copy] = [from, to].map(({ pathname }) => pathname.slice(1)) as [string, string];
  from.pathname = '/postgres';
  const admin = postgres(from.href, { max: 1, onnotice: () => undefined });
  await admin`ALTER DATABASE ${admin(source)} ALLOW_CONNECTIONS false`;
  await admin`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = ${source}`;
  await admin`CREATE DATABASE ${admin(copy)} TEMPLATE ${admin(source)}`;
  await admin`ALTER DATABASE ${admin(source)} ALLOW_CONNECTIONS true`;
  return {
    url: to.href,
    since: new Date(Date.now() - 60_000).toISOString(),
    async drop() {
      await admin`DROP DATABASE ${admin(copy)} WITH (FORCE)`;
      await admin.end();
    },
  };
}

async function command(of: typeof adoptCommand, ...argv: string[]) {
  const env = { ...town.settings, SOLANA_RPC_URLS: endpoint, DATABASE_URL: backup.url };
  const { exitCode, stdout, stderr } = await commandOutcome(of, { argv, env });
  return { exitCode, stderr, ...JSON.parse(stdout || '{}') };
}

async function adopt(...argv: string[]) {
  const { found, adopted_usdc, unread, stderr } = await command(adoptCommand, '--since', backup.since, ...argv);
  expect([unread, stderr]).toEqual([0, '']);
  const lines = found.map(({ signature, usdc, is, outcome }: Record<string, string>) => [signature, usdc, is, outcome]);
  return { lines, adopted_usdc };
}

async function unbooked() {
  const { sound, unbooked_on_chain, unbooked_on_chain_atomic } = await command(auditBooksCommand);
  return [sound, unbooked_on_chain, unbooked_on_chain_atomic];
}

interface Call {
  readonly signed: Signed;
  readonly signature: string;
}

/** What was bought after the backup. */
let bought: {
  readonly key: string;
  readonly transfer: { readonly signature: string; readonly ticket: string };
  readonly call1: Call;
  readonly call2: Call;
  readonly call3: Call;
};
let keyBefore: string;
let gift: string;

beforeAll(async () => {
  town = await openMoneyTown();
  endpoint = town.sandbox.url;
  service = await openService(town.settings);
  keyBefore = await boughtKey(town, service.url, await town.wallet(), 2_000_000);
  await service.end();
  backup = await copyBooks();
  service = await openService(town.settings);
  const wallet = await town.wallet();
  const transfer = await paid(town, service.url, wallet, 1_000_000);
  const { body } = await claim(service.url, transfer);
  const call = async (): Promise<Call> => {
    const made = await pay(town.sandbox.url, 2, wallet, await ask(check()));
    const answer = await ask(check(), made.headers);
    expect(answer.status).toBe(200);
    return { signed: made, signature: String(answer.body.billing.transaction) };
  };
  bought = { key: String(body.api_key), transfer, call1: await call(), call2: await call(), call3: await call() };
  expect((await withKey(check(), bought.key)).status).toBe(200);
  gift = await rpc(town.sandbox.url, 'sandbox_airdropUsdc', [town.merchant.publicKey.toBase58(), '70000']);
  await service.end();
  service = await openService({ ...town.settings, DATABASE_URL: backup.url });
});
afterAll(async () => {
  await service?.end();
  await backup?.drop();
  await town?.stop();
});

describe('a ledger that was restored from an older backup', () => {
  it('answer a payment that they forgot once more while it is young, and book it by themselves', async () => {
    const again = await ask(check(), bought.call1.signed.headers);
    expect([again.status, again.body.billing?.transaction]).toEqual([200, bought.call1.signature]);
  });

  it('answer one that they forgot to whoever shows it first, so that it has to be adopted before anybody can', async () => {
    const stolen = await askAsThief(bought.call3);
    expect([stolen.status, stolen.body.billing?.transaction]).toEqual([200, bought.call3.signature]);
    const payer = await ask(check(), bought.call3.signed.headers);
    expect([payer.status, payer.body.code]).toEqual([409, 'payment_already_used']);
  });

  it('learn what came in since, and nothing is entered without being asked for', async () => {
    await town.settle();
    expect(await unbooked()).toEqual([true, 3, '1120000']);
    const left = [
      [bought.transfer.signature, '1.00', 'ticket', 'claimable_by_its_ticket'],
      [bought.call2.signature, '0.05', 'payment_per_call', 'to_adopt'],
      [gift, '0.07', 'other', 'left_alone'],
    ];
    expect(await adopt()).toEqual({ lines: left, adopted_usdc: '0.00' });
    expect(await adopt()).toEqual({ lines: left, adopted_usdc: '0.00' });
  });

  it('learn the same behind more pages of transactions that somebody made to hide it', async () => {
    const [one, other] = [bought.call1.signature, bought.call3.signature];
    const url = town.sandbox.url;
    const slot = await rpc<number>(url, 'getSlot', []);
    let pages = 0;
    const getSignaturesForAddress = async ([of, { before, ...options }]: readonly Json[]) => {
      pages += 1;
      const signature = before === one ? other : one;
      if (pages <= 30) return [{ signature, slot, err: null, blockTime: null }];
      return await rpc(url, 'getSignaturesForAddress', pages === 31 ? [of, options] : [of, { before, ...options }]);
    };
    const node = await serveFaultyRpc(forwarding(url, { getSignaturesForAddress }));
    endpoint = node.url;
    const told = await adopt().finally(() => (endpoint = url));
    await node.close();
    expect([told.lines.length, told.adopted_usdc]).toEqual([3, '0.00']);
  });

  it('enter the payments per call on demand, once, so that none of them pays again', async () => {
    const { lines, adopted_usdc } = await adopt('--yes');
    expect([lines[1], adopted_usdc]).toEqual([[bought.call2.signature, '0.05', 'payment_per_call', 'adopted'], '0.05']);
    const others = [lines[0], lines[2]];
    expect(await adopt('--yes')).toEqual({ lines: others, adopted_usdc: '0.00' });
    expect(await unbooked()).toEqual([true, 2, '1070000']);
    for (const again of [await ask(check(), bought.call2.signed.headers), await askAsThief(bought.call2)]) {
      expect([again.status, again.body.code]).toEqual([409, 'payment_already_used']);
    }
  });

  it('credit a transfer that they forgot to who repeats its claim, under a new key', async () => {
    const lost = await withKey(check(), bought.key);
    expect([lost.status, lost.body.code]).toEqual([402, 'api_key_unknown']);
    const topUp = await claim(service.url, { ...bought.transfer, key: bought.key });
    expect([topUp.status, topUp.body.code]).toEqual([401, 'api_key_unknown']);
    const { status, body } = await claim(service.url, bought.transfer);
    expect([status, body.credited_usdc]).toEqual([200, '1.00']);
    expect(body.api_key).not.toBe(bought.key);
    expect((await withKey(check(), body.api_key)).body.billing.balance_usdc).toBe('0.95');
    expect((await withKey(check(), keyBefore)).body.billing.balance_usdc).toBe('1.95');
    expect(await unbooked()).toEqual([true, 1, '70000']);
  });

  it.each([
    [[], /Name the time of the backup as 2026-01-31T12:00:00Z/],
    [['--since', '2026-01-31'], /Name the time/],
    [['--since', '2026-01-31T12:00:00Z', '--fee-payer', 'me'], /named by its address/],
    [['--all'], /not understood/],
  ])('are not looked at for the arguments %j', async (argv, sentence) => {
    await expect(adoptCommand(argv, { databaseUrl: null, dataDir: 'unused' })).rejects.toThrow(sentence);
  });

  it('are compared with a chain that has to be named', async () => {
    const argv = ['--since', backup.since];
    const books = { databaseUrl: backup.url, dataDir: 'unused' };
    await expect(adoptCommand(argv, books)).rejects.toThrow('Set SOLANA_RPC_URLS and PAY_TO as the service has them.');
  });
});
