import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { FIRST_MEMO_PROGRAM, memo } from '#payments/credits/instructions.ts';
import { addressOfKey, type Draft, instructionsOf, signedInPart } from '../../../test/payments/x402-counter.ts';
import { guard } from './static-check.ts';
import { decodeWire } from './wire-transaction.ts';

const feePayer = Keypair.generate();
const payer = Keypair.generate();
const other = Keypair.generate();
const honest: Draft = { payer, feePayer: addressOfKey(feePayer), merchant: addressOfKey(Keypair.generate()) };

function judged(base64: string): string | null {
  const transaction = decodeWire(base64);
  if (!transaction) throw new Error('the test made something that cannot be decoded');
  return guard(transaction, honest.feePayer);
}

function memoSignedBy(signer: Keypair, text = 'hello'): TransactionInstruction {
  const keys = [{ pubkey: signer.publicKey, isSigner: true, isWritable: false }];
  return new TransactionInstruction({ ...memo(text), keys });
}

/** A payment that reads the merchant's token account from a lookup table. */
function throughLookupTable(): string {
  const instructions = instructionsOf(honest);
  const addresses = [instructions[2]?.keys[2]?.pubkey ?? PublicKey.default];
  const table = new AddressLookupTableAccount({
    key: other.publicKey,
    state: { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses },
  });
  const message = new TransactionMessage({
    payerKey: feePayer.publicKey,
    recentBlockhash: other.publicKey.toBase58(),
    instructions,
  }).compileToV0Message([table]);
  const transaction = new VersionedTransaction(message);
  transaction.sign([payer]);
  return Buffer.from(transaction.serialize()).toString('base64');
}

describe('the guard around co-signing', () => {
  it('lets an honest payment pass, with the fee payer unsigned, in both message versions', () => {
    expect(judged(signedInPart(honest))).toBeNull();
    expect(judged(signedInPart({ ...honest, legacy: true }))).toBeNull();
    expect(judged(signedInPart({ ...honest, units: 100_000, microLamports: 50_000n }))).toBeNull();
  });

  const budget = 'invalid_exact_svm_payload_transaction_instructions';
  const heap = ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 });
  const short = new TransactionInstruction({ programId: heap.programId, keys: [], data: Buffer.of(3, 1) });
  it.each<readonly [string, Partial<Draft>, string]>([
    ['another fee payer', { feePayer: addressOfKey(payer) }, 'invalid_exact_svm_fee_payer_mismatch'],
    [
      'a third signature',
      { more: [memoSignedBy(other)], signers: [payer, other] },
      'invalid_exact_svm_payload_excessive_signers',
    ],
    ['too many units', { units: 100_001 }, `${budget}_compute_limit_instruction_too_high`],
    ['a price too high', { microLamports: 50_001n }, `${budget}_compute_price_instruction_too_high`],
    [
      'the drain of 7,010,000 lamports',
      { units: 1_400_000, microLamports: 5_000_000n },
      `${budget}_compute_limit_instruction_too_high`,
    ],
    ['a heap request', { more: [heap] }, 'invalid_exact_svm_payload_unsupported_compute_budget_instruction'],
    ['a cut-off price', { more: [short] }, 'invalid_exact_svm_payload_unsupported_compute_budget_instruction'],
    [
      'a second price behind the first',
      { more: [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10n ** 12n })] },
      `${budget}_compute_price_instruction_too_high`,
    ],
    [
      'the fee payer hidden as a signer of a memo',
      { more: [memoSignedBy(feePayer)] },
      'invalid_exact_svm_payload_fee_payer_not_isolated',
    ],
    [
      "a transfer of the fee payer's lamports",
      {
        more: [
          SystemProgram.transfer({ fromPubkey: feePayer.publicKey, toPubkey: other.publicKey, lamports: 1_000_000 }),
        ],
      },
      'invalid_exact_svm_payload_fee_payer_not_isolated',
    ],
    [
      'the fee payer as the authority of the transfer',
      { authority: honest.feePayer, signers: [] },
      'invalid_exact_svm_payload_fee_payer_not_isolated',
    ],
    [
      'the fee payer as a program',
      { more: [new TransactionInstruction({ programId: feePayer.publicKey, keys: [] })] },
      'invalid_exact_svm_payload_fee_payer_not_isolated',
    ],
    ["a claim's memo", { more: [memo('assay:1:abc')] }, 'invalid_exact_svm_payload_memo_reserved'],
    [
      "a claim's memo by the first memo program",
      { more: [new TransactionInstruction({ ...memo('assay:'), programId: new PublicKey(FIRST_MEMO_PROGRAM) })] },
      'invalid_exact_svm_payload_memo_reserved',
    ],
  ])('refuses %s', (_, change, reason) => {
    expect(judged(signedInPart({ ...honest, ...change }))).toBe(reason);
  });

  it('refuses lookup tables', () => {
    expect(judged(throughLookupTable())).toBe('invalid_exact_svm_payload_address_lookup_tables_not_allowed');
  });

  it('takes memos that only resemble those of claims', () => {
    expect(judged(signedInPart({ ...honest, more: [memo('assay'), memo(' assay:1:abc')] }))).toBeNull();
  });
});
