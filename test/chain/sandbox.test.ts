import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { type OpenedChain, openChain } from 'assay-core/chain/open-chain.ts';
import { address, addressBytes } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { USDC_MINT } from 'assay-sandbox/identity.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPaymentChain } from '#payments/chain/open-payment-chain.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { roomy } from '../support/chains.ts';

let sandbox: Sandbox;
let chain: OpenedChain;
beforeAll(async () => {
  sandbox = await startSandbox();
  chain = openChain({ urls: [sandbox.url] });
});
afterAll(async () => {
  await chain.close();
  await sandbox.stop();
});

describe('payments over the sandbox', () => {
  it('follow a transfer from its simulation to its finality', async () => {
    const payments = openPaymentChain(chain.transport);
    const payer = Keypair.generate();
    const payee = Keypair.generate().publicKey;
    const gift = await rpc<string>(sandbox.url, 'requestAirdrop', [payer.publicKey.toBase58(), 1_000_000_000]);
    expect(gift).toEqual(expect.any(String));
    await rpc(sandbox.url, 'sandbox_advance', [2]);
    const tip = await payments.tip();
    if (!tip.known) throw new Error('no tip');

    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: tip.value.blockhash,
      instructions: [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payee, lamports: 5_000_000 })],
    }).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    const wire = Buffer.from(transaction.serialize()).toString('base64');
    const to = address(payee.toBase58());

    expect(await payments.simulate(wire, to, 'payment')).toMatchObject({
      value: { ok: true, watched: { lamports: 5_000_000n } },
    });
    const sent = await payments.send(wire);
    if (!sent.known) throw new Error(sent.gap.detail);
    const status = await payments.status(sent.value);
    expect(status).toMatchObject({ known: true, value: { error: null } });
    expect((await payments.finalized(sent.value)).known).toBe(false);

    await rpc(sandbox.url, 'sandbox_advance', [2]);
    expect(await payments.confirmed(sent.value)).toMatchObject({ value: { signatures: [sent.value], failed: false } });
    expect(await payments.recent(to)).toEqual({ known: true, value: [sent.value] });
    expect(await payments.account(to)).toMatchObject({ value: { lamports: 5_000_000n } });

    const before = await payments.finalizedHeight();
    await rpc(sandbox.url, 'sandbox_advance', [40]);
    const after = await payments.finalizedHeight();
    expect(before.known && after.known && after.value - before.value).toBeGreaterThanOrEqual(40n);
    expect(await payments.status(sent.value)).toMatchObject({ value: { commitment: 'finalized', error: null } });
    expect(await payments.finalized(sent.value)).toMatchObject({ value: { signature: sent.value } });
  });

  it('refuse what has no money behind it, and may repeat what has landed', async () => {
    const payments = openPaymentChain(chain.transport);
    const tip = await payments.tip();
    const payer = Keypair.generate();
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: tip.known ? tip.value.blockhash : '',
      instructions: [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 1 })],
    }).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    const wire = Buffer.from(transaction.serialize()).toString('base64');
    const refused = await payments.simulate(wire, address(payer.publicKey.toBase58()), 'payment');
    expect(refused).toMatchObject({ known: true, value: { ok: false } });
    const first = await payments.send(wire);
    if (!first.known) throw new Error(first.gap.detail);
    expect(await payments.send(wire)).toEqual(first);
    expect(await payments.status(first.value)).toEqual({ known: true, value: null });
  });
});

it('a search of the sandbox finds what single reads show', async () => {
  const session = chain.session();
  const reader = session.reader(roomy);
  const filters = [{ dataSize: 165 }, { at: 0, bytes: addressBytes(address(USDC_MINT)) }];
  const reading = await reader.programAccounts(TOKEN_PROGRAM, filters, { offset: 32, length: 40 });
  const accounts = reading.known ? reading.value : [];
  const whole = await reader.snapshot(accounts.map((found) => found.address));
  session.close();
  expect(accounts.length).toBeGreaterThan(0);
  expect(whole).toMatchObject({
    known: true,
    value: { value: accounts.map(({ address: at, lamports, owner }) => ({ address: at, lamports, owner })) },
  });
  const slices = whole.known ? whole.value.value.map((state) => state?.data.subarray(32, 72)) : [];
  expect(accounts.map(({ data, bytes }) => [data, bytes])).toEqual(slices.map((data) => [data, 165]));
});

describe('a list of the sandbox', () => {
  it('is entered at any slot by the block of that slot', async () => {
    const reader = chain.session().reader(roomy);
    const whole = await reader.signatures(TOKEN_PROGRAM, { limit: 1_000 });
    if (!whole.known) throw new Error(whole.gap.detail);
    const entries = whole.value;
    const places = [1, 400, 900].map((place) => entries[place]?.slot ?? 0);
    for (const slot of [...places, (places[0] ?? 0) + 1, (entries.at(-1)?.slot ?? 0) - 1]) {
      const block = await reader.blockSignature(slot);
      if (!block?.known) throw new Error(block?.gap.detail);
      expect(block.value.slot).toBe(slot);
      const page = await reader.signatures(TOKEN_PROGRAM, { before: block.value.signature, limit: 50 });
      if (!page.known) throw new Error(page.gap.detail);
      const behind = entries.filter((entry) => entry.slot < slot).slice(0, 50);
      expect(page.value.slice(0, behind.length)).toEqual(behind);
      expect(page.value).toHaveLength(50);
    }
    const calls = new Map(reader.cost?.().calls);
    expect(calls.get('getBlock')).toBe(5);
  });

  it('ends at a block, which lists what is in it behind a vote', async () => {
    const reader = chain.session().reader(roomy);
    const whole = await reader.signatures(TOKEN_PROGRAM, { limit: 20 });
    const last = whole.known ? whole.value.at(-1) : undefined;
    if (!last) throw new Error('no list');
    const options = { transactionDetails: 'signatures', rewards: false };
    const block = await rpc<{ signatures: string[] }>(sandbox.url, 'getBlock', [last.slot, options]);
    expect(block.signatures.indexOf(last.signature)).toBeGreaterThan(0);
    const params = { until: block.signatures[0], limit: 1_000 };
    const listed = await rpc<{ slot: number }[]>(sandbox.url, 'getSignaturesForAddress', [TOKEN_PROGRAM, params]);
    expect(Math.min(...listed.map(({ slot }) => slot))).toBe(last.slot);
  });
});
