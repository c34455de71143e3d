import { createHash } from 'node:crypto';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOfKey, signedInPart } from '../../../test/payments/x402-counter.ts';
import { decodeWire, transferOf } from './wire-transaction.ts';

const payer = Keypair.generate();
const feePayer = Keypair.generate();
const honest = signedInPart({
  payer,
  feePayer: addressOfKey(feePayer),
  merchant: addressOfKey(Keypair.generate()),
});
const bytes = Buffer.from(honest, 'base64');

describe('a transaction on the wire', () => {
  it('is read with its signers, its message and its transfer', () => {
    const transaction = decodeWire(honest);
    expect(transaction?.accounts.slice(0, 2)).toEqual([feePayer, payer].map(addressOfKey));
    expect(transaction?.signatures.map((signature) => signature.some((byte) => byte !== 0))).toEqual([false, true]);
    expect(transaction && transferOf(transaction)?.authority).toBe(addressOfKey(payer));
    const message = VersionedTransaction.deserialize(bytes).message.serialize();
    expect(transaction && createHash('sha256').update(transaction.message).digest('hex')).toBe(
      createHash('sha256').update(message).digest('hex'),
    );
  });

  it('has one spelling only', () => {
    expect(decodeWire(honest.replace(/=+$/, '').concat(' '))).toBeNull();
    expect(decodeWire(`${honest.slice(0, 20)}\n${honest.slice(20)}`)).toBeNull();
    expect(decodeWire(Buffer.concat([bytes, Buffer.of(0)]).toString('base64'))).toBeNull();
    // The count of signatures, 2, written in two bytes instead of one.
    expect(decodeWire(Buffer.concat([Buffer.of(0x82, 0), bytes.subarray(1)]).toString('base64'))).toBeNull();
  });

  it('is no longer than a packet', () => {
    expect(decodeWire(Buffer.alloc(1233).toString('base64'))).toBeNull();
    expect(decodeWire(Buffer.alloc(1_000_000, 1).toString('base64'))).toBeNull();
  });

  it('is null for garbage and never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => decodeWire(base64(noise)) === null));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (place, value) => {
        const broken = Buffer.from(bytes);
        broken[place] = value;
        const read = decodeWire(base64(broken));
        if (read) expect(read.accounts.length).toBeGreaterThan(0);
      }),
    );
    for (let cut = 0; cut < bytes.length; cut += 1) expect(decodeWire(base64(bytes.subarray(0, cut)))).toBeNull();
  });
});

function base64(data: Uint8Array): string {
  return Buffer.from(data).toString('base64');
}
