import { createKeyPairSignerFromBytes } from '@solana/kit';
import { ComputeBudgetProgram, Keypair, type TransactionInstruction } from '@solana/web3.js';
import type { PaymentRequirements } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/client';
import type { Address } from 'assay-core/solana/address.ts';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { memo } from '../../src/payments/credits/instructions.ts';
import { readPayment } from '../../src/payments/x402/header.ts';
import { openLocalFacilitator } from '../../src/payments/x402/local.ts';
import type { Payment } from '../../src/payments/x402/payment.ts';
import { acceptsV1, offerV2 } from '../../src/payments/x402/requirements.ts';
import {
  addressOfKey,
  chainOver,
  type Draft,
  encoded,
  lamportsOf,
  MINT,
  outcomeOf,
  PRICE,
  presented,
  resource,
  settingsFor,
  signedInPart,
  TOKEN_PROGRAM,
  usdcOf,
} from './x402-counter.ts';

const feePayer = Keypair.generate();
const merchant = Keypair.generate();
const payer = Keypair.generate();
const settings = settingsFor(feePayer, merchant);
const FUNDS = 1_000_000n;

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  await rpc(sandbox.url, 'requestAirdrop', [settings.feePayer, 1_000_000_000]);
  await rpc(sandbox.url, 'sandbox_airdropUsdc', [addressOfKey(payer), FUNDS.toString()]);
  await rpc(sandbox.url, 'sandbox_airdropUsdc', [addressOfKey(merchant), '1']);
});
afterAll(() => sandbox.stop());

function facilitator(fail = new Set<'simulate' | 'send'>()) {
  const { network, v1Network } = settings;
  return openLocalFacilitator({ keypair: feePayer, chain: chainOver(sandbox.url, fail), network, v1Network });
}

/** A payment by the reference client of a protocol version, over the sandbox's RPC. */
async function clientPayment(version: 1 | 2, by: Keypair = payer): Promise<Payment> {
  const signer = await createKeyPairSignerFromBytes(by.secretKey);
  const config = { rpcUrl: sandbox.url };
  if (version === 2) {
    const { requirements, extensions } = offerV2(resource, settings);
    const made = await new ExactSvmScheme(signer, config).createPaymentPayload(2, theirs(requirements));
    const value = encoded({ ...made, accepted: requirements, extensions });
    return readPayment({ version: 2, value }, resource, settings);
  }
  const [requirements] = acceptsV1(resource, settings);
  const made = await new ExactSvmSchemeV1(signer, config).createPaymentPayload(1, theirs(requirements));
  return readPayment({ version: 1, value: encoded(made) }, resource, settings);
}

const theirs = (requirements: unknown) => requirements as PaymentRequirements;

const honest: Draft = { payer, feePayer: addressOfKey(feePayer), merchant: addressOfKey(merchant) };

async function payment(version: 1 | 2, change: Partial<Draft> = {}): Promise<Payment> {
  const { value } = await rpc<{ value: { blockhash: string } }>(sandbox.url, 'getLatestBlockhash');
  const transaction = signedInPart({ ...honest, blockhash: value.blockhash, ...change });
  return readPayment(presented(version, transaction, settings), resource, settings);
}

