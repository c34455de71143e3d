import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Keypair } from '@solana/web3.js';
import type { Simulation } from 'assay-core/chain/loaders/simulate-and-send.ts';
import { known, missing, type Reading } from 'assay-core/lib/reading.ts';
import bs58 from 'bs58';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPayment } from '../../src/payments/x402/header.ts';
import { type HttpFacilitator, type HttpOptions, openHttpFacilitator } from '../../src/payments/x402/http.ts';
import type { Payment } from '../../src/payments/x402/payment.ts';
import { hangMs } from '../support/pace.ts';
import { until } from '../support/until.ts';
import { addressOfKey, chainOver, MINT, presented, resource, settingsFor, signedInPart } from './x402-counter.ts';

const feePayer = Keypair.generate();
const merchant = Keypair.generate();
const settings = settingsFor(feePayer, merchant);
const SIGNATURE = bs58.encode(Buffer.alloc(64, 5));
const options = { network: settings.network, v1Network: settings.v1Network, headers: { 'X-Auth': 'secret' } };
/** Long enough for any answer that comes. */
const ANSWER_MS = hangMs(30_000);
const HASTY = { askMs: ANSWER_MS, settleMs: ANSWER_MS, refreshMs: 5, retryMs: 5 };
/** How a facilitator is asked of which an answer never comes. */
const SILENT = { askMs: 300, settleMs: 300, refreshMs: 60_000, retryMs: 5 };

const transaction = signedInPart({
  payer: Keypair.generate(),
  feePayer: addressOfKey(feePayer),
  merchant: addressOfKey(merchant),
});
const payment = (version: 1 | 2): Payment => readPayment(presented(version, transaction, settings), resource, settings);

/** What the service at the other end does with a path: a status with a body, or nothing at all. */
type Manner = { readonly status: number; readonly body: unknown; readonly location?: string } | 'hang' | 'break';

interface Call {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown> | null;
}

const kindOf = (version: 1 | 2, payer = settings.feePayer) => ({
  x402Version: version,
  scheme: 'exact',
  network: version === 2 ? settings.network : settings.v1Network,
  extra: { feePayer: payer },
});
const supporting = (...kinds: unknown[]): Manner => ({ status: 200, body: { kinds, extensions: [], signers: {} } });

let server: Server;
let url: string;
let manners: Record<string, Manner | (() => Manner)>;
let calls: Call[];
const opened: HttpFacilitator[] = [];

function behave(manner: Manner, response: ServerResponse): void {
  if (manner === 'hang') return;
  if (manner === 'break') {
    response.destroy();
    return;
  }
  const { status, body, location } = manner;
  response.writeHead(status, location === undefined ? {} : { location });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    calls.push({ path, headers: request.headers, body: text ? JSON.parse(text) : null });
    const manner = manners[path] ?? { status: 404, body: {} };
    behave(typeof manner === 'function' ? manner() : manner, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  for (const facilitator of opened.splice(0)) facilitator.close();
  calls = [];
  manners = { '/supported': supporting(kindOf(2), kindOf(1)) };
});

async function open(change: Partial<HttpOptions> = {}): Promise<HttpFacilitator> {
  const facilitator = openHttpFacilitator({ ...options, url, limits: { ...HASTY, refreshMs: 60_000 }, ...change });
  opened.push(facilitator);
  await facilitator.ready;
  return facilitator;
}

describe('a facilitator over HTTP that never sent its terms', () => {
  it('is neither asked to settle nor reported as having been asked', async () => {
    manners['/supported'] = 'break';
    const facilitator = await open();
    const unknown = { ...payment(2), requirements: {} };
    const beforeSend = vi.fn(async () => undefined);
    await expect(facilitator.settle(unknown, beforeSend)).rejects.toMatchObject({ code: 'chain_unavailable' });
    expect(beforeSend).not.toHaveBeenCalled();
    expect(calls.map(({ path }) => path)).not.toContain('/settle');
  });
});

