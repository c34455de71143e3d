import { Keypair, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { openSealer } from '#payments/credits/ticket.ts';
import { readPayment } from '#payments/x402/header.ts';
import type { Payment } from '#payments/x402/payment.ts';
import { checkStatically } from '#payments/x402/static-check.ts';
import {
  addressOfKey,
  encoded,
  MINT,
  payloadV1,
  payloadV2,
  resource,
  settingsFor,
  signedInPart,
} from '../payments/x402-counter.ts';
import { bodyChanges, changed } from './bodies.ts';

const [payer, feePayer, merchant] = [Keypair.generate(), Keypair.generate(), Keypair.generate()];
const settings = settingsFor(feePayer, merchant);
const drafts = [false, true].map((legacy) =>
  signedInPart({ payer, feePayer: addressOfKey(feePayer), merchant: addressOfKey(merchant), legacy }),
);
const version = fc.constantFrom(1 as const, 2 as const);
const transaction = fc.constantFrom(...drafts);

/** The payment of a header, or null where it was refused as a fault of the payment. */
function read(of: 1 | 2, value: string): Payment | null {
  try {
    return readPayment({ version: of, value }, resource, settings);
  } catch (error) {
    expect(error instanceof Fault && error.code).toMatch(/^payment_/);
    return null;
  }
}

const payloadOf = (of: 1 | 2, signed: string) => (of === 1 ? payloadV1 : payloadV2)(signed, settings);

function messageOf(text: string): string {
  return Buffer.from(VersionedTransaction.deserialize(Buffer.from(text, 'base64')).message.serialize()).toString('hex');
}

describe('a payment header', () => {
  it('with anything changed in its payload is refused, or pays our terms', async () => {
    await fc.assert(
      fc.asyncProperty(version, transaction, bodyChanges, async (of, signed, changes) => {
        const payment = read(of, encoded(changed(payloadOf(of, signed), changes)));
        if (!payment?.matches) return;
        expect(payment.amountAtomic).toBe(resource.priceAtomic);
        const { valid } = await checkStatically(payment);
        if (valid) expect(messageOf(payment.transaction)).toBe(messageOf(signed));
      }),
      { numRuns: 300 },
    );
  });

  it('with any characters changed is refused, or says the same', () => {
    fc.assert(
      fc.property(version, transaction, fc.nat(), fc.string({ maxLength: 3 }), (of, signed, at, put) => {
        const value = encoded(payloadOf(of, signed));
        const place = at % value.length;
        read(of, value.slice(0, place) + put + value.slice(place + put.length));
      }),
      { numRuns: 300 },
    );
  });
});

interface Edit {
  readonly at: number;
  readonly kind: 'set' | 'cut' | 'insert';
  readonly value: number;
}

function edited(bytes: Buffer, { at, kind, value }: Edit): Buffer {
  const place = at % Math.max(1, bytes.length);
  const [head, tail] = [bytes.subarray(0, place), bytes.subarray(place + (kind === 'insert' ? 0 : 1))];
  return kind === 'cut' ? Buffer.from(head) : Buffer.concat([head, Buffer.of(value), tail]);
}

describe('a signed transaction', () => {
  it.each(drafts.flatMap((signed) => [[1, signed] as const, [2, signed] as const]))(
    'of version %s pays as long as nobody touches it',
    async (of, signed) => {
      const payment = read(of, encoded(payloadOf(of, signed)));
      expect(payment?.matches && (await checkStatically(payment)).valid).toBe(true);
    },
  );

  const edit: fc.Arbitrary<Edit> = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('set' as const, 'cut' as const, 'insert' as const),
    value: fc.nat(255),
  });

  it('with any bytes changed is no payment any more, unless what was signed is still the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        version,
        transaction,
        fc.array(edit, { minLength: 1, maxLength: 3 }),
        async (of, signed, edits) => {
          const bytes = edits.reduce(edited, Buffer.from(signed, 'base64'));
          const payment = read(of, encoded(payloadOf(of, bytes.toString('base64'))));
          if (!payment?.matches) return;
          const { valid } = await checkStatically(payment);
          if (valid) expect(messageOf(payment.transaction)).toBe(messageOf(signed));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a ticket', () => {
  const sealer = openSealer(['a secret of at least 32 characters.', 'an older one of 32 characters or so']);
  const sealed = sealer.seal({
    id: Buffer.alloc(16, 7),
    payer: addressOfKey(payer),
    amountAtomic: 1_000_000n,
    tier: null,
    mint: MINT,
    recipient: addressOfKey(merchant),
    network: settings.network,
    expiresAt: new Date(1_800_000_000_000),
  });

  it('with anything changed, cut out, put in or repeated does not open', () => {
    fc.assert(
      fc.property(fc.nat(sealed.length), fc.nat(40), fc.string({ maxLength: 40 }), (at, length, put) => {
        const made = sealed.slice(0, at) + put + sealed.slice(at + length);
        return made === sealed || sealer.open(made) === null;
      }),
      { numRuns: 500 },
    );
  });
});