describe.each([2, 1] as const)('the local facilitator with a payment of protocol version %i', (version) => {
  it('settles what the reference client signs: the merchant gets the price, the sponsor pays the fee', async () => {
    const local = facilitator();
    const paid = await clientPayment(version);
    const source = associatedAccount(addressOfKey(payer), MINT, TOKEN_PROGRAM);
    const checked = await local.check(paid);
    expect(checked).toMatchObject({ valid: true, payer: addressOfKey(payer), source });
    const before = await balances();
    expect(await local.verify(paid)).toEqual({ is: 'valid', sourceAfterAtomic: before.payer - PRICE });

    const told: (string | null)[] = [];
    const settled = await local.settle(paid, async (signature) => {
      told.push(signature);
      const { value } = await rpc<{ value: unknown[] }>(sandbox.url, 'getSignatureStatuses', [[signature]]);
      expect(value).toEqual([null]);
    });
    expect(settled).toEqual({ is: 'submitted', signature: told[0] });
    expect(told).toHaveLength(1);
    expect(await outcomeOf(sandbox.url, String(told[0]))).toBeNull();
    const after = await balances();
    expect({ payer: before.payer - after.payer, merchant: after.merchant - before.merchant }).toEqual({
      payer: PRICE,
      merchant: PRICE,
    });
    expect(before.sponsor - after.sponsor).toBeLessThanOrEqual(15_000n);
    expect(before.sponsor - after.sponsor).toBeGreaterThanOrEqual(10_000n);
    await rpc(sandbox.url, 'sandbox_advance', [2]);
    const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const { transaction } = await rpc<{ transaction: { signatures: string[] } }>(sandbox.url, 'getTransaction', [
      told[0],
      options,
    ]);
    expect(transaction.signatures[1]).toBe(checked.valid && checked.payerSignature);
  });

  it('tries a payment out before its work behind those whose work is done, and after it among them', async () => {
    const chain = chainOver(sandbox.url);
    const simulate = vi.spyOn(chain, 'simulate');
    const { network, v1Network } = settings;
    const local = openLocalFacilitator({ keypair: feePayer, chain, network, v1Network });
    const paid = await payment(version);
    expect(await local.verify(paid)).toMatchObject({ is: 'valid' });
    expect(simulate.mock.lastCall?.[2]).toBe('payment');
    expect(await local.settle(paid, async () => undefined)).toMatchObject({ is: 'submitted' });
    expect(simulate.mock.lastCall?.[2]).toBe('settlement');
  });

  it('never settles one payment twice, and names the transaction again that is on chain', async () => {
    const local = facilitator();
    const paid = await payment(version);
    const first = await local.settle(paid, async () => undefined);
    expect(first.is).toBe('submitted');
    expect(await outcomeOf(sandbox.url, first.is === 'submitted' ? first.signature : '')).toBeNull();
    const before = await balances();
    expect(await local.verify(paid)).toEqual({ is: 'valid', processed: true });
    expect(await local.settle(paid, async () => undefined)).toEqual(first);
    expect(await balances()).toEqual(before);
  });

  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000_000n });
  const drain: Partial<Draft> = { units: 1_400_000, microLamports: 5_000_000n };
  it.each<readonly [string, () => Partial<Draft>, RegExp]>([
    ['the drain of 7,010,000 lamports', () => drain, /compute_limit_instruction_too_high$/],
    ['a high price', () => ({ microLamports: 5_000_000n }), /compute_price_instruction_too_high$/],
    ['a second price', () => ({ more: [price] }), /compute_price_instruction_too_high$/],
    ['the fee payer as a signer of a memo', () => ({ more: [signedMemo(feePayer)] }), /fee_payer_not_isolated$/],
    ["a claim's memo", () => ({ more: [memo('assay:1:x')] }), /memo_reserved$/],
    ['too small an amount', () => ({ amountAtomic: PRICE - 1n }), /amount_mismatch$/],
    ['too large an amount', () => ({ amountAtomic: PRICE + 1n }), /amount_mismatch$/],
    ['another receiver', () => ({ merchant: addressOfKey(payer) }), /recipient_mismatch$/],
    ['another mint', () => ({ mint: 'So11111111111111111111111111111111111111112' as Address }), /mint_mismatch$/],
    ['another fee payer', () => ({ feePayer: addressOfKey(Keypair.generate()) }), /fee_payer_mismatch$/],
    ['no signature', () => ({ signers: [] }), /signature_invalid$/],
    [
      'an authority that does not sign',
      () => ({ authority: addressOfKey(merchant), signers: [] }),
      /signature_invalid$/,
    ],
    ['five memos', () => ({ more: Array.from('abcde', (text) => memo(text)) }), /instructions_length$/],
    ['another program', () => ({ more: [other()] }), /unknown_fourth_instruction$/],
  ])('refuses %s before anything is asked, and without a lamport', async (_, change, reason) => {
    const local = facilitator();
    const bad = await payment(version, change());
    const before = await lamportsOf(sandbox.url, addressOfKey(feePayer));
    expect(await local.check(bad)).toEqual({ valid: false, reason: expect.stringMatching(reason) });
    expect(await local.verify(bad)).toMatchObject({ is: 'invalid' });
    const asked = vi.fn(async () => undefined);
    expect(await local.settle(bad, asked)).toMatchObject({ is: 'refused' });
    expect(asked).not.toHaveBeenCalled();
    expect(await lamportsOf(sandbox.url, addressOfKey(feePayer))).toBe(before);
  });

  it('refuses a signature over another message', async () => {
    const [one, two] = [await payment(version), await payment(version)];
    const bytes = Buffer.from(one.transaction, 'base64');
    Buffer.from(two.transaction, 'base64').copy(bytes, 65, 65, 129);
    const forged = readPayment(presented(version, bytes.toString('base64'), settings), resource, settings);
    expect(await facilitator().check(forged)).toMatchObject({
      valid: false,
      reason: 'invalid_exact_svm_payload_signature_invalid',
    });
  });

  it('finds out what would fail on chain', async () => {
    const poor = await payment(version, { payer: Keypair.generate() });
    expect(await facilitator().check(poor)).toMatchObject({ valid: true });
    const result = await facilitator().verify(poor);
    expect(result).toMatchObject({ is: 'invalid', reason: expect.stringMatching(/transaction_simulation_failed$/) });
    expect(await facilitator().settle(poor, async () => undefined)).toMatchObject({
      is: 'refused',
      reason: expect.stringMatching(/transaction_simulation_failed$/),
    });
    const stale = await payment(version, { blockhash: bs58.encode(Buffer.alloc(32, 3)) });
    expect(await facilitator().verify(stale)).toMatchObject({ is: 'invalid' });
  });

  it('blames nobody while the chain cannot be asked', async () => {
    const blind = facilitator(new Set(['simulate']));
    const paid = await payment(version);
    expect(await blind.verify(paid)).toMatchObject({ is: 'unavailable' });
    expect(await blind.settle(paid, async () => undefined)).toMatchObject({ is: 'refused', ours: true });
  });

  it('does not know the outcome once the transaction may be out', async () => {
    const mute = facilitator(new Set(['send']));
    const told: (string | null)[] = [];
    const result = await mute.settle(await payment(version), async (signature) => {
      told.push(signature);
    });
    expect(result).toEqual({ is: 'unknown', reason: expect.any(String), signature: told[0] });
  });

  it('sends nothing when the books say no, passes their error through, and can be tried again', async () => {
    const errors = vi.spyOn(console, 'error');
    const paid = await payment(version);
    const before = await balances();
    const no = new Error('taken');
    await expect(facilitator().settle(paid, () => Promise.reject(no))).rejects.toBe(no);
    expect(await balances()).toEqual(before);
    expect((await facilitator().settle(paid, async () => undefined)).is).toBe('submitted');
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });
});

it('offers protocol version 1 only where the network has a name in it', () => {
  const { network } = settings;
  const only2 = openLocalFacilitator({ keypair: feePayer, chain: chainOver(''), network, v1Network: null });
  expect([only2.feePayer(), only2.feePayer(1)]).toEqual([settings.feePayer, null]);
});

async function balances() {
  const [from, to, sponsor] = await Promise.all([
    usdcOf(sandbox.url, addressOfKey(payer)),
    usdcOf(sandbox.url, addressOfKey(merchant)),
    lamportsOf(sandbox.url, addressOfKey(feePayer)),
  ]);
  return { payer: from, merchant: to, sponsor };
}

function signedMemo(signer: Keypair): TransactionInstruction {
  const made = memo('hello');
  made.keys.push({ pubkey: signer.publicKey, isSigner: true, isWritable: false });
  return made;
}

function other(): TransactionInstruction {
  const made = memo('hello');
  made.programId = merchant.publicKey;
  return made;
}
