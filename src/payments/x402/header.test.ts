import { createHash } from 'node:crypto';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { canonical } from '#lib/signing/canonical-json.ts';
import {
  addressOfKey,
  encoded,
  PRICE,
  payloadV1,
  payloadV2,
  presented,
  resource,
  settingsFor,
  signedInPart,
  signedInVersion1,
} from '../../../test/payments/x402-counter.ts';
import { openPaymentReader, readPayment } from './header.ts';
import type { Payment } from './payment.ts';

const feePayer = Keypair.generate();
const merchant = Keypair.generate();
const settings = settingsFor(feePayer, merchant);
const transaction = signedInPart({
  payer: Keypair.generate(),
  feePayer: addressOfKey(feePayer),
  merchant: addressOfKey(merchant),
});
const v2 = payloadV2(transaction, settings);
const v1 = payloadV1(transaction, settings);
const accepted = v2.accepted as Record<string, unknown>;

const read = (version: 1 | 2, value: string): Payment => readPayment({ version, value }, resource, settings);
const withExtension = (name: string, info: unknown): string => encoded({ ...v2, extensions: { [name]: { info } } });
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
  return 'none';
}

describe('a payment header', () => {
  it('is read with our requirements, its hashes and its nonce', () => {
    const header = presented(2, transaction, settings);
    const payment = readPayment(header, resource, settings);
    expect(payment).toMatchObject({
      version: 2,
      amountAtomic: PRICE,
      network: settings.network,
      transaction,
      secret: true,
      identifier: null,
      requirements: { amount: '20000', payTo: settings.payTo, extra: { feePayer: settings.feePayer } },
    });
    const message = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64')).message.serialize();
    expect(Buffer.from(payment.messageHash).toString('hex')).toBe(sha256(message));
    expect(Buffer.from(payment.headerHash).toString('hex')).toBe(
      sha256(canonical(JSON.parse(Buffer.from(header.value, 'base64').toString()))),
    );
  });

  it('of version 1 names the network by its old name and holds no secret', () => {
    const payment = read(1, encoded({ ...v1, extensions: v2.extensions }));
    expect(payment).toMatchObject({ version: 1, network: 'solana-devnet', secret: false, identifier: null });
    expect(payment.requirements).toMatchObject({ maxAmountRequired: '20000', extra: { feePayer: settings.feePayer } });
  });

  it('is the same payment in whatever order and with whatever blanks its members are written', () => {
    const reversed = Object.fromEntries(Object.entries(v2).reverse());
    const spaced = Buffer.from(JSON.stringify(reversed, null, 2)).toString('base64');
    expect(read(2, spaced).headerHash).toEqual(read(2, encoded(v2)).headerHash);
    expect(read(2, encoded({ ...v2, extra: 1 })).headerHash).not.toEqual(read(2, encoded(v2)).headerHash);
  });

  it('has one message hash however its fee payer slot is filled', () => {
    const filled = Buffer.from(transaction, 'base64').fill(9, 1, 65).toString('base64');
    const other = readPayment(presented(2, filled, settings), resource, settings);
    expect(other.messageHash).toEqual(read(2, encoded(v2)).messageHash);
    expect(other.headerHash).not.toEqual(read(2, encoded(v2)).headerHash);
  });

  const deep = `${'['.repeat(6000)}${']'.repeat(6000)}`;
  it.each<readonly [string, 1 | 2, string]>([
    ['empty', 2, ''],
    ['no base64', 2, '!!!!'],
    ['base64url', 2, encoded(v2).replace(/.$/, '-')],
    ['with a line break', 2, `${encoded(v2).slice(0, 76)}\n${encoded(v2).slice(76)}`],
    ['longer than 16 KB', 2, encoded({ ...v2, padding: 'x'.repeat(16_384) })],
    ['no JSON', 2, Buffer.from('{').toString('base64')],
    ['no UTF-8', 2, Buffer.from([0x22, 0xff, 0x22]).toString('base64')],
    ['null', 2, encoded(null)],
    ['an array', 2, encoded([v2])],
    ['nested beyond reason', 2, Buffer.from(deep).toString('base64')],
    ['without a version', 2, encoded({ ...v2, x402Version: undefined })],
    ['of version 3', 2, encoded({ ...v2, x402Version: 3 })],
    ['of version 1 in the header of version 2', 2, encoded(v1)],
    ['of version 2 in the header of version 1', 1, encoded(v2)],
    ['without what it accepts', 2, encoded({ ...v2, accepted: undefined })],
    ['without a payload', 2, encoded({ ...v2, payload: undefined })],
    ['without a transaction', 2, encoded({ ...v2, payload: {} })],
    ['with a number as transaction', 1, encoded({ ...v1, payload: { transaction: 7 } })],
    ['with garbage as transaction', 2, encoded({ ...v2, payload: { transaction: 'AAAA' } })],
    ['with half a transaction', 1, encoded({ ...v1, payload: { transaction: transaction.slice(0, 200) } })],
    ['with an identifier too short', 2, withExtension('payment-identifier', { id: 'short' })],
    [
      'with an identifier of other characters',
      2,
      withExtension('payment-identifier', { id: 'spaces are not allowed' }),
    ],
    ['with a number as identifier', 2, withExtension('payment-identifier', { id: 1e20 })],
  ])('is malformed when %s', (_, version, value) => {
    expect(refusal(() => read(version, value))).toBe('payment_malformed');
  });

  it.each([
    [1, 0n],
    [2, 0n],
    [2, 4_000_000_000n],
  ] as const)(
    'of protocol version %i with a transaction of version 1 is refused for that, whatever its fee',
    (version, fee) => {
      const payer = Keypair.generate();
      const draft = { payer, feePayer: addressOfKey(feePayer), merchant: addressOfKey(merchant) };
      const bytes = signedInVersion1(draft, fee);
      expect(VersionedTransaction.deserialize(Buffer.from(bytes, 'base64')).version).toBe(1);
      expect(() => readPayment(presented(version, bytes, settings), resource, settings)).toThrow(
        /is of version 1, which payments per call do not take/,
      );
    },
  );

  it.each<readonly [string, Record<string, unknown>]>([
    ['amount', { amount: '19999' }],
    ['amount, larger', { amount: '20001' }],
    ['amount, written otherwise', { amount: '020000' }],
    ['asset', { asset: settings.payTo }],
    ['receiver', { payTo: settings.feePayer }],
    ['network', { network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['scheme', { scheme: 'upto' }],
    ['time', { maxTimeoutSeconds: 600 }],
    ['fee payer', { extra: { feePayer: settings.payTo } }],
    ['missing fee payer', { extra: {} }],
  ])('that accepts another %s matches nothing', (_, change) => {
    const value = encoded({ ...v2, accepted: { ...accepted, ...change } });
    expect(read(2, value).matches).toBe(false);
  });

  it('may accept our terms with additions of its own, which are not used', () => {
    const extra = { ...(accepted.extra as object), memo: 'theirs' };
    const payment = read(2, encoded({ ...v2, accepted: { ...accepted, extra } }));
    expect(payment.requirements.extra).toEqual({ feePayer: settings.feePayer });
  });

  it('of version 1 for another network or scheme matches nothing', () => {
    expect(read(1, encoded({ ...v1, network: 'solana' })).matches).toBe(false);
    expect(read(1, encoded({ ...v1, scheme: 'upto' })).matches).toBe(false);
    const noV1 = { ...settings, v1FeePayer: null };
    expect(readPayment({ version: 1, value: encoded(v1) }, resource, noV1).matches).toBe(false);
  });

  it('matches nothing while payment per call is off', () => {
    const off = { ...settings, enabled: false };
    expect(readPayment({ version: 2, value: encoded(v2) }, resource, off).matches).toBe(false);
  });

  it('names itself by the payment-identifier extension', () => {
    const id = 'abcdefghijklmnop_-09';
    expect(read(2, withExtension('payment-identifier', { required: false, id })).identifier).toBe(id);
    expect(read(2, withExtension('payment-identifier', { required: false })).identifier).toBeNull();
  });

  it.each([undefined, 'short', 7, null, ['abcdefghijklmnopq'.repeat(9)]])(
    'holds no secret with the nonce %j',
    (nonce) => {
      expect(read(2, withExtension('assay-nonce', { nonce })).secret).toBe(false);
    },
  );

  it('is refused, whatever it holds, by a fault and nothing else', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(1 as const, 2 as const), (json, version) => {
        expect(refusal(() => read(version, Buffer.from(json).toString('base64')))).toMatch(/^payment_/);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(v2)), fc.jsonValue(), (member, value) => {
        expect(refusal(() => read(2, encoded({ ...v2, [member]: value })))).toMatch(/^(payment_|none$)/);
      }),
    );
  });

  it('is read for a bill at the sum of its lines', () => {
    const line = { kind: 'wallet', subject: settings.payTo, request: 'wallet', priceAtomic: PRICE / 2n };
    const reader = openPaymentReader(settings);
    expect(reader({ version: 2, value: encoded(v2) }, { lines: [line, line] }).amountAtomic).toBe(PRICE);
    expect(reader({ version: 2, value: encoded(v2) }, { lines: [line] }).matches).toBe(false);
    expect(reader({ version: 1, value: encoded(v1) }, { lines: [line] }).requirements).toMatchObject({
      maxAmountRequired: '10000',
      resource: `https://assay.example/check/wallet/${settings.payTo}`,
    });
  });
});
