import { Keypair, VersionedTransaction } from '@solana/web3.js';
import { AssayError, createClient } from 'assay-client';
import { address } from 'assay-core/solana/address.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { proposed, USDC } from './proposed.ts';
import { answerTo, BASE, charged, json, MINT, openStandIn, type StandIn } from './stand-in.ts';

const TOKEN = `/check/token/${MINT}`;
const token = { kind: 'token', subject: MINT } as const;
const GAP = { reading: 'holders', cause: 'rpc_unavailable', retryable: true };
const FREE = { route: 'none', charged_usdc: '0.00' };
const WALLET = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL';

let service: StandIn;
beforeEach(() => {
  service = openStandIn();
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  return () => vi.useRealTimers();
});

const client = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ url: BASE, fetch: service.fetch, apiKey: 'assay_key', ...options });

/** Runs a call with its pauses over at once. */
async function soon<T>(call: Promise<T>): Promise<T> {
  const ended = call.then(
    () => undefined,
    () => undefined,
  );
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) await vi.advanceTimersByTimeAsync(100);
  return await call;
}

const failure = async (call: Promise<unknown>): Promise<AssayError> => {
  const error = await soon(call).then(
    () => null,
    (one: unknown) => one,
  );
  if (!(error instanceof AssayError)) throw new Error(`no AssayError: ${String(error)}`);
  return error;
};

