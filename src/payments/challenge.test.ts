import { catalogue } from 'assay-core/rules/catalogue.ts';
import { kinds } from 'assay-core/rules/index.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ChallengeInput, challenge, checkInput } from './challenge.ts';
import type { PaymentSettings } from './x402/offer.ts';

const settings: PaymentSettings = {
  enabled: true,
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  v1Network: 'solana',
  assetMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: 'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
  feePayer: '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj',
  baseUrl: 'https://assay.example',
  serviceName: 'Assay',
  iconUrl: 'https://assay.example/favicon.ico',
  sandbox: false,
};
const subject = 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs';

function input(change: Partial<ChallengeInput> = {}): ChallengeInput {
  return {
    code: 'payment_required',
    detail: 'The call is paid.',
    requestId: 'r-1',
    resourceUrl: `https://assay.example/check/funder/${subject}`,
    description: kinds.funder.summary,
    priceAtomic: 50_000n,
    input: checkInput(kinds.funder, subject),
    settings,
    ...change,
  };
}

// Both schemas are written from the field tables of the protocol, with the strictness that its clients were seen to have.
const atomic = z.string().regex(/^\d+$/);
const v1Body = z.object({
  x402Version: z.literal(1),
  error: z.string(),
  accepts: z.array(
    z.strictObject({
      scheme: z.literal('exact'),
      network: z.enum(['solana', 'solana-devnet']),
      maxAmountRequired: atomic,
      resource: z.url(),
      description: z.string(),
      mimeType: z.string(),
      outputSchema: z.record(z.string(), z.unknown()).optional(),
      payTo: z.string(),
      asset: z.string(),
      maxTimeoutSeconds: z.int().positive(),
      extra: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});
const shownOutput = z.strictObject({
  schema_version: z.literal(1),
  verdict: z.string(),
  reason_codes: z.array(z.string()).nonempty(),
  confidence: z.number().gt(0).lt(1),
});
const ascii32 = z.string().regex(/^[\x20-\x7e]{1,32}$/);
const extension = z.looseObject({ info: z.record(z.string(), z.unknown()), schema: z.record(z.string(), z.unknown()) });
const v2Header = z.strictObject({
  x402Version: z.literal(2),
  error: z.string().optional(),
  resource: z.strictObject({
    url: z.string(),
    description: z.string(),
    mimeType: z.string(),
    serviceName: ascii32,
    iconUrl: z.url(),
  }),
  accepts: z
    .array(
      z.strictObject({
        scheme: z.literal('exact'),
        network: z.string().regex(/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/),
        amount: atomic,
        asset: z.string(),
        payTo: z.string(),
        maxTimeoutSeconds: z.number().positive(),
        extra: z.strictObject({ feePayer: z.string().optional() }),
      }),
    )
    .min(1),
  extensions: z.strictObject({
    bazaar: extension.optional(),
    'payment-identifier': extension.optional(),
    'assay-nonce': extension,
  }),
});

function decoded(header: string | null): z.infer<typeof v2Header> {
  expect(header).toMatch(/^[A-Za-z0-9+/]*={0,2}$/);
  return v2Header.parse(JSON.parse(Buffer.from(header ?? '', 'base64').toString('utf8')));
}

describe('the 402', () => {
  it('is a valid v1 body and a problem document in one', () => {
    const { body } = challenge(input());
    const [offer] = v1Body.parse(JSON.parse(JSON.stringify(body))).accepts;
    expect(offer).toMatchObject({
      network: 'solana',
      maxAmountRequired: '50000',
      maxTimeoutSeconds: 30,
      outputSchema: { input: { type: 'http', method: 'GET', discoverable: true } },
      extra: { feePayer: settings.feePayer },
    });
    expect(body).toMatchObject({
      type: 'https://assay.example/errors/payment_required',
      title: 'Payment required',
      status: 402,
      code: 'payment_required',
      request_id: 'r-1',
      retryable: true,
      price_usdc: '0.05',
    });
    expect(body).not.toHaveProperty('sandbox');
  });

  it('carries the same terms for v2 in the header', () => {
    const v2 = decoded(challenge(input()).header);
    expect(v2.accepts[0]).toMatchObject({ amount: '50000', network: settings.network, payTo: settings.payTo });
    expect(v2.resource.url).toBe(`https://assay.example/check/funder/${subject}`);
    expect(v2.extensions.bazaar).toMatchObject({
      info: { input: { type: 'http', method: 'GET', pathParams: { address: subject } } },
      routeTemplate: '/check/funder/:address',
    });
  });

  it('names the next call for every code', () => {
    expect(challenge(input()).body.hint).toMatchObject({ method: 'GET', url: input().resourceUrl });
    expect(challenge(input({ code: 'api_key_unknown' })).body).toMatchObject({
      retryable: false,
      retry_action: 'human_required',
      hint: { method: 'GET', url: 'https://assay.example/credits' },
    });
    const poor = challenge(input({ code: 'insufficient_balance', balanceAtomic: 10_000n })).body;
    expect(poor).toMatchObject({ balance_usdc: '0.01', hint: { method: 'POST', body: { amount_atomic: 500_000 } } });
    const batch = challenge(input({ code: 'insufficient_balance', priceAtomic: 5_000_000n, balanceAtomic: 1n })).body;
    expect(batch.hint.body).toMatchObject({ amount_atomic: 4_999_999 });
  });

  it.each(['payment_invalid', 'payment_failed'] as const)('answers %s with the reason and fresh terms', (code) => {
    const reason = 'invalid_exact_svm_payload_amount_mismatch';
    const { body, header } = challenge(input({ code, detail: reason }));
    expect(v1Body.parse(body).accepts).toHaveLength(1);
    expect(body).toMatchObject({
      error: reason,
      code,
      status: 402,
      retryable: true,
      retry_action: 'resign',
      payment_state: 'unused',
      hint: { url: input().resourceUrl, headers: { 'PAYMENT-SIGNATURE': '<BASE64_PAYMENT_PAYLOAD>' } },
    });
    const again = challenge(input({ code, detail: reason }));
    expect(decoded(header)).toMatchObject({ error: reason, accepts: [{ amount: '50000' }] });
    expect(decoded(again.header).extensions['assay-nonce']).not.toEqual(decoded(header).extensions['assay-nonce']);
    const wordy = challenge(input({ code, detail: 'é'.repeat(5_000) }));
    expect(wordy.header?.length).toBeLessThan(4096);
  });

  it('asks nobody to sign where there is nothing to sign', () => {
    const off = { ...settings, enabled: false };
    for (const code of ['payment_required', 'insufficient_balance'] as const) {
      expect(challenge(input({ code })).body.retry_action).toBe('resign');
      for (const [change, action] of [
        [{ settings: off }, 'human_required'],
        [{ versions: 'none' }, 'pay_with_key'],
      ] as const) {
        const { body, header } = challenge(input({ code, ...change }));
        expect([header, body.accepts, body.retry_action]).toEqual([null, [], action]);
      }
    }
  });

  it.each([
    ['facilitator', /not possible at the moment/],
    ['spend', /paused/],
  ] as const)('says what is so only for a while, and where else to pay: %s', (cause, words) => {
    const away = { ...settings, enabled: false, outage: { cause, detail: 'x' } };
    const { body, header } = challenge(input({ settings: away }));
    expect([header, body.accepts, body.retryable, body.retry_action]).toEqual([null, [], true, 'wait_and_retry']);
    expect(body.detail).toMatch(words);
    expect(body.detail).not.toContain('switched off');
    expect(body.hint.url).toBe('https://assay.example/credits');
    expect(body.retry_after_seconds).toBeGreaterThan(0);
  });

  it.each(Object.values(kinds))('shows catalogues the best verdict of $name, with a reason of it', (kind) => {
    const { header } = challenge(input({ input: checkInput(kind, subject) }));
    expect(header?.length).toBeLessThan(4096);
    const { output } = z
      .object({ output: z.object({ example: shownOutput }) })
      .parse(decoded(header).extensions.bazaar?.info);
    expect(output.example.verdict).toBe(Object.keys(kind.verdicts)[0]);
    for (const code of output.example.reason_codes) expect(Object.keys(catalogue[kind.name].codes)).toContain(code);
  });

  it('offers an operation of several checks to v2 clients only', () => {
    const { body, header } = challenge(input({ versions: 'v2' }));
    expect(v1Body.parse(body).accepts).toEqual([]);
    expect(decoded(header).accepts).toHaveLength(1);
  });

  it('names to v1 clients the fee payer that their facilitator has for them', () => {
    const other = { ...settings, v1FeePayer: settings.payTo };
    expect(v1Body.parse(challenge(input({ settings: other })).body).accepts[0]?.extra).toEqual({
      feePayer: settings.payTo,
    });
    expect(challenge(input({ settings: { ...settings, v1FeePayer: null } })).body.accepts).toEqual([]);
  });

  it('offers nothing per call where payment per call is off', () => {
    const off = challenge(input({ settings: { ...settings, enabled: false } }));
    expect(off.header).toBeNull();
    expect(off.body.accepts).toEqual([]);
    expect(off.body.hint.url).toBe('https://assay.example/credits');
    expect(off.body.detail).not.toContain('requirements');
  });

  it('offers nothing to v1 clients on a network that they have no name for', () => {
    const { body, header } = challenge(input({ settings: { ...settings, v1Network: null } }));
    expect(v1Body.parse(body).accepts).toEqual([]);
    expect(decoded(header).accepts).toHaveLength(1);
  });

  it('says that it is a sandbox, and leaves an unknown fee payer out', () => {
    const sandbox = challenge(input({ settings: { ...settings, feePayer: null, sandbox: true } }));
    expect(sandbox.body.sandbox).toBe(true);
    expect(decoded(sandbox.header).accepts[0]?.extra).toEqual({});
  });

  it('keeps the header under 4 KB for any resource URL of a sane length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (tail) => {
        const resourceUrl = `https://assay.example/${encodeURIComponent(tail)}`;
        const { header } = challenge(input({ resourceUrl }));
        decoded(header);
        expect(header?.length).toBeLessThan(4096);
      }),
    );
  });

  it('gives up the extensions, not the terms, for a long resource URL', () => {
    const long = decoded(challenge(input({ resourceUrl: `https://assay.example/${'a'.repeat(2500)}` })).header);
    expect(Object.keys(long.extensions)).toEqual(['assay-nonce']);
    expect(long.accepts).toHaveLength(1);
  });
});