describe('what a facilitator over HTTP supports', () => {
  it('gives the fee payers of both protocol versions, and is asked for with our headers', async () => {
    const facilitator = await open();
    expect([facilitator.feePayer(), facilitator.feePayer(1)]).toEqual([settings.feePayer, settings.feePayer]);
    expect(calls[0]?.headers['x-auth']).toBe('secret');
  });

  it('is asked for without compression, which we do not undo', async () => {
    await open();
    expect(calls[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('offers version 1 only where the facilitator takes it', async () => {
    manners['/supported'] = supporting(kindOf(2));
    expect((await open()).feePayer(1)).toBeNull();
    manners['/supported'] = supporting(kindOf(2), kindOf(1));
    expect((await open({ v1Network: null })).feePayer(1)).toBeNull();
  });

  it('is asked for again until it is known, and follows a change', async () => {
    manners['/supported'] = { status: 500, body: 'no' };
    const facilitator = await open({ limits: HASTY });
    expect(facilitator.feePayer()).toBeNull();
    manners['/supported'] = supporting(kindOf(2));
    await until(() => facilitator.feePayer() === settings.feePayer);
    manners['/supported'] = supporting(kindOf(2, settings.payTo));
    await until(() => facilitator.feePayer() === settings.payTo);
    manners['/supported'] = 'break';
    const asked = calls.length;
    await until(() => calls.length > asked + 2);
    expect(facilitator.feePayer()).toBe(settings.payTo);
    const from = (secret: string) => calls.filter(({ headers }) => headers['x-auth'] === secret).length;
    facilitator.close();
    const before = from('secret');
    await open({ limits: HASTY, headers: { 'X-Auth': 'another' } });
    await until(() => from('another') > 5);
    // One may have been under way.
    expect(from('secret')).toBeLessThanOrEqual(before + 1);
  });
});

describe.each([2, 1] as const)('a facilitator over HTTP with a payment of protocol version %i', (version) => {
  const asked = async (): Promise<unknown> => (await open()).verify(payment(version));

  it('checks the layout here, before anybody is asked', async () => {
    expect(await (await open()).check(payment(version))).toMatchObject({ valid: true });
    expect(calls.map(({ path }) => path)).toEqual(['/supported']);
  });

  it('is asked to verify with the payload and our requirements', async () => {
    manners['/verify'] = { status: 200, body: { isValid: true, payer: 'x' } };
    expect(await asked()).toEqual({ is: 'valid' });
    expect(calls.at(-1)).toMatchObject({
      path: '/verify',
      headers: { 'x-auth': 'secret' },
      body: {
        x402Version: version,
        paymentPayload: { x402Version: version, payload: { transaction } },
        paymentRequirements: { payTo: settings.payTo, [version === 2 ? 'amount' : 'maxAmountRequired']: '20000' },
      },
    });
  });

  it.each<readonly [string, Manner, Record<string, unknown>]>([
    [
      'says no',
      { status: 200, body: { isValid: false, invalidReason: 'insufficient_funds', invalidMessage: 'a\nb' } },
      { is: 'invalid', reason: 'insufficient_funds', detail: 'a b' },
    ],
    [
      'says no with a status',
      { status: 400, body: { isValid: false, invalidReason: 'insufficient_funds' } },
      { is: 'invalid', reason: 'insufficient_funds' },
    ],
    ['gives no reason', { status: 200, body: { isValid: false } }, { is: 'invalid' }],
    ['fails', { status: 500, body: { isValid: false, invalidReason: 'x' } }, { is: 'unavailable' }],
    ['refuses us', { status: 401, body: { error: 'who?' } }, { is: 'unavailable' }],
    ['speaks otherwise', { status: 200, body: '<html>' }, { is: 'unavailable' }],
    ['hangs', 'hang', { is: 'unavailable' }],
    ['breaks off', 'break', { is: 'unavailable' }],
  ])('is understood when it %s', async (_, manner, result) => {
    manners['/verify'] = manner;
    const facilitator = await open(manner === 'hang' ? { limits: SILENT } : {});
    expect(await facilitator.verify(payment(version))).toMatchObject(result);
  });

  const state = (amount: bigint): Reading<Simulation> => {
    const data = Buffer.alloc(165);
    data.writeBigUInt64LE(amount, 64);
    const account = { address: addressOfKey(merchant), lamports: 1n, owner: addressOfKey(merchant) };
    return known({ ok: true, watched: { ...account, executable: false, data } });
  };
  it.each<readonly [string, Reading<Simulation>, Record<string, unknown>]>([
    ['tells what is left', state(123n), { is: 'valid', sourceAfterAtomic: 123n }],
    ['would fail', known({ ok: false, error: 'no money' }), { is: 'invalid', detail: 'no money' }],
    ['decides nothing while it cannot be asked', missing('x', 'rpc_unavailable'), { is: 'valid' }],
  ])('tries a payment on our chain too, which %s', async (_, simulation, result) => {
    manners['/verify'] = { status: 200, body: { isValid: true } };
    const chain = { ...chainOver(''), simulate: async () => simulation };
    expect(await (await open({ chain })).verify(payment(version))).toMatchObject(result);
  });

  const network = settings.network;
  it.each<readonly [string, Manner, Record<string, unknown>]>([
    ['settled', { status: 200, body: { success: true, transaction: SIGNATURE, network } }, { is: 'submitted' }],
    [
      'settled, without a signature',
      { status: 200, body: { success: true, transaction: '', network } },
      { is: 'unknown' },
    ],
    ['settled, by nonsense', { status: 200, body: { success: true, transaction: 'abc', network } }, { is: 'unknown' }],
    [
      'pending',
      { status: 200, body: { success: false, errorReason: 'settlement_pending', transaction: SIGNATURE, network } },
      { is: 'unknown', reason: 'settlement_pending', signature: SIGNATURE },
    ],
    [
      'failed, which may be a lie',
      { status: 200, body: { success: false, errorReason: 'nope', transaction: '', network } },
      { is: 'unknown', reason: 'nope' },
    ],
    [
      'failed with a status and a signature',
      { status: 402, body: { success: false, errorReason: 'late', transaction: SIGNATURE, network } },
      { is: 'unknown', reason: 'late', signature: SIGNATURE },
    ],
    ['broken', { status: 500, body: 'oops' }, { is: 'unknown' }],
    ['broken, in JSON', { status: 503, body: { error: 'x'.repeat(10_000) } }, { is: 'unknown' }],
    ['no settlement response', { status: 200, body: { hello: 'world' } }, { is: 'unknown' }],
    ['silence', 'hang', { is: 'unknown' }],
    ['a broken connection', 'break', { is: 'unknown' }],
  ])('is asked to settle once, and its answer may be %s', async (_, manner, result) => {
    manners['/settle'] = manner;
    const facilitator = await open(manner === 'hang' ? { limits: SILENT } : {});
    const told: unknown[] = [];
    const settled = await facilitator.settle(payment(version), async (signature) => {
      told.push(signature, calls.filter(({ path }) => path === '/settle').length);
    });
    expect(settled).toMatchObject(result);
    if (settled.is === 'unknown') expect(settled.reason.length).toBeLessThanOrEqual(200);
    expect(told).toEqual([null, 0]);
    const settles = calls.filter(({ path }) => path === '/settle');
    expect(settles).toHaveLength(1);
    expect(settles[0]).toMatchObject({ headers: { 'x-auth': 'secret' }, body: { x402Version: version } });
  });

  it('is not asked to settle when the books say no', async () => {
    const no = new Error('taken');
    await expect((await open()).settle(payment(version), () => Promise.reject(no))).rejects.toBe(no);
    expect(calls.some(({ path }) => path === '/settle')).toBe(false);
  });
});

describe('a facilitator over HTTP that sends us elsewhere', () => {
  let elsewhere: Server;
  let visits = 0;
  beforeAll(async () => {
    elsewhere = createServer((_, response) => response.end(JSON.stringify({ isValid: true, success: true })));
    elsewhere.on('connection', () => {
      visits += 1;
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  const redirect = (status: number, path: string, body: unknown): Manner => {
    return { status, body, location: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}${path}` };
  };

  it.each([301, 302, 303, 307, 308])('by %i is not followed, and counts as away', async (status) => {
    const facilitator = await open();
    manners['/verify'] = redirect(status, '/verify', { isValid: false, invalidReason: 'insufficient_funds' });
    manners['/settle'] = redirect(status, '/settle', {
      success: true,
      transaction: SIGNATURE,
      network: settings.network,
    });
    expect(await facilitator.verify(payment(2))).toMatchObject({ is: 'unavailable' });
    expect(await facilitator.settle(payment(2), async () => undefined)).toMatchObject({ is: 'unknown' });
    manners['/supported'] = redirect(status, '/supported', {});
    const started = await open();
    expect([started.feePayer(), started.away]).toEqual([null, `a redirect (HTTP ${status})`]);
    expect(visits).toBe(0);
  });

  it('is distinguished from one that answers too much', async () => {
    manners['/supported'] = { status: 200, body: JSON.stringify({ kinds: [kindOf(2)], more: 'x'.repeat(1 << 20) }) };
    const facilitator = await open();
    expect([facilitator.feePayer(), facilitator.away]).toEqual([null, expect.stringContaining('bytes')]);
  });
});

describe('a facilitator over HTTP that is away', () => {
  it('says so from the start, and when it was lost twice, until it answers again', async () => {
    manners['/supported'] = 'break';
    const facilitator = await open({ limits: HASTY });
    expect(facilitator.away).toMatch(/^no answer/);
    manners['/supported'] = supporting(kindOf(2));
    await until(() => facilitator.away === null);
    manners['/supported'] = { status: 503, body: 'no' };
    await until(() => facilitator.away === 'HTTP 503');
    expect(facilitator.feePayer()).toBe(settings.feePayer);
    manners['/supported'] = supporting();
    await until(() => facilitator.away?.includes('names no fee payer') ?? false);
    manners['/supported'] = supporting(kindOf(2));
    await until(() => facilitator.away === null);
  });

  it('is not away for one answer that was lost', async () => {
    const facilitator = await open({ limits: HASTY });
    let lost = 0;
    manners['/supported'] = () => {
      lost += 1;
      return lost === 1 ? 'break' : supporting(kindOf(2));
    };
    while (lost < 3) {
      expect(facilitator.away).toBeNull();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(facilitator.away).toBeNull();
  });

  it('is noticed soon where a payment got no answer', async () => {
    const facilitator = await open({ limits: { ...HASTY, refreshMs: 60_000 } });
    manners['/supported'] = 'break';
    manners['/verify'] = 'break';
    expect(await facilitator.verify(payment(2))).toMatchObject({ is: 'unavailable' });
    await until(() => facilitator.away?.startsWith('no answer') ?? false);
  });

  it('refuses no payment whose terms are unknown: it is checked later', async () => {
    const outage = { cause: 'facilitator', detail: 'x' } as const;
    const unheard = { ...settings, enabled: false, outage, feePayer: null };
    const early = readPayment(presented(2, transaction, settings), resource, unheard);
    manners['/supported'] = 'break';
    const facilitator = await open();
    expect(early.matches).toBe(true);
    await expect(facilitator.check(early)).rejects.toMatchObject({ code: 'chain_unavailable' });
  });

  it('takes what was signed for its terms before', () => {
    const away = { ...settings, enabled: false, outage: { cause: 'facilitator', detail: 'x' } } as const;
    expect(readPayment(presented(2, transaction, settings), resource, away).matches).toBe(true);
    expect(readPayment(presented(2, transaction, settings), resource, { ...away, feePayer: MINT }).matches).toBe(false);
    const paused = { ...away, outage: { cause: 'spend', detail: 'x' } } as const;
    expect(readPayment(presented(2, transaction, settings), resource, paused).matches).toBe(false);
  });
});
