import { setTimeout } from 'node:timers/promises';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { Keypair } from '@solana/web3.js';
import { x402Client } from '@x402/core/client';
import { HTTPFacilitatorClient } from '@x402/core/server';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { type FacilitatorServer, serveFacilitator } from './facilitator-server.ts';

const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const authorization = 'Bearer sesame';
/** How long a client waits for a facilitator that stays silent. */
const SILENCE_MS = 100;
const POLL_MS = 5;
const payer = Keypair.generate();
const merchant = Keypair.generate().publicKey.toBase58();

let sandbox: Sandbox;
let facilitator: FacilitatorServer;
let payments: x402Client;

beforeAll(async () => {
  sandbox = await startSandbox({ finalitySlots: 0 });
  facilitator = await serveFacilitator({ rpcUrl: sandbox.url, authorization });
  await rpc(sandbox.url, 'sandbox_airdropUsdc', [payer.publicKey.toBase58(), '1000000']);
  await rpc(sandbox.url, 'sandbox_airdropUsdc', [merchant, '0']);
  const signer = await createKeyPairSignerFromBytes(payer.secretKey);
  payments = new x402Client().register(network, new ExactSvmScheme(signer, { rpcUrl: sandbox.url }));
});
afterAll(async () => {
  await facilitator.close();
  await sandbox.stop();
});
beforeEach(() => facilitator.behave({ is: 'honest' }));

function terms(): PaymentRequirements {
  return {
    scheme: 'exact',
    network,
    amount: '50000',
    asset: sandbox.usdcMint,
    payTo: merchant,
    maxTimeoutSeconds: 30,
    extra: { feePayer: facilitator.feePayer },
  };
}

function payment(): Promise<PaymentPayload> {
  const resource = { url: 'http://127.0.0.1/check', description: 'a check', mimeType: 'application/json' };
  return payments.createPaymentPayload({ x402Version: 2, resource, accepts: [terms()] });
}

function client(timeoutMs = 600_000, value = authorization): HTTPFacilitatorClient {
  const headers = { authorization: value };
  const createAuthHeaders = async () => ({ verify: headers, settle: headers, supported: headers });
  return new HTTPFacilitatorClient({ url: facilitator.url, timeoutMs, createAuthHeaders });
}

/** What the chain says of a signature: null when it never saw it. */
async function statusOf(signature: string): Promise<{ readonly err: unknown } | null> {
  const { value } = await rpc<{ value: ({ err: unknown } | null)[] }>(sandbox.url, 'getSignatureStatuses', [
    [signature],
    { searchTransactionHistory: true },
  ]);
  return value[0] ?? null;
}

describe('the facilitator of the tests', () => {
  it('names its fee payer, verifies and settles when it is honest', async () => {
    const { kinds } = await client().getSupported();
    expect(kinds.map(({ network: of, extra }) => [of, extra?.feePayer])).toEqual(
      expect.arrayContaining([
        [network, facilitator.feePayer],
        ['solana-devnet', facilitator.feePayer],
      ]),
    );
    const paid = await payment();
    expect(await client().verify(paid, terms())).toMatchObject({ isValid: true, payer: payer.publicKey.toBase58() });
    const { success, transaction } = await client().settle(paid, terms());
    expect([success, transaction]).toEqual([true, facilitator.sent.at(-1)]);
    expect(await statusOf(transaction)).toMatchObject({ err: null });
  });

  it('asks for its authorization', async () => {
    await expect(client(600_000, 'Bearer other').verify(await payment(), terms())).rejects.toThrow();
  });

  it('broadcasts and does not answer when it hangs', async () => {
    facilitator.behave({ is: 'hang' });
    const before = facilitator.sent.length;
    let isAnswered = false;
    const answered = () => {
      isAnswered = true;
    };
    client()
      .settle(await payment(), terms())
      .then(answered, answered);
    while (facilitator.sent.length === before) await setTimeout(POLL_MS);
    const [hanging] = facilitator.sent.slice(before);
    // Where both were answered, the one that was asked later would be the later one.
    facilitator.behave({ is: 'honest' });
    expect(await client().settle(await payment(), terms())).toMatchObject({ success: true });
    expect(isAnswered).toBe(false);
    expect(await statusOf(String(hanging))).toMatchObject({ err: null });
  });

  it('broadcasts and says that it failed when it denies', async () => {
    facilitator.behave({ is: 'deny' });
    expect(await client().settle(await payment(), terms())).toMatchObject({ success: false, transaction: '' });
    expect(await statusOf(String(facilitator.sent.at(-1)))).toMatchObject({ err: null });
  });

  it('names a transaction that the chain never saw when it pretends', async () => {
    facilitator.behave({ is: 'pretend' });
    const before = facilitator.sent.length;
    const { success, transaction } = await client().settle(await payment(), terms());
    expect(success).toBe(true);
    expect(transaction).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
    expect(facilitator.sent.length).toBe(before);
    expect(await statusOf(transaction)).toBeNull();
  });

  it('names the transaction that it is given when it swaps', async () => {
    const other = await rpc<string>(sandbox.url, 'requestAirdrop', [merchant, 1_000_000]);
    facilitator.behave({ is: 'swap', signature: other });
    expect(await client().settle(await payment(), terms())).toMatchObject({ success: true, transaction: other });
  });

  it.each(['refuse', 'broken', 'silent'] as const)('sends nothing when it is %s', async (mood) => {
    const paid = await payment();
    facilitator.behave({ is: mood });
    const before = facilitator.sent.length;
    const settled = await client(mood === 'silent' ? SILENCE_MS : undefined)
      .settle(paid, terms())
      .catch(() => ({ success: false }));
    expect(settled.success).toBe(false);
    expect(facilitator.sent.length).toBe(before);
  });
});
