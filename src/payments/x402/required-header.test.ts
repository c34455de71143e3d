import { Keypair } from '@solana/web3.js';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resource, settingsFor } from '../../../test/payments/x402-counter.ts';
import type { PaidResource } from './offer.ts';
import { paymentRequiredHeader } from './required-header.ts';
import { offerV2 } from './requirements.ts';

const settings = settingsFor(Keypair.generate(), Keypair.generate());

interface Offer {
  readonly extensions: Record<string, { info: { nonce?: string } }>;
  readonly resource: { readonly url: string };
  readonly accepts: readonly unknown[];
  readonly error: string;
}

function decoded(of: PaidResource, error = 'Payment required'): Offer {
  const header = paymentRequiredHeader(of, settings, error);
  expect(header).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
  return decodePaymentRequiredHeader(header) as unknown as Offer;
}

/** The offer with its nonce blotted out: no two are alike in it. */
function blotted(extensions: Record<string, unknown>): Record<string, unknown> {
  const { 'assay-nonce': nonce, ...others } = extensions;
  expect(nonce).toMatchObject({ info: { nonce: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/) } });
  return others;
}

describe('the PAYMENT-REQUIRED header', () => {
  const { pathParams } = resource.input;
  it.each<readonly [string, PaidResource['input']]>([
    ['path parameters', resource.input],
    ['path and query parameters', { ...resource.input, queryParams: { size_sol: '0.5' } }],
    ['a shown answer', { ...resource.input, output: { verdict: 'A', reason_codes: ['B'], confidence: 0.5 } }],
    ['another one', { ...resource.input, output: { verdict: 'A', reason_codes: ['C'], confidence: 0.5 } }],
    ['no parameters', { method: 'GET', routeTemplate: '/check' }],
    ['a body', { method: 'POST', routeTemplate: '/graphql', body: { query: '{ é "quoted" }', variables: {} } }],
    ['query parameters and a body', { method: 'POST', routeTemplate: '/x', queryParams: { a: '"' }, body: { a: 'b' } }],
    ['parameters beyond ASCII', { ...resource.input, pathParams: { ...pathParams, name: 'Zürich \\ "日本"' } }],
  ])('says with %s what a plain encoding of the offer would say', (_, input) => {
    const of = { ...resource, input };
    const { extensions, ...others } = decoded(of, 'an "error" é');
    const offer = offerV2(of, settings);
    expect(others).toEqual({
      x402Version: 2,
      error: 'an "error" é',
      accepts: [offer.requirements],
      resource: offer.resource,
    });
    expect(blotted(extensions)).toEqual(blotted(offer.extensions));
  });

  it('joins its parts into one valid text at every length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (url, error) => {
          const offer = decoded({ ...resource, url }, error);
          expect([offer.resource.url, offer.error]).toEqual([url, error]);
        },
      ),
    );
  });

  it('follows price, description and fee payer', () => {
    expect(decoded({ ...resource, priceAtomic: 70_000n }).accepts).toMatchObject([{ amount: '70000' }]);
    expect(decoded({ ...resource, description: 'Another.' }).resource).toMatchObject({ description: 'Another.' });
    const changing = { ...settings, feePayer: settings.feePayer };
    paymentRequiredHeader(resource, changing, '');
    changing.feePayer = settings.payTo;
    const header = paymentRequiredHeader(resource, changing, '');
    expect(decodePaymentRequiredHeader(header).accepts[0]?.extra).toEqual({ feePayer: settings.payTo });
  });

  it('carries a nonce that no other carries, also where the other extensions do not fit', () => {
    const nonces = new Set<string | undefined>();
    for (let count = 0; count < 600; count += 1) nonces.add(decoded(resource).extensions['assay-nonce']?.info.nonce);
    const long = decoded({ ...resource, url: `https://assay.example/${'a'.repeat(2_000)}` });
    expect(Object.keys(long.extensions)).toEqual(['assay-nonce']);
    nonces.add(long.extensions['assay-nonce']?.info.nonce);
    expect(nonces.size).toBe(601);
  });
});
