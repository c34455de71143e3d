import { Keypair, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { cases } from '../../../packages/core/test/support/cases.ts';
import {
  addressOfKey,
  instructionsOf,
  presented,
  resource,
  settingsFor,
  signedInPart,
} from '../../../test/payments/x402-counter.ts';
import { readPayment } from './header.ts';
import type { Payment, StaticResult } from './payment.ts';
import { checkStatically } from './static-check.ts';
import { decodeWire } from './wire-transaction.ts';

const payer = Keypair.generate();
const feePayer = Keypair.generate();
const merchant = Keypair.generate();
const settings = settingsFor(feePayer, merchant);
const honest = { payer, feePayer: addressOfKey(feePayer), merchant: addressOfKey(merchant) };
const original = Buffer.from(signedInPart(honest), 'base64');
/** Behind the count of signatures and the two slots. */
const MESSAGE_OFFSET = 129;
const [, , paid] = instructionsOf(honest);

/** The honest payment with bytes of its message changed, signed as it is now; null where nobody could sign it. */
function resigned(edits: readonly (readonly [number, number])[]): string | null {
  const bytes = Buffer.from(original);
  for (const [place, value] of edits) bytes[place] = value;
  try {
    const transaction = VersionedTransaction.deserialize(bytes);
    transaction.sign([payer]);
    return Buffer.from(transaction.serialize()).toString('base64');
  } catch {
    return null;
  }
}

function paymentOf(version: 1 | 2, transaction: string): Payment | null {
  try {
    return readPayment(presented(version, transaction, settings), resource, settings);
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    return null;
  }
}

function expectHonest(result: StaticResult, transaction: string): void {
  const transfer = decodeWire(transaction)?.instructions[2];
  expect(result).toMatchObject({ payer: honest.payer.publicKey.toBase58() });
  expect(Buffer.from(transfer?.data ?? []).subarray(0, 9)).toEqual(paid?.data.subarray(0, 9));
  expect(transfer?.accounts.slice(1, 3)).toEqual(paid?.keys.slice(1, 3).map(({ pubkey }) => pubkey.toBase58()));
}

describe('the static check', () => {
  it('passes nothing that its payer signed but what pays the price to the merchant, and never throws or prints', async () => {
    const printed = vi.spyOn(console, 'error');
    const edit = fc.tuple(fc.integer({ min: MESSAGE_OFFSET, max: original.length - 1 }), fc.nat(255));
    const edits = fc.array(edit, { minLength: 1, maxLength: 3 });
    const version = fc.constantFrom(1 as const, 2 as const);
    await fc.assert(
      fc.asyncProperty(edits, version, async (changed, of) => {
        const transaction = resigned(changed);
        const payment = transaction === null ? null : paymentOf(of, transaction);
        const result = payment && (await checkStatically(payment));
        if (result?.valid) expectHonest(result, String(transaction));
      }),
      { numRuns: cases(300) },
    );
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  it("knows the payer, its token account and its signature by its own transaction's bytes", async () => {
    const payment = paymentOf(2, original.toString('base64'));
    const result = payment && (await checkStatically(payment));
    expect(result).toMatchObject({ valid: true, source: paid?.keys[0]?.pubkey.toBase58() });
    expect(result?.valid && decodeWire(original.toString('base64'))?.accounts[1]).toBe(addressOfKey(payer));
  });
});