describe('an answer', () => {
  it('is given when a published key signed it, as it came', async () => {
    const body = charged(service, token);
    service.on(TOKEN, () => json(body));
    const answer = await client().token(MINT);
    expect(answer.verified).toBe(true);
    expect(JSON.parse(JSON.stringify(answer))).toEqual(body);
  });

  it.each([
    ['its verdict is changed', { verdict: 'ELEVATED' }],
    ['a gap is taken away', { gaps: undefined, flags: [] }],
    ['its signature is cut off', { attestation: undefined }],
    ['its signature is another one', { attestation: 'eyJhbGciOiJFZERTQSIsImtpZCI6ImEifQ..AAAA' }],
    [
      'it says that it was free, and has a signature that does not hold',
      { attestation: 'x', billing: { route: 'none', charged_usdc: '0.00' } },
    ],
  ])('is refused when %s', async (_, change) => {
    service.on(TOKEN, () => json({ ...charged(service, token, { gaps: [GAP] }), ...change }));
    const { code } = await failure(client().token(MINT));
    expect(['answer_unverified', 'not_assay']).toContain(code);
  });

  it.each([
    ['another subject', { subject: WALLET }],
    ['another kind', { kind: 'trade' }],
  ])('is refused when it is about %s, however well signed', async (_, parts) => {
    service.on(TOKEN, () => json(charged(service, token, parts)));
    expect(await failure(client().token(MINT))).toMatchObject({ code: 'not_assay' });
  });

  it('is refused when it is about another size or network', async () => {
    service.on(/trade/, () => json(charged(service, { kind: 'trade', subject: MINT, sizeSol: '0.5' })));
    expect(await failure(client().trade(MINT, { sizeSol: '5' }))).toMatchObject({ code: 'not_assay' });
    expect((await client().trade(MINT, { sizeSol: 0.5 })).verified).toBe(true);
    service.on(TOKEN, () => json(charged(service, token)));
    const elsewhere = client({ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' });
    expect(await failure(elsewhere.token(MINT))).toMatchObject({ code: 'not_assay' });
  });

  it('that is free is taken unsigned, and says that nothing was verified', async () => {
    service.on(TOKEN, () => json({ ...answerTo(token, { verdict: 'UNKNOWN', gaps: [GAP] }), billing: FREE }));
    expect(await client().token(MINT)).toMatchObject({ verdict: 'UNKNOWN', billing: FREE });
    expect((await client().token(MINT)).verified).toBe(false);
  });

  it.each([
    ['has a good verdict', { gaps: [GAP] }],
    ['has no gap', { verdict: 'UNKNOWN' }],
    ['has figures', { verdict: 'UNKNOWN', gaps: [GAP], metrics: { holders: 1 } }],
    ['has reasons', { verdict: 'UNKNOWN', gaps: [GAP], reasons: [{ code: 'A', message: 'a' }] }],
  ])('that says to be free and %s is refused, and stands in the error', async (_, parts) => {
    const body = { ...answerTo(token, parts), billing: FREE };
    service.on(TOKEN, () => json(body));
    expect(await failure(client().token(MINT))).toMatchObject({ code: 'answer_unverified', answer: body });
  });

  it.each([
    ['gaps', { gaps: [null] }],
    ['gaps without a reading', { gaps: [{}] }],
    ['reasons', { reasons: [null] }],
    ['flags', { flags: [1] }],
    ['codes', { reason_codes: [{}] }],
    ['sizes', { metrics: { sizes: '0.1' } }],
    ['sizes of nothing', { metrics: { sizes: [null] } }],
    ['recommended sizes', { metrics: { recommended_max_size_sol: { acceptable_cost: 0.2 } } }],
    ['creators', { metrics: { creator: { toString: 1 } } }],
    ['networks', { network: { toString: 1 } }],
  ])('with %s of another form is refused, however well signed', async (_, parts) => {
    service.on(TOKEN, () => json(charged(service, token, parts)));
    expect(await failure(client().token(MINT))).toMatchObject({ code: 'not_assay' });
  });

  it('is not lost when its key is new and the keys cannot be read', async () => {
    service.on(TOKEN, () => json(charged(service, token)));
    const assay = client({
      fetch: (url, init) => (isDown && url.includes('jwks') ? json({}, 404) : service.fetch(url, init)) as never,
    });
    let isDown = false;
    await assay.token(MINT);
    service.rotate();
    isDown = true;
    expect(await failure(assay.token(MINT))).toMatchObject({
      code: 'answer_unverified',
      answer: { verdict: 'LOW_RISK', billing: { charged_usdc: '0.02' } },
    });
  });

  it('survives the change of the key: keys are read once, and once more for one that is not known', async () => {
    service.on(TOKEN, () => json(charged(service, token)));
    const assay = client();
    await assay.token(MINT);
    await assay.token(MINT);
    service.rotate();
    expect((await assay.token(MINT)).verified).toBe(true);
    expect(service.asked.filter(({ path }) => path.includes('jwks'))).toHaveLength(2);
  });

  it('by a key that is not pinned is refused', async () => {
    const pinned = await (await service.fetch(`${BASE}/.well-known/jwks.json`, {})).json();
    service.on(TOKEN, () => json(charged(service, token)));
    expect((await client({ keys: pinned }).token(MINT)).verified).toBe(true);
    service.rotate();
    expect(await failure(client({ keys: pinned }).token(MINT))).toMatchObject({ code: 'answer_unverified' });
  });
});

describe('a call', () => {
  it('is repeated under one idempotency key while the service is not well', async () => {
    const answers = [null, json({}, 503, { 'retry-after': '2' }), json({ code: 'request_in_flight' }, 409)];
    service.on(TOKEN, () => (answers.length > 0 ? (answers.shift() ?? null) : json(charged(service, token))));
    expect((await soon(client().token(MINT))).verdict).toBe('LOW_RISK');
    const keys = service.asked.flatMap(({ path, headers }) => (path === TOKEN ? [headers.get('idempotency-key')] : []));
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });

  it('ends after three repeats with the problem of the service', async () => {
    const hint = { method: 'GET', url: `${BASE}${TOKEN}` };
    service.on(TOKEN, () =>
      json({ code: 'overloaded', detail: 'Later.', retryable: true, retry_action: 'wait_and_retry', hint }, 503),
    );
    expect(await failure(client().token(MINT))).toMatchObject({
      code: 'overloaded',
      status: 503,
      message: 'Later.',
      retryable: true,
      retryAction: 'wait_and_retry',
      hint,
    });
    expect(service.asked.filter(({ path }) => path === TOKEN)).toHaveLength(4);
  });

  it('over GraphQL is repeated while it is in flight, and refused like one over REST', async () => {
    const refusal = (code: string, members: object, status: number) =>
      json({ errors: [{ message: 'No.', extensions: { code, status, ...members } }], data: null }, status);
    service.on('/graphql', () =>
      refusal('REQUEST_IN_FLIGHT', { retryable: true, retry_action: 'wait_and_retry' }, 409),
    );
    expect(await failure(client().checks([token]))).toMatchObject({
      code: 'request_in_flight',
      status: 409,
      message: 'No.',
      retryable: true,
      retryAction: 'wait_and_retry',
    });
    expect(service.asked.filter(({ path }) => path === '/graphql')).toHaveLength(4);
    service.on('/graphql', () => refusal('PAYMENT_INVALID', { retryable: true, payment_state: 'unused' }, 200));
    expect(await failure(client().graphql('{ a }'))).toMatchObject({
      code: 'payment_invalid',
      retryable: true,
      paymentState: 'unused',
      problem: { data: null },
    });
  });

  it('names what is malformed, and is not repeated', async () => {
    service.on(/wallet/, () => json({ detail: [{ loc: ['path', 'address'], msg: 'no address', type: 'x' }] }, 422));
    expect(await failure(client().wallet('x'))).toMatchObject({
      code: 'invalid_request',
      message: 'path.address: no address',
    });
    expect(service.asked.filter(({ path }) => path.includes('wallet'))).toHaveLength(1);
  });

  it('follows no redirect with its key', async () => {
    service.on(TOKEN, () => json({}, 302, { location: 'https://elsewhere.test' }));
    expect(await failure(client().token(MINT))).toMatchObject({ code: 'not_assay' });
  });
});

describe('a payment', () => {
  const feePayer = Keypair.generate().publicKey.toBase58();
  const payTo = Keypair.generate().publicKey.toBase58();
  const wallet = Keypair.generate();
  beforeEach(() => service.on('/pay/prepare', () => json({ transaction: proposal(wallet, feePayer, payTo) })));

  interface Offer {
    readonly amount?: string;
    readonly asset?: string;
    readonly network?: string;
  }

  const acceptedFor = ({
    amount = '20000',
    asset = USDC,
    network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  }: Offer) => ({ scheme: 'exact', network, amount, asset, payTo, maxTimeoutSeconds: 30, extra: { feePayer } });
  const required = (...offers: readonly Offer[]) => {
    const accepts = (offers.length > 0 ? offers : [{}]).map(acceptedFor);
    const offer = {
      x402Version: 2,
      accepts,
      resource: { url: BASE },
      extensions: { 'assay-nonce': { info: { nonce: 'n' } } },
    };
    const header = Buffer.from(JSON.stringify(offer)).toString('base64');
    return json({ code: 'payment_required', detail: 'Pay.' }, 402, { 'payment-required': header });
  };
  const paying = (options: object = {}) => client({ apiKey: undefined, wallet, ...options } as never);
  const payments = () => service.asked.flatMap(({ headers }) => headers.get('payment-signature') ?? []);

  it('is asked for again, not made again, while it may be settled', async () => {
    const outage = () => json({ code: 'in_flight', payment_state: 'in_flight', retryable: true }, 503);
    let isWell = false;
    service.on(TOKEN, ({ headers }) => {
      if (!headers.has('payment-signature')) return required();
      return isWell ? json(charged(service, token)) : outage();
    });
    const assay = paying();
    expect(await failure(assay.token(MINT))).toMatchObject({ code: 'in_flight', paymentState: 'in_flight' });
    isWell = true;
    expect((await soon(assay.token(MINT))).verified).toBe(true);
    expect(payments()).toHaveLength(5);
    expect(new Set(payments()).size).toBe(1);
    await soon(assay.token(MINT));
    expect(new Set(payments()).size).toBe(2);
  });

  it('that got no response at all is repeated by the next call', async () => {
    service.on(TOKEN, ({ headers }) => (headers.has('payment-signature') ? null : required()));
    const assay = paying();
    expect(await failure(assay.token(MINT))).toMatchObject({
      code: 'unreachable',
      paymentState: 'in_flight',
      retryAction: 'retry_same_payment',
    });
    service.on(TOKEN, ({ headers }) => (headers.has('payment-signature') ? json(charged(service, token)) : required()));
    await soon(assay.token(MINT));
    expect(new Set(payments()).size).toBe(1);
  });

  it.each([
    ['408', json({}, 408)],
    ['403 of a gateway', new Response('<html>', { status: 403 })],
    ['404', json({ code: 'not_found', retryable: false }, 404)],
    ['302', json({}, 302, { location: 'https://elsewhere.test' })],
    ['402 without a word about the payment', json({ code: 'payment_required' }, 402)],
    ['200 that is no JSON', new Response('<html>captive</html>')],
    ['200 that is no answer', json({ status: 'ok' })],
  ])('whose answer was replaced by a %s is repeated by the next call, and no other is signed', async (_, instead) => {
    service.on(TOKEN, ({ headers }) => (headers.has('payment-signature') ? instead.clone() : required()));
    const assay = paying();
    expect(await failure(assay.token(MINT))).toMatchObject({
      retryable: true,
      retryAction: 'retry_same_payment',
      paymentState: 'in_flight',
    });
    service.on(TOKEN, ({ headers }) => (headers.has('payment-signature') ? json(charged(service, token)) : required()));
    expect((await soon(assay.token(MINT))).verified).toBe(true);
    expect([payments().length, new Set(payments()).size]).toEqual([2, 1]);
  });

  it('that the service refused unused is replaced by the next one', async () => {
    const refused = () => json({ code: 'payment_invalid', payment_state: 'unused', retryable: true }, 402);
    service.on(TOKEN, ({ headers }) => (headers.has('payment-signature') ? refused() : required()));
    const assay = paying();
    await failure(assay.token(MINT));
    await failure(assay.token(MINT));
    expect([payments().length, new Set(payments()).size]).toEqual([2, 2]);
  });

  it('is of the pinned network, whichever is offered first', async () => {
    const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
    const mainnet = {
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    };
    service.on(TOKEN, ({ headers }) =>
      headers.has('payment-signature') ? json(charged(service, token)) : required(mainnet, {}),
    );
    await soon(paying({ network: devnet }).token(MINT));
    expect(JSON.parse(Buffer.from(payments()[0] ?? '', 'base64').toString()).accepted.network).toBe(devnet);
  });

  it.each([
    ['a lamport above the published price', required({ amount: '20001' }), 'price_above_cap'],
    ['another token', required({ asset: MINT }), 'payment_refused'],
    [
      'real money on a network that was not asked for',
      required({ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
      'payment_refused',
    ],
  ])('of %s is not signed', async (_, offer, code) => {
    service.on(TOKEN, () => offer.clone());
    expect(await failure(paying().token(MINT))).toMatchObject({ code, paymentState: 'unused' });
    expect(payments()).toEqual([]);
  });

  it('to another wallet than the pinned one is not signed', async () => {
    service.on(TOKEN, () => required());
    expect(await failure(paying({ payTo: WALLET }).token(MINT))).toMatchObject({ code: 'payment_refused' });
  });

  it('moves what the terms say, whatever amount was proposed', async () => {
    service.on('/pay/prepare', () => json({ transaction: proposal(wallet, feePayer, payTo, 999_000_000n) }));
    service.on(TOKEN, ({ headers }) => (headers.has('payment-signature') ? json(charged(service, token)) : required()));
    await soon(paying().token(MINT));
    const { payload, accepted, extensions } = JSON.parse(Buffer.from(payments()[0] ?? '', 'base64').toString());
    const { message } = VersionedTransaction.deserialize(Buffer.from(payload.transaction, 'base64'));
    expect(Buffer.from(message.compiledInstructions[2]?.data ?? []).readBigUInt64LE(1)).toBe(20_000n);
    expect([accepted.amount, extensions['assay-nonce'].info.nonce]).toEqual(['20000', 'n']);
  });
});

/** What a service proposes. */
function proposal(payer: Keypair, feePayer: string, payTo: string, amount = 20_000n): string {
  const parts = { payer: address(payer.publicKey.toBase58()), feePayer: address(feePayer), payTo: address(payTo) };
  return proposed({ ...parts, amount });
}
