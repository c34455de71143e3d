import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { getAccountInfo, getMultipleAccounts } from 'assay-core/chain/loaders/accounts.ts';
import { getLatestBlockhash, getRecentPrioritizationFees } from 'assay-core/chain/loaders/blockhash-and-fees.ts';
import { getBlock } from 'assay-core/chain/loaders/blocks.ts';
import { getProgramAccounts } from 'assay-core/chain/loaders/program-accounts.ts';
import { getSignatureStatuses } from 'assay-core/chain/loaders/signature-statuses.ts';
import { getSignaturesForAddress } from 'assay-core/chain/loaders/signatures.ts';
import { runTransaction, simulateTransaction } from 'assay-core/chain/loaders/simulate-and-send.ts';
import { getTokenAccountsByOwner, getTokenLargestAccounts } from 'assay-core/chain/loaders/token-holdings.ts';
import { getBlockTime } from 'assay-core/chain/loaders/unchanging-readings.ts';
import { effectOf } from 'assay-core/derive/effects/effect.ts';
import { decodeEffect, encodeEffect } from 'assay-core/derive/effects/effect-codec.ts';
import type { Signature } from 'assay-core/solana/address.ts';
import { SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alice, bob, mint, payout, program } from '../../packages/core/test/fixtures/payout.ts';
import {
  bodyOf,
  bytesOf,
  le,
  PAYER,
  signatureNamed,
  tokenEntry,
} from '../../packages/core/test/fixtures/transaction-body.ts';
import { effectWorld } from '../../packages/core/test/support/effect-world.ts';
import { tokenAccountBytes } from '../../packages/core/test/support/trade-world.ts';
import { collected, hasCollected, type ManifestEntry } from '../replay/collected.ts';
import { bodyChanges, changed } from './bodies.ts';

const SLOT = 300_000_000;
const COLLECTED_MAX = 60;
const signature = signatureNamed('made');
const world = effectWorld(loadLabels(), []);

const account = (data: Uint8Array, owner = TOKEN_PROGRAM) => ({
  lamports: 2_039_280,
  owner,
  executable: false,
  rentEpoch: 0,
  space: data.length,
  data: [Buffer.from(data).toString('base64'), 'base64'],
});
const at = (value: unknown) => ({ context: { slot: SLOT }, value });
const holding = account(tokenAccountBytes(mint, alice, 5n));
const query = { program: TOKEN_PROGRAM, filters: [{ dataSize: 165 }], slice: { offset: 0, length: 165 } } as const;
const entry = { signature, slot: SLOT, blockTime: 1_760_000_000, err: null, memo: null };
const failure = { err: { InstructionError: [1, { Custom: 6_001 }] }, logs: [`Program ${program} failed: custom`] };

/** Each reader of an answer with an answer that it takes, as a node gives it. */
const readers: Readonly<Record<string, readonly [good: unknown, read: (result: unknown) => { readonly is: string }]>> =
  {
    getMultipleAccounts: [at([holding, null]), (result) => getMultipleAccounts.read(result, [alice, bob])],
    getAccountInfo: [at(holding), (result) => getAccountInfo.read(result, alice)],
    getBlock: [{ parentSlot: SLOT - 1, signatures: [signature] }, (result) => getBlock.read(result, SLOT)],
    getBlockTime: [1_760_000_000, (result) => getBlockTime.read(result, SLOT)],
    getTokenLargestAccounts: [
      at([{ address: bob, amount: '5', decimals: 6 }]),
      (result) => getTokenLargestAccounts.read(result, mint),
    ],
    getLatestBlockhash: [
      at({ blockhash: mint, lastValidBlockHeight: 250_000_000 }),
      (result) => getLatestBlockhash.read(result, null),
    ],
    getRecentPrioritizationFees: [
      [{ slot: SLOT, prioritizationFee: 1_000 }],
      (result) => getRecentPrioritizationFees.read(result, [alice]),
    ],
    getProgramAccounts: [at([{ pubkey: bob, account: holding }]), (result) => getProgramAccounts.read(result, query)],
    getSignatureStatuses: [
      at([{ slot: SLOT, confirmations: null, err: null, confirmationStatus: 'finalized' }, null]),
      (result) => getSignatureStatuses.read(result, [signature, signature]),
    ],
    getSignaturesForAddress: [
      [entry, { ...entry, signature: signatureNamed('older'), slot: SLOT - 1, err: {} }],
      (result) => getSignaturesForAddress.read(result, { address: alice, page: {}, beforeSlot: null }),
    ],
    getTokenAccountsByOwner: [
      at([{ pubkey: bob, account: holding }]),
      (result) => getTokenAccountsByOwner.read(result, { owner: alice, program: TOKEN_PROGRAM }),
    ],
    'simulateTransaction, watched': [
      at({ err: null, logs: [], accounts: [holding] }),
      (result) => simulateTransaction.read(result, { transaction: '', watch: bob }),
    ],
    'simulateTransaction, run': [at(failure), (result) => runTransaction.read(result, '')],
  };

