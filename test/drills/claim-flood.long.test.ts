import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import bs58 from 'bs58';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { openLedger } from '#ledger/ledger.ts';
import { type CountingProxy, countBefore } from '../../bench/counting-proxy.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { startApp } from '../../src/app/app.ts';
import type { App } from '../../src/app/stopping.ts';
import { openLog } from '../../src/lib/process/log.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, temporaryDataDir } from '../support/database.ts';

const ATTACKERS = 20;
/** A flood lasts so long at least, until so many of its claims and one check of a customer were answered. */
const FLOOD_MS_MIN = 3_000;
const FLOOD_CLAIMS_MIN = 200;
/** Each attacker comes from a network of its own, so that no bound of a caller helps. */
const PROXY_HOPS = { TRUST_PROXY: '1' };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.stop());

const closers: (() => Promise<unknown>)[] = [];
async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

interface Scene {
  readonly proxies: readonly CountingProxy[];
  readonly service: Pick<App, 'url'>;
  readonly key: string;
}

/** The real service before the sandbox's chain, with as many endpoints, whose calls are counted. */
async function openScene(callsPerSecond: number | null, endpoints: number): Promise<Scene> {
  const books = await openTestDatabase();
  closers.push(() => books.stop());
  const proxies = await Promise.all(Array.from({ length: endpoints }, () => countBefore(sandbox.url, 2)));
  closers.push(() => Promise.all(proxies.map((proxy) => proxy.close())));
  const env = {
    ...devnetSettings,
    ...PROXY_HOPS,
    PORT: '0',
    DATA_DIR: temporaryDataDir(),
    DATABASE_URL: books.url,
    SOLANA_RPC_URLS: proxies.map(({ url }) => url).join(','),
    ...(callsPerSecond !== null && { RPC_CALLS_PER_SECOND_MAX: String(callsPerSecond) }),
  };
  // The minute in which claims are counted is not over before the test is.
  const service = await startApp(readConfig(env), openLog('fatal'), { claimsNow: () => 0 });
  closers.push(() => service.stop());
  const { apiKey } = await openLedger(books.database).grant(1_000_000_000n);
  return { proxies, service, key: String(apiKey) };
}

async function post(url: string, body: object, from = '198.51.100.1') {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const retryAfter = Number(response.headers.get('retry-after'));
  return { status: response.status, retryAfter, body: JSON.parse(await response.text()) };
}

const prepared = async ({ service }: Scene, payer: Keypair) => {
  const wanted = { payer: payer.publicKey.toBase58(), amount_atomic: 1_000_000 };
  return (await post(`${service.url}/credits/prepare`, wanted)).body;
};

const somebody = (): string => `203.0.${randomBytes(1)[0]}.${randomBytes(1)[0]}`;

/** Strangers who claim signatures that nobody ever sent, each with a ticket of its own, as fast as they are answered. */
async function flood(scene: Scene, statuses: Map<number, number>, over: () => boolean): Promise<void> {
  const attack = async (): Promise<void> => {
    const payer = Keypair.generate();
    while (!over()) {
      const { ticket } = await prepared(scene, payer);
      const claim = { signature: bs58.encode(randomBytes(64)), ticket };
      const { status } = await post(`${scene.service.url}/credits/claim`, claim, somebody());
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: ATTACKERS }, attack));
}

/** Checks of a caller who pays, as many at once as there are kinds of them here, until `over`; `outcomes` gets what each came to. */
async function pay({ service, key }: Scene, outcomes: string[], over: () => boolean): Promise<void> {
  const ask = async (kind: string): Promise<void> => {
    const subjects = sandbox.subjects.filter((subject) => subject.kind === kind);
    for (let n = 0; !over(); n++) {
      const url = `${service.url}/check/${kind}/${subjects[n % subjects.length]?.address}`;
      const response = await fetch(url, { headers: { 'x-api-key': key, 'x-forwarded-for': '192.0.2.7' } });
      const { code, billing } = JSON.parse(await response.text());
      outcomes.push(code ?? (billing.charged_usdc === '0.00' ? 'free' : 'charged'));
      if (code === 'overloaded') await pause(1_000);
    }
  };
  await Promise.all(['funder', 'token', 'trade'].map(ask));
}

/** A wallet with 1 SOL and 5 USDC. */
async function customer(): Promise<Keypair> {
  const payer = Keypair.generate();
  await rpc(sandbox.url, 'requestAirdrop', [payer.publicKey.toBase58(), 1_000_000_000]);
  await rpc(sandbox.url, 'sandbox_airdropUsdc', [payer.publicKey.toBase58(), '5000000']);
  await rpc(sandbox.url, 'sandbox_advance', [40]);
  return payer;
}

/** Signs the transfer of a ticket and hands it in, and makes it final. */
async function transfer(payer: Keypair, transaction: string): Promise<string> {
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
  signed.sign([payer]);
  const bytes = Buffer.from(signed.serialize()).toString('base64');
  await rpc(sandbox.url, 'sendTransaction', [bytes, { encoding: 'base64', skipPreflight: true }]);
  await rpc(sandbox.url, 'sandbox_advance', [40]);
  return bs58.encode(signed.signatures[0] ?? new Uint8Array());
}