describe.each(Object.entries(readers))('the reader of %s', (_, [good, read]) => {
  it('takes a good answer', () => {
    expect(read(good).is).toBe('value');
  });

  it('says what is wrong with any other, and never throws', () => {
    const told = (result: unknown) => ['value', 'absent', 'wrong', 'final'].includes(read(result).is);
    fc.assert(fc.property(fc.jsonValue(), told), { numRuns: 100 });
    fc.assert(
      fc.property(bodyChanges, (changes) => told((changed({ result: good }, changes) as { result: unknown }).result)),
      { numRuns: 200 },
    );
  });
});

interface Body {
  readonly body: unknown;
  readonly signature: Signature;
}

function madeBodies(): readonly Body[] {
  const create = [...le(0, 4), ...le(50, 8), ...le(0, 8), ...bytesOf(program)];
  const made = {
    ...payout,
    instructions: [...(payout.instructions ?? []), { program: SYSTEM_PROGRAM, accounts: [PAYER, alice], data: create }],
    tokensBefore: [tokenEntry(1, mint, bob, 5n)],
    tokensAfter: [tokenEntry(1, mint, bob, 6n)],
  };
  return (['json', 'jsonParsed'] as const).map((encoding) => ({ body: bodyOf(made, encoding), signature }));
}

function collectedBodies(): readonly Body[] {
  if (!hasCollected) return [];
  return collected<ManifestEntry[]>('transactions/MANIFEST.json')
    .slice(0, COLLECTED_MAX)
    .map((one) => ({ body: collected(`transactions/${one.file}`), signature: one.signature as Signature }));
}

describe('a transaction with anything changed in it', () => {
  const bodies = [...madeBodies(), ...collectedBodies()];

  it('is a gap, or moves no lamports from nowhere and has an effect on everybody that can be kept', () => {
    fc.assert(
      fc.property(fc.constantFrom(...bodies), bodyChanges, fc.nat(), (seed, changes, place) => {
        const reading = decodeTransaction(changed(seed.body, changes), seed.signature);
        if (!reading.known) return;
        const { preBalances, postBalances, fee, keys } = reading.value;
        const sum = (list: readonly bigint[]) => list.reduce((total, one) => total + one, 0n);
        expect(sum(postBalances) - sum(preBalances)).toBe(-fee);
        const wallet = keys[place % keys.length];
        if (!wallet) return;
        const effect = effectOf(reading.value, wallet, world);
        const encoded = effect.known ? encodeEffect(effect.value) : null;
        if (effect.known && encoded) expect(decodeEffect(encoded)).toEqual(effect.value);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves a kept effect that cannot be read, or one, when its bytes are changed', () => {
    const kept = bodies.flatMap(({ body, signature: of }) => {
      const reading = decodeTransaction(body, of);
      const payer = reading.known ? reading.value.keys[0] : undefined;
      const effect = reading.known && payer ? effectOf(reading.value, payer, world) : null;
      const encoded = effect?.known ? encodeEffect(effect.value) : null;
      return encoded ? [encoded] : [];
    });
    fc.assert(
      fc.property(fc.constantFrom(...kept), fc.nat(), fc.nat(255), fc.boolean(), (encoded, at, value, isCut) => {
        const bytes = Uint8Array.from(encoded.body);
        bytes[at % bytes.length] = value;
        decodeEffect({ ...encoded, body: isCut ? bytes.subarray(0, at % bytes.length) : bytes });
      }),
      { numRuns: 500 },
    );
  });
});