describe('strangers who claim what nobody paid, as fast as they can', () => {
  afterEach(closeAll);

  it.each([
    [10, 1],
    [50, 2],
  ])(
    'leave a budget of %i calls a second whole over %i endpoints, and others are served',
    async (perSecond, endpoints) => {
      const scene = await openScene(perSecond, endpoints);
      const payer = await customer();
      const honest = await prepared(scene, payer);
      const signature = await transfer(payer, honest.transaction);
      for (const proxy of scene.proxies) proxy.take();
      const startedAt = performance.now();
      const statuses = new Map<number, number>();
      const answers: string[] = [];
      const claims = (): number => [...statuses.values()].reduce((sum, times) => sum + times, 0);
      const over = () =>
        performance.now() - startedAt > FLOOD_MS_MIN && claims() >= FLOOD_CLAIMS_MIN && answers.includes('charged');
      const [attack, checks] = [flood(scene, statuses, over), pay(scene, answers, over)];
      const claimed = await post(`${scene.service.url}/credits/claim`, { signature, ticket: honest.ticket });
      await Promise.all([attack, checks]);
      const seconds = (performance.now() - startedAt) / 1_000;
      const calls = scene.proxies.reduce((sum, proxy) => sum + proxy.take().calls, 0);
      expect(claimed).toMatchObject({ status: 200, body: { credited_usdc: '1.00' } });
      expect(calls).toBeLessThanOrEqual(perSecond * (seconds + 2));
      expect(answers.filter((answer) => answer !== 'charged' && answer !== 'overloaded')).toEqual([]);
      expect([...statuses.keys()].every((status) => [409, 429, 503].includes(status))).toBe(true);
    },
  );
});

describe('claims of many different signatures', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(null, 1);
  });
  afterAll(closeAll);

  it('are refused by ticket and by address, and what was paid is credited all the same', async () => {
    const { url } = scene.service;
    const payer = await customer();
    const claimed = (ticket: string, signature: string, from: string) =>
      post(`${url}/credits/claim`, { signature, ticket }, from);
    const invented = (count: number) => Array.from({ length: count }, () => bs58.encode(randomBytes(64)));
    const statusesOf = async (ticket: string, signatures: readonly string[], from: string) => {
      const answers = await Promise.all(signatures.map((signature) => claimed(ticket, signature, from)));
      return answers.map(({ status }) => status).sort();
    };

    const honest = await prepared(scene, payer);
    const polled = invented(1);
    for (let n = 0; n < 30; n++) expect(await statusesOf(honest.ticket, polled, '192.0.2.1')).toEqual([409]);
    expect(await statusesOf(honest.ticket, invented(30), '192.0.2.1')).toEqual([
      ...new Array<number>(19).fill(409),
      ...new Array<number>(11).fill(429),
    ]);
    const [another = ''] = invented(1);
    const refused = await claimed(honest.ticket, another, '192.0.2.1');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retryable: true } });
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(await statusesOf(honest.ticket, polled, '192.0.2.1')).toEqual([409]);

    for (let n = 0; n < 4; n++) {
      const { ticket } = await prepared(scene, Keypair.generate());
      expect(await statusesOf(ticket, invented(20), '192.0.2.1')).toEqual(new Array<number>(20).fill(409));
    }
    const { ticket, transaction } = await prepared(scene, payer);
    const signature = await transfer(payer, transaction);
    expect((await claimed(ticket, signature, '192.0.2.1')).status).toBe(429);
    expect((await claimed(ticket, signature, '192.0.2.2')).status).toBe(200);
    expect((await claimed(ticket, signature, '192.0.2.1')).body).toMatchObject({ repeated: true });
  });

  it('by all that a network shares shut out no neighbour', async () => {
    const { url } = scene.service;
    const payer = await customer();
    const mine = await prepared(scene, payer);
    const signature = await transfer(payer, mine.transaction);
    const refused: string[] = [];
    const stranger = async (from: string): Promise<void> => {
      for (let n = 0; n < 5; n++) {
        const { ticket } = await prepared(scene, Keypair.generate());
        const claims = Array.from({ length: 20 }, () => ({ signature: bs58.encode(randomBytes(64)), ticket }));
        const answers = await Promise.all(claims.map((claim) => post(`${url}/credits/claim`, claim, from)));
        if (answers.some(({ status }) => status === 429)) refused.push(from);
      }
    };
    await Promise.all([1, 2, 3, 4, 5].map((n) => stranger(`203.0.113.${n}`)));
    expect(refused.length).toBeGreaterThan(0);
    const claimed = await post(`${url}/credits/claim`, { signature, ticket: mine.ticket }, '203.0.113.200');
    expect(claimed).toMatchObject({ status: 200, body: { credited_usdc: '1.00' } });
  });
});
